"""Draw the icons of a phone's home screen from the page's own ``icon.svg``: ``make icons`` after it was changed.

Home screens take no SVG. The drawing has a rectangle, paths and circles, and these are what is read here; what else it
might have is an error and not left out. Rule kept here: the same drawing gives the same pictures, and a test holds the
files to it.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from PIL import Image, ImageDraw

STATIC = Path(__file__).resolve().parents[1] / "scoreboard/web/static/pages"
SIDE = 64
"""Units of the drawing."""
FINER = 4
"""The drawing is made so many times larger and then shrunk: so its edges are smooth."""
SAFE = 0.8
"""The share of a picture that no launcher cuts off, whatever shape it gives an icon (W3C, Web App Manifest, 4.9.2)."""
FILES = {
    "icon-192.png": (192, "rounded"),
    "icon-512.png": (512, "rounded"),
    "icon-maskable-512.png": (512, "maskable"),
    "apple-touch-icon.png": (180, "full"),
}
"""Each with its size in pixels and its kind: ``full`` fills the corners, which an iPhone rounds by itself."""
ARC_STEPS = 64
Point = tuple[float, float]


def drawn(side: int, kind: str, source: Path = STATIC / "icon.svg") -> Image.Image:
    """The icon of that size and kind.

    Raises:
        ValueError: if the drawing has something that is not drawn here.
    """
    root = ET.parse(source).getroot()  # noqa: S314 - our own drawing
    ground, *shapes = _shapes(root, "")
    large, share = side * FINER, SAFE if kind == "maskable" else 1.0
    picture = Image.new("RGBA", (large, large), (0, 0, 0, 0) if kind == "rounded" else ground[1])
    pen = ImageDraw.Draw(picture)
    if kind == "rounded":
        pen.rounded_rectangle((0, 0, large - 1, large - 1), float(ground[0].get("rx", 0)) / SIDE * large, ground[1])
    for shape, fill in shapes:
        points = [_placed(point, large, share) for point in _outline(shape)]
        pen.polygon(points, fill)
    small = picture.resize((side, side), Image.Resampling.LANCZOS)
    return small if kind == "rounded" else small.convert("RGB")


def _placed(point: Point, large: int, share: float) -> Point:
    x, y = ((value - SIDE / 2) * share + SIDE / 2 for value in point)
    return x / SIDE * large, y / SIDE * large


def _shapes(node: ET.Element, fill: str) -> Iterator[tuple[ET.Element, str]]:
    for child in node:
        color = child.get("fill", fill)
        if child.tag.endswith("}g"):
            yield from _shapes(child, color)
        else:
            yield child, color


def _outline(shape: ET.Element) -> list[Point]:
    tag = shape.tag.rpartition("}")[2]
    if tag == "circle":
        x, y, r = (float(shape.attrib[name]) for name in ("cx", "cy", "r"))
        return [_on_circle(x, y, r, math.tau * step / ARC_STEPS) for step in range(ARC_STEPS)]
    if tag == "path":
        return list(_along(re.findall(r"[a-zA-Z]|-?\d*\.?\d+", shape.attrib["d"])))
    raise ValueError(f"a <{tag}> cannot be drawn as an icon")


def _on_circle(x: float, y: float, r: float, angle: float) -> Point:
    return x + r * math.cos(angle), y + r * math.sin(angle)


def _along(words: list[str]) -> Iterator[Point]:
    """The corners of a path of straight lines and arcs of circles; a number without a letter goes on as before."""
    here, command, place = (0.0, 0.0), "", 0

    def take(count: int) -> list[float]:
        nonlocal place
        place += count
        return [float(word) for word in words[place - count : place]]

    while place < len(words):
        if words[place].isalpha():
            command, place = words[place], place + 1
        if command in "Zz":
            return
        if command in "ML":
            x, y = take(2)
            here = x, y
            yield here
        elif command == "l":
            x, y = take(2)
            here = here[0] + x, here[1] + y
            yield here
        elif command == "a":
            r, _, _, is_large, sweeps, x, y = take(7)
            there = here[0] + x, here[1] + y
            yield from _arc(here, there, r, is_large == sweeps)
            here = there
        else:
            raise ValueError(f"{command} of a path cannot be drawn as an icon")


def _arc(here: Point, there: Point, r: float, is_right: bool) -> Iterator[Point]:
    """An arc of a circle, the short way round (SVG 1.1, F.6.5)."""
    (x1, y1), (x2, y2) = here, there
    half = math.dist(here, there) / 2
    rise = math.sqrt(max(0.0, r * r - half * half)) * (-1 if is_right else 1) / half
    x, y = (x1 + x2) / 2 + rise * (y1 - y2) / 2, (y1 + y2) / 2 + rise * (x2 - x1) / 2
    begin, end = math.atan2(y1 - y, x1 - x), math.atan2(y2 - y, x2 - x)
    turn = (end - begin + math.pi) % math.tau - math.pi
    for step in range(1, ARC_STEPS + 1):
        yield _on_circle(x, y, r, begin + turn * step / ARC_STEPS)


def main() -> None:
    """Draw them all."""
    for name, (side, kind) in FILES.items():
        drawn(side, kind).save(STATIC / name, optimize=True)
        sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    main()
