"""Several looks at what is hard to read: told as soon as they are sure together, else asked about once.

The scenes are drawn tables; what the reader says of the red die, look after look, is written beside each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from support.watch import START, read, reports, rolling, table

from vision.geometry.tilt import TiltField
from vision.readings import ChipReading, DieReading, Evidence, Reading
from vision.recognition.parameters import THRESHOLD
from vision.tracking.events import Report, Thrown, Waiting
from vision.tracking.multi_frame import MAX_READS, MultiFrameReads
from vision.tracking.tracker import MAX_HELD_UP_FRAMES, ThrowTracker
from vision.types import Box

RED, WHITE = ("red", 7, (300, 200)), ("white", 4, (480, 120))
BEGIN, THROW, REST = [table(WHITE)] * START, rolling(RED, WHITE), [table(RED, WHITE)] * 12
SURE = 0.995
Word = tuple[int, float] | None
"""Of one look: the likeliest value and its share; None if the die is not seen."""


def reading_of(reading: DieReading, word: tuple[int, float], *, agreed: bool = True) -> DieReading:
    """The reading of a look with that likeliest value and share."""
    value, share = word
    odds = tuple(share if each == value else (1 - share) / 9 for each in range(1, 11))
    sure = agreed and share >= THRESHOLD
    likely = () if sure else tuple(sorted(enumerate(odds, 1), key=lambda pair: -pair[1])[:3])
    return replace(
        reading, value=value if sure else None, confidence=share, alternatives=likely, evidence=Evidence(odds, agreed)
    )


class ScriptedReader:
    """A reader that says one word after another of the red die, the last for ever, and reads all else."""

    def __init__(self, *words: Word) -> None:
        self._words, self.looks = words, 0

    def __call__(self, frame: np.ndarray, /, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        """Everything in the frame."""
        readings = read(frame, tilt_field=tilt_field)
        red = [each for each in readings if isinstance(each, DieReading) and each.color == "red"]
        word = self._words[min(self.looks, len(self._words) - 1)]
        self.looks += bool(red)
        reported = [reading_of(each, word) for each in red if word is not None]
        return (*reported, *(each for each in readings if each not in red))


def watched(frames: Sequence[np.ndarray], *words: Word) -> tuple[list[Report], int]:
    """What is told of the frames by a reader that says these words, and how often it looked at the red die."""
    reader = ScriptedReader(*words)
    return reports([*BEGIN, *frames], ThrowTracker(reader)), reader.looks


def only(found: list[Report]) -> DieReading:
    """The reading of the one throw that was told, and nothing else."""
    (report,) = found
    assert isinstance(report, Thrown)
    assert isinstance(report.reading, DieReading)
    return report.reading


def test_sure_frame_is_enough() -> None:
    """One sure frame, one report."""
    found, looks = watched([*THROW, *REST], (7, SURE))
    assert (7, 1) == (only(found).value, looks)


def test_doubt_is_resolved_by_further_frames() -> None:
    """Two noisy looks and a clear one make the value, told once, with the third look."""
    found, looks = watched([*THROW, *REST], (7, 0.9), (7, 0.9), (7, 0.9999))
    assert (7, 3) == (only(found).value, looks)


def test_every_look_is_of_another_frame() -> None:
    """There is one look a frame: a doubt never makes the tracker wait for the reader."""
    reader = ScriptedReader((7, 0.6))
    tracker, counts = ThrowTracker(reader), []
    for frame in [*BEGIN, *THROW, *REST]:
        before = reader.looks
        tracker.update(frame)
        counts.append(reader.looks - before)
    assert (1, MAX_READS) == (max(counts), sum(counts))


def test_a_doubt_that_stays_is_asked_about_once() -> None:
    """After five unsure looks it is told as unsure, with what is likely by all of them."""
    found, looks = watched([*THROW, *REST], (7, 0.6), (3, 0.7), (3, 0.7), (3, 0.7), (7, 0.6))
    reading = only(found)
    assert (None, [3, 7], MAX_READS) == (reading.value, [value for value, _ in reading.alternatives[:2]], looks)


def test_frames_of_different_values_make_a_question() -> None:
    """One die cannot show two faces: whoever is wrong, it is asked about."""
    found, _ = watched([*THROW, *REST], (7, 0.5), (3, SURE), (7, SURE), (7, SURE), (7, SURE))
    assert only(found).value is None


def test_looks_from_before_it_rolled_on_do_not_count() -> None:
    """A die that goes on rolling after two looks is told by how it lies then."""
    on = rolling(("red", 7, (400, 200)), WHITE)
    rest = [table(("red", 7, (400, 200)), WHITE)] * 12
    found, _ = watched([*THROW, *REST[:6], *on, *rest], (3, 0.85), (3, 0.85), (7, SURE))
    assert 7 == only(found).value


def test_looks_from_before_it_was_turned_in_place_do_not_count() -> None:
    """Where a die stops and tips over once more, what it showed before is forgotten."""
    tipped = [table(("red", 1, (302, 201)), WHITE)] * 12
    found, _ = watched([*THROW, *REST[:6], *tipped], (3, 0.85), (3, 0.85), (7, SURE))
    assert 7 == only(found).value


def test_looks_from_before_a_hand_came_do_not_count() -> None:
    """Under a hand a die may have been turned: it is asked about, by what it shows afterwards alone."""
    hand = [table(RED, WHITE, hand=(0, 170, 90 * step, 70)) for step in (2, 3, 4, 4, 3, 2)]
    found, _ = watched([*THROW, *REST[:6], *hand, *REST], (3, 0.85), (3, 0.85), (7, 0.8))
    assert (7, 0.8) == only(found).alternatives[0]


def test_trembling_die_is_read_after_as_many_frames() -> None:
    """What never lies still for five looks in a row is not kept back for ever."""
    places = [table(("red", 7, (300 + 3 * (index // 6 % 2), 200)), WHITE) for index in range(36)]
    found, _ = watched([*THROW, *places], (7, 0.6))
    assert only(found).value is None


@pytest.mark.untraced
def test_fidgeting_elsewhere_delays_no_doubt_further() -> None:
    """Once the tracker has lost its patience with a fidgeting thing it looks frame after frame."""
    still = [
        table(WHITE, RED, ("blue", index % 9, (560 + 12 * (index % 2), 300)))
        for index in range(MAX_HELD_UP_FRAMES + 20)
    ]
    found, looks = watched([*THROW, *still], (7, 0.6))
    assert (None, MAX_READS) == (only(found).value, looks)


def test_a_sure_die_does_not_wait_for_a_doubtful_one() -> None:
    """Thrown together, the sure one is told first, and each of them once."""
    blue = ("blue", 2, (320, 290))
    both = [*[table(RED, blue, WHITE)] * 12]
    found, _ = watched([*rolling(RED, WHITE, together=[blue]), *both], (7, 0.85), (7, 0.995))
    assert [("blue", 2), ("red", 7)] == [(each.reading.color, each.reading.value) for each in found]  # type: ignore[union-attr]


def test_doubtful_die_by_one_to_move_is_asked_at_once() -> None:
    """The players are told once what to move, and not again with every look."""
    close = ("blue", 2, (WHITE[2][0] - 14, WHITE[2][1]))
    both = [*[table(RED, close, WHITE)] * 12]
    found, looks = watched([*rolling(RED, close, WHITE), *both], (7, 0.6))
    assert (1, {Thrown, Waiting}, 2) == (looks, {type(report) for report in found}, len(found))


def test_where_a_doubtful_die_lay_before_nothing_is_left() -> None:
    """A known die that rolls away and is doubtful leaves its place free for another."""
    away = ("red", 7, (300, 300))
    there = [table(RED, WHITE)] * START
    blue = ("blue", 2, (RED[2][0] + 10, RED[2][1]))
    frames = [*there, *rolling(away, WHITE), *[table(away, WHITE)] * 12]
    frames += [*rolling(blue, away, WHITE), *[table(blue, away, WHITE)] * 12]
    found = reports(frames, ThrowTracker(ScriptedReader((7, SURE), (7, 0.85), (7, 0.995))))
    assert [("red", 7), ("blue", 2)] == [(each.reading.color, each.reading.value) for each in found]  # type: ignore[union-attr]


def test_bumped_die_is_no_event_despite_a_wrong_frame() -> None:
    """What a die shows is what the looks say together, also when it is compared with what it showed before."""
    pushed = [table(WHITE, ("red", 7, (314, 206)))] * 12
    frames = [*[table(WHITE, RED)] * START, *pushed]
    assert [] == reports(frames, ThrowTracker(ScriptedReader((7, SURE), (3, 0.4), (7, SURE), (7, 0.995))))


def test_die_missed_once_is_asked_about() -> None:
    """Seen in three looks of five it is there."""
    found, looks = watched([*THROW, *REST], (7, 0.6), None, (7, 0.6), None, (7, 0.6))
    assert (None, MAX_READS) == (only(found).value, looks)


def test_die_in_one_frame_of_five_is_none() -> None:
    """Seen in one look of five, it was a flicker."""
    assert ([], MAX_READS) == watched([*THROW, *REST], (7, 0.6), None)


# --- what is put together, without a table

BOX = Box(100, 100, 30, 30)
DIE = DieReading("d10", "red", None, 0.0, (), BOX)
CHIP = ChipReading("hit", 0.99, (), BOX)


def lies(_: tuple[int, ...]) -> int:
    """Nothing has moved for long."""
    return 100


def looked(*frames: Sequence[Reading]) -> tuple[Reading, ...]:
    """What is said with the last of the frames, all of which show one thing at rest."""
    looks, reported = MultiFrameReads(), ()
    for number, frame in enumerate(frames):
        reported = looks.combine(frame, number, lies)
        looks.retain(reported)
    return reported


def test_the_name_is_what_most_looks_say() -> None:
    """A colour that the light changes in one frame renames no die."""
    orange = replace(DIE, color="orange", box=Box(99, 100, 30, 30))
    (reading,) = looked([reading_of(orange, (7, 0.8))], [reading_of(DIE, (7, 0.8))], [reading_of(DIE, (7, 0.995))])
    assert isinstance(reading, DieReading)
    assert "red" == reading.color


def test_die_once_else_chip_is_the_chip() -> None:
    """It is not taken for a chip on a die."""
    (reading,) = looked([reading_of(DIE, (7, 0.5))], [CHIP], [CHIP])
    assert isinstance(reading, ChipReading)
    assert CHIP.face == reading.face


@pytest.mark.parametrize("seed", range(40))
def test_reading_ends_in_time_with_the_majority(seed: int) -> None:
    """A value that is told was the likeliest in most looks and contradicted by none; the fifth look is the last."""
    rng = np.random.default_rng(seed)
    looks, seen = MultiFrameReads(), list[DieReading]()
    for number in range(MAX_READS):
        word = (int(rng.integers(1, 4)), float(rng.uniform(0.35, 0.999)))
        seen.append(reading_of(DIE, word, agreed=bool(rng.random() < 0.8)))
        (reading,) = looks.combine([seen[-1]], number, lies)
        assert isinstance(reading, DieReading)
        if reading.value is not None:
            assert {None, reading.value} >= {each.value for each in seen}
            assert 2 * sum(_names(each, reading.value) for each in seen) > len(seen)
            return
        assert (number == MAX_READS - 1) == looks.is_complete(reading)
        looks.retain([reading])


def _names(reading: DieReading, value: int) -> bool:
    return reading.evidence is not None and reading.evidence.agreed and reading.evidence.posterior[value - 1] > 0.34
