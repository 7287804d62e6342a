"""The watcher of a live camera, on drawn frames."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import DieReading
from vision.settle import Watcher

Frame = NDArray[np.uint8]


def table(*dice: tuple[int, int]) -> Frame:
    """A grey table with a white square for every die, at x, y."""
    frame = np.full((240, 320, 3), 60, np.uint8)
    for x, y in dice:
        cv2.rectangle(frame, (x, y), (x + 20, y + 20), (255, 255, 255), -1)
    return frame


def squares(frame: Frame) -> tuple[DieReading, ...]:
    """Eyes that read every white square as a white 7."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(np.asarray(frame[..., 0] > 200, np.uint8))
    boxes = [(int(x), int(y), int(w), int(h)) for x, y, w, h, _ in stats[1:]]
    return tuple(DieReading("d10", "white", 7, 1.0, (), box) for box in boxes)


def boxes(watcher: Watcher, frames: list[Frame]) -> list[list[tuple[int, int]]]:
    """Where the reported dice lie, for every report the frames lead to."""
    seen = [watcher.see(frame) for frame in frames]
    return [[reading.box[:2] for reading in each] for each in seen if each is not None]


def test_dice_that_lay_there_before_are_no_throw() -> None:
    """What lies on the table when the watch begins is not reported."""
    assert [] == boxes(Watcher(squares), [table((50, 50))] * 20)


def test_a_die_that_comes_to_rest_is_reported_once() -> None:
    """A throw is reported when it has lain still, and not again."""
    rolling = [table((50, 50), (100 + 12 * step, 100)) for step in range(6)]
    lying = [table((50, 50), (200, 120))] * 20
    assert [[(200, 120)]] == boxes(Watcher(squares), [table((50, 50))] * 8 + rolling + lying)


def test_a_die_still_rolling_is_not_read() -> None:
    """Nothing is reported while anything moves."""
    rolling = [table((10 + 9 * step, 100)) for step in range(30)]
    assert [] == boxes(Watcher(squares), [table()] * 8 + rolling)


def test_a_die_is_not_read_before_it_has_lain_still_long_enough() -> None:
    """Four still frames are too few, the fifth is enough."""
    start, end = [table()] * 8, table((100, 100))
    assert [] == boxes(Watcher(squares), [*start, *[end] * 5])
    assert [[(100, 100)]] == boxes(Watcher(squares), [*start, *[end] * 6])


def test_camera_noise_is_not_motion() -> None:
    """A noisy picture of a still table does not keep the watcher from seeing that it is still."""
    rng = np.random.default_rng(1)
    noisy = [np.clip(table((80, 80)) + rng.normal(0, 4, (240, 320, 3)), 0, 255).astype(np.uint8) for _ in range(20)]
    assert [[(80, 80)]] == boxes(Watcher(squares), [table()] * 8 + noisy)


def test_a_hand_that_passes_is_no_throw() -> None:
    """Something that comes and goes leaves nothing to report."""
    hand = [table((50, 50), (100, 20 * step)) for step in range(6)]
    assert [] == boxes(Watcher(squares), [table((50, 50))] * 8 + hand + [table((50, 50))] * 10)
