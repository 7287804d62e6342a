"""The facts of RallyBird: cards, gloves, and what a roll against them came to."""

from __future__ import annotations

from collections.abc import Mapping

from scoreboard.commentary.fact import Facts, fact
from scoreboard.rules.deck import Card, Result
from scoreboard.rules.events import Call, Roll
from scoreboard.rules.rallybird import compared, deck_of, result_of, shown_values, tested_sum
from scoreboard.rules.state import Dealt, Game

HITS = {"first": "single", "second": "double", "third": "triple", "home": "homerun"}


def call_facts(before: Game, call: Call, after: Game) -> Facts:
    """What was said of cards and gloves. A card that is set aside is the offence's secret (R9)."""
    word, _, said = call.call.partition(" ")
    teams = {"team": before.team(before.batting).name, "fielders": before.team(before.fielding).name}
    match word:
        case "card":
            yield fact("card", card=after.dealt.card.name if after.dealt and after.dealt.card else said, **teams)
        case "gloves":
            yield fact("gloves", layout=shown_values(said), **teams)
        case "aside" if before.dealt and before.dealt.walked:
            yield fact("shown", card=said)
        case "flip" | "lose":
            yield fact(GLOVE_FACTS[word], at=said)
        case _:
            yield fact(word, **teams)


def roll_facts(before: Game, dealt: Dealt, roll: Roll, after: Game) -> Facts:
    """The dice against the gloves, and what that came to."""
    yield fact("roll", team=before.team(before.batting).name, values=roll.values)
    if dealt.card is not None:
        need = tested_sum(before, deck_of(before), dealt.card, dealt.gloves)
        comparison = compared(sum(roll.values), need)
        yield fact(f"rolled_{comparison}", gloves=need)
        result = result_of(before, dealt.card, comparison)
        yield fact(f"rolled_{_outcome(before, dealt.card, result, after)}")


def _outcome(before: Game, card: Card, result: Result, after: Game) -> str:
    moved = _anyone_moved(before, after)
    if result.batter == "waits":
        return "stolen" if moved else "caught_stealing" if after.outs != before.outs else "no_steal"
    if result.batter == "first" and card.kind == "take":
        return "base_on_balls"
    if result.batter in HITS:
        return HITS[result.batter] if before.hits != after.hits else "fielders_choice"
    if result.first == "out" and result.batter == "out":
        return "two_outs"
    if result.batter == "caught":
        return "struck_out" if card.kind == "take" else "sacrifice" if moved else "fly_out"
    return ("sacrifice" if card.kind == "bunt" else "ground_out") if moved else "plain_ground_out"


def _anyone_moved(before: Game, after: Game) -> bool:
    """Whether a runner is on another base, or home, in the same half-inning."""
    same = (after.inning, after.half) == (before.inning, before.half)
    gone = set(before.runners) - set(after.runners)
    return same and ((len(after.runners) == len(before.runners) and bool(gone)) or _runs(before) != _runs(after))


def _runs(game: Game) -> int:
    return game.away + game.home


def worn_facts(before: Game, dealt: Dealt, after: Game) -> Facts:
    """The glove that turned or was lost without a choice, in the same half-inning (R5)."""
    if after.half != before.half or after.dealt is None or after.over:
        return
    kept = {glove.zone: glove.red for glove in after.dealt.gloves}
    for glove in dealt.gloves:
        if glove.zone not in kept:
            yield fact(GLOVE_FACTS["lose"], at=glove.zone)
        elif kept[glove.zone] != glove.red:
            yield fact(GLOVE_FACTS["flip"], at=glove.zone)


GLOVE_FACTS: Mapping[str, str] = {"flip": "glove_turns", "lose": "glove_lost"}
