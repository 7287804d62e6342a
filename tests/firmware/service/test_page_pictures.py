"""Erasing the pictures of throws from a phone."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.phones import Table, playing
from support.scoring import SETUP, red
from support.throws import SEVEN, kept

from firmware.paths import throw_pictures
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from scoreboard.errors import JournalError, JournalFullError, JournalReadOnlyError
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey
from scoreboard.message import message


async def test_only_an_owner_erases_pictures(table: Table) -> None:
    """Neither a scorer, nor who is not paired, nor another site."""
    owner, scorer, guest = await table.paired(), await table.paired("Leo"), table.phone()
    for phone, code in ((guest, 401), (scorer, 403)):
        assert code == (await phone.ask("/api/pictures", {}, "DELETE"))[0]
    assert 403 == (await owner.ask("/api/pictures", {}, "DELETE", Origin="http://elsewhere"))[0]
    assert [] == table.erased
    assert (200, {"games": 2}) == await owner.ask("/api/pictures", {}, "DELETE")
    assert ["erased"] == table.erased


async def test_disk_that_cannot_erase_is_named(table: Table) -> None:
    """In a sentence."""
    table.erased = None
    code, answer = await (await table.paired()).ask("/api/pictures", {}, "DELETE")
    helps = "it may be worn out: start the stadium again, and if that does not help, put another card in"
    sentence = f"The pictures cannot be erased: Read-only file system; {helps}."
    assert (503, sentence) == (code, answer["error"])


async def test_only_an_owner_erases_a_past_game(journal: Path) -> None:
    """Its lines and its pictures are gone; the game in play and an unknown one are refused, and stay."""
    with Journal.create(journal) as opened:
        past = opened.add([SETUP, red(7)], imported=True)
    pictures = ThrowStore(throw_pictures(journal), UNLIMITED)
    key = GameKey.of(past, SETUP)
    pictures.keep(key, 2, kept(SEVEN))
    async with playing(journal) as table:
        owner, scorer, guest = await table.paired(), await table.paired("Leo"), table.phone()
        in_play = (await guest.ask("/api/state"))[1]["game"]
        assert past != in_play
        for phone, code in ((guest, 401), (scorer, 403)):
            assert code == (await phone.ask(f"/api/games/{past}", {}, "DELETE"))[0]
        assert (200, {"game": past}) == await owner.ask(f"/api/games/{past}", {}, "DELETE")
        for game, code, reason in ((past, 404, "no game"), (in_play, 409, "in play")):
            status, answer = await owner.ask(f"/api/games/{game}", {}, "DELETE")
            assert (code, True) == (status, reason in answer["error"])
    assert frozenset() == pictures.lines(key)
    with Journal.open_readonly(journal) as opened:
        assert past not in {each.game for each in opened.games()}


@pytest.mark.parametrize(
    ("refuses", "advice"),
    [
        (JournalFullError, "(el disco está lleno), así que nada cambió; haz lugar y prueba otra vez."),
        (JournalReadOnlyError, "(solo se puede leer), así que nada cambió; quizá esté gastada"),
    ],
)
async def test_disk_that_erases_no_game_is_reported_in_plain_words(
    journal: Path, monkeypatch: pytest.MonkeyPatch, refuses: type[JournalError], advice: str
) -> None:
    """Not as after a play, and without a file's place; pictures that stay are reported likewise."""
    with Journal.create(journal) as opened:
        past = opened.add([SETUP, red(7)], imported=True)
    refused = refuses(message("journal.unusable", file=str(journal), why=message("unusable.full")))
    async with playing(journal) as table:
        owner = await table.paired()
        with monkeypatch.context() as disk:
            disk.setattr(Journal, "forget", Mock(side_effect=refused))
            code, answer = await owner.ask(f"/api/games/{past}?lang=es", {}, "DELETE")
            assert (503, True) == (code, f"La tarjeta no lo acepta {advice}" in answer["error"])
        monkeypatch.setattr(ThrowStore, "erase", Mock(side_effect=OSError(errno.EROFS, os.strerror(errno.EROFS))))
        code, answer = await owner.ask(f"/api/games/{past}?lang=es", {}, "DELETE")
        assert (503, True) == (code, "Las imágenes no se pueden borrar: solo se puede leer" in answer["error"])
