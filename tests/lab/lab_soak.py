#!/usr/bin/env python3
"""`make lab-soak`: an hour of a simulated game on Debian 13's own libraries: how much memory, and whether it grows.

Debian's OpenCV is linked against hundreds of libraries that the one from PyPI is not, and it is the one that a Pi has.
So the package is installed on a clean Debian 13 under systemd-nspawn, and `bench_appliance` measures it there.
"""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from appliance import NAME, PROJECT, ROOT, Appliance, build
from nspawn import Machine, make_base, missing_tools
from telling import needs_root, tell

PLAYED = ("--only", "playing", "--minutes", "60")
"""What is measured unless the command line says otherwise; later words win."""


def main() -> None:
    """Install, then measure."""
    needs_root("lab-soak", "This boots a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    make_base(tell)
    with tempfile.TemporaryDirectory() as folder, Machine(Path(folder), "lab-soak") as machine:
        build(Path(folder), PROJECT["version"])
        shutil.copytree(ROOT / "tests/bench", Path(folder) / "bench")
        package = f"/share/{NAME}_{PROJECT['version']}_all.deb"
        tell("Fetching what the package wants ...")
        machine.fetch([package])
        machine.boot()
        tell("Installing it ...")
        Appliance(machine).apt(f"install {package}")
        machine.run("systemctl stop stadium.socket stadium")
        tell("Playing; the next line comes after five minutes ...")
        bench = shlex.join(["python3", "/share/bench/bench_appliance.py", *PLAYED, *sys.argv[1:]])
        sys.exit(machine.attend(f"PYTHONPATH=/usr/share/{NAME} {bench}"))


if __name__ == "__main__":
    main()
