"""Nothing that devices, doctor, calibration and teaching tell is left in English in Spanish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from msgspec import structs
from support.doctor import BENCH, CONFIG, HOME, LOUD, APi, with_other
from support.stadium import FixedClock

from firmware.devices.health import DeviceChange, Part, lost
from firmware.devices.protocols import AUTOMATIC, CameraSettings
from firmware.errors import DeviceError, RequestError
from firmware.network.privileged_requests import Request, ask
from firmware.network.wifi import SimulatedNetwork
from firmware.notice import Notice
from firmware.play.menus.actions import menu_actions
from firmware.setup.calibration import findings
from firmware.setup.calibration.findings import FoundDie, whole
from firmware.setup.doctor import devices, storage, system
from firmware.setup.doctor.devices import camera as look
from firmware.setup.doctor.machine import Machine
from firmware.setup.teaching_session import HOW, prompted, trouble
from firmware.simulated.peripherals import SimulatedButtons, check_plug
from scoreboard.language import ENGLISH, language
from scoreboard.language.catalogue import Length
from scoreboard.message import Message, Words
from vision.enrolled.matcher import EnrolledDie
from vision.enrolment.capture import Fault, Unusable
from vision.enrolment.session import Doubt, Doubtful
from vision.errors import MarkersError
from vision.geometry.stadium import STADIUM

SPANISH = language("es")
SAME = re.compile(r"[\W\d]*|home|SPI|/\S+|.*°C|sudo apt \S+ \S+|Raspberry Pi .*|bcm2835.*|stadium .*")
"""What may be the same: figures, paths, commands, and names of things."""


def plain(messages: Iterable[Words], length: Length = "sentence") -> list[str]:
    """Those that read the same in Spanish as in English."""
    both = [(ENGLISH(words, length), SPANISH.say(words, length)) for words in messages if words]
    assert both
    return [english for english, spanish in both if english == spanish and not SAME.fullmatch(english)]


def parts(found: Iterable[Notice]) -> list[Words]:
    """All that findings say."""
    return [
        words for each in found for words in (each.sentence, each.remedy, Message(f"about.{each.about or 'sound'}"))
    ]


def ill_pi(folder: Path, flags: str, degrees: str, mounts: str = "rw") -> APi:
    """A Raspberry Pi with much to say about it."""
    pi = APi(folder)
    pi.answers["vcgencmd get_throttled"] = f"throttled={flags}"
    pi.write("/sys/class/thermal/thermal_zone0/temp", degrees)
    pi.write("/sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    pi.write("/proc/mounts", f"/dev/mmcblk0p2 / ext4 {mounts},noatime 0 0\n")
    pi.write("/proc/asound/cards", "--- no soundcards ---\n")
    pi.lose("/run/systemd/timesync/synchronized")
    pi.groups = frozenset({"users"})
    return pi


def machine_findings(machine: Machine) -> Iterator[Notice]:
    """What the doctor finds of a machine."""
    yield from (system.power(machine), system.heat(machine), system.card(machine, HOME), system.permissions(machine))
    yield from (system.time(machine, FixedClock()), devices.spi(machine, CONFIG), devices.sound(machine, LOUD, BENCH))


def test_doctor(tmp_path: Path) -> None:
    """On a sound Pi, on two ill ones, and on a laptop; with devices that work, are missing or are not wanted."""
    worn, hot = ill_pi(tmp_path / "worn", "0xF", "75000"), ill_pi(tmp_path / "hot", "0xF0000", "85000", "ro")
    hot.locked |= {str(HOME), "/dev/spidev0.0"}
    worn.lose("/dev/spidev0.0")
    machines = [APi(tmp_path / "well").machine, worn.machine, hot.machine, Machine(tmp_path / "none", lambda _: None)]
    found = [each for machine in machines[:3] for each in machine_findings(machine)]
    laptop = machines[3]
    found += [system.board(laptop), system.power(laptop), system.heat(laptop), system.permissions(laptop)]
    held = SimulatedButtons()
    held.down = frozenset({"ok"})
    none = structs.replace(CONFIG, buttons=structs.replace(CONFIG.buttons, driver="none"))
    missing = with_other(camera=unplugged, buttons=unplugged, panel=unplugged)
    for bench in (BENCH, with_other(buttons=lambda: held, panel=lambda: None, camera=lambda: None), missing):
        found += [devices.buttons(laptop, CONFIG, bench), devices.panel(bench, (64, 16), lambda _: None)]
        found += list(look(bench))
    found += [
        devices.buttons(laptop, none, BENCH),
        devices.sound(laptop, CONFIG, BENCH),
        devices.sound(laptop, LOUD, BENCH),
    ]
    found += [storage.settings(None), storage.games(tmp_path / "games.sqlite")]
    assert plain(parts(found)) == []


def unplugged() -> None:
    """A device that is missing."""
    check_plug("camera", pulled=True)


def calibration_findings() -> Iterator[Notice]:
    """What a calibration may find that needs no picture."""
    settings = CameraSettings(8000, 1.0, (2.0, 2.0), 1.5)
    yield from (
        findings.of_camera(each, steady=steady) for each in (None, settings, AUTOMATIC) for steady in (True, False)
    )
    yield from (findings.of_markers(STADIUM, seen) for seen in (range(6), range(5), range(2)))
    yield from (findings.of_misfit(MarkersError("", off)) for off in (None, 3.2, float("inf")))
    yield from (findings.of_brightness((), white) for white in (255, 200, 100, 50, 20))
    yield from (findings.of_flicker(share) for share in (0.0, 0.1, 0.5))
    yield from (findings.MIRRORED, findings.NO_PICTURE, findings.NO_DICE, findings.of_print("red", 0.9))
    yield from (findings.of_astray(STADIUM, (0, 1)), findings.of_glare((), STADIUM))
    seen = [FoundDie(name, np.array(shade), size) for name, shade, size in DICE]
    yield from (findings.of_dice(wanted, seen, {}, lit=lit) for wanted in WANTED for lit in (True, False))
    yield from (each for size in (16.0, 22.0, 40.0) for each in findings.of_size([replace(seen[0], size=size)], 16.0))


DICE = [("red", (40.0, 60.0, 40.0), 16.0), ("blue", (40.0, 58.0, 40.0), 16.0), ("purple", (40.0, 0.0, -50.0), 16.0)]
WANTED = [("red", "blue"), ("red", "purple"), ("red",), ("green", "white"), ("red", "blue", "white")]


def test_calibration() -> None:
    """Each finding, by itself and with its remedy."""
    found = list(calibration_findings())
    assert plain(parts(found)) == []
    assert plain(map(whole, found)) == []


@pytest.mark.parametrize("length", ["sentence", "panel"])
def test_teaching(length: Length) -> None:
    """Each thing that may be wrong with a picture, and each face that is asked for."""
    asking = Asking()
    outcomes = [*map(Unusable, get_args(Fault)), *(Doubtful(why, 7) for why in get_args(Doubt))]
    messages: list[Words] = [trouble(asking, outcome) for outcome in outcomes]  # type: ignore[arg-type] # stands in
    for asked in (*HOW, 4, None):
        asking.asked = asked
        messages.append(prompted(asking))  # type: ignore[arg-type] # likewise
    assert plain(messages, length) == []


class Asking:
    """As much of an enrolment as is worded."""

    asked: int | None = 4
    die = EnrolledDie("red", ())
    progress = (3, 10)


@pytest.mark.parametrize("length", ["sentence", "panel"])
def test_losses(length: Length) -> None:
    """Each part, lost and back."""
    changes = [
        DeviceChange(part, each and lost(part, each), has_stand_in=part in ("camera", "buttons")).message
        for part in get_args(Part) for each in (None, unplugged_words())
        if each is None or part != "card"
    ]  # fmt: skip
    assert plain([each.panel if length == "panel" else each.sentence for each in changes], length) == []


def unplugged_words() -> Words:
    """What a missing device says."""
    with pytest.raises(DeviceError) as raised:
        unplugged()
    return raised.value.words


def test_errands(tmp_path: Path) -> None:
    """How to join, a Wi-Fi of its own, shutting down; and that it cannot be asked for."""

    def refused(request: Request) -> None:
        ask(request, tmp_path / "none")

    for actions in (
        menu_actions(SimulatedNetwork(), lambda _: None),
        menu_actions(SimulatedNetwork(), refused, lambda: None),
    ):
        notices = [action() for action in actions.values()]
        assert plain([each.sentence for each in notices]) == []
        assert plain([each.panel for each in notices if isinstance(each.panel, Message)], "panel") == []
    with pytest.raises(RequestError, match=r"^poweroff: this stadium is not installed as a service; see docs"):
        refused("poweroff")
