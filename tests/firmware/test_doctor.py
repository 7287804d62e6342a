"""The doctor finds what is amiss on a Pi made of files, says what to do, and stays useful where there is no Pi."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from PIL import Image
from scoreboard_kit import SETUP, command_line
from stadium_kit import FixedClock

from firmware.__main__ import main
from firmware.config import load
from firmware.devices import Frame
from firmware.doctor import Check, Finding, Machine, worst
from firmware.doctor import devices as device_checks
from firmware.doctor.bench import Bench, StillLife, configured
from firmware.doctor.devices import Pattern, Pins, Sound, Spi
from firmware.doctor.keeping import Games, Settings, is_playing
from firmware.doctor.machine import answer, package
from firmware.doctor.sight import Sight
from firmware.doctor.system import Board, Disk, Heat, Permissions, Power, Time, Versions
from firmware.errors import DeviceError
from firmware.simulated.buttons import SimulatedButtons
from firmware.simulated.panel import SimulatedPanel
from firmware.simulated.stadium import Stadium
from scoreboard.journal import Journal

HEALTHY = {
    "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\x00",
    "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs ro 0 0\n",
    "/proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n",
    "/sys/class/thermal/thermal_zone0/temp": "48312\n",
    "/sys/fs/ext4/mmcblk0p2/errors_count": "0\n",
    "/sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "/run/systemd/timesync/synchronized": "",
    "/etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "/dev/gpiochip0": "",
    "/dev/spidev0.0": "",
    "/var/lib/stadium/games.sqlite.lock": "",
}
"""A Raspberry Pi in good order, as far as its files tell."""
HOME = Path("/var/lib/stadium")


class APi:
    """A machine made of a folder and a few answers."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.answers = {"aplay --version": "aplay: version 1.2.14"}
        self.groups = frozenset({"gpio", "spi", "video", "audio", "stadium"})
        self.locked: set[str] = set()
        for path, text in HEALTHY.items():
            self.write(path, text)

    def write(self, path: str, text: str) -> None:
        """Have the machine's file say ``text``."""
        file = self.root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def lose(self, path: str) -> None:
        """Have no such file."""
        (self.root / path.lstrip("/")).unlink()

    @property
    def machine(self) -> Machine:
        """The machine as the checks see it."""
        return Machine(self.root, self._answer, lambda: self.groups, self._may_write, lambda name: f"1-{name}")

    def _answer(self, command: Sequence[str]) -> str | None:
        return self.answers.get(" ".join(command))

    def _may_write(self, path: Path) -> bool:
        return not any(path.is_relative_to(self.root / locked.lstrip("/")) for locked in self.locked)


@pytest.fixture
def pi(tmp_path: Path) -> APi:
    """A Raspberry Pi in good order."""
    return APi(tmp_path / "pi")


@pytest.fixture
def bench() -> Bench:
    """Simulated devices that all work."""
    return Bench(
        lambda: StillLife(Stadium(4), 0.1),
        SimulatedButtons,
        lambda: SimulatedPanel((64, 16)),
        markers=True,
        source="simulated",
    )


CONFIG = load()
LOUD = structs.replace(CONFIG, sound=structs.replace(CONFIG.sound, driver="alsa"))


def seen(check: Check) -> tuple[str, bool]:
    """The level of what a check finds, and whether it says what to do."""
    finding = check.check()
    return finding.level, bool(finding.do)


# -- the machine


def test_a_pi_in_good_order_is_green(pi: APi, bench: Bench) -> None:
    """Nothing to do anywhere."""
    machine = pi.machine
    checks: list[Check] = [
        Board(machine),
        Versions(machine),
        Power(machine),
        Heat(machine),
        Disk(machine, HOME),
        Time(machine, FixedClock()),
        Permissions(machine),
        Pins(machine, CONFIG, bench),
        Spi(machine, CONFIG),
        Sound(machine, LOUD),
    ]
    assert {check.name: ("green", False) for check in checks} == {check.name: seen(check) for check in checks}


def test_where_there_is_no_pi_it_says_so_and_finds_nothing_wrong_with_that(tmp_path: Path) -> None:
    """A laptop has no throttling, thermometer or groups: they are skipped, and not called well."""
    machine = Machine(tmp_path, lambda _: None)
    checks = [Board(machine), Power(machine), Heat(machine), Permissions(machine)]
    assert [("skipped", False)] * 4 == [seen(check) for check in checks]
    assert "no Raspberry Pi" in Board(machine).check().said


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
    finding = Power(pi.machine).check()
    assert (level, True) == (finding.level, finding.said.startswith(words)), finding


def test_without_vcgencmd_the_kernel_is_asked(pi: APi) -> None:
    """Inside the service there may be no command to ask."""
    pi.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    assert ("red", True) == seen(Power(pi.machine))


@pytest.mark.parametrize(
    ("told", "level"), [("69999", "green"), ("70000", "amber"), ("80000", "red"), ("?", "skipped")]
)
def test_heat_is_judged(pi: APi, told: str, level: str) -> None:
    """From 80 degrees on a Pi slows itself down."""
    pi.write("/sys/class/thermal/thermal_zone0/temp", told)
    assert level == Heat(pi.machine).check().level


def test_a_card_that_may_not_be_written_is_red(pi: APi) -> None:
    """And the advice tells a worn card from a wrong user."""
    pi.locked.add(str(HOME))
    assert "sudo -u stadium" in Disk(pi.machine, HOME).check().do
    pi.write("/proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n")
    finding = Disk(pi.machine, HOME).check()
    assert ("red", True) == (finding.level, "read-only" in finding.do)


def test_a_card_that_has_met_errors_is_amber(pi: APi) -> None:
    """Ext4 remembers them across restarts: the card is wearing out."""
    pi.write("/sys/fs/ext4/mmcblk0p2/errors_count", "3\n")
    finding = Disk(pi.machine, HOME).check()
    assert ("amber", True) == (finding.level, "stadium backup" in finding.do)


@pytest.mark.parametrize(("free_mb", "level"), [(5000, "green"), (400, "amber"), (10, "red")])
def test_a_full_card_is_told_before_it_is_full(
    pi: APi, monkeypatch: pytest.MonkeyPatch, free_mb: int, level: str
) -> None:
    """Amber while there is time to make room, red when there is none."""
    monkeypatch.setattr(Machine, "room", lambda *_: (free_mb << 20, 16000 << 20))
    assert (level, level != "green") == seen(Disk(pi.machine, HOME))


class At1970(FixedClock):
    """A clock that has stopped."""

    def now(self) -> str:
        """The moment."""
        return "1970-01-01T00:01:00Z"


def test_a_clock_at_1970_is_amber_and_play_goes_on(pi: APi) -> None:
    """It says that games are kept in order all the same."""
    finding = Time(pi.machine, At1970()).check()
    assert ("amber", True) == (finding.level, "in order all the same" in finding.do)


def test_a_clock_that_nobody_set_is_amber(pi: APi) -> None:
    """Unless timedatectl says that somebody has."""
    pi.lose("/run/systemd/timesync/synchronized")
    assert ("amber", True) == seen(Time(pi.machine, FixedClock()))
    pi.answers["timedatectl show --property=NTPSynchronized --value"] = "yes"
    assert ("green", False) == seen(Time(pi.machine, FixedClock()))


def test_a_missing_group_is_named_with_what_it_is_for(pi: APi) -> None:
    """And the command that adds it."""
    pi.groups = frozenset({"gpio", "video", "audio"})
    finding = Permissions(pi.machine).check()
    assert ("red", True, True) == (finding.level, "spi (the panel)" in finding.said, "usermod -aG spi " in finding.do)


def test_versions_are_named_for_a_report(pi: APi) -> None:
    """Ours, Python's, the libraries' and the system's."""
    said = Versions(pi.machine).check().said
    assert all(part in said for part in ("stadium 1-stadium-scoreboard", "Python 3.", "numpy 1-numpy", "trixie"))


def test_a_machine_answers_what_it_can(tmp_path: Path) -> None:
    """A command that is not there, fails or hangs, a file that cannot be read, a package that is not installed."""
    assert [None, None, "yes"] == [answer(["no-such-command"]), answer(["false"]), answer(["echo", "yes"])]
    assert (None, None, None) == (package("no-such-package"), Machine(tmp_path).read("/"), Machine(tmp_path).read("/x"))
    assert Machine(tmp_path / "none").room("/") is None


# -- the devices


def test_a_button_that_is_down_is_amber(pi: APi, bench: Bench) -> None:
    """A wire that touches ground looks like a finger."""
    held = SimulatedButtons()
    held.down = frozenset({"ok", "undo"})
    finding = Pins(pi.machine, CONFIG, with_other(bench, buttons=lambda: held)).check()
    assert ("amber", "down now: OK, UNDO") == (finding.level, finding.said)


def with_other(bench: Bench, **changed: object) -> Bench:
    """The bench with another device on it."""
    return replace(bench, **changed)  # type: ignore[arg-type]


def broken() -> None:
    """A device that is missing."""
    raise DeviceError("no such device: plug it in")


def test_what_cannot_be_opened_is_red_with_the_driver_s_own_advice(pi: APi, bench: Bench) -> None:
    """Pins, panel and camera."""
    ill = with_other(bench, camera=broken, buttons=broken, panel=broken)
    checks = [Pins(pi.machine, CONFIG, ill), Pattern(ill, (64, 16), no_wait)]
    findings = [*(check.check() for check in checks), *Sight(ill).findings()]
    assert [("red", "no such device: plug it in")] * 3 == [(finding.level, finding.do) for finding in findings]


def no_wait(_: float) -> None:
    """Go on at once."""


def test_a_missing_bus_and_one_that_is_not_ours_are_red(pi: APi) -> None:
    """Each with its own command."""
    pi.locked.add("/dev/spidev0.0")
    assert "usermod" in Spi(pi.machine, CONFIG).check().do
    pi.lose("/dev/spidev0.0")
    assert "do_spi 0" in Spi(pi.machine, CONFIG).check().do


def test_no_sound_card_is_no_reason_not_to_play(pi: APi) -> None:
    """Amber, never red; nor is a missing player."""
    pi.write("/proc/asound/cards", "--- no soundcards ---\n")
    assert ("amber", True) == seen(Sound(pi.machine, LOUD))
    pi.answers.clear()
    assert ("amber", "sudo apt install alsa-utils") == ((found := Sound(pi.machine, LOUD).check()).level, found.do)


def test_the_test_pattern_tells_a_turned_panel(bench: Bench) -> None:
    """Shown for its time; no turn or flip of it is the same picture."""
    waited: list[float] = []
    assert "green" == Pattern(bench, (64, 16), waited.append).check().level
    assert [device_checks.PATTERN_S] == waited
    picture = device_checks.pattern((64, 16))
    ways = Image.Transpose
    turned = [picture.transpose(way) for way in (ways.ROTATE_180, ways.FLIP_LEFT_RIGHT, ways.FLIP_TOP_BOTTOM)]
    assert picture.tobytes() not in [other.tobytes() for other in turned]


def test_what_the_settings_do_without_is_skipped(pi: APi) -> None:
    """No camera, no buttons on pins, no panel: nothing to mend."""
    bare = structs.replace(
        CONFIG,
        camera=structs.replace(CONFIG.camera, source="none"),
        buttons=structs.replace(CONFIG.buttons, driver="none"),
        panel=structs.replace(CONFIG.panel, driver="none"),
        sound=structs.replace(CONFIG.sound, driver="none"),
    )
    bench = configured(bare)
    checks = [
        Pins(pi.machine, bare, bench),
        Spi(pi.machine, bare),
        Pattern(bench, (64, 16), no_wait),
        Sound(pi.machine, bare),
    ]
    findings = [*(check.check() for check in checks), *Sight(bench).findings()]
    assert {"skipped"} == {finding.level for finding in findings}


# -- what the camera sees


def levels(stadium: Stadium, moment: float, bench: Bench) -> Mapping[str, Finding]:
    """What is found of a simulated scene, by name."""
    scene = with_other(bench, camera=lambda: StillLife(stadium, moment))
    return {finding.name: finding for finding in Sight(scene).findings()}


def test_a_well_lit_stadium_is_green_all_over(bench: Bench) -> None:
    """Camera, focus, exposure, markers and the light on the dice."""
    found = levels(Stadium(4), 0.1, bench)
    assert dict.fromkeys(("camera", "focus", "exposure", "markers", "dice light"), "green") == {
        name: finding.level for name, finding in found.items()
    }


def test_a_covered_marker_is_named(bench: Bench) -> None:
    """Amber while enough are in view, with the number to uncover."""
    stadium = Stadium(4)
    stadium.cover_marker(0.0, 3)
    finding = levels(stadium, 1.5, bench)["markers"]
    assert ("amber", True) == (finding.level, "number 3" in finding.do)


@dataclass
class Ill:
    """A camera whose pictures something is wrong with."""

    how: Callable[[Frame], object]

    def frame(self) -> Frame:
        """A small picture."""
        return STILL

    def still(self) -> Frame:
        """A large one."""
        return np.asarray(self.how(STILL), np.uint8)

    def close(self) -> None:
        """Nothing is held."""


STILL = Stadium(4).still(0.1)


@pytest.mark.parametrize(
    ("how", "name", "level", "do"),
    [
        (lambda still: cv2.GaussianBlur(still, (0, 0), 4), "focus", "amber", "lens"),
        (lambda still: cv2.GaussianBlur(still, (0, 0), 5.5), "focus", "red", "lens"),
        (lambda still: still * 0.3, "exposure", "amber", "lamp"),
        (lambda still: still * 0.12, "exposure", "red", "lamp"),
        (lambda still: np.clip(still * 1.4, 0, 255), "exposure", "amber", "lamp"),
        (lambda still: still * 0.2 + 170, "exposure", "amber", "lens"),
        (lambda still: still * np.linspace(0.3, 1, still.shape[1])[:, None], "dice light", "amber", "two sides"),
    ],
    ids=["soft", "blurred", "dim", "dark", "too-bright", "hazy", "lit-from-one-side"],
)
def test_what_is_wrong_with_a_picture_is_told(
    bench: Bench, how: Callable[[Frame], object], name: str, level: str, do: str
) -> None:
    """Focus, exposure and the light on the dice, each with what to turn or move."""
    finding = {each.name: each for each in Sight(with_other(bench, camera=lambda: Ill(how))).findings()}[name]
    assert (level, True) == (finding.level, do in finding.do), finding


def test_a_lamp_that_glares_is_told(bench: Bench) -> None:
    """White all over: dice would be read in the gleam."""
    stadium = Stadium(4)
    stadium.lights(0.0, 3.0)
    assert "amber" == levels(stadium, 30.0, bench)["dice light"].level


# -- what it keeps


def test_settings_that_cannot_be_used_are_amber(tmp_path: Path) -> None:
    """Others hold instead, and the error names file and key."""
    file = tmp_path / "stadium.toml"
    file.write_text("[panel]\nwidth = 63\n", encoding="utf-8")
    finding = Settings(file).check()
    assert ("amber", True) == (finding.level, "panel.width" in finding.do)


def test_games_are_looked_through(tmp_path: Path) -> None:
    """None yet, some, damaged ones put aside, and a damaged journal."""
    journal = tmp_path / "games.sqlite"
    assert "none yet" == Games(journal).check().said
    with Journal.create(journal) as opened:
        opened.add([SETUP])
    assert Games(journal).check().said.startswith("1 games in ")
    (tmp_path / "games.sqlite.aside-1").write_bytes(b"damaged")
    assert "games.sqlite.aside-1" in Games(journal).check().do
    journal.write_bytes(b"shopping list " * 100)
    assert ("red", True) == seen(Games(journal))


def test_a_scoreboard_at_play_keeps_its_devices(tmp_path: Path) -> None:
    """The doctor does not take them from it, and says how to have them looked at."""
    journal = tmp_path / "games.sqlite"
    assert not is_playing(journal)
    with Journal.create(journal, alone=True):
        assert is_playing(journal)
        report = json.loads(stadium("--json", "--simulate", "--journal", journal).stdout)
    assert "systemctl stop" in {each["name"]: each["said"] for each in report["findings"]}["devices"]
    assert not is_playing(journal)


# -- the report


def stadium(*options: str | Path) -> Result:
    """`stadium doctor` as a user would run it."""
    return command_line().invoke(main, ["doctor", *map(str, options)])


@pytest.fixture(autouse=True)
def in_no_hurry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test waits for a test pattern, or finds the games of whoever runs it."""
    monkeypatch.setattr(device_checks, "PATTERN_S", 0.0)
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))


def test_the_simulated_stadium_is_well(tmp_path: Path) -> None:
    """Nothing red on a laptop with --simulate; the last line sums it up, and the exit code is 0."""
    result = stadium("--simulate", "--journal", tmp_path / "games.sqlite")
    summaries = ("It plays; what is amber wants a look.", "All that could be looked at is well.")
    assert (0, True) == (result.exit_code, result.stdout.splitlines()[-1] in summaries)
    assert not any(line.startswith("red") for line in result.stdout.splitlines())


def test_what_is_red_is_the_exit_code(tmp_path: Path) -> None:
    """Without the parts the camera, the pins and the panel are red, each with what to do."""
    result = stadium("--journal", tmp_path / "games.sqlite")
    lines = result.stdout.splitlines()
    red = [number for number, line in enumerate(lines) if line.startswith("red")]
    assert (1, True) == (result.exit_code, all("->" in lines[number + 1] for number in red))
    assert {"buttons", "panel", "camera"} <= {lines[number].split()[1] for number in red}


def test_the_report_as_json_is_one_line(tmp_path: Path) -> None:
    """With the worst level first, and every finding whole."""
    result = stadium("--json", "--simulate", "--journal", tmp_path / "games.sqlite")
    report = json.loads(result.stdout)
    assert (1, {"name", "level", "said", "do"}) == (len(result.stdout.splitlines()), set(report["findings"][0]))
    assert report["worst"] in ("skipped", "amber")


@given(st.lists(st.sampled_from(["green", "skipped", "amber", "red"]), min_size=1))
def test_the_worst_level_sums_it_up(found: list[str]) -> None:
    """Red before amber before the rest."""
    findings = [Finding("it", level, "", "mend it") for level in found]  # type: ignore[arg-type]
    assert max(found, key=["green", "skipped", "amber", "red"].index) == worst(findings)


def test_a_finding_that_is_not_well_says_what_to_do() -> None:
    """An amber or red one without advice cannot be made."""
    with pytest.raises(ValueError, match="says what to do"):
        Finding("it", "red", "broken")


def test_root_is_not_asked_for_groups(pi: APi) -> None:
    """It may do everything."""
    pi.groups = frozenset({"root"})
    assert ("green", False) == seen(Permissions(pi.machine))
