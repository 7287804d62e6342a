"""A small deck with plain numbers, and a short way to write RallyBird down."""

from __future__ import annotations

from msgspec import UNSET, convert
from msgspec.structs import replace
from support.rules import SETUP, play

from scoreboard.rules import Game, start
from scoreboard.rules.deck import Card, Deck, Kind, Printed, Result, Tile, Zone
from scoreboard.rules.rallybird import digest_of

ONE = Result(batter="first", runners=1)
OUT = Result(batter="out")
CAUGHT = Result(batter="caught")
WAITS = Result(batter="waits")


def card(
    name: str, tests: str, kind: Kind = "air", more: Result = ONE, equal: Result = CAUGHT, less: Result = CAUGHT
) -> Card:
    """A card, with its results for more, as much, less."""
    return Card(
        name=name, kind=kind, tests=convert(list(tests), tuple[Zone, ...]), greater=more, equal=equal, less=less
    )


CARDS = (
    card("Single", "A"),
    card("Pair", "AB", equal=ONE),
    card("Trio", "ABC"),
    card("Twice", "AA"),
    card("Double", "C", more=Result(batter="second", runners=1)),
    card("Homer", "C", more=Result(batter="home", runners=3)),
    card("Fly", "D", more=ONE, equal=Result(batter="caught", third="home")),
    card("Squeeze", "E", "bunt", equal=Result(batter="out", runners=1), less=OUT),
    card("Ground", "F", "ground", equal=Result(batter="first", first="out"), less=OUT),
    card("Long", "F", more=Result(batter="first", first="third", runners=1)),
    replace(card("Take", "A", "take", Result(batter="first")), tests_on_second=("B",)),
    card("Steal 2B", "A", "steal", Result(batter="waits", first="second"), WAITS, Result(batter="waits", first="out")),
    card(
        "Steal 3B", "AAA", "steal", Result(batter="waits", second="third"), WAITS, Result(batter="waits", second="out")
    ),
)
PLAIN = Deck(
    name="Test set",
    zones=Printed(a=6, b=6, c=6, d=6, e=6, f=6),
    tiles=(
        *(Tile(white=value, red=value - 1) for value in (4, 5, 6, 7, 8)),
        Tile(white=3, red=2, icon=True),
        Tile(white=9, red=1, icon=True),
    ),
    cards=CARDS,
)
"""Seven gloves that all show another number."""
LAID = "call:gloves_A=4_B=5_C=6_D=7_E=8_F=3"
"""The usual way to lay them here; the words for the next at-bat come after."""


def rally(
    words: str = "",
    *,
    options: tuple[str, ...] = (),
    deck: Deck = PLAIN,
    first: int | None = None,
    innings: int | None = None,
) -> Game:
    """The game after those lines as `support.rules.play` reads them; ``GLOVES`` lays them as they lay, or as `LAID`."""
    setup = replace(
        SETUP, rules="rallybird", deck=deck, options=options or UNSET, first=first or UNSET, innings=innings or UNSET
    )
    return on(words, start(setup))


def on(words: str, game: Game) -> Game:
    """The game goes on with those lines."""
    for word in words.split():
        game = (
            play(LAID, game)
            if word == "GLOVES" and not _lie(game)
            else play(word.replace("GLOVES", _again(game)), game)
        )
    return game


def _lie(game: Game) -> bool:
    """The gloves have been laid in this half-inning."""
    return game.cards is not None and all(glove.zone for glove in game.cards.gloves)


def _again(game: Game) -> str:
    """The word that lays them as they lie."""
    return next((f"call:{call.replace(' ', '_')}" for call in game.calls if call.startswith("gloves")), "")


def glove_values(game: Game) -> str:
    """The gloves where they lie, by the numbers that show; red ones with an r."""
    assert game.cards
    return " ".join(f"{glove.zone}{glove.value}{'r' if glove.red else ''}" for glove in game.cards.gloves)


def at_bat(name: str, roll: str) -> str:
    """The words of an at-bat: card, gloves as they lie, dice."""
    return f"call:card_{name.replace(' ', '_')} GLOVES roll:{roll}"


def committed(name: str, salt: str = "salt") -> str:
    """The word that commits to a card."""
    return f"call:commit_{digest_of(f'{name} {salt}')}"
