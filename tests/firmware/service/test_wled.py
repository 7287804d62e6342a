"""Lights that celebrate with the stadium, and what becomes of it where they do not answer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from threading import Event

import pytest
from support.games import setup
from support.hang import GIVE_UP_S

from firmware.service.wled import BLINK, CELEBRATED, CHASE, WledLights
from scoreboard.rules.events import Press
from scoreboard.rules.history import Entry, begin, judge
from scoreboard.web.state.live import Live

AS_THEY_WERE = {"on": False, "bri": 40, "seg": [{"id": 0, "fx": 7, "col": [[1, 2, 3]]}]}


@dataclass
class Lights:
    """Lights that note what they are told; those that are broken answer something else.

    Attributes:
        answer: to the question how they are.
        left: after so many messages somebody waits no more.
    """

    answer: bytes = json.dumps({**AS_THEY_WERE, "ps": -1}).encode()
    left: int = 2
    requests: list[dict[str, object]] = field(default_factory=list)
    done: Event = field(default_factory=Event)
    error: Exception | None = None

    def ask(self, method: str, path: str, body: bytes | None) -> bytes:
        """Answer it."""
        assert "/json/state" == path
        if (error := self.error) is not None:
            self.done.set()
            raise error
        if method == "GET":
            if self.answer == b"":
                self.done.set()
            return self.answer
        self.requests.append(json.loads(body or b""))
        if len(self.requests) == self.left:
            self.done.set()
        return b'{"success":true}'


def shown(lights: WledLights, *lines: Entry) -> None:
    """Play these lines, each shown."""
    history = begin(setup("diamante-amateur", 3))
    lights.show(Live(1, history))
    for line in lines:
        history = judge(history, line).history
        lights.show(Live(1, history))


@pytest.fixture(autouse=True)
def soon_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """No celebration lasts."""
    for name in ("home-run", "strikeout"):
        monkeypatch.setitem(CELEBRATED, name, (CHASE, 0.0))  # type: ignore[arg-type] - a dictionary


def test_a_home_run_is_celebrated_and_the_lights_are_as_before() -> None:
    """In the colour of the team at bat; then everything is as it was."""
    strip = Lights()
    lights = WledLights("lights", strip.ask)
    shown(lights, Press(button="homerun"))
    assert strip.done.wait(GIVE_UP_S)
    lights.close()
    first, last = strip.requests
    assert [CHASE] == [each["fx"] for each in first["seg"]]  # type: ignore[union-attr,index] - JSON
    assert AS_THEY_WERE == last


def test_other_plays_leave_them_alone() -> None:
    """A ball is nothing to celebrate; the home run after it is."""
    strip = Lights()
    lights = WledLights("lights", strip.ask)
    shown(lights, Press(button="ball"), Press(button="homerun"))
    assert strip.done.wait(GIVE_UP_S)
    lights.close()
    assert 2 == len(strip.requests)
    assert BLINK not in [each.get("fx") for each in strip.requests]


@pytest.mark.parametrize("broken", [Lights(error=OSError()), Lights(error=TimeoutError()), Lights(answer=b"")])
def test_lights_that_do_not_answer_cost_a_celebration(broken: Lights) -> None:
    """They are logged once, and tried again at the next."""
    lights = WledLights("lights", broken.ask)
    shown(lights, Press(button="homerun"))
    assert broken.done.wait(GIVE_UP_S)
    broken.done.clear()
    broken.error, broken.answer = None, Lights().answer
    shown(lights, Press(button="homerun"))
    assert broken.done.wait(GIVE_UP_S)
    lights.close()
    assert broken.requests


def test_lights_that_are_behind_miss_it() -> None:
    """Nothing waits for them in the loop, and nothing piles up."""
    strip = Lights()
    is_slow = Event()

    def slow(method: str, path: str, body: bytes | None) -> bytes:
        is_slow.wait(GIVE_UP_S)
        return strip.ask(method, path, body)

    lights = WledLights("lights", slow)
    for _ in range(50):
        shown(lights, Press(button="homerun"))
    is_slow.set()
    assert strip.done.wait(GIVE_UP_S)
    lights.close()
    assert len(strip.requests) < 50
