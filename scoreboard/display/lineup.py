"""Who is up, shown where it hides neither runners, nor the count, nor the score.

Above a team's runs its letters give way by turns, between plays, to who bats or pitches (D53) and to the helmet at bat
(D49). Where there is room beside the diamond the helmets stand in the order in which they bat, whatever happens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoreboard.display.fields import stamp_centred
from scoreboard.display.fonts import Font
from scoreboard.display.initials import initials, player_initials
from scoreboard.display.palette import AMBER, panel_color
from scoreboard.display.pixels import Box, Pattern, Point, stamp

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.rules.events import Side
    from scoreboard.rules.house_rules import Helmet
    from scoreboard.rules.state import Game

_TICKS_PER_TURN: Final = 6
"""Half seconds that a team's letters, and then who is up in their place, stay."""

HelmetPatterns = dict["Helmet", Pattern]
"""A pattern for each helmet."""


def between_plays(game: Game) -> bool:
    """A pitch is awaited, and nothing is left to choose."""
    return game.phase == "pitch" and len(game.options) < 2  # noqa: PLR2004 — two make a choice


@dataclass(frozen=True, slots=True)
class Corner:
    """A team's letters in its colour; between plays, every other while, which of its players is up, or its helmet.

    Attributes:
        helmets: as large as the box.
    """

    side: Side
    box: Box
    fonts: tuple[Font, ...]
    helmets: HelmetPatterns

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:
        """Write or draw it in the middle of the box."""
        turn, other = divmod(tick // _TICKS_PER_TURN, 2)
        ups = self._batter_or_pitcher(game) if other and between_plays(game) else ()
        names = initials(game.team("away").name, game.team("home").name)
        shown = ups[turn % len(ups)] if ups else names[self.side == "home"]
        color = panel_color(game.team(self.side).color)
        if isinstance(shown, str):
            stamp_centred(picture, shown, self.box, self.fonts, color)
        else:
            stamp(picture, shown, self.box[:2], color)

    def _batter_or_pitcher(self, game: Game) -> tuple[str | Pattern, ...]:
        """Who of this team is up, as letters and as a helmet; none where nobody is named and helmets do not differ."""
        bats = game.batting == self.side
        player = None if game.up is None else game.up.bats if bats else game.up.pitches
        name = () if player is None else (player_initials(player, game.team(self.side).players or ()),)
        return (*name, self.helmets[game.batter]) if bats and game.batter is not None else name


@dataclass(frozen=True, slots=True)
class Dugout:
    """The helmets of the team at bat in their order: at bat lowest and amber, above it who bats next (D49).

    They stand to the right of a number, never to its left, where one would read -12.

    Attributes:
        at: where the helmet at bat is.
        helmets: what is painted on them.
        pitch: rows from one to the next; between the first two there is a row more.
        max_waiting: for how many there is room.
    """

    at: Point
    helmets: HelmetPatterns
    pitch: int
    max_waiting: int

    def paint(self, picture: Image.Image, game: Game, tick: int) -> None:  # noqa: ARG002 — a Field's signature
        """Draw those there are room for; nothing where helmets do not differ."""
        if game.batter is None:
            return
        left, low = self.at
        stamp(picture, self.helmets[game.batter], self.at, AMBER)
        color = panel_color(game.team(game.batting).color)
        for number, helmet in enumerate((game.dugout or ())[: self.max_waiting], start=1):
            stamp(picture, self.helmets[helmet], (left, low - 1 - number * self.pitch), color)
