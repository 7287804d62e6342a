"""The doctor looks at the machine and its devices: a Pi in good order is green, and what is wrong says what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from PIL import Image
from support.doctor import BENCH, CONFIG, HOME, LOUD, APi, seen, with_other
from support.stadium import FixedClock

from firmware.devices.sound.repertoire import Samples, samples
from firmware.errors import DeviceError
from firmware.setup.doctor import devices, system
from firmware.setup.doctor.bench import configured
from firmware.setup.doctor.devices import camera as look
from firmware.setup.doctor.machine import Machine, answer, package
from firmware.simulated.peripherals import SimulatedButtons
from scoreboard.language import ENGLISH, language


@pytest.fixture
def pi(tmp_path: Path) -> APi:
    """A Raspberry Pi in good order."""
    return APi(tmp_path / "pi")


# -- the machine


def test_healthy_pi_is_green(pi: APi) -> None:
    """There is nothing to do anywhere."""
    machine = pi.machine
    found = [
        system.board(machine),
        system.versions(machine),
        system.power(machine),
        system.heat(machine),
        system.card(machine, HOME),
        system.time(machine, FixedClock()),
        system.permissions(machine),
        devices.buttons(machine, CONFIG, BENCH),
        devices.spi(machine, CONFIG),
        devices.sound(machine, LOUD, BENCH),
    ]
    assert [("green", False)] * len(found) == [seen(each) for each in found]


def test_checks_of_a_pi_are_skipped_elsewhere(tmp_path: Path) -> None:
    """A laptop has no throttling, thermometer or groups: they are skipped, and not called well."""
    machine = Machine(tmp_path, lambda _: None)
    checks = (system.board, system.power, system.heat, system.permissions)
    assert [("skipped", False)] * 4 == [seen(check(machine)) for check in checks]
    assert "no Raspberry Pi" in ENGLISH(system.board(machine).sentence)


@pytest.mark.parametrize(
    ("flags", "level", "words"),
    [
        ("0x0", "green", "enough"),
        ("0x1", "red", "now: the supply gives too little voltage"),
        ("0x50005", "red", "now: the supply gives too little voltage, it is throttled"),
        ("0x50000", "amber", "since it was started: the supply gives too little voltage, it is throttled"),
        ("0x8", "amber", "now: it is too hot"),
        ("0x20000", "amber", "since it was started: it runs slowed down"),
    ],
)
def test_the_firmware_s_flags_are_read(pi: APi, flags: str, level: str, words: str) -> None:
    """Bits 0 to 3 speak of now, the same sixteen places on of the time since it was started."""
    pi.answers["vcgencmd get_throttled"] = f"throttled={flags}"
    finding = system.power(pi.machine)
    assert (level, True) == (finding.severity, ENGLISH(finding.sentence).startswith(words)), finding


def test_without_vcgencmd_the_kernel_is_asked(pi: APi) -> None:
    """Inside the service there may be no command to ask."""
    pi.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert ("red", True) == seen(system.power(pi.machine))


@pytest.mark.parametrize(
    ("reading", "level"), [("69999", "green"), ("70000", "amber"), ("80000", "red"), ("?", "skipped")]
)
def test_heat_is_judged(pi: APi, reading: str, level: str) -> None:
    """From 80 degrees on a Pi slows itself down."""
    pi.write("/sys/class/thermal/thermal_zone0/temp", reading)
    assert level == system.heat(pi.machine).severity


def test_a_card_that_may_not_be_written_is_red(pi: APi) -> None:
    """And the advice tells a worn card from a wrong user."""
    pi.locked.add(str(HOME))
    assert "sudo -u stadium" in ENGLISH(system.card(pi.machine, HOME).remedy)
    pi.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n")
    finding = system.card(pi.machine, HOME)
    assert ("red", True) == (finding.severity, "read-only" in ENGLISH(finding.remedy))


def test_a_card_that_has_met_errors_is_amber(pi: APi) -> None:
    """Ext4 remembers them across restarts: the card is wearing out."""
    pi.write("/sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    finding = system.card(pi.machine, HOME)
    assert ("amber", True) == (finding.severity, "stadium backup" in ENGLISH(finding.remedy))


@pytest.mark.parametrize(("free_mb", "level"), [(5000, "green"), (400, "amber"), (10, "red")])
def test_nearly_full_card_is_reported(pi: APi, monkeypatch: pytest.MonkeyPatch, free_mb: int, level: str) -> None:
    """Amber while there is time to make room, red when there is none."""
    monkeypatch.setattr(Machine, "room", lambda *_: (free_mb << 20, 16000 << 20))
    assert (level, level != "green") == seen(system.card(pi.machine, HOME))


class At1970(FixedClock):
    """A clock that has stopped."""

    def now(self) -> str:
        """The moment."""
        return "1970-01-01T00:01:00Z"


def test_a_clock_at_1970_is_amber_and_play_goes_on(pi: APi) -> None:
    """It says that games are kept in order all the same."""
    finding = system.time(pi.machine, At1970())
    assert ("amber", True) == (finding.severity, "in order all the same" in ENGLISH(finding.remedy))


def test_unset_clock_is_amber(pi: APi) -> None:
    """Unless timedatectl says that somebody has."""
    pi.lose("/run/systemd/timesync/synchronized")
    assert ("amber", True) == seen(system.time(pi.machine, FixedClock()))
    pi.answers["timedatectl show --property=NTPSynchronized --value"] = "yes"
    assert ("green", False) == seen(system.time(pi.machine, FixedClock()))


def test_time_is_written_as_people_write_it(pi: APi) -> None:
    """The month by its name, in the language of who asks."""
    words = system.time(pi.machine, FixedClock()).sentence
    assert "1 April 2026, 18:00 UTC, set by the network" == ENGLISH(words)
    assert language("es").say(words).startswith("1 de abril de 2026, 18:00 UTC")


def test_missing_group_is_named(pi: APi) -> None:
    """And the command that adds it."""
    pi.groups = frozenset({"gpio", "video", "audio"})
    finding = system.permissions(pi.machine)
    assert "red" == finding.severity
    assert "spi (the panel)" in ENGLISH(finding.sentence)
    assert "usermod -aG spi " in ENGLISH(finding.remedy)


def test_versions_are_named_for_a_report(pi: APi) -> None:
    """Ours, Python's, the libraries' and the system's."""
    sentence = ENGLISH(system.versions(pi.machine).sentence)
    assert all(part in sentence for part in ("stadium 1-stadium-scoreboard", "Python 3.", "numpy 1-numpy", "trixie"))


def test_a_machine_answers_what_it_can(tmp_path: Path) -> None:
    """A command that is not there, fails or hangs, a file that cannot be read, a package that is not installed."""
    assert [None, None, "yes"] == [answer(["no-such-command"]), answer(["false"]), answer(["echo", "yes"])]
    assert (None, None, None) == (package("no-such-package"), Machine(tmp_path).read("/"), Machine(tmp_path).read("/x"))
    assert Machine(tmp_path / "none").room("/") is None


def test_root_has_groups(pi: APi) -> None:
    """Root may do everything."""
    pi.groups = frozenset({"root"})
    assert ("green", False) == seen(system.permissions(pi.machine))


# -- the devices


def test_a_button_that_is_down_is_amber(pi: APi) -> None:
    """A wire that touches ground looks like a finger."""
    held = SimulatedButtons()
    held.down = frozenset({"ok", "undo"})
    finding = devices.buttons(pi.machine, CONFIG, with_other(buttons=lambda: held))
    assert ("amber", "down now: OK, UNDO") == (finding.severity, ENGLISH(finding.sentence))


def broken() -> None:
    """A device that is missing."""
    raise DeviceError("no such device: plug it in")


def test_unopened_devices_are_red(pi: APi) -> None:
    """Pins, panel and camera, with the driver's own advice."""
    ill = with_other(camera=broken, buttons=broken, panel=broken)
    found = [devices.buttons(pi.machine, CONFIG, ill), devices.panel(ill, (64, 16), no_wait), *look(ill)]
    assert [("red", "no such device: plug it in")] * 3 == [(each.severity, ENGLISH(each.remedy)) for each in found]


def no_wait(_: float) -> None:
    """Go on at once."""


def test_missing_or_foreign_bus(pi: APi) -> None:
    """Each is red, with its own command."""
    pi.locked.add("/dev/spidev0.0")
    assert "usermod" in ENGLISH(devices.spi(pi.machine, CONFIG).remedy)
    pi.lose("/dev/spidev0.0")
    assert "do_spi 0" in ENGLISH(devices.spi(pi.machine, CONFIG).remedy)


def test_missing_sound_card_is_only_amber(pi: APi) -> None:
    """Amber, never red; nor is a missing player."""
    pi.write("/proc/asound/cards", "--- no soundcards ---\n")
    assert ("amber", True) == seen(devices.sound(pi.machine, LOUD, BENCH))
    pi.answers.clear()
    found = devices.sound(pi.machine, LOUD, BENCH)
    assert ("amber", "sudo apt install alsa-utils") == (found.severity, ENGLISH(found.remedy))


class Card:
    """A sound card that keeps what was played, or a broken one."""

    def __init__(self, *, broken: bool = False) -> None:
        self.broken, self.samples, self.closed = broken, 0, False

    def write(self, samples: Samples) -> None:
        """Count it."""
        if self.broken:
            raise DeviceError("the sound card hangs; check the plug")
        self.samples += samples.size

    def rest(self) -> None:
        """It has been played."""

    def close(self) -> None:
        """Remember that."""
        self.closed = True


def test_two_notes_are_played(pi: APi) -> None:
    """So that one hears whether it works; a card that fails is amber with what to do."""
    card, broken = Card(), Card(broken=True)
    found = devices.sound(pi.machine, LOUD, with_other(card=lambda: card))
    assert "green" == found.severity
    assert "two notes" in ENGLISH(found.sentence)
    assert samples("ask").size == card.samples
    found = devices.sound(pi.machine, LOUD, with_other(card=lambda: broken))
    assert ("amber", "the sound card hangs; check the plug") == (found.severity, ENGLISH(found.remedy))
    assert (True, True) == (card.closed, broken.closed)


def test_a_voice_is_looked_for_in_the_language_of_the_table(pi: APi) -> None:
    """Amber without espeak-ng or without that voice, each with what to do; skipped where nobody is to speak."""
    spanish = structs.replace(LOUD, game=structs.replace(LOUD.game, language="es"))
    quiet = structs.replace(LOUD, sound=structs.replace(LOUD.sound, voice="off"))
    assert ("green", False) == seen(devices.voice(pi.machine, LOUD))
    assert "en-us" in ENGLISH(devices.voice(pi.machine, LOUD).sentence)
    assert "sudo apt install espeak-ng-data" == devices.voice(pi.machine, spanish).remedy
    assert "skipped" == devices.voice(pi.machine, quiet).severity
    pi.answers.clear()
    found = devices.voice(pi.machine, LOUD)
    assert ("amber", "sudo apt install espeak-ng") == (found.severity, ENGLISH(found.remedy))


def test_test_pattern_shows_a_turned_panel() -> None:
    """Shown for its time; no turn or flip of it is the same picture."""
    waited: list[float] = []
    assert "green" == devices.panel(BENCH, (64, 16), waited.append).severity
    assert [devices.PATTERN_S] == waited
    picture = devices.pattern((64, 16))
    ways = Image.Transpose
    turned = [picture.transpose(way) for way in (ways.ROTATE_180, ways.FLIP_LEFT_RIGHT, ways.FLIP_TOP_BOTTOM)]
    assert picture.tobytes() not in [other.tobytes() for other in turned]


@pytest.mark.parametrize(
    ("settings", "level", "words", "remedy"),
    [
        ({}, "green", "a score draws 0.3 A, all lights at once 1.0 A; it is kept below 2.4 A", ""),
        ({"brightness": 255}, "green", "all lights at once 5.7 A; it is kept below 2.4 A", ""),
        ({"driver": "ws2812"}, "green", "draws 3.0 A, all lights at once 10.7 A; it is kept below 14.4 A", ""),
        ({"driver": "ws2812", "max_amps": 3.0}, "amber", "would draw 3.0 A; it is dimmed to stay below 2.4 A", "5 A"),
        ({"driver": "ws2812", "max_amps": 10.0, "brightness": 255}, "amber", "would draw 13.3 A", "18 A"),
        ({"driver": "simulated"}, "skipped", "driver is simulated", ""),
    ],
)
def test_the_panels_supply_is_weighed_against_a_score(
    settings: dict[str, Any], level: str, words: str, remedy: str
) -> None:
    """It carries a score undimmed, or it is told which supply would."""
    found = devices.panel_power(structs.replace(CONFIG.panel, **settings))
    assert (level, bool(remedy)) == seen(found)
    assert words in ENGLISH(found.sentence)
    assert remedy in ENGLISH(found.remedy)


def test_what_the_settings_do_without_is_skipped(pi: APi) -> None:
    """No camera, no buttons on pins, no panel: nothing to mend."""
    bare = structs.replace(
        CONFIG,
        camera=structs.replace(CONFIG.camera, source="none"),
        buttons=structs.replace(CONFIG.buttons, driver="none"),
        panel=structs.replace(CONFIG.panel, driver="none"),
        sound=structs.replace(CONFIG.sound, driver="none"),
    )
    bare_bench = configured(bare)
    found = [
        devices.buttons(pi.machine, bare, bare_bench),
        devices.spi(pi.machine, bare),
        devices.panel(bare_bench, (64, 16), no_wait),
        devices.sound(pi.machine, bare, bare_bench),
        devices.voice(pi.machine, bare),
        *look(bare_bench),
    ]
    assert {"skipped"} == {each.severity for each in found}
