"""What the next game is to be: chosen in the menu, and kept beside the games for the one after it.

Rule kept here: what the configuration says holds until something else is chosen, and again once it says something new.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct, structs

from firmware.files.atomic import read_plain, write_whole
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.opponent import Opponent
from scoreboard.rules import RulesError, start
from scoreboard.rules.events import Setup, Side

ENDING = ".next.json"
"""Of the file beside the games, which is called as they are."""


class NextGame(Struct, frozen=True):
    """A game that is to begin.

    Attributes:
        setup: its first line, with the teams' names as their owner wrote them.
        opponent: the side that the box decides for.
        throws_off: the white die is thrown for who is Home before it begins (D6).
        named: those of the teams' names that a person wrote, which no language words.
    """

    setup: Setup
    opponent: Opponent = Opponent()
    throws_off: bool = False
    named: tuple[str, ...] = ()

    def turned(self) -> NextGame:
        """The same with the other team at home; the box goes with its team."""
        sides: dict[Side | None, Side | None] = {"away": "home", "home": "away"}
        setup = structs.replace(self.setup, away=self.setup.home, home=self.setup.away)
        return structs.replace(self, setup=setup, opponent=self.opponent._replace(side=sides.get(self.opponent.side)))


class Remembered(Struct, frozen=True):
    """What was chosen, and what the configuration said then."""

    configured: NextGame
    chosen: NextGame


class NextGameFile:
    """Keeps what was chosen in a file; ``configured`` is what the configuration says, by now."""

    def __init__(self, file: Path, configured: NextGame) -> None:
        self._file, self.configured = file, configured

    def read(self) -> NextGame:
        """What the next game is to be."""
        with suppress(OSError, RulesError, *DECODE_ERRORS):
            kept = msgspec.json.decode(read_plain(self._file), type=Remembered)
            if kept.configured == self.configured:
                start(kept.chosen.setup)
                return kept.chosen
        return self.configured

    def keep(self, chosen: NextGame) -> None:
        """Keep it; a card that takes nothing has a warning of its own."""
        with suppress(OSError):
            write_whole(self._file, msgspec.json.encode(Remembered(self.configured, chosen)))
