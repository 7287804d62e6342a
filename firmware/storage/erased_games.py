"""A game erased for good: its lines leave the journal, and the pictures of its throws the disk.

Rule kept here: the game in play stays, and so does the last one played, which is gone on with after a power cut. What
was erased is written over, so that no reader of the card finds it; a backup made before still has it.
"""

from __future__ import annotations

from pathlib import Path

from firmware.storage.season_file import counted_file
from firmware.storage.throw_store import ThrowStore
from scoreboard.errors import GameInPlayError, NoGameError
from scoreboard.journal.store import Journal
from scoreboard.message import message


def erase_game(journal: Path, game: int, pictures: ThrowStore) -> None:
    """Erase that game from the journal, and what is kept of its throws.

    Raises:
        NoGameError: there is no such game.
        GameInPlayError: it is the last one played.
        JournalError: it cannot be erased; the journal is as it was.
        OSError: it is erased, but pictures of it are still there.
    """
    with Journal.create(journal) as opened:
        if not opened.has(game):
            raise NoGameError(message("no-game.number", id=game))
        if game == opened.latest():
            raise GameInPlayError(message("erase.in-play"))
        opened.forget([game], overwrite=True)
    pictures.erase({game})
    counted_file(journal).unlink(missing_ok=True)
