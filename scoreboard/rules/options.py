"""How the games that have options may be played otherwise.

Rule kept here: an option is a field below, and registered by that: game line, settings, page, menus, random games of
both laws and what the box solves follow from it. In the `options` of a game line it stands with hyphens,
``little-league``. What it changes is written twice: in the law, which asks `Setup.four_dice` or `Setup.rallybird`, and
from its clause alone in ``tests/second_law/four_dice.py`` or ``rallybird.py``. Its words are ``option.`` in ``menu.po``
and ``setting-choice.`` in ``page.po`` of every catalogue, and players read of it in ``docs/play.md`` or
``docs/rallybird.md``. ``make half-innings OPTIONS="--rules four-dice"`` solves an option of Four-Dice Baseball.
``tests/scoreboard/test_options.py`` names what an option lacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct, convert


class FourDiceOptions(Struct, frozen=True, kw_only=True, rename="kebab"):
    """How Four-Dice Baseball is played otherwise.

    Attributes:
        little_league: nobody steals.
        quick: there are no signs.
        hard: for one player, who is Home: Away begin each half-inning with a man on second, and their pairs of threes
            to sixes count one more.
    """

    little_league: bool = False
    quick: bool = False
    hard: bool = False

    @property
    def innings(self) -> int:
        """How many there are unless the set-up says otherwise."""
        return 3 if self.quick else 6 if self.little_league else 9


class RallyBirdOptions(Struct, frozen=True, kw_only=True, rename="kebab"):
    """How RallyBird is played otherwise.

    Attributes:
        first_game: without the cards of taking pitches (R9).
        aside_3_2: three cards are set aside for Away and two for Home, instead of one (R8).
        aside_4: four cards are set aside for both (R8).
        intentional_walk: a batter may be walked on purpose (R8).
        rallybird: in the ninth the side that is behind may roll again (R8).
    """

    first_game: bool = False
    aside_3_2: bool = False
    aside_4: bool = False
    intentional_walk: bool = False
    rallybird: bool = False

    @property
    def innings(self) -> int:
        """How many there are unless the set-up says otherwise."""
        return 3


if TYPE_CHECKING:  # mypy reads no Literal that is computed
    Option: TypeAlias = str
else:
    Option = Literal[FourDiceOptions.__struct_encode_fields__ + RallyBirdOptions.__struct_encode_fields__]
"""An option by its name in a game line; which game has it is in its `RuleSet`."""


def innings_by_option(options: type[FourDiceOptions | RallyBirdOptions]) -> Mapping[Option, int]:
    """The names of a game's options, and how many innings it has with each alone."""
    names = options.__struct_encode_fields__
    return MappingProxyType({name: convert({name: True}, options).innings for name in names})


@cache
def four_dice_options(names: tuple[Option, ...]) -> FourDiceOptions:
    """Those of Four-Dice Baseball among the names of a game line."""
    return convert(dict.fromkeys(names, True), FourDiceOptions)


@cache
def rallybird_options(names: tuple[Option, ...]) -> RallyBirdOptions:
    """Those of RallyBird among the names of a game line."""
    return convert(dict.fromkeys(names, True), RallyBirdOptions)
