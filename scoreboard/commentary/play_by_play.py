"""The play by play: what is said of the newest line of the record.

Of UNDO, REDO and an amendment that is the play that they are about, in its own words and as it reads now. Nothing is
numbered: players know a throw by whose it was and what it showed, so that is what is said.
"""

from __future__ import annotations

from msgspec import UNSET

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.names import line_name
from scoreboard.message import Message, Words, message
from scoreboard.rules.events import Amend, AnyLine, Die, Expect, Press, Roll, Setup
from scoreboard.rules.history import Entry, History, JudgedLine, UndoneStep
from scoreboard.rules.history.stack import Stack
from scoreboard.rules.history.steps import Step, find_step, judge_steps, state_before
from scoreboard.rules.state import Game
from scoreboard.scorebook import is_correction, notes_at_the_end


def play_by_play(before: Game, line: Entry, after: History) -> Words:
    """The play by play of the newest line, with the notes of a play of several lines that it ended.

    UNDO, REDO and an amendment say the earlier play that they are about.
    """
    if (earlier := earlier_play(line, after)) is not None:
        return earlier
    facts = facts_of(before, line, after.game)
    nothing_new = is_correction(line) or any(each.key == "play.stands" for each in facts)
    notes = () if nothing_new else notes_at_the_end(after)
    return (*facts, *([message("play.noted", notes=notes)] if notes else []))


def earlier_play(line: Entry, after: History) -> Words | None:
    """What the newest line of ``after`` says of an earlier one; None if it is about none, or was refused."""
    match line:
        case Press(button="undo") if after.undone:
            return message("play.undone"), _undone(after.undone.top)
        case Press(button="redo"):
            return message("play.redone"), _redone(after)
        case Amend():
            return describe_amendment(after.steps)
    return None


def facts_or_name(play: JudgedLine) -> Words:
    """The play in its own words; what was thrown or said, where the law refuses it."""
    return line_name(play.line, play.before) if play.refused else facts_of(play.before, play.line, play.after)


def describe_amendment(steps: Stack[Step]) -> Words:
    """What the amendment on top of the stack puts right, from what to what."""
    amend = _amendment(steps)
    if amend.add is not UNSET:
        added = _play(steps, steps, steps.top.number)
        return message("play.put-right-undone") if added is None else (message("play.was-missed"), facts_or_name(added))
    was, now = _play(steps, steps.below, amend.line), _play(steps, steps, amend.line)
    if was is not None and now is not None:
        return _from_to(was, now)
    if was is not None:
        return message("play.never-was"), facts_or_name(was)
    return message("play.put-right-undone") if now is None else (message("play.counts-after-all"), facts_or_name(now))


def named_play(steps: Stack[Step]) -> Words | None:
    """How the line that the amendment names reads now; nothing where the amendment says that itself."""
    amend = _amendment(steps)
    play = _play(steps, steps, amend.line) if amend.add is UNSET else None
    if play is None:
        return None
    return facts_or_name(play) if play.refused is None else message("play.does-not-count", why=play.refused)


def _amendment(steps: Stack[Step]) -> Amend:
    line = steps.top.recorded.line
    if not isinstance(line, Amend):
        raise TypeError("no amendment is on top")
    return line


def _play(steps: Stack[Step], read: Stack[Step], number: int) -> JudgedLine | None:
    """The line of that number in the step that the amendment names; ``read`` is with the amendment or without it."""
    step = find_step(steps.below, _amendment(steps).line)
    if step is None:  # it was undone
        return None
    lines = judge_steps(state_before(read, step.number), (step,), read.top.replacements)
    return next((each for each in lines if each.number == number), None)


def _from_to(was: JudgedLine, now: JudgedLine) -> Message:
    match was.line, now.line:
        case Die(), Die() if was.line.color == now.line.color:
            what = throw_name(now)
            return message("play.put-right-throw", what=what, was=was.line.value, now=now.line.value)
        case Roll(), Roll():
            return message("play.put-right-throw", what=throw_name(now), was=was.line.values, now=now.line.values)
    return message("play.put-right", was=line_name(was.line, was.before), now=line_name(now.line, now.before))


def throw_name(play: JudgedLine) -> Message:
    """Whose throw it was and what for: ``Reds swing``."""
    before, line = play.before, play.line
    batters, fielders = (before.team(side) for side in (before.batting, before.fielding))
    match line:
        case Die(color=color) if color == fielders.color:
            is_throw = before.phase == "throw" and play.after.diamante.choice is not None
            return message("thrown.throw" if is_throw else "thrown.pitch", team=fielders.name)
        case Die(color=color) if color == batters.color:
            return message("thrown.chase" if before.phase == "pitch" else "thrown.swing", team=batters.name)
        case Die():
            return message("thrown.run")
    return message("thrown.roll", team=batters.name)


def _undone(taken: UndoneStep) -> Words:
    line = taken.steps.top.recorded.line
    if isinstance(line, Amend):
        return describe_amendment(taken.steps)
    return _facts(taken.before, line, taken.after)


def _redone(after: History) -> Words:
    top = after.steps.top
    if isinstance(top.recorded.line, Amend):
        return describe_amendment(after.steps)
    return _facts(state_before(after.steps, top.number), top.recorded.line, after.game)


def _facts(before: Game, line: AnyLine, after: Game) -> Words:
    """What was played; of the game line and of an expectation nothing, but neither is a step that can be undone."""
    return () if isinstance(line, Setup | Expect) else facts_of(before, line, after)
