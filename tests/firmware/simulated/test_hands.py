"""Hands over the simulated table: they know what is said, and do it once."""

from __future__ import annotations

import numpy as np

from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.hands import SimulatedHands
from scoreboard.message import Message, message

ONE, TWO = (message("teach.put-up", color="red", face=face, how="") for face in (1, 2))
COVERED = message("teach.covered", color="red", things="")


def test_a_die_is_put_up_again_only_once_the_hand_is_gone() -> None:
    """Else it would be put up twice, and the second time when the next face is asked for."""
    camera = SimulatedCamera(seed=1)
    hands = SimulatedHands(camera, np.random.default_rng(1))
    done: list[bool] = []

    def does(asked: Message) -> bool:
        """Whether the hands have something to do, before it is done."""
        hands.do(asked)
        acts = camera.acts
        while acts and camera.acts:
            camera.frame()
        return acts

    hands.do(ONE)
    before = camera._until
    for asked in (COVERED, ONE):
        hands.do(asked)
    done.append(camera._until == before)
    while camera.acts:
        camera.frame()
    done += [does(ONE), does(COVERED), does(TWO), does(message("teach.which")), does(TWO)]
    assert [True, False, True, True, True, True] == done
