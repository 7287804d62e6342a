"""``python -m vision.training.render.show DIR [NUMBER ...]``: a set's labels over its pictures, to be looked at."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.training.render.labels import Label
from vision.training.render.sets import LABELS
from vision.types import Frame

SCALE = 2
BOX, UP, AWAY, ILLEGIBLE = (0, 220, 0), (0, 0, 255), (255, 160, 0), (200, 0, 200)


def overlay(picture: Frame, line: Label) -> Frame:
    """The picture, twice as large, with boxes, values, ups (red) and aways (blue); illegible dice in purple."""
    canvas = np.asarray(cv2.resize(picture, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_CUBIC), np.uint8)
    for name, color in (("tokens", BOX), ("illegible", ILLEGIBLE)):
        for token in line[name]:  # type: ignore[attr-defined]
            _mark(canvas, token, color)
    return canvas


def _mark(canvas: Frame, token: Label, color: tuple[int, int, int]) -> None:
    left, top, right, bottom = (round(edge * SCALE) for edge in token["box"])  # type: ignore[attr-defined]
    cv2.rectangle(canvas, (left, top), (right, bottom), color, 1)
    if token["value"] is not None:
        _arrow(canvas, token, "up", UP)
        _square(canvas, token)
    _arrow(canvas, token, "away", AWAY)
    words = f"{token['kind']} {'' if token['value'] is None else token['value']} {token.get('contrast') or ''}"
    cv2.putText(canvas, words, (left, top - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.35, color, 1, cv2.LINE_AA)


def _arrow(canvas: Frame, token: Label, name: str, color: tuple[int, int, int]) -> None:
    middle = np.array(token["middle"]) * SCALE
    tip = middle + np.array(token[name]) * float(token["height"]) * SCALE / 2  # type: ignore[arg-type]
    cv2.arrowedLine(
        canvas, middle.round().astype(int).tolist(), tip.round().astype(int).tolist(), color, 1, cv2.LINE_AA
    )


def _square(canvas: Frame, token: Label) -> None:
    """Six level millimetres around the numeral, as ``above`` gives them: it must lie flat on the face."""
    corners = np.array(((-3, -3), (3, -3), (3, 3), (-3, 3))) @ np.linalg.inv(np.array(token["above"])).T
    points = (corners + token["middle"]) * SCALE
    cv2.polylines(canvas, [points.round().astype(np.int32)], True, UP, 1, cv2.LINE_AA)


def main() -> None:
    """Write ``NNNNN.labels.png`` into the folder given, or beside the pictures."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.render.show", description=__doc__)
    parser.add_argument("set", type=Path, help="the set's folder")
    parser.add_argument("numbers", type=int, nargs="*", help="which pictures; the first four when none is named")
    parser.add_argument("--out", type=Path, default=Path(), help="where to write (default: here)")
    options = parser.parse_args()
    lines = (options.set / LABELS).read_text(encoding="utf-8").splitlines()
    for number in options.numbers or range(min(4, len(lines))):
        line = msgspec.json.decode(lines[number])
        picture = cv2.imread(str(options.set / line["file"]))
        file = options.out / f"{Path(line['file']).stem}.labels.png"
        cv2.imwrite(str(file), overlay(np.asarray(picture, np.uint8), line))
        print(file)


if __name__ == "__main__":
    main()
