"""A card that is chosen in secret on the panel, and the cards that chance takes out of play (RallyBird: R2, R8, R10).

Rule kept here: the record has the hash of the choice before the gloves lie, so that nobody has to take the box's word.
What was chosen is in memory alone until it is shown; after a power cut it is chosen again, and the gloves laid again.
"""

from __future__ import annotations

from collections.abc import Collection
from random import SystemRandom
from secrets import token_hex
from typing import Final

from msgspec.structs import replace

from scoreboard.rules import allows
from scoreboard.rules.events import Call, Press, Roll, Side
from scoreboard.rules.history import Entry
from scoreboard.rules.in_secret import sign_due
from scoreboard.rules.rallybird import digest_of, in_hand, to_draw
from scoreboard.rules.state import Game

SALT = 8
"""Bytes of chance with a card's name: so many that nobody finds it by trying all names."""

SIDES: Final[tuple[Side, ...]] = ("away", "home")
PITCHES: Final = ("ball", "strike")
"""The buttons that stand for a pitch."""


class SecretCard:
    """The card that was chosen in secret last, if any was."""

    def __init__(self) -> None:
        self._shown = ""

    def choose(self, name: str) -> Call:
        """Keep the name with a new salt; returns the line that commits to it."""
        self._shown = f"{name} {token_hex(SALT)}"
        return Call(call=f"commit {digest_of(self._shown)}", by="button")

    def due(self, game: Game) -> Call | None:
        """The line that shows it, once the gloves lie that were laid against it."""
        dealt = game.cards
        if dealt is None or game.phase != "card" or not dealt.placed or digest_of(self._shown) != dealt.commit:
            return None
        return Call(call=f"card {self._shown}", by="box")


def drawn(game: Game) -> tuple[Call, ...]:
    """The lines by which chance takes cards out of play, for the half-inning or after an intentional walk."""
    names = [card.name for card in in_hand(game)]
    return tuple(Call(call=f"aside {name}", by="box") for name in SystemRandom().sample(names, to_draw(game)))


class SecretHands:
    """Sides that are played from phones.

    Attributes:
        seats: which phone plays which side.
        chosen: what a side has chosen and nobody has been told yet: the call that will tell it.
    """

    def __init__(self) -> None:
        self.seats: dict[Side, str] = {}
        self.chosen: dict[Side, str] = {}

    def clear(self) -> None:
        """No phone plays a side any more."""
        self.seats, self.chosen = {}, {}

    def keep_choices(self, sides: Collection[Side]) -> None:
        """Forget what other sides than these have chosen."""
        self.chosen = {side: call for side, call in self.chosen.items() if side in sides}

    def free(self, side: Side) -> None:
        """No phone plays that side any more."""
        self.seats.pop(side, None)
        self.chosen.pop(side, None)

    def sign_before(self, line: Entry, game: Game) -> Call | None:
        """The sign that was given in secret, now that its pitch is there: it is on for this line."""
        call = self.chosen.get(game.batting, "")
        if not call or game.cards is not None or not isinstance(line, Roll | Press):
            return None
        if (isinstance(line, Press) and line.button not in PITCHES) or not allows(game, line):
            return None
        sign = sign_due(game, call)
        return None if sign is None else replace(sign, by="web")
