"""Tries our camera on picamera2's real class: ``make lab-camera``. Needs root, debootstrap and the network.

In a Debian 13 of its own, libcamera's virtual camera shows pictures of the simulated stadium; picamera2 is the real
one, and so is everything of ours. The virtual camera knows neither exposure nor focus and gives NV12 only
(`virtual_pi.py` makes up for that), so it proves what it can: both streams of one moment, buffers given back, a
camera that falls silent, and its return.
"""

# ruff: noqa: T201 - a script that tells its progress

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
from machine_tree import CAMERA, LIBCAMERA, PICAMERA2, PICAMERA2_WANTS, depends

from firmware.simulated.world.stadium import SimulatedStadium

HERE = Path(__file__).parent
ROOM = HERE.parents[1]
TREE = Path.home() / ".cache/stadium-scoreboard/lab-camera"
"""A Debian 13 with libcamera, made once."""
PACKAGES = (*PICAMERA2_WANTS, *depends(), "gcc", "libc6-dev", "linux-libc-dev")
FRAMES = 8
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
QUIET = {"PYTHONDONTWRITEBYTECODE": "1", "LIBCAMERA_LOG_LEVELS": "*:ERROR"}


def make_tree() -> None:
    """Make the Debian 13, unless it is there."""
    if (TREE / "etc/.made").exists():
        return
    print("Making a Debian 13 with libcamera (once; some minutes) ...", flush=True)
    shutil.rmtree(TREE, ignore_errors=True)
    run("debootstrap", "--variant=minbase", "trixie", str(TREE))
    sources = TREE / "etc/apt/sources.list"
    own = sources.read_text(encoding="utf-8")
    sources.write_text(own + own.replace("trixie main", "trixie-backports main"), encoding="utf-8")
    shutil.copy("/etc/resolv.conf", TREE / "etc/resolv.conf")
    install = "apt-get install --yes --no-install-recommends"
    inside(f"apt-get update && {install} {' '.join(PACKAGES)}")
    inside(f"{install} --target-release trixie-backports {' '.join(LIBCAMERA)}")
    fetch = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(TREE / "opt"), PICAMERA2]
    run(*fetch)
    (TREE / "etc/.made").touch()


def furnish() -> None:
    """Put our code, the camera and its pictures into it."""
    lab, device = TREE / "lab", TREE / "dev/dma_heap/linux,cma"
    shutil.rmtree(lab, ignore_errors=True)
    for room in ("firmware", "scoreboard", "vision"):
        shutil.copytree(ROOM / room, lab / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("camera_inside.py", "udmabuf_shim.c", "virtual_pi.py"):
        shutil.copy(HERE / file, lab)
    device.parent.mkdir(exist_ok=True)
    for path in (device, TREE / "dev/udmabuf"):
        path.unlink(missing_ok=True)
        path.symlink_to("/dev/null")
    (TREE / "usr/share/libcamera/pipeline/virtual/virtual.yaml").write_text(CAMERA, encoding="utf-8")
    inside("gcc -shared -fPIC -O2 -o /lab/shim.so /lab/udmabuf_shim.c")
    draw(lab / "frames")


def draw(folder: Path) -> None:
    """Pictures of the simulated stadium, in the size to read from."""
    folder.mkdir()
    scene = SimulatedStadium(seed=1)
    for number in range(FRAMES):
        cv2.imwrite(str(folder / f"{number:03}.jpg"), scene.still(0.5 + number / 15))


def inside(command: str, **environment: str) -> None:
    """Run a shell command in it."""
    run("chroot", str(TREE), "sh", "-c", command, **ENVIRONMENT, **environment)


def run(*command: str, **environment: str) -> None:
    """Run a command; what it says is told only if it fails."""
    own = environment or dict(os.environ)
    done = subprocess.run(command, env=own, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)[:200]} failed:\n{done.stdout[-3000:]}")
    print("".join(f"{line}\n" for line in done.stdout.splitlines() if line.startswith("ok  ")), end="", flush=True)


def main() -> None:
    """Make the tree, furnish it, and try the camera."""
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        sys.exit("This needs root and debootstrap: sudo apt install debootstrap, then sudo make lab-camera")
    make_tree()
    furnish()
    inside("timeout 120 python3 /lab/camera_inside.py", LD_PRELOAD="/lab/shim.so", **QUIET)
    print(f"{PICAMERA2}: both streams show one moment; a camera that falls silent is told of, and comes back")


if __name__ == "__main__":
    main()
