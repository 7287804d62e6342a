"""Names of a line of the record: in a word or two for a panel, and in a few words for a sentence.

Rule kept here: a name says what the line contains, not what it led to; that is `describe`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoreboard.commentary.call_names import called
from scoreboard.commentary.spots import place, target
from scoreboard.message import Message, message
from scoreboard.rules.events import Amend, Ball, Call, Chip, Die, End, Hold, Move, Press, Roll, Set, Skip
from scoreboard.rules.history import Entry
from scoreboard.rules.rallybird import name_shown
from scoreboard.rules.state import Game


def line_name(line: Entry, before: Game | None = None) -> Message:
    """What it is called: ``the red die shows 7``, and ``RED 7`` on a panel.

    Args:
        line: what was thrown, said or pressed.
        before: the state that it met; without it the salt of a secret choice is taken for a part of the card's name.
    """
    match line:
        case Call(call=call) if call.startswith("card ") and before is not None and before.cards is not None:
            return message("line.card", card=name_shown(before.cards, call.removeprefix("card ")))
    return LINE_NAMES[type(line)](line)


LINE_NAMES: Mapping[type, Callable[[Any], Message]] = {
    Die: lambda line: message("line.die", color=line.color, value=line.value),
    Chip: lambda line: message("line.chip", face=line.face),
    Roll: lambda line: message("line.roll", values=line.values),
    Move: lambda line: message("line.move", place=place(line.to)),
    Ball: lambda line: message("line.ball", target=target(line.to)),
    Skip: lambda _: message("line.skip"),
    Hold: lambda _: message("line.hold"),
    Call: lambda line: called("line", line.call),
    Press: lambda line: message("line.press", button=line.button),
    Set: lambda _: message("line.set"),
    Amend: lambda line: message("line.amend", line=line.line),
    End: lambda _: message("line.end"),
}
