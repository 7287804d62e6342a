"""Real dice, none of which the networks were trained on."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import DiceReader, DieReading

pytestmark = pytest.mark.debian13  # the networks run on a Pi; `test_reader` reads photographs on the newest too


@pytest.fixture(scope="module")
def readings(photos: Path) -> dict[int, tuple[DieReading, ...]]:
    """What is read of each of the ten faces of one magenta die, by the value that lies on top."""
    reader, found = DiceReader(), {}
    for digit in range(10):
        frame = np.asarray(cv2.imread(str(photos / "d10" / f"burks_{digit}.jpg")), np.uint8)
        found[digit or 10] = tuple(reading for reading in reader.read(frame) if isinstance(reading, DieReading))
    return found


def test_nine_of_ten_faces_are_read(readings: dict[int, tuple[DieReading, ...]]) -> None:
    """Of an unseen die's ten faces at least nine are read right."""
    assert sum([value] == [reading.value for reading in seen] for value, seen in readings.items()) >= 9


def test_none_is_silently_wrong(readings: dict[int, tuple[DieReading, ...]]) -> None:
    """No face is told as another's value."""
    assert not [seen for value, seen in readings.items() for reading in seen if reading.value not in (value, None)]


def test_each_photo_holds_one_die(readings: dict[int, tuple[DieReading, ...]]) -> None:
    """Nothing on the tray or the planks around it is taken for a die."""
    assert {1} == {len(seen) for seen in readings.values()}


def test_the_die_is_magenta(readings: dict[int, tuple[DieReading, ...]]) -> None:
    """Its colour has the name that a person would give it."""
    assert {"magenta"} == {reading.color for seen in readings.values() for reading in seen}
