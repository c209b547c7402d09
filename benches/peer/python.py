"""Measures the Python package konane and the package cgt-py on the same work in the same run.

    python benches/peer/python.py    in an environment with konane and `pip install cgt-py anywidget`

Each piece of work is done in a new process by each package in turn; the least of three runs is told, in seconds.
cgt-py is under another licence (AGPL-3.0), so nothing of ours depends on it.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable

RUNS = 3


def positions(rows: int, columns: int, count: int) -> list[str]:
    """Checkered positions, three quarters full."""
    rng = random.Random(rows * columns)

    def cell(row: int, column: int) -> str:
        return "xo"[(row + column) % 2] if rng.random() < 0.75 else "."

    return ["|".join("".join(cell(r, c) for c in range(columns)) for r in range(rows)) for _ in range(count)]


WORK = {
    "300 positions of 4x4": positions(4, 4, 300),
    "100 positions of 4x5": positions(4, 5, 100),
    "300 rows of 1x16": positions(1, 16, 300),
    "12 times .ox. in a row, 3 cells apart": ["...".join([".ox."] * 12)],
    "5x5 start, middle pair of a row out": ["xoxox|oxoxo|x..ox|oxoxo|xoxox"],
}


def evaluator(package: str) -> Callable[[str], object]:
    if package == "konane":
        import konane

        return lambda text: str(konane.Position(text).value())
    import cgt_py

    return lambda text: repr(cgt_py.Konane(text).canonical_form)


def seconds(package: str, work: str) -> str:
    times = []
    for _ in range(RUNS):
        script = [sys.executable, __file__, package, work]
        done = subprocess.run(script, capture_output=True, encoding="utf-8", timeout=600)
        if done.returncode != 0:
            return (done.stderr.strip().splitlines() or ["failed"])[-1]
        times.append(float(done.stdout))
    return f"{min(times):.3f}"


def main() -> None:
    if len(sys.argv) == 3:
        evaluate = evaluator(sys.argv[1])
        begun = time.perf_counter()
        for text in WORK[sys.argv[2]]:
            evaluate(text)
        print(time.perf_counter() - begun)
        return
    print("work,konane,cgt-py")
    for work in WORK:
        print(f"{work},{seconds('konane', work)},{seconds('cgt_py', work)}", flush=True)


main()
