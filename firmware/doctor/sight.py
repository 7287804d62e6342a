"""What the camera sees: is there a picture, is it sharp, is it well lit, are the markers in view?

One picture is taken and judged from all sides. Figures that `stadium calibrate` measures too are judged here in the
same way: on the markers, the only things on the table whose black and white are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from firmware.devices import Frame
from firmware.doctor.bench import Bench
from firmware.doctor.finding import Finding
from firmware.errors import DeviceError
from vision.board import FEWEST_MARKERS, Board
from vision.field import Points

WARM_UP = 10
"""Frames that a camera is given to settle its exposure."""
DARK, BRIGHT = 80.0, 250.0
"""Of the markers' white paper, 0 to 255: below, dice are hard to read; above, their colours burn out."""
FAINT = 60.0
"""Between the markers' white and black: below, there is haze, or hardly any light."""
BLUNT, BLURRED = 0.07, 0.115
"""Breadth of a marker's edges, as a share of its side, from which the picture is soft, and from which it is blurred."""
UNEVEN = 2.5
"""How many times as much light may fall on one marker as on another before dice read worse in the dark corner."""
BURNT, BURNT_SHARE = 252, 0.01
"""From which a pixel has no more to tell, and how much of the picture may be so: paper and a gleam here and there."""
GAMMA = 2.2
"""Of ordinary pictures: what turns their bytes into light."""
SIDE = 120
"""Pixels to which a marker is straightened."""


class Marked(NamedTuple):
    """How one marker looks.

    Attributes:
        white: of its paper, 0 to 255.
        black: of its ink.
        edge: breadth of its edges, as a share of its side.
    """

    white: float
    black: float
    edge: float


@dataclass(frozen=True)
class Sight:
    """All that can be told from one picture; `findings` gives one for camera, focus, exposure, markers and dice light.

    Attributes:
        bench: opens the camera.
    """

    bench: Bench

    def findings(self) -> Iterator[Finding]:
        """Take a picture and judge it."""
        try:
            camera = self.bench.camera()
            if camera is None:
                yield Finding("camera", "skipped", "none ([camera] source is none)")
                return
            with closing(camera):
                still = _settled(camera.frame, camera.still)
        except DeviceError as error:
            yield Finding("camera", "red", "it gives no picture", str(error))
            return
        yield Finding("camera", "green", f"{self.bench.source}, {still.shape[1]} x {still.shape[0]} pixels")
        yield from self._judged(still)

    def _judged(self, still: Frame) -> Iterator[Finding]:
        board = Board()
        seen = board.markers_in(still)
        marked = [measured(still, corners) for corners in seen.values()]
        yield focus(marked)
        yield exposure(marked, still)
        yield (
            markers(board, seen) if self.bench.markers else Finding("markers", "skipped", "not used ([camera] markers)")
        )
        yield dice_light(marked, still)


def _settled(frame: Callable[[], Frame | None], still: Callable[[], Frame]) -> Frame:
    """A still, once the camera has had time to settle."""
    for _ in range(WARM_UP):
        if frame() is None:
            break
    return still()


def measured(still: Frame, corners: Points) -> Marked:
    """How the marker with these corners, shape (4, 2) in pixels, looks: its rim is ink, and paper lies round it."""
    margin = SIDE // 6
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32) + margin
    upright = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    picture = cv2.warpPerspective(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY), upright, (SIDE + 2 * margin,) * 2)
    turned = [np.rot90(picture, turn)[: 2 * margin - 4, 3 * margin : -3 * margin].mean(axis=1) for turn in range(4)]
    profile = np.median(turned, axis=0)
    white, black = float(profile[: margin // 2].max()), float(profile.min())
    steepest = max(float(-np.gradient(profile).min()), 0.1)
    return Marked(white, black, (white - black) / steepest / SIDE)


def focus(marked: list[Marked]) -> Finding:
    """Whether the markers' edges are sharp."""
    if not marked:
        return Finding("focus", "skipped", "no marker is in view to judge it by")
    edge = float(np.median([each.edge for each in marked]))
    said = f"edges are {edge:.0%} of a marker's side wide"
    if edge < BLUNT:
        return Finding("focus", "green", f"sharp: {said}")
    advice = "Run stadium calibrate, wipe the lens, or turn it until the markers are sharp."
    return Finding("focus", "red" if edge >= BLURRED else "amber", f"soft: {said}", advice)


def exposure(marked: list[Marked], still: Frame) -> Finding:
    """Whether the exposure shows black as black and white as white."""
    paper = float(np.median([each.white for each in marked])) if marked else _brightest(still)
    depth = float(np.median([each.white - each.black for each in marked])) if marked else paper
    said = (
        f"white paper is {paper:.0f} of 255, black ink {paper - depth:.0f}"
        if marked
        else f"the brightest is {paper:.0f}"
    )
    if paper < DARK:
        return Finding(
            "exposure", "red" if paper < DARK / 2 else "amber", f"dark: {said}", "Turn a lamp on over the field."
        )
    if paper > BRIGHT:
        advice = "Turn the lamp away or draw a curtain, then run stadium calibrate."
        return Finding("exposure", "amber", f"too bright: {said}", advice)
    if depth < FAINT:
        return Finding("exposure", "amber", f"faint: {said}", "Wipe the lens, and keep the lamp from shining into it.")
    return Finding("exposure", "green", said)


def _brightest(still: Frame) -> float:
    return float(np.percentile(cv2.cvtColor(still, cv2.COLOR_BGR2GRAY)[::4, ::4], 90))


def markers(board: Board, seen: dict[int, Points]) -> Finding:
    """Whether the field's markers are in view."""
    known = len(board.field.markers)
    if len(seen) == known:
        return Finding("markers", "green", f"all {known} in view")
    advice = f"{board.missing(seen).capitalize()}. Aim the camera so that the whole field is in the picture."
    said = f"{len(seen)} of {known} in view"
    return Finding("markers", "amber" if len(seen) >= FEWEST_MARKERS else "red", said, advice)


def dice_light(marked: list[Marked], still: Frame) -> Finding:
    """Whether dice read alike wherever they fall: as much light in every corner, and nothing that gleams."""
    burnt = float((still.min(axis=2) >= BURNT).mean())
    if burnt > BURNT_SHARE:
        advice = "Move the lamp to the side, or hang paper before it, until nothing on the field gleams."
        return Finding("dice light", "amber", f"{burnt:.0%} of the picture is burnt out", advice)
    if len(marked) < FEWEST_MARKERS:
        return Finding("dice light", "skipped", "too few markers are in view to judge it by")
    lit = [(each.white / 255) ** GAMMA for each in marked]
    times = max(lit) / max(min(lit), 1e-3)
    said = f"the brightest corner has {times:.1f} times the light of the darkest"
    if times < UNEVEN:
        return Finding("dice light", "green", said)
    return Finding("dice light", "amber", said, "Light the field from two sides, or move the lamp over its middle.")
