"""Throws as a camera sees them, and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

import numpy as np
from PIL import Image

from firmware.devices.protocols import Frame
from scoreboard.kept_throws import GameKey, KeptThrow, KeptThrows, Likely, SeenToken
from vision.readings import ChipReading, DieReading, Evidence, Reading
from vision.tracking.events import Report, Thrown
from vision.types import Box

FRAME, STILL = (360, 640), (720, 1280)
"""Height and width of what is watched, and of what is read."""
TABLE = 120
"""Its shade."""
BOX = Box(600, 300, 40, 40)


def die(color: str = "red", value: int | None = 7, *, kind: str = "d10", box: Box = BOX) -> DieReading:
    """A die: seven, or unsure whether it is seven, one or four."""
    faces = 10 if kind == "d10" else 6
    shares = [0.0] * faces
    best = (value, *[face for face in (7, 1, 4, 2) if face not in {value, None} and face <= faces])
    ranked = [face for face in best if face is not None]
    for face, share in zip(ranked, (0.9, 0.06, 0.03, 0.01), strict=False):
        shares[face - 1] = share
    alternatives = () if value is not None else tuple((face, shares[face - 1]) for face in ranked[:3])
    return DieReading(kind, color, value, 0.9, alternatives, box, evidence=Evidence(tuple(shares), True))  # type: ignore[arg-type]


def chip(face: str = "hit") -> ChipReading:
    """The toss."""
    return ChipReading(face, 0.97, (), BOX)  # type: ignore[arg-type]


def table(shape: tuple[int, int], box: Box | None = None, shade: int = 250) -> Frame:
    """The table with something bright on it."""
    picture = np.full((*shape, 3), TABLE, np.uint8)
    if box is not None:
        picture[box.y : box.y + box.height, box.x : box.x + box.width] = shade
    return picture


class Reader:
    """A reader of throws that reports what one wants next."""

    def __init__(self) -> None:
        self.next: tuple[Reading, ...] = ()

    def __call__(self, _: Frame, __: Callable[[], Frame]) -> tuple[Report, ...] | None:
        """The reports of a frame."""
        seen, self.next = self.next, ()
        return tuple(Thrown(each, None) for each in seen) or None


def moving(frames: int) -> Sequence[Frame]:
    """So many frames of something that comes to where it then lies."""
    return [table(FRAME, Box(BOX.x // 2 - 8 * (frames - at), BOX.y // 2, 20, 20)) for at in range(frames)]


def picture(kind: str, shade: tuple[int, int, int] = (200, 30, 30)) -> bytes:
    """A small one; a WebP has three frames."""
    frames = [Image.new("RGB", (48, 48), (shade[0], 30 * at, 30)) for at in range(3)]
    file = BytesIO()
    if kind == "WEBP":
        frames[0].save(file, kind, save_all=True, append_images=frames[1:], duration=100, loop=1)
    else:
        frames[0].save(file, kind)
    return file.getvalue()


def kept(*seen: SeenToken) -> KeptThrow:
    """What is kept of these."""
    return KeptThrow(seen, picture("JPEG"), picture("WEBP"))


SEVEN = SeenToken("red", 7, 0.9994, (Likely(7, 0.9994), Likely(1, 0.0004), Likely(4, 0.0002), Likely(2, 0.0)))


def throws(found: dict[int, KeptThrow], key: GameKey | None = None) -> KeptThrows:
    """Those of the lines of a game; of any, without a key."""
    return KeptThrows(
        lambda game, line: found.get(line) if key in {None, game} else None,
        lambda game: frozenset(found) if key in {None, game} else frozenset(),
    )
