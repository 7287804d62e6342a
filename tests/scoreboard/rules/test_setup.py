"""Setting up, the board, and what is refused with a reason: D1 to D4, D6."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from msgspec.structs import replace
from support.english import due, turned_down
from support.law import claims, holds
from support.rules import BLUES, REDS, SETUP, play, why

from scoreboard.rules import (
    RULE_SETS,
    BadSetupError,
    HouseRules,
    Refused,
    RulesError,
    UnknownRulesError,
    apply,
    find_rule_set,
    ruled,
    ruled_otherwise,
    ruled_setup,
    start,
)
from scoreboard.rules.diamante.board import COSTS
from scoreboard.rules.events import PARK, Die, Roll, RulesName
from scoreboard.rules.house_rules import AMATEUR, MAJOR, Rulings

LAW = """
D1: twelve steps take a runner from the plate to second base, and twelve more home.
    blue2 red8 hit white6 call:keep-running hold call:run_1B white6 | runners=12
    ... call:keep-running hold call:run_2B white6 call:keep-running hold call:run_3B white6 | runners= away=1
D4: a ten is a ten: the face printed 0 reads 10, the highest number there is.
    blue9 red10 | phase=homer
D3: a die of a colour that no team here plays with is refused, and the reason says what is due.
    green5 ! = Nobody here plays with a green die. Blues: pitch with the blue die.
A line out of place is refused: each kind of line has its own reason, and what is due follows it.
    hit ! = The chip is not tossed now. Blues: pitch with the blue die.
    skip ! = No runner can be skipped now. Blues: pitch with the blue die.
    hold ! = There is no throw to decline now. Blues: pitch with the blue die.
    to:3 ! = No runner has just thrown. Blues: pitch with the blue die.
    ball:1B ! = The ball has not just been thrown. Blues: pitch with the blue die.
Each phase says what to do: a sentence names who is to act, what with, and the number that is needed.
    | due: Blues: pitch with the blue die.
    blue5 | due: Reds: the pitch is a 5. Swing higher than 5 to hit it.
    blue8 | due: Reds: the pitch is an 8. Swing higher than 8 to hit it.
    blue5 red10 | due: Reds: a 10! Throw the red die again: another 10 is a home run.
    blue5 red7 | due: Reds: a hit to zone 7. Toss the chip: is it caught?
    ... hit | due: Reds: roll the white die for the batter.
    ... white3 | due: Blues: throw from zone 7. You need 7 or more.
    ... blue1 white1 | due: Blues: throw from the pitcher. Any number will do.
    set:runners=6 blue5 red7 hit | due: Reds: roll the white die for the runner on first base.
    set:runners=12 blue5 red7 hit | due: Reds: roll the white die for the runner on second base, or skip.
    blue5 red7 hit white3 blue7 ball:2B white1
    ... | due: Blues: throw from second base. You need 2 or more, or hold the ball.
    blue5 red7 hit white6 call:keep-running hold | due: Reds: call a runner who keeps running, or call a new batter.
    set:runners=8 blue5 red7 hit | due: Reds: roll the white die for the runner 4 steps short of second base.
    set:inning=3,half=bottom press:run | due: The game is over: Blues win 1 to 0!
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


def test_a_game_begins_with_home_pitching() -> None:
    """D6, D7: Away bats in the top of the first, the ball is on Zone 1, and Home's die is due."""
    game = start(SETUP)
    assert ("away", "home") == (game.batting, game.fielding)
    assert (1, "top", "pitch", "blue", "Z1", (), 0, 0) == (
        game.inning,
        game.half,
        game.phase,
        game.awaits,
        game.ball,
        game.runners,
        game.away,
        game.home,
    )


@pytest.mark.parametrize(("chosen", "innings"), [(None, 3), (5, 5), (9, 9)])
def test_the_innings_are_chosen_or_three(chosen: int | None, innings: int) -> None:
    """D6: Diamante has three innings unless the set-up says otherwise."""
    assert innings == start(SETUP if chosen is None else replace(SETUP, innings=chosen)).innings


def test_every_zone_and_base_has_its_cost() -> None:
    """D2, D34: nine zones, zone 2 being home plate, and three bases more."""
    zones = {f"Z{zone}": zone for zone in (1, 3, 4, 5, 6, 7, 8, 9)}
    assert zones | dict.fromkeys(("1B", "2B", "3B", "HP"), 2) == dict(COSTS)


@pytest.mark.parametrize("color", ["white", "White", " white"])
def test_no_team_plays_with_the_white_die(color: str) -> None:
    """D3: the white die is shared for running, so no team has it."""
    with turned_down(BadSetupError, "white die is for running"):
        start(replace(SETUP, home=replace(BLUES, color=color)))
    with turned_down(BadSetupError, "white die is for running"):
        start(replace(SETUP, away=replace(REDS, color=color)))


@pytest.mark.parametrize("color", ["red", "Red", "red ", " RED"])
def test_two_teams_have_two_colours(color: str) -> None:
    """D3: each team has its own die, which its colour tells from the other's."""
    with turned_down(BadSetupError, "two different colours"):
        start(replace(SETUP, home=replace(BLUES, color=color)))


@pytest.mark.parametrize("value", ["", ',"value":null', ',"value":0', ',"value":11'])
def test_a_die_that_left_the_stadium_is_thrown_again(value: str) -> None:
    """D10: it shows no number, and no line can say so; the same die is awaited until one lies inside."""
    game = play("blue3")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(f'{{"type":"die","color":"red"{value}}}', type=Die)
    assert ("red", "toss") == (game.awaits, play("red7", game).phase)


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ("", "white3"),
        ("blue3", "blue3"),
        ("blue3", "white3"),
        ("blue3 red10", "blue3"),
        ("blue3 red8 hit", "red3"),
        ("blue3 red8 hit white3", "red3"),
    ],
)
def test_a_die_out_of_turn_is_refused(words: str, word: str) -> None:
    """D15, D3: a die thrown by anyone else out of turn changes nothing, and the reason says whose turn it is."""
    game = play(words)
    assert f"It is not the {word[:-1]} die's turn. {due(game)}" == why(game, word)


@pytest.mark.parametrize("call", ["bunt", "steal", "tag-up", "run_1B", "new-batter", "fortissimo"])
def test_a_call_this_game_does_not_know_is_refused(call: str) -> None:
    """Only what is listed in `calls` may be called; bunts, steals and tag-ups belong to Major League."""
    assert "Nobody can call" in why(play("blue3"), f"call:{call}")


def test_six_sided_dice_refused() -> None:
    """A roll is for the other games."""
    with turned_down(Refused, "not played with six-sided dice"):
        apply(play(), Roll(values=(2, 5)))


def test_a_refusal_leaves_the_game_as_it_was() -> None:
    """What is refused raises and changes nothing."""
    game = play("blue3")
    before = replace(game)
    why(game, "blue4")
    assert before == game


def test_the_games_played_are_found_by_name() -> None:
    """Each rule set is found under the name that the record gives it."""
    assert RULE_SETS["diamante-amateur"] is find_rule_set("diamante-amateur")


def test_every_game_that_a_record_can_name_is_played() -> None:
    """An unknown name is told with those that there are."""
    assert set(get_args(RulesName)) == {*RULE_SETS, PARK}
    with turned_down(UnknownRulesError, r"no game called 'cricket'.*diamante-amateur"):
        find_rule_set("cricket")


def test_every_error_of_the_rules_has_one_root() -> None:
    """One exception root; each leaf is also the builtin it resembles."""
    assert issubclass(Refused, RulesError)
    assert issubclass(Refused, ValueError)
    assert issubclass(BadSetupError, RulesError)
    assert issubclass(UnknownRulesError, LookupError)


def test_helmets_are_only_paint_in_amateur() -> None:
    """The signs on the helmets change no throw here; what they will add is a house rule (D16)."""
    lineup = replace(REDS, lineup=("+", "-", "+", "-"))
    game = start(replace(SETUP, away=lineup))
    assert "toss" == apply(apply(game, Die(color="blue", value=8)), Die(color="red", value=9)).phase
    assert [6, 5, 4] == [HouseRules(plus=1, minus=-1).modified(helmet, 5) for helmet in ("+", "", "-")]


def test_a_house_rules_otherwise_by_name() -> None:
    """What is ruled is so, and the rest of that game's rules stays."""
    assert HouseRules(walk_off=False) == ruled(AMATEUR, {"walk_off": False})
    assert replace(MAJOR, lineup=("-", "-", "+", "+"), plus=2) == ruled(
        MAJOR, {"lineup": ["-", "-", "+", "+"], "plus": 2}
    )
    assert MAJOR == ruled(MAJOR, {})


@pytest.mark.parametrize(
    ("rulings", "named"),
    [
        ({"walkoff": True}, "walkoff"),
        ({"walk_off": 1}, r"\$\.walk_off"),
        ({"plus": -1}, r"\$\.plus"),
        ({"plus": 10}, r"\$\.plus"),
        ({"minus": 1}, r"\$\.minus"),
        ({"minus": -10}, r"\$\.minus"),
        ({"lineup": ["+", "-"]}, r"\$\.lineup"),
        ({"lineup": ["+"] * 5}, r"\$\.lineup"),
        ({"lineup": ["+", "", "", "*"]}, r"\$\.lineup"),
    ],
)
def test_a_ruling_that_cannot_be_is_named(rulings: dict[str, object], named: str) -> None:
    """A slip in a ruling is an error that names it, and no game is begun by it."""
    with turned_down(BadSetupError, named):
        ruled(AMATEUR, rulings)


@pytest.mark.parametrize("otherwise", [{}, {"walk_off": False}, {"plus": 3, "lineup": ("-", "", "", "+")}])
def test_house_rulings_have_texts(otherwise: dict[str, object]) -> None:
    """Those rulings and no others: they make the same house of the game's own."""
    assert otherwise == ruled_otherwise(MAJOR, ruled(MAJOR, otherwise))


@pytest.mark.parametrize("rulings", [{"plus": 0}, {"plus": 9}, {"minus": 0}, {"minus": -9}, {"lineup": []}])
def test_a_ruling_may_go_to_its_bounds(rulings: dict[str, object]) -> None:
    """Helmets may count nothing, or much."""
    assert isinstance(ruled(MAJOR, rulings), HouseRules)


MINE = replace(SETUP, house=Rulings(walk_off=False))


def test_a_game_line_rules_its_game() -> None:
    """What it says of the house holds; a house that is given in full, as by who resumes a game, comes before it."""
    assert HouseRules(walk_off=False) == start(MINE).house
    assert "pitch" == play("set:inning=3,half=bottom press:run", start(MINE)).phase
    assert HouseRules() == start(MINE, HouseRules()).house


def test_a_game_line_is_written_with_its_rulings() -> None:
    """Those that are given come before those that it says itself, and what is the law anyway is left out."""
    assert Rulings(walk_off=False) == ruled_setup(SETUP, {"walk_off": False, "plus": 0}).house
    assert Rulings(walk_off=False, plus=2) == ruled_setup(MINE, {"plus": 2}).house
    assert SETUP == ruled_setup(MINE, {"walk_off": True})
    assert Rulings(bunt=False) == ruled_setup(replace(SETUP, rules="diamante-major"), {"bunt": False}).house
    with pytest.raises(BadSetupError):
        ruled_setup(SETUP, {"walkoff": False})
