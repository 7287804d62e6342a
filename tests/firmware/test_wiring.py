"""What may be missing at the start, and what may not."""

from __future__ import annotations

import sys
from queue import SimpleQueue
from typing import Any
from unittest.mock import create_autospec

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory
from msgspec import structs
from support.hang import GIVE_UP_S

from firmware import wiring
from firmware.config.schema import CameraConfig, Config, PixelsConfig, shipped
from firmware.devices import gpio_buttons
from firmware.devices.file_cameras import UsbCamera
from firmware.devices.health import DeviceChange, Part
from firmware.devices.protocols import Camera, Devices
from firmware.errors import DeviceError
from scoreboard.language import ENGLISH

CONFIG = shipped()


@pytest.fixture(autouse=True)
def no_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without any of a Pi's libraries."""
    for library in ("picamera2", "lgpio", "spidev"):
        monkeypatch.setitem(sys.modules, library, None)


def configured(camera: str = "picamera2", buttons: str = "gpio", panel: str = "max7219") -> Config:
    """The shipped configuration with other drivers."""
    changes: dict[str, Any] = {
        "camera": structs.replace(CONFIG.camera, source=camera, path="/nowhere" if camera in wiring.PICTURES else ""),
        "buttons": structs.replace(CONFIG.buttons, driver=buttons, bounce_ms=0),
        "panel": structs.replace(CONFIG.panel, driver=panel),
    }
    return structs.replace(CONFIG, **changes)


def opened(config: Config, *needed: Part) -> Devices:
    """The devices, given back again."""
    devices = wiring.devices(config, needed=needed)
    devices.close()
    return devices


@pytest.mark.parametrize(
    ("config", "lost"),
    [
        (configured(buttons="mock", panel="simulated"), {"camera"}),
        (configured(buttons="mock"), {"camera", "panel"}),
        (configured(panel="simulated"), {"camera", "buttons"}),
    ],
)
def test_what_the_configuration_names_may_come_later(config: Config, lost: set[Part]) -> None:
    """As long as anything is there, the appliance starts, and says of each missing device what to do."""
    devices = opened(config)
    assert lost == devices.health.troubles.keys()
    assert {"camera", "buttons", "panel"} == devices.health.devices.keys()
    assert all("sudo apt install" in ENGLISH(trouble.sentence) for trouble in devices.health.troubles.values())


def test_with_nothing_at_all_it_does_not_start() -> None:
    """No camera, no buttons and no panel: one line names all three."""
    with pytest.raises(DeviceError, match=r"spidev.*; .*lgpio.*; .*picamera2"):
        wiring.devices(configured())


def test_named_devices_must_be_there() -> None:
    """Who types --camera is there to put it right."""
    with pytest.raises(DeviceError, match="picamera2"):
        wiring.devices(configured(buttons="mock", panel="simulated"), needed=["camera"])


def test_phones_are_something_to_play_with() -> None:
    """A camera that is missing at the start, and nothing else but the page: the game is on, and says what is lost."""
    config = configured(buttons="none", panel="none")
    devices = wiring.devices(config, has_page=True)
    devices.close()
    assert {"camera"} == devices.health.troubles.keys()
    with pytest.raises(DeviceError, match="picamera2"):
        wiring.devices(config)
    with pytest.raises(DeviceError, match="picamera2"):
        wiring.devices(config, needed=["camera"], has_page=True)


@pytest.mark.parametrize(
    ("config", "part", "why"),
    [
        (configured(camera="none", buttons="keys", panel="simulated"), "buttons", "need a terminal"),
        (configured(camera="folder", buttons="mock", panel="simulated"), "camera", "nowhere"),
        (configured(camera="video", buttons="mock", panel="simulated"), "camera", "nowhere"),
    ],
)
def test_what_cannot_come_later_is_missed_all_the_same(
    config: Config, part: Part, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keys without a terminal, pictures that are not there: set by a phone, they would shut out every phone."""
    monkeypatch.setattr("sys.stdin", None)
    devices = opened(config)
    assert [part] == [*devices.health.troubles]
    assert why in ENGLISH(devices.health.troubles[part].sentence)
    with pytest.raises(DeviceError, match=why):
        opened(config, part)


def test_a_camera_that_is_missing_at_the_start_is_found_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody need start again."""
    monkeypatch.setattr("firmware.devices.supervisor.PAUSES_S", (0.0,))
    camera = create_autospec(UsbCamera, instance=True)
    camera.frame.return_value = np.zeros((2, 2, 3), np.uint8)
    comes = iter((DeviceError("no camera"), DeviceError("still none"), camera))

    def plugged(_: CameraConfig) -> Camera:
        found = next(comes)
        if isinstance(found, DeviceError):
            raise found
        return found

    monkeypatch.setitem(wiring.LIVE, "usb", plugged)
    devices = wiring.devices(configured(camera="usb", buttons="none", panel="none"), has_page=True)
    assert devices.camera is not None
    assert {"camera"} == devices.health.troubles.keys()
    assert (2, 2, 3) == devices.camera.frame().shape  # type: ignore[union-attr] # there is one
    assert not devices.health.troubles
    devices.close()


def test_unchosen_missing_devices_do_not_matter() -> None:
    """A panel that was not asked for on the command line may be missing."""
    assert {"camera", "panel"} == opened(configured(buttons="mock"), "buttons").health.troubles.keys()


def test_every_device_is_waited_for_by_the_watchdog() -> None:
    """A camera and a panel must tick; buttons need not be pressed."""
    devices = opened(configured(buttons="mock", panel="simulated"))
    devices.heartbeat.all_alive()
    for part in ("camera", "panel"):
        assert not devices.heartbeat.all_alive()
        devices.heartbeat.beat(part)
    assert devices.heartbeat.all_alive()


def test_pins_given_back_can_be_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices opened before one that is needed and missing are given back."""
    factory = MockFactory()
    monkeypatch.setitem(gpio_buttons.FACTORIES, "mock", lambda: factory)  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(DeviceError):
            wiring.devices(configured(buttons="mock"), needed=["camera"])


def test_smart_dice_that_cannot_be_heard_cost_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library the game begins as without them; who has not switched them on loads none."""
    monkeypatch.setitem(sys.modules, "bleak", None)
    config, changes = configured("none", "mock", "none"), SimpleQueue[DeviceChange]()
    assert None is opened(config).dice
    listening = wiring.devices(structs.replace(config, pixels=PixelsConfig(driver="bluetooth", dice={"Lucky": "red"})))
    assert listening.dice is not None
    listening.health.listen(changes.put)
    assert "python3-bleak" in ENGLISH(changes.get(timeout=GIVE_UP_S).message.sentence)
    listening.close()
    assert not listening.health.lacks("pixels")
    assert None is listening.dice.word_of("red", 10, 0.0)
