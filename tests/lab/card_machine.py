"""A computer for a card that installs itself: a Debian 13 with cloud-init, as Raspberry Pi OS sets it up, under QEMU.

Its system lies on one disk, made by mmdebstrap; the boot partition is another disk, a FAT that is laid on as a card is.
No panel, no pins: what is seen of it is its page, through one port. Rule kept here: nothing of the project is in the
system. What the lab has the services do otherwise comes as a credential of systemd's, which leaves nothing behind.
"""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from machine_tree import IDLE
from nspawn import CACHE, delete_former, hold
from virtual_machine import DIES_WITH_US, KERNEL, PROCESSOR

PLACE = CACHE / "card"
NEEDED = {
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
    "mdir": "mtools",
    "qemu-img": "qemu-utils",
    "qemu-system-x86_64": "qemu-system-x86",
}
SYSTEM = (
    "systemd", "systemd-sysv", "udev", "dbus", "kmod", "initramfs-tools", "zstd", "linux-image-amd64", "cloud-init",
    "network-manager", "netplan.io", "avahi-daemon", "python3", "openssh-server", "alsa-utils", "ca-certificates",
)  # fmt: skip
"""What Raspberry Pi OS Lite has of this."""
LARGE = ("python3-opencv", "python3-numpy", "espeak-ng")
"""Packages of other people's, with all that they want, that an emulated processor is long in unpacking; they are there
already."""
SMALL_INITRD = """\
mkdir -p "$1/etc/initramfs-tools/conf.d"
printf 'MODULES=list\\nCOMPRESS=gzip\\n' > "$1/etc/initramfs-tools/conf.d/lab"
printf 'ext4\\nvirtio_blk\\nvirtio_pci\\n' > "$1/etc/initramfs-tools/modules"
"""
"""Of the drivers those that the computer has before it finds its disk."""
PI_OS = """\
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
ssh_deletekeys: false
ssh_genkeytypes: []
"""
"""As Raspberry Pi OS has it (pi-gen, stage2/04-cloud-init)."""
NETPLAN = "network:\n  version: 2\n  renderer: NetworkManager\n"
FSTAB = "/dev/vda / ext4 defaults 0 1\n/dev/vdb /boot/firmware vfat defaults 0 2\n"
FILES = {
    "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": PI_OS,
    "etc/fstab": FSTAB,
    "etc/hostname": "raspberrypi\n",
    "etc/machine-id": "uninitialized\n",
    "usr/lib/netplan/00-network-manager-all.yaml": NETPLAN,
    "etc/systemd/system.conf.d/90-lab.conf": "[Manager]\nDefaultTimeoutStartSec=900s\n",
}
UNLIKE = ("systemd-networkd.service", "systemd-networkd.socket", "systemd-networkd-wait-online.service")
"""What Raspberry Pi OS has not: NetworkManager has all of its networks."""
NO_MANUALS = tuple(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "man", "locale"))
NO_NAMES = 'systemd.setenv="RES_OPTIONS=timeout:1 attempts:1"'
"""QEMU's network drops what asks for a name: whoever does need not wait long for nothing, as Imager's packages do."""
PC = ("qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi", "-cpu", PROCESSOR)
"""QEMU's program and the kind of computer that it is."""
ROOT_SIZE, BOOT_SIZE = "6G", 512
"""Of the system's disk, and of the boot partition in MB, which is as large on Raspberry Pi OS."""


def missing_tools() -> str:
    """What to install first, as a sentence; empty if all is there."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    packages = sorted({package for tool, package in NEEDED.items() if not shutil.which(tool, path=path)})
    return f"This needs: sudo apt install {' '.join(packages)}" if packages else ""


def make_system(tell: Callable[[str], None]) -> Path:
    """Make the system, unless it is there; returns the folder of kernel, initrd and disk."""
    recipe = repr((SYSTEM, LARGE, SMALL_INITRD, FILES, NO_MANUALS, IDLE, UNLIKE, ROOT_SIZE))
    made = PLACE / hashlib.sha256(recipe.encode()).hexdigest()[:16]
    if made.is_dir():
        hold(made)
        return made
    tell("Making a Debian 13 with cloud-init (once; some minutes) ...")
    tree, half = PLACE / "tree", PLACE / "half-made"
    for folder in (tree, half):
        run("rm", "-rf", "--one-file-system", str(folder))
    half.mkdir(parents=True)
    run(
        "mmdebstrap", "--variant=minbase", "--format=directory", "--dpkgopt=force-unsafe-io", *NO_MANUALS,
        f"--essential-hook={SMALL_INITRD}", f"--include={','.join((*SYSTEM, *LARGE))}", "trixie", str(tree),
    )  # fmt: skip
    for name, text in FILES.items():
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o600 if "netplan" in name else 0o644)
    (tree / "boot/firmware").mkdir()
    for unit in (*IDLE, *UNLIKE):
        (tree / "etc/systemd/system" / unit).unlink(missing_ok=True)
        (tree / "etc/systemd/system" / unit).symlink_to("/dev/null")
    for kind in ("vmlinuz", "initrd.img"):
        shutil.copy(next((tree / "boot").glob(f"{kind}-*")), half / kind)
    run("mke2fs", "-q", "-t", "ext4", "-L", "rootfs", "-d", str(tree), str(half / "root.ext4"), ROOT_SIZE)
    run("rm", "-rf", "--one-file-system", str(tree))
    delete_former(PLACE.glob("[0-9a-f]" * 16))
    half.rename(made)
    hold(made)
    return made


def make_boot_partition(folder: Path, image: Path) -> None:
    """A FAT with the files of a folder, as a card has them."""
    image.unlink(missing_ok=True)
    with image.open("wb") as stream:
        stream.truncate(BOOT_SIZE << 20)
    run("mkfs.vfat", "-F", "32", "-n", "bootfs", str(image))
    run("mcopy", "-Qmsi", str(image), *map(str, sorted(folder.iterdir())), "::")


def read_boot_partition(image: Path, folder: Path) -> None:
    """The files of a FAT, into a folder that is made."""
    folder.mkdir()
    run("mcopy", "-Qmsni", str(image), "::*", str(folder))


def names_on(image: Path) -> set[str]:
    """The names of a FAT's files, with their folders; nothing is copied."""
    listed = run("mdir", "-/", "-b", "-i", str(image), "::").splitlines()
    return {line.removeprefix("::/") for line in listed if line and not line.endswith("/")}


def run(*command: str) -> str:
    """Run a command; what it says is told only if it fails."""
    environment = os.environ | {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "MTOOLS_SKIP_CHECK": "1"}
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)[:300]} failed:\n{done.stdout[-3000:]}")
    return done.stdout


class CardComputer:
    """Such a computer with disks of its own; a context that ends it.

    Args:
        folder: where its disks and what its kernel says lie.
        starts: words of QEMU's for what it is booted from.
        disks: images in order; what is written to them stays.
        drop_in: what stadium.service does otherwise.
        hardware: the emulator and the kind of computer.
    """

    def __init__(
        self,
        folder: Path,
        starts: Iterable[str],
        disks: Iterable[Path],
        drop_in: str,
        hardware: Sequence[str] = PC,
    ) -> None:
        self._hardware = hardware
        self._starts, self._disks, self._drop_in = list(starts), list(disks), drop_in
        self.console = folder / "console.log"
        self._qemu: subprocess.Popen[bytes] | None = None
        self.port = 0

    def __enter__(self) -> Self:
        """Nothing yet: it is off."""
        return self

    def __exit__(self, *_: object) -> None:
        """Pull its plug."""
        self.pull_the_plug()

    def switch_on(self, _: float = 0.0) -> None:
        """Switch it on, and wait for nothing. It has a network that leads nowhere; its page is at our port.

        Its disks are as this machine's kernel has them, and not flushed: a plug that is pulled ends QEMU alone.
        """
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.console.with_name("flat.ext4").unlink(missing_ok=True)
        credential = base64.b64encode(self._drop_in.encode()).decode()
        name = "io.systemd.credential.binary:systemd.unit-dropin.stadium.service"
        drives = (f"file={disk},if=virtio,format={_format(disk)},cache=unsafe" for disk in self._disks)
        command = [
            *DIES_WITH_US, *self._hardware, "-smp", str(min(2, os.cpu_count() or 1)), "-m", "2048",
            "-nodefaults", "-display", "none",
            "-chardev", f"file,id=console,path={self.console},append=on", "-serial", "chardev:console",
            "-smbios", f"type=11,value={name}={credential}",
            "-nic", f"user,model=virtio-net-pci,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:80",
            *(word for drive in drives for word in ("-drive", drive)), *self._starts,
        ]  # fmt: skip
        with self.console.open("ab") as console:
            self._qemu = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=console)

    @property
    def is_on(self) -> bool:
        """Whether it runs."""
        return self._qemu is not None and self._qemu.poll() is None

    def pull_the_plug(self) -> None:
        """End it this instant."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
        self._qemu = None

    def says(self, word: str) -> bool:
        """Whether its console has said a word. RuntimeError if it has ended."""
        console = self.console.read_text(encoding="utf-8", errors="replace") if self.console.exists() else ""
        if not self.is_on:
            raise RuntimeError(f"it has ended:\n{console[-2000:]}")
        return word in console

    def page(self, path: str) -> bytes:
        """What its page answers; empty while it does not. RuntimeError if the computer has ended."""
        if not self.is_on:
            raise RuntimeError(f"it has ended:\n{self.console.read_text(encoding='utf-8', errors='replace')[-2000:]}")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        with suppress(OSError, http.client.HTTPException):
            connection.request("GET", path, headers={"Host": "stadium.local"})
            answer = connection.getresponse()
            content = answer.read()
            return content if answer.status == http.client.OK else b""
        return b""

    def file(self, path: str) -> str:
        """What a file of its system says, once it is off; empty if there is none."""
        flat = self.console.with_name("flat.ext4")
        if not flat.exists():
            run("qemu-img", "convert", "-O", "raw", str(self._disks[0]), str(flat))
            subprocess.run(["e2fsck", "-p", str(flat)], check=False, stdout=subprocess.DEVNULL)
        read = subprocess.run(["debugfs", "-R", f"cat {path}", str(flat)], capture_output=True, text=True, check=False)
        return read.stdout

    def state(self) -> dict[str, object]:
        """What its page shows of the game; empty while it does not answer."""
        content = self.page("/api/state")
        return dict(json.loads(content)) if content else {}


def kernel_of(system: Path) -> list[str]:
    """QEMU's words to boot that system as a Pi's firmware does: the kernel is handed to it."""
    words = f"{KERNEL} net.ifnames=0 systemd.firstboot=off systemd.journald.forward_to_console=1 {NO_NAMES}"
    return ["-kernel", str(system / "vmlinuz"), "-initrd", str(system / "initrd.img"), "-append", words]


def over(disk: Path, layer: Path) -> Path:
    """A disk over another, which stays as it is."""
    run("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(disk), str(layer))
    return layer


def _format(disk: Path) -> str:
    return "qcow2" if disk.suffix == ".qcow2" else "raw"
