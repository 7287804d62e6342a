"""Smart dice are heard through the real library and a real bus, on which a small BlueZ of our own stands."""

from __future__ import annotations

import sys
from pathlib import Path
from queue import Queue

import pytest
from support.hang import GIVE_UP_S
from support.pixels import BlueZ

from firmware.config.schema import PixelsConfig
from firmware.devices.smart_dice.advertisement import PixelHeard
from firmware.devices.smart_dice.bluetooth import BluetoothRadio, heard_within
from firmware.notice import Notice
from firmware.setup.doctor.dice_heard import smart_dice
from scoreboard.language import ENGLISH


class Ears:
    """Who listens to a radio."""

    def __init__(self, silent_s: float = 30.0) -> None:
        self.heard: Queue[PixelHeard] = Queue()
        self.troubles: Queue[Notice | None] = Queue()
        self.radio = BluetoothRadio(self.heard.put, self.troubles.put, silent_s)

    def trouble(self) -> str:
        """The sentence of the next notice; empty where all is well."""
        notice = self.troubles.get(timeout=GIVE_UP_S)
        return "" if notice is None else ENGLISH(notice.sentence)

    def faces(self) -> set[int | None]:
        """What the next two dice show."""
        return {self.heard.get(timeout=GIVE_UP_S).value for _ in range(2)}


def test_a_die_is_heard_that_says_the_same_and_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its name and number, again and again; and by the doctor's ear at the same time."""
    with BlueZ(tmp_path, monkeypatch):
        ears = Ears()
        assert "" == ears.trouble()
        assert {7, 3} == ears.faces() | ears.faces()
        while not (dice := heard_within(0.3)):
            pass
        (die,) = dice
        assert ("Lucky", "1A2B3C4D", "d10") == (die.name, die.number, die.type)
        finding = smart_dice(PixelsConfig(driver="bluetooth", dice={"lucky": "red"}), lambda _: [die])
        assert "green" == finding.severity
        assert "heard: Lucky (1A2B3C4D, d10, battery 80 %) is the red die" == ENGLISH(finding.sentence)
        ears.radio.close()


@pytest.mark.untraced
def test_bluetooth_that_comes_late_and_goes_is_heard_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No service, a radio that is off, a service that restarts: each is told once, and none ends the radio."""
    monkeypatch.setattr("firmware.devices.supervisor.PAUSES_S", (0.1,))
    off = BlueZ(tmp_path, monkeypatch, powered=False)
    ears = Ears(silent_s=0.5)
    assert ears.trouble().startswith("No smart die is heard, for Bluetooth cannot be used")
    with off:
        assert ears.trouble()
        off.stop()
        off.powered = True
        off.start()
        while ears.trouble():
            pass
        ears.faces()
        off.stop()
        while not ears.trouble():
            pass
        off.start()
        while ears.trouble():
            pass
        ears.heard.queue.clear()
        ears.faces()
        ears.radio.close()


def test_missing_library_is_reported_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, and in the check-up too; nothing else happens."""
    monkeypatch.setitem(sys.modules, "bleak", None)
    ears = Ears()
    assert "sudo apt install python3-bleak" in ears.trouble()
    ears.radio.close()
    assert ears.troubles.empty()
    finding = smart_dice(PixelsConfig(driver="bluetooth", dice={}))
    assert "sudo apt install python3-bleak" in ENGLISH(finding.remedy)
