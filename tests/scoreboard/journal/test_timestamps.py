"""Moments in the journal stay in order, whatever the machine's clock does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from support.scoring import SETUP, blue, red

from scoreboard.journal.store import Journal
from scoreboard.journal.timestamps import MonotonicClock, formatted
from scoreboard.session import Session


class ScriptedClock:
    """A clock that says what it is told to."""

    def __init__(self, *moments: str) -> None:
        self._moments: Iterator[str] = iter(moments)

    def now(self) -> str:
        """The next moment."""
        return next(self._moments)


def test_a_clock_that_is_right_is_quoted() -> None:
    """A moment that is not of the past stands as the clock wrote it."""
    clock = MonotonicClock(ScriptedClock("2026-04-01T18:00:00Z", "2026-04-01T18:00:00.250Z"), "2026-04-01T17:00:00Z")
    assert ["2026-04-01T18:00:00Z", "2026-04-01T18:00:00.250Z"] == [clock.now(), clock.now()]


def test_a_clock_at_1970_goes_on_from_the_last_known_moment() -> None:
    """Ten seconds at the table are ten seconds in the journal, though the date is unknown."""
    clock = MonotonicClock(
        ScriptedClock("1970-01-01T00:00:05.000Z", "1970-01-01T00:00:15.000Z"), "2026-04-01T18:00:00Z"
    )
    assert ["2026-04-01T18:00:00.000Z", "2026-04-01T18:00:10.000Z"] == [clock.now(), clock.now()]


def test_clock_set_by_the_network_is_believed() -> None:
    """The jump to the true time ends the reckoning."""
    clock = MonotonicClock(
        ScriptedClock("1970-01-01T00:00:05.000Z", "2026-04-02T09:00:00.000Z"), "2026-04-01T18:00:00Z"
    )
    assert ["2026-04-01T18:00:00.000Z", "2026-04-02T09:00:00.000Z"] == [clock.now(), clock.now()]


def test_the_end_of_time_ends_no_game() -> None:
    """A record from elsewhere may be of any year: where no later moment can be written, the last one stands."""
    clock = MonotonicClock(ScriptedClock("2026-04-01T18:00:00Z", "2026-04-01T18:00:09Z"), "9999-12-31T23:59:59.999Z")
    assert ["9999-12-31T23:59:59.999Z"] * 2 == [clock.now(), clock.now()]


@given(st.lists(st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1)), min_size=1, max_size=30))  # noqa: DTZ001 - UTC is written below
def test_no_clock_makes_it_go_back(moments: list[datetime]) -> None:
    """Whatever the clock says, in whatever order, what is stamped never decreases."""
    texts = [f"{moment.isoformat(timespec='milliseconds')}Z" for moment in moments]
    clock = MonotonicClock(ScriptedClock(*texts))
    stamped = [datetime.fromisoformat(clock.now()) for _ in texts]
    assert sorted(stamped) == stamped


def test_timestamps_are_in_utc() -> None:
    """UTC with a Z, to the millisecond."""
    assert "2026-04-01T16:00:00.000Z" == formatted(datetime.fromisoformat("2026-04-01T18:00:00+02:00"))


def test_a_game_resumed_at_1970_stays_in_order(tmp_path: Path) -> None:
    """Unplugged, and back without a clock: the next line is not before the last, and a new game not before the old."""
    journal = tmp_path / "games.sqlite"
    clock = ScriptedClock("2026-04-01T18:00:00Z", "2026-04-01T18:05:00Z")
    with Session(Journal.create(journal, alone=True), clock) as session:
        session.new_game(SETUP)
        session.submit(blue(3))
    lost = ScriptedClock("1970-01-01T00:00:09.000Z", "1970-01-01T00:00:19.000Z")
    with Session(Journal.create(journal, alone=True), lost) as session:
        session.submit(red(5))
        session.new_game(SETUP)
        assert "2026-04-01T18:05:10.000Z" == session.game.setup.at


def test_a_game_from_a_leap_second_goes_on(tmp_path: Path) -> None:
    """A record may have one, and Python knows none."""
    journal = tmp_path / "games.sqlite"
    with Journal.create(journal) as kept:
        kept.add([structs.replace(SETUP, at="2016-12-31T23:59:60Z")])
    with Session(Journal.create(journal, alone=True), ScriptedClock("2017-01-01T00:00:00Z")) as session:
        session.submit(blue(3))
        assert "2017-01-01T00:00:00Z" == session.history.lines.top.line.at
