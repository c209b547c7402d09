"""Several positions in one picture, for the notebooks: GitHub and nbviewer show SVG only as an output of its own."""

from collections.abc import Mapping
from html import escape

from IPython.display import SVG
from konane import Position, Thermograph

Picture = Position | Thermograph | str

CAPTION_HEIGHT = 22
GAP = 14
CHARACTER_WIDTH = 7.4


def sheet(items: Mapping[str, Picture], columns: int = 3, scale: float = 0.6) -> SVG:
    """Positions, thermographs or SVG with their captions, so many side by side, at a fraction of their usual size."""
    entries = [(caption, picture, *size(picture, scale)) for caption, picture in pictures(items)]
    rows = [entries[start : start + columns] for start in range(0, len(entries), columns)]
    widths = [
        max(max(width, CHARACTER_WIDTH * len(caption)) for caption, _, width, _ in column)
        for column in (entries[start::columns] for start in range(min(columns, len(entries))))
    ]
    parts = []
    top = 0.0
    for row in rows:
        left = 0.0
        for (caption, picture, width, height), column_width in zip(row, widths):
            parts.append(entry(caption, picture, left, top, width, height))
            left += column_width + GAP
        top += CAPTION_HEIGHT + max(height for *_, height in row) + GAP
    return SVG(framed(parts, sum(widths) + GAP * (len(widths) - 1), top - GAP))


def pictures(items: Mapping[str, Picture]) -> list[tuple[str, str]]:
    return [(caption, picture(item)) for caption, item in items.items()]


def picture(item: Picture) -> str:
    """The SVG of an item: of a position without coordinates; what is SVG stays as it is."""
    if isinstance(item, Position):
        return item.svg(coordinates=False)
    return item.svg() if isinstance(item, Thermograph) else item


def size(picture: str, scale: float) -> tuple[float, float]:
    """The width and height of a picture, as its first line states them, times the scale."""
    head = picture.split(">", 1)[0]

    def stated(name: str) -> float:
        return scale * float(head.split(f' {name}="', 1)[1].split('"', 1)[0])

    return stated("width"), stated("height")


def entry(caption: str, picture: str, left: float, top: float, width: float, height: float) -> str:
    """A picture at its place, below its caption: an SVG within another one keeps its own coordinates."""
    head, rest = picture.split(">", 1)
    box = head.split('viewBox="', 1)[1].split('"', 1)[0]
    nested = f'<svg x="{left:g}" y="{top + CAPTION_HEIGHT:g}" width="{width:g}" height="{height:g}" viewBox="{box}">'
    text = f'<text x="{left:g}" y="{top + 15:g}" font-family="sans-serif" font-size="13">{escape(caption)}</text>'
    return text + nested + rest


def framed(parts: list[str], width: float, height: float) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    background = f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{background}{"".join(parts)}</svg>'
