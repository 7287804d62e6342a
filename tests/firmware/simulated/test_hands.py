"""Hands over the simulated table: they know what is said, and do it once."""

from __future__ import annotations

from threading import Event, Thread

import numpy as np
from support.hang import GIVE_UP_S

from firmware.simulated.camera import REST_S, SimulatedCamera
from firmware.simulated.hands import SimulatedHands
from scoreboard.message import Message, message

ONE, TWO = (message("teach.put-up", color="red", face=face, how="") for face in (1, 2))
COVERED, UNSEEN, MOVED = (message(f"teach.{why}", color="red", things="") for why in ("covered", "not-laid", "moved"))


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
    before = camera.until
    for asked in (COVERED, ONE):
        hands.do(asked)
    done.append(camera.until == before)
    while camera.acts:
        camera.frame()
    done += [does(ONE), does(COVERED), does(TWO), does(message("teach.which")), does(TWO), does(UNSEEN), does(MOVED)]
    assert [True, False, True, True, True, True, True, True] == done


def test_a_field_is_cleared_as_soon_as_all_lies_still() -> None:
    """Whoever teaches a die waits for the hands alone, and not until what was thrown has been looked at."""
    camera = SimulatedCamera(seed=1)
    camera.script(lambda stadium, at: stadium.throw(at, "blue", 5))
    landed = camera.until - REST_S
    camera.clear()
    assert landed == camera.stadium.stage.visits[-1].start


def test_a_camera_at_rest_films_on_once_it_is_lent() -> None:
    """Though nobody throws: who has borrowed it waits for a picture before anything is asked."""
    is_idle, lent = Event(), False
    camera = SimulatedCamera(seed=1, idle=is_idle.set)
    hands = SimulatedHands(camera, np.random.default_rng(1))
    hands.watch(lambda: lent)
    filmed: list[bool] = []

    def film() -> None:
        while camera.filming:
            camera.frame()
        filmed.append(camera.frame() is not None)

    thread = Thread(target=film)
    thread.start()
    assert is_idle.wait(GIVE_UP_S)
    lent = True
    hands.do(message("notice.camera-lent"))
    thread.join(GIVE_UP_S)
    camera.close()
    thread.join()
    assert [True] == filmed
