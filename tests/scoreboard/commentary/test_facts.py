"""The play by play says what was scored, in words a child understands."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec import structs
from support.scoring import (
    BLUES,
    HIT,
    OUT,
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
from support.told import told_plainly

from scoreboard.commentary import corrected_lines
from scoreboard.commentary.counts import roll_name
from scoreboard.language import ENGLISH, language
from scoreboard.rules.events import Amend, Ball, Call, Die, Hold, Move, Press, Roll, RulesName, Set, Setup, Skip
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.rules.state import Choice, DiamantePlay
from scoreboard.rules.table import TABLES


def described(*lines: Entry) -> str:
    """What is said of the last line, none of them refused."""
    before = played(*lines[:-1])
    after, refused = judge(before, lines[-1])
    assert refused is None
    return told_plainly(before.game, lines[-1], after.game)


def press(button: str) -> Press:
    """A button of the scorer."""
    return Press(button=button)  # type: ignore[arg-type] # the tests name real ones


TO_TOSS = (blue(3), red(7))
TO_RUN = (*TO_TOSS, HIT)
TO_THROW = (*TO_RUN, white(3))
ON_FIRST = (*TO_RUN, white(6))
TWO_OUTS = (press("out"), press("out"))
LAST_HALF = Set(inning=3, half="bottom", outs=2, away=1, home=1)
NEARLY_HOME = structs.replace(LAST_HALF, runners=(20,))

PLAYS = {
    "pitch": ((blue(3),), "Blues pitch 3."),
    "ball": ((blue(1),), "Blues pitch 1. Ball one."),
    "walk": ((Set(balls=3), blue(10)), "Blues pitch 10. Ball four: Reds take first base."),
    "called": ((blue(7),), "Blues pitch 7. Strike one."),
    "strikeout": ((Set(strikes=2), blue(7)), "Blues pitch 7. Strike three, the batter is out! One out."),
    "chase": ((blue(1), red(4)), "Reds chase it with a 4. Strike one."),
    "miss": ((blue(5), red(2)), "Reds swing 2. Strike one."),
    "foul": ((blue(5), red(5)), "Reds swing 5. Foul ball. Strike one."),
    "foul-stays": ((Set(strikes=2), blue(5), red(5)), "Reds swing 5. Foul ball."),
    "hit": (TO_TOSS, "Reds swing 7. A hit to zone 7, left field!"),
    "ten": ((blue(3), red(10)), "Reds swing 10. A ten! Swing again."),
    "homer": ((blue(3), red(10), red(10)), "Reds swing 10. HOME RUN! One run scores!"),
    "homer-not": ((blue(3), red(10), red(8)), "Reds swing 8. A hit to zone 8, centre field!"),
    "slam": ((Set(runners=(18, 6)), press("homerun")), "HOME RUN! Three runs score!"),
    "fair": (TO_RUN, "HIT! A fair ball."),
    "caught": ((*TO_TOSS, OUT), "OUT! The ball is caught. One out."),
    "run-to-base": (ON_FIRST, "Run 6, to first base."),
    "run-to-step": (TO_THROW, "Run 3, to step 3, short of first base."),
    "run-home": ((Set(runners=(18,)), *TO_RUN, white(6)), "Run 6, to home. One run scores!"),
    "restated": ((*TO_RUN, white(9), Move(to=9)), "The runner goes to step 9, short of second base instead."),
    "stands": ((*TO_RUN, white(9), Move(to=6)), "That stands."),
    "short": ((*TO_THROW, blue(4)), "Blues throw 4: too short, back to the pitcher."),
    "throw-out": ((*TO_THROW, blue(8)), "Blues throw 8, to first base. One out."),
    "throw-elsewhere": (
        (*TO_THROW, blue(8), Ball(to="2B")),
        "Blues throw to second base instead. Nobody out.",
    ),
    "third-out-elsewhere": (
        (*TWO_OUTS, *TO_THROW, blue(8), press("next")),
        "Blues throw to second base instead. Two outs. Reds are still at bat.",
    ),
    "won-otherwise": (
        (NEARLY_HOME, red(3), blue(7), HIT, white(4), press("next")),
        "The runner goes to third base instead. One off the board. Blues are still at bat.",
    ),
    "skip": ((Set(runners=(12,)), *TO_RUN, Skip()), "The runner stays."),
    "next": ((*TO_RUN, white(9), press("next")), "The runner goes to step 9, short of second base instead."),
    "ok": ((*TO_RUN, white(9), press("ok")), "That stands."),
    "pressed-ball": ((press("ball"),), "Ball one."),
    "pressed-strike": ((press("strike"),), "Strike one."),
    "pressed-fair": ((*TO_TOSS, press("run")), "HIT! A fair ball."),
    "pressed-caught": ((*TO_TOSS, press("out")), "OUT! The ball is caught. One out."),
    "pressed-out": ((press("out"),), "Out! One out."),
    "pressed-run": ((Set(runners=(6,)), press("run")), "The runner comes home. One run scores!"),
    "run-added": ((press("run"),), "A run is added. One run scores!"),
    "new-batter": ((blue(1), press("batter")), "A new batter."),
    "new-batter-twice": ((press("out"), press("batter")), "The same batter is up."),
    "new-batter-ends-play": ((*ON_FIRST, Call(call="keep-running"), Hold(), press("batter")), "A new batter."),
    "side-retired": ((Set(outs=2), press("out")), "Out! Three outs. Blues come to bat."),
    "inning-over": ((Set(half="bottom", outs=2), press("out")), "Out! Three outs. Inning 2: Reds come to bat."),
    "walk-off": ((LAST_HALF, press("homerun")), "HOME RUN! One run scores! Game over: Blues win 2 to 1!"),
    "undo": ((blue(3), UNDO), "Undone."),
    "redo": ((blue(3), UNDO, REDO), "Done again."),
    "set": ((Set(outs=1, runners=(12, 6)),), "Corrected: outs 1, runners: second base and first base."),
    "amend": ((blue(3), Amend(line=2, value=7)), "Line 2 was misread: it said 7."),
}


@pytest.mark.parametrize(("lines", "expected"), PLAYS.values(), ids=PLAYS.keys())
@pytest.mark.untraced
def test_plays_are_described(lines: tuple[Entry, ...], expected: str) -> None:
    """Each kind of play has its sentence, and what came of it follows."""
    assert expected == described(*lines)


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
        "Blues throw 3, to step 15, short of third base.",
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
    "draw": (Press(button="out"), {"away": 2, "home": 2}, {"phase": "over"}, "Out! Game over, 2 to 2."),
}


MAJOR = structs.replace(SETUP, rules="diamante-major", away=structs.replace(REDS, lineup=("-", "+", "", "")))
MAJOR_PLAYS = {
    "bunt": (
        (blue(8), Call(call="bunt"), red(4)),
        "Reds swing 4. With the \u2212 helmet that counts 3. A bunt to zone 3, on the first-base side!",
    ),
    "missed bunt": (
        (blue(4), Call(call="bunt"), red(5)),
        "Reds swing 5. With the \u2212 helmet that counts 4. Strike one.",
    ),
    "called": ((blue(8), Call(call="bunt")), "Reds call: bunt."),
    "zero": ((blue(2), red(8), HIT, white(1)), "Run 1: the \u2212 helmet stays where it is."),
    "ten": (
        (Set(runners=(6,)), blue(2), red(6), HIT, white(3), white(4), blue(10)),
        "Blues throw 10, to second base. A ten: throw again! One out.",
    ),
    "tag": (
        (Set(runners=(12,)), blue(7), Call(call="steal"), white(5), blue(6), Ball(to=18)),
        "Blues throw to third base instead.",
    ),
    "batter after a steal let go": (
        (Set(runners=(12,)), *[press("strike")] * 3, Call(call="steal"), Skip(), press("batter")),
        "The same batter is up.",
    ),
    "batter ends a steal": (
        (Set(runners=(12,)), blue(1), Call(call="steal"), press("batter")),
        "The same batter is up.",
    ),
    "steal let go": ((Set(runners=(12,)), blue(7), Call(call="steal"), blue(7)), "Blues pitch 7. Strike two."),
}


@pytest.mark.parametrize(("lines", "expected"), MAJOR_PLAYS.values(), ids=MAJOR_PLAYS)
def test_major_league_is_described(lines: tuple[Entry, ...], expected: str) -> None:
    """What is said of the last line of a play with helmets and calls."""
    history = begin(MAJOR)
    for line in lines[:-1]:
        history = judge(history, line).history
    after, refused = judge(history, lines[-1])
    assert (None, expected) == (refused, told_plainly(history.game, lines[-1], after.game))


@pytest.mark.parametrize(
    ("rules", "values", "expected"),
    [
        ("one-die", (4,), "Reds roll 4. HOME RUN! One run scores!"),
        ("two-dice", (2, 5), "Reds roll 2 5. A ground ball to the infield! One out."),
        ("dice-baseball", (1, 4), "Reds roll 1 4. A walk."),
        ("three-dice", (1, 1, 3), "Reds roll 1 1 3. A one, so throw again! Two runs score!"),
        ("three-dice", (2, 4, 3), "Reds roll 2 4 3. No one. Three outs. Blues come to bat."),
    ],
)
def test_table_games_are_described(rules: RulesName, values: tuple[int, ...], expected: str) -> None:
    """The dice, what they mean, and what came of it."""
    before = begin(structs.replace(SETUP, rules=rules))
    after, _ = judge(before, Roll(values=values))
    assert expected == told_plainly(before.game, Roll(values=values), after.game)


@pytest.mark.parametrize(
    ("rules", "values", "so", "expected"),
    [
        ("one-die", (5,), Set(runners=(6,)), "The ball is struck, and the throw comes in! Double play! Two outs."),
        ("two-dice", (1, 4), Set(runners=(6,)), "A sacrifice: the batter is out, the runners move up. One out."),
        ("two-dice", (1, 4), Set(runners=(6,), outs=2), "Out! Three outs. Blues come to bat."),
        ("two-dice", (1, 4), Set(outs=1), "Out! Two outs."),
        ("dice-baseball", (3, 5), Set(runners=(6,)), "A ground out: the runners move up. One out."),
        ("dice-baseball", (3, 5), Set(runners=(18,), outs=2), "A ground out. Three outs. Blues come to bat."),
        ("dice-baseball", (3, 5), Set(outs=1), "A ground out. Two outs."),
        ("dice-baseball", (5, 6), Set(runners=(18,), outs=2), "A fly ball, caught! Three outs. Blues come to bat."),
        ("dice-baseball", (2, 3), Set(runners=(18, 6)), "A ground ball to the infield: a force-out! One out."),
        ("dice-baseball", (2, 3), Set(runners=(18, 12)), "A ground out. One out."),
        ("dice-baseball", (1, 6), Set(runners=(6,)), "A single, and the runners take two bases!"),
        ("dice-baseball", (1, 6), Set(outs=1), "A single!"),
        (
            "dice-baseball",
            (2, 2),
            Set(runners=(6,), outs=2),
            "A ground ball to the infield! Three outs. Blues come to bat.",
        ),
        ("three-dice", (1, 1, 3), LAST_HALF, "A one! Two runs score! Game over: Blues win 3 to 1!"),
        ("three-dice", (2, 4, 3), Set(outs=1), "No one. Three outs. Blues come to bat."),
    ],
)
def test_throw_is_described(rules: RulesName, values: tuple[int, ...], so: Set, expected: str) -> None:
    """No man is said to move, to be forced or to be put out whom the men and the outs spare."""
    before = played(so, setup=structs.replace(SETUP, rules=rules))
    after, _ = judge(before, Roll(values=values))
    assert told_plainly(before.game, Roll(values=values), after.game).endswith(f"{values[-1]}. {expected}")


def test_every_table_throw_has_a_phrase() -> None:
    """Whatever a table names can be told."""
    names = {play.name for table in TABLES.values() for play in table.values()}
    assert [] == [name for name in names if not language("en").has(roll_name(name).key, "sentence")]


def test_a_pitch_to_the_next_batter_starts_a_new_count() -> None:
    """Where the fielders' die ends a kept play, the pitch is the next batter's first."""
    assert "Blues pitch 1. Ball one." == described(*ON_FIRST, Call(call="keep-running"), Hold(), blue(1))


def test_a_pitch_is_counted_for_whom_the_house_has_at_bat() -> None:
    """Where a steal brings up a new batter, the pitch that ends it is his first."""
    lines = (Set(runners=(12,)), blue(7), Call(call="steal"))
    history = begin(MAJOR, structs.replace(begin(MAJOR).game.house, steal_keeps_batter=False))
    for line in lines:
        history = judge(history, line).history
    for value, expected in ((7, "Blues pitch 7. Strike one."), (1, "Blues pitch 1. Ball one.")):
        assert expected == told_plainly(history.game, blue(value), judge(history, blue(value)).history.game)


@pytest.mark.parametrize(("line", "before", "after", "expected"), MOMENTS.values(), ids=MOMENTS.keys())
def test_other_games_have_texts(
    line: Entry, before: dict[str, object], after: dict[str, object], expected: str
) -> None:
    """What no play of an Amateur game brings about has its words as well, for the games that are to come."""
    then = structs.replace(played().game, **before)
    assert told_plainly(then, line, structs.replace(then, **after)).endswith(expected)


def test_a_chased_walk_takes_its_run_back() -> None:
    """With the bases full, ball four taken back takes the run off the board (D15)."""
    loaded = Set(balls=3, runners=(18, 12, 6))
    assert "Reds chase it with a 2. Strike one. One off the board." == described(loaded, blue(1), red(2))


@given(SETUPS, PLAYS_AND_AMENDS)
def test_accepted_lines_have_texts(setup: Setup, plays: list[int | Entry]) -> None:
    """No line of any game leaves the voice without words."""
    history = begin(setup)
    for line in lines_of(plays, setup):
        before, (history, refused) = history, judge(history, line)
        if refused is None:
            assert told_plainly(before.game, line, history.game).endswith((".", "!", "?", ")"))


def test_teams_are_called_by_their_names() -> None:
    """What the set-up calls the teams is what is said."""
    assert described(blue(3)).startswith(BLUES.name)
    assert described(blue(3), red(7)).startswith(REDS.name)


def test_hold_is_described() -> None:
    """The fielders decline to throw when the ball lies on a base."""
    lines = (Set(runners=(6,)), *TO_RUN, white(3), white(3), blue(8), Ball(to="3B"), white(1), white(1))
    assert "Blues hold the ball." == described(*lines, Hold())


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
