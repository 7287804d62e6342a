"""The facts of RallyBird: cards and gloves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoreboard.commentary.counts import roll_name
from scoreboard.commentary.names import glove_names
from scoreboard.message import Message, message
from scoreboard.rules.events import Call, Roll
from scoreboard.rules.rallybird import compared, deck_of, shown_values, tested_sum
from scoreboard.rules.state import Game


def call_facts(before: Game, call: Call, after: Game) -> Iterator[Message]:
    """The call of a card or of gloves. A card that is set aside is the offence's secret (R9)."""
    word, _, rest = call.call.partition(" ")
    teams = {"team": before.team(before.batting).name, "fielders": before.team(before.fielding).name}
    match word:
        case "card":
            card = after.cards.card.name if after.cards and after.cards.card else rest
            yield message("play.card", card=card, **teams)
        case "gloves":
            yield message("play.gloves", layout=glove_names(shown_values(rest)), **teams)
        case "aside" if before.cards and before.cards.walked:
            yield message("play.shown", card=rest)
        case "flip" | "lose":
            yield message(GLOVE_FACTS[word], at=rest)
        case _:
            # one of: play.aside, play.commit, play.intentional-walk, play.rallybird
            yield message(f"play.{word}", **teams)


def glove_test_facts(before: Game, roll: Roll) -> Iterator[Message]:
    """The dice against the gloves; nothing in a game without cards."""
    if before.cards is not None and before.cards.card is not None:
        need = tested_sum(before, deck_of(before), before.cards.card, before.cards.gloves)
        yield roll_name(compared(sum(roll.values), need), gloves=need)


def turned_glove_facts(before: Game, after: Game) -> Iterator[Message]:
    """The glove that turned or was lost without a choice, in the same half-inning (R5)."""
    if before.cards is None or after.cards is None or after.half != before.half or after.over:
        return
    kept = {glove.zone: glove.red for glove in after.cards.gloves}
    for glove in before.cards.gloves:
        if glove.zone not in kept:
            yield message(GLOVE_FACTS["lose"], at=glove.zone or "")
        elif kept[glove.zone] != glove.red:
            yield message(GLOVE_FACTS["flip"], at=glove.zone or "")


GLOVE_FACTS: Mapping[str, str] = {"flip": "play.glove-turns", "lose": "play.glove-lost"}
