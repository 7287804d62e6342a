"""What a side chooses in secret: who chooses when, and what may be chosen (R2, R3, R10; the signs of Four-Dice)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.rallybird import LAID, at_bat, committed, on, rally
from support.rules import SETUP, play

from scoreboard.rules import Game, Refused, start
from scoreboard.rules.events import Call
from scoreboard.rules.in_secret import choosing, chosen, is_cards, sign_due, signs, teller

BOTH, BAT, FIELD = ("away", "home"), ("away",), ("home",)
FOUR = replace(SETUP, rules="four-dice")


@pytest.mark.parametrize(
    ("words", "sides"),
    [
        ("", BOTH), ("call:aside_Pair", BOTH), (LAID, BAT), ("call:card_Pair", FIELD), (committed("Pair"), FIELD),
        (f"{committed('Pair')} {LAID}", BOTH), (f"call:card_Pair {LAID}", ()), (at_bat("Pair", "66"), ()),
        (f"{at_bat('Pair', '66')} call:flip_A", BOTH), (f"{at_bat('Homer', '11')} " * 3, ("home", "away")),
    ],
)  # fmt: skip
def test_who_chooses_now(words: str, sides: tuple[str, ...]) -> None:
    """Both until something is told; after a power cut with a hash and gloves, both again."""
    assert sides == choosing(rally(words))


def test_choice_is_written_as_the_later_call_has_it() -> None:
    """Gloves have both their numbers, even if only the number that shows was given."""
    game = rally("call:aside_Homer")
    assert "card Pair" == chosen(game, "away", "card Pair")
    answer = LAID.removeprefix("call:").replace("_", " ")
    assert "gloves A=4/3 B=5/4 C=6/5 D=7/6 E=8/7 F=3/2" == chosen(game, "home", answer)
    assert (True, False) == (is_cards(game, "away"), is_cards(game, "home"))
    assert not is_cards(start(SETUP), "away")


@pytest.mark.parametrize(
    ("words", "side", "call"),
    [
        ("", "away", "card Pair"),  # nothing is set aside yet
        ("call:aside_Homer", "away", "card Homer"),
        ("call:aside_Homer", "away", "card Steal 2B"),
        ("call:aside_Homer", "away", "aside Pair"),
        ("call:aside_Homer", "home", "card Pair"),
        ("call:aside_Homer", "home", "gloves A=4"),
        ("call:card_Pair", "away", "card Pair"),
        (f"call:card_Pair {LAID}", "home", "gloves A=4 B=5 C=6 D=7 E=8 F=3"),
    ],
)
def test_what_cannot_be_chosen_is_refused(words: str, side: str, call: str) -> None:
    """With a reason, as where it is told."""
    with pytest.raises(Refused):
        chosen(rally(words), "away" if side == "away" else "home", call)


def four(words: str = "", **changes: object) -> Game:
    """A game with four dice after these lines."""
    return play(words, start(replace(FOUR, **changes)))


def test_signs_are_the_batters() -> None:
    """Those that the law allows now; none where the game has none, nor while a die decides."""
    assert (BAT, 5) == (choosing(four()), len(signs(four())))
    assert "hit-and-run" not in signs(four("press:out press:out"))
    assert () == choosing(four(options=("quick",)))
    assert () == choosing(start(SETUP))
    assert "bunt" == chosen(four(), "away", "bunt")
    for side, call in (("home", "bunt"), ("away", "balk"), ("away", "card Pair")):
        with pytest.raises(Refused):
            chosen(four(), "away" if side == "away" else "home", call)


def test_whose_secret_a_call_tells() -> None:
    """Cards and signs are the offence's, gloves the defence's; a bunt in Diamante is said aloud."""
    game = rally()
    assert ("away", "home", "away") == tuple(teller(game, call) for call in ("card Pair", "gloves A=4", "aside Pair"))
    assert (None, None) == (teller(game, "intentional-walk"), teller(game, "bunt"))
    assert ("away", None) == (teller(four(), "bunt"), teller(four(), "balk"))
    swinging = play("blue5", start(replace(SETUP, rules="diamante-major")))
    assert "bunt" in swinging.calls
    assert (None, ()) == (teller(swinging, "bunt"), choosing(swinging))


def test_no_line_is_written_that_changes_nothing() -> None:
    """No sign where none is on, and the sign that is on already."""
    assert Call(call="bunt") == sign_due(four(), "bunt")
    assert None is sign_due(four(), "no-sign")
    assert Call(call="no-sign") == sign_due(four("call:bunt"), "no-sign")
    assert None is sign_due(four("call:bunt"), "bunt")
    assert None is sign_due(four("press:out press:out"), "hit-and-run")


def test_nothing_is_chosen_after_the_end() -> None:
    """The game is over."""
    assert () == choosing(on(f"{at_bat('Homer', '11')} " * 3 + at_bat("Homer", "66"), rally(innings=1)))
