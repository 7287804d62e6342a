#!/usr/bin/env python3
"""`make lab-image`: the disk that `make image` makes, in an emulated PC with UEFI: from its first start to a game.

`make lab-image-arm64` does the same with the disk for arm64, in an emulated computer with such a processor and UEFI.
Nothing of the image is changed: that the game is a simulated one, for there is no camera, comes as a credential of
systemd's, by the computer's own firmware. The disk is larger than the image, as a stick is. Proved is what happens,
never how fast: the processor is emulated. `make image` needs no root, so an account without any right makes it, where
this machine's kernel and programs allow that; the last line says whether they did.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from appliance import NAME, PROJECT, build  # noqa: E402 - what follows is found on the path above
from card_machine import PC, PLACE, CardComputer, missing_tools, over, run  # noqa: E402
from lab_card import A_FEW, EACH_S, PATIENCE_S, SIMULATED  # noqa: E402
from nspawn import until  # noqa: E402
from telling import count_failed, demand, needs_root, tell  # noqa: E402


class Uefi(NamedTuple):
    """A computer with UEFI, as QEMU has it.

    Attributes:
        hardware: the emulator and the kind of computer.
        firmware: its UEFI.
        packages: what to install for both.
    """

    hardware: Sequence[str]
    firmware: Path
    packages: str


COMPUTERS = {
    "amd64": Uefi(PC, Path("/usr/share/ovmf/OVMF.fd"), "ovmf"),
    "arm64": Uefi(
        ("qemu-system-aarch64", "-M", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72"),
        Path("/usr/share/qemu-efi-aarch64/QEMU_EFI.fd"),
        "qemu-system-arm qemu-efi-aarch64",
    ),
}
OPEN = Path("/var/tmp")  # noqa: S108 - a folder of a random name is made there, for an account that cannot look into ours
LENT = "nobody:1000000:65536\n"
"""The accounts that the one without rights may use in a system that it makes, as /etc/subuid has them of any user."""
AS_NOBODY = """\
mount --bind "$0" /etc/subuid && mount --bind "$0" /etc/subgid &&
exec setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/nonexistent PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
"""
"""Runs a command as that account; those files are other ones for this command alone."""
DISK = "8G"
"""Of the stick."""
SECTOR = 512


def main() -> None:
    """Make the image and run every check."""
    parser = argparse.ArgumentParser(prog="make lab-image", description=__doc__)
    parser.add_argument("--architecture", choices=COMPUTERS, default="amd64", help="of the computer (amd64)")
    architecture = parser.parse_args().architecture
    uefi = COMPUTERS[architecture]
    needs_root("lab-image", "This makes a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    if not uefi.firmware.exists() or not shutil.which(uefi.hardware[0]) or not shutil.which("sfdisk"):
        sys.exit(f"This needs: sudo apt install {uefi.packages} fdisk")
    began = time.monotonic()
    PLACE.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=OPEN, prefix="lab-image-") as opened,
        tempfile.TemporaryDirectory(dir=PLACE) as folder,
    ):
        place = Path(folder)
        image, by_whom = made(Path(opened), architecture)
        tell(f"The image was made {by_whom}.")
        layer = over(image, place / "stick.qcow2")
        run("qemu-img", "resize", "-q", str(layer), DISK)
        with CardComputer(place, ("-bios", str(uefi.firmware)), (layer,), SIMULATED, uefi.hardware) as computer:
            checks = {
                "from its first start to a game on the page": partial(plays, computer),
                "it takes the whole disk": partial(has_grown, computer, layer),
            }
            failed = count_failed(checks, RuntimeError)
        size = image.stat().st_size >> 20
    minutes = (time.monotonic() - began) / 60
    passed = f"{len(checks) - failed} of {len(checks)} checks passed"
    tell(f"lab-image: {passed}, image for {architecture} of {size} MB made {by_whom}; {minutes:.1f} min")
    sys.exit(1 if failed else 0)


def made(place: Path, architecture: str) -> tuple[Path, str]:
    """The image, made in that folder by an account without rights if it can be; and by whom, in words."""
    build(place, str(PROJECT["version"]))
    for name in ("firmware", "packaging"):
        shutil.copytree(ROOT / name, place / "project" / name, ignore=shutil.ignore_patterns("__pycache__"))
    out, lent = place / "out", place / "lent"
    lent.write_text(LENT, encoding="ascii")
    out.mkdir()
    place.chmod(0o755)
    as_nobody = ["unshare", "--mount", "sh", "-c", AS_NOBODY, str(lent)]
    tried = subprocess.run(
        [*as_nobody, "mmdebstrap", "--unshare-helper", "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode == 0:
        shutil.chown(out, "nobody", "nogroup")
        by_whom = "without root"
    else:
        why = (tried.stderr.strip().splitlines() or ["no reason is given"])[-1]
        as_nobody, by_whom = [], f"as root, for this machine lets nobody else ({why})"
    tell("Making the image (some minutes) ...")
    package = place / f"{NAME}_{PROJECT['version']}_all.deb"
    program = ("python3", str(place / "project/packaging/image.py"), str(package))
    run(*as_nobody, *program, "--architecture", architecture, "--out", str(out))
    return out / f"stadium-{architecture}.img", by_whom


def plays(computer: CardComputer) -> str:
    """UEFI, GRUB, kernel and systemd start it; nobody logs in."""
    began = time.monotonic()
    computer.switch_on()
    until("a game goes on", lambda: int(str(computer.state().get("line", 0))) > A_FEW, PATIENCE_S, EACH_S)
    return f"line {computer.state()['line']} after {time.monotonic() - began:.0f} s"


def has_grown(computer: CardComputer, layer: Path) -> str:
    """The partition of the system reaches to the disk's end, and its file system fills it."""
    computer.pull_the_plug()
    flat = layer.with_suffix(".raw")
    run("qemu-img", "convert", "-O", "raw", str(layer), str(flat))
    table = subprocess.run(["sfdisk", "--json", str(flat)], check=True, capture_output=True, text=True).stdout
    sizes = [int(line.split(":")[1].strip(" ,")) * SECTOR >> 20 for line in table.splitlines() if '"size"' in line]
    demand(sizes and sizes[-1] > 7000, f"the partitions have {sizes} MB")
    return f"{sizes[-1]} MB"


if __name__ == "__main__":
    main()
