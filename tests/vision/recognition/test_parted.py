"""Two dice that touch, of which the finder sees but both as one: each is found by the colour that was taught."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from support.teach import eyes, picture, taught

from vision.readings import DieReading
from vision.recognition.detections import Bounds, Proposal
from vision.types import Box, Frame

ROOM = 3
"""Pixels of felt around a die that is cut out."""


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Every test begins and ends with eyes that were taught nothing."""
    eyes().memory.dice = ()
    yield
    eyes().memory.dice = ()


def die(value: int, seed: int) -> Frame:
    """A die cut out, with hardly any felt around it."""
    frame = picture("red", value, seed)
    (reading,) = eyes().see(frame)
    x, y, width, height = reading.box
    return frame[y - ROOM : y + height + ROOM, x - ROOM : x + width + ROOM]


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> tuple[Frame, dict[int, Box]]:
    """A 4 that lies against an 8, seen by the finder as one thing; and where either lies. Who is taught, was before."""
    for color in ("red", "blue"):
        taught(color, 1, 2, 3)
    frame = np.full((240, 320, 3), picture("red", 4, 7)[2, 2], np.uint8)
    places: dict[int, Box] = {}
    top = 50
    for value, seed in ((4, 7), (8, 9)):
        piece = die(value, seed)
        height, width = piece.shape[:2]
        frame[top : top + height, 100 : 100 + width] = piece
        places[value] = Box(100, top, width, height)
        top += height - 2 * ROOM
    both = Proposal(Bounds(100, 50, 100 + 85, top + ROOM), 0.7)
    monkeypatch.setattr(eyes()._detector, "find", lambda _: [both])
    return frame, places


def told(frame: Frame) -> list[tuple[int | None, Box]]:
    """The values and boxes of all dice in it."""
    return [(reading.value, reading.box) for reading in eyes().see(frame) if isinstance(reading, DieReading)]


def test_both_dice_of_a_taught_colour_are_read(pair: tuple[Frame, dict[int, Box]]) -> None:
    """What is none at a glance is looked for dice in."""
    frame, places = pair
    eyes().memory.dice = (taught("red", 1, 2, 3),)
    found = told(frame)
    assert {4, 8} == {value for value, _ in found}
    for value, (x, y, width, height) in found:
        left, top, across, down = places[value or 0]
        assert left <= x + width / 2 <= left + across
        assert top <= y + height / 2 <= top + down


@pytest.mark.parametrize("color", [None, "blue"])
def test_of_no_taught_colour_it_stays_none(pair: tuple[Frame, dict[int, Box]], color: str | None) -> None:
    """Nobody who taught no die, or another, gets other readings than before."""
    frame, _ = pair
    eyes().memory.dice = () if color is None else (taught(color, 1, 2, 3),)
    assert told(frame) == []


def test_what_holds_two_that_were_seen_is_not_looked_into(
    pair: tuple[Frame, dict[int, Box]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The finder saw either by itself too; a third, half of one and half of the other, would be asked about."""
    frame, places = pair
    eyes().memory.dice = (taught("red", 1, 2, 3),)
    (both,) = eyes()._detector.find(frame)
    alone = [Proposal(Bounds(*place.edges), 0.6) for place in places.values()]
    looked_into: list[Box] = []
    monkeypatch.setattr(eyes()._detector, "find", lambda _: [both, *alone])
    monkeypatch.setattr(eyes().memory, "is_of_color", lambda _, box: bool(looked_into.append(box)))
    assert {4, 8} == {value for value, _ in told(frame)}
    assert looked_into == []
