"""The disk of the lab's virtual machine with what a Wi-Fi needs: NetworkManager, its supplicant, a router's programs.

It is a copy of the machine's own disk (`machine_tree.py`), mounted and installed into.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from machine_tree import Boot
from nspawn import CACHE, DEBS, alone_at, hold

PLACE = CACHE / "wifi"
INSIDE = Path(__file__).parent / "wifi_inside.py"
PACKAGES = (
    "dnsmasq-base", "hostapd", "iproute2", "iw", "network-manager", "nftables", "udhcpc", "wireless-regdb",
    "wpasupplicant",
)  # fmt: skip
"""What a Pi has by itself, what our package recommends, and what makes a router and a phone."""
UNMANAGED = "[keyfile]\nunmanaged-devices=interface-name:wlan1;interface-name:wlan2\n"
"""The phone's radio and the router's are none of the stadium's business."""


def with_wifi(boot: Boot, tell: Callable[[str], None]) -> Boot:
    """The machine with those packages, made unless it is there."""
    recipe = repr((boot.disk.name, PACKAGES, UNMANAGED)).encode() + INSIDE.read_bytes()
    disk = PLACE / f"disk-{hashlib.sha256(recipe).hexdigest()[:16]}.ext4"
    with alone_at(PLACE):
        if not disk.exists():
            tell("Installing what a Wi-Fi needs (once; a minute or two) ...")
            shutil.rmtree(PLACE, ignore_errors=True)
            PLACE.mkdir()
            half = PLACE / "half-made.ext4"
            _run("cp", "--reflink=auto", "--sparse=always", str(boot.disk), str(half))
            with _mounted(half) as tree:
                _install(tree)
            half.rename(disk)
        hold(disk)
    return replace(boot, disk=disk)


def _install(tree: Path) -> None:
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    install = f"apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends {' '.join(PACKAGES)}"
    bare = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--pipe", "--resolv-conf=off"]
    binds = (f"--directory={tree}", f"--bind={DEBS}:/var/cache/apt/archives", "--setenv=LC_ALL=C.UTF-8")
    # The first who asks for the page starts it (stadium.socket): no boot here waits for it.
    script = f"{install} && systemctl disable --quiet stadium.service && systemctl enable --quiet stadium.socket"
    _run(*bare, *binds, "--setenv=DEBIAN_FRONTEND=noninteractive", "sh", "-c", script)
    (tree / "etc/NetworkManager/conf.d/lab.conf").write_text(UNMANAGED, encoding="utf-8")
    (tree / "etc/resolv.conf").write_text("", encoding="utf-8")
    shutil.copy(INSIDE, tree / "lab")


@contextmanager
def _mounted(disk: Path) -> Iterator[Path]:
    """A folder in which the disk lies for as long as the context lasts."""
    with tempfile.TemporaryDirectory() as folder:
        _run("mount", "-o", "loop", str(disk), folder)
        try:
            yield Path(folder)
        finally:
            _run("umount", folder)


def _run(*command: str) -> None:
    """Run a command; what it says is told only if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)[:300]} failed:\n{done.stdout[-3000:]}")
