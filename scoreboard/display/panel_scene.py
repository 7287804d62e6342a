"""What a picture is drawn from: the game, the moment, the language, the colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from scoreboard.display.palette import CHALK, INKS, panel_color
from scoreboard.language import ENGLISH, Length
from scoreboard.message import Words

if TYPE_CHECKING:
    from scoreboard.display.pixels import Color
    from scoreboard.rules.events import Side
    from scoreboard.rules.state import Game

Innings: TypeAlias = tuple[tuple[int | None, ...], tuple[int | None, ...]]
"""Away's and Home's runs by inning from the game's first on, None where a team has not batted."""
TEAM_INKS: Final = ("away", "home", "batting", "fielding", "winner")
"""Colours that the game decides: those of its teams."""

NO_SHORTS: Final[Mapping[str, str]] = MappingProxyType({})
"""For whoever chose no team's letters."""


class Say(Protocol):
    """Words messages in a language; `scoreboard.language.Language.say` is one."""

    def __call__(self, words: Words, length: Length = "sentence") -> str:
        """The text of these words."""


def no_innings() -> Innings:
    """For whoever knows the game's state alone."""
    return (), ()


@dataclass(frozen=True, slots=True)
class PanelScene:
    """What a picture is drawn from.

    Attributes:
        game: the state to show.
        tick: counts half seconds; drives what blinks, runs and takes turns.
        say: words messages.
        innings: gives the runs by inning, where a layout shows them.
        colors: those that the layout or its owner decides.
        since: half seconds since the page came that is shown.
        shorts: the letters that an owner chose for a team of that name.
    """

    game: Game
    tick: int = 0
    say: Say = ENGLISH
    innings: Callable[[], Innings] = no_innings
    colors: Mapping[str, Color] = field(default_factory=dict)
    since: int = 0
    shorts: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_dark(self) -> bool:
        """Whether what blinks is dark now."""
        return self.tick % 2 == 1

    def color(self, name: str) -> Color:
        """The colour of that name."""
        sides: dict[str, Side | None] = {"away": "away", "home": "home", "winner": self.game.winner}
        sides |= {"batting": self.game.batting, "fielding": self.game.fielding}
        if name in TEAM_INKS:
            side = sides[name]
            return CHALK if side is None else self.team_color(side)
        return self.colors.get(name) or INKS.get(name) or panel_color(name)

    def team_color(self, side: Side) -> Color:
        """The colour of the team on that side."""
        return panel_color(self.game.team(side).color)
