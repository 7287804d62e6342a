"""What counts as a throw, on a drawn table without markers: one stream, one picture for both uses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from weakref import WeakSet

import numpy as np
import pytest
from support.watch import DIE_PX, SIZE, START, noisy, read, reports, rolling, table

from vision.geometry.tilt import TiltField
from vision.readings import ChipReading, DieReading, Reading
from vision.tracking.background import FOREVER, PERMANENT_FRAMES, Calm
from vision.tracking.events import Lifted, Report, Thrown, Waiting
from vision.tracking.foreground import EmptyTable
from vision.tracking.multi_frame import MAX_READS
from vision.tracking.table_geometry import NO_BOARD, StillView, TableGeometry
from vision.tracking.table_model import MAX_PRINT_PROBABILITY
from vision.tracking.tracker import COVERED_FRAMES, MAX_HELD_UP_FRAMES, ThrowTracker
from vision.types import Box, Frame

pytestmark = pytest.mark.untraced  # the scenes track through the same code

RED, WHITE, BLUE = ("red", 7, (300, 200)), ("white", 4, (480, 120)), ("blue", 2, (320, 290))
BEGIN, REST = [table(WHITE)] * START, 12
"""How a scene begins, and frames enough to be read in."""


def reported(found: list[Report]) -> list[tuple[str, int | str | None]]:
    """Every throw as its colour (or ``chip``) and value."""
    readings = [report.reading for report in found if isinstance(report, Thrown)]
    return [(r.color, r.value) if isinstance(r, DieReading) else ("chip", r.face) for r in readings]


def reaching(*things: tuple[str, int, tuple[int, int]], holding: tuple[str, int, tuple[int, int]]) -> list:
    """A hand that comes in from the left over things, and goes leaving ``holding`` there too."""
    coming = [table(*things, hand=(0, 170, 80 * step, 70)) for step in range(1, 5)]
    return coming + [table(*things, holding, hand=(0, 170, 80 * step, 70)) for step in range(4, 0, -1)]


def test_die_gone_with_a_long_resting_arm_is_lifted() -> None:
    """What lay beneath it may have gone with it or lie there still, and only a look can tell."""
    for left, expected in (([WHITE], ["red"]), ([WHITE, RED], [])):
        arm = [table(WHITE, hand=(190, 130, 220, 160))] * (PERMANENT_FRAMES + REST)
        found = reports([*BEGIN, *rolling(RED, WHITE), *[table(RED, WHITE)] * REST, *arm, *[table(*left)] * REST])
        assert ([("red", 7)], expected) == (reported(found), lifted(found))


def test_dice_that_lay_there_before_are_no_throw() -> None:
    """What lies on the table when the watch begins is not reported."""
    assert [] == reports([table(RED, WHITE)] * 20)


def test_a_die_that_comes_to_rest_is_reported_once() -> None:
    """A throw is reported when it lies still, and not again."""
    found = reports([*BEGIN, *rolling(RED, WHITE), *[table(RED, WHITE)] * 30])
    assert [("red", 7)] == reported(found)
    assert 1 == len(found)


def test_two_dice_and_a_chip_are_read_together() -> None:
    """All that was thrown in one go is told in one go, once the last of it lies still."""
    chip = ("chip", 1, (150, 100))
    early = [table(WHITE, chip, BLUE)] * 6
    late = rolling(RED, WHITE, chip, BLUE)
    tracker = ThrowTracker(read)
    before = reports([*BEGIN, *rolling(BLUE, WHITE, together=[chip]), *early[:2], *late], tracker)
    assert [] == before
    after = reports([table(WHITE, RED, chip, BLUE)] * 6, tracker)
    assert {("red", 7), ("blue", 2), ("chip", "hit")} == set(reported(after))


def test_nothing_is_read_before_it_has_lain_still_long_enough() -> None:
    """Three frames without motion are too few, the fourth is enough."""
    thrown = [*BEGIN, *rolling(RED, WHITE)]
    assert [] == reports([*thrown, *[table(RED, WHITE)] * 4])
    assert [("red", 7)] == reported(reports([*thrown, *[table(RED, WHITE)] * 5]))


def test_patience_can_be_set() -> None:
    """A calmer tracker waits for more frames."""
    frames = [*[table(WHITE)] * 14, *rolling(RED, WHITE), *[table(RED, WHITE)] * 8]
    assert [] == reports(frames, ThrowTracker(read, calm=Calm(frames=9)))
    assert [("red", 7)] == reported(
        reports([*frames, *[table(RED, WHITE)] * 3], ThrowTracker(read, calm=Calm(frames=9)))
    )


def test_camera_noise_is_neither_motion_nor_change() -> None:
    """A noisy sensor neither keeps a throw from being read nor makes one up."""
    frames = [*[table()] * 30, *rolling(RED), *[table(RED)] * 30]
    assert [("red", 7)] == reported(reports(noisy(frames, sigma=3.0), ThrowTracker(anything)))


def anything(shown: np.ndarray, *, tilt_field: TiltField | None) -> tuple[DieReading, ...]:  # noqa: ARG001 - it reads no tilt
    """A reader that takes the middle of all that it is shown for a red 7."""
    height, width = shown.shape[:2]
    return (DieReading("d10", "red", 7, 0.99, (), Box(width // 2 - 6, height // 2 - 6, 13, 13)),)


def lifted(found: list[Report]) -> list[str]:
    """What is gone, in order."""
    return [report.name for report in found if isinstance(report, Lifted)]


def test_a_hand_that_passes_is_no_throw() -> None:
    """A hand over the table that changes nothing leaves nothing to report."""
    hand = [table(WHITE, RED, hand=(0, 170, 60 * step, 70)) for step in (1, 3, 5, 7, 5, 3, 1)]
    assert [] == reports([*[table(WHITE, RED)] * START, *hand, *[table(WHITE, RED)] * REST])


def test_a_die_that_is_lifted_is_gone_and_not_rolled() -> None:
    """A hand that takes a die away leads to one report, and that is no throw."""
    found = reports([*[table(WHITE, RED)] * START, *reaching(WHITE, holding=WHITE), *[table(WHITE)] * REST])
    assert ["red"] == lifted(found)


def test_lifted_die_has_its_reported_box() -> None:
    """The box shows which of several dice alike is gone."""
    tracker, pushed = ThrowTracker(read), ("red", 7, (RED[2][0] + 14, RED[2][1] + 8))
    (first,) = reports([*BEGIN, *rolling(RED, WHITE), *[table(RED, WHITE)] * REST], tracker)
    found = reports([*[table(pushed, WHITE)] * REST, *[table(WHITE)] * REST], tracker)
    assert isinstance(first, Thrown)
    assert [Lifted("red", None, first.reading.box)] == found


def test_the_same_value_thrown_again_counts_again() -> None:
    """Lifted and thrown to the same place with the same face up, a die has been thrown."""
    gone = [*[table(WHITE, RED)] * START, *[table(WHITE)] * REST]
    assert [("red", 7)] == reported(reports([*gone, *rolling(RED, WHITE), *[table(RED, WHITE)] * REST]))


def test_a_bump_that_does_not_turn_a_die_is_nothing() -> None:
    """A die pushed by its own width, with the same face up, has not been thrown."""
    pushed = ("red", 7, (308, 204))
    assert [] == reports([*[table(WHITE, RED)] * START, *[table(WHITE, pushed)] * REST])


def test_a_bump_that_turns_a_die_is_a_throw() -> None:
    """A die that shows another face has been rolled, however little it moved."""
    turned = ("red", 3, (308, 204))
    assert [("red", 3)] == reported(reports([*[table(WHITE, RED)] * START, *[table(WHITE, turned)] * REST]))


def test_a_die_that_leaves_a_hand_at_rest_is_asked_about() -> None:
    """A die that never moved by itself may have been set down: its value is only likely."""
    (found,) = reports([*BEGIN, *reaching(WHITE, holding=RED), *[table(WHITE, RED)] * REST])
    assert isinstance(found, Thrown)
    assert isinstance(found.reading, DieReading)
    assert found.placed
    assert (None, ((7, 0.99),)) == (found.reading.value, found.reading.alternatives)


def test_a_chip_laid_down_by_hand_is_asked_about_too() -> None:
    """The chip is tossed, not laid: what a hand laid is only likely."""
    (found,) = reports(
        [*BEGIN, *reaching(WHITE, holding=("chip", 2, (200, 200))), *[table(WHITE, ("chip", 2, (200, 200)))] * REST]
    )
    assert isinstance(found, Thrown)
    assert isinstance(found.reading, ChipReading)
    assert (None, (("out", 0.99),)) == (found.reading.face, found.reading.alternatives)


def test_dice_that_touch_wait_until_they_are_apart() -> None:
    """Nothing is scored of a die that touches another; the players are told once which two."""
    close = ("red", 7, (WHITE[2][0] - 14, WHITE[2][1]))
    rolled = [*BEGIN, *rolling(close, WHITE)]
    assert [Waiting("touching", ("red", "white"))] == reports([*rolled, *[table(WHITE, close)] * 30])
    assert [("red", 7)] == reported(
        reports([*rolled, *[table(WHITE, close)] * 30, *rolling(RED, WHITE), *[table(WHITE, RED)] * REST])
    )


def test_touching_dice_are_reported_once() -> None:
    """Nothing is reported or read again while nothing moves: not even when frames are no longer counted."""
    close = ("red", 7, (WHITE[2][0] - 14, WHITE[2][1]))
    found = reports([*BEGIN, *rolling(close, WHITE), *[table(WHITE, close)] * (FOREVER + 20)])
    assert [Waiting("touching", ("red", "white"))] == found


def test_dice_that_lie_close_are_no_hand() -> None:
    """Nine that hang together in the small picture are as long as a small hand, and not as bulky."""
    tracker = ThrowTracker(read, no_board=TableGeometry(hand_height_share=4.8 * DIE_PX / SIZE[1]))
    heap = [("red", 7, (300 + 21 * (at % 3), 200 + 21 * (at // 3))) for at in range(9)]
    assert [("red", 7)] * 9 == reported(
        reports([*BEGIN, *rolling(heap[0], WHITE, together=heap[1:]), *[table(WHITE, *heap)] * REST], tracker)
    )


def test_a_chip_on_a_die_waits() -> None:
    """A die under the chip is neither lifted nor read, and the chip is no toss."""
    chip = ("chip", 1, WHITE[2])
    assert [Waiting("chip on a die", ("chip", "white"))] == reports(
        [*BEGIN, *rolling(chip, WHITE), *[table(WHITE, chip)] * REST]
    )


def test_a_hand_that_stays_is_mentioned_once() -> None:
    """While something covers the table nothing is read there, and the players are told, once."""
    covered = [table(WHITE, RED, hand=(0, 100, 400, 180))] * (COVERED_FRAMES + 20)
    assert [Waiting("covered")] == reports([*BEGIN, *covered])


def test_a_book_that_stays_becomes_part_of_the_table() -> None:
    """Something large laid down for good does not stop the game for good."""
    book = (0, 0, 250, 300)
    frames = [*[table(WHITE)] * START, *[table(WHITE, hand=book)] * (PERMANENT_FRAMES + 20)]
    die = ("red", 7, (120, 150))
    after = [upon(table(WHITE, hand=book), frame) for frame in [*rolling(die, WHITE), *[table(WHITE, die)] * REST]]
    tracker = ThrowTracker(read)
    assert [Waiting("covered")] == reports(frames, tracker)
    assert [("red", 7)] == reported(reports(after, tracker))


def test_die_resting_by_a_book_is_no_table() -> None:
    """Just then the book becomes one, with the cloth around it."""
    book, die = (0, 0, 250, 300), ("red", 7, (270, 150))
    coming = [upon(table(WHITE, hand=book), frame) for frame in rolling(die, WHITE, step=-14)]
    laid = [table(WHITE, hand=book)] * (PERMANENT_FRAMES - 3)
    found = reports([*BEGIN, *laid, *coming, *[table(WHITE, die, hand=book)] * REST])
    assert ([Waiting("covered")], [("red", 7)]) == (found[:1], reported(found))


def upon(lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """The lower picture with what is on the table of the upper one, but for the white die, on it."""
    return np.where((upper != table(WHITE)).any(axis=2, keepdims=True), upper, lower)


def test_a_light_switched_off_is_no_throw() -> None:
    """A darker room changes every pixel and nothing else."""
    assert [] == reports([*BEGIN, *[table(WHITE, light=0.7)] * 30])


def test_bands_of_a_flickering_lamp_are_no_motion() -> None:
    """Bands that run down the picture neither hide a throw nor look like one."""
    rows = np.arange(360)[:, None, None]

    def flickering(index: int) -> np.ndarray:
        bands = 1 + 0.08 * np.sin(rows / 40 + 1.3 * index)
        return np.clip(table(WHITE) * bands, 0, 255).astype(np.uint8)

    assert [] == reports([flickering(index) for index in range(60)])


@pytest.mark.parametrize(
    ("likely", "share", "asked"),
    [
        ((6, 9, 8), 0.4, [("red", None)]),
        ((6, 7, 8), 0.4, [("red", 9)]),
        ((6, 9, 8), MAX_PRINT_PROBABILITY, [("red", 9)]),
    ],
)
def test_unread_die_is_asked_about_when_pushed(
    likely: tuple[int, ...], share: float, asked: list[tuple[str, int | None]]
) -> None:
    """It may have lain there before the watch began; one that cannot be it, or lies on mere print, was thrown."""
    looks = iter([True])

    def see(frame: Frame, /, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        readings = read(frame, tilt_field=tilt_field)
        if next(looks, False):
            shares = tuple((value, share) for value in likely)
            return tuple(replace(each, value=None, alternatives=shares, confidence=share) for each in readings)  # type: ignore[call-arg] # dice
        return readings

    pushed = ("red", 9, (212, 152))
    rolls = rolling(pushed)
    frames = [*[table(("red", 9, (200, 150)))] * START, *rolls, *[table(pushed)] * REST]
    assert asked == reported(reports(noisy(frames), ThrowTracker(see)))


def test_new_picture_size_begins_again() -> None:
    """As from a folder of photographs that lie and stand: no trace of the old size is left."""
    tracker = ThrowTracker(read)
    reports([*BEGIN, *rolling(RED, WHITE), *[table(RED, WHITE)] * REST], tracker)
    small = [frame[:300] for frame in [*[table(WHITE)] * 20, *rolling(RED, WHITE), *[table(RED, WHITE)] * REST]]
    assert [("red", 7)] == reported(reports(small, tracker))


def test_what_goes_on_moving_does_not_hold_up_the_game() -> None:
    """A fidgeting thing in a corner delays a reading, and no more than that."""
    still = [
        table(WHITE, RED, ("blue", index % 9, (560 + 12 * (index % 2), 300)))
        for index in range(MAX_HELD_UP_FRAMES + 20)
    ]
    assert [("red", 7)] == reported(reports([*BEGIN, *rolling(RED, WHITE), *still]))


def test_an_undone_die_is_not_read_again_until_it_is_lifted() -> None:
    """After UNDO a die that is pushed or turned over is left alone; lifted and thrown, it counts again."""
    tracker = ThrowTracker(read)
    reports([*BEGIN, *rolling(RED, WHITE), *[table(RED, WHITE)] * REST], tracker)
    tracker.ignore_until_lifted()
    turned = ("red", 3, (308, 204))
    assert [] == reports([table(WHITE, turned)] * REST, tracker)
    assert ["red"] == lifted(reports([table(WHITE)] * REST, tracker))
    assert [("red", 7)] == reported(reports([*rolling(RED, WHITE), *[table(RED, WHITE)] * REST], tracker))


def test_stills_are_taken_only_to_read() -> None:
    """The large stream is not asked for while nothing rests that has not been read."""
    taken = []

    def still(frame: np.ndarray) -> np.ndarray:
        taken.append(frame)
        return frame

    tracker = ThrowTracker(read)
    for frame in [*BEGIN, *rolling(RED, WHITE), *[table(RED, WHITE)] * 30]:
        tracker.update(frame, lambda frame=frame: still(frame))
    assert 2 == len(taken)


def test_camera_of_another_size_begins_again() -> None:
    """When the pictures change their shape, what lies there is learnt again and not thrown."""
    tracker = ThrowTracker(read)
    reports(BEGIN, tracker)
    assert [] == reports([table(RED, WHITE)[:300]] * 20, tracker)


def test_of_a_knocked_camera_one_bare_table_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is two large pictures, 18 MB: what was bare before is given back before the table is taken anew."""
    alive: WeakSet[EmptyTable] = WeakSet()
    kept: list[int] = []

    class Counted(EmptyTable):
        def __init__(self, still: Frame, dice: Iterable[Box] = ()) -> None:
            super().__init__(still, dice)
            if still.size:
                alive.add(self)
                kept.append(len(alive))

    monkeypatch.setattr("vision.tracking.table_model.EmptyTable", Counted)
    tracker = ThrowTracker(read)
    reports(BEGIN, tracker)
    tracker._table.absorb(StillView(table(RED), NO_BOARD))
    assert [1, 1] == kept


BESIDE = ("chip", 2, (RED[2][0] + 15, RED[2][1] + 10))
"""So near the red die that a look at it is a look at both."""


class Blinking:
    """A reader that knows the red die, then misses it in some frames, and sees it again."""

    def __init__(self, misses: int) -> None:
        self._misses, self.looks = misses, 0

    def __call__(self, frame: Frame, /, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        """Everything in the frame but what is missed."""
        readings = read(frame, tilt_field=tilt_field)
        red = [each for each in readings if isinstance(each, DieReading) and each.color == "red"]
        self.looks += bool(red)
        missed = 1 < self.looks <= 1 + self._misses
        return tuple(each for each in readings if not (missed and each in red))


def rolled_beside(reader: Blinking) -> list[Report]:
    """What is told when the chip comes to rest beside the red die."""
    rolls = [*rolling(BESIDE, WHITE, RED), *[table(WHITE, RED, BESIDE)] * REST]
    return reports([*[table(WHITE, RED)] * START, *rolls], ThrowTracker(reader))


@pytest.mark.parametrize("misses", range(MAX_READS))
def test_a_die_that_some_looks_miss_lies_where_it_lay(misses: int) -> None:
    """While something still lies there it is looked for again: neither lifted nor, when it is seen again, thrown."""
    reader = Blinking(misses)
    found = rolled_beside(reader)
    assert ([("chip", "out")], 1) == (reported(found), len(found))
    assert 1 + misses + 1 == reader.looks


def test_a_die_that_look_after_look_misses_is_gone() -> None:
    """Something else may lie there now: it is not looked for without end."""
    reader = Blinking(99)
    found = rolled_beside(reader)
    assert ([("chip", "out")], ["red"]) == (reported(found), lifted(found))
    assert 1 + MAX_READS == reader.looks


def test_die_thrown_where_another_lay_is_reported_at_once() -> None:
    """What lies there now is known, so nobody looks for what lay there, nor takes the two for touching."""
    here = ("blue", 2, RED[2])
    known = [table(WHITE, RED)] * START
    assert [("blue", 2)] == reported(reports([*known, *rolling(here, WHITE), *[table(WHITE, here)] * 5]))


def test_a_die_that_is_gone_is_not_looked_for() -> None:
    """Where the table is bare again one look is enough, as soon as it is still."""
    tracker = ThrowTracker(read)
    reports([*BEGIN, *rolling(RED, WHITE), *[table(WHITE, RED)] * REST, *[table(WHITE)] * 4], tracker)
    assert ["red"] == lifted(reports([table(WHITE)], tracker))


def near_sighted() -> ThrowTracker:
    """Around a change as little is shown as over a printed board: three quarters of a die."""
    return ThrowTracker(read, no_board=TableGeometry(margin_height_share=0.75 * DIE_PX / SIZE[1]))


@pytest.mark.parametrize("across", [16, 20, 24, *(pytest.param(across, marks=pytest.mark.slow) for across in (18, 22))])
def test_a_die_at_the_edge_of_what_is_looked_at_is_seen_whole(across: int) -> None:
    """However near a throw comes to rest, what lay there lies there: half of it would look like nothing."""
    for down in range(8, 26, 2):
        near = ("chip", 2, (RED[2][0] + across, RED[2][1] + down))
        begin = [table(WHITE, RED)] * START
        found = reports([*begin, *rolling(near, WHITE, RED), *[table(WHITE, RED, near)] * REST], near_sighted())
        assert ([("chip", "out")], 1) == (reported(found), len(found)), down


@pytest.mark.parametrize("misses", range(MAX_READS))
def test_missed_touching_die_is_not_sought(misses: int) -> None:
    """The players have to part the two anyway, and are told so once."""
    close = ("blue", 2, (RED[2][0] - 14, RED[2][1]))
    rolls = [*rolling(close, WHITE, RED), *[table(WHITE, RED, close)] * REST]
    found = reports([*[table(WHITE, RED)] * START, *rolls], ThrowTracker(Blinking(misses)))
    assert [Waiting("touching", ("blue", "red"))] == found


def test_die_beside_a_lifted_one_is_seen_whole() -> None:
    """What is bare again is learnt for bare, but not the half of a die that lies beside it."""
    chip = ("chip", 2, (RED[2][0] - 15, RED[2][1] - 10))
    for across in range(16, 46, 3):
        gone = ("blue", 2, (RED[2][0] + across, RED[2][1]))
        taken = [*[table(WHITE, RED, gone)] * START, *[table(WHITE, RED)] * REST]
        found = reports([*taken, *rolling(chip, WHITE, RED), *[table(WHITE, RED, chip)] * REST], near_sighted())
        assert (["blue"], [("chip", "out")]) == (lifted(found), reported(found)), across
        assert 2 == len(found), across


def test_after_a_dark_moment_throws_are_seen_again() -> None:
    """After a wiped lens or a tried switch every later throw would be lost without a word."""
    dark, rest = [table(WHITE, light=0.03)] * START, [table(WHITE, RED)] * REST
    assert [("red", 7)] == reported(reports(noisy([*BEGIN, *dark, *BEGIN, *rolling(RED, WHITE), *rest])))
