"""The line-up on the panel, where it hides neither runners, nor the count, nor the score.

Between plays, a team's letters above its runs take turns with its batter or pitcher (D53) and with the helmet at bat
(D49). A larger panel always shows the helmets beside the diamond, in batting order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoreboard.display.fields import stamp_centred
from scoreboard.display.fonts import Font, plain
from scoreboard.display.initials import initials, player_initials
from scoreboard.display.palette import AMBER, panel_color
from scoreboard.display.pixels import Box, Pattern, Point, stamp
from scoreboard.message import message
from scoreboard.rules.corrections import BETWEEN_PLAYS

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.words import Say
    from scoreboard.rules.events import Side
    from scoreboard.rules.house_rules import Helmet
    from scoreboard.rules.state import Game

_TICKS_PER_TURN: Final = 6
"""Half seconds that the letters stay, and then what takes turns with them."""

HelmetPatterns = dict["Helmet", Pattern]
"""A pattern for each helmet."""


def between_plays(game: Game) -> bool:
    """Whether a pitch is awaited, and no choice is open."""
    return game.phase in BETWEEN_PLAYS and len(game.options) < 2  # noqa: PLR2004 — two make a choice


@dataclass(frozen=True, slots=True)
class Corner:
    """A team's letters in its colour; between plays they take turns with its batter or pitcher, and its helmet.

    While a sign is on, the side at bat shows it in amber instead.

    Attributes:
        helmets: as large as the box.
    """

    side: Side
    box: Box
    fonts: tuple[Font, ...]
    helmets: HelmetPatterns

    def paint(self, picture: Image.Image, game: Game, tick: int, say: Say) -> None:
        """Write or draw it in the middle of the box; a sign in as many letters as that has room for."""
        if game.sign_on and game.batting == self.side:
            sign = plain(say(message(f"panel.sign.{game.sign_on}"), "panel"))
            return stamp_centred(picture, sign, self.box, self.fonts, AMBER)
        turn, other = divmod(tick // _TICKS_PER_TURN, 2)
        ups = self._batter_or_pitcher(game) if other and between_plays(game) else ()
        names = initials(game.team("away").name, game.team("home").name)
        shown = ups[turn % len(ups)] if ups else names[self.side == "home"]
        color = panel_color(game.team(self.side).color)
        if isinstance(shown, str):
            return stamp_centred(picture, shown, self.box, self.fonts, color)
        return stamp(picture, shown, self.box[:2], color)

    def _batter_or_pitcher(self, game: Game) -> tuple[str | Pattern, ...]:
        """This team's batter or pitcher as letters, and the helmet at bat; empty without names and helmets."""
        bats = game.batting == self.side
        player = None if game.up is None else game.up.bats if bats else game.up.pitches
        name = () if player is None else (player_initials(player, game.team(self.side).players or ()),)
        return (*name, self.helmets[game.batter]) if bats and game.batter is not None else name


@dataclass(frozen=True, slots=True)
class Dugout:
    """The helmets of the team at bat in batting order: at bat lowest and amber, the next one above it (D49).

    They stand to the right of a number, never to its left, where a - helmet and 12 would read -12.

    Attributes:
        at: the place of the helmet at bat.
        helmets: their patterns.
        pitch: rows from one to the next; between the first two there is a row more.
        max_waiting: how many others fit.
    """

    at: Point
    helmets: HelmetPatterns
    pitch: int
    max_waiting: int

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:  # noqa: ARG002 — the signature of a DisplayField
        """Draw as many as fit; nothing if the game has no helmets."""
        if game.batter is None:
            return
        left, low = self.at
        stamp(picture, self.helmets[game.batter], self.at, AMBER)
        color = panel_color(game.team(game.batting).color)
        for number, helmet in enumerate((game.dugout or ())[: self.max_waiting], start=1):
            stamp(picture, self.helmets[helmet], (left, low - 1 - number * self.pitch), color)
