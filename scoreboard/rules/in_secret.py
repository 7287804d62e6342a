"""What a side chooses in secret, whatever the game: a card and gloves (RallyBird, R2 and R3), a sign (Four-Dice).

Rule kept here: a choice is the call that will tell it. Here is who chooses, and what may be chosen; where a choice is
kept until it is told is not the law's.
"""

from __future__ import annotations

from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Call, Side
from scoreboard.rules.four_dice import SIGNS
from scoreboard.rules.four_dice.tables import NO_SIGN
from scoreboard.rules.rallybird import hand, laid_out, speaker, to_draw
from scoreboard.rules.rallybird.gloves import lay
from scoreboard.rules.registry import apply
from scoreboard.rules.state import Game

CARD, GLOVES = "card", "gloves"
TELLING = frozenset({"aside", "commit", CARD, GLOVES})
"""First words of what is told of cards and gloves: after it what the other side has chosen still stands."""


def choosing(game: Game) -> tuple[Side, ...]:
    """The sides that choose in secret now, the one at bat first; after that both are shown together."""
    if game.over:
        return ()
    if game.cards is None:
        return (game.batting,) if signs(game) else ()
    dealt = game.cards
    if game.phase == "gloves":
        return () if dealt.choose else (game.fielding,)
    if game.phase != "card":
        return ()
    return (game.batting,) if dealt.placed and not dealt.commit else (game.batting, game.fielding)


def signs(game: Game) -> tuple[str, ...]:
    """The signs that may be put on now."""
    found = tuple(call for call in game.calls if call in SIGNS)
    return found if NO_SIGN in found else ()


def teller(game: Game, call: str) -> Side | None:
    """The side whose secret that call tells; None of any other call."""
    if call in signs(game):
        return game.batting
    return speaker(game, call) if game.cards is not None and call.partition(" ")[0] in TELLING else None


def is_cards(game: Game, side: Side) -> bool:
    """Whether it is a card that this side chooses, where it chooses anything in a game of cards."""
    return game.cards is not None and side == game.batting


def chosen(game: Game, side: Side, call: str) -> str:
    """The call that will tell this choice; gloves as they are written.

    Raises:
        Refused: that side does not choose now, or not that.
    """
    word, _, rest = call.partition(" ")
    if side not in choosing(game):
        raise Refused("refused.nothing-secret", due=game.due)
    if game.cards is None:
        if call not in signs(game):
            raise Refused("refused.call", call=call, due=game.due)
        return call
    if word != (CARD if side == game.batting else GLOVES):
        raise Refused("refused.call", call=call, due=game.due)
    if word == GLOVES:
        return f"{GLOVES} {laid_out(lay(game, game.cards.gloves, rest))}"
    if to_draw(game):
        raise Refused("refused.deal-first", due=game.due)
    if rest not in {card.name for card in hand(game)}:
        raise Refused("refused.choose-another", card=rest)
    return call


def sign_due(game: Game, call: str) -> Call | None:
    """The line that puts a sign on which was chosen before this pitch; None where it makes no difference."""
    if call not in signs(game) or call == game.signs.sign_on:
        return None
    line = Call(call=call)
    return None if not game.signs.sign_on and not apply(game, line).signs.sign_on else line
