"""A lesson over the simulated field: hands lay the die down, turn it up where it lay, cover and push it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from support.shipped import WHERE_A_PI_RUNS_IT
from support.teach import reader

from firmware.simulated.world.stadium import SimulatedStadium
from vision.enrolment.capture import Unusable
from vision.enrolment.session import STILLS, Doubtful, EnrolmentSession, Kept, Outcome
from vision.geometry.registration import Board
from vision.tracking.tracker import ThrowTracker

PLACE = (0.0, 20.0)


def over_the_field(seed: int, *faces: int) -> tuple[SimulatedStadium, EnrolmentSession]:
    """A stadium, and a lesson on the red die there."""
    tracker = partial(ThrowTracker, board=Board())
    return SimulatedStadium(seed), EnrolmentSession(reader(), "red", faces=faces or None, make_tracker=tracker)


@pytest.mark.parametrize("apart", [0.0, *(pytest.param(apart, marks=pytest.mark.slow) for apart in (0.5, 1.0, 2.0))])
@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_a_face_turned_up_in_its_place_is_a_new_one(seed: int, apart: float) -> None:
    """A hand that puts the die down is waited out; where the last face lay is no matter, to the millimetre."""
    stadium, now = over_the_field(seed, 6, 9)
    kept = list(_watched(stadium, now, {6: PLACE, 9: (PLACE[0] + 0.8 * apart, PLACE[1] - 0.6 * apart)}))
    assert [Kept(6), Kept(9)] == kept
    assert STILLS >= 5


@pytest.mark.parametrize("asked", [6, 9])
@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_a_covered_die_shows_no_new_face(seed: int, asked: int) -> None:
    """It lies as it lay: neither is its face kept as the next one, nor a doubt taken back; turned up it is new."""
    stadium, now = over_the_field(seed, asked, 4)
    t = stadium.set_down(0.6, "red", 6, PLACE) + 1
    (first,) = _outcomes(stadium, now, t)
    for _ in range(2):
        since, t = t, stadium.carry(t, "red", PLACE) + 1
        assert [] == _outcomes(stadium, now, t, since=since)
    assert (asked == 9) == isinstance(first, Doubtful) == (now.accept() is not None)
    lies = stadium.set_down(t, "red", 4, PLACE)
    assert [Kept(4)] == _outcomes(stadium, now, lies + 1, since=t)


@pytest.mark.parametrize("by", [0.5, pytest.param(2.0, marks=pytest.mark.slow), 6.0])
@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_a_pushed_die_is_not_kept_as_the_next_face(seed: int, by: float) -> None:
    """What is to be seen has changed, but it reads as the face of before: that is asked about."""
    stadium, now = over_the_field(seed, 6, 9)
    t = stadium.set_down(0.6, "red", 6, PLACE) + 1
    assert [Kept(6)] == _outcomes(stadium, now, t)
    (pushed,) = _outcomes(stadium, now, stadium.carry(t, "red", (PLACE[0] + by, PLACE[1])) + 1, since=t)
    assert isinstance(pushed, Doubtful)
    assert (9, Doubtful("another-face", 6)) == (now.asked, pushed)


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_a_die_beside_the_one_of_before_is_one_too_many(seed: int) -> None:
    """That one lies as it lay, and yet there is something new."""
    stadium, now = over_the_field(seed, 6, 9)
    t = stadium.set_down(0.6, "red", 6, PLACE) + 1
    lies = stadium.set_down(t, "blue", 3, (60.0, 20.0))
    kept, refused = _outcomes(stadium, now, lies + 1)
    assert isinstance(refused, Unusable)
    assert (Kept(6), "several") == (kept, refused.why)


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_a_face_turned_up_is_seen_after_a_bump(seed: int) -> None:
    """The table is then known anew, and the die on it is no part of that."""
    stadium, now = over_the_field(seed, 6, 9)
    t = stadium.set_down(0.6, "red", 6, PLACE) + 1
    stadium.bump_camera(t, 6.0, 4.0, 0.3)
    lies = stadium.set_down(t + 2.5, "red", 9, PLACE)
    assert [Kept(6), Kept(9)] == _outcomes(stadium, now, lies + 1)


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_two_dice_are_one_too_many(seed: int) -> None:
    """Which of them was meant is unknown, so neither is kept; the one that is left is."""
    stadium, now = over_the_field(seed)
    ends = [stadium.throw(1.5, "blue", 7, near=(-60.0, 0.0)), stadium.throw(1.5, "red", 1, near=(60.0, 0.0))]
    (refused,) = _outcomes(stadium, now, max(ends) + 2)
    assert isinstance(refused, Unusable)
    assert "several" == refused.why
    lifted = stadium.lift(max(ends) + 2.5, "blue")
    assert [Kept(1)] == _outcomes(stadium, now, lifted + 2, since=max(ends) + 2)


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_die_gone_in_a_bump_is_not_counted(seed: int) -> None:
    """It was in a hand while the camera was knocked, so nobody saw it go; laid down elsewhere it is alone."""
    stadium, now = over_the_field(seed, 2, 4)
    first = stadium.set_down(0.6, "red", 2, (-35.0, 50.0))
    assert [Kept(2)] == _outcomes(stadium, now, first + 1)
    second = stadium.set_down(first + 1, "red", 4, (40.0, 45.0))
    stadium.bump_camera(first + 2, 6.0, 4.0, 0.3)
    assert [Kept(4)] == _outcomes(stadium, now, second + 5, since=first + 1)


@pytest.mark.parametrize("size", [pytest.param(12.0, marks=pytest.mark.slow), 25.0])
@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_dice_are_taught_in_their_own_size(size: float, seed: int) -> None:
    """What the game reads with `die_mm` can be taught with it: a large die is not two that touch."""
    stadium, now = (
        SimulatedStadium(seed, die_mm=size),
        EnrolmentSession(reader(), "red", make_tracker=partial(ThrowTracker, board=Board(), die_mm=size)),
    )
    t = 2.0
    for place in ((-100.0, 40.0), (90.0, -30.0), (20.0, 110.0), (-60.0, -110.0)):
        t = stadium.throw(t + 0.5, "red", 1 + len(now.die.shown), near=place) + 2
        _outcomes(stadium, now, t, since=t - 4)
    assert (1, 2, 3, 4) == now.die.shown


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_the_tilt_is_known(seed: int) -> None:
    """Toward a side of the print the camera sees a die at an angle, and its top farther out than its foot."""
    stadium, now = over_the_field(seed, 6, 9)
    list(_watched(stadium, now, {6: (-100.0, 0.0), 9: (100.0, 0.0)}))
    left, right = (sample.slope[0] for sample in now.die.samples)
    assert left < -0.05 < 0.05 < right


@pytest.mark.parametrize("seed", WHERE_A_PI_RUNS_IT)
def test_doubt_ends_with_the_next_placement(seed: int) -> None:
    """OK right after the die was turned means what lies there now, not the picture of before."""
    stadium, now = over_the_field(seed, 6, 7)
    lies = stadium.set_down(0.6, "red", 5, (0.0, 20.0))
    (doubt,) = _outcomes(stadium, now, lies + 2)
    turned_over = stadium.set_down(lies + 2, "red", 6, (6.0, 27.0))
    assert [] == _outcomes(stadium, now, turned_over + 0.1, since=lies + 2)
    assert (True, None, 6) == (isinstance(doubt, Doubtful), now.accept(), now.asked)
    assert [Kept(6)] == _outcomes(stadium, now, turned_over + 1, since=turned_over + 0.1)


def _outcomes(stadium: SimulatedStadium, now: EnrolmentSession, end: float, since: float = 0.0) -> list[Outcome]:
    """Everything that comes of a lesson until ``end``, 15 frames a second."""
    times = (since + frame / 15 for frame in range(1, round((end - since) * 15)))
    seen = (now.see(stadium.watch(t), lambda t=t: stadium.still(t)) for t in times)  # type: ignore[misc] # at once
    return [outcome for outcome in seen if outcome is not None]


def _watched(
    stadium: SimulatedStadium, now: EnrolmentSession, places: dict[int, tuple[float, float]]
) -> Iterator[Outcome]:
    """Everything that comes of a lesson in a simulated stadium, 15 frames a second."""
    asked, frames = None, 0
    while now.asked is not None and frames < 300:
        frames += 1
        t = frames / 15
        if asked != now.asked:
            asked = now.asked
            stadium.set_down(t + 0.6, "red", asked, places[asked])
        outcome = now.see(stadium.watch(t), lambda t=t: stadium.still(t))  # type: ignore[misc] # called at once
        if outcome is not None:
            yield outcome
