"""Runs inside the lab's virtual machine: does what is asked of it on a serial port, a shell command a line, in JSON.

It begins by saying which boot this is, so that whoever asks knows when the machine is up, or up again.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def main(port: str) -> None:
    """Serve the port until it ends."""
    with Path(port).open("r+b", buffering=0) as wire:
        _tell(wire, {"boot": Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()})
        waiting = b""
        while chunk := wire.read(65536):
            *asked, waiting = (waiting + chunk).split(b"\n")
            for line in asked:
                _tell(wire, _done(json.loads(line)["run"]))


def _done(command: str) -> dict[str, object]:
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    return {"code": done.returncode, "out": done.stdout, "err": done.stderr}


def _tell(wire: object, answer: dict[str, object]) -> None:
    rest = memoryview(json.dumps(answer).encode() + b"\n")
    while rest:
        rest = rest[wire.write(rest) :]  # type: ignore[attr-defined] # a raw file


if __name__ == "__main__":
    main(sys.argv[1])
