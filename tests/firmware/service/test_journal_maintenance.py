"""What a journal of many games needs is done during play: a little at a time, and no player waits for it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.english import on_panel
from support.faults import FaultyDisk, disk
from support.hang import GIVE_UP_S
from support.journal import a_season, by_hand, many, older
from support.resilient import GAME, kept, play
from support.scoring import blue

from firmware.devices.health import Health
from firmware.service.journal_maintenance import JournalMaintenance
from firmware.service.journal_retry import JournalRetry
from scoreboard.errors import JournalDamagedError, JournalFullError
from scoreboard.journal import salvage
from scoreboard.journal import store as journal_module
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH

__all__ = ["disk"]

FULL = 13
GAMES = 60


def ticking() -> Callable[[], float]:
    """A clock on which each piece of work takes as long as a little may."""
    moments = count()
    return lambda: float(next(moments))


@pytest.fixture
def work(journal: Path) -> JournalMaintenance:
    """What there is to do on a journal of many games, twice as large as it may be."""
    many(journal, GAMES)
    with Journal.open_readonly(journal) as opened:
        limit = opened.size() // 2
    return JournalMaintenance(journal, limit, journal.parent / "old-games", ticking())


def there(journal: Path) -> list[int]:
    """The games in the journal."""
    with Journal.open_readonly(journal) as opened:
        return [each.game for each in opened.games()]


def packed(journal: Path) -> int:
    """How many games are in files."""
    return len(list((journal.parent / "old-games").glob("*.gz")))


@pytest.mark.untraced
def test_a_few_games_are_packed_at_a_time(journal: Path, work: JournalMaintenance) -> None:
    """Each time a few more, none of them lost, until there is room again."""
    seen = [packed(journal)]
    while work():
        seen.append(packed(journal))
        assert seen[-1] - seen[-2] <= 4
        assert GAMES == seen[-1] + len(there(journal))
    assert GAMES // 2 < seen[-1] < GAMES


@pytest.mark.untraced
def test_check_can_be_interrupted(journal: Path, work: JournalMaintenance) -> None:
    """The next start does what is left."""
    for _ in range(4):
        assert work()
    before = packed(journal)
    with Journal.open_readonly(journal) as opened:
        limit = opened.size() // 2
    again = JournalMaintenance(journal, limit, journal.parent / "old-games")
    while again():
        pass
    assert (True, GAMES) == (before < packed(journal), packed(journal) + len(there(journal)))


def test_a_game_goes_on_meanwhile(journal: Path, work: JournalMaintenance) -> None:
    """Every line is on the disk at once, and the game in play stays whatever is packed."""
    with closing(ResilientJournal.open(journal)) as keeper:
        game, number = play(keeper, *GAME), count(5)
        while work():
            at = next(number)
            keeper.append(game, at, blue(at % 10 + 1))
            assert (None, at) == (keeper.trouble, len(kept(journal, game)))
        assert game == keeper.latest()


def test_an_older_journal_gets_its_checksums_and_summaries(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large one game by game, and from then on a list need not play them out; one that is damaged is passed over."""
    monkeypatch.setattr(journal_module, "MAX_QUICK_BYTES", 0)
    older(journal, 2, *a_season(), *a_season())
    by_hand(journal, "INSERT INTO lines VALUES (5, 62, '{}')")
    work = JournalMaintenance(journal, 1 << 30, journal.parent / "old-games", ticking())
    assert 5 < len([True for _ in iter(work, False)])
    with Journal.open_readonly(journal) as opened:
        assert ((5,), [5]) == (opened.games_without_checksums(), [error.game for error in opened.damage()])
        assert {5, 24} == {each.game for each in opened.listings() if each.summary is None}  # the last is in play


def test_a_card_that_fails_has_signs_of_its_own(journal: Path, work: JournalMaintenance, disk: FaultyDisk) -> None:
    """The housework says nothing, and nothing is taken out of the journal."""
    disk.fault = FULL
    while work():
        pass
    disk.fault = None
    assert (GAMES, 0) == (len(there(journal)), packed(journal))


def test_no_journal_is_made(tmp_path: Path) -> None:
    """Where there is no journal there is nothing to do."""
    assert not JournalMaintenance(tmp_path / "none.sqlite", 1, tmp_path / "old-games")()
    assert [] == list(tmp_path.iterdir())


# -- within the loop


def upkeep_of(keeper: ResilientJournal, work: Callable[[], bool] = lambda: False) -> tuple[JournalRetry, list[str]]:
    """The retry of a keeper, and what is told of it."""
    health, reported = Health(), list[str]()
    health.listen(lambda change: reported.append(ENGLISH(change.message.sentence)))
    return JournalRetry(keeper, health.reporter("card"), lambda remark: reported.append(remark.kind), work), reported


async def test_the_loop_goes_on_while_a_little_is_done(journal: Path) -> None:
    """It is done on a thread, again and again until there is no more, and a disk in trouble is left alone."""
    left, main = [True, True, False], list[bool]()
    loop = asyncio.get_running_loop()

    def work() -> bool:
        main.append(asyncio.run_coroutine_threadsafe(asyncio.sleep(0, result=True), loop).result(GIVE_UP_S))
        return left.pop(0)

    with closing(ResilientJournal.open(journal)) as keeper:
        retry, _ = upkeep_of(keeper, work)
        keeper.trouble = JournalFullError("full")
        await retry.do_a_little()
        assert [] == main
        keeper.trouble = None
        for _ in range(5):
            await retry.do_a_little()
    assert ([True] * 3, []) == (main, left)


async def test_large_journal_is_checked_and_repaired_during_play(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Play is held meanwhile and said to be, and afterwards it is told where the old file is."""
    monkeypatch.setattr(salvage, "MAX_QUICK_BYTES", 0)
    with Journal.create(journal) as opened:
        opened.add(GAME)
    with closing(ResilientJournal.open(journal)) as keeper:
        retry, reported = upkeep_of(keeper)
        with monkeypatch.context() as damage:
            damage.setattr(Journal, "verify", lambda _: (_ for _ in ()).throw(JournalDamagedError("damaged")))
            await retry.do_a_little()
        keeper.append(1, 5, blue(9))
        retry.look()
        assert (True, "NOT SAVED CARD DAMAGED") == (keeper.damage is not None, on_panel(retry.words or ""))
        with monkeypatch.context() as card:
            card.setattr(shutil, "disk_usage", Mock(side_effect=OSError(28, "No space left")))
            await retry.do_a_little()
            assert "NOT SAVED CARD FULL" == on_panel(retry.words or "")
        await retry.do_a_little()
        assert (None, None) == (keeper.trouble, retry.words)
        assert "damaged" in reported
    assert [*GAME, blue(9)] == kept(journal)


async def test_checked_only_once(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sound large journal is checked once, and the housework follows."""
    monkeypatch.setattr(salvage, "MAX_QUICK_BYTES", 0)
    done = list[str]()
    monkeypatch.setattr(Journal, "verify", lambda _: done.append("looked through"))
    with closing(ResilientJournal.open(journal)) as keeper:
        play(keeper, *GAME)
        retry, _ = upkeep_of(keeper, lambda: bool(done.append("worked")))
        for _ in range(4):
            await retry.do_a_little()
    assert ["looked through", "worked"] == done
