"""A throw as it was seen, made into what is kept of it: small files that any browser shows.

A clip is an animated WebP, the smallest of what browsers play by themselves (`make bench` has the figures), and
Debian's Pillow writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from PIL import Image

from firmware.devices.protocols import Frame
from firmware.play.table.sightings import FilmFrame, SeenThrow, unpacked
from scoreboard.kept_throws import KeptThrow, Likely, SeenToken
from scoreboard.rules.state import CHIP
from vision.readings import DieReading, Reading

QUALITY: Final = 85
"""Of the JPEG, in per cent."""
CLIP_QUALITY: Final = 55
"""Of the WebP: the die's way is seen, and its numeral is in the other picture."""
CLIP_EFFORT: Final = 2
"""0 to 6: more takes longer, and gains little."""
FRAME_MS: Final = 1000 / 15
"""From one watched frame to the next."""
LONGEST_MS, LAST_MS = 400, 700
"""For how long a picture of a clip is seen at the most, and the last one."""
LIKELY: Final = 4
"""The value that counts, and three others."""
GAP: Final = 4
"""Pixels between the dice of a roll."""


def kept(seen: Sequence[SeenThrow]) -> KeptThrow:
    """What is kept of these: the dice of a roll, or one."""
    tokens = tuple(_token(each.reading) for each in seen)
    last = max((each.film for each in seen), key=lambda film: film[-1].number if film else 0)
    return KeptThrow(tokens, _jpeg([each.picture for each in seen]), clip(last))


def clip(film: Sequence[FilmFrame]) -> bytes:
    """The film as it went by; empty without one."""
    if not film:
        return b""
    frames = [Image.fromarray(unpacked(each.picture)) for each in film]
    apart = [after.number - before.number for before, after in pairwise(film)]
    lasts = [min(LONGEST_MS, round(each * FRAME_MS)) for each in apart]
    file = BytesIO()
    frames[0].save(
        file, "WEBP", save_all=True, append_images=frames[1:], duration=[*lasts, LAST_MS], loop=1,
        quality=CLIP_QUALITY, method=CLIP_EFFORT,
    )  # fmt: skip
    return file.getvalue()


def _jpeg(pictures: Sequence[Frame]) -> bytes:
    whole = [each for each in pictures if each.size]
    if not whole:
        return b""
    height = max(each.shape[0] for each in whole)
    side_by_side = np.concatenate(list(_spaced([_of_height(each, height) for each in whole])), axis=1)
    _, encoded = cv2.imencode(".jpg", side_by_side, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()


def _of_height(picture: Frame, height: int) -> Frame:
    width = max(1, round(picture.shape[1] * height / picture.shape[0]))
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _spaced(pictures: Sequence[Frame]) -> Iterable[Frame]:
    for at, picture in enumerate(pictures):
        if at:
            yield np.full((picture.shape[0], GAP, 3), 255, np.uint8)
        yield picture


def _token(reading: Reading) -> SeenToken:
    if isinstance(reading, DieReading):
        likely = _likely_values(reading)
        return SeenToken(reading.color, reading.value, reading.confidence, likely)
    read = reading.alternatives
    if reading.face is not None:  # of two faces, what one has not the other has
        other = "out" if reading.face == "hit" else "hit"
        read = ((reading.face, reading.confidence), (other, round(1 - reading.confidence, 4)))  # type: ignore[assignment]
    return SeenToken(CHIP, reading.face, reading.confidence, tuple(Likely(*each) for each in read))


def _likely_values(die: DieReading) -> tuple[Likely, ...]:
    ranked = die.alternatives
    if die.evidence is not None:
        ranked = tuple(sorted(enumerate(die.evidence.posterior, 1), key=lambda each: -each[1]))[:LIKELY]
    return tuple(Likely(value, round(share, 4)) for value, share in ranked)
