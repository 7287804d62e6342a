"""Hands over the simulated table that do what an errand asks for: clear the field, lay the dice, put up a face.

Rule kept here: they know what is said at the table, and nothing else; buttons are pressed by whoever plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, get_args

from scoreboard.message import Message, Words
from vision.enrolment.capture import Fault

if TYPE_CHECKING:
    import numpy as np

    from firmware.play.state.shown import Shown
    from firmware.simulated.camera import SimulatedCamera
    from firmware.simulated.world.stadium import SimulatedStadium
    from vision.types import Point

PLACES: Final[tuple[Point, ...]] = ((-60.0, -15.0), (45.0, 20.0), (10.0, -80.0))
"""Where dice are laid, apart from one another."""
VALUES: Final = (7, 3, 4)
REACH_MM: Final = 60.0
"""How far from the middle a die is put down."""
PAUSE_S: Final = 0.3
CROWDED: Final = frozenset({"teach.several", "teach.touches"})
"""What is said of a die that does not lie alone."""
AGAIN: Final = frozenset(f"teach.{why}" for why in get_args(Fault))
"""What is said of a die that was put down badly, or not seen: a demonstration waits for nobody else to lay it anew."""


def lay_dice(stadium: SimulatedStadium, at: float, dice: Sequence[tuple[str, int]]) -> float:
    """Lay these dice on the field, by colour and face; returns when the last hand is out of sight."""
    return max((stadium.set_down(at, *die, place) for die, place in zip(dice, PLACES, strict=False)), default=at)


class SimulatedHands:
    """A `firmware.play.state.shown.Observer` with hands over the camera's table; ``rng`` says where they put a die."""

    def __init__(self, camera: SimulatedCamera, rng: np.random.Generator) -> None:
        self.camera, self._rng = camera, rng
        self._put_up: Message | None = None
        self._is_clear = False

    def watch(self, is_lent: Callable[[], bool]) -> None:
        """Have the camera film on while it is lent, though nothing moves: an errand looks at what lies still."""
        self.camera.films_on = is_lent

    def __call__(self, shown: Shown) -> None:
        """Do what was said at the table."""
        self.do(shown.words)

    def do(self, asked: Words) -> None:
        """Do what is asked, if it is for hands."""
        if not isinstance(asked, Message):
            return None
        if asked.key in AGAIN and self._put_up is not None:
            # what was seen while a hand was over the table is over once it is gone
            return None if self.camera.acts else self._put_down(self._put_up, alone=asked.key in CROWDED)
        match asked.key:
            case "notice.camera-lent":
                self.camera.wake()
            case "calibrate.ask.settle":
                self.camera.clear()
            case "calibrate.ask.dice":
                colors = asked.value("color")
                dice = list(zip(map(str, colors if isinstance(colors, tuple) else (colors,)), VALUES, strict=False))
                self.camera.script(lambda stadium, at: lay_dice(stadium, at, dice))
            case "teach.put-up" if asked != self._put_up:
                is_first, self._put_up = self._put_up is None, asked
                self._put_down(asked, alone=is_first and not self._is_clear)
            case "teach.which":
                self._put_up, self._is_clear = None, True
                self.camera.clear()
        return None

    def _put_down(self, asked: Message, *, alone: bool) -> None:
        self._is_clear = False
        if alone:
            self.camera.clear()
        name, face = str(asked.value("color")), int(str(asked.value("face")))
        x, y = (float(place) for place in self._rng.uniform(-REACH_MM, REACH_MM, 2))
        self.camera.script(lambda stadium, at: stadium.set_down(at + PAUSE_S, name, face, (x, y)))
