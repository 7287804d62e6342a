"""The cache that labs share: what one makes is not deleted while another boots from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LAB = Path(__file__).parent
sys.path.insert(0, str(LAB))

from nspawn import delete_former  # noqa: E402 - a program, found in its own folder

HOLDER = """
import sys
sys.path.insert(0, {lab!r})
from pathlib import Path
from nspawn import hold
hold(Path(sys.argv[1]))
print("holds", flush=True)
sys.stdin.read()
"""


def test_disk_is_deleted_only_when_no_lab_holds_it(tmp_path: Path) -> None:
    """Two labs at once may need different disks; a folder that nobody holds goes at once."""
    disk, folder = tmp_path / "disk-1.ext4", tmp_path / "disk-2"
    disk.write_bytes(b"a system")
    folder.mkdir()
    (folder / "kernel").write_bytes(b"another")
    command = [sys.executable, "-c", HOLDER.format(lab=str(LAB)), str(disk)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as lab:
        assert lab.stdout is not None
        assert "holds\n" == lab.stdout.readline()
        delete_former(tmp_path.iterdir())
        assert [disk] == list(tmp_path.iterdir())
        lab.communicate("")
    delete_former(tmp_path.iterdir())
    assert [] == list(tmp_path.iterdir())
