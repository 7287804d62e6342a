"""RallyBird, R1 to R10: cards, gloves and two dice."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from support.rallybird import CARDS, LAID, PLAIN, at_bat, card, committed, on, rally
from support.rules import SETUP, why
from support.said import due, turned_down

from scoreboard.rules import BadSetupError, Game, Refused, apply, dice_due, ruled_setup, start
from scoreboard.rules.deck import Result, house_deck
from scoreboard.rules.events import End, Team
from scoreboard.rules.rallybird import deck_of, laid_out, shown_values, speaker
from scoreboard.rules.state import Up

Board = tuple[tuple[int, ...], int, int]
"""Men on their places, runs, outs."""
HOMER, OUT, SINGLE = at_bat("Homer", "66"), at_bat("Homer", "11"), at_bat("Single", "66")


def board(game: Game) -> Board:
    """Men, runs of both, outs."""
    return game.runners, game.away + game.home, game.outs


def shows(game: Game) -> str:
    """The gloves where they lie, by the numbers that show; red ones with an r."""
    assert game.cards
    return " ".join(f"{glove.zone}{glove.value}{'r' if glove.red else ''}" for glove in game.cards.gloves)


# -- R1: innings


def test_three_innings_from_the_seventh() -> None:
    """R1: the 7th, 8th and 9th; from the 1st there are nine."""
    assert (7, 9, 3, "top", "card") == ((game := rally()).inning, game.last, game.innings, game.half, game.phase)
    assert (1, 9) == ((game := rally(first=1)).inning, game.last)
    assert (1, 3) == ((game := rally(first=1, innings=3)).inning, game.last)
    assert (8, 9) == ((game := rally(first=8)).inning, game.last)


def test_home_ahead_does_not_bat_in_the_ninth() -> None:
    """R1: who leads when the bottom of the last inning is reached has won, if it is Home."""
    assert "home" == on(f"set:inning=9,outs=2,home=1 {OUT}", rally()).winner
    assert ("bottom", None) == ((game := on(f"set:inning=9,outs=2,away=1 {OUT}", rally())).half, game.winner)


def test_home_wins_as_it_takes_the_lead() -> None:
    """R1: in the bottom of the last inning; and a tie goes on into extra innings with nobody on."""
    last = "set:inning=9,half=bottom"
    assert ("over", "home", (), ()) == (
        (game := on(f"{last} {HOMER}", rally())).phase,
        game.winner,
        game.calls,
        game.runners,
    )
    assert ("The game is over: Blues win 1 to 0!", False) == (due(game), game.waiting)
    sacrificed = on(f"{last},runners=18 {at_bat('Fly', '34')}", rally())
    assert ("home", False) == (sacrificed.winner, sacrificed.waiting)
    for won in (at_bat("Pair", "66"), "press:homerun"):
        assert () == on(f"{last},runners=18+12+6 {won}", rally()).calls
    extra = on(f"{last},outs=2 {OUT}", rally())
    assert (10, "top", (), "card") == (extra.inning, extra.half, extra.runners, extra.phase)


def test_a_lead_is_nothing_before_the_last_inning() -> None:
    """R1: the seventh and eighth are played to their ends, and the other side comes up."""
    for inning in (7, 8):
        game = on(f"set:inning={inning},half=bottom,outs=2,away=1 {OUT}", rally())
        assert (inning + 1, "top", None) == (game.inning, game.half, game.winner)


def test_the_length_is_agreed_in_innings() -> None:
    """R1: of the number that is played, whatever the first is called."""
    assert 7 == on("set:innings=1", rally()).last
    assert "agree on 2 innings or more" in why(on("set:inning=8", rally()), "set:innings=1")
    assert "begins with inning 7" in why(rally(), "set:inning=6")


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


def test_a_card_comes_back_to_the_hand() -> None:
    """R2: it may be played again in the next at-bat."""
    assert "card Single" in on(SINGLE, rally()).calls


def test_a_first_game_has_no_card_to_take_the_pitch() -> None:
    """R9: it is left out by the option."""
    assert "card Take" in rally().calls
    assert "card Take" not in rally(options=("first-game",)).calls


def test_card_and_gloves_in_either_order() -> None:
    """R3, R10: whichever is told first, the other is due, and then two dice."""
    assert "Reds: choose a card in secret. Blues: lay your gloves. Then tell the card." == due(rally())
    card_first, gloves_first = rally("call:card_Pair"), rally(LAID)
    assert ("gloves", "card") == (card_first.phase, gloves_first.phase)
    for game in (on(LAID, card_first), on("call:card_Pair", gloves_first)):
        assert ("pitch", "dice", 2) == (game.phase, game.awaits, dice_due(game))
    assert "Nobody can call card Single now." in why(card_first, "call:card_Single")
    assert "Blues: lay your gloves" in why(card_first, "call:card_Single")


def test_a_card_chosen_in_secret() -> None:
    """R10: its hash is there before the gloves lie, and what is shown must be what was chosen."""
    game = rally(committed("Pair"))
    assert ("gloves", False) == (game.phase, any(call.startswith("card") for call in game.calls))
    laid = on(LAID, game)
    assert ("card", (), "Reds: show your card, and tell it.") == (laid.phase, laid.calls, due(laid))
    for other in ("card_Pair", "card_Pair_pepper", "card_Single_salt"):
        assert "not the card that was chosen" in why(laid, f"call:{other}")
    assert "Reds: Pair. Roll two dice against 9, A and B." == due(on("call:card_Pair_salt", laid))


def test_a_new_choice_has_the_gloves_laid_again() -> None:
    """R10: else the offence could choose once it has seen them."""
    game = on(committed("Homer"), rally(f"{committed('Pair')} {LAID}"))
    assert "gloves" == game.phase
    assert "Reds: Homer. Roll two dice against 6, C." == due(on(f"{LAID} call:card_Homer_salt", game))


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


def test_seven_gloves_of_which_one_with_the_icon_stays_away() -> None:
    """R3: all start white side up; the five plain ones and one of the two with the icon are laid."""
    assert "A4 B5 C6 D7 E8 F3" == shows(rally(LAID))
    assert "A9 B4 C5 D6 E7 F8" == shows(rally("call:gloves_A=9_B=4_C=5_D=6_E=7_F=8"))


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
def test_gloves_that_cannot_lie_so(gloves: str, reason: str) -> None:
    """R3: each glove once, on a zone of its own, and all of them; the reason ends with what is due."""
    game = rally("call:card_Pair")
    said = why(game, f"call:gloves_{gloves.replace(' ', '_')}")
    assert said.startswith(reason)
    assert said.endswith(due(game))


@pytest.mark.parametrize(("left", "said"), [("8/7", "A=4_B=5_C=6_D=7_E=3"), ("3/2", "A=4_B=5_C=6_D=7_E=8")])
def test_none_of_the_six_stays_away(left: str, said: str) -> None:
    """R3: once the second with the icon is aside all others are laid, the one with the icon too."""
    assert f"All gloves are laid: {left} is missing." in why(rally(OUT), f"call:gloves_{said}")


def test_only_one_stays_away_whatever_comes_first_in_the_set() -> None:
    """R3: not a plain one beside the one with the icon."""
    game = rally(deck=replace(PLAIN, tiles=PLAIN.tiles[::-1]))
    assert "All gloves are laid: 9/1, 8/7 is missing." in why(game, "call:gloves_A=3_B=4_C=5_D=6_E=7")


def test_gloves_are_laid_anew_for_each_at_bat() -> None:
    """R3: as they lie, or otherwise; the second with the icon is not there any more."""
    game = on("call:card_Pair", on(OUT, rally()))
    assert ("gloves A=4/3 B=5/4 C=6/5 D=7/6 E=8/7 F=3/2",) == game.calls
    assert "A3 B8 C7 D6 E5 F4" == shows(on("call:gloves_F=4_E=5_D=6_C=7_B=8_A=3", game))
    assert "There is no glove 9 left." in why(game, "call:gloves_A=9_B=4_C=5_D=6_E=7_F=8")


def test_what_the_gloves_show() -> None:
    """R3: by the number that is said, or by the one on the side that is up; what is no zone shows nothing."""
    assert {"A": 3, "B": 5, "F": 12} == shown_values("A=4/3r B=5/4 F=12 G=1")


def test_gloves_alike_are_told_apart() -> None:
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


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (at_bat("Pair", "55"), ((6,), 0, 0)),
        (at_bat("Pair", "45"), ((6,), 0, 0)),
        (at_bat("Pair", "44"), ((), 0, 1)),
        (at_bat("Single", "13"), ((), 0, 1)),
        (at_bat("Single", "14"), ((6,), 0, 0)),
        (f"set:runners=6 {at_bat('Double', '66')}", ((18, 12), 0, 0)),
        (f"set:runners=12 {at_bat('Double', '66')}", ((18, 12), 0, 0)),
        (f"set:runners=18 {at_bat('Double', '66')}", ((12,), 1, 0)),
        (f"set:runners=18+12+6 {HOMER}", ((), 4, 0)),
        (f"set:runners=18 {at_bat('Fly', '34')}", ((), 1, 1)),
        (f"set:runners=18+12 {at_bat('Fly', '34')}", ((12,), 1, 1)),
        (f"set:runners=18,outs=2 {at_bat('Fly', '34')}", ((), 0, 0)),
        (f"set:runners=18+6 {at_bat('Squeeze', '44')}", ((12,), 1, 1)),
        (f"set:runners=12+6 {at_bat('Squeeze', '11')}", ((18, 12), 0, 1)),
        (f"set:runners=18+6 {at_bat('Squeeze', '11')}", ((18, 12), 0, 1)),
        (f"set:runners=12 {at_bat('Squeeze', '11')}", ((12,), 0, 1)),
        (f"set:runners=18+12+6 {at_bat('Squeeze', '11')}", ((18, 12), 1, 1)),
        (f"set:runners=18+12+6 {at_bat('Single', '11')}", ((18, 12, 6), 0, 1)),
        (f"set:runners=12+6 {at_bat('Ground', '12')}", ((18, 6), 0, 1)),
        (f"set:runners=6 {at_bat('Long', '66')}", ((18, 6), 0, 0)),
        (f"set:runners=18+6 {at_bat('Long', '66')}", ((18, 6), 1, 0)),
    ],
)
def test_what_a_roll_comes_to(words: str, expected: Board) -> None:
    """R4: more, as much or less; forced runners always advance, others as the card says, and none on the third out."""
    assert expected == board(rally(words))


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


def test_taking_the_pitch() -> None:
    """R6: one zone, or another with a runner on second; success is a walk, no hit, and changes no glove."""
    game = rally(f"call:card_Take {LAID}")
    assert "against 4, A." in due(game)
    assert "against 5, B." in due(rally(f"set:runners=12 call:card_Take {LAID}"))
    walked = on("roll:66", game)
    assert ((6,), 0, "A4 B5 C6 D7 E8 F3") == (walked.runners, walked.hits.away, shows(walked))
    assert ((12, 6), 0) == (on("roll:66", rally(f"set:runners=12 call:card_Take {LAID}")).runners, walked.outs)


@pytest.mark.parametrize(
    ("men", "outs", "expected"),
    [
        ("6", 0, ((), 0, 2)),
        ("12+6", 0, ((18,), 0, 2)),
        ("18+6", 0, ((18,), 0, 2)),
        ("18+12+6", 0, ((18,), 1, 2)),
        ("6", 1, ((12,), 0, 2)),
        ("12", 0, ((12,), 0, 1)),
    ],
)
def test_a_ground_ball_double_play(men: str, outs: int, expected: Board) -> None:
    """R7: less than the gloves, a runner on first and nobody out; the others who are forced advance, as R4 has it."""
    assert expected == board(rally(f"set:runners={men},outs={outs} {at_bat('Ground', '11')}"))


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


def test_a_double_play_needs_less_than_the_gloves() -> None:
    """R7: as much as the gloves is the card's own result; a fly ball is no double play."""
    assert ((6,), 0, 1) == board(rally(f"set:runners=6 {at_bat('Ground', '12')}"))
    assert ((6,), 0, 1) == board(rally(f"set:runners=6 {at_bat('Fly', '11')}"))


def test_a_double_play_needs_a_runner_on_first() -> None:
    """R7: else the card's own result holds."""
    deck = replace(PLAIN, cards=(*CARDS, card("Slow", "F", "ground", less=Result(batter="out", runners=1))))
    assert ((18,), 0, 1) == board(rally(f"set:runners=12 {at_bat('Slow', '11')}", deck=deck))
    assert ((), 0, 2) == board(rally(f"set:runners=6 {at_bat('Slow', '11')}", deck=deck))


def test_a_steal_keeps_the_batter() -> None:
    """R4: he waits; a base is gained, nobody moves, or the runner is out."""
    game = rally("set:runners=6")
    assert (((12,), 0, 0), True) == (board(later := on(at_bat("Steal 2B", "66"), game)), later.waiting)
    assert ((6,), 0, 0) == board(on(at_bat("Steal 2B", "13"), game))
    assert ((), 0, 1) == board(on(at_bat("Steal 2B", "11"), game))
    assert game.at_bat == later.at_bat
    third = on(f"set:outs=2 {at_bat('Steal 2B', '11')}", game)
    assert ("bottom", 0) == (third.half, third.outs)


def test_a_steal_with_nobody_to_steal_is_refused() -> None:
    """R4: it would cost nothing; and third base must be free to be stolen."""
    for words in ("", "set:runners=12", "set:runners=18", "set:runners=12+6"):
        assert "card Steal 2B" not in rally(words).calls
        assert "Nobody can be moved by Steal 2B now." in why(rally(words), "call:card_Steal_2B")
    assert "card Steal 3B" in rally("set:runners=12").calls
    assert "card Steal 3B" not in rally("set:runners=18+12").calls


def test_hits_are_counted() -> None:
    """R4: a batter safe by his own card; a walk, a fielder's choice and a home run by button as everywhere."""
    assert 1 == rally(SINGLE).hits.away
    assert 0 == rally(f"set:runners=6 {at_bat('Ground', '12')}").hits.away
    assert 1 == rally("press:homerun").hits.away
    assert 0 == rally(f"set:runners=6 {at_bat('Steal 2B', '66')}").hits.away


# -- R5: gloves wear out


def test_a_white_glove_that_failed_turns() -> None:
    """R5: only the tested one; one that held does not."""
    assert "A3r B5 C6 D7 E8 F3" == shows(rally(SINGLE))
    assert "A4 B5 C6 D7 E8 F3" == shows(rally(at_bat("Single", "11")))


def test_success_is_any_man_who_moved() -> None:
    """R4, R5: also on an out; not on the third one."""
    assert "E7r" in shows(rally(f"set:runners=6 {at_bat('Squeeze', '11')}"))
    assert "E8" in shows(rally(f"set:runners=12 {at_bat('Squeeze', '11')}"))
    assert "D6r" in shows(rally(f"set:runners=18 {at_bat('Fly', '34')}"))


def test_of_two_white_ones_the_defence_chooses() -> None:
    """R5: which turns its red side up; nothing else counts before."""
    game = rally(at_bat("Pair", "66"))
    assert ("gloves", ("flip A", "flip B"), None) == (game.phase, game.calls, game.awaits)
    assert "Blues: say which glove turns its red side up, A or B." == due(game)
    assert ("card", "A4 B4r C6 D7 E8 F3") == ((later := on("call:flip_B", game)).phase, shows(later))
    assert ("flip A", "flip B") == rally(f"{HOMER} {at_bat('Pair', '66')}").calls
    for word in ("call:flip_C", "call:lose_A", LAID, "call:card_Pair", "call:flip", "roll:11"):
        assert due(game) in why(game, word)


def test_after_the_end_no_glove_is_to_be_chosen() -> None:
    """R5: a game that is called, or won by a press, offers no choice that it would refuse."""
    game = rally(at_bat("Pair", "66"))
    assert () == apply(game, End(why="called", winner=None)).calls


RED_A = f"{SINGLE} call:card_Pair GLOVES"
"""The glove on A is red and lies there again; a pair is tested."""


def test_the_last_red_glove_is_never_lost() -> None:
    """R5: then nothing changes, also where a white one failed beside it."""
    assert "A3r B5 C6 D7 E8 F3" == shows(rally(f"{RED_A} roll:66"))
    assert "A3r B5 C6 D7 E8 F3" == shows(rally(f"{SINGLE} {SINGLE}"))


RED = HOMER
"""C turns red as well."""


def test_of_white_and_red_the_red_one_goes() -> None:
    """R5: it is lost for the half-inning, and its zone counts what is printed there."""
    lie = "call:gloves_A=4/3r_B=5/4_C=6/5r_D=7_E=8_F=3"
    game = rally(f"{SINGLE} {RED} call:card_Pair {lie} roll:66")
    assert ("card", "B5 C5r D7 E8 F3") == (game.phase, shows(game))
    assert "against 6, A." in due(on("call:card_Single call:gloves_B=5/4_C=6/5r_D=7_E=8_F=3", game))
    assert "A4" in shows(
        on(f"set:outs=2 call:card_Single call:gloves_B=5/4_C=6/5r_D=7_E=8_F=3 roll:11 call:card_Pair {LAID}", game)
    )


def test_of_two_red_ones_the_defence_chooses() -> None:
    """R5: which is lost, if there are more red ones than that."""
    lie = "call:gloves_A=4/3r_B=6/5r_C=5/4_D=7_E=8_F=3"
    game = rally(f"{SINGLE} {RED} call:card_Pair {lie} roll:66")
    assert (("lose A", "lose B"), "Blues: say which glove is lost, A or B.") == (game.calls, due(game))
    assert "B5r C5 D7 E8 F3" == shows(on("call:lose_A", game))
    assert "does not change so" in why(game, "call:flip_A")


def test_a_zone_without_a_glove_cannot_change() -> None:
    """R5: only the glove beside it does."""
    game = rally(f"{SINGLE} {RED} {at_bat('Pair', '66')} {at_bat('Pair', '66')}")
    assert "B4r C5r D7 E8 F3" == shows(game)


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
    assert "A4 B5 C6 D7 E8 F3" == shows(on(OUT, game))


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


def test_the_rallybird_rolls_again() -> None:
    """R8: the side that is behind in the ninth, after any roll; what it brought is undone."""
    out = bird(OUT)
    assert (1, "rallybird") == (out.outs, out.calls[0])
    again = on("call:rallybird", out)
    assert ("pitch", 0, "dice") == (again.phase, again.outs, again.awaits)
    assert ((), 2, 0) == board(on("roll:66", again))


def test_the_rallybird_is_kept_while_it_succeeds() -> None:
    """R8: a re-roll that fails is the last, for the rest of the game; one that succeeds may be used again."""
    lost = on("call:rallybird roll:11", bird(OUT))
    assert (1, False) == (lost.outs, "rallybird" in lost.calls)
    assert "rallybird" not in on(OUT, lost).calls
    kept = on("call:rallybird roll:66", bird(f"set:home=5 {OUT}"))
    assert "rallybird" in kept.calls
    assert "rallybird" in on(OUT, kept).calls


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


def test_the_rallybird_after_the_last_out() -> None:
    """R8: also where the roll ended the half-inning, or the game."""
    game = rally(f"set:inning=9,half=bottom,away=1,outs=2 {OUT}", options=("rallybird",))
    assert ("over", "away", ("rallybird",)) == (game.phase, game.winner, game.calls)
    assert "away" == on("call:rallybird roll:11", game).winner
    again = on("call:rallybird", game)
    assert ("pitch", 2, False) == (again.phase, again.outs, again.over)
    assert (1, 1, "card") == ((later := on("roll:66", again)).home, later.away, later.phase)
    top = on("call:rallybird", bird(f"set:outs=2 {OUT}"))
    assert ("top", 2) == (top.half, top.outs)


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
    said = {"options": ("rallybird",), "first": 7, "deck": PLAIN}[key]
    for rules in ("diamante-amateur", "two-dice"):
        with turned_down(BadSetupError, "leave"):
            start(replace(SETUP, rules=rules, **{key: said}))


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


def test_a_choice_of_the_defence_outlives_a_button() -> None:
    """R5: it is made all the same."""
    game = on("press:out", rally(at_bat("Pair", "66")))
    assert (1, ("flip A", "flip B")) == (game.outs, game.calls)


def test_a_set_that_changes_the_half_deals_anew() -> None:
    """R2, R3: other coaches have other hands; a set of anything else leaves cards and gloves as they are."""
    game = rally(f"{SINGLE} call:card_Pair")
    assert ("card", "gloves") == (on("set:half=bottom", game).phase, on("set:outs=1,runners=12", game).phase)
    assert "In this game men stand on bases only" in why(game, "set:runners=9")


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
