"""A scoreboard whose account is not root, and root, who looks after it: real programs, as real accounts."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from support.hang import GIVE_UP_S

ROOT = Path(__file__).parents[2]
NOBODY = 65534
HOSTILE = (
    "tee:null,'|id > /tmp/x',raw", "file:'|id',raw", "plug:'tee:null,\"|id\"'", "{ type file file '|id' }", "|id",
    "-D", "--help", "default -v", "default\n", "hw:0\0", "hw:0,0;id", "$(id)", "`id`", "a" * 100_000, "hw:\uff10",
    "../x", "hw:CARD=x,FILE=/etc/passwd", "/dev/../etc/passwd", "/dev/v4l/by-id/..", "/dev/sda",
    "http://x/y", "x\u202ey",
)  # fmt: skip
"""What would be more than a name to some program."""
RECORD = (
    '{"type":"game","rules":"one-die","innings":1,"away":{"name":"A","color":"red"},'
    '"home":{"name":"B","color":"blue"}}\n'
)
SHELL = '[sound]\ndriver = "alsa"\ndevice = "tee:null,\'|id > {}\',raw"\n'


class Box(NamedTuple):
    """A scoreboard whose games are another account's, and the folder of root, who looks after it."""

    home: Path
    root: Path
    environment: dict[str, str]

    def stadium(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """What root types, in root's own folder."""
        command = [self.environment["PYTHON"], "-m", "firmware", *map(str, words)]
        return subprocess.run(
            command, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False, timeout=GIVE_UP_S
        )

    def roots(self) -> dict[str, tuple[int, int, bytes]]:
        """All that is root's: who has it, who may, and what is in it."""
        found = sorted(self.root.rglob("*"))
        return {
            str(path): (path.stat().st_uid, path.stat().st_mode, path.read_bytes() if path.is_file() else b"")
            for path in (self.root, *found)
        }


def _python() -> str:
    """A Python that another account can run; root's own may lie in root's home."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (Path(sys.base_prefix) / "bin" / version, Path("/usr/bin") / version):
        above = candidate.resolve().parents
        if candidate.exists() and all(folder.stat().st_mode & 0o001 for folder in above):
            return str(candidate)
    pytest.skip("this Python lies where only root can read it")


@contextmanager
def a_box() -> Iterator[Box]:
    """One with nothing in it yet; the test is skipped where it cannot be made."""
    if os.geteuid() != 0:
        pytest.skip("only root can make files that are another's")
    python = _python()
    with tempfile.TemporaryDirectory() as open_to_all, tempfile.TemporaryDirectory() as roots:
        Path(open_to_all).chmod(0o755)
        home = Path(open_to_all) / "home"
        home.mkdir()
        os.chown(home, NOBODY, NOBODY)
        (Path(roots) / "record.jsonl").write_text(RECORD, encoding="utf-8")
        path = os.pathsep.join([str(ROOT), *(each for each in sys.path if each.endswith("site-packages"))])
        known = {"PATH": os.environ["PATH"], "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "HOME": roots}
        yield Box(home, Path(roots), known | {"STADIUM_HOME": str(home), "PYTHON": python})
