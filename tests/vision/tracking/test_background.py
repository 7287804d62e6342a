"""What differs and what is still: the small stream, on drawn frames."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from support.watch import table

from vision.tracking.background import FOREVER, BackgroundModel, Blob, Calm
from vision.types import Box

RED = ("red", 7, (300, 200))


def after(background: BackgroundModel, frames: list[NDArray[np.uint8]]) -> tuple[Blob, ...]:
    """The changes that the last of the frames shows."""
    blobs: tuple[Blob, ...] = ()
    for frame in frames:
        blobs = background.update(frame)
    return blobs


def test_still_table_has_no_changes() -> None:
    """Nothing is told of an empty table."""
    assert () == after(BackgroundModel(), [table()] * 5)


def test_a_change_counts_the_frames_it_has_lain_still() -> None:
    """A blob knows how long nothing has moved in it, and where it is."""
    background = BackgroundModel()
    (blob,) = after(background, [*[table()] * 5, *[table(RED)] * 4])
    assert 3 == blob.frames_still
    assert 2 > abs(blob.box[0] + blob.box[2] / 2 - 150)


def test_what_is_absorbed_is_no_change_any_more() -> None:
    """Accounted for, a thing belongs to the table."""
    background = BackgroundModel()
    (blob,) = after(background, [*[table()] * 5, *[table(RED)] * 4])
    background.absorb(blob)
    assert () == after(background, [table(RED)] * 3)


def test_snoozed_blob_is_not_due_until_it_moves() -> None:
    """At rest it is never due again; moved, it is due at once."""
    background = BackgroundModel()
    (blob,) = after(background, [*[table()] * 5, *[table(RED)] * 4])
    background.snooze(blob)
    assert [FOREVER] == [blob.due for blob in after(background, [table(RED)] * 20)]
    assert [0] == [blob.due for blob in after(background, [table(("red", 7, (310, 200)))] * 3)]


def test_a_hand_leaves_its_mark_where_it_was() -> None:
    """A blob knows how many frames ago a hand was over it."""
    background = BackgroundModel()
    after(background, [table()] * 5)
    for blob in background.update(table(hand=(250, 150, 100, 100))):
        background.mark_hand(blob)
    (blob,) = after(background, [table(RED)] * 3)
    assert 3 == blob.frames_uncovered


def test_another_light_on_the_same_print_is_light() -> None:
    """A patch of sun keeps what is drawn under it; a hand does not."""
    sunny, hidden = table(), table(hand=(200, 100, 220, 160))
    sunny[100:260, 200:420] = cv2.convertScaleAbs(sunny[100:260, 200:420], alpha=1.35)
    for frame, light in ((sunny, True), (hidden, False)):
        background = BackgroundModel()
        (blob,) = after(background, [*[table()] * 5, *[frame] * 5])
        assert light == (background.matching_print(blob) is not None)


@pytest.mark.parametrize(("left", "light"), [(180, 0.6), (310, 0.6), (288, 1.35)])
def test_thing_in_a_patch_of_light_stays_a_change(left: int, light: float) -> None:
    """A player leans over to see what a die shows: the shadow is accounted for, and the die in or half in it is not."""
    shaded, background = table(RED), BackgroundModel()
    shaded[100:300, left:440] = cv2.convertScaleAbs(shaded[100:300, left:440], alpha=light)
    (blob,) = after(background, [*[table()] * 5, *[shaded] * 5])
    known_print = background.matching_print(blob)
    assert known_print is not None
    absorbed = background.absorb_lighting(blob, known_print)
    still = [each.box for each in after(background, [shaded] * 3) if each.area > background.calm.speck]
    for boxes in (absorbed, still):
        assert [True] == [True for x, y, width, height in boxes if x <= 150 <= x + width and y <= 100 <= y + height]


def test_row_of_dice_with_a_shadow_stays_a_change() -> None:
    """Three that hang together in the small picture are longer than light is told from things over."""
    shaded, background = table(*(("red", 7, (300 + 16 * at, 200)) for at in range(3))), BackgroundModel()
    shaded[100:300, 180:440] = cv2.convertScaleAbs(shaded[100:300, 180:440], alpha=0.6)
    (blob,) = after(background, [*[table()] * 5, *[shaded] * 5])
    known_print = background.matching_print(blob)
    assert known_print is not None
    assert any(x <= 150 and 166 <= x + width for x, _, width, _ in background.absorb_lighting(blob, known_print))


@pytest.mark.parametrize(("left", "top"), [(300, 0), (200, 100)])
def test_a_narrow_shadow_is_no_thing_however_long_it_is(left: int, top: int) -> None:
    """An arm's seems to be in no other light than the cloth on either side; it was said to be in the way."""
    shaded, background, there = table(), BackgroundModel(), np.s_[top : top + 200, left : left + 18]
    shaded[there] = cv2.convertScaleAbs(shaded[there], alpha=0.6)
    (blob,) = after(background, [*[table()] * 5, *[shaded] * 5])
    known_print = background.matching_print(blob)
    assert known_print is not None
    assert [] == background.absorb_lighting(blob, known_print)
    assert () == after(background, [shaded])


def test_print_that_was_covered_for_long_is_known_again() -> None:
    """What an arm covered for so long that it was taken for the table is the first print once more, and no hand."""
    resting, background = table(hand=(200, 100, 220, 160)), BackgroundModel()
    (blob,) = after(background, [*[table()] * 5, *[resting] * 5])
    background.absorb(blob)
    (blob,) = after(background, [table()] * 5)
    assert background.matching_print(blob) is not None


def test_first_print_is_warped_after_a_bump() -> None:
    """What is covered for long from then on is known again all the same."""
    moved, resting, background = np.roll(table(), 24, axis=1), np.roll(table(), 24, axis=1), BackgroundModel()
    resting[100:260, 200:420] = table(hand=(200, 100, 220, 160))[100:260, 200:420]
    after(background, [*[table()] * 5, *[moved] * 5])
    background.absorb()
    (blob,) = after(background, [resting] * 5)
    background.absorb(blob)
    (blob,) = after(background, [moved] * 5)
    assert background.matching_print(blob) is not None


def test_hand_absorbed_at_first_is_no_print() -> None:
    """What the table looks like beneath it is told: it is something else, not the first print in another light."""
    background, reached = BackgroundModel(), table(hand=(250, 150, 100, 100))
    after(background, [*[table()] * 5, *[reached] * 5])
    background.absorb()
    assert () == after(background, [reached])
    background.expect_table(table(), [Box(220, 130, 160, 140)])
    (blob,) = after(background, [reached] * 5)
    assert background.matching_print(blob) is None
    assert () == after(background, [table()] * 5)


def test_dice_that_lie_close_are_no_bulk() -> None:
    """Blurred at the width at which is watched they hang together, and yet each is a small thing; a hand is not."""
    close = [("red", 7, (300 + 21 * (at % 3), 200 + 21 * (at // 3))) for at in range(9)]
    (dice,) = after(BackgroundModel(), [*[table()] * 5, *[table(*close)] * 5])
    (hand,) = after(BackgroundModel(), [*[table()] * 5, *[table(hand=(274, 174, 60, 60))] * 5])
    assert (True, True) == (dice.core < dice.area / 2, hand.core > 0.7 * hand.area)


def test_plain_cloth_in_another_light_keeps_its_hue() -> None:
    """Where nothing is printed, a shadow keeps the cloth's hue and a hand does not."""
    plain = np.full((360, 640, 3), (70, 125, 75), np.uint8)
    shaded, covered = plain.copy(), plain.copy()
    shaded[100:260, 200:420] = (45, 82, 49)
    covered[100:260, 200:420] = (140, 170, 215)
    for frame, light in ((shaded, True), (covered, False)):
        background = BackgroundModel()
        (blob,) = after(background, [*[plain] * 5, *[frame] * 5])
        assert light == (background.matching_print(blob) is not None)


def test_threshold_of_a_change_can_be_set() -> None:
    """A less sensitive background ignores a faint change."""
    faint = cv2.convertScaleAbs(table(), alpha=1.0)
    faint[150:200, 300:350] = cv2.add(faint[150:200, 300:350], (25, 25, 25, 0))
    assert 1 == len(after(BackgroundModel(), [*[table()] * 5, *[faint] * 3]))
    assert () == after(BackgroundModel(Calm(changed=40)), [*[table()] * 5, *[faint] * 3])
