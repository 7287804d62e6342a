"""What a look at a thing comes to, where the printed board tells how large things are."""

from __future__ import annotations

from typing import Literal

import pytest
from support.board import ABOVE, LENS, homography

from vision.geometry.registration import Registration
from vision.geometry.sizes import CHIP_RADIUS, DIE_MM
from vision.geometry.stadium import STADIUM
from vision.readings import ChipReading, DieKind, DieReading
from vision.tracking.association import Association, Match, Token, associate
from vision.tracking.events import Lifted, OutOfTray, Report, Thrown, Waiting
from vision.tracking.table_geometry import NO_BOARD, BoardGeometry, TableGeometry
from vision.tracking.table_state import Observation, TableState
from vision.types import Box, Point

GEOMETRY = BoardGeometry(STADIUM, Registration(LENS, homography(ABOVE), ABOVE, 0.1, (0, 1, 2, 3, 4, 5)))


def thrown(size: float, kind: DieKind = "d10", geometry: TableGeometry = GEOMETRY) -> tuple[int | None, int]:
    """The value that is told of a sure 1 that seems ``size`` mm long, and the first that is asked about; 0 for none."""
    token = Token(DieReading(kind, "white", 1, 0.9976, (), Box(900, 700, 31, 25)), (0.0, 0.0), size)
    (report,) = TableState().update(Observation(geometry, Association((Match(token, None),), ()))).reports
    assert isinstance(report, Thrown)
    assert isinstance(report.reading, DieReading)
    return report.reading.value, report.reading.alternatives[0][0] if report.reading.alternatives else 0


def white(value: int, across: float) -> Token:
    """A white die that far across the board, in mm."""
    box = Box(900 + round(across), 700, 40, 40)
    return Token(DieReading("d6", "white", value, 0.99, (), box), (across, 0.0), 20.0)


@pytest.mark.parametrize("size", [0.62 * DIE_MM, 0.715 * DIE_MM, 0.79 * DIE_MM])
def test_a_piece_of_a_die_is_asked_about(size: float) -> None:
    """On print of its own colour half of a die may be all that shows, and what is read there may be its side."""
    assert (None, 1) == thrown(size)


@pytest.mark.parametrize(("size", "kind"), [(0.81 * DIE_MM, "d10"), (1.07 * DIE_MM, "d10"), (DIE_MM, "d6")])
def test_whole_die_is_read(size: float, kind: DieKind) -> None:
    """A d10 hardly ever seems smaller (`test_cocked`), nor a d6 than by its edge."""
    assert (1, 0) == thrown(size, kind)


@pytest.mark.parametrize(
    ("value", "moved", "expected"), [(9, 0.0, "same"), (4, 0.0, "same"), (9, 20.0, "bumped"), (4, 20.0, "thrown")]
)
def test_die_read_by_a_player_stays_the_same_when_bumped(value: int, moved: float, expected: str) -> None:
    """It shows one of its likely faces still; another one it can only show if it was thrown."""
    asked = Token(DieReading("d10", "red", None, 0.5, ((6, 0.5), (9, 0.4)), Box(0, 0, 30, 30)), (0.0, 0.0), DIE_MM)
    now = Token(DieReading("d10", "red", value, 0.99, (), Box(0, 0, 30, 30)), (moved, 0.0), DIE_MM)
    assert expected == Match(now, asked).transition


@pytest.mark.parametrize("order", [1, -1])
def test_of_dice_alike_the_nearest_is_the_one_that_was_pushed(order: int) -> None:
    """A white die that rolls to rest pushes the other, which lay nearer and was not thrown, whichever is seen first."""
    lay, pushed, rolled = white(5, 0.0), white(5, 15.0), white(2, 75.0)
    change = associate([lay], [rolled, pushed][::order])
    assert {("bumped", 15.0), ("thrown", 75.0)} == {(match.transition, match.token.at[0]) for match in change.matches}


def test_unreported_die_keeps_its_reported_box() -> None:
    """After UNDO a hand knocks the other die onto another face: lifted, it is still the one that was told of."""
    state, reported, turned = TableState(), white(3, 0.0), white(6, 15.0)
    state.update(Observation(GEOMETRY, associate([], [reported])))
    state.ignored.add("white")
    assert () == state.update(Observation(GEOMETRY, associate(state.tokens, [turned]))).reports
    (report,) = state.update(Observation(GEOMETRY, associate(state.tokens, []))).reports
    assert ("white", reported.reading.box) == (getattr(report, "name", ""), getattr(report, "before", None))


@pytest.mark.parametrize(("now", "kind"), [([white(6, 60.0), white(2, 75.0)], Waiting), ([white(6, 400.0)], OutOfTray)])
def test_die_knocked_out_of_sight_lies_there_no_more(now: list[Token], kind: type[Report]) -> None:
    """Against another die, or out of the stadium: a roll must not be made of what it showed before."""
    state, reported = TableState(), white(3, 0.0)
    state.update(Observation(GEOMETRY, associate([], [reported])))
    gone, report, *_ = state.update(Observation(GEOMETRY, associate(state.tokens, now))).reports
    assert (Lifted, reported.reading.box, kind) == (type(gone), getattr(gone, "before", None), type(report))


def test_die_thrown_after_an_undo_counts_when_turned() -> None:
    """The hand that took it was not seen, but it rolled to rest far off, and then was turned over."""
    state = TableState(ignored={"white"})
    state.tokens = [white(3, 0.0)]
    reported = [
        state.update(Observation(GEOMETRY, associate(state.tokens, [seen]))).reports
        for seen in (white(6, 15.0), white(2, 90.0), white(5, 105.0))
    ]
    assert [0, 1, 1] == [len(reports) for reports in reported]


def test_undo_leaves_the_like_die_that_was_not_lifted() -> None:
    """The other was taken up to be thrown again, and the hand turned this one over."""
    state = TableState(ignored={"white"})
    state.tokens = [white(3, 0.0), white(5, 60.0)]
    assert 1 == len(state.update(Observation(GEOMETRY, associate(state.tokens, [white(5, 60.0)]))).reports)
    assert () == state.update(Observation(GEOMETRY, associate(state.tokens, [white(6, 75.0)]))).reports


@pytest.mark.parametrize(("kind", "known"), [("chip", 1), ("d10", 1), ("d6", 2)])
def test_what_was_lifted_unseen_lies_no_longer_where_it_was(kind: DieKind | Literal["chip"], known: int) -> None:
    """Taken for hidden in a cluster, it would swallow the next throw that falls near there; d6s alike may be two."""

    def lies(across: float) -> Token:
        if kind == "chip":
            wide = round(2 * CHIP_RADIUS * LENS.focal[0] / ABOVE[2])
            chip = ChipReading("out", 0.99, (), Box(round(1150 + 2 * across), 640, wide, wide))
            return Token(chip, (across, 0.0), 2 * CHIP_RADIUS)
        box = Box(round(1150 + 2 * across), 640, 40, 40)
        return Token(DieReading(kind, "white", 3, 0.99, (), box), (across, 0.0), 20.0)

    state, there, here = TableState(), lies(0.0), lies(80.0)
    state.update(Observation(GEOMETRY, associate([], [there])))
    x, y = (round(each) for each in GEOMETRY.pixel(there))
    state.update(Observation(GEOMETRY, associate(state.tokens, []), clusters=(Box(x - 60, y - 60, 120, 120),)))
    (report,) = state.update(Observation(GEOMETRY, associate([], [here]))).reports
    assert (Thrown, known) == (type(report), len(state.tokens))
    assert (there.reading.box if known == 1 else None) == getattr(report, "before", None)


def test_pixel_sizes_are_plausible() -> None:
    """Its size is in pixels then, and it is told."""
    assert (1, 0) == thrown(9.0, geometry=NO_BOARD)


SEAT = STADIUM.dugouts["home"][0]
"""Where a helmet stands, and may seem to be a blue die."""


def blue(at: Point, value: int | None = None, likely: float = 0.1, kind: DieKind = "d10") -> Token:
    """A blue die there that cannot be read, or seems to."""
    alternatives = ((4, likely), (1, likely)) if value is None else ()
    reading = DieReading(kind, "blue", value, likely, alternatives, Box(round(at[0]), 700, 40, 40))
    return Token(reading, at, DIE_MM)


@pytest.mark.parametrize(
    ("place", "die_lies"),
    [
        ((SEAT[0] + 6, SEAT[1] - 8), False),
        ((STADIUM.path[3][0] - 6, STADIUM.path[3][1]), False),
        ((0.0, -80.0), True),
    ],
)
def test_helmet_is_no_die(place: Point, *, die_lies: bool) -> None:
    """It stands where helmets do, or anywhere while the die of its colour lies elsewhere; it is no thing to lift."""
    state, die = TableState(), blue((-61.0, -82.0), 8, 0.99)
    others = (die,) if die_lies else ()
    state.tokens = list(others)
    token = blue(place)
    seen = Observation(GEOMETRY, associate([], [token]), others, placed=frozenset({token}))
    assert () == state.update(seen).reports
    assert list(others) == state.tokens


def test_helmet_is_read_again_before_it_is_taken_for_one() -> None:
    """A die there may be read in the next still."""
    state, token = TableState(), blue(SEAT)
    seen = Observation(GEOMETRY, associate([], [token]), placed=frozenset({token}), unfinished=frozenset({token}))
    assert ((), (token,)) == (state.update(seen).reports, state.update(seen).unsure)


@pytest.mark.parametrize(
    ("token", "is_placed"),
    [
        (blue(SEAT), False),
        (blue(SEAT, likely=0.3), True),
        (blue(SEAT, 4, likely=0.99), True),
        (blue((0.0, -80.0)), True),
        (blue(SEAT, kind="d6"), True),
    ],
    ids=["it rolled there", "it may be read", "it was read", "no helmet stands there", "of pips"],
)
def test_die_is_no_helmet(token: Token, *, is_placed: bool) -> None:
    """It may have been thrown, so it is asked about."""
    seen = Observation(GEOMETRY, associate([], [token]), placed=frozenset({token} if is_placed else ()))
    (report,) = TableState().update(seen).reports
    assert Thrown is type(report)


@pytest.mark.parametrize(("moved", "kind"), [(20.0, Thrown), (200.0, Lifted)])
def test_die_that_a_hand_pushed_is_asked_about(moved: float, kind: type[Report]) -> None:
    """One that lay far off was lifted, and a helmet set down meanwhile."""
    state, lay = TableState(), blue((SEAT[0], SEAT[1] + moved), 8, 0.99)
    state.tokens = [lay]
    now = blue(SEAT)
    (report,) = state.update(Observation(GEOMETRY, associate([lay], [now]), placed=frozenset({now}))).reports
    assert kind is type(report)
    assert [now] * (kind is Thrown) == state.tokens
