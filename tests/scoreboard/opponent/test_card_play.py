"""The box plays RallyBird: without a look at what is secret, and as well as it says."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from support.games import moments, setup
from support.rallybird import CARDS, LAID, PLAIN, at_bat, card, committed, on, rally

from scoreboard.opponent import Strength, asks_first, decide, offered
from scoreboard.opponent.card_play import AGAIN
from scoreboard.rules import Game
from scoreboard.rules.deck import Result
from scoreboard.rules.events import Call, Side
from scoreboard.rules.rallybird import deck_of, speaker

STRENGTHS: tuple[Strength, ...] = ("strong", "fair", "easy")
OPTIONS = ("intentional-walk", "rallybird")
NINTH = "set:inning=9,home=3"


def line(game: Game, side: Side, strength: Strength = "strong", seed: int = 1) -> str:
    """What the box says; empty for nothing."""
    decision = decide(game, side, strength, Random(seed))
    return decision.line.call if decision is not None and isinstance(decision.line, Call) else ""


@pytest.mark.parametrize("strength", STRENGTHS)
def test_gloves_are_laid_without_a_look_at_the_card(strength: Strength) -> None:
    """R3: whichever card was told, chosen in secret or set aside: with the same lots they lie alike."""
    laid = 0
    for number, (_, game) in enumerate(moments(setup("rallybird", 3), Random(3))):
        dealt = game.cards
        if dealt is None or game.phase != "gloves" or dealt.choose:
            continue
        cards = Random(number).sample(deck_of(game).cards, 3)
        otherwise = [replace(dealt, card=each, commit="", aside=(cards[0].name,)) for each in cards]
        secret = replace(dealt, card=None, commit=f"{number:064x}")
        seen = {line(replace(game, play=each), game.fielding, strength, number) for each in (*otherwise, secret)}
        assert {line(game, game.fielding, strength, number)} == seen
        laid += 1
    assert laid > 10


@pytest.mark.parametrize("strength", ["strong", "easy"])
def test_a_card_is_chosen_without_a_look_at_the_gloves(strength: Strength) -> None:
    """R2: wherever they lie."""
    game = rally(f"call:aside_Fly {LAID}")
    other = on("call:gloves_A=9_B=8_C=7_D=6_E=5_F=4", rally("call:aside_Fly"))
    assert [line(game, "away", strength, seed) for seed in range(9)] == [
        line(other, "away", strength, seed) for seed in range(9)
    ]


def test_the_fair_box_plays_what_is_best_against_the_gloves_as_they_lay() -> None:
    """One of three, by lot: the numbers that they test are low."""
    played = {line(rally("call:aside_Fly"), "away", "fair", seed) for seed in range(40)}
    assert {"card Homer", "card Long", "card Ground"} == played


def test_the_fair_box_leaves_its_gloves_where_they_lie() -> None:
    """First in the order of the set."""
    game = rally(f"{committed('Pair')}")
    assert {LAID.replace("call:gloves_", "gloves ").replace("_", " ")} == {
        " ".join(word.partition("/")[0] for word in line(game, "home", "fair", seed).split()) for seed in range(3)
    }


def test_a_card_is_set_aside_before_one_is_chosen() -> None:
    """R2: at every strength by lot, once for a half-inning."""
    assert {"aside"} == {line(rally(), "away", strength).partition(" ")[0] for strength in STRENGTHS}
    assert "card" == line(rally("call:aside_Fly"), "away").partition(" ")[0]
    assert () == offered(rally(committed("Pair")), "away")


def test_the_strong_box_lets_the_least_go() -> None:
    """R5: the others draw one of them."""
    game = rally(at_bat("Pair", "66"))
    assert {"flip A"} == {line(game, "home", "strong", seed) for seed in range(9)}
    assert {"flip A", "flip B"} == {line(game, "home", "fair", seed) for seed in range(9)}
    assert () == offered(game, "away")


@pytest.mark.parametrize(
    ("words", "again"),
    [
        (f"{NINTH} {at_bat('Pair', '11')}", True),
        (f"{NINTH},outs=2 {at_bat('Pair', '11')}", True),
        (f"{NINTH} {at_bat('Homer', '66')}", False),
        ("set:inning=9,half=bottom,away=1,runners=6 " + at_bat("Homer", "66"), False),
    ],
)
def test_the_rallybird_rolls_again_where_another_roll_is_worth_more(words: str, again: bool) -> None:
    """R8: after an out, be it the last, and neither after a home run nor in a game that is won."""
    game = rally(words, options=OPTIONS)
    side: Side = "home" if "bottom" in words else "away"
    assert AGAIN in offered(game, side)
    assert again == ("rallybird" == line(game, side)) == ("rallybird" == line(game, side, "fair"))


def test_a_game_that_is_won_is_not_rolled_again() -> None:
    """R8: with the bases loaded another roll is worth more than the two runs that win, and not wanted."""
    gap = card("Gap", "F", more=Result(batter="second", runners=2))
    deck = replace(PLAIN, cards=(*CARDS, gap))
    loaded = "set:inning=9,half=bottom,away=1,runners=18+12+6"
    won = rally(f"{loaded} {at_bat('Gap', '66')}", options=OPTIONS, deck=deck)
    assert ("home", True) == (won.winner, AGAIN in offered(won, "home"))
    assert "" == line(won, "home")


def test_the_rallybird_is_whose_roll_it_was() -> None:
    """R8: also where the third out has put him into the field; his box says it before gloves are to be laid."""
    game = rally(f"set:inning=9,home=3,outs=2 {at_bat('Pair', '11')}", options=OPTIONS, innings=5)
    assert ("home", "away", "home") == (game.batting, speaker(game, "rallybird"), speaker(game, "card Pair"))
    assert "rallybird" == line(game, "away")
    assert not asks_first(game, "away", AGAIN)


def test_when_the_box_waits() -> None:
    """For a card before its gloves, for a walk before its card, and for the RallyBird before all but its own."""
    pair, gloves = Call(call="card Pair"), Call(call=LAID.removeprefix("call:").replace("_", " "))
    assert asks_first(rally(), "home", gloves)
    assert not asks_first(rally(LAID), "home", gloves)
    assert not asks_first(rally(committed("Pair")), "home", gloves)
    assert not asks_first(rally("call:aside_Fly"), "away", pair)
    walks = rally("call:aside_Fly", options=OPTIONS)
    assert asks_first(walks, "away", pair)
    assert not asks_first(rally(options=OPTIONS), "away", Call(call="aside Fly"))
    rolled = rally(f"{NINTH} {at_bat('Pair', '66')}", options=OPTIONS)
    assert asks_first(rolled, "home", Call(call="flip A"))
    assert not asks_first(rolled, "away", AGAIN)
    assert not asks_first(rally(at_bat("Pair", "66"), options=OPTIONS), "home", Call(call="flip A"))


def test_every_card_is_played_by_somebody() -> None:
    """The easy box draws among all that may be played."""
    played = {line(rally("call:aside_Fly"), "away", "easy", seed) for seed in range(200)}
    assert {f"card {each.name}" for each in CARDS if each.kind != "steal" and each.name != "Fly"} == played
