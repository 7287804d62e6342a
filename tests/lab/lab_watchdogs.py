#!/usr/bin/env python3
"""`make lab-watchdogs`: one part of the installed scoreboard hangs after the other, and systemd brings it back.

It boots a Debian 13 under systemd-nspawn and needs root; some minutes.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from appliance import NAME, PROJECT, Appliance, build
from nspawn import Machine, make_base, missing_tools
from telling import count_failed, needs_root, tell
from watchdogs import CHECKS, VISITOR

SIMULATED = "ExecStart=\nExecStart=/usr/bin/stadium run --simulate --headless --innings 99\n"


def main() -> None:
    """Install it, and hang each part."""
    needs_root("lab-watchdogs", "This boots a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    make_base(tell)
    version = str(PROJECT["version"])
    with tempfile.TemporaryDirectory() as folder, Machine(Path(folder), "lab-watchdogs") as machine:
        build(Path(folder), version)
        package = f"/share/{NAME}_{version}_all.deb"
        tell("Fetching what the package wants ...")
        machine.fetch([package])
        machine.boot()
        stadium = Appliance(machine)
        stadium.prepare("simulated", SIMULATED)
        stadium.apt(f"install {package}")
        machine.run(VISITOR)
        checks = {name: partial(check, stadium) for name, check in CHECKS.items()}
        failed = count_failed(checks, RuntimeError, ValueError, subprocess.TimeoutExpired)
    tell(f"lab-watchdogs: of {len(checks)} parts that hung, {len(checks) - failed} came back with the game")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
