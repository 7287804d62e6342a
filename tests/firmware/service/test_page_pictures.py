"""Erasing the pictures of throws from a phone."""

from __future__ import annotations

from pathlib import Path

from support.phones import Table, at_table
from support.scoring import SETUP, red
from support.throws import SEVEN, kept

from firmware.paths import throw_pictures
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey


def test_only_an_owner_erases_pictures(journal: Path) -> None:
    """Neither a scorer, nor who is not paired, nor another site."""

    async def evening(table: Table) -> None:
        owner, scorer, guest = await table.paired(), await table.paired("Leo"), table.phone()
        for phone, code in ((guest, 401), (scorer, 403)):
            assert code == (await phone.ask("/api/pictures", {}, "DELETE"))[0]
        assert 403 == (await owner.ask("/api/pictures", {}, "DELETE", Origin="http://elsewhere"))[0]
        assert [] == table.erased
        assert (200, {"games": 2}) == await owner.ask("/api/pictures", {}, "DELETE")
        assert ["erased"] == table.erased

    at_table(journal, evening)


def test_disk_that_cannot_erase_is_named(journal: Path) -> None:
    """In a sentence."""

    async def evening(table: Table) -> None:
        table.erased = None
        code, told = await (await table.paired()).ask("/api/pictures", {}, "DELETE")
        said = "The pictures cannot be erased: Read-only file system; look at the card, then try again."
        assert (503, said) == (code, told["error"])

    at_table(journal, evening)


def test_only_an_owner_erases_a_past_game(journal: Path) -> None:
    """Its lines and its pictures are gone; the game in play and one that there is not are told, and stay."""
    with Journal.create(journal) as opened:
        past = opened.add([SETUP, red(7)], imported=True)
    pictures = ThrowStore(throw_pictures(journal), UNLIMITED)
    key = GameKey.of(past, SETUP)
    pictures.keep(key, 2, kept(SEVEN))

    async def evening(table: Table) -> None:
        owner, scorer, guest = await table.paired(), await table.paired("Leo"), table.phone()
        in_play = (await guest.ask("/api/state"))[1]["game"]
        assert past != in_play
        for phone, code in ((guest, 401), (scorer, 403)):
            assert code == (await phone.ask(f"/api/games/{past}", {}, "DELETE"))[0]
        assert (200, {"game": past}) == await owner.ask(f"/api/games/{past}", {}, "DELETE")
        for game, code, said in ((past, 404, "no game"), (in_play, 409, "in play")):
            status, told = await owner.ask(f"/api/games/{game}", {}, "DELETE")
            assert (code, True) == (status, said in told["error"])

    at_table(journal, evening)
    assert frozenset() == pictures.lines(key)
    with Journal.open_readonly(journal) as opened:
        assert past not in {each.game for each in opened.games()}
