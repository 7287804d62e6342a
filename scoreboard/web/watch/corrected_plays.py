"""The play by play of a game as its record reads now: with what was put right since, and without what was taken back.

Method: the lines that count are judged anew, as amendments have them, and told. Where none is in force, every line that
was not undone reads as it did when it was recorded, and nothing is judged twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from scoreboard.commentary import play_by_play
from scoreboard.message import Words, message
from scoreboard.record import ReplayStep
from scoreboard.rules.events import Amend, AnyLine, Expect, Press, Setup
from scoreboard.rules.history import History, begin, judge, judged_lines
from scoreboard.web.watch.events import sentence_of
from scoreboard.web.watch.past_games import yielding_gil

Stands = Literal["", "put-right", "undone", "unfit", "taken-out"]
"""How a line stands: as it was recorded; otherwise than it was; taken back; it no longer fits; it never was."""


class PlayByPlayLine(NamedTuple):
    """A line as the record reads now.

    Attributes:
        number: its own.
        line: as it counts now; as it was recorded where it does not count.
        history: after it, as the record reads now.
        words: what happened; what it said when it was recorded where it does not count any more.
        stands: whether that is what was recorded.
        refused: why the law refuses it, if it does.
        added: the plays that were missed and count just before it, in words.
    """

    number: int
    line: AnyLine
    history: History
    words: Words
    stands: Stands = ""
    refused: Words = ""
    added: tuple[Words, ...] = ()


class Rejudged(NamedTuple):
    """A line that was judged anew, in the place of line ``place``."""

    number: int
    place: int
    line: AnyLine
    history: History
    words: Words
    refused: Words


def corrected_play_by_play(steps: Sequence[ReplayStep]) -> Iterator[PlayByPlayLine]:
    """Every line of the record ``steps``, from the first to the last, as the last leaves it."""
    last = steps[-1].after
    standing = frozenset(recorded.number for step in last.steps for recorded in step.lines)
    if not last.steps.top.replacements:
        yield from (_as_recorded(step, standing) for step in steps)
        return
    rejudged, now = _rejudged(last), steps[0].after
    for step in steps:
        here = rejudged[step.number]
        play = _with_correction(step, here, now, standing)
        now = here[-1].history if here else now
        yield play


def _as_recorded(step: ReplayStep, standing: frozenset[int]) -> PlayByPlayLine:
    stands: Stands = "undone" if _is_undone(step, standing) else ""
    return PlayByPlayLine(step.number, step.line, step.after, sentence_of(step), stands, step.refused or "")


def _is_undone(step: ReplayStep, standing: frozenset[int]) -> bool:
    """Whether it counted, and was taken back; UNDO and REDO themselves, and what was refused, are nothing to undo."""
    is_press = isinstance(step.line, Press) and step.line.button in {"undo", "redo"}
    return not is_press and step.refused is None and step.number not in standing


def _is_about_lines(line: AnyLine) -> bool:
    """Whether it says something of other lines: those stand as they were recorded."""
    return isinstance(line, Amend) or (isinstance(line, Press) and line.button in {"undo", "redo"})


def _rejudged(history: History) -> defaultdict[int, list[Rejudged]]:
    """What counts in the place of each line."""
    found, now = defaultdict[int, list[Rejudged]](list), begin(history.setup, history.beginning.house)
    for each in yielding_gil(judged_lines(history)):
        before = now
        if each.refused is None:
            now = judge(before, each.line).history
            words = play_by_play(before.game, each.line, now)
        else:
            words = message("notice.refused", reason=each.refused)
        found[each.place].append(Rejudged(each.number, each.place, each.line, now, words, each.refused or ""))
    return found


def _with_correction(
    step: ReplayStep, here: Sequence[Rejudged], now: History, standing: frozenset[int]
) -> PlayByPlayLine:
    """The line with what counts in its place; ``now`` is the game before it as the record reads now."""
    own = next((each for each in here if each.number == step.number), None)
    added = tuple(each.words for each in here if each.number != step.number)
    at_last = here[-1].history if here else now
    recorded = PlayByPlayLine(step.number, step.line, at_last, sentence_of(step), "", step.refused or "", added)
    if _is_undone(step, standing):
        return recorded._replace(stands="undone")
    if isinstance(step.line, Setup | Expect) or _is_about_lines(step.line) or step.number not in standing:
        return recorded
    if own is None:
        return recorded._replace(stands="" if step.refused else "taken-out")
    if own.refused and step.refused is None:
        return recorded._replace(stands="unfit", refused=own.refused)
    is_otherwise = own.line != step.line or step.refused is not None
    stands: Stands = "put-right" if is_otherwise and not own.refused else ""
    return PlayByPlayLine(step.number, own.line, at_last, own.words, stands, own.refused, added)
