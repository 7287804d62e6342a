"""A simulated owner who teaches a simulated die: puts up the face that is asked for, and confirms it when doubted.

Rule kept here: the owner knows what people at the table know, the sentence and the panel; the reader sees only
pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.enrolment.session import Doubtful, Kept

if TYPE_CHECKING:
    import numpy as np

    from firmware.simulated.camera import SimulatedCamera
    from firmware.simulated.peripherals import SimulatedButtons
    from firmware.simulated.world.stadium import SimulatedStadium
    from vision.enrolment.session import EnrolmentSession, Outcome

REACH_MM = 60.0
"""How far from the middle a die is put down."""
PAUSE_S = 0.3


class SimulatedOwner:
    """An `firmware.setup.teaching_session.Onlooker` with a hand over the camera's stadium; ``rng`` says where."""

    def __init__(self, camera: SimulatedCamera, buttons: SimulatedButtons, rng: np.random.Generator) -> None:
        self._camera, self._buttons, self._rng = camera, buttons, rng
        self._enrolment: EnrolmentSession | None = None

    def __call__(self, enrolment: EnrolmentSession, outcome: Outcome | None) -> None:
        """Do what was asked for; after trouble do it again, elsewhere."""
        self._enrolment = enrolment
        if isinstance(outcome, Doubtful):
            self._buttons.press("ok")
        elif not isinstance(outcome, Kept):
            self.again()

    def again(self) -> None:
        """Put the face that is asked for up, wherever the die is now."""
        enrolment = self._enrolment
        if enrolment is None or enrolment.asked is None:
            return
        name, value = enrolment.die.name, enrolment.asked
        x, y = (float(place) for place in self._rng.uniform(-REACH_MM, REACH_MM, 2))

        def act(stadium: SimulatedStadium, at: float) -> float:
            return stadium.set_down(at + PAUSE_S, name, value, (x, y))

        self._camera.script(act)
