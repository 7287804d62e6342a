"""The play by play says what was scored, in words a child understands."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec import structs
from support.english import play_by_play
from support.rules import read
from support.scoring import (
    BLUES,
    PLAYS_AND_AMENDS,
    REDO,
    REDS,
    SETUP,
    SETUPS,
    UNDO,
    blue,
    lines_of,
    played,
    red,
    white,
)

from scoreboard.commentary import corrected_lines
from scoreboard.commentary.counts import roll_name
from scoreboard.language import ENGLISH, language
from scoreboard.rules.events import Amend, Call, Die, Press, Roll, RulesName, Set, Setup
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.rules.parks.park import standard_results
from scoreboard.rules.state import Choice, DiamantePlay


def described(words: str, setup: Setup = SETUP) -> str:
    """What is said of the last line, none of them refused."""
    *earlier, last = map(read, words.split())
    before = played(*earlier, setup=setup)
    after, refused = judge(before, last)
    assert refused is None
    return play_by_play(before.game, last, after.game)


LAST_HALF = "set:inning=3,half=bottom,outs=2,away=1,home=1"
PLAYS = {
    "blue3": "Blues pitch 3.",
    "blue1": "Blues pitch 1. Ball one.",
    "set:balls=3 blue10": "Blues pitch 10. Ball four: Reds take first base.",
    "blue7": "Blues pitch 7. Strike one.",
    "set:strikes=2 blue7": "Blues pitch 7. Strike three, the batter is out! One out.",
    "blue1 red4": "Reds chase it with a 4. Strike one.",
    "blue5 red2": "Reds swing 2. Strike one.",
    "blue5 red5": "Reds swing 5. Foul ball. Strike one.",
    "set:strikes=2 blue5 red5": "Reds swing 5. Foul ball.",
    "blue3 red7": "Reds swing 7. A hit to zone 7, left field!",
    "blue3 red10": "Reds swing 10. A ten! Swing again.",
    "blue3 red10 red10": "Reds swing 10. HOME RUN! One run scores!",
    "blue3 red10 red8": "Reds swing 8. A hit to zone 8, centre field!",
    "set:runners=18+6 press:homerun": "HOME RUN! Three runs score!",
    "blue3 red7 hit": "HIT! A fair ball.",
    "blue3 red7 caught": "OUT! The ball is caught. One out.",
    "blue3 red7 hit white6": "Run 6, to first base.",
    "blue3 red7 hit white3": "Run 3, to 3 steps short of first base.",
    "set:runners=18 blue3 red7 hit white6": "Run 6, to home. One run scores!",
    "blue3 red7 hit white9 to:9": "The runner goes to 3 steps short of second base instead.",
    "blue3 red7 hit white9 to:6": "That stands.",
    "blue3 red7 hit white3 blue4": "Blues throw 4: too short, back to the pitcher.",
    "blue3 red7 hit white3 blue8": "Blues throw 8, to first base. One out.",
    "blue3 red7 hit white3 blue8 ball:2B": "Blues throw to second base instead. Nobody out.",
    "press:out press:out blue3 red7 hit white3 blue8 press:next": (
        "Blues throw to second base instead. Two outs. Reds are still at bat."
    ),
    "set:inning=3,half=bottom,outs=2,away=1,home=1,runners=20 red3 blue7 hit white4 press:next": (
        "The runner goes to third base instead. One off the board. Blues are still at bat."
    ),
    "set:runners=12 blue3 red7 hit skip": "The runner stays.",
    "blue3 red7 hit white9 press:next": "The runner goes to 3 steps short of second base instead.",
    "blue3 red7 hit white9 press:ok": "That stands.",
    "press:ball": "Ball one.",
    "press:strike": "Strike one.",
    "blue3 red7 press:run": "HIT! A fair ball.",
    "blue3 red7 press:out": "OUT! The ball is caught. One out.",
    "press:out": "Out! One out.",
    "set:runners=6 press:run": "The runner comes home. One run scores!",
    "press:run": "A run is added. One run scores!",
    "blue1 press:batter": "A new batter.",
    "press:out press:batter": "The same batter is up.",
    "blue3 red7 hit white6 call:keep-running hold press:batter": "A new batter.",
    "set:outs=2 press:out": "Out! Three outs. Blues come to bat.",
    "set:half=bottom,outs=2 press:out": "Out! Three outs. Inning 2: Reds come to bat.",
    "set:inning=3,half=bottom,outs=2,away=1,home=1 press:homerun": (
        "HOME RUN! One run scores! Game over: Blues win 2 to 1!"
    ),
    "blue3 press:undo": "Undone.",
    "blue3 press:undo press:redo": "Done again.",
    "set:outs=1,runners=12+6": "Corrected: outs 1, runners: second base and first base.",
    "blue3 red7 hit white6 call:keep-running hold blue1": "Blues pitch 1. Ball one.",
    "set:balls=3,runners=18+12+6 blue1 red2": "Reds chase it with a 2. Strike one. One off the board.",
    "set:runners=6 blue3 red7 hit white3 white3 blue8 ball:3B white1 white1 hold": "Blues hold the ball.",
}


@pytest.mark.parametrize(("words", "expected"), PLAYS.items())
@pytest.mark.untraced
def test_plays_are_described(words: str, expected: str) -> None:
    """Each kind of play has its sentence, and what came of it follows."""
    assert expected == described(words)


def test_an_amendment_is_described() -> None:
    """It says which line was misread, and what it said."""
    before, amend = played(blue(3)), Amend(line=2, value=7)
    assert "Line 2 was misread: it said 7." == play_by_play(before.game, amend, judge(before, amend).history.game)


MOMENTS = {
    "bunt": (
        Die(color="red", value=3),
        {"phase": "swing"},
        {"phase": "run", "ball": "Z3"},
        "A bunt to zone 3, on the first-base side!",
    ),
    "plus-homer": (red(10), {"phase": "swing"}, {"away": 1}, "HOME RUN! One run scores!"),
    "stays": (white(1), {"phase": "run"}, {"phase": "run"}, "Run 1."),
    "tag": (
        blue(3),
        {"phase": "throw"},
        {"phase": "run", "play": DiamantePlay(choice=Choice(before=played().game, value=3, options=(15,), chosen=15))},
        "Blues throw 3, to 3 steps short of third base.",
    ),
    "roll": (Roll(values=(2, 5)), {}, {}, "Reds roll 2 5."),
    "call": (Call(call="steal"), {}, {}, "Reds call: steal."),
    "double-play": (Roll(values=(2, 2)), {}, {"outs": 2}, "Reds roll 2 2. Double play! Two outs."),
    "triple-play": (
        Roll(values=(3, 3)),
        {},
        {"half": "bottom"},
        "Reds roll 3 3. Triple play! Three outs. Blues come to bat.",
    ),
    "draw": (Press(button="out"), {"away": 2, "home": 2}, {"phase": "over"}, "Out! Game over: it is a tie, 2 to 2."),
}


MAJOR = structs.replace(SETUP, rules="diamante-major", away=structs.replace(REDS, lineup=("-", "+", "", "")))
MAJOR_PLAYS = {
    "blue8 call:bunt red4": (
        "Reds swing 4. With the \u2212 helmet that counts 3. A bunt to zone 3, on the first-base side!"
    ),
    "blue4 call:bunt red5": "Reds swing 5. With the \u2212 helmet that counts 4. Strike one.",
    "blue8 call:bunt": "Reds call: bunt.",
    "blue2 red8 hit white1": "Run 1: the \u2212 helmet stays where it is.",
    "set:runners=6 blue2 red6 hit white3 white4 blue10": (
        "Blues throw 10, to second base. A ten: throw again! One out."
    ),
    "set:runners=12 blue7 call:steal white5 blue6 ball:18": "Blues throw to third base instead.",
    "set:runners=12 press:strike press:strike press:strike call:steal skip press:batter": "The same batter is up.",
    "set:runners=12 blue1 call:steal press:batter": "The same batter is up.",
    "set:runners=12 blue7 call:steal blue7": "Blues pitch 7. Strike two.",
}


@pytest.mark.parametrize(("words", "expected"), MAJOR_PLAYS.items())
def test_major_league_is_described(words: str, expected: str) -> None:
    """What is said of the last line of a play with helmets and calls."""
    assert expected == described(words, MAJOR)


@pytest.mark.parametrize(
    ("rules", "words", "expected"),
    [
        ("one-die", "roll:4", "Reds roll 4. HOME RUN! One run scores!"),
        ("one-die", "set:runners=6 roll:5", "5. The ball is struck, and the throw comes in! Double play! Two outs."),
        ("two-dice", "roll:25", "Reds roll 2 5. A ground ball to the infield! One out."),
        ("two-dice", "set:runners=6 roll:14", "4. A sacrifice: the batter is out, the runners move up. One out."),
        ("two-dice", "set:runners=6,outs=2 roll:14", "4. Out! Three outs. Blues come to bat."),
        ("two-dice", "set:outs=1 roll:14", "4. Out! Two outs."),
        ("dice-baseball", "roll:14", "Reds roll 1 4. A walk."),
        ("dice-baseball", "set:runners=6 roll:35", "5. A ground out: the runners move up. One out."),
        ("dice-baseball", "set:runners=18,outs=2 roll:35", "5. A ground out. Three outs. Blues come to bat."),
        ("dice-baseball", "set:outs=1 roll:35", "5. A ground out. Two outs."),
        ("dice-baseball", "set:runners=18,outs=2 roll:56", "6. A fly ball, caught! Three outs. Blues come to bat."),
        ("dice-baseball", "set:runners=18+6 roll:23", "3. A ground ball to the infield: a force-out! One out."),
        ("dice-baseball", "set:runners=18+12 roll:23", "3. A ground out. One out."),
        ("dice-baseball", "set:runners=6 roll:16", "6. A single, and the runners take two bases!"),
        ("dice-baseball", "set:outs=1 roll:16", "6. A single!"),
        (
            *("dice-baseball", "set:runners=6,outs=2 roll:22"),
            "2. A ground ball to the infield! Three outs. Blues come to bat.",
        ),
        ("three-dice", "roll:113", "Reds roll 1 1 3. A one, so throw again! Two runs score!"),
        ("three-dice", "roll:243", "Reds roll 2 4 3. No ones. Three outs. Blues come to bat."),
        ("three-dice", f"{LAST_HALF} roll:113", "3. A one! Two runs score! Game over: Blues win 3 to 1!"),
        ("three-dice", "set:outs=1 roll:243", "3. No ones. Three outs. Blues come to bat."),
    ],
)
def test_a_throw_of_a_table_game_is_described(rules: RulesName, words: str, expected: str) -> None:
    """The dice, what they mean, and what came of it; nothing of men whom the men and the outs spare."""
    assert described(words, structs.replace(SETUP, rules=rules)).endswith(expected)


def test_every_table_throw_has_a_phrase() -> None:
    """Whatever a table names can be told."""
    names = {each.scored for each in standard_results().values()}
    assert [] == [name for name in names if not language("en").has(roll_name(name).key, "sentence")]


def test_a_pitch_is_counted_for_whom_the_house_has_at_bat() -> None:
    """Where a steal brings up a new batter, the pitch that ends it is his first."""
    lines = (Set(runners=(12,)), blue(7), Call(call="steal"))
    history = begin(MAJOR, structs.replace(begin(MAJOR).game.house, steal_keeps_batter=False))
    for line in lines:
        history = judge(history, line).history
    for value, expected in ((7, "Blues pitch 7. Strike one."), (1, "Blues pitch 1. Ball one.")):
        assert expected == play_by_play(history.game, blue(value), judge(history, blue(value)).history.game)


@pytest.mark.parametrize(("line", "before", "after", "expected"), MOMENTS.values(), ids=MOMENTS.keys())
def test_other_games_have_texts(
    line: Entry, before: dict[str, object], after: dict[str, object], expected: str
) -> None:
    """What no play of an Amateur game brings about has its words as well, for the games that are to come."""
    then = structs.replace(played().game, **before)
    assert play_by_play(then, line, structs.replace(then, **after)).endswith(expected)


@given(SETUPS, PLAYS_AND_AMENDS)
def test_accepted_lines_have_texts(setup: Setup, plays: list[int | Entry]) -> None:
    """No line of any game leaves the voice without words."""
    history = begin(setup)
    for line in lines_of(plays, setup):
        before, (history, refused) = history, judge(history, line)
        if refused is None:
            assert play_by_play(before.game, line, history.game).endswith((".", "!", "?", ")"))


def test_teams_are_called_by_their_names() -> None:
    """What the set-up calls the teams is what is said."""
    assert described("blue3").startswith(BLUES.name)
    assert described("blue3 red7").startswith(REDS.name)


def marked(*lines: Entry) -> list[tuple[int, str, bool]]:
    """Which earlier lines read otherwise since the last one, how, and whether they count."""
    before = played(*lines[:-1])
    return [
        (line.number, ENGLISH(line.words), line.counts)
        for line in corrected_lines(before, judge(before, lines[-1]).history)
    ]


def test_amended_and_changed_lines_are_described_again() -> None:
    """The misread line itself, and each after it that tells something else; not what reads as it did."""
    amend = Amend(line=2, value=7)
    assert [(2, "Blues pitch 7. Strike one.", True)] == marked(blue(1), amend)
    assert [2, 3] == [number for number, *_ in marked(blue(1), blue(10), amend)]
    assert [2] == [number for number, *_ in marked(blue(1), blue(2), amend)]
    assert [3] == [number for number, *_ in marked(blue(1), blue(10), Amend(line=3, value=7))]


def test_a_line_that_ceases_to_count_says_why() -> None:
    """A swing at what was no pitch to swing at is told with the law's reason."""
    _, (number, why, counts) = marked(blue(2), red(5), Amend(line=2, value=7))
    assert (3, False) == (number, counts)
    assert why.startswith("There is nothing to swing at yet.") or "turn" in why


def test_line_that_counts_after_all_is_described() -> None:
    """What was refused because of the misread line is part of the story now; a lasting refusal is not."""
    green = Die(color="green", value=5)
    assert (3, "Blues pitch 5.", True) == marked(blue(2), blue(5), green, Amend(line=2, value=1))[1]
    assert 2 == len(marked(blue(2), blue(5), green, Amend(line=2, value=1)))


def test_removed_and_added_lines_are_described() -> None:
    """A line that never was is told so, and what was missed under the number of its amendment; undone, the reverse."""
    never, missed = Amend(line=3, as_=None), Amend(line=3, add=blue(1))
    assert [(3, "Taken out.", False)] == marked(blue(1), blue(10), never)
    assert [(3, "Blues pitch 10. Ball two.", True)] == marked(blue(1), blue(10), never, UNDO)
    added, later = marked(blue(1), blue(10), missed)
    assert ((4, "Blues pitch 1. Ball two.", True), (3, "Blues pitch 10. Ball three.", True)) == (added, later)
    assert [(4, "Taken out.", False), (3, "Blues pitch 10. Ball two.", True)] == marked(blue(1), blue(10), missed, UNDO)


def test_undone_amendment_changes_nothing() -> None:
    """Nor does undoing it correct anything."""
    assert [] == marked(blue(1), blue(10), UNDO, Amend(line=3, value=7))
    assert [] == marked(blue(1), blue(10), UNDO, Amend(line=3, value=7), UNDO)


def test_only_as_many_corrected_lines_as_asked() -> None:
    """The newest, as they are told after all that came before them."""
    before = played(*[Press(button="run")] * 200)
    after = judge(before, Amend(line=2, as_=Press(button="ball"))).history
    assert [2] == [line.number for line in corrected_lines(before, after)]
    before = played(blue(1), *[blue(10)] * 2)
    after = judge(before, Amend(line=2, as_=None)).history
    assert [(4, "Blues pitch 10. Ball two.")] == [
        (line.number, ENGLISH(line.words)) for line in corrected_lines(before, after, 1)
    ]


def test_undone_amendment_restores_the_texts() -> None:
    """The corrected line reads as it did before; an undo of anything else corrects nothing."""
    amend = Amend(line=2, value=7)
    assert [(2, "Blues pitch 1. Ball one.", True)] == marked(blue(1), amend, UNDO)
    assert [(2, "Blues pitch 7. Strike one.", True)] == marked(blue(1), amend, UNDO, REDO)
    assert [] == marked(blue(1), UNDO)
    assert [] == marked(blue(1), Amend(line=9, value=7))
