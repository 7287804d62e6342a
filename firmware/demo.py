"""A game that plays itself: simulated players throw, coaches call, the real eyes read, and the truth is kept beside.

Rule kept here: players and coaches know only what people at the table know, the state shown and their own dice, and
they answer and call only with the buttons. The truth of a throw never reaches the eyes or the rules; it is compared
afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from firmware.devices.protocols import Gesture
from firmware.play.question import Asked
from firmware.play.shown import Shown
from firmware.simulated.peripherals import SimulatedButtons
from firmware.simulated.world.players import Throw, next_call
from scoreboard.commentary import prompt
from scoreboard.rules.aloud import Aloud
from scoreboard.rules.events import Call, Chip, Die, Roll
from scoreboard.rules.state import Game

MOST_PRESSES = 20
"""How often NEXT is pressed for something to say: what has not come up by then may not be said after all."""
CALLING = 1
"""Sets the chance of a coach apart from that of a throw after the same line."""


@dataclass(slots=True)
class ReadingTally:
    """How well the eyes did: every throw was read, asked about, or scored wrongly."""

    throws: int = 0
    read: int = 0
    asked: int = 0
    wrong: int = 0

    def __str__(self) -> str:
        """The demonstration's last line."""
        return f"read {self.read}, asked {self.asked}, wrong {self.wrong} of {self.throws} throws"


class Table(Protocol):
    """Where the players throw."""

    def throw(self, game: Game, rng: np.random.Generator) -> Throw:
        """Let a player throw what the game awaits, as chance has it, and tell the truth of it."""


class Players:
    """Both teams: a watcher of the appliance that throws when the game awaits it and answers what it is asked.

    Args:
        table: where they throw; the camera looks at it.
        buttons: what they press.
        seed: which game this is; a throw is drawn from the seed and the number of the line before it, so that a
            resumed game goes on as it would have gone.
        later: calls a function that throws.
        read: calls a function that presses once people could read what the panel asks; without it, `later` does.
        calls: the coaches bunt, steal, tag up and hold; without them every runner and fielder does as he would anyway.
    """

    def __init__(
        self,
        table: Table,
        buttons: SimulatedButtons,
        seed: int,
        later: Callable[[Callable[[], None]], None],
        *,
        read: Callable[[Callable[[], None]], None] | None = None,
        calls: bool = True,
    ) -> None:
        self.tally = ReadingTally()
        self._table = table
        self._buttons = buttons
        self._seed = seed
        self._later = later
        self._read = read or later
        self._thrown: Throw | None = None
        self._shown: Shown | None = None
        self._about_to_throw = False
        self._thrown_after = self._tries = 0
        self._calls = calls
        self._wish: Aloud | None = None
        self._pressing: Gesture | None = None
        self._wished_after = self._presses = 0

    def __call__(self, shown: Shown) -> None:
        """Look at what was shown and do what a player would: answer, or throw once when a throw is due.

        A notice while a throw is under way is waited out: the throw may be read yet, and `idle` tells when not.
        """
        self._shown = replace(shown, frame=None)
        if self._wish is not None:
            self._say(self._wish, shown)
        elif shown.asked is not None and self._thrown is not None:
            self._answer(self._thrown, shown.asked)
        elif self._thrown is None or shown.line is not None:
            self._go_on(shown)

    def _answer(self, thrown: Throw, asked: Asked) -> None:
        """Say what was thrown; a question about another die is withdrawn, and that one thrown again."""
        truth = _truth(thrown, asked.what)
        if truth is None:
            self._thrown = None
            self.tally.asked += 1
        self._buttons.press("undo" if truth is None else "ok" if asked.offered == truth else "next")

    def idle(self) -> None:
        """Everything lies still and nobody has said anything: a throw that was not seen is thrown again."""
        shown = self._shown
        if shown is not None and shown.asked is None and self._thrown is not None and not self._about_to_throw:
            self._go_on(replace(shown, line=None))

    def _go_on(self, shown: Shown) -> None:
        self._count(shown)
        if self._about_to_throw or shown.game.over:
            return
        self._wish = self._wanted(shown)
        if self._wish is not None:
            self._presses = 0
            # a choice that stands is made final first, but nothing may come before keep-running (D33)
            final = shown.game.options and self._wish != Call(call="keep-running")
            self._press_soon("ok" if final else "next")
        elif shown.game.awaits is not None:
            self._about_to_throw = True
            self._later(self._throw)

    def _wanted(self, shown: Shown) -> Aloud | None:
        """What a coach says now; asked once after each line of the record."""
        if not self._calls or (shown.number == self._wished_after and shown.game.awaits is not None):
            return None
        self._wished_after = shown.number
        return next_call(shown.game, np.random.default_rng([self._seed, shown.number, CALLING]))

    def _say(self, line: Aloud, shown: Shown) -> None:
        """Press NEXT until it is offered, then OK; give up where it is not."""
        self._presses += 1
        if shown.line is not None and type(shown.line) is type(line):
            self._wish = None
            self._go_on(shown)
        elif shown.said.startswith(prompt(line)):
            self._press_soon("ok")
        elif self._presses < MOST_PRESSES and shown.kind != "refused":
            self._press_soon("next")
        else:
            self._wish = None
            self._go_on(shown)

    def _press_soon(self, gesture: Gesture) -> None:
        """Press once for all that is shown at once: the last of it decides."""
        if self._pressing is None:
            self._read(self._press)
        self._pressing = gesture

    def _press(self) -> None:
        gesture, self._pressing = self._pressing, None
        if gesture is not None:
            self._buttons.press(gesture)

    def _throw(self) -> None:
        self._about_to_throw = False
        if self._shown is not None and self._shown.game.awaits is not None:
            self.tally.throws += 1
            self._thrown = self._table.throw(self._shown.game, self._chance(self._shown.number))

    def _chance(self, number: int) -> np.random.Generator:
        """Where the throw after line ``number`` falls; thrown again after the same line, it falls otherwise."""
        self._tries = self._tries + 1 if number == self._thrown_after else 0
        self._thrown_after = number
        return np.random.default_rng([self._seed, number, self._tries])

    def _count(self, shown: Shown) -> None:
        """Compare what was scored with what was thrown; a throw that was not seen at all counts as asked."""
        thrown, self._thrown = self._thrown, None
        if thrown is None:
            return
        scored = _scored(shown)
        if scored is not None and scored != _told(thrown):
            self.tally.wrong += 1
        elif shown.line is not None and shown.line.by == "camera":
            self.tally.read += 1
        else:
            self.tally.asked += 1


def _truth(thrown: Throw, what: str) -> int | str | None:
    """What the thing that is asked about truly shows; None where it is another than was thrown."""
    if thrown.dice:
        return dict(thrown.dice).get(what)
    if thrown.names != (what,):
        return None
    return thrown.face if thrown.kind == "chip" else thrown.value


Told = tuple[str, int | str | tuple[int, ...] | None]
"""A throw as it is scored: which thing, and what it showed; of several dice the values in order."""


def _told(thrown: Throw) -> Told:
    if thrown.dice:
        return thrown.kind, tuple(sorted(value for _, value in thrown.dice))
    return thrown.color or thrown.kind, thrown.face if thrown.kind == "chip" else thrown.value


def _scored(shown: Shown) -> Told | None:
    match shown.line:
        case Die(color=color, value=value):
            return color, value
        case Chip(face=face):
            return "chip", face
        case Roll(values=values):
            return "dice", tuple(sorted(values))
        case _:
            return None
