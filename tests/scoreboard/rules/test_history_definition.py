"""The history beside its definition: the same game, whatever is taken back and amended."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs
from support.lab import examples
from support.scoring import (
    AMENDS,
    ASIDES,
    GREEN,
    HIT,
    OUT,
    REDO,
    SETUP,
    SETUPS,
    UNDO,
    VALUES,
    blue,
    is_step,
    played,
    red,
    thrown,
    white,
)

from scoreboard.rules import Refused, apply, start
from scoreboard.rules.events import Amend, End, Event, Expect, Hold, Press, Roll, Set, Setup
from scoreboard.rules.history import READING, Entry, JudgedPlays, judge, judged_lines, plays_of, undo_stack
from scoreboard.rules.state import Game

Numbered = tuple[int, Entry | Expect, bool]
"""A line with its number, and whether it was accepted when it was recorded."""


class ByDefinition:
    """The game that the lines make, word for word, as slow as it is plain.

    A record is a stack of steps, the accepted lines but undo and redo; each owns the lines recorded after it that are
    none. UNDO takes the top step off with what it owns, REDO puts it back, a new step empties what was taken off. The
    game is what the lines on the stack come to in order, with the amendments on the stack in force.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.lines: list[Entry | Expect] = []
        self.stack: list[list[Numbered]] = [[]]
        self.undone: list[list[Numbered]] = []

    def add(self, line: Entry | Expect) -> bool:
        """One line more; whether it is taken, as an expectation always is."""
        self.lines.append(line)
        number = len(self.lines) + 1
        match line:
            case Press(button="undo") if len(self.stack) > 1:
                self.undone.append(self.stack.pop())
                return True
            case Press(button="redo") if self.undone:
                self.stack.append(self.undone.pop())
                return True
            case _ if self.is_accepted(line):
                self.stack.append([(number, line, True)])
                self.undone = []
                return True
        self.stack[-1].append((number, line, False))
        return isinstance(line, Expect)

    def is_accepted(self, line: Entry | Expect) -> bool:
        """Whether it is lawful now, and a step."""
        if isinstance(line, Amend):
            return self.is_amendable(line)
        if isinstance(line, Expect) or not is_step(line):
            return False
        try:
            apply(self.game, line)
        except Refused:
            return False
        return True

    def is_amendable(self, amend: Amend) -> bool:
        """Whether the line that an amendment names can be amended in this way."""
        if not 1 < amend.line <= len(self.lines):
            return False
        named, says = self.lines[amend.line - 2], [key for key, name in SAYS if getattr(amend, name) is not UNSET]
        is_event = not isinstance(named, Amend | Expect) and is_step(named)
        return says == ["add"] or (says == ["as"] and is_event) or says == [READING.get(type(named))]

    @property
    def game(self) -> Game:
        """The game now."""
        return self.judged(self.stack)[0]

    @property
    def unfit(self) -> list[int]:
        """Lines from the one that was just amended on that are refused now, and fitted once, or until now."""
        amend = self.stack[-1][0][1] if self.stack[-1] else None
        numbers = [number for step in self.stack for number, *_ in step]
        if not isinstance(amend, Amend) or amend.line not in numbers:
            return []
        _, was = self.judged(self.stack[:-1])
        _, now = self.judged(self.stack)
        before = numbers[: numbers.index(amend.line)]
        counted = [each for each, _, accepted, refused in was if not refused]
        return [
            each
            for each, place, accepted, refused in now
            if refused and place not in before and (accepted or each in counted)
        ]

    def judged(self, stack: list[list[Numbered]]) -> tuple[Game, list[tuple[int, int, bool, bool]]]:
        """The game they come to, and of each line its number, its place's, whether it was accepted and is refused."""
        game, reported = start(self.setup), list[tuple[int, int, bool, bool]]()
        amends = [(number, line) for step in stack for number, line, accepted in step if accepted]
        for place, recorded, accepted in (each for step in stack for each in step):
            about = [(number, line) for number, line in amends if isinstance(line, Amend) and line.line == place]
            added = [(number, line.add, True) for number, line in about if line.add is not UNSET]
            instead = [line for _, line in about if line.add is UNSET]
            line = instead_of(recorded, instead[-1]) if instead else recorded
            for number, each, was in (*added, (place, line, accepted)):
                if each is None or isinstance(each, Amend | Expect) or not is_step(each):
                    continue
                try:
                    game, refused = apply(game, each), False
                except Refused:
                    refused = True
                reported.append((number, place, was, refused))
        return game, reported


SAYS = (("value", "value"), ("face", "face"), ("values", "values"), ("as", "as_"), ("add", "add"))


def instead_of(line: Entry | Expect, amend: Amend) -> Event | None:
    """What the line counts as."""
    if amend.as_ is not UNSET:
        return amend.as_
    key = READING[type(line)]
    return structs.replace(line, **{key: getattr(amend, key)})  # type: ignore[return-value] # a throw


HOMERUN = Press(button="homerun")


AMENDED_AND_TAKEN_BACK = [HOMERUN, blue(7), Amend(line=3, value=3), red(5), HIT, UNDO, UNDO, UNDO, blue(1)]


REPLACED = [blue(2), red(6), OUT, blue(4), red(1), blue(10), Amend(line=3, value=1), UNDO, red(7)]


PUT_BACK_ELSEWHERE = [blue(2), Amend(line=2, value=1), blue(5), UNDO, UNDO, blue(4), REDO, REDO]
"""What was refused in between counts on the amendment that is put back, and the step above it no longer fits."""


UNFIT_AT_THE_END = [blue(1), *[Press(button="strike")] * 5, blue(3), red(7), Amend(line=8, value=7)]


LINES: st.SearchStrategy[int | Entry | Expect] = st.one_of(
    VALUES, VALUES, VALUES, ASIDES, AMENDS, AMENDS, st.sampled_from((UNDO, UNDO, REDO, GREEN, Expect(outs=0)))
)
"""Plays with many a thing taken back, put back, refused and read again between them."""


@settings(max_examples=examples(300))
@given(SETUPS, st.lists(LINES, max_size=40), st.integers(1, 5))
@example(SETUP, [*AMENDED_AND_TAKEN_BACK, Amend(line=10, value=10)], 64)
@example(SETUP, [blue(7), Amend(line=2, value=3), red(5), UNDO, UNDO, blue(2), Amend(line=7, value=3)], 64)
@example(SETUP, [blue(7), Amend(line=2, value=3), UNDO, red(5), REDO, blue(1), Amend(line=2, value=9)], 64)
@example(SETUP, [*REPLACED, REDO, Amend(line=4, face="hit")], 64)
@example(SETUP, [blue(7), Amend(line=2, value=3), HIT, UNDO, UNDO, blue(1), Amend(line=2, value=9)], 64)
@example(SETUP, [*PUT_BACK_ELSEWHERE, Amend(line=2, value=1)], 1)
@example(SETUP, [*PUT_BACK_ELSEWHERE, UNDO, GREEN, REDO, Amend(line=2, value=1)], 1)
@example(SETUP, [*UNFIT_AT_THE_END, UNDO, GREEN, REDO, Amend(line=2, value=10)], 6)
@example(SETUP, [blue(2), Amend(line=2, value=3), blue(5), UNDO, GREEN, REDO, Amend(line=2, value=1)], 64)
@pytest.mark.untraced
def test_history_is_as_defined(setup: Setup, plays: list[int | Entry | Expect], held: int) -> None:
    """After every line, however few states are held: the game, what is refused, and what no longer fits."""
    check(setup, plays, held)


def check(setup: Setup, plays: Sequence[int | Entry | Expect], held: int = 64) -> None:
    """Both tell the same after every line."""
    history, defined, judged_once = played(setup=setup), ByDefinition(setup), JudgedPlays()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undo_stack, "CHECKPOINT_EVERY", held)
        for play in plays:
            line = thrown(history.game, play) if isinstance(play, int) else play
            before = history
            history, refused = judge(history, line)
            judged_once.add(before, history)
            assert defined.add(line) == (refused is None)
            assert defined.game == history.game
            assert defined.unfit == [unfit.line for unfit in history.unfit]
            assert defined.game == [history.beginning, *(each.after for each in judged_lines(history))][-1]
            assert plays_of(history) == judged_once.of(history)
        newest = list(judged_lines(history, 3))
        assert newest == list(judged_lines(history))[len(list(judged_lines(history))) - len(newest) :]


TWO_DICE = structs.replace(SETUP, rules="two-dice")
STRIKE, BALL, PRESSED_OUT = Press(button="strike"), Press(button="ball"), Press(button="out")
TOSS, FAIR = (blue(3), red(7)), (blue(3), red(7), HIT)
OTHERS = (blue(3), Amend(line=2, value=4), UNDO, REDO, Expect(outs=0))
"""A die, and below it what is no line of the game."""
OF_EACH = (blue(3), HIT, BALL, Expect(outs=0))
EXAMPLES: dict[str, tuple[Entry | Expect, ...]] = {
    "an undone amendment takes with it what was played on it, and leaves an earlier one": (
        *(blue(2), red(3), Amend(line=3, value=5), OUT, PRESSED_OUT, PRESSED_OUT),
        *(Amend(line=3, value=1), blue(2), UNDO, UNDO),
    ),
    "a line that was refused may fit now": (blue(2), blue(5), Amend(line=2, value=1)),
    "what no longer fits is named": (*FAIR, Amend(line=2, value=7)),
    "what never fitted is not named": (blue(3), Hold(), red(7), Amend(line=2, value=7)),
    "what an earlier amendment left was named then": (
        *(*TOSS, Amend(line=2, value=7), blue(3), red(8), Amend(line=5, value=7)),
    ),
    "a refused amendment is no step": (blue(1), blue(1), Amend(line=99, value=1), UNDO, Amend(line=2, value=7)),
    "what fits by an amendment is named by the next": (
        blue(7),
        red(8),
        Amend(line=2, value=5),
        Amend(line=2, value=7),
    ),
    "they are named until the next step, and after its undo": (*TOSS, Amend(line=2, value=7), Hold(), blue(2), UNDO),
    "what is before the amended line is old news": (*FAIR, Amend(line=2, value=7), Amend(line=4, face="out")),
    "of two refused lines the first is judged first": (blue(2), blue(1), blue(3), Amend(line=2, value=1)),
    "a line counts as another": (*FAIR, Amend(line=3, as_=BALL)),
    "a line never was, and what followed on it is named": (*FAIR, Amend(line=3, as_=None)),
    "a line was missed": (*FAIR, Amend(line=3, add=STRIKE)),
    "a chip counts as a press": (*FAIR, Amend(line=4, as_=PRESSED_OUT)),
    "a line was missed at first": (*FAIR, Amend(line=2, add=Set(outs=2))),
    "a line counts as the end": (*FAIR, Amend(line=4, as_=End(why="called", winner=None))),
    "of what is said of a throw the last counts": (
        *(blue(3), Amend(line=2, as_=None), Amend(line=2, as_=blue(7)), Amend(line=2, value=1)),
    ),
    "of what is said of a press the last counts": (BALL, Amend(line=2, as_=None), Amend(line=2, as_=blue(7))),
    "of what is said of a refused line the last counts": (Hold(), Amend(line=2, as_=None), Amend(line=2, as_=blue(7))),
    "missed lines come in the order of their amendments": (
        *(blue(3), Amend(line=2, add=blue(1)), Amend(line=2, as_=blue(7)), Amend(line=2, add=red(2))),
    ),
    **{
        f"a line is added before what is no step, {line}": (
            *(blue(3), Expect(outs=0), Hold(), Amend(line=2, value=4), HIT, Amend(line=line, add=red(7))),
        )
        for line in (3, 4, 5)
    },
    **{
        f"a line added before an undone one, UNDO or REDO has no effect, {line}": (
            *(*TOSS, UNDO, REDO, UNDO, blue(1), Amend(line=line, add=red(2))),
        )
        for line in (3, 4, 5)
    },
    "an added line that does not fit is named": (blue(3), Amend(line=2, add=HIT)),
    **{
        f"only a line of the game counts as another, {line} as {'none' if says is None else 'a pitch'}": (
            *(*OTHERS, Amend(line=line, as_=says), UNDO),
        )
        for line in (1, 4, 5, 6, 7, 99)
        for says in (None, blue(3))
    },
    **{f"nothing is added before {line}": (*OTHERS, Amend(line=line, add=blue(3)), UNDO) for line in (1, 7, 99)},
    **{f"only a throw has a value, not {line}": (*OF_EACH, Amend(line=line, value=3)) for line in (1, 3, 4, 5, 6, 99)},
    "a die has no face": (*OF_EACH, Amend(line=2, face="hit")),
    "a die has one value": (*OF_EACH, Amend(line=2, values=(3,))),
    "of two amendments of a line the later counts": (blue(3), Amend(line=2, value=7), Amend(line=2, value=1)),
    "amendments of different lines add up": (
        *(blue(3), red(2), blue(3), Amend(line=2, value=7), Amend(line=4, value=1)),
    ),
    "a chip is read again": (*FAIR, Amend(line=4, face="out")),
    "an undone amendment is out of force": (blue(3), Amend(line=2, value=7), UNDO, red(8), Amend(line=5, value=2)),
    "what an UNDO took back was settled then": (blue(3), UNDO, blue(4), Amend(line=2, value=7)),
    "UNDO takes back the choice before its throw": (
        *(*FAIR, white(3), blue(4), white(9), Press(button="next"), UNDO, UNDO),
    ),
    "UNDO steps over what was refused": (blue(3), Hold(), Expect(outs=0), UNDO),
    "nothing is left to take back": (UNDO,),
    "nothing is left to put back": (REDO,),
    "something new ends REDO": (blue(3), UNDO, blue(4), REDO),
    "a refused line does not end REDO": (blue(3), UNDO, Hold(), REDO),
    "a set is one step": (blue(1), Set(outs=2, away=4, balls=0), UNDO),
    "a line that something new has replaced does not come back": (blue(3), red(2), UNDO, red(7), UNDO, REDO),
}


@pytest.mark.parametrize("lines", EXAMPLES.values(), ids=EXAMPLES)
def test_examples_are_as_defined(lines: tuple[Entry | Expect, ...]) -> None:
    """Each is a claim of its own, after every line of it."""
    check(SETUP, lines)


def test_an_amended_roll_that_does_not_fit_is_named() -> None:
    """Two dice amended to one: the very line that was amended no longer fits."""
    check(TWO_DICE, (Roll(values=(2, 5)), Amend(line=2, values=(3,))))
