"""What RallyBird is played with: At Bat cards, glove tiles, and the values printed on the board.

Rule kept here: cards and tiles are data. The types below are the schema of the file that an owner writes and of the
`deck` in a game line; the house set is such a file. What a card's result means is `scoreboard.rules.rallybird.results`.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, Struct, UnsetType, convert

Zone = Literal["A", "B", "C", "D", "E", "F"]
ZONES: tuple[Zone, ...] = get_args(Zone)
Kind = Literal["ground", "air", "bunt", "steal", "take"]
"""What a card is: a ground ball, a ball in the air, a bunt, a steal, or no swing at all."""
TILES, ICONS = 7, 2
"""Glove tiles of a set, and those among them with the icon: the defence takes one of these and all others (R3)."""
MOST_OUT_OF_PLAY = 8
"""Cards that may be out of play at once: four set aside, and four shown after an intentional walk (R8)."""
WORDS = r"^[\w'!&+.,()/-]+( [\w'!&+.,()/-]+)*\Z"

CardName = Annotated[str, Meta(min_length=1, max_length=30, pattern=WORDS)]
"""It is read on a panel and called out, so it is of words."""
GloveValue = Annotated[int, Meta(ge=1, le=12)]
Tested: TypeAlias = Annotated[tuple[Zone, ...], Meta(min_length=1, max_length=6)]


class Result(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a roll comes to.

    Attributes:
        batter: the base that he takes; ``out`` on the way to first, so that forced runners advance all the same;
            ``caught`` before he ran, or struck out; ``waits`` at the plate.
        runners: bases that every runner takes of whom nothing is said; forced ones advance in any case.
        first: where the runner on first goes, or that he is out.
        second: likewise.
        third: likewise.
    """

    batter: Literal["out", "caught", "waits", "first", "second", "third", "home"]
    runners: Annotated[int, Meta(ge=0, le=3)] = 0
    first: Literal["out", "second", "third", "home"] | UnsetType = UNSET
    second: Literal["out", "third", "home"] | UnsetType = UNSET
    third: Literal["out", "home"] | UnsetType = UNSET


class Card(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An At Bat card.

    Attributes:
        name: as it is called out.
        kind: of play.
        tests: the zones whose gloves are added up; one may count more than once.
        tests_on_second: those instead with a runner on second (R6); empty where that makes no difference.
        greater: what happens if the dice show more than the gloves.
        equal: if they show as much.
        less: if they show less.
    """

    name: CardName
    kind: Kind
    tests: Tested
    tests_on_second: Annotated[tuple[Zone, ...], Meta(max_length=6)] = ()
    greater: Result
    equal: Result
    less: Result

    def __post_init__(self) -> None:
        waits = {result.batter == "waits" for result in (self.greater, self.equal, self.less)}
        if waits != {self.kind == "steal"}:
            raise ValueError('The batter waits in each result of a card of the kind "steal", and in no other')


class Tile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A glove tile: the number on its white side, that on its red side, and whether it has the icon (R3)."""

    white: GloveValue
    red: GloveValue
    icon: bool = False


class Printed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="upper"):
    """The values printed on the board: those of zones without a tile."""

    a: GloveValue
    b: GloveValue
    c: GloveValue
    d: GloveValue
    e: GloveValue
    f: GloveValue


class Deck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole set.

    Attributes:
        name: what it is called wherever it is shown; it says whose it is.
        zones: what is printed on the board.
        tiles: all of them.
        cards: all of them.
    """

    name: CardName
    zones: Printed
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=TILES, max_length=TILES)]
    cards: Annotated[tuple[Card, ...], Meta(min_length=MOST_OUT_OF_PLAY + 1, max_length=40)]

    def __post_init__(self) -> None:
        if sum(tile.icon for tile in self.tiles) != ICONS:
            raise ValueError(f"Exactly {ICONS} tiles have the icon - at `$.tiles`")
        names = [card.name for card in self.cards]
        if (twice := next((name for name in names if names.count(name) > 1), None)) is not None:
            raise ValueError(f"Two cards are called {twice} - at `$.cards`")
        swung = sum(card.kind not in {"steal", "take"} for card in self.cards)
        if swung <= MOST_OUT_OF_PLAY:
            least = MOST_OUT_OF_PLAY + 1
            raise ValueError(
                f"At least {least} cards are neither a steal nor a take: one is always left - at `$.cards`"
            )

    def printed(self, zone: Zone) -> int:
        """The value of that zone without a tile."""
        value: int = getattr(self.zones, zone.lower())
        return value


def house_text() -> str:
    """The house set as a file with comments: what an owner begins with."""
    from importlib import resources  # which takes longer to load than all of the law

    return resources.files("scoreboard.rules").joinpath("house_deck.toml").read_text(encoding="utf-8")


@cache
def house_deck() -> Deck:
    """The house set, which is ours: the box's own cards are not public."""
    import tomllib

    return convert(tomllib.loads(house_text()), Deck)
