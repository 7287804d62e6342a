"""The clock of a house that plays so many minutes (H5): the box says the last inning once, and the law has no clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import structs
from support.scoring import SETUP

from firmware.play.inputs.game_clock import GameClock, played
from firmware.play.table.scorer import Scorer
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Press
from scoreboard.rules.house_rules import Rulings
from scoreboard.session import Session

MINUTE = 60.0


class Hands:
    """Both clocks of a table, moved by hand: the box's in seconds, and the time of day of the lines."""

    seconds = 0.0
    at = "2026-01-02T10:00:00Z"

    def now(self) -> str:
        """The time of day."""
        return self.at


@pytest.fixture
def hands() -> Hands:
    """The clocks."""
    return Hands()


@pytest.fixture
def session(tmp_path: Path, hands: Hands) -> Iterator[Session]:
    """A game of ten minutes that has just begun."""
    with Session(Journal.create(tmp_path / "games.sqlite", alone=True), hands) as opened:
        opened.new_game(structs.replace(SETUP, house=Rulings(minutes=10)))
        yield opened


def clock(session: Session, hands: Hands, throw_off: object = None) -> GameClock:
    """The clock over a scorer that does no more than submit."""
    scorer = SimpleNamespace(state=SimpleNamespace(throw_off=throw_off), submit=session.submit)
    return GameClock(cast("Scorer", cast("Any", scorer)), session, lambda: hands.seconds)


def test_last_inning_is_called_when_the_time_is_over(session: Session, hands: Hands) -> None:
    """By the box, and not before."""
    ticking = clock(session, hands)
    ticking.tick()
    hands.seconds = 10 * MINUTE - 1
    ticking.tick()
    assert 3 == session.game.innings
    hands.seconds += 1
    ticking.tick()
    assert (1, "box") == (session.game.innings, session.history.lines.top.line.by)


def test_last_inning_is_called_once(session: Session, hands: Hands) -> None:
    """Whoever takes it back keeps it back, also after a restart of the box."""
    ticking = clock(session, hands)
    ticking.tick()
    hands.seconds = 11 * MINUTE
    ticking.tick()
    session.submit(Press(button="undo"))
    ticking.tick()
    assert 3 == session.game.innings
    restarted = clock(session, hands)
    restarted.tick()
    hands.seconds += 11 * MINUTE
    restarted.tick()
    assert 3 == session.game.innings


def test_a_game_goes_on_where_its_time_stood(session: Session, hands: Hands) -> None:
    """The times of its lines tell; a pause of more than half an hour is none of it."""
    for at in ("10:04", "10:07", "11:30", "11:31"):
        hands.at = f"2026-01-02T{at}:00Z"
        session.submit(Press(button="ball"))
    assert 8 * MINUTE == played(session.history).total_seconds()
    ticking = clock(session, hands)
    ticking.tick()
    hands.seconds = 2 * MINUTE - 1
    ticking.tick()
    assert 3 == session.game.innings
    hands.seconds += 1
    ticking.tick()
    assert 1 == session.game.innings


def test_no_last_inning_is_called_without_a_clock_or_in_the_last_inning(session: Session, hands: Hands) -> None:
    """Nor during the throw-off."""
    thrown = clock(session, hands, throw_off="thrown for")
    thrown.tick()
    hands.seconds = 99 * MINUTE
    thrown.tick()
    assert 1 == session.history.number
    session.new_game(SETUP)
    plain = clock(session, hands)
    plain.tick()
    hands.seconds *= 2
    plain.tick()
    assert 1 == session.history.number
    session.new_game(structs.replace(SETUP, innings=1, house=Rulings(minutes=1)))
    last = clock(session, hands)
    last.tick()
    hands.seconds *= 2
    last.tick()
    assert 1 == session.history.number
