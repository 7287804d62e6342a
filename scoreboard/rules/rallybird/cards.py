"""The cards that the offence has in hand, the one that it plays, and what options change of that: R2, R8 to R10."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from scoreboard.rules.deck import Card, Deck, house_deck
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Side
from scoreboard.rules.rallybird.results import changes_nothing
from scoreboard.rules.state import CardPlay, Game

HASH = 64
"""Hexadecimal digits of a SHA-256."""
NINTH = 9
"""The inning of the RallyBird, whatever number was agreed (R8)."""
SHOWN = 4
"""Cards that are shown after an intentional walk (R8)."""


def deck_of(game: Game) -> Deck:
    """What this game is played with: the game line's, or the house set, which is ours."""
    return house_deck() if game.setup.deck is UNSET else game.setup.deck


def in_hand(game: Game) -> tuple[Card, ...]:
    """The cards that are not out of play, as far as is told: neither set aside nor shown (R2, R8, R9)."""
    dealt = game.cards
    gone = () if dealt is None else (*dealt.aside, *dealt.shown)
    first = game.setup.rallybird.first_game
    return tuple(card for card in deck_of(game).cards if card.name not in gone and not (first and card.kind == "take"))


def hand(game: Game) -> tuple[Card, ...]:
    """Those of them that may be played now: not a steal with nobody to steal."""
    return tuple(card for card in in_hand(game) if not changes_nothing(game, card))


def aside(game: Game, dealt: CardPlay, name: str) -> CardPlay:
    """One is set aside for the half-inning, or shown after an intentional walk (R2, R8).

    Raises:
        Refused: there is no such card in hand, or there are enough.
    """
    if name not in {card.name for card in in_hand(game)}:
        raise Refused("refused.no-such-card", card=name, due=game.due)
    if to_draw(game) == 0:
        raise Refused("refused.enough-aside", due=game.due)
    if dealt.walked:
        return replace(dealt, shown=(*dealt.shown, name))
    return replace(dealt, aside=(*dealt.aside, name))


def to_draw(game: Game) -> int:
    """How many cards chance still takes out of play before the next is chosen."""
    dealt = game.cards
    if dealt is None or dealt.commit:
        return 0
    if dealt.walked:
        return SHOWN - len(dealt.shown)
    return 0 if dealt.begun else max(0, set_aside(game, game.batting) - len(dealt.aside))


def commit(game: Game, dealt: CardPlay, digest: str) -> CardPlay:
    """A card is chosen in secret; gloves that lay for another are laid anew (R10).

    Raises:
        Refused: that is no hash.
    """
    if len(digest) != HASH or not set(digest) <= set("0123456789abcdef"):
        raise Refused("refused.no-hash", value=HASH, due=game.due)
    return replace(dealt, commit=digest, placed=False)


def digest_of(shown: str) -> str:
    """The hash of a card that is chosen in secret: of what will be said of it, its name, a blank and a salt (R10)."""
    from hashlib import sha256  # which few games need, and every command would load

    return sha256(shown.encode()).hexdigest()


def name_shown(dealt: CardPlay, shown: str) -> str:
    """The card's name in what is said when it is shown."""
    return shown.rpartition(" ")[0] if dealt.commit else shown


def show(game: Game, dealt: CardPlay, shown: str) -> CardPlay:
    """The card is shown: its name, and after a secret choice its salt (R10).

    Raises:
        Refused: it is another than was chosen, or cannot be played now.
    """
    if dealt.commit and digest_of(shown) != dealt.commit:
        raise Refused("refused.other-card")
    name = name_shown(dealt, shown)
    card = next((card for card in deck_of(game).cards if card.name == name), None)
    if card is None or card not in in_hand(game):
        raise Refused("refused.choose-another", card=name)
    if changes_nothing(game, card):
        raise Refused("refused.moves-nobody", card=name)
    return replace(dealt, card=card)


def set_aside(game: Game, side: Side) -> int:
    """How many cards that side sets aside for each of its half-innings (R2, R8)."""
    if game.setup.rallybird.aside_4:
        return 4
    if game.setup.rallybird.aside_3_2:
        return 3 if side == "away" else 2
    return 1


def unrolled(game: Game) -> Game | None:
    """The state before the last roll, where the RallyBird may throw it again (R8)."""
    return None if game.cards is None else game.cards.unrolled


def may_reroll(game: Game) -> bool:
    """Whether the side at bat has the RallyBird for the roll that is due: behind in the ninth, and not lost (R8)."""
    ahead, behind = (game.home, game.away) if game.batting == "away" else (game.away, game.home)
    spent = game.cards is not None and game.batting in game.cards.spent
    return game.setup.rallybird.rallybird and game.inning == NINTH and behind < ahead and not spent
