"""What is said of cards and gloves in RallyBird: on a panel, in a sentence, and as a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scoreboard.rules.rallybird import deck_of, shown_values
from scoreboard.rules.state import Game


class SpokenCall(NamedTuple):
    """A call in a word or two for a panel, in a few words without a stop, and as the question whether it is so."""

    panel: str
    name: str
    question: str


def spoken_call(call: str) -> SpokenCall | None:
    """The words of one of RallyBird's calls; None for another."""
    word, _, said = call.partition(" ")
    return None if word not in CALLS else CALLS[word](said)


def played_with(game: Game) -> str:
    """Which set a game is played with, by its name, which says whose it is; empty for a game without cards."""
    return "" if game.dealt is None else f"Cards and gloves: {deck_of(game).name}."


def laid(layout: Mapping[str, int]) -> str:
    """The gloves by zone: ``A 5, B 4``."""
    return ", ".join(f"{zone} {value}" for zone, value in layout.items())


def _gloves(said: str) -> SpokenCall:
    layout = shown_values(said)
    panel = " ".join(f"{zone}{value}" for zone, value in layout.items())
    return SpokenCall(
        panel, f"the gloves lie so: {laid(layout)}", f"Do the gloves lie so: {laid(layout)}? OK: they do."
    )


CALLS: Mapping[str, Callable[[str], SpokenCall]] = {
    "card": lambda name: SpokenCall(name, f"the card is {name}", f"Is the card {name}? OK: it is."),
    "gloves": _gloves,
    "flip": lambda zone: SpokenCall(
        f"turn {zone}", f"the glove on {zone} turns", f"Does the glove on {zone} turn its red side up? OK: it does."
    ),
    "lose": lambda zone: SpokenCall(
        f"lose {zone}", f"the glove on {zone} is lost", f"Is the glove on {zone} lost? OK: it is."
    ),
    "aside": lambda name: SpokenCall("set aside", "a card is set aside", f"Is {name} set aside? OK: it is."),
    "commit": lambda _: SpokenCall(
        "card chosen", "a card is chosen in secret", "Is a card chosen in secret? OK: it is."
    ),
    "intentional-walk": lambda _: SpokenCall(
        "walk him", "the batter is walked on purpose", "Is the batter walked on purpose? OK: he goes to first base."
    ),
    "rallybird": lambda _: SpokenCall(
        "rallybird",
        "the RallyBird has the dice rolled again",
        "Does the RallyBird roll again? OK: the dice are rolled again.",
    ),
}
"""By the first word of a call."""
