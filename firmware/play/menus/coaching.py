"""Screens about cards and gloves (RallyBird): a card chosen in secret, and the gloves laid zone by zone.

A table with the box's cards chooses by hand, and NEXT tells what was chosen (`throws.what_counts_now`). Without them
each side picks here in turn while the other looks away. Rule kept here: what is picked in secret is on the panel alone;
the sentence for the terminal is the same for every card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from msgspec import structs

from firmware.play.menus.screen import DealCards, Item, LetBox, Outcome, PickCard, Record, Screen, item
from scoreboard.message import message
from scoreboard.opponent import offered
from scoreboard.rules.deck import ZONES, Zone
from scoreboard.rules.events import Call, Side
from scoreboard.rules.rallybird import hand, laid_out, written
from scoreboard.rules.state import Game, Glove

ON_THE_PANEL = message("menu.secret")


def of_cards(game: Game, box: Side | None = None) -> tuple[Item, ...]:
    """What NEXT offers besides what may be said: to choose a card here, and to lay the gloves otherwise.

    Where the box plays for one side, it does that for itself once it may go on.
    """
    dealt = game.cards
    if dealt is None:
        return ()
    waits = (_let(game, box),) if box is not None and is_due(game, box) else ()
    if game.phase == "card" and (dealt.commit or not dealt.placed) and box != game.batting:
        return (item(message("menu.pick-secretly"), DealCards), *waits)
    if game.phase == "gloves" and not dealt.choose and box != game.fielding:
        return (item(message("menu.move-gloves"), partial(lay, Laying(dealt.gloves))), *waits)
    return waits


def gloves_first(game: Game, box: Side | None = None) -> tuple[Item, ...]:
    """To tell how the gloves lie before the card is told, as where it lies face down."""
    dealt = game.cards
    if dealt is None or game.phase != "card" or dealt.placed or dealt.commit or box == game.fielding:
        return ()
    return (item(message("menu.move-gloves"), partial(lay, Laying(dealt.gloves))),)


def is_due(game: Game, box: Side) -> bool:
    """Whether the box has something to say for that side."""
    lines = offered(game, box)
    return bool(lines) and lines[0] is not None


def _let(game: Game, box: Side) -> Item:
    if game.phase == "card" and box == game.fielding:
        return item(message("menu.card-lies"), LetBox)
    return item(message("menu.box-goes-on"), LetBox)


def pick(game: Game, box: Side | None = None) -> Outcome:
    """The side in the field looks away, unless the box plays for it, and the side at bat chooses a card (R2, R9)."""
    if box == game.fielding:
        return _cards(game)
    fields = game.team(game.fielding)
    return Screen((item(message("menu.look-away", team=fields.name), partial(_cards, game), fields.color),))


def _cards(game: Game) -> Screen:
    """Those in hand; those set aside come last, for the offence may look at them."""
    cards = [
        Item(message("menu.card", card=card.name), ON_THE_PANEL, partial(PickCard, card.name), is_secret=True)
        for card in hand(game)
    ]
    aside = game.cards.aside if game.cards else ()
    away = [
        Item(message("menu.card-aside", card=name), ON_THE_PANEL, partial(_cards, game), is_secret=True)
        for name in aside
    ]
    return Screen((*cards, *away))


@dataclass(frozen=True, slots=True)
class Laying:
    """The gloves that are left, and those that lie already; None for a zone without one."""

    left: tuple[Glove, ...]
    laid: tuple[Glove | None, ...] = ()

    @property
    def zone(self) -> Zone:
        """Which one is next."""
        return ZONES[len(self.laid)]

    @property
    def may_be_empty(self) -> bool:
        """Whether there are more zones left than gloves to lay; of two with the icon one is not laid (R3)."""
        icons = sum(glove.tile.icon for glove in self.left)
        return len(ZONES) - len(self.laid) > len(self.left) - max(0, icons - 1)

    def with_glove(self, glove: Glove) -> Laying:
        """With that one on this zone."""
        left = [each for each in self.left if each is not glove and not (glove.tile.icon and each.tile.icon)]
        return Laying(tuple(left), (*self.laid, structs.replace(glove, zone=self.zone)))


def lay(laying: Laying) -> Outcome:
    """Zone after zone: which glove lies there? The last answer tells them all."""
    if laying.left:
        return Screen(tuple(_items(laying)))
    return Record(Call(call=f"gloves {laid_out(glove for glove in laying.laid if glove)}", by="button"))


def _items(laying: Laying) -> Iterator[Item]:
    different = {(glove.tile, glove.red): glove for glove in laying.left}.values()
    for glove in different:
        alone = [each.value for each in different].count(glove.value) == 1
        side = "red" if glove.red else "white"
        mark = glove.value if alone else written(glove)
        words = message("menu.glove", zone=laying.zone, glove=written(glove), mark=mark, color=side)
        yield item(words, partial(lay, laying.with_glove(glove)), side)
    if laying.may_be_empty:
        nothing = replace(laying, laid=(*laying.laid, None))
        yield item(message("menu.no-glove", zone=laying.zone), partial(lay, nothing))
