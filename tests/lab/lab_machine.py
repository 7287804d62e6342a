#!/usr/bin/env python3
"""`make lab-machine`: the installed package on a whole computer of its own, with a kernel, pins and a panel.

Debian's kernel runs under QEMU (`virtual_machine.py`). Buttons are lines of gpio-sim that are pulled; the panel is what
`/dev/spidev0.0` is sent, decoded. Each check is one line; the exit code is 1 if any failed. It needs root.

Proved is what the parts do together, in the order in which it was done, never how fast: a processor is emulated.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from appliance import NAME, PROJECT, build  # noqa: E402 - what follows is found on the path above
from machine_table import Table, history_of  # noqa: E402
from machine_tree import Boot, make, missing_tools  # noqa: E402
from telling import count_failed, demand, needs_root, tell  # noqa: E402
from virtual_machine import VirtualMachine, drawn  # noqa: E402

from scoreboard.rules.events import Button, Press  # noqa: E402

SETTINGS = {
    "buttons.toml": """\
[game]
language = "en"
rules = "two-dice"
innings = 99

[camera]
source = "none"

[panel]
moments = false
"""
}
PLAYS: tuple[Button, ...] = ("run", "out", "run", "undo")
"""What is pressed."""
WIRE = "/sys/module/spi_tap/parameters"

Check = Callable[[Table], str]


def main() -> None:
    """Make the machine, unless it is there, and run every check."""
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
    tell(f"lab-machine: {every - failed} of {every} checks passed in {time.monotonic() - began:.0f} s")
    sys.exit(1 if failed else 0)


def made() -> Boot:
    """What the machine is booted from, with the package as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        version = str(PROJECT["version"])
        build(Path(folder), version)
        return make(Path(folder) / f"{NAME}_{version}_all.deb", SETTINGS, None, tell)


@contextmanager
def switched_on(boot: Boot, settings: str, memory_mb: int) -> Iterator[Table]:
    """A machine that is up, and the first game on it begun."""
    with VirtualMachine(boot, settings, memory_mb) as machine:
        machine.boot()
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
    game = history_of(lines).game
    return f"{game.away}:{game.home} on the LEDs after {len(PLAYS)} presses; {table.panel.count} pictures decoded"


MACHINES: tuple[tuple[str, int, dict[str, Check]], ...] = (
    ("buttons.toml", 1536, {"plays by pins, and their scores on the LEDs": plays_by_pins}),
)
"""Each machine's settings, its memory in MB, and what is tried on it."""

if __name__ == "__main__":
    main()
