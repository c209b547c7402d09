"""Long computations: threads, Ctrl-C, limits of time and memory, forks, memory that does not grow."""

import multiprocessing
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

import konane
from konane import Position, Value

#: Nobody waits for its value, or for its outcome.
LONG = Position("/".join(["xoxoxoxo", "oxoxoxox"] * 2 + ["xox..xox", "oxoxoxox"] * 2))


def test_threads_give_the_same_values() -> None:
    rng = random.Random(7)
    positions = ["".join(rng.choice("xo.") for _ in range(16)) for _ in range(64)]
    expected = [Position(text).value() for text in positions]

    def evaluate(number: int) -> bool:
        order = positions[number:] + positions[:number]
        values = dict(zip(order, konane.values(order), strict=True))
        return [values[text] for text in positions] == expected

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(evaluate, range(32)))


def test_threads_share_values() -> None:
    def total(number: int) -> Value:
        return sum((Value.switch(n) for n in range(1, 11)), Value(0))

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(total, range(16)))) == 1


def test_python_goes_on_meanwhile() -> None:
    """The lock of the interpreter is free while something is computed."""
    computation = threading.Thread(target=lambda: pytest.raises(konane.TimeLimitError, LONG.value, seconds=1.5))
    computation.start()
    count = 0
    while computation.is_alive():
        count += 1
        time.sleep(0.001)
    assert count > 100


def test_time_limits() -> None:
    questions: list[Callable[[], object]] = [
        lambda: LONG.value(seconds=0.3),
        lambda: LONG.outcome(seconds=0.3),
        lambda: LONG.regions(seconds=0.3),
        lambda: konane.table("4x7", seconds=0.3),
        lambda: konane.verify(seconds=0.05),
    ]
    for ask in questions:
        begun = time.monotonic()
        with pytest.raises(konane.TimeLimitError, match="no answer within 0.*seconds") as raised:
            ask()
        assert time.monotonic() - begun < 20 and isinstance(raised.value, TimeoutError)
    with pytest.raises(konane.InputError, match="no number of seconds"):
        LONG.value(seconds=-1)
    # What was given up does no harm to what follows.
    assert Position(".oxo.ox.").value(seconds=60) == Value("1/2")


def test_a_large_value_beside_few_stones_heeds_the_limit() -> None:
    few = Position(".ox./o..x/....")
    questions: list[Callable[[], object]] = [
        lambda: few.line_of_play("black", Value.up(-(2**31 - 2)), seconds=0.3),
        lambda: few.sum_options(Value.up(-(2**31 - 2)), "black", seconds=0.3),
    ]
    for ask in questions:
        with pytest.raises(konane.TimeLimitError):
            ask()


def test_memory_limits() -> None:
    with pytest.raises(konane.LimitError, match="memory ceiling"):
        LONG.value(memory=2**24)
    with pytest.raises(konane.LimitError, match="memory ceiling"):
        konane.table("4x6", memory=2**20)
    assert Position(".oxo.ox.").value(memory=2**26) == Value("1/2")


@pytest.mark.parametrize("call", ["LONG.value()", "LONG.outcome()", "konane.table('4x7')", "konane.values([LONG] * 3)", "BIG.incentives"])
def test_ctrl_c(call: str) -> None:
    """In a process of its own: Python's handler raises KeyboardInterrupt, and all can be used afterwards."""
    script = f"""
import konane, os, signal, threading
from konane import Position, Value
LONG = Position({str(LONG)!r})
BIG = sum((Value.switch(3**n) for n in range(13)), Value(0))
threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    {call}
    print("it ended")
except KeyboardInterrupt:
    print("interrupted", Position(".xo.").value(), Position(".xo.").outcome())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=120)
    assert done.stdout == "interrupted * N\n", done.stderr


def test_progress_is_shown_on_demand() -> None:
    script = f"import konane; konane.Position({str(LONG)!r}).value(seconds=1.5, progress=True)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=120)
    assert "evaluating" in done.stderr and "TimeLimitError" in done.stderr and done.stdout == ""
    quiet = script.replace(", progress=True", "")
    done = subprocess.run([sys.executable, "-c", quiet], capture_output=True, encoding="utf-8", timeout=120)
    assert "evaluating" not in done.stderr and "TimeLimitError" in done.stderr


@pytest.mark.parametrize("trouble", ["sys.stderr.close()", "sys.modules['tqdm.auto'] = None"])
def test_a_bar_that_cannot_be_drawn_is_done_without(trouble: str) -> None:
    script = f"""
import sys, konane
{trouble}
try:
    konane.Position({str(LONG)!r}).value(seconds=1.0, progress=True)
except konane.TimeLimitError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=120)
    assert done.stdout == "no answer within 1 seconds\n", done.stderr


def evaluate_in_child(text: str) -> Value:
    return konane.values([text, "xoxo/o..x/xoxo"])[0]


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_processes(method: str) -> None:
    """Values travel between processes, and a child made by fork computes although it lacks its parent's threads."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")
    konane.values(["xoxo/o..x/xoxo"])
    with multiprocessing.get_context(method).Pool(2) as pool:
        values = pool.map_async(evaluate_in_child, [".xo.", ".o.ox.x."]).get(timeout=120)
    assert values == [Value("*"), Value("*2")]


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks Linux for the memory of the process")
def test_memory_does_not_grow() -> None:
    """10,000 evaluations of different positions with their properties take no more memory than 2,000."""
    rng = random.Random(11)

    def evaluate(count: int) -> None:
        for _ in range(count):
            text = "/".join("".join(rng.choice("xo...") for _ in range(7)) for _ in range(3))
            position = Position(text)
            value = position.value()
            assert value.temperature >= -1 and position.outcome() == value.outcome
            assert len(position.regions()) >= 0 and (value + value.mean.numerator) - value == value.mean.numerator

    evaluate(2_000)
    before = resident_bytes()
    evaluate(10_000)
    assert resident_bytes() - before < 24 << 20


def test_many_solvers_are_not_kept() -> None:
    """Questions of different kinds take turns without each keeping its memory."""
    for number in range(40):
        memory = (64 + number) << 20
        assert Position(".oxo.ox.").value(memory=memory) == Value("1/2")
        assert Position(".oxo.ox.").outcome(memory=memory) == "L"


def test_set_threads() -> None:
    konane.set_threads(1)
    try:
        assert konane.values([".xo.", ".o.ox.x."]) == [Value("*"), Value("*2")]
    finally:
        konane.set_threads(0)
    with pytest.raises(OverflowError):
        konane.set_threads(-1)


