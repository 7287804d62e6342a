"""How the box plays RallyBird: at bat a card, in the field its gloves.

Rule kept here: it lays its gloves without a look at the card, also where that was told first, and chooses its card
before gloves lie; who speaks for it commits to the card (R10). Which cards are out of play is chance, at every
strength. It walks nobody on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from scoreboard.opponent.alternatives import Alternative
from scoreboard.opponent.playbook import Playbook
from scoreboard.opponent.worth import Worth
from scoreboard.rules import Game
from scoreboard.rules.events import Call, Side
from scoreboard.rules.rallybird import hand, in_hand, laid_out, to_draw, unrolled
from scoreboard.rules.rallybird.gloves import as_they_lie
from scoreboard.rules.state import CardPlay
from scoreboard.stats import coaches

AGAIN, WALK = Call(call="rallybird"), "intentional-walk"
BEST = 3
"""Among how many cards the fair box draws."""
Picks = Callable[[Game, CardPlay, Random], Call]


def _offered(game: Game, side: Side) -> tuple[Alternative, ...]:
    due = _due(game, game.cards, side) if game.cards else ()
    before = unrolled(game)
    if before is None or before.batting != side:
        return due
    return (*(due or (None,)), AGAIN)


def _due(game: Game, dealt: CardPlay, side: Side) -> tuple[Call, ...]:
    """What this at-bat needs of that side: a card, all gloves, as they lie first, or the change of one."""
    if side == game.fielding and dealt.choose:
        return tuple(Call(call=call) for call in game.calls if call != AGAIN.call)
    if side == game.fielding and game.phase in {"card", "gloves"} and not dealt.placed:
        return (_as_they_lie(dealt), *coaches.ways_to_lay(game))
    if side == game.fielding or game.phase != "card":
        return ()
    if to_draw(game):
        return tuple(Call(call=f"aside {card.name}") for card in in_hand(game))
    return tuple(Call(call=f"card {card.name}") for card in hand(game))


def _asks_first(game: Game, side: Side, line: object) -> bool:
    """Before gloves are laid a card must lie; and a person may still use the RallyBird, or walk the box's batter."""
    if line == AGAIN:
        return False
    before = unrolled(game)
    if before is not None and before.batting != side:
        return True
    if game.phase != "card" or game.cards is None or side == game.fielding:
        return game.phase == "card" and not (game.cards and game.cards.placed)
    return WALK in game.calls and not to_draw(game)


def _as_they_lie(dealt: CardPlay) -> Call:
    return Call(call=f"gloves {laid_out(as_they_lie(dealt.gloves))}")


def _one_of_the_best(game: Game, dealt: CardPlay, lots: Random) -> Call:
    worths = coaches.worths(game, as_they_lie(dealt.gloves))
    return Call(call=f"card {lots.choice(sorted(worths, key=lambda name: -worths[name])[:BEST])}")


FAIR: Mapping[str, Picks] = {
    "card": _one_of_the_best,
    "gloves": lambda _, dealt, __: _as_they_lie(dealt),
}
STRONG: Mapping[str, Picks] = {
    "card": lambda game, _, lots: coaches.card_by_lot(game, lots),
    "gloves": lambda game, _, lots: coaches.gloves_by_lot(game, lots),
    "flip": lambda _, dealt, __: coaches.least_loss(dealt),
    "lose": lambda _, dealt, __: coaches.least_loss(dealt),
}
"""By the first word of what is due; what is not named is drawn."""


def _picked(picks: Mapping[str, Picks], game: Game, offered: Sequence[Alternative], lots: Random) -> Alternative:
    if AGAIN in offered and coaches.is_worth_another_roll(game):
        return AGAIN
    first = offered[0]
    if not isinstance(first, Call) or game.cards is None:
        return None
    pick = picks.get(first.call.partition(" ")[0])
    return lots.choice([line for line in offered if line != AGAIN]) if pick is None else pick(game, game.cards, lots)


def _fair(game: Game, offered: Sequence[Alternative], lots: Random, _: Worth | None) -> Alternative:
    return _picked(FAIR, game, offered, lots)


def _strong(game: Game, offered: Sequence[Alternative], lots: Random, _: Worth | None) -> Alternative:
    return _picked(STRONG, game, offered, lots)


RALLYBIRD = Playbook(
    "policy.rallybird",
    _offered,
    _fair,
    _strong,
    _asks_first,
)
