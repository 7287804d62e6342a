"""Cards, gloves and signs as a page gets them: what everybody may see, and what a side's own phone may."""

from __future__ import annotations

import msgspec
import pytest
from support.rallybird import LAID, at_bat, rally
from support.rules import SETUP

from scoreboard.language import language, languages
from scoreboard.rules import start
from scoreboard.rules.deck import house_deck
from scoreboard.web.state.hands import Seats, hands, own_hand

ENGLISH = language("en")
NOBODY = Seats()


def test_public_hands_have_only_what_the_record_has() -> None:
    """The card and the gloves, once they are recorded; the gloves of the last at-bat are not shown again."""
    game = rally(f"call:card_Pair {LAID}")
    shown = hands(game, Seats(("away",), ()), ENGLISH)
    assert shown is not None
    assert shown.card is not None
    assert (("away",), "Pair", ("A", "B"), 6) == (
        shown.played, shown.card.said, shown.card.tests, len(shown.gloves),
    )  # fmt: skip
    later = hands(rally(f"{at_bat('Pair', '66')} call:flip_A"), NOBODY, ENGLISH)
    assert later is not None
    assert (None, ()) == (later.card, later.gloves)
    assert None is hands(start(SETUP), NOBODY, ENGLISH)


def test_a_hand_is_the_sides_own() -> None:
    """Cards for who bats, gloves for who fields, the one that stays away last; each with what is on it."""
    game = rally("call:aside_Homer")
    bats, fields = own_hand(game, "away", "card Pair", ENGLISH), own_hand(game, "home", None, ENGLISH)
    assert ("card", 0, ("Homer",), (), "card Pair") == (bats.what, bats.deal, bats.aside, bats.gloves, bats.chosen)
    single = next(card for card in bats.cards if card.said == "Single")
    assert ("air", ("Batter to first. Runners +1.", "Out, nobody forced.", "Out, nobody forced.")) == (
        single.kind, single.results,
    )  # fmt: skip
    assert ("gloves", ()) == (fields.what, fields.cards)
    assert (7, "", 9) == (len(fields.gloves), fields.gloves[-1].zone, fields.gloves[-1].value)
    assert 6 == fields.printed["A"]
    assert 1 == own_hand(rally(), "away", None, ENGLISH).deal


def test_a_red_glove_shows_its_red_side() -> None:
    """And has its white one on the other."""
    turned = own_hand(rally(at_bat("Single", "66")), "home", None, ENGLISH).gloves[0]
    assert ("4/3r", 3, 4, True) == (turned.glove, turned.value, turned.other, turned.red)


@pytest.mark.parametrize("code", languages())
def test_every_result_is_in_words(code: str) -> None:
    """Of each card of the house set, in every language."""
    game = rally("call:aside_Bunt", deck=house_deck())
    cards = own_hand(game, "away", None, language(code)).cards
    assert all(len(card.results) == 3 and all(card.results) for card in cards)
    assert b"hand." not in msgspec.json.encode(cards)
