"""The same computer for a card as `card_machine.py` makes, under systemd-nspawn: on this machine's own kernel.

systemd, cloud-init, NetworkManager and apt are the real ones; the kernel, its drivers and its start are ours. It takes
minutes where an emulated processor takes an hour. Rule kept here: it answers what `CardComputer` answers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Self

from card_machine import run
from nspawn import Machine

ASK = """
import sys, urllib.request
asked = urllib.request.Request(f"http://127.0.0.1{sys.argv[1]}", headers={"Host": "stadium.local"})
sys.stdout.buffer.write(urllib.request.urlopen(asked, timeout=20).read())
"""


class ContainedComputer:
    """Such a computer; a context that throws it away.

    Args:
        folder: where it may lay something down.
        system: the disk of its system, which stays as it is.
        boot: the folder that is its boot partition; what is written to it stays.
        drop_in: what stadium.service does otherwise.
    """

    def __init__(self, folder: Path, system: Path, boot: Path, drop_in: str) -> None:
        self._boot, self._drop_in, self._system = boot, drop_in, system
        self._base = folder / "system"
        self._machine = Machine(folder, "lab-card", self._base)
        self._has_card = False

    def __enter__(self) -> Self:
        """Copy the system out of its disk; its disks are mounted for it."""
        self._base.mkdir()
        run("mount", "-o", "loop,ro", str(self._system), str(self._base))
        try:
            self._machine.__enter__()
        finally:
            run("umount", str(self._base))
        root = self._machine.root
        (root / "etc/fstab").write_text("", encoding="utf-8")
        settings = root / "etc/systemd/system/stadium.service.d/lab.conf"
        settings.parent.mkdir()
        settings.write_text(self._drop_in, encoding="utf-8")
        return self

    def __exit__(self, *_: object) -> None:
        """Pull its plug and throw it away."""
        self.pull_the_plug()
        self._machine.__exit__()

    def switch_on(self, patience_s: float) -> None:
        """Switch it on and wait until its own start is over. It has no network."""
        run("mount", "--bind", str(self._boot), str(self._firmware))
        self._has_card = True
        self._machine.boot(patience_s)

    def pull_the_plug(self) -> None:
        """End it this instant; what its kernel, which is ours, has taken is written all the same."""
        self._machine.pull_the_plug()
        if self._has_card:  # Path.is_mount knows no folder that is bound to one of the same disk
            run("umount", str(self._firmware))
            self._has_card = False

    def says(self, word: str) -> bool:
        """Whether its log has said a word."""
        return word in self._machine.says("journalctl --no-pager --output=cat --unit=stadium-first-boot")

    def page(self, path: str) -> bytes:
        """What its page answers; empty while it does not."""
        inside = ["nsenter", "--target", str(self._machine.init), "--net", sys.executable, "-c", ASK, path]
        done = subprocess.run(inside, capture_output=True, check=False)
        return done.stdout if done.returncode == 0 else b""

    def state(self) -> dict[str, object]:
        """What its page shows of the game; empty while it does not answer."""
        content = self.page("/api/state")
        return dict(json.loads(content)) if content else {}

    def file(self, path: str) -> str:
        """What a file of its system says; empty if there is none."""
        file = self._machine.root / path.removeprefix("/")
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""

    @property
    def _firmware(self) -> Path:
        return self._machine.root / "boot/firmware"
