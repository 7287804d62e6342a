"""The schema of a set of RallyBird: what an owner's file may say, to the last number."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from msgspec import ValidationError, convert, json, to_builtins

from scoreboard.rules.deck import Card, Deck, Result, Tile, house_deck, house_text

SWUNG = [card for card in house_deck().cards if card.kind not in {"steal", "take"}]
STEAL, TAKE = (next(card for card in house_deck().cards if card.kind == kind) for kind in ("steal", "take"))
TILE, CARD, WAITS = {"white": 5, "red": 4}, to_builtins(SWUNG[0]), {"batter": "waits"}


def cards(*some: Card) -> dict[str, Any]:
    """The house set with these cards instead; of those called alike each gets a number."""
    numbered = [{**to_builtins(card), "name": f"Card {number}"} for number, card in enumerate(some)]
    return {**to_builtins(house_deck()), "cards": numbered}


def tiles(icons: int, plain: int) -> dict[str, Any]:
    """The house set with so many tiles instead, with the icon and without."""
    return {**to_builtins(house_deck()), "tiles": [{**TILE, "icon": True}] * icons + [TILE] * plain}


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        *(({**TILE, "white": number}, Tile) for number in (1, 12)),
        *(({**CARD, "name": name}, Card) for name in ("A", "A" * 30)),
        *(({**CARD, "tests": ["A"] * number}, Card) for number in (1, 6)),
        ({**CARD, "tests_on_second": ["A"] * 6}, Card),
        *(({"batter": "out", "runners": number}, Result) for number in (1, 3)),
        (cards(*SWUNG[:9]), Deck),
        (cards(*SWUNG[:9], *[STEAL] * 31), Deck),
        (tiles(2, 5), Deck),
    ],
)
def test_set_at_a_bound_is_read_and_written_unchanged(value: dict[str, Any], kind: type) -> None:
    """What is left out stays out."""
    assert json.decode(json.encode(value)) == json.decode(json.encode(convert(value, kind)))


@pytest.mark.parametrize(
    ("value", "kind", "reason"),
    [
        ({**TILE, "red": 0}, Tile, ">= 1"),
        ({**TILE, "red": 13}, Tile, "<= 12"),
        ({**CARD, "name": ""}, Card, "length >= 1"),
        ({**CARD, "name": "A" * 31}, Card, "length <= 30"),
        ({**CARD, "tests": []}, Card, "length >= 1"),
        ({**CARD, "tests": ["A"] * 7}, Card, "length <= 6"),
        ({**CARD, "tests_on_second": ["A"] * 7}, Card, "length <= 6"),
        ({"batter": "out", "runners": -1}, Result, ">= 0"),
        ({"batter": "out", "runners": 4}, Result, "<= 3"),
        *(({**CARD, which: WAITS}, Card, "The batter waits") for which in ("greater", "equal", "less")),
        ({**CARD, "kind": "steal"}, Card, "The batter waits"),
        ({**to_builtins(STEAL), "kind": "bunt"}, Card, "The batter waits"),
        (cards(*SWUNG[:8]), Deck, "length >= 9"),
        (cards(*SWUNG[:8], STEAL), Deck, "At least 9 cards are neither a steal nor a take"),
        (cards(*SWUNG[:8], TAKE), Deck, "At least 9 cards are neither a steal nor a take"),
        (cards(*SWUNG[:9], *[STEAL] * 32), Deck, "length <= 40"),
        (tiles(2, 4), Deck, "length 7|length >= 7"),
        (tiles(2, 6), Deck, "length 7|length <= 7"),
        (tiles(1, 6), Deck, "Exactly 2 tiles have the icon"),
        (tiles(3, 4), Deck, "Exactly 2 tiles have the icon"),
    ],
)
def test_set_beyond_a_bound_is_malformed(value: dict[str, Any], kind: type, reason: str) -> None:
    """The error gives the reason. A set that cannot be played with is malformed, too."""
    with pytest.raises(ValidationError, match=reason):
        convert(value, kind)


def test_no_two_cards_are_called_alike() -> None:
    """A card is told by its name."""
    alike = cards(*SWUNG[:9])
    alike["cards"][4]["name"] = "Card 2"
    with pytest.raises(ValidationError, match="Two cards are called Card 2"):
        convert(alike, Deck)


def test_what_a_set_leaves_out() -> None:
    """Runners hold, a card tests one set of zones, and a tile has no icon."""
    assert (0, (), False) == (Result(batter="out").runners, convert(CARD, Card).tests_on_second, Tile(**TILE).icon)


def test_the_house_set_is_a_file() -> None:
    """An owner begins with it, comments and all."""
    text = house_text()
    assert (True, house_deck()) == (text.startswith("#"), convert(tomllib.loads(text), Deck))


def test_game_line_leaves_out_what_the_set_leaves_out() -> None:
    """What a card, a result or a tile leaves out is not written either."""
    written = json.encode(house_deck()).decode()
    assert not any(left_out in written for left_out in ('"runners":0', '"tests_on_second":[]', '"icon":false', "null"))
