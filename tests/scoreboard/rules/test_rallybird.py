"""RallyBird, R1 to R10: cards, gloves and two dice."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from support.english import due, turned_down
from support.law import claims, holds
from support.rallybird import CARDS, LAID, PLAIN, at_bat, card, committed, glove_values, on, rally
from support.rules import SETUP, why

from scoreboard.rules import BadSetupError, Game, Refused, apply, dice_due, ruled_setup, start
from scoreboard.rules.deck import Result, house_deck
from scoreboard.rules.events import End, Team
from scoreboard.rules.rallybird import deck_of, laid_out, shown_values, speaker
from scoreboard.rules.state import Up

LAW = """
R1: who leads when the bottom of the last inning is reached has won, if it is Home.
    [rallybird] set:inning=9,outs=2,home=1 call:card_Homer GLOVES roll:11 | winner=home
    [rallybird] set:inning=9,outs=2,away=1 call:card_Homer GLOVES roll:11 | half=bottom winner=None
R1: Home wins as it takes the lead in the last inning; a tie goes on into extra innings with nobody on.
    [rallybird] set:inning=9,half=bottom call:card_Homer GLOVES roll:66 | phase=over winner=home calls= runners=
    ... | waiting=False
    ... | due: The game is over: Blues win 1 to 0!
    [rallybird] set:inning=9,half=bottom,runners=18 call:card_Fly GLOVES roll:34 | winner=home waiting=False
    [rallybird] set:inning=9,half=bottom,runners=18+12+6 call:card_Pair GLOVES roll:66 | calls=
    [rallybird] set:inning=9,half=bottom,runners=18+12+6 press:homerun | calls=
    [rallybird] set:inning=9,half=bottom,outs=2 call:card_Homer GLOVES roll:11 | inning=10 half=top runners= phase=card
R1: a lead is nothing before the last inning: seventh and eighth are played out, and the other side comes up.
    [rallybird] set:inning=7,half=bottom,outs=2,away=1 call:card_Homer GLOVES roll:11 | inning=8 half=top winner=None
    [rallybird] set:inning=8,half=bottom,outs=2,away=1 call:card_Homer GLOVES roll:11 | inning=9 half=top winner=None
R1: the length is agreed in innings: of the number that is played, whatever the first is called.
    [rallybird] set:innings=1 | last=7
    [rallybird] set:inning=8 set:innings=1 ! agree on 2 innings or more
    [rallybird] set:inning=6 ! begins with inning 7
R2: a card comes back to the hand: it may be played again in the next at-bat.
    [rallybird] call:card_Single GLOVES roll:66 | calls~card_Single
R9: a first game has no card to take the pitch: it is left out by the option.
    [rallybird] | calls~card_Take
    [rallybird first-game] | calls!card_Take
R3, R10: card and gloves in either order: whichever is told first, the other is due, and then two dice.
    [rallybird] | due: Reds: choose a card in secret. Blues: lay your gloves. Then show the card.
    [rallybird] call:card_Pair | phase=gloves
    [rallybird] call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 | phase=card
    [rallybird] call:card_Pair call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 | phase=pitch awaits=dice dice=2
    [rallybird] call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 call:card_Pair | phase=pitch awaits=dice dice=2
    [rallybird] call:card_Pair call:card_Single ! Nobody can call card Single now.
    ... call:card_Single ! Blues: lay your gloves
R10: a new choice has the gloves laid again: else the offence could choose once it has seen them.
    [rallybird] call:commit_a216ba0d15eb78a83ba6b400cf4650bc50640a2793fffed6366e3b3e64cae51a
    ... call:gloves_A=4_B=5_C=6_D=7_E=8_F=3
    ... call:commit_a2a7c9a4453b34b8cd6ec1e39138ddb2b4f77f9a3d277937f179c408436ee180 | phase=gloves
    ... call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 call:card_Homer_salt | due: Reds: Homer. Roll two dice against 6, C.
R3: all start white side up; the five plain ones and one of the two with the icon are laid.
    [rallybird] call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 | gloves=A4+B5+C6+D7+E8+F3
    [rallybird] call:gloves_A=9_B=4_C=5_D=6_E=7_F=8 | gloves=A9+B4+C5+D6+E7+F8
R3: none of the six stays away: once the second with the icon is aside all others are laid, the one with the icon too.
    [rallybird] call:card_Homer GLOVES roll:11 call:gloves_A=4_B=5_C=6_D=7_E=3 ! All gloves are laid: 8/7 is missing.
    ... call:gloves_A=4_B=5_C=6_D=7_E=8 ! All gloves are laid: 3/2 is missing.
R3: gloves are laid anew for each at bat: as they lie, or otherwise; the second with the icon is not there any more.
    [rallybird] call:card_Homer GLOVES roll:11 call:card_Pair | calls=gloves_A=4/3_B=5/4_C=6/5_D=7/6_E=8/7_F=3/2
    ... call:gloves_F=4_E=5_D=6_C=7_B=8_A=3 | gloves=A3+B8+C7+D6+E5+F4
    [rallybird] call:card_Homer GLOVES roll:11 call:card_Pair
    ... call:gloves_A=9_B=4_C=5_D=6_E=7_F=8 ! There is no glove 9 left.
R4: more, as much or less; forced runners always advance, others as the card says, and none on the third out.
    [rallybird] call:card_Pair GLOVES roll:55 | runners=6 away=0 outs=0
    [rallybird] call:card_Pair GLOVES roll:45 | runners=6 away=0 outs=0
    [rallybird] call:card_Pair GLOVES roll:44 | runners= away=0 outs=1
    [rallybird] call:card_Single GLOVES roll:13 | runners= away=0 outs=1
    [rallybird] call:card_Single GLOVES roll:14 | runners=6 away=0 outs=0
    [rallybird] set:runners=6 call:card_Double GLOVES roll:66 | runners=18+12 away=0 outs=0
    [rallybird] set:runners=12 call:card_Double GLOVES roll:66 | runners=18+12 away=0 outs=0
    [rallybird] set:runners=18 call:card_Double GLOVES roll:66 | runners=12 away=1 outs=0
    [rallybird] set:runners=18+12+6 call:card_Homer GLOVES roll:66 | runners= away=4 outs=0
    [rallybird] set:runners=18 call:card_Fly GLOVES roll:34 | runners= away=1 outs=1
    [rallybird] set:runners=18+12 call:card_Fly GLOVES roll:34 | runners=12 away=1 outs=1
    [rallybird] set:runners=18,outs=2 call:card_Fly GLOVES roll:34 | runners= away=0 outs=0
    [rallybird] set:runners=18+6 call:card_Squeeze GLOVES roll:44 | runners=12 away=1 outs=1
    [rallybird] set:runners=12+6 call:card_Squeeze GLOVES roll:11 | runners=18+12 away=0 outs=1
    [rallybird] set:runners=18+6 call:card_Squeeze GLOVES roll:11 | runners=18+12 away=0 outs=1
    [rallybird] set:runners=12 call:card_Squeeze GLOVES roll:11 | runners=12 away=0 outs=1
    [rallybird] set:runners=18+12+6 call:card_Squeeze GLOVES roll:11 | runners=18+12 away=1 outs=1
    [rallybird] set:runners=18+12+6 call:card_Single GLOVES roll:11 | runners=18+12+6 away=0 outs=1
    [rallybird] set:runners=12+6 call:card_Ground GLOVES roll:12 | runners=18+6 away=0 outs=1
    [rallybird] set:runners=6 call:card_Long GLOVES roll:66 | runners=18+6 away=0 outs=0
    [rallybird] set:runners=18+6 call:card_Long GLOVES roll:66 | runners=18+6 away=1 outs=0
R6: taking the pitch: one zone, or another with a runner on second; success is a walk, no hit, and changes no glove.
    [rallybird] call:card_Take call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 | due: against 4, A.
    [rallybird] set:runners=12 call:card_Take call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 | due: against 5, B.
    [rallybird] call:card_Take call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 roll:66 | runners=6 hits.away=0
    ... | gloves=A4+B5+C6+D7+E8+F3 outs=0
    [rallybird] set:runners=12 call:card_Take call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 roll:66 | runners=12+6
R7: a double play is less than the gloves, a runner on first and nobody out; others who are forced advance, as in R4.
    [rallybird] set:runners=6,outs=0 call:card_Ground GLOVES roll:11 | runners= away=0 outs=2
    [rallybird] set:runners=12+6,outs=0 call:card_Ground GLOVES roll:11 | runners=18 away=0 outs=2
    [rallybird] set:runners=18+6,outs=0 call:card_Ground GLOVES roll:11 | runners=18 away=0 outs=2
    [rallybird] set:runners=18+12+6,outs=0 call:card_Ground GLOVES roll:11 | runners=18 away=1 outs=2
    [rallybird] set:runners=6,outs=1 call:card_Ground GLOVES roll:11 | runners=12 away=0 outs=2
    [rallybird] set:runners=12,outs=0 call:card_Ground GLOVES roll:11 | runners=12 away=0 outs=1
R7: as much as the gloves is the card's own result; a fly ball is no double play.
    [rallybird] set:runners=6 call:card_Ground GLOVES roll:12 | runners=6 away=0 outs=1
    [rallybird] set:runners=6 call:card_Fly GLOVES roll:11 | runners=6 away=0 outs=1
R4: a steal keeps the batter: he waits; a base is gained, nobody moves, or the runner is out.
    [rallybird] set:runners=6 call:card_Steal_2B GLOVES roll:66 | runners=12 away=0 outs=0 waiting=True at_bat=0
    [rallybird] set:runners=6 call:card_Steal_2B GLOVES roll:13 | runners=6 away=0 outs=0
    [rallybird] set:runners=6 call:card_Steal_2B GLOVES roll:11 | runners= away=0 outs=1
    [rallybird] set:runners=6 set:outs=2 call:card_Steal_2B GLOVES roll:11 | half=bottom outs=0
R4: hits are counted: a batter safe by his own card; a walk, a fielder's choice and a home run by button as everywhere.
    [rallybird] call:card_Single GLOVES roll:66 | hits.away=1
    [rallybird] set:runners=6 call:card_Ground GLOVES roll:12 | hits.away=0
    [rallybird] press:homerun | hits.away=1
    [rallybird] set:runners=6 call:card_Steal_2B GLOVES roll:66 | hits.away=0
R5: a white glove that failed turns: only the tested one; one that held does not.
    [rallybird] call:card_Single GLOVES roll:66 | gloves=A3r+B5+C6+D7+E8+F3
    [rallybird] call:card_Single GLOVES roll:11 | gloves=A4+B5+C6+D7+E8+F3
R4, R5: success is any man who moved: also on an out; not on the third one.
    [rallybird] set:runners=6 call:card_Squeeze GLOVES roll:11 | gloves~E7r
    [rallybird] set:runners=12 call:card_Squeeze GLOVES roll:11 | gloves~E8
    [rallybird] set:runners=18 call:card_Fly GLOVES roll:34 | gloves~D6r
R5: the last red glove is never lost: then nothing changes, also where a white one failed beside it.
    [rallybird] call:card_Single GLOVES roll:66 call:card_Pair GLOVES roll:66 | gloves=A3r+B5+C6+D7+E8+F3
    [rallybird] call:card_Single GLOVES roll:66 call:card_Single GLOVES roll:66 | gloves=A3r+B5+C6+D7+E8+F3
R5: of white and red the red one goes: it is lost for the half-inning, and its zone counts what is printed there.
    [rallybird] call:card_Single GLOVES roll:66 call:card_Homer GLOVES roll:66 call:card_Pair
    ... call:gloves_A=4/3r_B=5/4_C=6/5r_D=7_E=8_F=3 roll:66 | phase=card gloves=B5+C5r+D7+E8+F3
    ... call:card_Single call:gloves_B=5/4_C=6/5r_D=7_E=8_F=3 | due: against 6, A.
    [rallybird] call:card_Single GLOVES roll:66 call:card_Homer GLOVES roll:66 call:card_Pair
    ... call:gloves_A=4/3r_B=5/4_C=6/5r_D=7_E=8_F=3 roll:66 set:outs=2 call:card_Single
    ... call:gloves_B=5/4_C=6/5r_D=7_E=8_F=3 roll:11 call:card_Pair call:gloves_A=4_B=5_C=6_D=7_E=8_F=3 | gloves~A4
R5: a zone without a glove cannot change: only the glove beside it does.
    [rallybird] call:card_Single GLOVES roll:66 call:card_Homer GLOVES roll:66 call:card_Pair GLOVES roll:66
    ... call:card_Pair GLOVES roll:66 | gloves=B4r+C5r+D7+E8+F3
R8: the rallybird rolls again: the side that is behind in the ninth, after any roll; what it brought is undone.
    [rallybird rallybird] set:inning=9,home=1 call:card_Homer GLOVES roll:11 | outs=1 calls.0=rallybird
    ... call:rallybird | phase=pitch outs=0 awaits=dice
    ... roll:66 | runners= away=1 home=1 outs=0
R8: a re-roll that fails is the last, for the rest of the game; one that succeeds may be used again.
    [rallybird rallybird] set:inning=9,home=1 call:card_Homer GLOVES roll:11 call:rallybird roll:11 | calls!rallybird
    ... | outs=1
    ... call:card_Homer GLOVES roll:11 | calls!rallybird
    [rallybird rallybird] set:inning=9,home=1 set:home=5 call:card_Homer GLOVES roll:11 call:rallybird roll:66
    ... | calls~rallybird
    ... call:card_Homer GLOVES roll:11 | calls~rallybird
R8: the rallybird after the last out: also where the roll ended the half-inning, or the game.
    [rallybird rallybird] set:inning=9,half=bottom,away=1,outs=2 call:card_Homer GLOVES roll:11 | phase=over winner=away
    ... | calls=rallybird
    ... call:rallybird roll:11 | winner=away
    [rallybird rallybird] set:inning=9,half=bottom,away=1,outs=2 call:card_Homer GLOVES roll:11 call:rallybird
    ... | phase=pitch outs=2 over=False
    ... roll:66 | home=1 away=1 phase=card
    [rallybird rallybird] set:inning=9,home=1 set:outs=2 call:card_Homer GLOVES roll:11 call:rallybird | half=top outs=2
R5: a choice of the defence outlives a button: it is made all the same.
    [rallybird] call:card_Pair GLOVES roll:66 press:out | outs=1 calls=flip_A+flip_B
R2, R3: a set that changes the half deals anew; a set of anything else leaves cards and gloves as they are.
    [rallybird] call:card_Single GLOVES roll:66 call:card_Pair set:half=bottom | phase=card
    [rallybird] call:card_Single GLOVES roll:66 call:card_Pair set:outs=1,runners=12 | phase=gloves
    [rallybird] call:card_Single GLOVES roll:66 call:card_Pair set:runners=9 ! In this game men stand on bases only
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


Board = tuple[tuple[int, ...], int, int]
"""Men on their places, runs, outs."""
HOMER, OUT, SINGLE = at_bat("Homer", "66"), at_bat("Homer", "11"), at_bat("Single", "66")


def board(game: Game) -> Board:
    """Men, runs of both, outs."""
    return game.runners, game.away + game.home, game.outs


# -- R1: innings


def test_three_innings_from_the_seventh() -> None:
    """R1: the 7th, 8th and 9th; from the 1st there are nine."""
    assert (7, 9, 3, "top", "card") == ((game := rally()).inning, game.last, game.innings, game.half, game.phase)
    assert (1, 9) == ((game := rally(first=1)).inning, game.last)
    assert (1, 3) == ((game := rally(first=1, innings=3)).inning, game.last)
    assert (8, 9) == ((game := rally(first=8)).inning, game.last)


# -- R2, R9, R10: cards


def test_a_card_set_aside_is_out_for_the_half_inning() -> None:
    """R2, R9: one, unless more are played; then it is in hand again."""
    game = rally("call:aside_Homer")
    assert "card Homer" not in game.calls
    assert "no card in this hand" in why(game, "call:card_Homer")
    assert "no card in this hand" in why(game, "call:aside_Homer")
    assert "No more cards" in why(game, "call:aside_Pair")
    assert "no card in this hand" in why(game, "call:aside_Nonsense")
    assert "card Homer" not in on(SINGLE, game).calls
    assert "card Homer" in on(f"set:outs=2 {at_bat('Single', '11')}", game).calls
    assert "No more cards" in why(rally(f"{committed('Pair')} {LAID}"), "call:aside_Homer")
    assert "No more cards" in why(on(at_bat("Single", "66"), rally()), "call:aside_Homer")


@pytest.mark.parametrize(("options", "away", "home"), [((), 1, 1), (("aside-3-2",), 3, 2), (("aside-4",), 4, 4)])
def test_how_many_cards_are_set_aside(options: tuple[str, ...], away: int, home: int) -> None:
    """R8: three for Away and two for Home, or four for both."""
    for half, number in (("top", away), ("bottom", home)):
        game = rally(f"set:half={half}", options=options)
        game = on(" ".join(f"call:aside_{card.name}" for card in CARDS[:number]), game)
        assert "No more cards" in why(game, "call:aside_Ground")


def test_a_card_chosen_in_secret() -> None:
    """R10: its hash is there before the gloves lie, and what is shown must be what was chosen."""
    game = rally(committed("Pair"))
    assert ("gloves", False) == (game.phase, any(call.startswith("card") for call in game.calls))
    laid = on(LAID, game)
    assert ("card", (), "Reds: show your card.") == (laid.phase, laid.calls, due(laid))
    for other in ("card_Pair", "card_Pair_pepper", "card_Single_salt"):
        assert "not the card that was chosen" in why(laid, f"call:{other}")
    assert "Reds: Pair. Roll two dice against 9, A and B." == due(on("call:card_Pair_salt", laid))


@pytest.mark.parametrize("digest", ["", "abc", "g" * 64, "?" * 64, "A" * 64, "a" * 65])
def test_a_commitment_is_a_hash(digest: str) -> None:
    """R10: sixty-four hexadecimal digits."""
    assert "64 hexadecimal digits" in why(rally(), f"call:commit_{digest}")


def test_what_is_chosen_in_secret_can_be_no_card_out_of_play() -> None:
    """R2, R10: it is refused when it is shown, and another is chosen."""
    game = rally(f"call:aside_Pair {committed('Pair')} {LAID}")
    assert "no card in this hand. Choose another." in why(game, "call:card_Pair_salt")
    assert "gloves" == on(committed("Homer"), game).phase


# -- R3: gloves


@pytest.mark.parametrize(
    ("gloves", "reason"),
    [
        ("A=4 B=5 C=6 D=7 E=8", "All gloves are laid: 3/2, 9/1 is missing."),
        ("A=4 B=5 C=6 D=7 F=3", "All gloves are laid: 8/7, 9/1 is missing."),
        ("A=3 B=5 C=6 D=7 E=8 F=9", "Take one of the two gloves with the icon"),
        ("A=4 A=5 C=6 D=7 E=8 F=3", "Two gloves cannot lie on A."),
        ("A=4 B=4 C=6 D=7 E=8 F=3", "There is no glove 4 left."),
        ("A=11 B=5 C=6 D=7 E=8 F=3", "There is no glove 11 left."),
        ("A=4/2 B=5 C=6 D=7 E=8 F=3", "There is no glove 4/2 left."),
        ("A=4/3r B=5 C=6 D=7 E=8 F=3", "There is no glove 4/3r left."),
        ("G=4 B=5 C=6 D=7 E=8 F=3", "Say zones and gloves"),
        ("", "All gloves are laid"),
    ],
)
def test_impossible_gloves_are_refused(gloves: str, reason: str) -> None:
    """R3: each glove once, on a zone of its own, and all of them; the reason ends with what is due."""
    game = rally("call:card_Pair")
    refusal = why(game, f"call:gloves_{gloves.replace(' ', '_')}")
    assert refusal.startswith(reason)
    assert refusal.endswith(due(game))


def test_only_one_stays_away_whatever_comes_first_in_the_set() -> None:
    """R3: not a plain one beside the one with the icon."""
    game = rally(deck=replace(PLAIN, tiles=PLAIN.tiles[::-1]))
    assert "All gloves are laid: 9/1, 8/7 is missing." in why(game, "call:gloves_A=3_B=4_C=5_D=6_E=7")


def test_what_the_gloves_show() -> None:
    """R3: by the number that is said, or by the one on the side that is up; what is no zone shows nothing."""
    assert {"A": 3, "B": 5, "F": 12} == shown_values("A=4/3r B=5/4 F=12 G=1")


def test_gloves_that_show_one_number_need_both_numbers() -> None:
    """R3: where two show one number, both numbers say which, white side first."""
    tiles = (*PLAIN.tiles[1:], replace(PLAIN.tiles[0], white=5, red=2))
    game = rally("call:card_Pair", deck=replace(PLAIN, tiles=tiles))
    assert "Several gloves show 5: say which, 5/2 or 5/4." in why(game, "call:gloves_A=5_B=6_C=7_D=8_E=3_F=5")
    laid = on("call:gloves_A=5/2_B=6_C=7_D=8_E=3_F=5", game)
    assert "A=5/2 B=6/5 C=7/6 D=8/7 E=3/2 F=5/4" == laid_out(laid.cards.gloves if laid.cards else ())


def test_a_plain_glove_like_one_with_the_icon() -> None:
    """R3: said once it is the plain one, for the other may be the one that stays away."""
    tiles = (*PLAIN.tiles[1:], replace(PLAIN.tiles[5], icon=False))
    game = rally("call:card_Pair", deck=replace(PLAIN, tiles=tiles))
    assert "pitch" == on("call:gloves_A=5_B=6_C=7_D=8_E=3/2_F=9", game).phase
    assert "pitch" == on("call:gloves_A=5_B=6_C=7_D=8_E=3_F=3", game).phase


# -- R4, R6, R7: the roll


@pytest.mark.parametrize(
    ("name", "roll", "need"),
    [
        ("Single", "12", "4, A"),
        ("Pair", "44", "9, A and B"),
        ("Twice", "44", "8, A twice"),
        ("Trio", "66", "15, A and B and C"),
        ("Homer", "11", "6, C"),
        ("Thrice", "11", "21, C and B three times"),
        ("Often", "11", "16, A 4 times"),
    ],
)
def test_the_gloves_that_are_tested_are_added_up(name: str, roll: str, need: str) -> None:
    """R4: each zone as often as the card names it."""
    often = (card("Thrice", "CBBB"), card("Often", "AAAA"))
    game = rally(f"call:card_{name} {LAID}", deck=replace(PLAIN, cards=(*CARDS, *often)))
    assert f"Reds: {name}. Roll two dice against {need}." == due(game)
    assert "pitch" == game.phase
    assert "That is 3 dice." in why(game, f"roll:{roll}1")
    assert "That is 1 die." in why(game, "roll:1")


def test_an_unforced_runner_does_not_pass_the_one_ahead() -> None:
    """R4: sent to a base that stays taken he stops short of it."""
    sent = card("Sent", "C", more=Result(batter="caught", first="third", second="third"))
    for men in ("18+12", "18+6"):
        game = rally(f"set:runners={men} {at_bat('Sent', '66')}", deck=replace(PLAIN, cards=(*CARDS, sent)))
        assert ((18, 12), 0, 1) == board(game)


def test_home_has_room_for_all() -> None:
    """R4: a runner who scores holds nobody up."""
    cleared = card("Cleared", "C", more=Result(batter="caught", second="home", third="home"))
    game = rally(f"set:runners=18+12 {at_bat('Cleared', '66')}", deck=replace(PLAIN, cards=(*CARDS, cleared)))
    assert ((), 2, 1) == board(game)


HIT_AND_RUN = card("Send", "F", "ground", less=Result(batter="out", runners=1))
HOLDS_THIRD = card("Hold", "F", "ground", less=Result(batter="out", runners=1, second="third"))
CLEARS = card("Clear", "F", "ground", less=Result(batter="caught", first="third", second="home", third="home"))
SLOW = (HIT_AND_RUN, HOLDS_THIRD, CLEARS)


@pytest.mark.parametrize(
    ("name", "men", "expected"),
    [
        *((each.name, "6", ((), 0, 2)) for each in SLOW),
        *((each.name, "18+6", ((), 1, 2)) for each in SLOW),
        *((name, "12+6", ((18,), 0, 2)) for name in ("Send", "Hold")),
        *((name, "18+12+6", ((18,), 1, 2)) for name in ("Send", "Hold")),
        ("Clear", "12+6", ((), 1, 2)),
        ("Clear", "18+12+6", ((), 2, 2)),
    ],
)
def test_on_a_double_play_the_others_move_as_the_card_says(name: str, men: str, expected: Board) -> None:
    """R7: the batter and the man from first are out whatever it says of them; a run that comes in counts."""
    game = rally(f"set:runners={men},outs=0 {at_bat(name, '11')}", deck=replace(PLAIN, cards=(*CARDS, *SLOW)))
    assert expected == board(game)
    assert 0 == game.hits.away


@pytest.mark.parametrize(
    ("men", "expected"),
    [("18+6", ((12,), 1, 2)), ("12+6", ((18, 12), 0, 2)), ("18+12+6", ((18, 12), 1, 2))],
)
def test_with_one_out_a_ground_ball_is_no_double_play(men: str, expected: Board) -> None:
    """R7: then the card's own result holds."""
    game = rally(f"set:runners={men},outs=1 {at_bat('Send', '11')}", deck=replace(PLAIN, cards=(*CARDS, *SLOW)))
    assert expected == board(game)


def test_a_run_on_a_double_play_wins_the_game() -> None:
    """R7, D8: in the last of the ninth the man on third scores, and nobody waits for a third out."""
    tied = f"set:inning=9,half=bottom,runners=18+6,outs=0 {at_bat('Send', '11')}"
    game = rally(tied, deck=replace(PLAIN, cards=(*CARDS, *SLOW)))
    assert ("over", "home", 1, 2) == (game.phase, game.winner, game.home, game.outs)


def test_a_glove_turns_on_a_double_play_that_moved_somebody() -> None:
    """R4, R5: a runner who advances on an out is a success."""
    deck = replace(PLAIN, cards=(*CARDS, *SLOW))
    before, after = (rally(f"set:runners={men} {at_bat('Send', '11')}", deck=deck) for men in ("6", "18+6"))
    assert (0, 1) == tuple(sum(glove.red for glove in game.cards.gloves) for game in (before, after) if game.cards)


def test_a_double_play_needs_a_runner_on_first() -> None:
    """R7: else the card's own result holds."""
    deck = replace(PLAIN, cards=(*CARDS, card("Slow", "F", "ground", less=Result(batter="out", runners=1))))
    assert ((18,), 0, 1) == board(rally(f"set:runners=12 {at_bat('Slow', '11')}", deck=deck))
    assert ((), 0, 2) == board(rally(f"set:runners=6 {at_bat('Slow', '11')}", deck=deck))


def test_a_steal_with_nobody_to_steal_is_refused() -> None:
    """R4: it would cost nothing; and third base must be free to be stolen."""
    for words in ("", "set:runners=12", "set:runners=18", "set:runners=12+6"):
        assert "card Steal 2B" not in rally(words).calls
        assert "Nobody can be moved by Steal 2B now." in why(rally(words), "call:card_Steal_2B")
    assert "card Steal 3B" in rally("set:runners=12").calls
    assert "card Steal 3B" not in rally("set:runners=18+12").calls


# -- R5: gloves wear out


def test_of_two_white_ones_the_defence_chooses() -> None:
    """R5: which turns its red side up; nothing else counts before."""
    game = rally(at_bat("Pair", "66"))
    assert ("gloves", ("flip A", "flip B"), None) == (game.phase, game.calls, game.awaits)
    assert "Blues: say which glove turns its red side up, A or B." == due(game)
    assert ("card", "A4 B4r C6 D7 E8 F3") == ((later := on("call:flip_B", game)).phase, glove_values(later))
    assert ("flip A", "flip B") == rally(f"{HOMER} {at_bat('Pair', '66')}").calls
    for word in ("call:flip_C", "call:lose_A", LAID, "call:card_Pair", "call:flip", "roll:11"):
        assert due(game) in why(game, word)


def test_after_the_end_no_glove_is_to_be_chosen() -> None:
    """R5: a game that is called, or won by a press, offers no choice that it would refuse."""
    game = rally(at_bat("Pair", "66"))
    assert () == apply(game, End(why="called", winner=None)).calls


RED = HOMER
"""C turns red as well."""


def test_of_two_red_ones_the_defence_chooses() -> None:
    """R5: which is lost, if there are more red ones than that."""
    lie = "call:gloves_A=4/3r_B=6/5r_C=5/4_D=7_E=8_F=3"
    game = rally(f"{SINGLE} {RED} call:card_Pair {lie} roll:66")
    assert (("lose A", "lose B"), "Blues: say which glove is lost, A or B.") == (game.calls, due(game))
    assert "B5r C5 D7 E8 F3" == glove_values(on("call:lose_A", game))
    assert "does not change so" in why(game, "call:flip_A")


def test_a_new_half_inning_begins_with_all_gloves() -> None:
    """R2, R3: all white, and both with the icon to choose from."""
    game = rally(f"{SINGLE} set:outs=2 {at_bat('Single', '11').replace('A=4', 'A=4/3r')}")
    assert ("bottom", "gloves A=4/3 B=5/4 C=6/5 D=7/6 E=8/7 F=3/2") == (game.half, game.calls[-1])
    assert "pitch" == on("call:card_Pair call:gloves_A=9_B=4_C=5_D=6_E=7_F=8", game).phase


# -- R8: options


def test_an_intentional_walk() -> None:
    """R8: the batter is on first, and four cards are out of play for the next one; then they are in hand again."""
    game = rally("call:intentional-walk", options=("intentional-walk",))
    assert (((6,), 0, 0), "card", 0) == (board(game), game.phase, game.hits.away)
    shown = on("call:aside_Single call:aside_Pair call:aside_Trio call:aside_Twice", game)
    assert not {"card Single", "card Pair", "card Trio", "card Twice"} & set(shown.calls)
    assert "No more cards" in why(shown, "call:aside_Homer")
    assert "card Single" in on(at_bat("Homer", "11"), shown).calls
    assert "A4 B5 C6 D7 E8 F3" == glove_values(on(OUT, game))


def test_an_intentional_walk_comes_before_all_else() -> None:
    """R8: it is no answer to gloves that lie or a card that is chosen; and it may win."""
    game = rally(options=("intentional-walk",))
    assert "intentional-walk" in game.calls
    assert "intentional-walk" not in (*rally().calls, *on(LAID, game).calls)
    assert "Nobody is walked on purpose now." in why(on(LAID, game), "call:intentional-walk")
    assert "Nobody can call intentional-walk now." in why(on("call:card_Pair", game), "call:intentional-walk")
    assert "Nobody can call intentional-walk him now." in why(game, "call:intentional-walk_him")
    assert "home" == on("set:inning=9,half=bottom,runners=18+12+6 call:intentional-walk", game).winner
    assert "Nobody is walked on purpose now." in why(rally(), "call:intentional-walk")


NINTH = "set:inning=9,home=1"


def bird(words: str = "") -> Game:
    """A game with the RallyBird, Away behind in the ninth."""
    return rally(f"{NINTH} {words}", options=("rallybird",))


@pytest.mark.parametrize(
    "words", ["set:inning=8,home=1", "set:inning=9", "set:inning=9,away=1", "set:inning=10,home=1"]
)
def test_no_rallybird_otherwise(words: str) -> None:
    """R8: strictly in the ninth, and not for a side that is level or ahead."""
    game = rally(f"{words} {OUT}", options=("rallybird",))
    assert "rallybird" not in game.calls
    assert "The RallyBird cannot roll again now." in why(game, "call:rallybird")
    assert "rallybird" not in rally(f"{NINTH} {OUT}").calls


def test_a_re_roll_on_the_third_out_has_failed() -> None:
    """R4, R8: nobody moves on it, whatever the card says of a fly that is caught."""
    again = on("call:rallybird roll:34", bird(f"set:outs=2,runners=18 {at_bat('Fly', '11')}"))
    assert ("over", ("away",), False) == (again.phase, again.cards and again.cards.spent, "rallybird" in again.calls)


def test_what_comes_next_ends_the_rallybird() -> None:
    """R8: once the next at-bat has begun the roll stands."""
    for word in ("call:card_Pair", LAID, committed("Pair"), "press:out", "set:outs=0"):
        assert "rallybird" not in on(word, bird(OUT)).calls
    choosing = bird(at_bat("Pair", "66"))
    assert ("rallybird", "flip A", "flip B") == choosing.calls
    assert "rallybird" not in on("call:flip_A", choosing).calls
    assert "Nobody can call rallybird now now." in why(choosing, "call:rallybird_now")


def test_each_side_loses_the_rallybird_for_itself() -> None:
    """R8: for the rest of the game, whoever loses it after."""
    lost = on(f"call:rallybird roll:11 set:half=bottom,away=2 {OUT}", bird(OUT))
    assert "rallybird" in lost.calls
    both = on("call:rallybird roll:11", lost)
    assert "rallybird" not in (*on(OUT, both).calls, *on(f"set:half=top,home=3 {OUT}", both).calls)


# -- set-up and the rest


def test_options_are_those_of_the_game() -> None:
    """R8: an unknown one is an error, and so are two numbers of cards to set aside."""
    with turned_down(BadSetupError, r"not played with the option dh\. It has: first-game, aside-3-2"):
        rally(options=("dh",))
    with turned_down(BadSetupError, "choose one of aside-3-2 and aside-4"):
        rally(options=("aside-3-2", "aside-4"))


@pytest.mark.parametrize("key", ["options", "first", "deck"])
def test_other_games_know_none_of_it(key: str) -> None:
    """A game line that says something that its game does not know is an error that says so."""
    value = {"options": ("rallybird",), "first": 7, "deck": PLAIN}[key]
    for rules in ("diamante-amateur", "two-dice"):
        with turned_down(BadSetupError, "leave"):
            start(replace(SETUP, rules=rules, **{key: value}))


def test_the_deck_stands_in_the_game_line() -> None:
    """R10: so that a record replays by itself; without one the house set is played, and a new game line has it."""
    plain = replace(SETUP, rules="rallybird")
    assert (house_deck(), PLAIN) == (deck_of(start(plain)), deck_of(rally()))
    assert house_deck() == ruled_setup(plain, {}).deck
    assert PLAIN == ruled_setup(rally().setup, {}).deck
    assert UNSET is ruled_setup(SETUP, {}).deck


@pytest.mark.parametrize("words", ["", "call:card_Pair", f"call:card_Pair {LAID}"])
def test_a_game_may_be_called_at_any_time(words: str) -> None:
    """Whatever is due."""
    assert apply(rally(words), End(why="called", winner=None)).over


@pytest.mark.parametrize("words", ["", "call:card_Pair", f"call:card_Pair {LAID}", LAID, committed("Pair")])
def test_buttons_count_in_every_phase(words: str) -> None:
    """D54: OUT, RUN, HOMERUN and BATTER, whatever is told of cards and gloves; no glove changes by them."""
    game = rally(f"set:runners=18 {words}")
    assert (((18,), 0, 1), "card") == (board(out := on("press:out", game)), out.phase)
    assert (((), 1, 0), game.phase) == (board(run := on("press:run", game)), run.phase)
    assert (((), 2, 0), "card") == (board(homer := on("press:homerun", game)), homer.phase)
    assert ("card", 0) == ((later := on("press:batter", game)).phase, later.outs)
    assert "BALL means nothing in this game." in why(game, "press:ball")


def test_batter_changes_nothing_before_anything_happened() -> None:
    """D54: a batter who has just come up stays."""
    assert rally() == on("press:batter", rally())
    assert "card" == rally("call:card_Pair press:batter").phase


def test_it_is_over_for_every_line_but_one() -> None:
    """Each kind of line has its reason; a call is refused, unless it is the RallyBird's."""
    over = rally(f"set:inning=9,half=bottom {HOMER}")
    for word, reason in {
        "blue3": "not played with ten-sided dice",
        "hit": "without the chip",
        "roll:25": "The dice rest now.",
        "call:card_Pair": "Nobody can call card Pair now.",
        "press:out": "No button counts now.",
        "set:outs=1": "Press UNDO to play on",
        "to:6": "Nobody runs by choice",
        "skip": "Nobody runs by choice",
        "ball:1B": "The ball is not thrown",
        "hold": "The ball is not thrown",
    }.items():
        assert reason in why(over, word)
    with turned_down(Refused, r"^A game ends once\."):
        apply(over, End(why="called", winner=None))
    assert "The dice rest now." in why(rally(), "roll:25")


def test_partners_alternate() -> None:
    """D53: as in every game; a batter who waits for a steal stays."""
    game = start(replace(rally().setup, away=Team(name="Reds", color="red", players=("Ana", "Leo"))))
    assert Up(bats="Leo", pitches=None) == on(SINGLE, game).up == on(f"{SINGLE} {at_bat('Steal 2B', '66')}", game).up


def test_the_pitcher_alternates_after_a_hit_or_a_walk() -> None:
    """D53: not after an out, nor after a card that took the pitch and failed."""
    game = start(replace(rally().setup, home=Team(name="Blues", color="blue", players=("Ida", "Max"))))
    after = {at_bat("Single", "66"): "Max", at_bat("Single", "11"): "Ida"}
    after |= {at_bat("Take", "66"): "Max", at_bat("Take", "11"): "Ida"}
    after |= {f"set:runners=6 {at_bat('Ground', '12')}": "Ida"}
    assert after == {words: (up := on(words, game).up) and up.pitches for words in after}


def test_two_dice_are_due_once_card_and_gloves_lie() -> None:
    """What the camera waits for."""
    assert [0, 0, 2] == [dice_due(rally(words)) for words in ("", "call:card_Pair", f"call:card_Pair {LAID}")]


def test_who_says_what() -> None:
    """R2, R3, R5, R8: the card is the offence's, the gloves the defence's, the RallyBird whose roll it was."""
    game = rally()
    of_the_field = ("gloves A=4", "flip A", "lose A", "intentional-walk")
    assert {"home"} == {speaker(game, call) for call in of_the_field}
    assert {"away"} == {speaker(game, call) for call in ("card Pair", "commit 0", "aside Pair", "rallybird")}
    out = rally(f"set:inning=9,home=3,outs=2 {OUT}", options=("rallybird",), innings=5)
    assert ("home", "away", "home") == (out.batting, speaker(out, "rallybird"), speaker(out, "card Pair"))
