"""The units are ones that systemd understands, and none may do more than it must."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from firmware.network.privileged_requests import FOLDER, Request
from firmware.update import gate
from firmware.update.gate import UpdatePlaces

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = sorted(path.name for kind in ("service", "socket", "path") for path in SYSTEMD.glob(f"stadium*.{kind}"))
SERVICES = [name for name in UNITS if name.endswith(".service")]

NEWER = {"RestartSteps": 254, "RestartMaxDelaySec": 254, "MemoryPressureWatch": 254}
"""Keys that an older systemd than Debian 13's does not know, and since when; it is not asked about them."""
EXPOSURE = {
    "stadium.service": 1.3,
    "stadium-access-point-off.service": 0.7,
    "stadium-access-point-on.service": 0.7,
    "stadium-download@.service": 1.1,  # it has the network, and the account of the package manager's downloaders
    "stadium-forget-wifi.service": 0.7,
    "stadium-gate.service": 1.2,  # it installs the version before, so it may write where packages lie
    "stadium-join-wifi.service": 0.7,
    "stadium-league.service": 1.1,  # it has the network
    "stadium-look-for-wifi.service": 0.7,
    "stadium-name.service": 0.7,
    "stadium-poweroff.service": 0.2,
    "stadium-update.service": 1.5,  # it installs packages, and apt gives away what it has others look at
}
"""What `systemd-analyze security` may find at most, 0 to 10; popular appliances have 9.2 to 9.6."""
OTHERS = {
    "targets": ("sysinit", "basic", "shutdown", "multi-user", "sockets", "paths"),
    "services": ("avahi-daemon", "NetworkManager", "modprobe@"),
    "commands": (
        "bin/stadium", "bin/rm", "bin/true", "bin/busctl", "bin/systemctl", "bin/python3",
        *(f"libexec/stadium-scoreboard/{name}" for name in ("access-point", "download", "home-wifi", "update")),
    ),
}  # fmt: skip
"""What our units lean on and a system has."""

LEARNED = tomllib.loads(Path(__file__).with_name("syscalls.toml").read_text(encoding="utf-8"))
"""What `make lab-syscalls` has seen the services call."""
UNSEEN = {
    "stadium": {
        "@ipc": "ALSA's mixer has shared memory and semaphores, libcamera's buffers memfd_create",
        "@timer": "libcamera waits by timers",
    },
    "stadium-league": {"@ipc": "Python starts every program by pipes"},
}
"""Groups of systemd's of which a unit may call something though the lab has seen little of them, and why."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root directory with our units, the commands they start, and the units of others that they name."""
    units = tmp_path / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    for name in UNITS:
        (units / name).write_text(known_here((SYSTEMD / name).read_text(encoding="utf-8")), encoding="utf-8")
    for target in OTHERS["targets"]:
        (units / f"{target}.target").write_text("[Unit]\n", encoding="utf-8")
    for service in OTHERS["services"]:
        (units / f"{service}.service").write_text("[Service]\nExecStart=/usr/bin/true\n", encoding="utf-8")
    for command in OTHERS["commands"]:
        (tmp_path / "usr" / command).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "usr" / command).touch(mode=0o755)
    return tmp_path


def known_here(unit: str) -> str:
    """``unit`` without the keys that this machine's systemd is too old for."""
    version = subprocess.run(["systemd-analyze", "--version"], capture_output=True, text=True, check=True).stdout
    here = int(version.split()[1])
    unknown = "|".join(key for key, since in NEWER.items() if here < since)
    return re.sub(rf"^({unknown})=.*\n", "", unit, flags=re.MULTILINE) if unknown else unit


def analyze(verb: str, root: Path, unit: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Ask systemd what it thinks of a staged unit."""
    command = ["systemd-analyze", verb, f"--root={root}", *more, unit]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def verify(root: Path, unit: str = "stadium.service") -> subprocess.CompletedProcess[str]:
    """Ask whether it understands a unit; without --recursive-errors an unknown key would pass."""
    return analyze("verify", root, unit, "--recursive-errors=yes", "--man=no")


def security(root: Path, unit: str, exposure: float) -> int:
    """Ask whether a unit is exposed at most so much; 0 is yes."""
    return analyze("security", root, unit, "--offline=true", f"--threshold={round(exposure * 10)}").returncode


def plant(root: Path, old: str, new: str, unit: str = "stadium.service") -> None:
    """Change one line of a staged unit."""
    file = root / "usr/lib/systemd/system" / unit
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@needs_systemd
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_accepts_the_unit(root: Path, unit: str) -> None:
    """Each unit as shipped verifies without a word."""
    verdict = verify(root, unit)
    assert (0, "") == (verdict.returncode, verdict.stderr)


@needs_systemd
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Restart=on-failure", "Restert=on-failure"),
        ("Restart=on-failure", "Restart=sometimes"),
        ("Type=notify", "Type=x"),
        ("SystemCallFilter=@system-service", "SystemCallFilter=@systemservice"),
    ],
)
def test_systemd_refuses_a_planted_fault(root: Path, old: str, new: str) -> None:
    """A misspelt key or value would not go unseen."""
    plant(root, old, new)
    assert 0 != verify(root).returncode


@needs_systemd
def test_the_unit_starts_the_installed_command(root: Path) -> None:
    """Without /usr/bin/stadium the unit does not verify: it starts that command and no other."""
    (root / "usr/bin/stadium").unlink()
    assert "Command /usr/bin/stadium is not executable" in verify(root).stderr
    assert "\nExecStart=/usr/bin/stadium run\n" in (SYSTEMD / "stadium.service").read_text(encoding="utf-8")


@needs_systemd
@pytest.mark.parametrize("unit", SERVICES)
def test_a_service_is_exposed_no_more_than_it_must_be(root: Path, unit: str) -> None:
    """The reckoning of systemd itself, of what a service could do to the system, stays as low as it is."""
    assert 0 == security(root, unit, EXPOSURE[unit])


@needs_systemd
@pytest.mark.parametrize("line", ["NoNewPrivileges=yes", "ProtectSystem=strict", "SystemCallFilter=@system-service"])
def test_a_wall_taken_down_is_noticed(root: Path, line: str) -> None:
    """Without one of its walls the service is exposed more than it must be."""
    plant(root, f"\n{line}\n", "\n")
    assert 0 != security(root, "stadium.service", EXPOSURE["stadium.service"])


@pytest.mark.parametrize("unit", SERVICES)
def test_a_service_writes_what_it_names_alone(unit: str) -> None:
    """ProtectSystem=strict leaves /run as it is where ProtectProc= stands beside it."""
    settings = (SYSTEMD / unit).read_text(encoding="utf-8").splitlines()
    assert {"ProtectSystem=strict", "ReadOnlyPaths=/run"} <= set(settings)


def members(group: str) -> list[str]:
    """What stands in one of systemd's groups: system calls, and other groups."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True)
    return [name for line in listed.stdout.splitlines()[1:] if (name := line.strip()) and not name.startswith("#")]


@cache
def system_calls(name: str) -> frozenset[str]:
    """Those of one of systemd's groups, or the one of that name."""
    return frozenset().union(*map(system_calls, members(name))) if name.startswith("@") else frozenset((name,))


def allowed(unit: str) -> frozenset[str]:
    """The system calls that a unit's filter lets through."""
    text, calls = (SYSTEMD / f"{unit}.service").read_text(encoding="utf-8"), frozenset[str]()
    for taken_out, names in re.findall(r"^SystemCallFilter=(~?)(.*)$", text, flags=re.MULTILINE):
        meant = frozenset[str]().union(*map(system_calls, names.split()))
        calls = calls - meant if taken_out else calls | meant
    return calls


@needs_systemd
@pytest.mark.parametrize("unit", ["stadium", "stadium-league"])
def test_what_a_service_calls_is_allowed(unit: str) -> None:
    """Every system call that it was seen to make, and that this systemd knows, passes its filter."""
    assert len(LEARNED[unit]) > 50
    assert set() == (system_calls("@known") & set(LEARNED[unit])) - allowed(unit)


@needs_systemd
@pytest.mark.parametrize("unit", ["stadium", "stadium-league"])
def test_what_nobody_calls_is_refused(unit: str) -> None:
    """Of each group that a filter lets through something was called, or there is a reason for it."""
    through = {name for name in members("@system-service") if name[0] == "@" and system_calls(name) & allowed(unit)}
    assert {"@basic-io", "@network-io"} <= through
    assert {name for name in through if not system_calls(name) & set(LEARNED[unit])} <= set(UNSEEN[unit])


@pytest.mark.parametrize(
    "call", ["io_uring_setup", "keyctl", "ptrace", "unshare", "userfaultfd", "process_vm_writev", "splice"]
)
@pytest.mark.parametrize("unit", ["stadium", "stadium-league"])
@needs_systemd
def test_what_intruders_like_is_refused(unit: str, call: str) -> None:
    """Calls in which kernels had their holes, and of which a scoreboard has no use."""
    assert call in system_calls("@known")
    assert call not in allowed(unit)


@needs_systemd
def test_a_call_is_refused_in_both_its_forms() -> None:
    """A computer of 32 bits has some calls twice, and the second takes longer times."""
    for unit in ("stadium", "stadium-league"):
        calls = allowed(unit)
        for call in system_calls("@known") - calls:
            assert f"{call}_time64" not in calls


def test_no_exposure_above_one_and_a_half() -> None:
    """Not even what updates is exposed more."""
    assert max(EXPOSURE.values()) <= 1.5


@pytest.mark.parametrize("unit", ["stadium-gate", "stadium-update"])
@needs_systemd
def test_what_installs_writes_where_packages_lie(unit: str) -> None:
    """Not the games, nor what starts the computer; it makes no program that runs as another account."""
    settings = (SYSTEMD / f"{unit}.service").read_text(encoding="utf-8").splitlines()
    assert {"ReadWritePaths=/etc /usr /var", "RestrictSUIDSGID=yes"} <= set(settings)
    assert "ReadOnlyPaths=-/var/lib/stadium -/var/lib/private/stadium-league" in settings
    refused = {"chroot", "io_uring_setup", "keyctl", "mount", "ptrace", "setpriority"}
    assert refused <= system_calls("@known") - allowed(unit)


def test_what_is_root_has_no_network() -> None:
    """Beside scoreboard and league, which have accounts of their own, it is for what downloads: no root either."""
    texts = {name: (SYSTEMD / name).read_text(encoding="utf-8") for name in SERVICES}
    online = {name for name, text in texts.items() if "\nPrivateNetwork=yes\n" not in text}
    assert {"stadium.service", "stadium-league.service", "stadium-download@.service"} == online
    is_nobody = re.compile(r"^(User=(stadium|_apt)|DynamicUser=yes)$", re.MULTILINE).search
    assert [] == [name for name in online if not is_nobody(texts[name])]


def test_services_are_rated() -> None:
    """A new service is reckoned, too."""
    assert SERVICES == sorted(EXPOSURE, key=SERVICES.index)


@pytest.mark.parametrize(
    "line",
    [
        "Type=notify", "WatchdogSec=30", "User=stadium", "Restart=on-failure", "StateDirectory=stadium",
        "RuntimeDirectory=stadium", "Environment=LG_WD=%t/stadium", "StandardOutput=journal", "DevicePolicy=closed",
        "LimitNOFILE=1024",
    ],
)  # fmt: skip
def test_the_unit_says(line: str) -> None:
    """What the appliance relies on stands in the unit: its own account, its watchdog, its restart, its places."""
    assert line in (SYSTEMD / "stadium.service").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("unit", UNITS)
def test_nothing_waits_for_the_network(unit: str) -> None:
    """The scoreboard starts alike with and without a network."""
    assert not re.search(r"network(-online)?\.target", (SYSTEMD / unit).read_text(encoding="utf-8"))


@pytest.mark.parametrize("request_", get_args(Request))
def test_every_request_has_its_unit(request_: str) -> None:
    """What the program may ask for, one path unit listens for, and one service of that name answers."""
    unit = (SYSTEMD / f"stadium-{request_}.path").read_text(encoding="utf-8")
    assert (True, True) == (f"PathExists={FOLDER / request_}\n" in unit, f"stadium-{request_}.service" in UNITS)


def test_nothing_else_can_be_asked_for() -> None:
    """There is no path unit beside those of the requests, but the one that waits for a file of root's."""
    paths = {*(f"stadium-{request}.path" for request in get_args(Request)), "stadium-gate.path"}
    assert sorted(paths) == [u for u in UNITS if u.endswith(".path")]
    assert f"\nPathExists={UpdatePlaces().trial}\n" in (SYSTEMD / "stadium-gate.path").read_text(encoding="utf-8")


def test_what_installs_cannot_change_what_judges() -> None:
    """The gate's program and its units are closed to it, and the gate is started by neither's own word."""
    installs = (SYSTEMD / "stadium-update.service").read_text(encoding="utf-8")
    closed = {
        path.lstrip("-")
        for line in re.findall(r"^ReadOnlyPaths=(.*)$", installs, re.MULTILINE)
        for path in line.split()
    }
    places = UpdatePlaces()
    assert {str(places.gate), *(str(places.own_units / unit) for unit in gate.UNITS)} <= closed
    judges = (SYSTEMD / "stadium-gate.service").read_text(encoding="utf-8")
    assert f"\nExecStart=/usr/bin/python3 -I {places.gate}\n" in judges
    assert f"\nConditionPathExists={places.trial}\n" in judges


def test_the_folder_of_requests_is_roots() -> None:
    """The service may lay a request down, and may neither see nor replace the folder."""
    lines = (SYSTEMD / "tmpfiles.conf").read_text(encoding="utf-8").splitlines()
    assert f"d {FOLDER} 0730 root stadium -" in lines


@pytest.mark.parametrize("way", ["on", "off"])
def test_the_buttons_outrank_phones(way: str) -> None:
    """The access point ends an attempt to join, which is told and takes back what it tried; never the other way."""
    unit = (SYSTEMD / f"stadium-access-point-{way}.service").read_text(encoding="utf-8").splitlines()
    joining = (SYSTEMD / "stadium-join-wifi.service").read_text(encoding="utf-8").splitlines()
    stops = "ExecStartPre=-/usr/bin/systemctl --no-ask-password stop stadium-join-wifi.service"
    assert unit.index(stops) < unit.index(f"ExecStart=/usr/libexec/stadium-scoreboard/access-point {way}")
    assert "KillMode=mixed" in joining
    after = next(line for line in joining if line.startswith("After="))
    assert f"stadium-access-point-{way}.service" in after
    assert [] == [line for line in (*unit, *joining) if line.startswith("Conflicts=")]


def test_root_reads_a_request_by_the_group() -> None:
    """One unit is in the service's group, and it has no capability that would read everybody's files."""
    in_group = {name for name in SERVICES if "\nSupplementaryGroups=stadium\n" in (SYSTEMD / name).read_text("utf-8")}
    assert {"stadium-join-wifi.service"} == in_group
    joining = (SYSTEMD / "stadium-join-wifi.service").read_text(encoding="utf-8")
    assert "\nCapabilityBoundingSet=\n" in joining


def test_the_hardware_watchdog_is_one_that_a_pi_has() -> None:
    """A Pi's watchdog counts to 15 seconds at most; asked for more, it would not start."""
    documented = re.search(
        r"^RuntimeWatchdogSec=(\d+)s$", (SYSTEMD / "system.conf").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert documented is not None
    assert 5 < int(documented[1]) < 15


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed")
def test_the_account_can_be_made(tmp_path: Path) -> None:
    """On a bare system the account and its groups come into being, so that the service can start."""
    rules = tmp_path / "usr/lib/sysusers.d"
    rules.mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    shutil.copy(SYSTEMD / "sysusers.conf", rules / "stadium.conf")
    subprocess.run(["systemd-sysusers", f"--root={tmp_path}", "stadium.conf"], check=True, capture_output=True)
    groups = (tmp_path / "etc/group").read_text(encoding="utf-8").splitlines()
    assert {"audio", "gpio", "spi", "video"} == {line.split(":")[0] for line in groups if line.endswith(":stadium")}
    (account,) = (tmp_path / "etc/passwd").read_text(encoding="utf-8").splitlines()
    assert ["/nonexistent", "/usr/sbin/nologin"] == account.split(":")[5:]
