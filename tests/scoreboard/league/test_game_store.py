"""Games are kept as they came, once each, in a file or in a real PostgreSQL server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest
from support.league import league, record, sent
from support.postgresql import postgresql

from scoreboard.language import language
from scoreboard.league.game_store import GameStore, LeagueStoreError, open_store
from scoreboard.league.league_report import league_report
from scoreboard.league.verified_game import VerifiedGame, verified
from scoreboard.rules.events import Press

ENGLISH = language("en")
Opened = Callable[[], GameStore]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A PostgreSQL server."""
    with postgresql() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """Opens the same database again and again; it has no games at first."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            yield lambda: stack.enter_context(open_store(str(tmp_path / "league.sqlite")))
            return
        address = request.getfixturevalue("server")
        import psycopg

        with psycopg.connect(address) as connection:
            connection.execute("DROP TABLE IF EXISTS games")
        yield lambda: stack.enter_context(open_store(address))


def games() -> list[VerifiedGame]:
    """Two good ones, one of which came twice and once with more lines, and two that do not count."""
    lines = record(1)
    all_sent = (
        sent("attic", 1, lines),
        sent("attic", 1, lines),
        sent("attic", 1, [*lines, Press(button="ball")]),
        sent("cellar", 1, record(2)),
        sent("attic", 3, record(3), by="cellar"),
        sent("attic", 4, record(4)[:5]),
    )
    return [verified(each, league()) for each in all_sent]


def unique() -> list[VerifiedGame]:
    """Each of them once."""
    return list({each.sent.seal + each.sent.record: each for each in games()}.values())


def test_games_come_back(opened: Opened) -> None:
    """As they were, in order, after the database was closed; each once."""
    with opened() as store:
        for each in games():
            store.keep([each])
    with opened() as store:
        store.keep(games())  # they are there already
        kept = list(store.games())
    assert sorted(kept, key=repr) == sorted(unique(), key=repr)


def test_report_is_the_same_from_either(opened: Opened) -> None:
    """What a database has comes to what the files come to."""
    with opened() as store:
        store.keep(games())
        from_database = league_report(league(), store.games(), ENGLISH)
    assert from_database.games == 2
    assert msgspec.json.encode(from_database) == msgspec.json.encode(league_report(league(), unique(), ENGLISH))


def test_all_or_none(opened: Opened) -> None:
    """Where one cannot be kept, none is."""
    broken = msgspec.structs.replace(games()[0], number=99, lines=None)  # type: ignore[arg-type] # on purpose
    with opened() as store:
        with pytest.raises(LeagueStoreError, match="cannot be used"):
            store.keep([games()[0], broken])
        assert list(store.games()) == []
        store.keep(games()[:1])
        assert len(list(store.games())) == 1


@pytest.mark.parametrize("database", ["postgresql://league@127.0.0.1:1/postgres", "no/such/folder/league.sqlite"])
def test_database_that_is_not_there(database: str) -> None:
    """One clear error."""
    with pytest.raises(LeagueStoreError, match="cannot be used"):
        open_store(database)
