"""A session shows nothing that is not in the journal, and goes on where the last one stopped."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given, settings
from support.english import turned_down
from support.faults import FaultyDisk, disk
from support.restless import Shelf
from support.scoring import (
    HIT,
    PLAYS_AND_AMENDS,
    SETUP,
    SETUPS,
    UNDO,
    CountingClock,
    blue,
    lines_of,
    record_of,
    red,
    thrown,
)

from scoreboard.errors import JournalError, NoGameError
from scoreboard.journal.store import Journal
from scoreboard.record import encode, replay, state_line
from scoreboard.rules import Refused, RulesError
from scoreboard.rules.events import Amend, AnyLine, Die, Hold, Press, Set, Setup, Team
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.session import Session

ROOT = Path(__file__).parent.parent.parent


__all__ = ["disk"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a journal will be."""
    return tmp_path / "games.sqlite"


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    """A session whose game has just begun."""
    with Session(Journal.create(path, alone=True), CountingClock()) as opened:
        opened.new_game(SETUP)
        yield opened


def lines(path: Path) -> list[AnyLine]:
    """What any program reads of the first game in the file."""
    with Journal.open_readonly(path) as journal:
        return [line for _, line in journal.lines(1)]


def reopened(path: Path) -> Session:
    """The session after a restart."""
    return Session(Journal.create(path, alone=True), CountingClock())


def submit_all(session: Session, lines: list[Entry]) -> None:
    """Submit lines, whatever the law says of each."""
    for line in lines:
        try:
            session.submit(line)
        except Refused:
            continue


def test_a_new_journal_has_no_game(path: Path) -> None:
    """Before the first game there is nothing to show, and asking for it says so."""
    with reopened(path) as session:
        assert (False, False) == (session.has_game, session.in_play)
        with pytest.raises(NoGameError, match="begin one first"):
            session.submit(blue(3))


@settings(max_examples=12)
@given(SETUPS, PLAYS_AND_AMENDS)
def test_a_restart_resumes_the_very_same_game(setup: Setup, plays: list[int | Entry]) -> None:
    """State, past and what can be undone or redone are after a restart what they were."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        with reopened(path) as session:
            session.new_game(setup)
            submit_all(session, lines_of(plays, setup))
            before = session.history
        with reopened(path) as session:
            assert before == session.history


def test_undo_reaches_across_restarts(path: Path, session: Session) -> None:
    """What was played before a restart can be taken back after it."""
    fresh = session.game
    session.submit(blue(3))
    session.close()
    with reopened(path) as resumed:
        assert fresh == resumed.submit(UNDO)


def test_what_is_returned_is_in_the_journal(path: Path, session: Session) -> None:
    """When `submit` returns a state to show, any other program already reads the line from the file."""
    session.submit(blue(3))
    assert 2 == len(lines(path))


def test_what_cannot_be_journalled_is_not_shown(disk: FaultyDisk, session: Session) -> None:
    """When the line cannot be made durable the game stays, and goes on as soon as it can."""
    before = session.history
    disk.fault = sqlite3.SQLITE_READONLY
    with pytest.raises(JournalError):
        session.submit(blue(3))
    assert before == session.history
    disk.fault = None
    assert "swing" == session.submit(blue(3)).phase


def test_unsaved_new_game_keeps_old(disk: FaultyDisk, session: Session) -> None:
    """The game in play is still the old one."""
    session.submit(blue(3))
    before = session.history
    disk.fault = sqlite3.SQLITE_READONLY
    with pytest.raises(JournalError):
        session.new_game(SETUP)
    assert before == session.history


def test_a_journal_that_holds_another_line_is_not_overwritten(path: Path, session: Session) -> None:
    """Should anyone write into the game in play, the session says so rather than showing something else."""
    with sqlite3.connect(path) as connection:
        connection.execute('INSERT INTO lines VALUES (1, 2, \'{"type":"hold"}\')')
    connection.close()
    with pytest.raises(JournalError, match="start the scoreboard again"):
        session.submit(blue(3))


def test_a_refused_throw_is_kept_for_an_amendment(path: Path, session: Session) -> None:
    """A ball misread as a pitch to swing at: the next pitch, refused then, counts once the first is read again."""
    session.submit(blue(2))
    with pytest.raises(Refused):
        session.submit(blue(5))
    session.close()
    with reopened(path) as resumed:
        amended = resumed.submit(Amend(line=2, value=1))
        assert (1, "swing") == (amended.balls, amended.phase)


def test_a_refused_slip_is_forgotten(path: Path, session: Session) -> None:
    """A press or a word that was not lawful leaves no trace, so that no amendment makes it count later."""
    before = session.history
    with pytest.raises(Refused):
        session.submit(Hold())
    assert before is session.history
    session.submit(blue(3))
    assert 2 == len(lines(path))


def test_lines_are_stamped_by_the_clock(path: Path, session: Session) -> None:
    """A line carries when it was journalled, unless it says when itself."""
    session.submit(blue(3))
    session.submit(Die(color="red", value=5, at="2020-01-01T00:00:00Z"))
    moments = [line.at for line in lines(path)]
    assert ["2026-04-01T18:00:01Z", "2026-04-01T18:00:02Z", "2020-01-01T00:00:00Z"] == moments


def test_the_latest_game_is_resumed(path: Path, session: Session) -> None:
    """A new game leaves the one before as it is, and is the one to go on with."""
    session.submit(blue(3))
    session.new_game(SETUP)
    session.close()
    with reopened(path) as resumed:
        assert (2, "pitch") == (resumed.number, resumed.game.phase)


def test_games_may_be_gone_on_with_for_ever() -> None:
    """However often phones go from one game to another, the next line is stamped."""
    session = Session(Shelf(random.Random(1), full=0.0), CountingClock())  # noqa: S311 - nothing secret
    games = [session.number for _ in range(2) if session.new_game(SETUP)]
    for turn in range(sys.getrecursionlimit()):
        session.resume(games[turn % 2])
    session.submit(blue(3))
    assert 2 == session.history.number


def test_an_imported_game_is_not_resumed(path: Path, session: Session) -> None:
    """What was brought in from elsewhere is not the game on this table."""
    with Journal.create(path) as journal:
        journal.add([SETUP], imported=True)
    session.close()
    with reopened(path) as resumed:
        assert 1 == resumed.number


def test_a_finished_game_stays_on_the_board(path: Path, session: Session) -> None:
    """After the last out a restart still shows the result, and UNDO still takes the out back."""
    session.submit(Set(inning=3, half="bottom", outs=2, away=1))
    assert session.submit(Press(button="out")).over
    session.close()
    with reopened(path) as resumed:
        assert (True, True, False) == (resumed.game.over, resumed.has_game, resumed.in_play)
        assert not resumed.submit(UNDO).over
        assert resumed.in_play


def test_a_game_that_cannot_be_played_does_not_begin(path: Path, session: Session) -> None:
    """Two teams of one colour: the game in play stays, and the journal has no trace of the other."""
    with pytest.raises(RulesError):
        session.new_game(Setup(rules="diamante-amateur", away=SETUP.away, home=Team(name="Blues", color="red")))
    assert 1 == session.number
    with Journal.open_readonly(path) as journal:
        assert 1 == len(journal.games())


PLAYER = """
import sys
from pathlib import Path
import msgspec
from scoreboard.journal.store import Journal
from scoreboard.record import read, state_line
from scoreboard.rules import Refused
from scoreboard.session import Session

class Clock:
    def now(self):
        return "2026-04-01T18:00:00Z"

def show():
    print(msgspec.json.encode(state_line(session.history.number, session.history)).decode(), flush=True)

(_, setup), *lines = read(sys.stdin.buffer, print)
with Session(Journal.create(Path(sys.argv[1]), alone=True), Clock()) as session:
    if not session.has_game:
        session.new_game(setup)
    show()
    for number, line in lines[session.history.number - 1:]:
        try:
            session.submit(line)
        except Refused:
            pass
        show()
"""
"""A scoreboard that goes on with its game where it stopped, and prints every state it shows."""


def long_game(seed: int, length: int) -> list[Entry]:
    """A game of throws with a correction here and there, each of them lawful."""
    lots = random.Random(seed)  # noqa: S311 (a game, no secret)
    corrections: tuple[Entry, ...] = (UNDO, Press(button="redo"), Press(button="next"), Hold(), red(4), HIT)
    history, lines = begin(SETUP), list[Entry]()
    while len(lines) < length:
        throw = thrown(history.game, lots.randint(1, 10))
        line = throw if lots.random() < 0.8 else lots.choice(corrections)
        after, refused = judge(history, line)
        if refused is None:
            history = after
            lines.append(line)
    return lines


SMALL_PIPE = 4096
"""Bytes: a player who is killed late cannot go far on."""


def one_life(path: Path, record: Path, states_to_see: int) -> list[object]:
    """Let the scoreboard go on until it has shown so many states, kill it, and return all that it showed."""
    command = [sys.executable, "-c", PLAYER, str(path)]
    with (
        record.open("rb") as lines,
        subprocess.Popen(command, stdin=lines, stdout=subprocess.PIPE, pipesize=SMALL_PIPE, cwd=ROOT) as player,
    ):
        assert player.stdout is not None
        seen = [player.stdout.readline() for _ in range(states_to_see)]
        player.kill()
        return [msgspec.json.decode(line) for line in (*seen, *player.stdout.readlines())]


@pytest.mark.parametrize("kills", [6, pytest.param(20, marks=pytest.mark.slow)])
def test_kill_9_loses_nothing_that_was_shown(path: Path, tmp_path: Path, kills: int) -> None:
    """Killed at so many random instants, every restart shows what was last shown or the one line after it."""
    lines, lots = long_game(seed=9, length=400), random.Random(27)  # noqa: S311 (an instant, no secret)
    record = tmp_path / "game.jsonl"
    record.write_bytes(record_of(*lines))
    moments = replay(enumerate([SETUP, *lines], start=1))
    game = [msgspec.json.decode(msgspec.json.encode(state_line(moment.number, moment.after))) for moment in moments]
    last = 0
    for _ in range(kills):
        seen = one_life(path, record, states_to_see=lots.randint(1, 12))
        first = game.index(seen[0])
        assert first in {last, last + 1}
        assert game[first : first + len(seen)] == seen
        last = first + len(seen) - 1
    assert kills < last < len(game) - 1


def test_a_game_is_judged_by_the_rulings_it_began_with(path: Path, session: Session) -> None:
    """After a restart too, whatever the configuration says by then; the next game has its own."""
    rulings = {"walk_off": False}
    session.new_game(SETUP, rulings)
    session.submit(Set(inning=3, half="bottom", home=1, outs=1))
    game = session.submit(Press(button="run"))
    assert (False, False) == (game.house.walk_off, game.over)
    session.close()
    with reopened(path) as resumed:
        assert game == resumed.game
        assert resumed.new_game(SETUP).house.walk_off


def test_a_game_line_says_how_the_house_plays(path: Path, session: Session) -> None:
    """A record is whole by itself: exported and replayed, it needs nothing else to be played out the same."""
    game = session.new_game(SETUP, {"walk_off": False, "extra_runner": True})
    assert {"walk_off": False} == msgspec.to_builtins(game.setup.house)
    assert b'"house":{"walk_off":false}' in encode(game.setup)
    number = session.number
    session.close()
    with Journal.open_readonly(path) as journal:
        (_, first), *_ = journal.lines(number)
        assert (game.setup, {}) == (first, journal.rulings(number))
    with reopened(path) as resumed:
        assert msgspec.UNSET is resumed.new_game(SETUP).setup.house


def test_a_ruling_that_cannot_be_begins_no_game(path: Path, session: Session) -> None:
    """The game in play stays, and the journal has no new one."""
    before = session.game
    with turned_down(RulesError, "walkoff"):
        session.new_game(SETUP, {"walkoff": False})
    assert before == session.game
    with Journal.open_readonly(path) as journal:
        assert 1 == len(journal.games())
