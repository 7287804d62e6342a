"""The watcher over the simulated stadium: what each thing that can happen on a table comes to.

Each scene is a few lines of script, the same dice and the same light for all; what must be told is written beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
import pytest

from firmware.simulated.world.stadium import Stadium
from firmware.wiring import seeing
from vision import Eyes
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM
from vision.readings import DieReading, Reading
from vision.tracking.events import (
    Blurred,
    CameraMoved,
    Cocked,
    Lifted,
    MarkersFound,
    MarkersLost,
    OutOfTray,
    Report,
    Thrown,
    Waiting,
)
from vision.tracking.region_reader import See
from vision.tracking.tracker import Watcher
from vision.types import Frame

Script = Callable[[Stadium], float]
"""Plays a scene and returns when, in seconds, its last thing is over."""
BEGIN_S, END_S = 0.5, 0.5
"""When the watching begins, and for how long it goes on after the end."""
A_SECOND = 30


def play(script: Script, see: See, *, seed: int = 5, a_second: float = A_SECOND) -> list[str]:
    """Everything told over a scene, after the bearings were first taken, in words."""
    stadium = Stadium(seed=seed)
    end = script(stadium) + END_S
    watcher = Watcher(see, Board(stadium.field))
    told = [words(report) for t in moments(end, a_second) for report in watcher.see(stadium.watch(t), at(stadium, t))]
    assert "bearings found" == told[0]
    return told[1:]


def moments(end: float, a_second: float) -> Iterator[float]:
    """The times of the frames."""
    return (BEGIN_S + frame / a_second for frame in range(round((end - BEGIN_S) * a_second)))


def at(stadium: Stadium, t: float) -> Callable[[], object]:
    """The large stream at ``t``."""
    return lambda: stadium.still(t)


def words(report: Report) -> str:
    """A report as one would say it."""
    match report:
        case Thrown():
            name, value = _read(report.reading)
            return f"{name} set down?" if report.placed else f"{name} {value}"
        case Lifted() | OutOfTray() | Cocked():
            return f"{report.name} {type(report).__name__}"
        case Waiting():
            return report.why
    return CAMERA[type(report)]


CAMERA: dict[type, str] = {
    Blurred: "blurred",
    CameraMoved: "camera moved",
    MarkersFound: "bearings found",
    MarkersLost: "bearings lost",
}


def _read(reading: Reading) -> tuple[str, int | str | None]:
    return (reading.color, reading.value) if isinstance(reading, DieReading) else ("chip", reading.face)


@dataclass(frozen=True)
class Scene:
    """A script and what must be told of it."""

    name: str
    script: Script
    told: list[str]


def then(*steps: Callable[[Stadium, float], float], pause: float = 0.4) -> Script:
    """Steps one after the other, with a pause between."""

    def script(stadium: Stadium) -> float:
        t = 1.0 - pause
        for step in steps:
            t = step(stadium, t + pause)
        return t

    return script


def together(*steps: Callable[[Stadium, float], float]) -> Script:
    """Steps that begin at once."""
    return lambda stadium: max(step(stadium, 1.0) for step in steps)


def red_seven(stadium: Stadium, t: float) -> float:
    """The throw of most scenes."""
    return stadium.throw(t, "red", 7)


def white_four(stadium: Stadium, t: float) -> float:
    """The other die."""
    return stadium.throw(t, "white", 4)


def shaken(throw: Callable[[Stadium, float], float], stadium: Stadium, t: float) -> float:
    """A throw so hard that the camera has moved by the time it lies still."""
    end = throw(stadium, t)
    stadium.knock_camera(end - 0.2, 25, 12, 0.6)
    return end + 0.3


def thrown_anew(stadium: Stadium) -> float:
    """Nobody sees the die being lifted; where it lay is free again for the throw after."""
    there, elsewhere = (-60.0, 60.0), (60.0, -40.0)
    t = stadium.throw(1.0, "red", 7, near=there) + 0.5
    stadium.knock_camera(t + 0.33, 25, 12, 0.6)
    t = stadium.throw(t + 0.2, "red", 3, near=elsewhere)
    return stadium.throw(stadium.lift(t + 2.5, "red") + 0.6, "red", 7, near=there)


def knocked_by_an_arm(stadium: Stadium) -> float:
    """A hand sets a die down while the camera is knocked, and hangs over the table when that stands again."""
    end = stadium.throw(1.0, "red", 7, near=(-60.0, 60.0))
    end = stadium.set_down(end + 0.3, "blue", 3, (60.0, -60.0))
    stadium.knock_camera(end - 1.45, 25, 12, 0.6)
    return end + 4.0


def leant_over(stadium: Stadium) -> float:
    """Somebody wants to see what the die shows, and their shadow lies still as soon as it does."""
    end = stadium.throw(1.0, "red", 7, near=(-60.0, 60.0))
    stadium.sun_patch(end, gain=0.6, seconds=2.0)
    return end + 2.5


def lit_beside(stadium: Stadium) -> float:
    """A shadow falls beside the die while that rolls to rest, and all but touches it."""
    end = stadium.throw(1.0, "red", 7, near=(-80.0, 30.0))
    x, y, _ = (float(each) for each in stadium.where("red", end).place)  # type: ignore[union-attr] # it lies there
    stadium.sun_patch(end - 0.4, (x + 84, y - 10), gain=0.6, seconds=3.0)
    return end + 2.0


THEN_RED = ["white 4", "camera moved", "red set down?"]
"""What came to rest in all that shaking is asked about."""
SCENES = [
    Scene("a throw", then(red_seven), ["red 7"]),
    Scene("two dice at once", lambda s: s.throw(s.throw(1.0, "red", 7) - 0.4, "blue", 2), ["red 7", "blue 2"]),
    Scene("a toss that says OUT", then(lambda s, t: s.toss(t, "out")), ["chip out"]),
    Scene("a toss that says HIT", then(lambda s, t: s.toss(t, "hit")), ["chip hit"]),
    Scene("a die is lifted", then(red_seven, lambda s, t: s.lift(t, "red")), ["red 7", "red Lifted"]),
    Scene(
        "the same value twice",
        then(red_seven, lambda s, t: s.lift(t, "red"), red_seven),
        ["red 7", "red Lifted", "red 7"],
    ),
    Scene("a bump", then(red_seven, lambda s, t: s.bump(t, "red")), ["red 7"]),
    Scene("a die is parked", then(lambda s, t: s.park(t, "white")), []),
    Scene(
        "a parked die is thrown",
        then(lambda s, t: s.park(t, "white"), lambda s, t: s.lift(t, "white"), white_four),
        ["white Lifted", "white 4"],
    ),
    Scene("a die is set down slowly", then(lambda s, t: s.set_down(t, "red", 10)), ["red set down?"]),
    Scene("a cocked die", then(lambda s, t: s.cocked(t, "red")), ["red Cocked"]),
    Scene("out of the tray", then(lambda s, t: s.out_of_tray(t, "red", 5)), ["red OutOfTray"]),
    Scene(
        "two dice touch",
        then(white_four, lambda s, t: s.touching(t, "red", 8, "white")),
        ["white 4", "touching"],
    ),
    Scene("a hand over a die", then(red_seven, lambda s, t: s.hand(t, "red", 1.0)), ["red 7"]),
    Scene(
        "the chip is laid on a die",
        then(white_four, lambda s, t: s.chip_on(t, "white")),
        ["white 4", "chip on a die"],
    ),
    Scene(
        "the chip leans on a die",
        then(white_four, lambda s, t: s.lean_chip(t, "hit", "white")),
        ["white 4", "chip on a die"],
    ),
    Scene("a helmet goes to first base", then(lambda s, t: s.carry(t, "away 1", s.field.path[6])), []),
    Scene("a lamp flickers", together(lambda s, t: s.flicker(t - 0.3, 97) and t, red_seven), ["red 7"]),
    Scene("lights switched on", then(lambda s, t: s.lights(t, 1.6), red_seven, pause=0.7), ["red 7"]),
    Scene("lights switched off", then(lambda s, t: s.lights(t, 0.5), red_seven, pause=0.7), ["red 7"]),
    Scene(
        "sun on the die",
        together(lambda s, t: s.sun_patch(t, seconds=2.0), lambda s, t: s.throw(t + 0.5, "red", 7, near=(-60, 60))),
        ["red 7"],
    ),
    Scene("an arm that knocks the camera", knocked_by_an_arm, ["red 7", "camera moved", "blue set down?"]),
    Scene("a head over the die", leant_over, ["red set down?"]),
    Scene("a reflection", together(lambda s, t: s.reflection(t, seconds=2.0), red_seven), ["red 7"]),
    Scene("dust", then(lambda s, t: s.dust(t), red_seven), ["red 7"]),
    Scene(
        "a knocked camera",
        then(white_four, lambda s, t: s.knock_camera(t, 25, 12, 0.6), red_seven, pause=0.6),
        ["white 4", "camera moved", "red 7"],
    ),
    Scene("a throw that knocks the camera", then(white_four, partial(shaken, red_seven)), THEN_RED),
    Scene(
        "a toss that knocks the camera",
        then(white_four, partial(shaken, lambda s, t: s.toss(t, "hit"))),
        ["white 4", "camera moved", "chip set down?"],
    ),
    Scene(
        "a stadium that is knocked, with a die in it",
        then(white_four, lambda s, t: max(s.bump(t, "white"), s.knock_camera(t + 0.1, 25, 12, 0.6)) + 0.5, pause=0.6),
        ["white 4", "camera moved"],
    ),
    Scene(
        "a die that is picked up and thrown while the camera is knocked",
        thrown_anew,
        ["red 7", "camera moved", "red Lifted", "red set down?", "red Lifted", "red 7"],
    ),
    Scene("a cat", then(white_four, lambda s, t: s.cat(t, 2.0), red_seven), ["white 4", "red 7"]),
    Scene("a covered marker", together(lambda s, t: s.cover_marker(t, 0, 1.0), red_seven), ["red 7"]),
    Scene("a white die on home plate", lambda s: s.throw(1.0, "white", 9, near=STADIUM.bases[0]), ["white 9"]),
    Scene("a white die on white first base", lambda s: s.throw(1.0, "white", 3, near=STADIUM.bases[1]), ["white 3"]),
    Scene("a white die on white second base", lambda s: s.throw(1.0, "white", 2, near=STADIUM.bases[2]), ["white 2"]),
]


@pytest.fixture(scope="module")
def see() -> See:
    """One pair of eyes for all."""
    return seeing(Eyes(), 0.9)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_scene_is_told_as_it_was(scene: Scene, see: See) -> None:
    """What can happen on a table comes to what it should, and to nothing more."""
    assert sorted(scene.told) == sorted(play(scene.script, see))


def test_a_die_under_a_hand_waits_for_the_hand(see: See) -> None:
    """A throw that ends under a hand is told only when the hand has gone, and then as one to ask about."""

    def script(stadium: Stadium) -> float:
        end = stadium.throw(1.0, "red", 7, near=(0, 0))
        return stadium.hand(end - 0.25, "red", 1.0)

    assert ["red set down?"] == play(script, see)


def test_a_white_die_on_a_white_base_is_called_white(see: See) -> None:
    """Its shadow on the base can hardly be told from it, and is grey."""
    assert ["white 10"] == play(then(lambda s, t: s.throw(t, "white", 10, near=(2, 57))), see, a_second=15)


def test_a_white_die_on_a_white_base_stays_there_when_another_falls_beside_it(see: See) -> None:
    """All of it but the numeral differs from the base by no more than a shadow does, and it is no shadow."""
    script = then(
        lambda s, t: s.throw(t, "white", 5, near=(91, -39)),
        lambda s, t: s.throw(t, "blue", 1, near=(103, -55)),
        lambda s, t: s.lift(t, "blue"),
    )
    assert ["white 5", "blue 1", "blue Lifted"] == play(script, see, a_second=15)


def test_eight_frames_a_second_are_enough(see: See) -> None:
    """A slow camera sees the same throw and the same lifted die."""
    script = then(red_seven, lambda s, t: s.lift(t, "red"), pause=1.0)
    assert ["red 7", "red Lifted"] == play(script, see, a_second=8)


def test_dropped_frames_are_no_harm(see: See) -> None:
    """A camera that loses a third of its frames at random tells the same."""
    stadium = Stadium(seed=5)
    end = then(white_four, red_seven)(stadium) + END_S
    watcher = Watcher(see, Board(stadium.field))
    kept = [t for index, t in enumerate(moments(end, A_SECOND)) if index * 7919 % 13 > 3]
    told = [words(report) for t in kept for report in watcher.see(stadium.watch(t), at(stadium, t))]
    assert ["bearings found", "white 4", "red 7"] == told


def test_an_undone_die_is_left_alone_until_lifted(see: See) -> None:
    """After UNDO a bump of the die is nothing; lifted and thrown again it is read again."""
    stadium = Stadium(seed=5)
    watcher = Watcher(see, Board(stadium.field))
    first = stadium.throw(1.0, "red", 7)
    bumped = stadium.bump(first + 0.5, "red")
    again = stadium.throw(stadium.lift(bumped + 0.4, "red") + 0.2, "red", 2)
    told = []
    for t in moments(again + END_S, A_SECOND):
        told += [words(report) for report in watcher.see(stadium.watch(t), at(stadium, t))]
        if told[-1:] == ["red 7"]:
            watcher.ignore_until_lifted()
    assert ["bearings found", "red 7", "red Lifted", "red 2"] == told


def test_a_settled_throw_is_told_within_five_frames(see: See) -> None:
    """From the first frame in which the dice lie still to the report there are at most five frames."""
    stadium = Stadium(seed=5)
    end = stadium.throw(1.0, "red", 7)
    watcher = Watcher(see, Board(stadium.field))
    times = [
        t
        for t in moments(end + END_S, A_SECOND)
        if any(isinstance(report, Thrown) for report in watcher.see(stadium.watch(t), at(stadium, t)))
    ]
    still_since = min(t for t in moments(end + END_S, 4 * A_SECOND) if rests(stadium, t, end + END_S))
    assert 1 == len(times)
    assert 5 >= (times[0] - still_since) * A_SECOND


def rests(stadium: Stadium, t: float, end: float) -> bool:
    """Whether the red die lies at ``t`` as it lies in the end."""
    now, last = stadium.where("red", t), stadium.where("red", end)
    return now is not None and last is not None and bool(abs(now.place - last.place).max() < 0.05)


FAR_HALF = (60, 60, 60)


def test_a_shadow_beside_a_die_that_is_not_read_yet_takes_none_of_it(see: See) -> None:
    """What lies in the rectangle around the shadow, and not in the shadow, is no part of the table."""
    assert ["red 7"] == play(lit_beside, see, seed=4, a_second=15)


def covered(frame: Frame, *, shift: int = 0) -> Frame:
    """Something lies over the far half of the field and four of its six markers."""
    high, wide = frame.shape[:2]
    hidden = frame.copy()
    hidden[: int(high * 0.44), wide // 10 + shift * wide // 30 : wide * 9 // 10 + shift * wide // 30] = FAR_HALF
    return hidden


def seen_beneath(stadium: Stadium, watcher: Watcher, end: float, span: tuple[float, float]) -> list[str]:
    """Everything told until ``end`` by a watcher from whom arms that stir hide the far half during ``span``."""
    told: list[str] = []
    for t in (frame / 15 for frame in range(1, round(end * 15))):
        over = partial(covered, shift=int((t - span[0]) / 0.7) % 2) if span[0] <= t < span[1] else Frame.view
        still = lambda t=t, over=over: over(stadium.still(t))  # noqa: E731 - called at once
        told += [words(report) for report in watcher.see(over(stadium.watch(t)), still)]
    return told


def test_a_throw_that_ends_beneath_leaning_arms_is_told(see: See) -> None:
    """When the markers are seen again where they were, nothing has changed, and what came to rest meanwhile is new."""
    stadium = Stadium(seed=3)
    end = stadium.throw(6.0, "red", 4, near=(0.0, -120.0))
    told = seen_beneath(stadium, Watcher(see, Board(stadium.field)), end + 2, (3.0, 6.5))
    assert ["bearings found", "bearings lost", "bearings found", "red 4"] == told


def test_a_die_that_was_seen_before_the_markers_lies_where_it_lies(see: See) -> None:
    """It was known in pixels and then is in millimetres: lifted and thrown again it is neither lost nor two."""
    stadium = Stadium(seed=3)
    first = stadium.throw(2.0, "red", 4, near=(0.0, -120.0))
    lifted = stadium.lift(first + 5.5, "red")
    last = stadium.throw(lifted + 1.0, "red", 7, near=(30.0, -100.0))
    watcher = Watcher(see, Board(stadium.field))
    told = seen_beneath(stadium, watcher, last + 2, (0.0, first + 1.5))
    assert ["bearings lost", "red 4", "bearings found", "red Lifted", "red 7"] == told
    assert 1 == len(watcher.lying)


def test_a_die_that_was_pushed_before_the_markers_were_seen_lies_where_it_was_pushed_to(see: See) -> None:
    """It is lifted from there, and from nowhere else."""
    stadium = Stadium(seed=3)
    first = stadium.throw(2.0, "red", 4, near=(0.0, -120.0))
    pushed = stadium.bump(first + 1.0, "red", by=22.0)
    lifted = stadium.lift(pushed + 5.5, "red")
    watcher = Watcher(see, Board(stadium.field))
    told = seen_beneath(stadium, watcher, lifted + 1, (0.0, pushed + 1.5))
    assert ["bearings lost", "red 4", "bearings found", "red Lifted"] == told
    assert () == watcher.lying


def hunting(frame: Frame, by: float) -> Frame:
    """What a lens shows that looks for its focus: larger by that share, and blurred."""
    high, wide = frame.shape[:2]
    about = cv2.getRotationMatrix2D((wide / 2 - 0.5, high / 2 - 0.5), 0, 1 + by)
    larger = cv2.warpAffine(frame, about, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(larger, (0, 0), 0.1 + 200 * by * wide / 2304), np.uint8)


@pytest.mark.parametrize(
    ("step", "before", "expected"),
    [(white_four, 0.5, "white 4"), (lambda s, t: s.set_down(t, "white", 4), 0.9, "white set down?")],
)
def test_what_comes_to_rest_while_the_lens_hunts_for_its_focus_is_new(
    see: See, step: Callable[[Stadium, float], float], before: float, expected: str
) -> None:
    """The table looks otherwise for a while, but nobody has knocked the camera; and a hand is a hand meanwhile, too."""
    stadium = Stadium(seed=5)
    end = step(stadium, red_seven(stadium, 1.0) + 1.0)
    watcher = Watcher(see, Board(stadium.field))
    told = []
    for t in moments(end + 1.5, 15):
        by = 0.015 * float(np.sin(np.pi * np.clip(t - end + before, 0, 1)))
        still = lambda t=t, by=by: hunting(stadium.still(t), by)  # noqa: E731 - called at once
        told += [words(report) for report in watcher.see(hunting(stadium.watch(t), by), still)]
    assert ["bearings found", "red 7", expected] == told


def unfocused(frame: Frame, sigma: float) -> Frame:
    """As a lens shows it that is out of focus, by so many pixels of the large stream."""
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), sigma * frame.shape[1] / 2304), np.uint8) if sigma else frame


@pytest.mark.parametrize("sigma", [3.0, 5.0])
def test_a_camera_that_loses_its_focus_is_told_of_with_the_next_throw(see: See, sigma: float) -> None:
    """Nothing can be read, and the markers seem to wander; once it is sharp again all is as before."""
    stadium = Stadium(seed=3)
    first = stadium.throw(1.0, "red", 7)
    blue = stadium.throw(first + 1.0, "blue", 3, near=(-100.0, 60.0))
    lost = stadium.throw(blue + 1.0, "green", 5, near=(100.0, 60.0))
    third = stadium.throw(lost + 1.5, "white", 4, near=(0.0, -110.0))
    watcher = Watcher(see, Board(stadium.field))
    told = []
    for t in moments(third + 1.5, 15):
        off = sigma if first + 0.7 < t < lost + 1.0 else 0.0
        still = lambda t=t, off=off: unfocused(stadium.still(t), off)  # noqa: E731 - called at once
        told += [words(report) for report in watcher.see(unfocused(stadium.watch(t), off), still)]
    assert ["bearings found", "red 7", "blurred"] == told[:3]
    assert "camera moved" not in told
    assert told.count("blurred") == 1
    assert "white 4" == told[-1]


def test_markers_that_are_too_blurred_to_be_found_need_no_uncovering(see: See) -> None:
    """Nothing lies over them, so nobody is told to take it away."""
    stadium = Stadium(seed=3)
    watcher, told = Watcher(see, Board(stadium.field)), []
    for t in moments(20.0, 15):
        off = 8.0 if t > 1.5 else 0.0
        still = lambda t=t, off=off: unfocused(stadium.still(t), off)  # noqa: E731 - called at once
        told += [words(report) for report in watcher.see(unfocused(stadium.watch(t), off), still)]
    assert "bearings found" == told[0]
    assert {"blurred"} == set(told[1:])


def test_where_it_lies_is_told_in_millimetres(see: See) -> None:
    """A die's place is true to a millimetre and a half anywhere on the field."""
    stadium = Stadium(seed=5)
    end = stadium.throw(1.0, "red", 7, near=(150, 130))
    watcher = Watcher(see, Board(stadium.field))
    found = [
        r
        for t in moments(end + END_S, A_SECOND)
        for r in watcher.see(stadium.watch(t), at(stadium, t))
        if isinstance(r, Thrown)
    ]
    truth = stadium.where("red", end + END_S)
    assert truth is not None
    assert found[0].place is not None
    assert 1.5 > max(abs(found[0].place[axis] - truth.place[axis]) for axis in (0, 1))
