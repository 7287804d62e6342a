"""The installed version as a package again, made of its own files, for what keeps it or hands it on."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware.update.gate import NAME, System

INFO: Final = Path("/var/lib/dpkg/info")
"""dpkg's folder of the scripts of packages."""
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm", "md5sums", "conffiles", "triggers")


def remake(system: System, made: Path, info: Path = INFO) -> bool:
    """Make the package ``made`` of the installed scoreboard; whether it is made. A folder of its name has the files."""
    root = made.with_suffix("")
    control = root / "DEBIAN"
    control.mkdir(parents=True)
    _, status = system.run("dpkg-query", "--status", NAME)
    fields = re.sub(r"^(Status: .*|Conffiles:(\n .*)*)\n", "", status, flags=re.MULTILINE)
    (control / "control").write_text(fields, encoding="utf-8")
    control.chmod(0o755)  # dpkg-deb takes no other, and what the service makes is its own alone
    for script in SCRIPTS:
        with suppress(FileNotFoundError):
            shutil.copy2(info / f"{NAME}.{script}", control / script)
    _, listed = system.run("dpkg-query", "--listfiles", NAME)
    for line in listed.splitlines():
        _lay_out(Path(line), root)
    return system.run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", str(root), str(made))[0]


def _lay_out(path: Path, root: Path) -> None:
    """A file of the package, where it belongs below ``root``."""
    target = root / path.relative_to("/")
    if path.is_symlink():
        target.symlink_to(path.readlink())
    elif path.is_dir():
        target.mkdir(exist_ok=True, parents=True)
        target.chmod(0o755)
    elif path.exists():
        target.parent.mkdir(exist_ok=True, parents=True)
        shutil.copy2(path, target)
