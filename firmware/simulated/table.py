"""The simulated table: a camera that looks at what simulated players throw.

Rule kept here: the truth stays apart. Who throws is told what truly fell; who looks through the camera gets a picture
and nothing else.
"""

from __future__ import annotations

from queue import SimpleQueue
from typing import TYPE_CHECKING

from firmware.cameras import SingleStream
from firmware.simulated.players import Throw, next_throw
from firmware.simulated.stills import draw_throw

if TYPE_CHECKING:
    import numpy as np

    from firmware.devices import Frame
    from scoreboard.rules.state import Game


class SimulatedTable(SingleStream):
    """A camera over a felt table, one picture a throw; satisfies `firmware.devices.Camera`.

    Args:
        size: width and height of the pictures, in pixels.
        cloth: what the table is laid with, one of `firmware.simulated.stills.CLOTHS`.
    """

    def __init__(self, size: tuple[int, int] = (640, 480), cloth: str = "green") -> None:
        self._size = size
        self._cloth = cloth
        self._pictures: SimpleQueue[Frame | None] = SimpleQueue()

    def throw(self, game: Game, rng: np.random.Generator) -> Throw:
        """Let a player throw what comes next, and tell the truth of it.

        Args:
            game: the state of play.
            rng: decides what falls, where it lies and what light it lies in; the same state draws the same picture.

        Raises:
            ValueError: if the game awaits no throw, or one of six-sided dice, which only the moving stadium has.
        """
        thrown = next_throw(game, rng)
        self.lay(thrown, rng)
        return thrown

    def lay(self, thrown: Throw, rng: np.random.Generator) -> None:
        """Clear the table and let ``thrown`` fall on it."""
        if thrown.dice:
            raise ValueError("there are no six-sided dice on this table; throw them in the simulated stadium")
        dice = [(thrown.color, thrown.value)] if thrown.value is not None else []
        picture = draw_throw(rng, dice, chip=thrown.face, size=self._size, cloth=self._cloth)
        self._pictures.put(picture)

    def frame(self) -> Frame | None:
        """Wait for the next throw and return its picture; None once the table is closed."""
        self._last = picture = self._pictures.get()
        if picture is None:
            self._pictures.put(None)  # whoever else is waiting hears of it too
        return picture

    def close(self) -> None:
        """Nobody throws any more."""
        self._pictures.put(None)
