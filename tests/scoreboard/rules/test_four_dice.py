"""Four-Dice Baseball: every roll under every sign, low and high, appeals, options and buttons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import get_args

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from support.english import due, turned_down
from support.four_dice import BALLS, CASES, NAMES, STRIKES, Board
from support.law import claims, holds
from support.rules import SETUP, play, why

from scoreboard.commentary.counts import roll_name
from scoreboard.language import language
from scoreboard.rules import BadSetupError, Game, Refused, apply, dice_due, start
from scoreboard.rules.events import Button, Call, End, Roll, Set
from scoreboard.rules.four_dice import PLAYS, SIGNS, find_play
from scoreboard.rules.four_dice.rolls import LOW_HIGH
from scoreboard.rules.four_dice.rows import ROWS, Row
from scoreboard.rules.options import Option

LAW = """
The last die decides at once: three threes or fours need no further die: the fourth is low or high.
    [four-dice] set:outs=0,balls=0,runners=6+12 roll:3331 | phase=pitch
    [four-dice] set:outs=0,balls=0,runners=6+12 roll:3336 | phase=pitch
    [four-dice] set:outs=0,balls=0,runners=6+12 roll:4442 | phase=pitch
    [four-dice] set:outs=0,balls=0,runners=6+12 roll:4445 | phase=pitch
The count: three strikes are out, four balls a walk; a foul is a strike but not the third, unless it was bunted.
    [four-dice] set:strikes=2 roll:1123 | runners= away=0 outs=1
    [four-dice] set:outs=0,balls=3,runners=6 roll:2213 | runners=12+6 away=0 outs=0
    [four-dice] set:strikes=2 roll:1235 | outs=0 strikes=2
    [four-dice] set:strikes=2 call:bunt roll:1235 | runners= away=0 outs=1
    [four-dice] call:bunt roll:1235 | outs=0 strikes=1
    [four-dice] set:strikes=2 call:hit-and-run roll:1235 | outs=0 strikes=2
    [four-dice] set:strikes=2 call:hit-and-run roll:3312 | outs=0 strikes=2
    [four-dice] set:strikes=2 call:hit-and-run roll:3314 | outs=0 strikes=2
A wild pitch is a ball: runners move first, so that the fourth ball pushes nobody; the run it brings home may win.
    [four-dice] set:outs=0,balls=3,runners=6 roll:1122 | runners=12+6 away=0 outs=0
    [four-dice] set:strikes=2 call:hit-and-run roll:1122 | runners= away=0 outs=1
    [four-dice] set:inning=9,half=bottom,runners=18,balls=3 roll:1122 | over=True winner=home home=1 runners=
A strikeout that ends the half ends the steal: who stands on second for the other side, in the hard game, does not go.
    [four-dice hard] set:half=bottom,outs=2,strikes=2 call:steal roll:1123 | half=top runners=12 phase=pitch
A pitch is something that happened to the batter: he is known to have had it, and BATTER brings up the next one.
    [four-dice] roll:1123 | fresh=False met=True
    ... press:batter | strikes=0
A correction takes off hit and run with two outs, or a sign of the side that no longer bats; any other stays.
    [four-dice] call:hit-and-run set:outs=2 | signs.sign_on=
    [four-dice] call:steal set:half=bottom | signs.sign_on=
    [four-dice] call:steal set:outs=2 | signs.sign_on=steal
    [four-dice] call:take call:no-sign set:outs=1 | calls~appeal
A balk: runners advance one base, nothing is counted, and the batter is not new any more.
    [four-dice] set:outs=1,balls=2,runners=6+18 call:balk | runners=12 away=1 outs=1 balls=2
    [four-dice] set:inning=9,half=bottom,runners=18 call:balk | winner=home
    [four-dice] call:balk | fresh=False
A sign is appealed before the pitch: low: the old one, or none; high: as it was said. Either way it is settled.
    [four-dice] call:take call:appeal roll:1 | signs.sign_on=
    [four-dice] call:take call:appeal roll:4 | signs.sign_on=take
    [four-dice] call:take call:bunt call:appeal roll:3 | signs.sign_on=take
    [four-dice] call:take call:bunt call:appeal roll:6 | signs.sign_on=bunt calls!appeal phase=pitch
    [four-dice] call:take call:appeal | phase=low-high dice=1 calls=
    [four-dice] call:take call:bunt call:appeal roll:1 | calls!appeal phase=pitch
    [four-dice] call:take call:no-sign | calls~appeal
Said twice is said once: the same sign again leaves the old one what it was.
    [four-dice] call:take call:take call:appeal roll:1 | signs.sign_on=
A sign is appealed right after the pitch: low: the same dice are judged again with the old sign; high: the play stands.
    [four-dice] set:outs=0,balls=0,runners=18 call:bunt roll:3456 | runners= away=1 outs=1
    ... call:appeal roll:2 | runners=6 away=1 outs=0
    [four-dice] set:outs=0,balls=0,runners=18 call:bunt roll:3456 call:appeal roll:5 | runners= away=1 outs=1
    ... | calls!appeal
    [four-dice] call:take call:steal roll:3312 call:appeal roll:1 | signs.sign_on=
An appeal of a steal: high: the die for it is due again; low: what the dice come to without the sign.
    [four-dice] set:outs=0,balls=0,runners=6 call:steal roll:1133 call:appeal roll:6 | signs.low_high=steal
    [four-dice] set:outs=0,balls=0,runners=6 call:steal roll:1133 call:appeal roll:1 | phase=low-high
    ... | signs.low_high=steal
    [four-dice] set:outs=0,balls=0,runners=6 call:take roll:2266 call:appeal roll:1 | phase=low-high
    ... | signs.low_high=pop-up
Nothing is put right in the middle of an appeal: the state that it goes back to is not the one that is shown.
    [four-dice] call:bunt call:appeal set:outs=1 ! The appeal comes first.
Little league has no stealing: six innings; nobody steals, with a sign or without.
    [four-dice little-league] | innings=6 calls=take+bunt+no-sign+balk
    [four-dice little-league] set:runners=6 roll:1133 | phase=pitch runners=6
Quick has no signs: three innings; men steal on their own.
    [four-dice quick] | innings=3 calls=balk
    [four-dice quick] set:runners=6 roll:1133 | phase=low-high
Hard helps the opponent: away begin each inning with a man on second, and their pairs of threes to sixes count one more.
    [four-dice hard] | innings=9 runners=12
    [four-dice hard] set:outs=2 roll:1236 | half=bottom runners=
    ... set:outs=2 roll:1236 | runners=12
    [four-dice hard] roll:3364 | runners=12 balls=1
    [four-dice hard] roll:3356 | runners=18+6
    [four-dice hard] roll:6654 | runners=6
    [four-dice hard] roll:3312 | runners=12
    [four-dice hard] roll:1123 | runners=12
    [four-dice hard] roll:3366 | balls=0
    [four-dice hard] set:outs=2 roll:1236 roll:3364 | outs=1
Nine innings and the dice: away bats first, Home rolls four dice.
    [four-dice] | innings=9 half=top phase=pitch awaits=dice ball=Z1 dice=4
    [four-dice] roll:1 ! = That is 1 die. Blues: roll four dice.
    [four-dice] roll:123 ! That is 3 dice.
Home wins at once: all runs of the throw count, the men stand where it left them, and the count is cleared.
    [four-dice] set:inning=9,half=bottom,runners=18+6,balls=2,strikes=1 roll:3456 | over=True winner=home home=1
    ... | runners=18+6 balls=0 strikes=0
    [four-dice] set:inning=9,half=bottom,runners=18,balls=1,strikes=1 call:bunt roll:1236 | winner=home balls=0
    ... | strikes=0 outs=1
    [four-dice] set:inning=9,half=bottom,runners=18 call:steal roll:1123 roll:6 | winner=home
Extra innings have no runner on second: tied after nine, they begin like any other.
    [four-dice] set:inning=9,half=bottom,outs=2 roll:1236 | inning=10 half=top runners=
Men stand on bases only: a correction that puts one between bases is refused.
    [four-dice] set:runners=9 ! 6, 12 and 18
An appeal takes back a third out: the half-inning that ended under the sign goes on without it.
    [four-dice] set:outs=1,balls=0,runners=6 call:steal roll:3364 call:appeal | due: Blues appeal:
    [four-dice] set:outs=1,balls=0,runners=6 call:steal roll:3364 | half=bottom
    ... call:appeal roll:1 | runners=6 away=0 outs=2 half=top
"""


@claims(LAW)
def test_the_law(rows: list[str]) -> None:
    """Each claim of the list above, by its clause."""
    holds(rows)


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
    worded = names - {"ball", "foul_ball"}
    assert [] == [name for name in worded if not language("en").has(roll_name(name).key, "sentence")]


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


# -- appeals


@pytest.mark.parametrize("after", ["roll:3312", "press:ball", "press:run", "set:outs=1", "call:take", "call:balk"])
def test_an_appeal_comes_at_once_or_not_at_all(after: str) -> None:
    """Any line after the pitch settles its sign."""
    game = four(f"call:bunt roll:1123 {after}")
    assert None is game.signs.unsigned
    assert ("appeal" in game.calls) == (after == "call:take")


# -- options


def test_of_two_options_the_shorter_game_is_played() -> None:
    """Unless the game line says how long it is; another game has no options."""
    assert 3 == four("", "quick", "hard").innings
    assert 5 == start(replace(FOUR_DICE, options=("quick",), innings=5)).innings
    with turned_down(BadSetupError, "Two-dice Baseball is not played with the option quick"):
        start(replace(SETUP, rules="two-dice", options=("quick",)))


# -- the game around it


@pytest.mark.parametrize("word", ["blue3", "hit", "to:6", "skip", "hold", "ball:1B"])
def test_lines_of_the_stadium_game_are_refused(word: str) -> None:
    """Each with its reason, and what is due."""
    assert why(four(), word).endswith(" Blues: roll four dice.")


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
