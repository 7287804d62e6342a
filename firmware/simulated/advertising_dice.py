"""Simulated Pixels: the dice of a simulated stadium advertise as real ones do, byte by byte, and a radio hears them.

Rule kept here: as real ones do, a die that is held still in a hand says that it rests, with whatever face is up there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from firmware.devices.health import HealthReporter, lost
from firmware.devices.smart_dice.advertisement import DIE_SERVICES, INFORMATION, MADE, NUMBERED, read_advertisement
from firmware.devices.smart_dice.smart_dice import SmartDice
from scoreboard.message import message

if TYPE_CHECKING:
    from firmware.simulated.camera import SimulatedCamera

EVERY_S: Final = 0.1875
"""From one advertisement to the next."""
HELD_S, NOTICES_S = 0.25, 0.2
"""For how long a die is held still before it is thrown, and how long it takes to notice that it lies."""
ROLLED, ROLLING = 1, 3
TEN = 10
TYPES: Final = {TEN: 4, 6: 2}
"""How a die of so many faces says what it is."""
BUILT, COMPANY, BATTERY = 1_720_000_000, 0xFFFF, 80


class DieThrow(NamedTuple):
    """What a die comes to show, and from when to when on the stadium's clock it is in a hand and flies."""

    value: int
    begins: float
    ends: float

    def tells(self, at: float, sides: int) -> tuple[int, int]:
        """The state that the die tells then, and the index of the face that is up."""
        up = self.value % sides if sides == TEN else self.value - 1
        if at < self.begins + HELD_S:
            return ROLLED, (up + 3) % sides
        return ROLLING if at < self.ends + NOTICES_S else ROLLED, up


class SimulatedPixels:
    """The dice on that camera's table, and the radio that hears them, on the stadium's clock.

    Args:
        camera: sees them thrown.
        sides: how many faces each has.
        colors: of those that are Pixels; each is called so.
        report: told when Bluetooth is lost, and when it is back.

    Attributes:
        dice: what was heard of them.
    """

    def __init__(self, camera: SimulatedCamera, sides: int, colors: Iterable[str], report: HealthReporter) -> None:
        self._camera, self._sides = camera, sides
        self._numbers: Sequence[str] = list(dict.fromkeys(colors))
        self._throws: dict[str, DieThrow] = {}
        self._at, self._plays, self._pulled = 0.0, False, False
        self.dice = SmartDice({color: color for color in self._numbers}, self._now, report, self._play_while)
        camera.watches_dice = self._thrown

    def unplug(self) -> None:
        """Switch Bluetooth off."""
        self._pulled = True
        self.dice.receives(lost("pixels", message("simulated.unplugged", part="pixels")))

    def plug_in(self) -> None:
        """Switch it on again."""
        self._pulled = False
        self.dice.receives(None)

    def _thrown(self, color: str, value: int, begins: float, ends: float) -> None:
        self._throws[color] = DieThrow(value, begins, ends)

    def _now(self) -> float:
        """The moment; what the dice say until then has been heard."""
        if not self._plays:
            self._play(self._camera.now, lambda: False)
        return self._at

    def _play_while(self, is_heard: Callable[[], bool], seconds: float) -> None:
        self._play(self._at + seconds, is_heard)

    def _play(self, until: float, is_heard: Callable[[], bool]) -> None:
        self._plays = True
        while (at := (self._at // EVERY_S + 1) * EVERY_S) <= until and not is_heard():
            self._at = at
            for color, throw in list(self._throws.items()):
                if not self._pulled:
                    self._advertise(color, *throw.tells(at, self._sides))
        if not is_heard():
            self._at = max(self._at, until)
        self._plays = False

    def _advertise(self, color: str, state: int, face: int) -> None:
        made = MADE.pack(self._sides, TYPES[self._sides] << 4, state, face, BATTERY)
        number = NUMBERED.pack(self._numbers.index(color) + 1, BUILT)
        die = read_advertisement(color, list(DIE_SERVICES[:1]), {COMPANY: made}, {INFORMATION: number})
        if die is not None:
            self.dice.hear(die)
