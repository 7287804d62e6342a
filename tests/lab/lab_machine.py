#!/usr/bin/env python3
"""`make lab-machine`: the installed package on a whole computer of its own, with a kernel, pins, a camera and a panel.

Debian's kernel runs under QEMU (`virtual_machine.py`). Buttons are lines of gpio-sim that are pulled; the panel is what
`/dev/spidev0.0` is sent, decoded; the camera is libcamera's virtual one under picamera2's real class, and shows throws
in the simulated stadium. Each check is one line; the exit code is 1 if any failed. It needs root.

Proved is what the parts do together, in the order in which it was done, never how fast: a processor is emulated.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

from msgspec import UNSET, structs

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from appliance import NAME, PROJECT, build  # noqa: E402 - what follows is found on the path above
from machine_film import THROWS, line_of, make_film  # noqa: E402
from machine_table import Table, histories, history_of, pictures  # noqa: E402
from machine_tree import Boot, make, missing_tools  # noqa: E402
from nspawn import until  # noqa: E402
from telling import count_failed, demand, needs_root, tell  # noqa: E402
from virtual_machine import PATIENCE_S, VirtualMachine, drawn  # noqa: E402

from scoreboard.rules.events import AnyLine, Button, Press  # noqa: E402

SETTINGS = {
    f"{rules}.toml": f"""\
[game]
language = "en"
rules = "{rules}"
innings = 99

[camera]
source = "none"

[panel]
moments = false
"""
    for rules in ("two-dice", "diamante-amateur")
}
BUTTONS, FILM = SETTINGS
PLAYS: tuple[Button, ...] = ("run", "out", "run", "undo")
"""What is pressed."""
WIRE = "/sys/module/spi_tap/parameters"
RESET_S = 10
"""After which the hardware's watchdog bites, in the one check that waits for it."""
BITE = f"org.freedesktop.systemd1.Manager RuntimeWatchdogUSec t {RESET_S}000000"
PATIENT = "/run/systemd/system/stadium.service.d/film.conf"

Check = Callable[[Table], str]


def main() -> None:
    """Make the machine, unless it is there, and run every check, a machine for each kind."""
    needs_root("lab-machine", "This makes a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    began = time.monotonic()
    boot, failed = made(), 0
    for settings, memory_mb, checks in MACHINES:
        try:
            with switched_on(boot, settings, memory_mb) as table:
                failed += count_failed({name: partial(check, table) for name, check in checks.items()}, RuntimeError)
        except RuntimeError as error:
            failed += len(checks)
            tell(f"FAILED  it does not start, with {settings}: {error}")
    every = sum(len(checks) for _, _, checks in MACHINES)
    tell(f"lab-machine: {every - failed} of {every} checks passed in {(time.monotonic() - began) / 60:.1f} min")
    sys.exit(1 if failed else 0)


def made() -> Boot:
    """What the machine is booted from, with the package as it is now, and the film."""
    with tempfile.TemporaryDirectory() as folder:
        version, film = str(PROJECT["version"]), Path(folder) / "film"
        build(Path(folder), version)
        film.mkdir()
        make_film(film)
        return make(Path(folder) / f"{NAME}_{version}_all.deb", SETTINGS, film, tell)


@contextmanager
def switched_on(boot: Boot, settings: str, memory_mb: int) -> Iterator[Table]:
    """A machine that is up, and the first game on it begun."""
    with VirtualMachine(boot, settings, memory_mb) as machine:
        tell(f"ok      it boots: up after {machine.boot():.0f} s")
        table = Table(machine)
        table.begin()
        yield table


def plays_by_pins(table: Table) -> str:
    """Plays are pressed at the kernel's pins, and the LEDs show each score as it is on the disk."""
    for nth, button in enumerate(PLAYS, 1):
        table.play(button)
        lines = table.score()
        buttons = [line.button for line in lines if isinstance(line, Press)]
        demand(buttons == list(PLAYS[:nth]), f"pressed was {PLAYS[:nth]}, played {buttons}")
    lost = table.machine.says(f"cat {WIRE}/lost")
    demand(lost == "0", f"{lost} messages to the panel were lost")
    tell(drawn(table.panel.picture))
    return f"{score_of(lines)} on the LEDs after {len(PLAYS)} presses; {table.panel.count} pictures decoded"


def wire_hangs(table: Table) -> str:
    """A message to the panel never comes to an end: the watchdog sees that nothing is shown, and the game goes on."""
    before, restarts = table.lines(), table.restarts
    table.machine.run(f"echo 1 > {WIRE}/hold")
    try:
        took = until("systemd restarts it", lambda: table.restarts > restarts, PATIENCE_S)
    finally:
        table.machine.run(f"echo 0 > {WIRE}/hold")
    bites = table.machine.says("journalctl --boot --unit=stadium --output=cat | grep --count 'Watchdog timeout'")
    demand(bites == "1", f"it was restarted, and not by the watchdog: {bites} bites")
    return f"restarted after {took:.0f} s; {goes_on(table, before)}"


def plays_by_frames(table: Table) -> str:
    """Dice and chip are thrown before the camera: the eyes read them, and the LEDs show what each has led to."""
    before = table.lines()
    thrown = [line_of(throw) for throw in THROWS]
    since, began = table.panel.count, time.monotonic()
    table.machine.run(
        f"mkdir -p $(dirname {PATIENT}) && printf '[Service]\\nWatchdogSec=15min\\n' > {PATIENT}"
        ' && sed -i \'s/source = "none"/source = "picamera2"/\' /etc/stadium/stadium.toml'
        " && systemctl daemon-reload && systemctl restart stadium"
    )
    for former, after in pairwise(histories([*before, *thrown])[len(before) - 1 :]):
        fresh = pictures(after) - pictures(former)
        since = table.panel.wait(lambda picture: picture in fresh, since)  # noqa: B023 - called at once
    took = time.monotonic() - began
    lines = table.lines()[: len(before) + len(thrown)]
    read = lines[len(before) :]
    demand(all(line.by == "camera" for line in read), f"not all is the camera's: {read}")
    plain = [structs.replace(line, at=UNSET, by=UNSET, confidence=UNSET) for line in read]
    demand(plain == thrown, f"thrown was {thrown}, read {plain}")
    picture = table.panel.since(since)[0]
    tell(drawn(picture))
    return f"{len(read)} throws read, each on the LEDs, in {took:.0f} s"


def kernel_crashes(table: Table) -> str:
    """The kernel panics: the hardware's watchdog resets the machine, and the game goes on."""
    device = table.machine.says("cat /sys/class/watchdog/watchdog0/identity")
    table.machine.run(f"busctl set-property org.freedesktop.systemd1 /org/freedesktop/systemd1 {BITE}")
    before = table.score()
    took = table.machine.crash()
    return f"{device} has reset it, up after {took:.0f} s; {goes_on(table, before)}"


def goes_on(table: Table, before: list[AnyLine]) -> str:
    """Demand that the game is on the LEDs as it was, and that it goes on; says so."""
    after = table.score()
    demand(after[: len(before)] == before, f"of {before} there is {after}")
    table.play("run")
    score = score_of(table.score())
    return f"all {len(before)} lines were there, and the game goes on: {score} on the LEDs"


def score_of(lines: list[AnyLine]) -> str:
    """The runs that a game's lines come to."""
    game = history_of(lines).game
    return f"{game.away}:{game.home}"


MACHINES: tuple[tuple[str, int, dict[str, Check]], ...] = (
    (
        BUTTONS,
        1536,
        {
            "plays by pins, and their scores on the LEDs": plays_by_pins,
            "a panel whose wire hangs": wire_hangs,
            "a crashed kernel": kernel_crashes,
        },
    ),
    (FILM, 2304, {"throws before the camera, and their scores on the LEDs": plays_by_frames}),
)
"""Each machine's settings, its memory in MB (the camera keeps its whole film there), and what is tried on it."""

if __name__ == "__main__":
    main()
