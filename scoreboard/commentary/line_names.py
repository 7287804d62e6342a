"""Names of a line of the record: in a word or two for a panel, and in a few words for a sentence.

Rule kept here: a name says what the line contains, not what it led to; that is `describe`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoreboard.commentary.card_names import spoken_call
from scoreboard.commentary.english import place, spaced, target
from scoreboard.rules.events import Amend, Ball, Call, Chip, Die, End, Hold, Move, Press, Roll, Set, Skip
from scoreboard.rules.history import Entry
from scoreboard.rules.state import HOME

CALL_NAMES = {
    "bunt": "a bunt",
    "steal": "a steal",
    "tag-up": "a tag-up",
    "keep-running": "the runners keep running",
    "new-batter": "a new batter comes up",
    "take": "a take",
    "hit-and-run": "a hit and run",
    "no-sign": "no sign",
    "balk": "a balk",
    "appeal": "an appeal",
}
"""Names of calls, if not made of the call itself."""


def short_name(line: Entry) -> str:
    """In a word or two, for a panel: ``RED 7``, ``STEAL``, ``TO 2B``."""
    return SHORT_NAMES[type(line)](line).upper()


def line_name(line: Entry) -> str:
    """In a few words, without a stop: ``the red die shows 7``."""
    return LINE_NAMES[type(line)](line)


def _call(call: Call) -> str:
    if (spoken := spoken_call(call.call)) is not None:
        return spoken.name
    name = CALL_NAMES.get(call.call)
    return name if name is not None else f"the runner on {target(call.call.removeprefix('run '))} runs"


def _short_call(call: Call) -> str:
    spoken = spoken_call(call.call)
    return call.call.replace("-", " ") if spoken is None else spoken.panel


def _to(spot: str | int) -> str:
    """A place for a panel: a base by its name, a step by its number."""
    names = {6: "1B", 12: "2B", 18: "3B", HOME: "HOME"}
    return names.get(spot, f"step {spot}") if isinstance(spot, int) else spot


SHORT_NAMES: Mapping[type, Callable[[Any], str]] = {
    Die: lambda line: f"{line.color} {line.value}",
    Chip: lambda line: line.face,
    Roll: lambda line: spaced(line.values),
    Move: lambda line: f"to {_to(line.to)}",
    Ball: lambda line: f"throw {_to(line.to)}",
    Skip: lambda _: "he stays",
    Hold: lambda _: "hold ball",
    Call: _short_call,
    Press: lambda line: f"{line.button} key",
    Set: lambda _: "fixed",
    Amend: lambda line: f"line {line.line}",
    End: lambda _: "the end",
}
LINE_NAMES: Mapping[type, Callable[[Any], str]] = {
    Die: lambda line: f"the {line.color} die shows {line.value}",
    Chip: lambda line: f"the chip says {line.face.upper()}",
    Roll: lambda line: f"the dice show {spaced(line.values)}",
    Move: lambda line: f"the runner goes to {place(line.to)}",
    Ball: lambda line: f"the throw goes to {target(line.to)}",
    Skip: lambda _: "the runner stays",
    Hold: lambda _: "the fielders hold the ball",
    Call: _call,
    Press: lambda line: f"the button {line.button.upper()}",
    Set: lambda _: "the score was put right",
    Amend: lambda line: f"line {line.line} was put right",
    End: lambda _: "the game ends",
}
