"""A record folded to states: steps, undo and redo, amendments (``record.md``). Written from the clauses alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from second_law.diamante import Diamante, Major
from second_law.four_dice import FourDice
from second_law.innings import Innings, Line, Refused, State, need
from second_law.rallybird import RallyBird
from second_law.tables import DiceBaseball, OneDie, ThreeDice, TwoDice

GAMES: dict[str, type[Innings]] = {
    "diamante-amateur": Diamante,
    "diamante-major": Major,
    "one-die": OneDie,
    "two-dice": TwoDice,
    "three-dice": ThreeDice,
    "dice-baseball": DiceBaseball,
    "four-dice": FourDice,
    "rallybird": RallyBird,
}
SAYS = {"value": "die", "face": "chip", "values": "roll"}
FIXED = ("game", "amend", "expect")


@dataclass
class Step:
    """An accepted line, the refused ones it owns, and, of an amend, the lines that no longer fit."""

    number: int
    line: Line
    owned: list[tuple[int, Line]] = field(default_factory=list)
    unfit: list[int] = field(default_factory=list)


class History:
    """A stack of steps and a stack of undone ones."""

    def __init__(self, line: Line) -> None:
        self.lines: list[Line] = [line]
        self.steps = [Step(1, line)]
        self.undone: list[Step] = []
        self.game = self.fresh()

    def fresh(self) -> Innings:
        """The game before anything happened."""
        return GAMES[self.lines[0]["rules"]](self.lines[0])

    def write(self, line: Line) -> State:
        """Add a line and give the state after it."""
        self.lines.append(line)
        refused = False
        try:
            self.accept(line)
        except Refused:
            refused = True
            self.steps[-1].owned.append((len(self.lines), line))
        return self.state() | {"refused": refused}

    def state(self) -> State:
        """The state now."""
        return self.game.state() | {"unfit": self.steps[-1].unfit}

    def accept(self, line: Line) -> None:
        """Take the line in, or raise `Refused`."""
        number, button = len(self.lines), line.get("button")
        if line["type"] == "expect":
            self.steps[-1].owned.append((number, line))
            return
        if button in ("undo", "redo"):
            self.back() if button == "undo" else self.forth()
        elif line["type"] == "amend":
            self.amend(number, line)
        else:
            self.game = self.game.judged(line)
            self.push(Step(number, line))

    def push(self, step: Step) -> None:
        """A new step; nothing can be redone any more."""
        self.steps.append(step)
        self.undone.clear()

    def back(self) -> None:
        """UNDO."""
        need(len(self.steps) > 1, "nothing to undo")
        self.undone.append(self.steps.pop())
        self.game, _ = self.judge()

    def forth(self) -> None:
        """REDO."""
        need(self.undone, "nothing to redo")
        self.steps.append(self.undone.pop())
        self.game, _ = self.judge()

    def amend(self, number: int, line: Line) -> None:
        """A line counts as another, or one is added before it."""
        target = line["line"]
        need(target < number, "not before this one")
        need("add" not in line or target > 1, "nothing comes before the game line")
        if "add" not in line:
            self.need_target(self.lines[target - 1], line)
        _, before = self.judge()
        lines = [one for one, _ in self.written()]
        before = [one for one in lines if target in lines and (one in before or self.counted_once(one))]
        self.push(Step(number, line))
        self.game, now = self.judge()
        replaced, _ = self.amendments()
        gone = {one for one, meant in replaced.items() if meant is None}
        self.steps[-1].unfit = [one for one in before if one >= target and one not in now and one not in gone]

    def written(self) -> list[tuple[int, Line]]:
        """The lines on the stack in order, refused ones included, but the game line."""
        return [pair for step in self.steps for pair in [(step.number, step.line), *step.owned]][1:]

    def counted_once(self, number: int) -> bool:
        """It counted when it was written, so that it no longer fits, if an earlier amendment made it so already."""
        return any(step.number == number and step.line["type"] != "amend" for step in self.steps)

    def need_target(self, target: Line, line: Line) -> None:
        """What may be amended how."""
        need(target["type"] not in FIXED, "cannot be amended")
        need(target.get("button") not in ("undo", "redo"), "cannot be amended")
        for key, kind in SAYS.items():
            need(key not in line or target["type"] == kind, "another kind of line")

    def amendments(self) -> tuple[dict[int, Line | None], dict[int, list[Line]]]:
        """The lines that amendments replace, None for nothing, the later wins; and what is added before which line."""
        replaced: dict[int, Line | None] = {}
        added: dict[int, list[Line]] = {}
        for line in (step.line for step in self.steps if step.line["type"] == "amend"):
            target = line["line"]
            if "add" in line:
                added.setdefault(target, []).append(line["add"])
            elif "as" in line:
                replaced[target] = line["as"]
            else:
                replaced[target] = self.lines[target - 1] | {key: line[key] for key in SAYS if key in line}
        return replaced, added

    def judge(self) -> tuple[Innings, list[int]]:
        """The game of the lines on the stack with the amendments in force, and the lines that count."""
        replaced, added = self.amendments()
        game, counted = self.fresh(), []
        for number, line in self.written():
            for one in added.get(number, []):
                game, _ = self.tried(game, one)
            meant = replaced.get(number, line)
            if meant is None or meant["type"] in ("amend", "expect") or meant.get("button") in ("undo", "redo"):
                continue
            game, fits = self.tried(game, meant)
            counted += [number] if fits else []
        return game, counted

    def tried(self, game: Innings, line: Line) -> tuple[Innings, bool]:
        """The game after the line, if it is lawful."""
        try:
            return game.judged(line), True
        except Refused:
            return game, False


def fold(lines: list[dict[str, Any]]) -> list[State]:
    """The state after each line of a well-formed record."""
    history = History(lines[0])
    return [history.state() | {"refused": False}, *(history.write(line) for line in lines[1:])]
