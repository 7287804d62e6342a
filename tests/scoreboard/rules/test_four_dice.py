"""Four-Dice Baseball: every roll under every sign, low and high, appeals, options and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import get_args

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from support.four_dice import BALLS, CASES, NAMES, STRIKES, Board
from support.rules import SETUP, play, why
from support.said import due, turned_down

from scoreboard.commentary.counts import roll_name
from scoreboard.language import language
from scoreboard.rules import BadSetupError, Game, Refused, apply, dice_due, start
from scoreboard.rules.events import Button, Call, End, Roll, Set
from scoreboard.rules.four_dice import PLAYS, SIGNS, find_play
from scoreboard.rules.four_dice.rolls import LOW_HIGH
from scoreboard.rules.four_dice.rows import ROWS, Row
from scoreboard.rules.options import Option

FOUR_DICE = replace(SETUP, rules="four-dice")
ROLLS = tuple(product(range(1, 7), repeat=4))
BASES = (6, 12, 18)
RUNNERS = tuple(men for number in range(4) for men in combinations(BASES, number))


def four(words: str = "", *options: Option) -> Game:
    """A game after those words."""
    return play(words, start(replace(FOUR_DICE, options=options or UNSET)))


def board(game: Game) -> Board:
    """The bases with men, the runs of Away, the outs."""
    men = "".join(sorted(str(place // 6) for place in game.runners))
    return men, game.away, 3 if game.half == "bottom" else game.outs


def with_men(men: str, outs: int = 0, count: str = "balls=0") -> str:
    """The correction that puts them there."""
    return f"set:outs={outs},{count}" + (f",runners={'+'.join(str(6 * int(base)) for base in men)}" if men else "")


@pytest.mark.parametrize(
    ("sign", "roll", "men", "outs", "expected"), [(sign, *case) for sign, cases in CASES.items() for case in cases]
)
@pytest.mark.untraced
def test_each_roll(sign: str, roll: str, men: str, outs: int, expected: Board) -> None:
    """Men, runs and outs after each kind of roll under each sign, from the men and outs that make a difference."""
    pitch, _, die = roll.partition(",")
    game = four(f"{with_men(men, outs)} call:{sign} roll:{pitch}")
    assert bool(die) == (game.phase == "low-high")
    assert expected == board(play(f"roll:{die}", game) if die else game)


def count_after(sign: str, roll: str) -> tuple[int, int]:
    """Balls and strikes after a roll with nobody on."""
    game = four(f"call:{sign} roll:{roll}")
    return game.balls, game.strikes


@pytest.mark.parametrize("sign", SIGNS)
def test_balls_and_strikes(sign: str) -> None:
    """Which rolls are a ball or a strike under each sign, a swing or not."""
    assert {(1, 0)} >= {count_after(sign, roll) for roll in BALLS[sign].split()}
    assert {(0, 1)} >= {count_after(sign, roll) for roll in STRIKES[sign].split()}


def test_every_row_is_rolled_by_a_test() -> None:
    """Without a sign and with each that changes it: a row that no case above throws is a gap."""
    rolled = {sign: {row_of(roll) for roll in rolls(sign)} for sign in SIGNS}
    for sign in SIGNS:
        changed = {row for row in get_args(Row) if sign == "no-sign" or PLAYS[sign][row] != PLAYS["no-sign"][row]}
        assert set() == changed - rolled[sign] - (BUNTED_ALIKE if sign == "bunt" else set())


BUNTED_ALIKE = set(get_args(Row)) - {"junk 11", "ones to 10", "twos to 10", "pair 9-10", "1122", "1111", "homers"}
"""Rows whose bunts are one and the same, or of which one stands for all."""


@pytest.mark.parametrize("sign", SIGNS)
def test_what_each_roll_is_called(sign: str) -> None:
    """Every row under every sign by its name in the play by play, the scorebook and the box score."""
    names = {roll: name for of in ("no-sign", sign) for name, rolls in NAMES[of].items() for roll in rolls.split()}
    assert set(get_args(Row)) == {row_of(roll) for roll in names}
    assert names == {roll: PLAYS[sign][row_of(roll)].name for roll in names}


def test_every_play_has_its_words() -> None:
    """The play by play has a phrase for each name, those of a low and a high die among them."""
    names = {
        each.name for plays in (*map(dict.values, map(dict, PLAYS.values())), *LOW_HIGH.values()) for each in plays
    }
    told = names - {"ball", "foul_ball"}
    assert [] == [name for name in told if not language("en").has(roll_name(name).key, "sentence")]


def rolls(sign: str) -> Iterator[str]:
    """Every roll that a test of that sign makes."""
    yield from (roll.partition(",")[0] for roll, *_ in CASES[sign])
    yield from f"{BALLS[sign]} {STRIKES[sign]}".split()


def row_of(roll: str) -> Row:
    """Its row."""
    return ROWS[tuple(sorted(map(int, roll)))]


@cache
def boards() -> tuple[Game, ...]:
    """The 24 states of bases and outs, each with no count and with a full one."""
    counts = ({"balls": 0, "strikes": 0}, {"balls": 3, "strikes": 2})
    return tuple(
        apply(start(FOUR_DICE), Set(outs=outs, runners=men, **count))
        for men in RUNNERS
        for outs in range(3)
        for count in counts
    )


@pytest.mark.once
@pytest.mark.parametrize("sign", SIGNS)
def test_every_roll_in_every_state_has_one_outcome(sign: str) -> None:
    """All 1,296 rolls with each sign in each of the 24 states, full count or not: one lawful state, and no man lost.

    The dice of a roll are worth the same in any order, which is looked at for each order; what they come to is then
    played once for all orders.
    """
    tried = 0
    for before in boards():
        if sign not in before.calls:
            assert (sign, before.outs) == ("hit-and-run", 2)
            continue
        game = apply(before, Call(call=sign))
        for dice in ROLLS:
            assert find_play(game, dice) is find_play(game, tuple(sorted(dice)))
            tried += 1
        for dice in ROWS:
            check(game, apply(game, Roll(values=dice)))
    assert tried == 1296 * 2 * (16 if sign == "hit-and-run" else 24)


def check(before: Game, after: Game) -> None:
    """What holds after every roll; a low/high die that is due is thrown, low and high."""
    if after.phase == "low-high":
        assert dice_due(after) == 1
        for value in (3, 4):
            check(before, apply(after, Roll(values=(value,))))
        return
    assert (after.phase, after.signs.sign_on, after.signs.sign_was, after.signs.low_high) == ("pitch", "", "", "")
    places = [man.place for man in after.men]
    assert len(set(places)) == len(places)
    assert set(places) <= set(BASES)
    runs, outs = after.away - before.away, (3 if after.half == "bottom" else after.outs) - before.outs
    assert 0 <= runs <= 4
    if after.half == "bottom":
        assert (after.balls, after.strikes, after.outs, after.men) == (0, 0, 0, ())
        return
    batter = (after.balls, after.strikes) == (0, 0) and after.fresh
    assert len(before.men) + batter == len(after.men) + runs + outs
    assert batter or (after.balls, after.strikes) != (0, 0)


def test_the_last_die_decides_at_once() -> None:
    """Three threes or fours need no further die: the fourth is low or high."""
    assert {"pitch"} == {four(f"{with_men('12')} roll:{roll}").phase for roll in ("3331", "3336", "4442", "4445")}


@pytest.mark.parametrize(
    ("roll", "men", "expected"),
    [
        ("1234", "1", ("13", 0, 2)),
        ("6651", "1", ("1", 1, 2)),
        ("3456", "1", ("1", 1, 2)),
        ("2345", "1", ("1", 1, 2)),
        ("2222", "1", ("2", 1, 2)),
    ],
)
def test_full_count_with_two_outs(roll: str, men: str, expected: Board) -> None:
    """Runners are off with the pitch: they take one base more on a hit, and only then."""
    assert expected == board(four(f"{with_men(men, 2, 'balls=3,strikes=2')} roll:{roll}"))
    for outs, count in ((1, "balls=3,strikes=2"), (2, "balls=2,strikes=2"), (2, "balls=3,strikes=1")):
        assert expected[:2] != board(four(f"{with_men(men, outs, count)} roll:{roll}"))[:2]


def test_the_count() -> None:
    """Three strikes are out, four balls a walk; a foul is a strike but not the third, unless it was bunted."""
    assert ("", 0, 1) == board(four("set:strikes=2 roll:1123"))
    assert ("12", 0, 0) == board(four(f"{with_men('1', 0, 'balls=3')} roll:2213"))
    assert (0, 2) == (four("set:strikes=2 roll:1235").outs, four("set:strikes=2 roll:1235").strikes)
    assert ("", 0, 1) == board(four("set:strikes=2 call:bunt roll:1235"))
    assert (0, 1) == (four("call:bunt roll:1235").outs, four("call:bunt roll:1235").strikes)
    for roll in ("1235", "3312", "3314"):
        fouled = four(f"set:strikes=2 call:hit-and-run roll:{roll}")
        assert (0, 2) == (fouled.outs, fouled.strikes)


def test_a_wild_pitch_is_a_ball() -> None:
    """Runners move first, so that the fourth ball pushes nobody; the run it brings home may win."""
    assert ("12", 0, 0) == board(four(f"{with_men('1', 0, 'balls=3')} roll:1122"))
    assert ("", 0, 1) == board(four("set:strikes=2 call:hit-and-run roll:1122"))
    won = four("set:inning=9,half=bottom,runners=18,balls=3 roll:1122")
    assert (True, "home", 1, ()) == (won.over, won.winner, won.home, won.runners)


@pytest.mark.parametrize(
    ("words", "die", "expected"),
    [
        # ball four: pushed men are not thrown at, a man on second alone goes by himself with one out
        (f"{with_men('1', 1, 'balls=3')} roll:2233", "", ("12", 0, 1)),
        (f"{with_men('2', 1, 'balls=3')} roll:2233", "1", ("1", 0, 2)),
        (f"{with_men('2', 1, 'balls=3')} roll:2233", "4", ("13", 0, 1)),
        (f"{with_men('2', 0, 'balls=3')} roll:2233", "", ("12", 0, 0)),
        # strike three counts first
        (f"{with_men('2', 0, 'strikes=2')} roll:1133", "6", ("3", 0, 1)),
        (f"{with_men('2', 1, 'strikes=2')} roll:1133", "", ("2", 0, 2)),
        (f"{with_men('1', 1, 'strikes=2')} roll:1133", "2", ("", 0, 3)),
        (f"{with_men('1', 2, 'strikes=2')} roll:1133", "", ("", 0, 3)),
        (f"{with_men('1', 0, 'balls=3,strikes=2')} roll:1133", "6", ("2", 0, 1)),
        # the Steal sign: all go, but not whom a walk pushes
        (f"{with_men('13', 0, 'balls=3')} call:steal roll:2213", "6", ("12", 1, 0)),
        (f"{with_men('13', 0, 'balls=3')} call:steal roll:2213", "1", ("12", 0, 1)),
        (f"{with_men('12', 0, 'balls=3')} call:steal roll:2213", "", ("123", 0, 0)),
        (f"{with_men('1', 0, 'balls=3')} call:steal roll:1123", "6", ("2", 0, 0)),
        (f"{with_men('123', 1, 'strikes=2')} call:steal roll:1123", "6", ("23", 1, 2)),
        (f"{with_men('', 0)} call:steal roll:1123", "", ("", 0, 0)),
    ],
)
def test_steals(words: str, die: str, expected: Board) -> None:
    """The ball or strike counts first, then the lead runner who goes is thrown at, and those behind him advance."""
    game = four(words)
    assert bool(die) == (game.phase == "low-high")
    assert expected == board(play(f"roll:{die}", game) if die else game)


def test_the_batter_of_a_steal_for_the_third_out_leads_off() -> None:
    """He has not batted: the head of his dugout is he, and not the one behind him."""
    caught = four(f"{with_men('1', 2)} roll:2233")
    off = four(f"{with_men('1', 2)} call:steal roll:1111")
    batter = caught.at_bat
    assert batter == play("roll:1", caught).dugouts.away[0] == off.dugouts.away[0]
    assert batter != four(f"{with_men('123', 2)} roll:1236").dugouts.away[0]


def test_a_strikeout_that_ends_the_half_ends_the_steal() -> None:
    """Who stands on second for the other side, in the hard game, does not go."""
    game = four("set:half=bottom,outs=2,strikes=2 call:steal roll:1123", "hard")
    assert ("top", (12,), "pitch") == (game.half, game.runners, game.phase)


def test_low_and_high() -> None:
    """1 to 3 are low, 4 to 6 high; OUT and RUN say the same, and nothing else is pressed then."""
    due = four(f"{with_men('1')} roll:1133")
    assert ["", "", "", "2", "2", "2"] == [board(play(f"roll:{die}", due))[0] for die in range(1, 7)]
    assert play("roll:1", due) == play("press:out", due)
    assert play("roll:6", due) == play("press:run", due)
    for button in set(get_args(Button)) - {"out", "run"}:
        assert "means nothing now" in why(due, f"press:{button}")
    assert "That is 4 dice. Reds steal! Blues: roll one die." in why(due, "roll:1111")
    assert "Nobody can call take now." in why(due, "call:take")
    assert "between plays" in why(due, "set:runners=6")
    assert 2 == play("set:outs=2", due).outs


# -- signs


def test_one_sign_a_pitch_and_the_last_one_stands() -> None:
    """It is off after the pitch, after a balk, and where no-sign was called."""
    game = four("call:take call:bunt")
    assert ("bunt", "Reds bunt. Blues: roll four dice.") == (game.signs.sign_on, due(game))
    assert "" == play("roll:1123", game).signs.sign_on == play("call:balk", game).signs.sign_on
    assert "" == play("call:no-sign", game).signs.sign_on
    assert "Blues: roll four dice." == due(play("roll:1123", game))
    assert "" == play("roll:1123", game).signs.sign_was == play("call:balk", game).signs.sign_was
    assert ["Reds take.", "Reds bunt.", "Reds steal.", "Reds hit and run."] == [
        due(four(f"call:{sign}")).removesuffix(" Blues: roll four dice.") for sign in SIGNS[:-1]
    ]


def test_a_pitch_is_something_that_happened_to_the_batter() -> None:
    """He is known to have had it, and BATTER brings up the next one."""
    game = four("roll:1123")
    assert (False, True, 0) == (game.fresh, game.met, play("press:batter", game).strikes)


def test_what_may_be_called() -> None:
    """Every sign and a balk; hit and run under two outs alone; an appeal where a sign was said; nothing afterwards."""
    assert ("take", "bunt", "steal", "hit-and-run", "no-sign", "balk") == four().calls
    assert ("take", "bunt", "steal", "no-sign", "balk") == four("set:outs=2").calls
    assert "appeal" == four("call:take").calls[-1]
    assert ("appeal",) == four(f"{with_men('1')} call:steal roll:1123").calls
    over = four("set:inning=9,half=bottom,home=1,outs=2 roll:1236")
    assert (True, (), None) == (over.over, over.calls, over.awaits)
    assert "Nothing can be called now." in why(over, "call:take")
    assert "Nobody can call dance now." in why(four(), "call:dance")


def test_a_correction_takes_off_what_is_unlawful() -> None:
    """Hit and run with two outs, or a sign of the side that no longer bats; any other stays."""
    assert "" == four("call:hit-and-run set:outs=2").signs.sign_on
    assert "" == four("call:steal set:half=bottom").signs.sign_on
    assert "steal" == four("call:steal set:outs=2").signs.sign_on
    assert "appeal" in four("call:take call:no-sign set:outs=1").calls


def test_a_balk() -> None:
    """Runners advance one base, nothing is counted, and the batter is not new any more."""
    game = four(f"{with_men('13', 1, 'balls=2')} call:balk")
    assert (("2", 1, 1), 2) == (board(game), game.balls)
    assert "home" == four("set:inning=9,half=bottom,runners=18 call:balk").winner
    assert not four("call:balk").fresh


# -- appeals


def test_a_sign_is_appealed_before_the_pitch() -> None:
    """Low: the old one, or none; high: as it was said. Either way it is settled."""
    none, old = four("call:take call:appeal"), four("call:take call:bunt call:appeal")
    assert ("", "take") == (play("roll:1", none).signs.sign_on, play("roll:4", none).signs.sign_on)
    assert ("take", "bunt") == (play("roll:3", old).signs.sign_on, play("roll:6", old).signs.sign_on)
    assert ("low-high", 1, ()) == (none.phase, dice_due(none), none.calls)
    for die in "16":
        assert ("pitch", False) == ((later := play(f"roll:{die}", old)).phase, "appeal" in later.calls)
    assert "appeal" in four("call:take call:no-sign").calls


def test_said_twice_is_said_once() -> None:
    """The same sign again leaves the old one what it was."""
    assert "" == four("call:take call:take call:appeal roll:1").signs.sign_on


def test_a_sign_is_appealed_right_after_the_pitch() -> None:
    """Low: the same dice are judged again with the old sign; high: the play stands."""
    bunted = four(f"{with_men('3')} call:bunt roll:3456")
    assert ("", 1, 1) == board(bunted)
    appealed = play("call:appeal", bunted)
    assert ("1", 1, 0) == board(play("roll:2", appealed))
    assert ("", 1, 1) == board(play("roll:5", appealed))
    assert "appeal" not in play("roll:5", appealed).calls
    assert ("", 2) == (four("call:take call:steal roll:3312 call:appeal roll:1").signs.sign_on, 2)


def test_an_appeal_may_interrupt_a_steal_and_end_in_one() -> None:
    """High: the die for the steal is due again; low: what the dice come to without the sign."""
    going = four(f"{with_men('1')} call:steal roll:1133")
    assert "steal" == play("call:appeal roll:6", going).signs.low_high
    assert ("low-high", "steal") == (
        play("call:appeal roll:1", going).phase,
        play("call:appeal roll:1", going).signs.low_high,
    )
    taken = four(f"{with_men('1')} call:take roll:2266 call:appeal roll:1")
    assert ("low-high", "pop-up") == (taken.phase, taken.signs.low_high)


def test_an_appeal_takes_back_a_third_out() -> None:
    """The half-inning that ended under the sign goes on without it."""
    ended = four(f"{with_men('1', 1)} call:steal roll:3364")
    assert ("bottom", True) == (ended.half, due(play("call:appeal", ended)).startswith("Blues appeal:"))
    assert (("1", 0, 2), "top") == (board(again := play("call:appeal roll:1", ended)), again.half)


@pytest.mark.parametrize("after", ["roll:3312", "press:ball", "press:run", "set:outs=1", "call:take", "call:balk"])
def test_an_appeal_comes_at_once_or_not_at_all(after: str) -> None:
    """Any line after the pitch settles its sign."""
    game = four(f"call:bunt roll:1123 {after}")
    assert None is game.signs.unsigned
    assert ("appeal" in game.calls) == (after == "call:take")


def test_nothing_is_put_right_in_the_middle_of_an_appeal() -> None:
    """The state that it goes back to is not the one that is shown."""
    assert "The appeal comes first." in why(four("call:bunt call:appeal"), "set:outs=1")


# -- options


def test_little_league_has_no_stealing() -> None:
    """Six innings; nobody steals, with a sign or without."""
    game = four("", "little-league")
    assert (6, ("take", "bunt", "no-sign", "balk")) == (game.innings, game.calls)
    assert ("pitch", (6,)) == (
        play("set:runners=6 roll:1133", game).phase,
        play("set:runners=6 roll:1133", game).runners,
    )


def test_quick_has_no_signs() -> None:
    """Three innings; men steal on their own."""
    game = four("", "quick")
    assert (3, ("balk",)) == (game.innings, game.calls)
    assert "low-high" == play("set:runners=6 roll:1133", game).phase


def test_hard_helps_the_opponent() -> None:
    """Away begin each inning with a man on second, and their pairs of threes to sixes count one more."""
    game = four("", "hard")
    assert (9, (12,)) == (game.innings, game.runners)
    home = play("set:outs=2 roll:1236", game)
    assert ("bottom", ()) == (home.half, home.runners)
    assert (12,) == play("set:outs=2 roll:1236", home).runners
    fewer = {"3364": (12,), "3356": (18, 6), "6654": (6,), "3312": (12,), "1123": (12,)}
    assert fewer == {roll: play(f"roll:{roll}", game).runners for roll in fewer}
    assert (1, 0) == (play("roll:3364", game).balls, play("roll:3366", game).balls)
    assert 1 == play("roll:3364", home).outs


def test_of_two_options_the_shorter_game_is_played() -> None:
    """Unless the game line says how long it is; another game has no options."""
    assert 3 == four("", "quick", "hard").innings
    assert 5 == start(replace(FOUR_DICE, options=("quick",), innings=5)).innings
    with turned_down(BadSetupError, "Two-dice Baseball is not played with the option quick"):
        start(replace(SETUP, rules="two-dice", options=("quick",)))


# -- the game around it


def test_nine_innings_and_the_dice() -> None:
    """Away bats first, Home rolls four dice."""
    game = four()
    assert (9, "top", "pitch", "dice", "Z1", 4) == (
        *(game.innings, game.half, game.phase, game.awaits, game.ball),
        dice_due(game),
    )
    assert "That is 1 die. Blues: roll four dice." == why(game, "roll:1")
    assert "That is 3 dice." in why(game, "roll:123")


@pytest.mark.parametrize("word", ["blue3", "hit", "to:6", "skip", "hold", "ball:1B"])
def test_lines_of_the_stadium_game_are_refused(word: str) -> None:
    """Each with its reason, and what is due."""
    assert why(four(), word).endswith(" Blues: roll four dice.")


def test_home_wins_at_once() -> None:
    """All runs of the throw count, the men stand where it left them, and the count is cleared."""
    game = four("set:inning=9,half=bottom,runners=18+6,balls=2,strikes=1 roll:3456")
    assert (True, "home", 1, (18, 6)) == (game.over, game.winner, game.home, game.runners)
    assert (0, 0) == (game.balls, game.strikes)
    won = four("set:inning=9,half=bottom,runners=18,balls=1,strikes=1 call:bunt roll:1236")
    assert ("home", 0, 0, 1) == (won.winner, won.balls, won.strikes, won.outs)
    assert "home" == four("set:inning=9,half=bottom,runners=18 call:steal roll:1123 roll:6").winner


def test_a_line_that_means_nothing_is_refused_with_its_reason() -> None:
    """Each kind of line by a reason of its own, once the game is over."""
    over = four("set:inning=9,half=bottom,home=1,outs=2 roll:1236")
    for word, reason in {
        "blue3": "This game is not played with ten-sided dice.",
        "hit": "This game is played without the chip.",
        "roll:1111": "The dice rest now.",
        "to:6": "Nobody runs by choice in this game.",
        "skip": "Nobody runs by choice in this game.",
        "ball:1B": "The ball is not thrown in this game.",
        "hold": "The ball is not thrown in this game.",
        "call:take": "Nothing can be called now.",
        "press:out": "No button counts now.",
        "set:outs=1": "Press UNDO to play on, then put it right.",
    }.items():
        assert why(over, word).startswith(reason)
    with turned_down(Refused, r"^A game ends once\."):
        apply(over, End(why="called", winner=None))


def test_a_game_may_be_called_at_any_time() -> None:
    """Before a pitch, and while a low/high die is due."""
    for words in ("", f"{with_men('1')} roll:1133"):
        assert apply(four(words), End(why="called", winner=None)).over


def test_extra_innings_have_no_runner_on_second() -> None:
    """Tied after nine, they begin like any other."""
    game = four("set:inning=9,half=bottom,outs=2 roll:1236")
    assert (10, "top", ()) == (game.inning, game.half, game.runners)


def test_hits_are_counted() -> None:
    """Each hit once; walks, hit batters and outs are none."""
    hits = {roll: four(f"{with_men('1')} roll:{roll}").hits.away for roll in ("1234", "5566", "3333", "4444")}
    assert {1} == set(hits.values())
    none = {roll: four(f"{with_men('1')} roll:{roll}").hits.away for roll in ("2221", "1236", "1122", "3331")}
    assert {0} == set(none.values())
    assert 1 == four(f"{with_men('1')} roll:2266 roll:6").hits.away


def test_the_buttons() -> None:
    """Balls and strikes are counted, with the Steal sign the men go; OUT, RUN, HOMERUN and BATTER as before a pitch."""
    men = four(with_men("13"))
    assert (1, 0) == (play("press:ball", men).balls, play("press:ball", men).strikes)
    assert 1 == play("press:strike", men).strikes
    assert "low-high" == play("call:steal press:ball", men).phase == play("call:steal press:strike", men).phase
    assert ("13", 0, 1) == board(play("press:out", men))
    assert ("1", 1, 0) == board(play("press:run", men))
    assert ("", 3, 0) == board(play("press:homerun", men))
    assert 0 == play("press:ball press:batter", men).balls
    for button in ("ball", "strike", "out", "homerun"):
        assert "" == play(f"call:take press:{button}", men).signs.sign_on
    assert "take" == play("call:take press:run", men).signs.sign_on == play("call:take press:batter", men).signs.sign_on
    for button in ("next", "ok", "undo", "redo"):
        assert "means nothing now" in why(men, f"press:{button}")


def test_men_stand_on_bases_only() -> None:
    """A correction that puts one between bases is refused."""
    assert "6, 12 and 18" in why(four(), "set:runners=9")
