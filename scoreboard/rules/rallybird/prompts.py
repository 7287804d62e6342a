"""A state in words: what is due, what may be called, and one sentence that a child understands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from msgspec.structs import replace

from scoreboard.message import Message, Words, once
from scoreboard.rules.baseball import final_score
from scoreboard.rules.events import Side
from scoreboard.rules.rallybird.cards import deck_of, hand, unrolled
from scoreboard.rules.rallybird.gloves import as_they_lie, laid_out
from scoreboard.rules.rallybird.results import tested_sum, tested_zones
from scoreboard.rules.state import DICE, CardPlay, Game

OF_THE_FIELD = frozenset({"gloves", "flip", "lose", "intentional-walk"})
"""First words of what the side in the field says; the others are the offence's."""


def read_out(game: Game) -> Game:
    """The same state with what it awaits, offers and says."""
    calls = tuple(_offered(game, game.cards)) if game.cards else ()
    due = final_score(game) if game.over or game.cards is None else _due(game, game.cards)
    return replace(game, awaits=DICE if game.phase == "pitch" else None, calls=calls, due=due)


def speaker(game: Game, call: str) -> Side:
    """Which side says that; of the RallyBird the one whose roll it was, whoever bats by now."""
    before = unrolled(game) if call == "rallybird" else None
    if before is not None:
        return before.batting
    return game.fielding if call.partition(" ")[0] in OF_THE_FIELD else game.batting


def _offered(game: Game, dealt: CardPlay) -> Iterator[str]:
    """What may be called now: of the ways to lay the gloves only the one in which they lie."""
    if dealt.unrolled is not None:
        yield "rallybird"
    if game.phase == "card" and not dealt.commit:
        yield from (f"card {card.name}" for card in hand(game))
        if game.setup.rallybird.intentional_walk and not dealt.placed:
            yield "intentional-walk"
    if dealt.choose and not game.over:
        change = "lose" if _is_red(dealt) else "flip"
        yield from (f"{change} {zone}" for zone in dealt.choose)
    elif game.phase in {"card", "gloves"} and not dealt.placed:
        yield f"gloves {laid_out(as_they_lie(dealt.gloves))}"


def _due(game: Game, dealt: CardPlay) -> Message:
    bats, fields = game.team(game.batting).name, game.team(game.fielding).name
    if dealt.choose:
        return once("due.glove-lost" if _is_red(dealt) else "due.glove-turned", team=fields, gloves=dealt.choose)
    if game.phase == "gloves":
        return once("due.gloves", team=fields)
    if game.phase == "card":
        return once("due.show-card", team=bats) if dealt.placed else once("due.card", team=bats, fielders=fields)
    return _pitch(game, dealt, bats)


def _pitch(game: Game, dealt: CardPlay, bats: str) -> Message:
    if dealt.card is None:
        return once("due.roll", team=bats, roll=2)
    need = tested_sum(game, deck_of(game), dealt.card, dealt.gloves)
    tested = _tested(tested_zones(game, dealt.card))
    return once("due.roll-card", team=bats, card=dealt.card.name, value=need, tested=tested, roll=2)


def _tested(tested: tuple[str, ...]) -> Words:
    """The tested zones: ``A and C``, ``C twice``."""
    times = {zone: tested.count(zone) for zone in tested}
    each = (zone if count == 1 else once("tested", glove=zone, times=count) for zone, count in times.items())
    return reduce(lambda others, last: once("and", others=others, last=last), each)


def _is_red(dealt: CardPlay) -> bool:
    return any(glove.red for glove in dealt.gloves if glove.zone in dealt.choose)
