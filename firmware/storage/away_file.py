"""What a stadium must not forget of a game with another house, in a file beside the games that its account alone reads.

Rule kept here: it is on the disk before anything that depends on it is sent.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware.files.atomic import read_plain, write_whole
from firmware.storage.box_key import SECRET_MODE
from scoreboard.away.kept_part import KeptPart
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.rules.events import Side


class AwayGame(Struct, frozen=True):
    """A game with another house, from the invitation on.

    Attributes:
        code: by which the houses have found each other.
        is_host: whether this house has invited.
        nonce: of the invitation; empty until it is known.
        setup: the game line, likewise.
        side: the team that plays here.
        peer: the other house's public key; empty until it is known.
        house: what the other house calls itself.
        game: the number of the game in this journal; 0 until it has begun.
        part: this house's part in it.
    """

    code: str
    is_host: bool
    nonce: str = ""
    setup: str = ""
    side: Side = "home"
    peer: str = ""
    house: str = ""
    game: int = 0
    part: KeptPart | None = None


class AwayFile:
    """Keeps it in that file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> AwayGame | None:
        """What was kept; None where nothing was, or it cannot be read."""
        with suppress(OSError, *DECODE_ERRORS):
            return msgspec.json.decode(read_plain(self._file), type=AwayGame)
        return None

    def keep(self, game: AwayGame) -> None:
        """Keep it; an OSError if the disk does not take it."""
        write_whole(self._file, msgspec.json.encode(game), SECRET_MODE)

    def forget(self) -> None:
        """There is no such game any more."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
