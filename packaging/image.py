#!/usr/bin/env python3
"""`make image`: a whole disk for a PC with UEFI and a USB camera, made of Debian's packages and the scoreboard's.

Written to a stick or a disk it starts, and the page is there: nothing is installed by hand. mmdebstrap makes the
system, mke2fs and genimage the disk; none of them needs root. Nobody can log in: there is no account with a password.
Debian's own signed boot loader starts it, so Secure Boot may stay on. Rule kept here: no two copies share a secret;
each makes its own at its first start.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from build_site import PROGRAMS

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from firmware.card.package_closure import asked_for  # noqa: E402 - found on the path above

RELEASE: Final = "trixie"
NEEDED: Final = {
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "genimage": "genimage",
    "mcopy": "mtools",
    "mkdosfs": "dosfstools",
    "dpkg-deb": "dpkg",
}
EMULATOR: Final = {"qemu-user-static", "binfmt-support"}
"""The packages that run another architecture's programs."""
EMULATED: Final = Path("/proc/sys/fs/binfmt_misc")
"""Where the kernel shows which emulators it knows."""


class Architecture(NamedTuple):
    """What differs between computers of one architecture and of another.

    Attributes:
        processor: the kernel's name for it.
        uefi: UEFI's name for it.
        grub: GRUB's name for it.
        serial: the kernel's name of the first serial line.
        root_type: of the partition with the system; by it systemd finds what it may enlarge.
    """

    processor: str
    uefi: str
    grub: str
    serial: str
    root_type: str


ARCHITECTURES: Final = {
    "amd64": Architecture("x86_64", "x64", "x86_64", "ttyS0", "4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709"),
    "arm64": Architecture("aarch64", "aa64", "arm64", "ttyAMA0", "B921B045-1DF0-41C3-AF44-4C6F280D3FAE"),
}
EFI_TYPE: Final = "C12A7328-F81F-11D2-BA4B-00A0C93EC93B"
SYSTEM: Final = (
    "systemd", "systemd-sysv", "systemd-repart", "systemd-timesyncd", "udev", "dbus", "kmod", "initramfs-tools", "zstd",
    "ca-certificates",
)  # fmt: skip
LABEL: Final = "stadium-root"
OWN_SECRETS: Final = """\
[Unit]
Description=Make this copy's own secrets
ConditionPathExists=!/etc/stadium/access-point.toml
Before=stadium.service

[Service]
Type=oneshot
ExecStart=/usr/libexec/stadium-scoreboard/access-point make

[Install]
WantedBy=multi-user.target
"""
FILES: Final = {
    "etc/fstab": f"LABEL={LABEL} / ext4 defaults,x-systemd.growfs 0 1\n",
    "etc/hostname": "stadium\n",
    "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 stadium\n::1 localhost\n",
    "etc/repart.d/50-root.conf": "[Partition]\nType=root\n",
    "etc/systemd/system/stadium-own-secrets.service": OWN_SECRETS,
}
"""Of the system, beside what packages bring."""
SIZE_MB: Final = 3584
"""Of the system's partition; at the first start it grows to the end of the disk."""


def main(words: Sequence[str] | None = None) -> None:
    """Make the image and print where it is."""
    parser = argparse.ArgumentParser(prog="make image", description=__doc__)
    parser.add_argument("package", type=Path, nargs="?", metavar="PACKAGE", help="the scoreboard's, from make deb")
    parser.add_argument("--out", type=Path, default=ROOT / "build/image", help="the folder it goes to (build/image)")
    parser.add_argument("--architecture", choices=ARCHITECTURES, default="amd64", help="of the computer (amd64)")
    parser.add_argument("--check", action="store_true", help="only see whether the programs that it needs are there")
    parser.add_argument("--site", action="store_true", help="and those of make docs, for the package has the guides")
    given = parser.parse_args(words)
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    needed = NEEDED | (PROGRAMS if given.site else {})
    missing = {package for tool, package in needed.items() if shutil.which(tool) is None}
    if not _can_run(given.architecture):
        missing |= EMULATOR
    if missing:
        sys.exit(f"make image: this needs: sudo apt install {' '.join(sorted(missing))}")
    if given.check:
        return
    if given.package is None:
        parser.error("name the package")
    if not given.package.is_file():
        sys.exit(f"make image: {given.package} is no file; make deb makes it")
    sys.stdout.write(f"{image(given.package.resolve(), given.out.resolve(), given.architecture)}\n")


def image(package: Path, out: Path, architecture: str) -> Path:
    """Make the image of an architecture in the folder ``out``; returns the file."""
    work = out / f"work-{architecture}"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    work.chmod(0o1777)  # without root, what makes the system is another account of ours
    _make_system(package, work, architecture)
    _make_root(work)
    _lay_out_boot(work, architecture)
    name = f"stadium-{architecture}.img"
    (work / "genimage.cfg").write_text(layout(name, architecture), encoding="utf-8")
    (work / "empty").mkdir()
    folders = {"rootpath": "empty", "tmppath": "genimage", "inputpath": ".", "outputpath": "."}
    options = [f"--{key}={work / folder}" for key, folder in folders.items()]
    _run("genimage", f"--config={work / 'genimage.cfg'}", *options)
    (work / name).replace(out / name)
    shutil.rmtree(work, ignore_errors=True)
    return out / name


def _can_run(architecture: str) -> bool:
    """Whether this machine runs programs of that architecture, itself or by an emulator that its kernel knows."""
    processor = ARCHITECTURES[architecture].processor
    return platform.machine() == processor or (EMULATED / f"qemu-{processor}").exists()


def layout(name: str, architecture: str) -> str:
    """How genimage lays the disk out: a partition for UEFI, then the system."""
    files = "".join(f'file {target} {{ image = "{source}" }}\n' for target, source in boot_files(architecture).items())
    return f"""\
image efi.vfat {{
vfat {{
label = "STADIUM-EFI"
{files}}}
size = 16M
}}
image {name} {{
hdimage {{ partition-table-type = "gpt" }}
partition efi {{ image = "efi.vfat" partition-type-uuid = "{EFI_TYPE}" }}
partition root {{ image = "root.ext4" partition-type-uuid = "{ARCHITECTURES[architecture].root_type}" }}
}}
"""


def boot_files(architecture: str) -> dict[str, str]:
    """Where UEFI looks for what, and what is laid there: the loader that it trusts, GRUB, and GRUB's words."""
    uefi = ARCHITECTURES[architecture].uefi
    return {
        f"EFI/BOOT/BOOT{uefi.upper()}.EFI": "shim.efi",
        f"EFI/BOOT/grub{uefi}.efi": "grub.efi",
        "EFI/debian/grub.cfg": "grub.cfg",
    }


def grub_words(architecture: str) -> str:
    """What GRUB does: it starts the kernel, which writes to the screen and to the serial line."""
    serial = ARCHITECTURES[architecture].serial
    return f"""\
search --no-floppy --label {LABEL} --set=root
linux /vmlinuz root=LABEL={LABEL} ro quiet systemd.firstboot=off console={serial} console=tty0
initrd /initrd.img
boot
"""


def _make_system(package: Path, work: Path, architecture: str) -> None:
    """The system, in a tar, and Debian's boot loader beside it."""
    uefi, grub = ARCHITECTURES[architecture].uefi, ARCHITECTURES[architecture].grub
    depends, recommends = asked_for(package)
    include = (*SYSTEM, f"linux-image-{architecture}", *depends)
    for name, text in FILES.items():
        file = work / "files" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shutil.copyfile(package, work / package.name)
    # What Raspberry Pi alone has is left out, and so is what others recommend.
    install = (
        'have=""; for name in '
        + " ".join(recommends)
        + '; do if chroot "$1" apt-cache show "$name" >/dev/null 2>&1; then have="$have $name"; fi; done; '
        + f'chroot "$1" apt-get --yes --no-install-recommends install /{package.name} $have && rm "$1/{package.name}"'
    )
    loader = (
        f'cd "$1/tmp" && chroot "$1" sh -c "cd /tmp && apt-get download shim-signed grub-efi-{architecture}-signed"'
        ' && for file in *.deb; do dpkg-deb -x "$file" loader; done'
        f" && mv loader/usr/lib/shim/shim{uefi}.efi.signed shim.efi"
        f" && mv loader/usr/lib/grub/{grub}-efi-signed/grub{uefi}.efi.signed grub.efi && rm -r loader ./*.deb"
    )
    finish = (
        'chroot "$1" systemctl enable --quiet stadium-own-secrets.service && rm -f "$1/etc/stadium/access-point.toml"'
        ' && echo uninitialized > "$1/etc/machine-id"'
    )
    hooks = (
        f"sync-in {work / 'files'} /", f"copy-in {work / package.name} /", install, loader,
        f"copy-out /tmp/shim.efi /tmp/grub.efi {work}", 'rm "$1/tmp/shim.efi" "$1/tmp/grub.efi"', finish,
    )  # fmt: skip
    _run(
        "mmdebstrap",
        "--variant=minbase",
        "--format=tar",
        f"--architectures={architecture}",
        "--dpkgopt=force-unsafe-io",
        f"--include={','.join(include)}",
        *(f"--customize-hook={hook}" for hook in hooks),
        RELEASE,
        str(work / "root.tar"),
    )


def _make_root(work: Path) -> None:
    """The partition of the system, with every owner: where we are not root, mmdebstrap lends its accounts for it.

    Devices may be made by root alone, and the kernel makes them itself at each start.
    """
    script = (
        "mkdir tree && tar --extract --file=root.tar --directory=tree --numeric-owner --xattrs --xattrs-include='*'"
        " --anchored --exclude='./dev/*'"
        f" && truncate --size={SIZE_MB}M root.ext4 && mke2fs -q -t ext4 -L {LABEL} -d tree root.ext4"
        " && chmod 644 root.ext4 && rm -rf --one-file-system tree"
    )
    lent = () if os.geteuid() == 0 else ("mmdebstrap", "--unshare-helper")
    _run(*lent, "sh", "-c", f"cd {work} && {script}")
    (work / "root.tar").unlink()


def _lay_out_boot(work: Path, architecture: str) -> None:
    (work / "grub.cfg").write_text(grub_words(architecture), encoding="utf-8")
    if lost := [source for source in boot_files(architecture).values() if not (work / source).is_file()]:
        sys.exit(f"make image: Debian's boot loader has no {lost[0]}")


def _run(*command: str) -> None:
    """Run a command; what it says is told only if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603 - our own words
    if done.returncode:
        sys.exit(f"make image: {' '.join(command)[:200]} failed:\n{done.stdout[-3000:]}")


if __name__ == "__main__":
    main()
