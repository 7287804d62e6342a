"""A game that plays itself: simulated players throw, coaches call, the real reader reads, and the truth is compared.

Rule kept here: players and coaches know only what people at the table know, the state shown and their own dice, and
they answer and call only with the buttons. The truth of a throw never reaches the reader or the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from firmware.devices.protocols import Gesture
from firmware.piece_play import HINT_S, PiecePlay, Settled
from firmware.play.state.question import Asked
from firmware.play.state.shown import Shown
from firmware.simulated.world.intentions import is_shown
from firmware.simulated.world.players import Throw, next_call
from scoreboard.commentary import prompt
from scoreboard.language import ENGLISH
from scoreboard.message import Message, message
from scoreboard.rules.aloud import SpokenCall
from scoreboard.rules.events import Call, Chip, Die, Roll, Setup

if TYPE_CHECKING:
    from firmware.simulated.camera import SimulatedCamera
    from firmware.simulated.peripherals import SimulatedButtons

MOST_PRESSES = 30
"""How often NEXT is pressed for a call: one that has not come up by then may not be called after all."""
CALLING = 1
"""Part of the seed of a call, so that it does not depend on the throw after the same line."""


@dataclass(slots=True)
class ReadingTally:
    """How well the reader did: every throw was read, asked about, or scored wrongly."""

    throws: int = 0
    read: int = 0
    asked: int = 0
    wrong: int = 0

    @property
    def words(self) -> Message:
        """The demonstration's last line."""
        return message("run.tally", read=self.read, asked=self.asked, wrong=self.wrong, count=self.throws)

    def __str__(self) -> str:
        return ENGLISH(self.words)


class Players:
    """Both teams: called with all that the appliance shows, they throw what the game awaits and answer questions.

    Args:
        table: where they throw.
        buttons: what they press.
        seed: which game this is; a throw is drawn from the seed, the number of games before it here, and the number of
            the line before it: a resumed game goes on as it would have gone, and the next game is another.
        later: calls a function that throws, soon.
        read: calls a function that presses, once people could read the panel; by default `later`.
        calls: whether coaches bunt, steal, tag up and hold; else all do the default.

    Attributes:
        pieces: shows with helmets and Ball what is meant by a throw; None: the players mean the likeliest.
        resting: whether somebody has taken over.
        can_play: whether they have the dice of a game.
        waits: whether the camera looks at something else now.
        look: calls a function that answers a question, once a person could have looked at the die; None: at once.
    """

    def __init__(
        self,
        table: SimulatedCamera,
        buttons: SimulatedButtons,
        seed: int,
        later: Callable[[Callable[[], None]], object],
        *,
        read: Callable[[Callable[[], None]], object] | None = None,
        calls: bool = True,
    ) -> None:
        self.resting = False
        self.can_play: Callable[[Setup], bool] = lambda _: True
        self.waits: Callable[[], bool] = lambda: False
        self.look: Callable[[Callable[[], None]], object] | None = None
        self.pieces: PiecePlay | None = None
        self.tally = ReadingTally()
        self._table, self._buttons, self._seed, self._calls = table, buttons, seed, calls
        self._later, self._read = later, read or later
        self._thrown: Throw | None = None
        self._shown: Shown | None = None
        self._about_to_throw = self._walks = self._has_waited = False
        self._looked_at: Asked | None = None
        self._thrown_after = self._tries = self._games = 0
        self._call: SpokenCall | None = None
        self._pressing: Gesture | None = None
        self._called_after = self._presses = 0

    def __call__(self, shown: Shown) -> None:
        """Do what a player would: call, answer, or throw once when a throw is due.

        After a notice while a throw is under way nothing is done: the throw may be read yet, and else `idle` is called.
        """
        if self._shown is not None and self._shown.game.setup != shown.game.setup:
            self._games += 1
            if self.pieces is not None:
                self.pieces.turn_to(self._games)
        self._shown = replace(shown, frame=None)
        if self._is_quiet:
            self._look_on(shown)
        elif self._call is not None:
            if shown.kind != "note" or not shown.words:  # a notice, as of a lost device, leaves the walk as it is
                self._say(self._call, shown)
        elif self.pieces is not None and self.pieces.takes(shown):
            self._follow(shown, self.pieces.follow(shown))
        elif shown.asked is not None and self._thrown is not None:
            self._answer(self._thrown, shown.asked) if self.look is None else self._answer_soon(shown.asked)
        elif self._thrown is None or shown.line is not None:
            self._go_on(shown)
        if self._has_waited and self._thrown is None:
            self.idle()

    @property
    def _is_quiet(self) -> bool:
        has_no_dice = self._shown is not None and not self.can_play(self._shown.game.setup)
        return self.resting or self.waits() or has_no_dice

    def rest(self) -> None:
        """Somebody takes over: throw and press nothing more; what flies is still read."""
        self.resting, self._call, self._pressing = True, None, None

    def go_on(self) -> None:
        """Play on from what is shown; a question that somebody left open is withdrawn."""
        if not self.resting:
            return
        self.resting, shown = False, self._shown
        if shown is not None and shown.asked is not None and self._thrown is None:
            self._buttons.press("undo")
        elif shown is not None:
            self(replace(shown, line=None, kind="note"))

    def _look_on(self, shown: Shown) -> None:
        """Throw nothing; what was thrown before is accounted for."""
        self._has_waited = True
        if self.pieces is not None:
            self.pieces.forget()
        self._call = self._pressing = None
        if shown.line is not None:
            self._count(shown)

    def _answer_soon(self, asked: Asked) -> None:
        """Answer after a look at the die, unless somebody else has by then; NEXT, NEXT needs no further look."""
        if asked is self._looked_at:  # something else was shown meanwhile
            return
        self._looked_at = asked
        wait = self._read if self._walks or self.look is None else self.look
        self._walks = False
        wait(partial(self._answer_open, asked))

    def _answer_open(self, asked: Asked) -> None:
        if asked is not self._looked_at:
            return
        self._looked_at, shown = None, self._shown
        if shown is not None and shown.asked is asked and self._thrown is not None and not self._is_quiet:
            self._answer(self._thrown, asked)

    def _answer(self, thrown: Throw, asked: Asked) -> None:
        """Answer with the truth; a question about another die is withdrawn, and the throw repeated."""
        truth = _truth(thrown, asked.what)
        if truth is None:
            self._thrown = None
            self.tally.asked += 1
        self._walks = truth is not None and asked.offered != truth
        self._buttons.press("undo" if truth is None else "next" if self._walks else "ok")

    def idle(self) -> None:
        """Everything lies still and nothing was shown: a throw that was not seen is thrown again.

        The camera says so on a thread of its own, maybe just before the throw: then that is yet to be seen.
        """
        self._has_waited |= self._is_quiet
        shown = None if self._table.filming or self._is_quiet else self._shown
        if shown is None:
            return
        waited, self._has_waited = self._has_waited, False
        if self.pieces is not None and self.pieces.meant is not None:
            self._follow(shown, self.pieces.settle(shown))
        elif self._thrown is not None and shown.asked is None and not self._about_to_throw:
            self._go_on(replace(shown, line=None))
        elif waited and self._thrown is None and not (self._about_to_throw or self._call or self._pressing):
            self._call_or_throw(shown)  # what they meant was forgotten, and nobody else throws

    def _follow(self, shown: Shown, then: Gesture | Call | Settled | None) -> None:
        """Press what the players press to put the box right, or go on once it stands as they mean it."""
        if isinstance(then, Call):
            self._call, self._presses = then, 0
            self._press_soon("next")
        elif then == "settled":
            self._call_or_throw(shown)
        elif then == "looks":
            self._table.film(HINT_S)
        elif then is not None:
            self._press_soon(then)

    def _go_on(self, shown: Shown) -> None:
        self._count(shown)
        if self._about_to_throw or shown.game.over:
            return
        if self.pieces is None or not self.pieces.begin(shown):
            self._call_or_throw(shown)

    def _call_or_throw(self, shown: Shown) -> None:
        self._call = self._next_call(shown)
        if self._call is not None:
            self._presses = 0
            # a choice that stands is made final first, but nothing may come before keep-running (D33)
            final = shown.game.options and self._call != Call(call="keep-running")
            self._press_soon("ok" if final else "next")
        elif shown.game.awaits is not None:
            self._about_to_throw = True
            self._later(self._throw)

    def _next_call(self, shown: Shown) -> SpokenCall | None:
        """What a coach calls now; drawn once after each line of the record."""
        if not self._calls or (shown.number == self._called_after and shown.game.awaits is not None):
            return None
        self._called_after = shown.number
        if self.pieces is not None and self.pieces.late is not None:
            return None  # they throw at once
        called = next_call(shown.game, np.random.default_rng([self._seed, shown.number, CALLING, self._games]))
        return None if called is not None and self.pieces is not None and is_shown(called) else called

    def _say(self, line: SpokenCall, shown: Shown) -> None:
        """Press NEXT until it is offered, then OK; give up where it is not."""
        self._presses += 1
        is_done = shown.line is not None and type(shown.line) is type(line)
        is_offered = isinstance(shown.words, tuple) and shown.words[0] == prompt(line, shown.game.setup.rules)
        if not is_done and is_offered:
            self._press_soon("ok")
        elif not is_done and self._presses < MOST_PRESSES and shown.kind != "refused":
            self._press_soon("next")
        else:
            self._call = None
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
        if not self._is_quiet and self._shown is not None and self._shown.game.awaits is not None:
            self.tally.throws += 1
            chance, shown = self._chance(self._shown.number), self._shown
            game = shown.game if self.pieces is None else self.pieces.before_throw(shown)
            self._thrown = self._table.throw(game, chance)

    def _chance(self, number: int) -> np.random.Generator:
        """The chance of the throw after line ``number``; another one for each throw after the same line."""
        self._tries = self._tries + 1 if number == self._thrown_after else 0
        self._thrown_after = number
        return np.random.default_rng([self._seed, number, self._tries, self._games])

    def _count(self, shown: Shown) -> None:
        """Compare the score with the truth; a throw that was not seen at all, or was taken over, counts as asked."""
        thrown, self._thrown = self._thrown, None
        if thrown is None:
            return
        scored = None if shown.line is not None and shown.line.by == "web" else _scored(shown)  # another's throw
        if scored is not None and scored != _to_score(thrown):
            self.tally.wrong += 1
        elif shown.line is not None and shown.line.by == "camera":
            self.tally.read += 1
        else:
            self.tally.asked += 1


def _truth(thrown: Throw, what: str) -> int | str | None:
    """What the thing that is asked about really shows; None where it was not thrown."""
    if thrown.dice:
        return dict(thrown.dice).get(what)
    if thrown.names != (what,):
        return None
    return thrown.face if thrown.kind == "chip" else thrown.value


Score = tuple[str, int | str | tuple[int, ...] | None]
"""A throw as it is scored: which thing, and what it showed; of several dice the values in order."""


def _to_score(thrown: Throw) -> Score:
    if thrown.dice:
        return thrown.kind, tuple(sorted(value for _, value in thrown.dice))
    return thrown.color or thrown.kind, thrown.face if thrown.kind == "chip" else thrown.value


def _scored(shown: Shown) -> Score | None:
    match shown.line:
        case Die(color=color, value=value):
            return color, value
        case Chip(face=face):
            return "chip", face
        case Roll(values=values):
            return "dice", tuple(sorted(values))
        case _:
            return None
