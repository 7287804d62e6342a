"""What each of the owner's smart dice said last, and what one says of a throw that the camera has seen.

Rules kept here: a die that says something is believed about a throw only if it was heard at rest after the camera saw
it lie still, and has not rested for long before that: one that is held still in a hand says that it was rolled, too.
And a die is waited for only while it is heard, for a moment: without Bluetooth a game is as fast as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Condition
from typing import Final

from firmware.devices.health import HealthReporter, impaired
from firmware.devices.protocols import DiceRadio
from firmware.devices.smart_dice.advertisement import PixelHeard
from firmware.notice import Notice
from scoreboard.message import message

WAIT_S: Final = 0.6
"""Seconds that a throw waits for its die: an advertisement comes every fifth of a second, and some are missed."""
ALIVE_S: Final = 1.5
"""A die that was not heard for so long is not waited for."""
THROW_S: Final = 10.0
"""From the moment at which a die came to rest to the one at which the camera has seen it: no throw is longer."""
LOW: Final = 15
"""Per cent of a battery from which its owner is told."""
MOST: Final = 64
"""Dice that are remembered, for whoever is near may call his so."""


@dataclass(frozen=True, slots=True)
class LastHeard:
    """What a die said last, when, and since when it has rested with that face up; in seconds of the clock."""

    die: PixelHeard
    at: float
    rests_since: float | None

    def then(self, die: PixelHeard, at: float) -> LastHeard:
        """After that was heard."""
        goes_on = self.die.rests and self.die.value == die.value and self.rests_since is not None
        return LastHeard(die, at, None if not die.rests else self.rests_since if goes_on else at)


class SmartDice:
    """The owner's dice; heard from any thread.

    Args:
        assigned: a die's name, or its number, to what the game calls it: a colour.
        clock: the moment in seconds.
        report: told when they are heard no more, of an empty battery, and when all is well again.
        wait: waits until that is so or so many seconds have passed; by default it waits for what is heard.
    """

    def __init__(
        self,
        assigned: Mapping[str, str],
        clock: Callable[[], float],
        report: HealthReporter = lambda _: None,
        wait: Callable[[Callable[[], bool], float], object] | None = None,
    ) -> None:
        self._assigned = {called.casefold(): color for called, color in assigned.items()}
        self.now, self._report = clock, report
        self._change = Condition()
        self._wait = wait or self._change.wait_for
        self._heard: dict[str, LastHeard] = {}
        self._radio: DiceRadio | None = None
        self._trouble: Notice | None = None

    def listen(self, radio: DiceRadio) -> None:
        """Hear what that radio receives, until `close`."""
        self._radio = radio

    def hear(self, die: PixelHeard) -> None:
        """A die tells that; those of others are nobody's here."""
        if self.color_of(die) is None:
            return
        with self._change:
            now = self.now()
            before = self._heard.get(die.number)
            if before is None and len(self._heard) >= MOST:
                del self._heard[min(self._heard, key=lambda number: self._heard[number].at)]
            first = LastHeard(die, now, now if die.rests else None)
            self._heard[die.number] = first if before is None else before.then(die, now)
            self._change.notify_all()
        if before is None or _is_low(before.die) != _is_low(die):
            self._tell()

    def receives(self, trouble: Notice | None) -> None:
        """The radio works, or has that trouble."""
        self._trouble = trouble
        self._tell()

    def color_of(self, die: PixelHeard) -> str | None:
        """What the game calls that die; None where its owner has not said."""
        names = (die.name.casefold(), die.number.casefold())
        return next((self._assigned[name] for name in names if name in self._assigned), None)

    def word_of(self, color: str, sides: int, since: float) -> int | None:
        """What the die of that colour, with so many sides, says of a throw that lay still then; None for nothing."""
        with self._change:
            if not self._is_alive(color, sides):
                return None
            self._wait(lambda: self._word(color, sides, since) is not None, WAIT_S)
            return self._word(color, sides, since)

    def close(self) -> None:
        """Listen no more."""
        if self._radio is not None:
            self._radio.close()

    def _word(self, color: str, sides: int, since: float) -> int | None:
        heard = self._only(color, sides)
        if heard is None or heard.rests_since is None or heard.at < since or since - heard.rests_since > THROW_S:
            return None
        return heard.die.value

    def _is_alive(self, color: str, sides: int) -> bool:
        heard = self._only(color, sides)
        return heard is not None and self.now() - heard.at <= ALIVE_S

    def _only(self, color: str, sides: int) -> LastHeard | None:
        """The one die of that colour that was heard of late; of two nobody knows which was thrown."""
        now = self.now()
        lately = [
            heard
            for heard in self._heard.values()
            if heard.die.sides == sides and now - heard.at <= THROW_S and self.color_of(heard.die) == color
        ]
        return lately[0] if len(lately) == 1 else None

    def _tell(self) -> None:
        with self._change:
            ours = [each.die for each in self._heard.values()]
        low = sorted(filter(_is_low, ours), key=lambda die: die.name)
        self._report(self._trouble or (battery_low(low) if low else None))


def battery_low(low: Iterable[PixelHeard]) -> Notice:
    """What is told of dice whose batteries are low."""
    names = tuple(die.name or die.number for die in low)
    return impaired(message("pixels.low", names=names, count=len(names)), message("lost.pixels"))


def _is_low(die: PixelHeard) -> bool:
    return die.battery <= LOW and not die.charges
