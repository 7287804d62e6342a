"""Cards, gloves and signs as pages show them: what everybody may see, and what the phone of a side alone may.

Rule kept here: `Hands` is public, and has a card or gloves only once the record has them. What is chosen and not told
yet is in `OwnHand` alone, which is answered to the phone that plays that side and to nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, Struct

from scoreboard.commentary import line_name
from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.rules import in_secret
from scoreboard.rules.deck import ZONES, Card, Result
from scoreboard.rules.events import Call, Side
from scoreboard.rules.rallybird import COMPARISONS, deck_of, hand, tested_zones, to_draw, written
from scoreboard.rules.rallybird.gloves import as_they_lie
from scoreboard.rules.state import Game, Glove

MEN = ("third", "second", "first")
"""The runners of whom a card may say something, the most advanced first."""


class Seats(Struct, frozen=True):
    """Who plays from a phone, and who has chosen: everybody may know that, and nothing of what.

    Attributes:
        played: the sides that a phone plays.
        chosen: those that have chosen.
    """

    played: tuple[Side, ...] = ()
    chosen: tuple[Side, ...] = ()


class CardShown(Struct, frozen=True):
    """A card.

    Attributes:
        call: that tells it.
        said: its name, in words.
        kind: of play.
        tests: the zones with the gloves that are added up now.
        results: what more than the gloves comes to, as much, and less.
    """

    call: str
    said: str
    kind: str
    tests: tuple[str, ...]
    results: tuple[str, ...]


class GloveShown(Struct, frozen=True):
    """A glove: as a call writes it, both its numbers, which side is up, where it lies; empty for nowhere."""

    glove: str
    value: int
    other: int
    red: bool
    icon: bool
    zone: str


class SignShown(Struct, frozen=True):
    """A sign: the call that puts it on, and its name in words."""

    call: str
    said: str


class Hands(Struct, frozen=True):
    """What is on the table, for everybody.

    Attributes:
        due: the sides that choose in secret now.
        played: the sides that a phone plays.
        chosen: the sides that have chosen.
        card: the one that is shown.
        gloves: those that lie, once they are shown.
    """

    due: tuple[Side, ...]
    played: tuple[Side, ...]
    chosen: tuple[Side, ...]
    card: CardShown | None
    gloves: tuple[GloveShown, ...]


class OwnHand(Struct, frozen=True):
    """What one side may choose, for its own phone.

    Attributes:
        side: which.
        what: it chooses now; null for nothing.
        deal: how many cards chance takes out of play first.
        cards: in hand.
        aside: the names of those out of play, which the offence may look at.
        gloves: of the defence, as they lie.
        printed: what is printed on the zones, where no glove lies.
        signs: that may be given.
        chosen: the call of its choice; null for none.
    """

    side: Side
    what: str | None
    deal: int
    cards: tuple[CardShown, ...]
    aside: tuple[str, ...]
    gloves: tuple[GloveShown, ...]
    printed: dict[str, int]
    signs: tuple[SignShown, ...]
    chosen: str | None


def hands(game: Game, seats: Seats, language: Language) -> Hands | None:
    """What everybody may see; None in a game where nothing is chosen in secret."""
    due, dealt = in_secret.choosing(game), game.cards
    if dealt is None:
        return Hands(due, seats.played, seats.chosen, None, ()) if game.setup.rules == "four-dice" else None
    card = None if dealt.card is None else _card(game, dealt.card, language)
    gloves = tuple(_glove(each) for each in dealt.gloves) if dealt.placed else ()
    return Hands(due, seats.played, seats.chosen, card, gloves)


def own_hand(game: Game, side: Side, chosen: str | None, language: Language) -> OwnHand:
    """What that side may choose."""
    dealt, chooses = game.cards, side in in_secret.choosing(game)
    bats = side == game.batting
    if dealt is None:
        given = tuple(_signs(game, language)) if chooses else ()
        return OwnHand(side, "sign" if chooses else None, 0, (), (), (), {}, given, chosen)
    what = (in_secret.CARD if bats else in_secret.GLOVES) if chooses else None
    if bats:
        cards = tuple(_card(game, each, language) for each in hand(game)) if chooses else ()
        aside = tuple(_name(name, language) for name in (*dealt.aside, *dealt.shown))
        return OwnHand(side, what, to_draw(game) if chooses else 0, cards, aside, (), {}, (), chosen)
    gloves = tuple(_glove(each) for each in _lying(dealt.gloves))
    return OwnHand(side, what, 0, (), (), gloves, {zone: deck_of(game).printed(zone) for zone in ZONES}, (), chosen)


def _lying(gloves: tuple[Glove, ...]) -> Iterator[Glove]:
    """All of them as they lie, and the one that stays away last (R3)."""
    laid = as_they_lie(gloves)
    yield from laid
    tiles = [each.tile for each in laid]
    for glove in gloves:
        if glove.tile in tiles:
            tiles.remove(glove.tile)
        else:
            yield glove


def _glove(glove: Glove) -> GloveShown:
    other = glove.tile.white if glove.red else glove.tile.red
    return GloveShown(written(glove), glove.value, other, glove.red, glove.tile.icon, glove.zone or "")


def _card(game: Game, card: Card, language: Language) -> CardShown:
    call, name = f"{in_secret.CARD} {card.name}", _name(card.name, language)
    results = tuple(language.say(_result(getattr(card, compared))) for compared in COMPARISONS)
    return CardShown(call, name, card.kind, tested_zones(game, card), results)


def _name(card: str, language: Language) -> str:
    return language.say(message("hand.card", card=card))


def _result(result: Result) -> Words:
    """The batter, then the men on the bases of whom something is said, then all others."""
    men = [
        # one of: hand.to.home, hand.to.out, hand.to.second, hand.to.third
        # one of: hand.base.first, hand.base.second, hand.base.third
        message("hand.man", base=message(f"hand.base.{man}"), to=message(f"hand.to.{to}"))
        for man in MEN
        if (to := getattr(result, man)) is not UNSET
    ]
    others = [message("hand.runners", steps=result.runners)] if result.runners else []
    # one of: hand.batter.caught, hand.batter.first, hand.batter.home, hand.batter.out, hand.batter.second
    # one of: hand.batter.third, hand.batter.waits
    return (message(f"hand.batter.{result.batter}"), *men, *others)


def _signs(game: Game, language: Language) -> Iterator[SignShown]:
    for call in in_secret.signs(game):
        name = language.say(line_name(Call(call=call)), "panel")
        yield SignShown(call, name[:1].upper() + name[1:])
