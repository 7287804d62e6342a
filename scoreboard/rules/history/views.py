"""A history looked at: its lines as they are judged now, the plays, and what an amendment changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Final, NamedTuple

from scoreboard.message import message
from scoreboard.rules.events import Amend, Event, Press
from scoreboard.rules.history.lines import EffectiveLine, effective_lines
from scoreboard.rules.history.steps import JudgedLine, find_step, judge_steps, last_state, state_before
from scoreboard.rules.history.undo_stack import History
from scoreboard.rules.state import Game

TAKEN_OUT: Final = message("refused.taken-out")
"""Of a line that never was, says an amendment, or that no amendment adds any more."""


class AcceptedLine(NamedTuple):
    """A line that counts, between the state it met and the state it led to."""

    line: Event
    before: Game
    after: Game


class Change(NamedTuple):
    """A line as it was judged and as it is judged now; where it is not there at all, it is refused as `TAKEN_OUT`."""

    was: JudgedLine
    now: JudgedLine


def judged_lines(history: History, newest: int | None = None) -> Iterator[JudgedLine]:
    """Every line of the game but those that were undone, as it is judged now; none that is about other lines.

    Of so many of the ``newest`` steps, if given.
    """
    steps = tuple(islice(history.steps, newest))[::-1]
    return judge_steps(state_before(history.steps, steps[0].number), steps, history.steps.top.replacements)


def plays_of(history: History) -> tuple[AcceptedLine, ...]:
    """Every line that counts, as it is judged now: amended ones as amended, and none that was refused or undone."""
    return tuple(
        AcceptedLine(judged.line, judged.before, judged.after) for judged in judged_lines(history) if not judged.refused
    )


class JudgedPlays:
    """The plays of a game, kept while its record is replayed, so that nobody need judge them a second time."""

    def __init__(self) -> None:
        self._plays: list[AcceptedLine] = []
        self._is_amended = False

    def add(self, before: History, after: History) -> None:
        """Keep what the line between the two did; the game line is between a history and itself."""
        if after is before or not (recorded := after.lines.top).accepted:
            return
        match recorded.line:
            case Press(button="undo"):
                self._is_amended = self._is_amended or not self._plays
                del self._plays[-1:]
            case Amend():
                self._is_amended = True
            case _:
                line = after.steps.top.recorded.event  # REDO puts an earlier one back
                self._is_amended = self._is_amended or line is None
                if line is not None:
                    self._plays.append(AcceptedLine(line, before.game, after.game))

    def of(self, history: History) -> tuple[AcceptedLine, ...]:
        """All of them, up to that history; where one was amended they are judged again, from the beginning."""
        return plays_of(history) if self._is_amended else tuple(self._plays)


def newest_lines(history: History) -> Iterator[EffectiveLine]:
    """The lines of the game as they take effect now, the newest first; refused ones too, and none that was undone."""
    replacements = history.steps.top.replacements
    for step in history.steps:
        for recorded in reversed(step.lines):
            yield from reversed(effective_lines(recorded, replacements))


def changes(before: History, after: History, newest: int | None = None) -> Iterator[Change]:
    """What an amendment that was made, taken back or put back between the two did, from the line it names on.

    Of so many of the ``newest`` steps, if given; ``after`` is ``before`` with one line more.
    """
    older, newer = sorted((before.steps, after.steps), key=lambda steps: steps.top.number)
    amend = newer.top.recorded.line
    if not isinstance(amend, Amend) or older.top.replacements == newer.top.replacements:
        return
    named = find_step(older, amend.line)
    first = 0 if named is None else named.number
    both = tuple(islice(takewhile(lambda step: step.number >= first, older), newest))[::-1]
    was, now = (state_before(history.steps, both[0].number) for history in (before, after))
    for step in both:
        old = tuple(judge_steps(was, (step,), before.steps.top.replacements))
        new = tuple(judge_steps(now, (step,), after.steps.top.replacements))
        was, now = last_state(old, was), last_state(new, now)
        yield from _paired(old, was, new, now)
        if was == now:
            return


def _paired(old: Sequence[JudgedLine], was: Game, new: Sequence[JudgedLine], now: Game) -> Iterator[Change]:
    """The lines of one step in both versions of the past, with the states that these end in."""
    olds, news = ({line.number: line for line in lines} for lines in (old, new))
    in_order = olds if len(olds) >= len(news) else news
    for number, line in {**in_order, **news, **olds}.items():
        nowhere = line._replace(refused=TAKEN_OUT)
        yield Change(
            olds.get(number, nowhere._replace(before=was, after=was)),
            news.get(number, nowhere._replace(before=now, after=now)),
        )
