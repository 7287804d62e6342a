"""Smart dice as they advertise, and a BlueZ of our own that hears them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest

from firmware.devices.smart_dice.advertisement import DIE_SERVICES, INFORMATION, MADE, NUMBERED, PixelHeard
from firmware.devices.smart_dice.advertisement import read_advertisement as read

ROLLED, HANDLED, ROLLING, CROOKED, LYING = 1, 2, 3, 4, 5
D6, D10, D00, D20, PIPPED, FUDGE = 2, 4, 5, 7, 8, 9
NEW, TWISTED = 1_704_150_001, 1_704_150_000
"""When firmware was built, before and after the faces of a d6 were put in order."""


def heard(
    face: int = 7,
    *,
    name: str | None = "Lucky",
    number: int = 0x1A2B3C4D,
    kind: int = D10,
    state: int = ROLLED,
    battery: int = 80,
    built: int = NEW,
    lights: int = 10,
) -> PixelHeard | None:
    """What is heard of a die whose face of that index is up."""
    made = MADE.pack(lights, kind << 4 | 3, state, face, battery)
    return read(name, [DIE_SERVICES[0]], {0xFFFF: made}, {INFORMATION: NUMBERED.pack(number, built)})


def known(face: int = 7, **others: object) -> PixelHeard:
    """The same, of which all was heard."""
    die = heard(face, **others)  # type: ignore[arg-type] # as `heard` has them
    assert die is not None
    return die


class Clock:
    """A clock that is set; who waits hears what comes meanwhile."""

    def __init__(self) -> None:
        self.at = 100.0
        self.meanwhile: list[tuple[float, Callable[[], None]]] = []
        self.waited = 0.0

    def __call__(self) -> float:
        """The moment."""
        return self.at

    def wait(self, condition: Callable[[], bool], seconds: float) -> None:
        """Until that is so."""
        until = self.at + seconds
        while not condition() and self.meanwhile and self.meanwhile[0][0] <= until:
            at, act = self.meanwhile.pop(0)
            self.waited += at - self.at
            self.at = at
            act()
        if not condition():
            self.waited += until - self.at
            self.at = until


BUS_TYPES = """
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth><auth>ANONYMOUS</auth>
<allow_anonymous/><policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/></policy></busconfig>
"""


class BlueZ:
    """A system bus in that folder, with a Bluetooth service on it that hears one die again and again."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, *, powered: bool = True) -> None:
        daemon = shutil.which("dbus-daemon")
        if daemon is None:
            pytest.skip("dbus-daemon is not installed")
        socket, config = folder / "bus", folder / "bus.conf"
        config.write_text(BUS_TYPES.format(socket=socket), encoding="utf-8")
        self.address = f"unix:path={socket}"
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", self.address)
        command = [daemon, f"--config-file={config}", "--nofork", "--print-address"]
        self._bus = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self._bus.stdout is not None
        self._bus.stdout.readline()
        self._service: subprocess.Popen[bytes] | None = None
        self.powered = powered

    def start(self) -> None:
        """The service comes."""
        tests = Path(__file__).parents[1]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(tests), str(tests.parent)))}
        command = [sys.executable, "-m", "support.bluez", "on" if self.powered else "off"]
        self._service = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        assert self._service.stdout is not None
        self._service.stdout.readline()

    def stop(self) -> None:
        """The service goes."""
        if self._service is not None:
            self._service.kill()
            self._service.communicate()
            self._service = None

    def __enter__(self) -> Self:
        """It is there."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """It is gone, and its bus."""
        self.stop()
        self._bus.kill()
        self._bus.communicate()
