"""Where the project's law and the second law part, on the shortest record that still shows it."""

from __future__ import annotations

import json
from typing import NamedTuple

from second_law.history import fold
from second_law.innings import Line, State

from scoreboard.record import decode, replay

KEYS = [
    "inning",
    "innings",
    "half",
    "balls",
    "strikes",
    "outs",
    "away",
    "home",
    "hits",
    "runners",
    "ball",
    "phase",
    "awaits",
    "options",
    "calls",
    "chase",
    "over",
    "winner",
    "up",
    "batter",
    "dugout",
    "refused",
    "unfit",
]


class Difference(NamedTuple):
    """The first key that differs, after which line, and both values; ``record`` is the JSON text."""

    line: int
    key: str
    project: object
    second: object
    record: list[Line]

    def __str__(self) -> str:
        """The record, then the two values."""
        lines = "\n".join(json.dumps(line, separators=(",", ":")) for line in self.record)
        return f"{lines}\nline {self.line}: {self.key}: the project says {self.project}, the second law {self.second}"


def project_states(lines: list[Line]) -> list[State]:
    """The project's state lines, in the form in which they are compared."""
    decoded = [(number, decode(json.dumps(line).encode())) for number, line in enumerate(lines, 1)]
    return [like_ours(moment.state, lines) for moment in replay(decoded)]


def like_ours(state: State, lines: list[Line]) -> State:
    """As JSON has it, reasons left out, and added lines too: that they were refused the project tells under `unfit`."""
    state = json.loads(json.dumps(state))
    unfit = [one["line"] for one in state.get("unfit", []) if "add" not in lines[one["line"] - 1]]
    return state | {"refused": bool(state.get("refused")), "unfit": unfit}


def first_difference(lines: list[Line]) -> Difference | None:
    """Where the two part first."""
    pairs = zip(project_states(lines), fold(lines), strict=True)
    for number, (project, second) in enumerate(pairs, 1):
        for key in KEYS:
            if project.get(key) != second.get(key):
                return Difference(number, key, project.get(key), second.get(key), lines[:number])
    return None


def shrunk(found: Difference) -> Difference:
    """The same key still differs, on as few lines as dropping one at a time gives."""
    shorter = True
    while shorter:
        shorter = False
        for number in range(len(found.record) - 1, 0, -1):
            fewer = dropped(found.record, number)
            less = first_difference(fewer) if fewer else None
            if less and less.key == found.key:
                found, shorter = less, True
                break
    return found


def dropped(lines: list[Line], gone: int) -> list[Line] | None:
    """The record without the line at this index; amendments keep pointing at their lines."""
    if any(line["type"] == "amend" and line["line"] == gone + 1 for line in lines):
        return None
    moved = [
        line | {"line": line["line"] - 1} if line["type"] == "amend" and line["line"] > gone + 1 else line
        for line in lines
    ]
    return moved[:gone] + moved[gone + 1 :]
