"""The question before a correction, or what ends a game, is recorded: what will it change?

Rule kept here: the rules judge it on the history as it stands, and what the table would see otherwise is shown before
OK, with the lines that no longer fit. What would change nothing is not recorded.
"""

from __future__ import annotations

from functools import partial, reduce

from firmware.play.menus.screen import Confirmed, Item, Nothing, Outcome, Screen
from scoreboard.commentary import consequences, has_effect, line_name
from scoreboard.message import Message, Words, message
from scoreboard.rules.history import Entry, History, judge, newest_lines

NAMED = 3
"""How many of the lines that no longer fit are named one by one."""


def confirm(history: History, line: Entry, more: tuple[Entry, ...] = ()) -> Outcome:
    """The lines, once the table has been shown what comes of them; what the law refuses, so that it says why."""
    after, refused = judge(history, line)
    if refused is not None:
        return Confirmed(line, history)
    if not (more or has_effect(history, line, after)):
        return Nothing()
    for each in more:
        after = judge(after, each).history
    effects: tuple[Words, ...] = consequences(history.game, after.game) or (message("change.score-stays"),)
    asked = _unfit(history, after) if after.unfit else message("change.ok")
    return Screen((Item((*effects, asked), (*effects, asked), partial(Confirmed, line, history, more)),))


def _unfit(history: History, after: History) -> Message:
    number = len(after.unfit)
    named = [_named(history, each.line) for each in after.unfit[:NAMED]]
    more = [message("menu.unfit-more", extra=number - NAMED)] if number > NAMED else []
    lines = reduce(lambda others, last: message("menu.also", others=others, last=last), (*named, *more))
    return message("menu.unfit", count=number, lines=lines)


def _named(history: History, number: int) -> Message:
    """A line as it counts now: ``line 3 (the red die shows 2)``."""
    line = next((each.line for each in newest_lines(history) if each.number == number), None)
    if line is None:
        return message("menu.unfit-line", nth=number)
    return message("menu.unfit-line-named", nth=number, line=line_name(line))
