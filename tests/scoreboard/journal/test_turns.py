"""A game can be taken up again, and what a list shows of a game is kept with it and never believed beside others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs
from support.faults import FaultyDisk, disk
from support.journal import by_hand, many
from support.resilient import GAME, held, kept, play
from support.scoring import SETUP, CountingClock, blue, red

from scoreboard.errors import GameDamagedError, NoGameError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.journal.summary import summary_of_lines
from scoreboard.rules import RulesError
from scoreboard.rules.events import Press, Set
from scoreboard.session import Session, Store

__all__ = ["disk"]

FULL = 13
OVER = [SETUP, Set(inning=3, half="bottom", outs=2, away=1), Press(button="out")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the games are kept."""
    return tmp_path / "games.sqlite"


# -- the journal


def test_the_game_in_play_is_the_one_begun_or_taken_up_last(path: Path) -> None:
    """Also an imported one, until the next begins; and so it is after the journal was closed."""
    with Journal.create(path) as journal:
        first, second = journal.add(GAME), journal.add(GAME)
        imported = journal.add(GAME, imported=True)
        assert second == journal.latest()
        journal.resume(first)
        assert first == journal.latest()
        journal.resume(imported)
    with Journal.create(path) as journal:
        assert imported == journal.latest()
        journal.append(imported, 5, blue(9))
        assert journal.add(GAME) == journal.latest()


def test_missing_game_is_not_resumed(path: Path) -> None:
    """The game in play stays what it was."""
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add(GAME)
        by_hand(path, "INSERT INTO lines VALUES (1, 5, '{}')")
        with pytest.raises(GameDamagedError, match="game 1, line 5"):
            journal.resume(1)
        with pytest.raises(NoGameError, match="game 7"):
            journal.resume(7)
        assert 2 == journal.latest()


def test_a_damaged_turn_is_passed_over(path: Path) -> None:
    """What was in play before it is in play then."""
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add(GAME)
        journal.resume(1)
    by_hand(path, "DROP TRIGGER turns_kept", "UPDATE turns SET game = 2, checksum = 5 WHERE turn = 3")
    by_hand(path, "UPDATE turns SET checksum = 5 WHERE turn = 2")
    with Journal.open_readonly(path) as journal:
        assert 1 == journal.latest()


def test_resumed_game_can_be_packed_after_a_new_one(path: Path) -> None:
    """And a new game that gets its number is the one in play."""
    with Journal.create(path) as journal:
        journal.add(GAME)
        journal.add(GAME)
        journal.resume(1)
        journal.forget([2])
        assert 1 == journal.latest()
        assert 2 == journal.add([SETUP]) == journal.latest()


# -- summaries


def test_a_summary_is_not_believed_beside_other_lines(path: Path) -> None:
    """Of fewer lines, of damaged ones, or altered itself."""
    with Journal.create(path) as journal:
        game = journal.add(GAME)
        assert summary_of_lines(enumerate(GAME, start=1), {}) == journal.listings()[0].summary
        journal.append(game, 5, blue(3))
        assert (None, (1,)) == (journal.listings()[0].summary, journal.unsummarized())
        journal.keep_summary(game, summary_of_lines(enumerate(GAME, start=1), {}))
        assert journal.listings()[0].summary is None
        journal.keep_summary(game, summary_of_lines(enumerate([*GAME, blue(3)], start=1), {}))
        assert summary_of_lines(enumerate([*GAME, blue(3)], start=1), {}) == journal.listings()[0].summary
    by_hand(path, "UPDATE summaries SET summary = replace(summary, '\"inning\":1', '\"inning\":2')")
    with Journal.open_readonly(path) as journal:
        assert (None, True) == (journal.listings()[0].summary, journal.listings()[0].sound)


def test_unfinished_games_are_found_quickly(path: Path) -> None:
    """The newest first; finished ones, and those whose summary is not believed, are not among them."""
    many(path, 30)
    with Journal.create(path) as journal:
        journal.add(OVER)
        last = journal.add(GAME, imported=True)
        journal.append(30, 62, blue(3))
        found = [listed.game for listed in journal.unfinished(4)]
        assert (last, 4, True) == (found[0], len(found), found == sorted(found, reverse=True))
        assert not {30, 31} & set(found)


def test_copied_games_are_genuine(path: Path) -> None:
    """Sound and summarized, every one."""
    many(path, 15)
    with Journal.open_readonly(path) as journal:
        assert [(True, True)] * 15 == [(each.sound, each.summary is not None) for each in journal.listings()]
        assert ([], 15) == (list(journal.damage()), journal.latest())


# -- the journal


def test_a_keeper_goes_on_with_the_game_that_was_taken_up(path: Path) -> None:
    """Its lines can be read and added to, and the next start finds it in play."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        play(resilient, *GAME[:2])
        resilient.resume(1)
        assert (1, GAME) == (resilient.latest(), held(resilient))
        resilient.append(1, 5, blue(9))
        with pytest.raises(NoGameError):
            resilient.resume(7)
        assert 1 == resilient.latest()
    with closing(ResilientJournal.open(path)) as resilient:
        assert (1, [*GAME, blue(9)], 3) == (resilient.latest(), held(resilient), play(resilient, *GAME))


def test_game_resumed_without_a_disk_stays_resumed(path: Path, disk: FaultyDisk) -> None:
    """Of games begun in memory, too, and the disk learns of it when it can."""
    with closing(ResilientJournal.open(path)) as resilient:
        disk.fault = FULL
        first, second = play(resilient, *GAME), play(resilient, *GAME[:2])
        resilient.resume(first)
        resilient.append(first, 5, red(1))
        disk.fault = None
    assert ([*GAME, red(1)], GAME[:2]) == (kept(path, first), kept(path, second))
    with closing(ResilientJournal.open(path)) as resilient:
        assert first == resilient.latest()


def test_game_on_a_failing_disk_stays(path: Path, disk: FaultyDisk) -> None:
    """It cannot be read, and the one in play goes on."""
    with closing(ResilientJournal.open(path)) as resilient:
        play(resilient, *GAME)
        play(resilient, *GAME)
        disk.fault = FULL
        resilient.append(2, 5, blue(3))
        with pytest.raises(OSError, match="Game 1 cannot be read"):
            resilient.resume(1)
        assert (2, ()) == (resilient.latest(), resilient.unfinished(9))
        disk.fault = None


def test_fault_in_a_summary_costs_no_line(path: Path, disk: FaultyDisk) -> None:
    """It is a fault of the disk like any other."""
    with closing(ResilientJournal.open(path)) as resilient:
        game = play(resilient, *GAME)
        disk.fault = FULL
        resilient.keep_summary(game, summary_of_lines(enumerate(GAME, start=1), {}))
        assert resilient.trouble is not None
        disk.fault = None
    assert GAME == kept(path)


# -- the session


def test_a_session_goes_on_with_another_game(path: Path) -> None:
    """The one that it leaves is listed as unfinished, with its score, and can be taken up again."""
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        session.new_game(SETUP)
        session.submit(Press(button="homerun"))
        session.new_game(structs.replace(SETUP, rules="diamante-major"))
        (offered,) = session.games()
        assert offered.summary is not None
        assert (1, (1, 0)) == (offered.game, offered.summary.score)
        session.resume(1)
        assert (1, 1, [2]) == (session.number, session.game.away, [each.game for each in session.games()])
        session.submit(Press(button="homerun"))
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        assert (1, 2) == (session.number, session.game.away)


def test_session_offers_nine_unfinished_games(path: Path) -> None:
    """The newest, for nobody walks through more by button."""
    with Journal.create(path) as journal:
        for _ in range(12):
            journal.add(GAME)
        journal.add(OVER)
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        assert list(range(12, 3, -1)) == [each.game for each in session.games()]


def test_a_game_that_cannot_be_taken_up_leaves_the_one_in_play(path: Path) -> None:
    """An unknown number, a damaged game: the session is as it was."""
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        session.new_game(SETUP)
        session.new_game(SETUP)
        by_hand(path, "INSERT INTO lines VALUES (1, 2, '{}')")
        for number, error in ((9, NoGameError), (1, GameDamagedError)):
            with pytest.raises(error):
                session.resume(number)
            assert 2 == session.number
        session.submit(blue(3))
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        assert (2, "swing") == (session.number, session.game.phase)


@pytest.mark.parametrize("opened", [ResilientJournal.open, Journal.create])
def test_a_game_that_cannot_be_played_is_turned_away_for_good(path: Path, opened: Callable[[Path], Store]) -> None:
    """Both teams have one colour, as only an imported game can: play goes on in the old one, after a power cut, too."""
    with Journal.create(path) as journal:
        journal.add([SETUP])
        journal.add([structs.replace(SETUP, home=SETUP.away)])
        journal.resume(1)
    with Session(opened(path), CountingClock()) as session:
        with pytest.raises(RulesError):
            session.resume(2)
        session.submit(blue(3))
    with Session(opened(path), CountingClock()) as session:
        assert (1, "swing") == (session.number, session.game.phase)


def test_time_goes_on_in_a_resumed_game(path: Path) -> None:
    """A line is never earlier than the one before it."""
    late = structs.replace(SETUP, at="2030-01-01T00:00:00Z")
    with Session(ResilientJournal.open(path), CountingClock()) as session:
        session.new_game(late)
        session.new_game(SETUP)
        session.resume(1)
        session.submit(blue(3))
    assert str(kept(path, 1)[1].at) >= "2030"  # type: ignore[union-attr] # every line can say when
