#!/usr/bin/env python3
"""`make lab-syscalls`: which system calls the scoreboard makes on a Debian 13, by strace, whatever it is asked to do.

It is the service as it is installed, without its filter of system calls: a simulated game with smart dice, sound into
ALSA's null device, a broker with another house's name, a league's seal and its service, and a phone that has every
page, pairs, and has work done. What was called is written to `tests/systemd/syscalls.toml`, which the tests of the
units hold their filters against. It needs root. What only a Pi has (pins, panel, camera, Bluetooth, a sound card) is
not in here; the filters leave room for that by whole groups (systemd/README.md).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from appliance import EVERY_PACKAGE, NAME, PROJECT, Appliance, build, make_source
from nspawn import Machine, make_base, missing_tools, until
from telling import needs_root, tell

HERE: Final = Path(__file__).parent
OUT: Final = HERE.parent / "systemd/syscalls.toml"
INSIDE: Final = ("page_inside.py", "syscalls_inside.py")
MORE: Final = (
    *("strace", "mosquitto", "alsa-utils", "espeak-ng", "python3-paho-mqtt", "python3-cryptography"),
    *("python3-soundfile", "python3-reportlab", "python3-bleak"),
)
"""Packages with what only some owners have."""
SETTINGS: Final = """
[sound]
driver = "alsa"
device = "null"
volume = 3
talk = "all"
[mqtt]
broker = "127.0.0.1"
commands = "owner"
house = "Attic"
[pictures]
keep = true
"""
TRACED: Final = (
    r"NotifyAccess=all\nWatchdogSec=0\nSystemCallFilter=\nTimeoutStartSec=300\nTimeoutStopSec=60\n"
    r"ExecStart=\nExecStart="
)
"""Before a command that is traced: its parent is not the one that says READY, and it is slow."""
STRACE: Final = "/usr/bin/strace --follow-forks --quiet=all --summary-only --summary-columns=calls,name --output="
HANDED: Final = "/usr/local/bin/handed"
"""Says that systemd's sockets are for the program that strace has begun, and not for strace."""
SIMULATED: Final = (
    "/usr/bin/stadium run --simulate --headless --innings 1 --pixels simulated --config /etc/stadium/stadium.toml"
)
PLAYED: Final = "/usr/bin/stadium run --headless --camera none --buttons mock --panel none"
"""A game that plays itself; and one that phones score, with sound."""
SLOW_S: Final = 240
"""Traced, everything takes many times as long."""


def main() -> None:
    """Trace both services, and write what they called."""
    needs_root("lab-syscalls", "This boots a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    make_base(tell)
    with tempfile.TemporaryDirectory() as folder, Machine(Path(folder), "lab-syscalls") as machine:
        build(Path(folder), str(PROJECT["version"]))
        for name in INSIDE:
            shutil.copy(HERE / name, folder)
        tell("Fetching what the package wants ...")
        package = f"/share/{NAME}_{PROJECT['version']}_all.deb"
        machine.fetch([package, *MORE])
        make_source(Path(folder), Path(folder) / Path(package).name)
        machine.boot()
        stadium = Appliance(machine)
        stadium.prepare("traced", f"{TRACED}{STRACE}/var/lib/stadium/calls {HANDED} {SIMULATED}\\n")
        machine.run(f"mkdir -p /etc/stadium && printf '%s' '{SETTINGS}' > /etc/stadium/stadium.toml")
        machine.run(f"printf '#!/bin/sh\\nexport LISTEN_PID=$$\\nexec \"$@\"\\n' > {HANDED} && chmod 755 {HANDED}")
        stadium.apt(f"install {' '.join(MORE)} {package}")
        machine.run("rm /etc/apt/sources.list")  # a source that cannot be reached would end the work on a card
        called = {"stadium": scoreboard(stadium), "stadium-league": league(stadium)}
        system = f"{machine.says('cat /etc/debian_version')}, systemd {machine.says('systemctl --version').split()[1]}"
    written(OUT, called, system)
    tell(f"{', '.join(f'{unit} made {len(names)} kinds of calls' for unit, names in called.items())}: {OUT.name}")


def scoreboard(stadium: Appliance) -> set[str]:
    """What the scoreboard calls while it is played with."""
    called = used(stadium)
    stadium.prepare("traced", f"{TRACED}{STRACE}/var/lib/stadium/calls {HANDED} {PLAYED}\\n")
    stadium.machine.run("systemctl daemon-reload; systemctl start stadium", check=False, timeout=SLOW_S)
    return called | used(stadium)


def used(stadium: Appliance) -> set[str]:
    """What it calls once it is ready, until it has ended."""
    until("the scoreboard is ready", stadium.is_active, SLOW_S)
    with stadium.sources_from(f"/share/{EVERY_PACKAGE}"):
        done = stadium.machine.run(f"cd /share && python3 {INSIDE[-1]}", check=False, timeout=1800)
    tell(f"A phone: {(done.stdout + done.stderr).strip()[-300:]}")
    return ended(stadium, "stadium", "/var/lib/stadium/calls")


def league(stadium: Appliance) -> set[str]:
    """What a league's service calls."""
    machine, drop_ins = stadium.machine, "/etc/systemd/system/stadium-league.service.d"
    serves = (
        f"{TRACED}{STRACE}/var/lib/stadium-league/calls {HANDED} /usr/bin/stadium league serve --broker 127.0.0.1\\n"
    )
    machine.run(
        f"mkdir -p {drop_ins} && printf '[Service]\\n{serves}' > {drop_ins}/traced.conf && systemctl daemon-reload"
    )
    machine.run("systemctl start stadium-league", check=False, timeout=SLOW_S)
    until("the league is ready", lambda: stadium.is_active("stadium-league"), SLOW_S)
    machine.run(f"cd /share && python3 {INSIDE[-1]} league", timeout=300)
    return ended(stadium, "stadium-league", "/var/lib/stadium-league/calls")


def ended(stadium: Appliance, unit: str, calls: str) -> set[str]:
    """What strace has counted, once the service has ended in good order."""
    stadium.machine.run(
        f"pkill -TERM -f '^/usr/bin/python3 .*stadium' ; systemctl stop {unit}", check=False, timeout=SLOW_S
    )
    lines = stadium.machine.run(f"cat {calls}").stdout.splitlines()
    counted = (line.split() for line in lines)
    names = {words[1] for words in counted if len(words) == 2 and words[0].isdecimal()}
    return names - {"total"}


def written(file: Path, called: dict[str, set[str]], system: str) -> None:
    """Write it down, with the day and what it was tried on."""
    today = datetime.now(tz=UTC).date().isoformat()
    head = f'# Written by `make lab-syscalls`: what the services called on a Debian {system}.\non = "{today}"\n'
    file.write_text(head + "".join(f"\n{_listed(unit, sorted(names))}" for unit, names in called.items()), "utf-8")


def _listed(unit: str, names: Iterable[str]) -> str:
    lines = "".join(f'    "{name}",\n' for name in names)
    return f'"{unit}" = [\n{lines}]\n'


if __name__ == "__main__":
    try:
        main()
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        sys.exit(f"FAILED  {error}")
