"""The history beside its definition: the same game, whatever is taken back and amended."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs
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
)

from scoreboard.rules import Refused, apply, start
from scoreboard.rules.events import Amend, Event, Expect, Press, Setup
from scoreboard.rules.history import READING, Entry, judge, judged_lines, undo_stack
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

    def add(self, line: Entry | Expect) -> None:
        """One line more."""
        self.lines.append(line)
        number = len(self.lines) + 1
        match line:
            case Press(button="undo") if len(self.stack) > 1:
                self.undone.append(self.stack.pop())
            case Press(button="redo") if self.undone:
                self.stack.append(self.undone.pop())
            case _ if self.is_accepted(line):
                self.stack.append([(number, line, True)])
                self.undone = []
            case _:
                self.stack[-1].append((number, line, False))

    def is_accepted(self, line: Entry | Expect) -> bool:
        """Whether it is lawful now, and a step."""
        if isinstance(line, Amend):
            return self.can_be_said(line)
        if isinstance(line, Expect) or not is_step(line):
            return False
        try:
            apply(self.game, line)
        except Refused:
            return False
        return True

    def can_be_said(self, amend: Amend) -> bool:
        """Whether an amendment says of an earlier line what can be said of it."""
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


@settings(max_examples=300)
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
    history, defined = played(setup=setup), ByDefinition(setup)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undo_stack, "CHECKPOINT_EVERY", held)
        for play in plays:
            line = thrown(history.game, play) if isinstance(play, int) else play
            history = judge(history, line).history
            defined.add(line)
            assert defined.game == history.game
            assert defined.unfit == [unfit.line for unfit in history.unfit]
            assert defined.game == [history.beginning, *(each.after for each in judged_lines(history))][-1]
        newest = list(judged_lines(history, 3))
        assert newest == list(judged_lines(history))[len(list(judged_lines(history))) - len(newest) :]
