"""The menu's errands in the whole appliance, as `stadium run --simulate` plays: its camera, its table, its panel.

Somebody at the box presses what the sentences ask for, in Spanish. Hands at the simulated table do the rest, and the
two players go on as soon as the game has its camera back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs
from support.hang import GIVE_UP_S
from support.overheard import in_english, parts

from firmware.appliance import Appliance, build
from firmware.config.overrides import RunOptions
from firmware.config.schema import load
from firmware.devices.protocols import Gesture
from firmware.network import privileged_requests
from firmware.play.state.shown import Shown
from firmware.startup import prepared
from scoreboard import display
from scoreboard.language import Length, language
from scoreboard.message import Message, Words
from scoreboard.web.owner.job_types import JobAnswer, JobName, JobRequest, JobView

OPTIONS = RunOptions(
    config_file=None, camera=None, settled=False, buttons=None, panel=None, simulate=True, seed=3, speed="max",
    save_pictures=None, lang="es", rules=None, journal=None, game=None, begin_new=False, innings=None, opponent=None,
    strength=None, headless=True, record=None, record_limit=1, port=None, fault=(), untidy=None,
)  # fmt: skip
Waited = Callable[[Shown], bool]
"""Whether that is what somebody at the box has waited for."""
Script = Generator[Waited, None, None]
SPANISH = language("es")
NAMES = ("español",)
LOOKS_S = 0.05
"""How often somebody looks whether all lies still."""
MOST = 12
"""More than any list of the menu is long."""


class Box:
    """Somebody at the box, who does what a script says: it waits for one thing after the other that is shown."""

    def __init__(self, appliance: Appliance, script: Callable[[Box], Script]) -> None:
        assert appliance.rehearsed is not None
        self.appliance, self.devices = appliance, appliance.rehearsed.devices
        self.camera, self.is_done = appliance.rehearsed.hands.camera, False
        self.heard: dict[tuple[Words, Length], str] = {}
        self.wrong, self._is_in_menu = 0, False
        self.shown: Shown | None = None
        self.done: dict[JobName, JobView] = {}
        players = appliance.rehearsed.players
        is_lent = players.waits
        # a play closes the menu: nobody throws while somebody walks through it, however slowly
        players.waits = lambda: self._is_in_menu or is_lent()
        self._script = script(self)
        self._waits_for = next(self._script)

    def __call__(self, shown: Shown) -> None:
        """Something is shown."""
        if self.shown is None:
            asyncio.get_running_loop().call_later(4 * GIVE_UP_S, self.appliance.app.stop)
        self.shown = shown
        if self.appliance.language.now.code == "es":
            self.heard |= {(part, "sentence"): SPANISH.say(part) for part in parts(shown.words)}
        if self._waits_for(shown):
            try:
                self._waits_for = next(self._script)
            except StopIteration:
                self.is_done = True
                self.appliance.app.stop()

    def press(self, gesture: Gesture) -> None:
        """Press a button."""
        self.devices.buttons._device.press(gesture)  # type: ignore[union-attr] # simulated ones, supervised

    def press_when_still(self, gesture: Gesture) -> None:
        """Press a button once the hands at the table are out of sight; they may be back before all was filmed."""
        if self.camera.acts:
            asyncio.get_running_loop().call_later(LOOKS_S, self.press_when_still, gesture)
        else:
            self.press(gesture)

    def job(self, name: JobName, *dice: str) -> None:
        """A phone has it done, once all lies still if nobody plays; it says OK, and stops with the first face."""
        players = self.appliance.autopilot
        if players is not None and not players.on and self.camera.filming:
            asyncio.get_running_loop().call_later(LOOKS_S, self.job, name, *dice)
        else:
            self._tend(self.appliance.control.owner.jobs.begin(JobRequest(name, dice), None).id)

    def _tend(self, number: int) -> None:
        jobs = self.appliance.control.owner.jobs
        job = jobs.jobs()[0]
        self.done[job.job] = job
        if job.state in {"done", "failed"}:
            return
        presses = [press for press, _ in job.presses]
        if job.job == "teach" and job.pictures:
            jobs.press(number, JobAnswer("stop"))
        elif job.state == "asking" and "ok" in presses and not self.camera.acts:
            jobs.press(number, JobAnswer("ok"))
        asyncio.get_running_loop().call_later(LOOKS_S, self._tend, number)

    def play(self) -> Script:
        """A throw is read."""
        yield lambda shown: shown.line is not None and getattr(shown.line, "by", "") == "camera"

    def says(self, key: str) -> Script:
        """It is said."""
        yield lambda shown: isinstance(shown.words, Message) and shown.words.key == key

    def menu(self, *choices: str) -> Script:
        """By the menu, as far as it is offered."""
        self._is_in_menu = True
        self.press("menu")
        for choice in choices:
            key = f"'choice.{choice.replace(' ', '-')}'"
            yield from self._walk(lambda: key in repr(self.shown.words))  # noqa: B023 - walked at once

    def item(self, text: str) -> Script:
        """NEXT until this is offered, then OK."""
        yield from self._walk(lambda: text in self.appliance.language.sentence(self.shown.words))

    def _walk(self, is_there: Callable[[], bool]) -> Script:
        self._is_in_menu = True
        for _ in range(MOST):
            yield lambda shown: shown.kind == "menu"
            if is_there():
                self._is_in_menu = False
                return self.press("ok")
            self.press("next")
        raise AssertionError("the menu does not offer it")

    def lights(self, key: str) -> bool:
        """Whether the panel says it now."""
        words = SPANISH.say(Message(key), "panel")
        panel = self.devices.panels[0]._device  # type: ignore[attr-defined] # a simulated one, supervised
        shown = panel.picture.tobytes()
        pictures = (display.message_picture(words, panel.size, tick=tick) for tick in range(8))
        return any(shown == picture.convert("RGB").tobytes() for picture in pictures)


def played(options: RunOptions, script: Callable[[Box], Script], home: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    """A simulated game that goes on until somebody at the box has done all of the script."""
    monkeypatch.setenv("STADIUM_HOME", str(home))
    monkeypatch.setattr("firmware.devices.supervisor.PAUSES_S", (0.0,))
    config = prepared(options).config
    config = structs.replace(config, sound=structs.replace(config.sound, driver="alsa"))  # a simulated one
    with build(config, options) as appliance:
        box = Box(appliance, script)
        appliance.app.scorer.displays.observers.append(box)  # type: ignore[attr-defined] # a list
        tally = appliance.run()
    assert box.is_done, box.shown
    assert tally is not None
    box.wrong = tally.wrong
    return box


def evening(box: Box) -> Script:
    """A die is taught, and the camera unplugged meanwhile; a calibration is left, another goes to its end."""
    yield from box.play()
    yield from box.menu("settings", "dice", "teach")
    yield from box.says("teach.which")
    box.press("next")
    yield from box.says("teach.which")
    box.press_when_still("ok")
    yield from box.says("teach.put-up")
    box.camera.unplug()
    # the trouble itself is known earlier, maybe just after the panel was lit with something else
    yield lambda shown: "device.trouble" in {part.key for part in parts(shown.words)}
    assert box.lights("lost.camera"), box.shown
    box.camera.plug_in()
    yield lambda shown: isinstance(shown.words, Message) and shown.words.value("face") == 2
    box.press_when_still("menu")
    yield from box.says("teach.left")

    yield from box.play()
    yield from box.menu("settings", "dice", "calibrate")
    yield from box.says("calibrate.ask.settle")
    box.press("undo")
    yield from box.says("calibrate.left")

    yield from box.play()
    yield from box.menu("settings", "dice", "calibrate")
    for asked in ("calibrate.ask.settle", "calibrate.ask.dice"):
        yield from box.says(asked)
        box.press_when_still("ok")
    yield from box.says("calibrate.kept")
    yield from box.play()


def phone(box: Box) -> Script:
    """A phone calibrates while the two players play, and has a die taught while they rest."""
    yield from box.play()
    box.job("calibrate")
    yield from box.says("notice.camera-back")
    yield from box.play()
    players = box.appliance.autopilot
    assert players is not None
    players.turn(on=False)
    box.job("teach", "blue")
    yield from box.says("notice.camera-back")
    players.turn(on=True)
    yield from box.play()


def owner(box: Box) -> Script:
    """What an owner sets by the menu, in Spanish from the second choice on, and the appliance's own errands."""
    yield from box.item("English.")  # what a new box asks first
    yield from box.menu("settings", "language")
    yield from box.item("Español.")
    yield from box.menu("settings", "brightness")
    yield from box.item("Brillo 8")
    yield from box.menu("settings", "sound", "loud")
    yield from box.item("Volumen 2")
    yield from box.menu("settings", "checks", "check")
    yield from box.says("check.summary")
    box.press("ok")
    yield lambda shown: isinstance(shown.words, Message) and shown.words.key.startswith("check.")
    yield from box.menu("settings", "update")
    yield from box.says("network.updating")
    yield from box.menu("shut down")
    yield from box.says("network.good-night")


@pytest.mark.newest
def test_an_owner_sets_all_by_the_menu_in_spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Language, light, sound, a look over everything, an update, and good night: nothing is said in English."""
    monkeypatch.setattr(privileged_requests, "FOLDER", tmp_path)
    monkeypatch.setattr(privileged_requests.ask, "__defaults__", (tmp_path, b""))
    box = played(replace(OPTIONS, lang="en", rules="one-die"), owner, tmp_path, monkeypatch)
    assert {"update", "poweroff"} <= {path.name for path in tmp_path.iterdir()}
    assert "es" == box.appliance.language.now.code
    assert [] == in_english(box.heard, NAMES)


@pytest.mark.slow
def test_teaching_and_calibrating_by_the_menu_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the end, left in the middle, and with the camera unplugged: each time the next throw is read, and rightly."""
    box = played(OPTIONS, evening, tmp_path, monkeypatch)
    appliance = box.appliance
    assert 0 == box.wrong
    (taught,) = appliance.sight.taught.dice()
    assert "blue" == taught.name
    assert 1 in taught.shown
    kept = load(tmp_path / "simulated.toml").camera
    in_force = appliance.sight.calibrator.config.camera
    assert (kept.lens, kept.locked) == (in_force.lens, in_force.locked)
    assert kept.locked.settings() == box.camera.kept


@pytest.mark.slow
def test_teaching_and_calibrating_by_a_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the game's own camera, whether anybody throws or not; the players wait, and what they throw then is read."""
    box = played(OPTIONS, phone, tmp_path, monkeypatch)
    appliance, calibrated = box.appliance, box.done["calibrate"]
    assert (0, "calibrate.written") == (box.wrong, getattr(calibrated.said, "key", ""))
    kept = load(tmp_path / "simulated.toml").camera
    in_force = appliance.sight.calibrator.config.camera
    assert (kept.lens, kept.locked) == (in_force.lens, in_force.locked)
    assert kept.locked.settings() == box.camera.kept
    (taught,) = appliance.sight.taught.dice()
    assert ("blue", {1}) == (taught.name, set(taught.shown))
