#!/usr/bin/env python3
"""`make lab-arm64`: the package on an arm64 Debian 13, as on a Pi, run by qemu-user: are its answers ours?

In a Debian 13 for arm64 and in one for amd64, both made by debootstrap, the package is installed by apt with all that
it wants; only what dpkg unpacks is decompressed by this machine's own processor, for emulated that alone would take a
quarter of an hour. This machine's own processor reads golden pictures, and what every network was asked and answered
is kept: asked the same, the arm64 networks must give the same answers to five decimals. A golden picture must be read
alike, though no two processors decode and scale it to the last digit of a pixel alike: how far apart the confidences
are is printed. And a golden game must end alike (`arm64_inside.py`).

An emulated processor says nothing about speed. So both are emulated: arm64 by qemu-aarch64 and amd64 by qemu-x86_64.
Printed is the ratio alone: how many times as long arm64 takes as amd64. No time of a Pi is printed. To estimate one,
multiply the time that an amd64 PC takes (`make bench`) by the ratio, and by how many times as fast one core of that PC
is as one of the Pi. That is a rough ESTIMATE: the emulator translates the two sets of instructions unequally well.
Printed is also the most memory that each took. The emulator's own is in it, so a Pi should need less.

Needs root, debootstrap, qemu-user-static and binfmt-support (apt), and the network the first time.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from appliance import NAME, PROJECT, ROOT, build
from nspawn import CACHE, ENVIRONMENT
from telling import count_failed, demand, needs_root, tell

TREES = {"amd64": CACHE / "lab-amd64", "arm64": CACHE / "lab-arm64"}
EMULATORS = {"arm64": "qemu-aarch64-static", "amd64": "qemu-x86_64-static"}
PROCESSORS = {"arm64": "max", "amd64": "Nehalem"}
"""Both have vectors of 128 bits, as a Pi's has; with AVX an emulated amd64 takes three times as long over pictures."""
DECIMALS = 1e-5
"""How far apart two numbers of an answer may be."""
KEPT, PICTURES = "answers.npz", 2
"""Where the networks' answers are kept, and of how many pictures."""
POLICY = "#!/bin/sh\nexit 101\n"
"""Keeps services from being started where nothing could run them."""
UNPACKER = "usr/bin/dpkg-deb"
LOADERS = "lib64"
"""The folder of what loads amd64's programs, which arm64 does without."""
FIGURES = {"start_s": "start", "read_s": "one picture", "replay_s": "a game"}


def missing_tools() -> str:
    """What to install first, as a sentence; empty if all is there."""
    needed = {"debootstrap": "debootstrap", "qemu-aarch64-static": "qemu-user-static"}
    packages = sorted(package for tool, package in needed.items() if shutil.which(tool) is None)
    if packages:
        return f"This needs: sudo apt install {' '.join(packages)} binfmt-support"
    if not Path("/proc/sys/fs/binfmt_misc/qemu-aarch64").exists():
        return "arm64 programs cannot be run: sudo apt install binfmt-support, and mount binfmt_misc"
    return ""


def inside(tree: Path, *command: str) -> str:
    """What a command prints in that tree.

    Raises:
        RuntimeError: if it fails; with what it said.
    """
    done = subprocess.run(["chroot", str(tree), *command], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} in {tree.name}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    return done.stdout


def make_tree(architecture: str, tree: Path) -> None:
    """Make the Debian, unless it is there."""
    if (tree / "etc/.made").exists():
        return
    tell(f"Making a Debian 13 for {architecture} (once; emulated, it takes a quarter of an hour) ...")
    shutil.rmtree(tree, ignore_errors=True)
    tree.parent.mkdir(parents=True, exist_ok=True)
    command = ["debootstrap", f"--arch={architecture}", "--variant=minbase", "trixie", str(tree)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (tree / "etc/dpkg/dpkg.cfg.d/lab").write_text("force-unsafe-io\n", encoding="utf-8")
    policy = tree / "usr/sbin/policy-rc.d"
    policy.write_text(POLICY, encoding="ascii")
    policy.chmod(0o755)
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    inside(tree, "apt-get", "update", "-qq")
    if architecture != "amd64":
        lend_unpacker(TREES["amd64"], tree)
    (tree / "etc/.made").touch()


def lend_unpacker(own: Path, tree: Path) -> None:
    """Have what decompresses packages in that tree be the program of ours, which needs no emulator."""
    inside(tree, "dpkg-divert", "--quiet", "--local", "--rename", "--add", f"/{UNPACKER}")
    libraries = re.findall(r"/\S+", inside(own, "ldd", f"/{UNPACKER}"))
    if not (tree / LOADERS).exists():  # a link, as in every Debian: systemd is installed in no other
        (tree / "usr" / LOADERS).mkdir()
        (tree / LOADERS).symlink_to(f"usr/{LOADERS}")
    for path in (UNPACKER, *(library.lstrip("/") for library in libraries)):
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(own / path, tree / path)


def install(tree: Path) -> str:
    """Install the package as it is now, with what it wants; its version."""
    build(tree / "root", PROJECT["version"])
    package = f"/root/{NAME}_{PROJECT['version']}_all.deb"
    inside(tree, "apt-get", "install", "-qq", "--yes", "--no-install-recommends", "--reinstall", package)
    return inside(tree, "dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", NAME)


def computed(tree: Path, architecture: str, *options: str) -> dict[str, Any]:
    """What it computes there: by this machine's own processor if ``architecture`` is empty, else by an emulated one."""
    for name in ("eyes", "games"):
        shutil.copytree(ROOT / "tests/golden" / name, tree / "root/golden" / name, dirs_exist_ok=True)
    shutil.copy(ROOT / "tests/lab/arm64_inside.py", tree / "root")
    program = ("/usr/bin/python3", "/root/arm64_inside.py", "/root/golden", *options)
    settings = [f"PYTHONPATH=/usr/share/{NAME}"]
    if architecture:
        emulator = shutil.which(EMULATORS[architecture])
        assert emulator is not None
        shutil.copy(emulator, tree / "root/emulator")
        settings.append(f"QEMU_CPU={PROCESSORS[architecture]}")
        program = ("/root/emulator", *program)
    return dict(json.loads(inside(tree, "env", *settings, *program)))


def figures(found: dict[str, Any]) -> str:
    """What was timed."""
    return ", ".join(f"{name} {found[key]:.1f} s" for key, name in FIGURES.items())


def main() -> None:
    """Install, compute and compare."""
    needs_root("lab-arm64", "This installs packages in systems of its own")
    if hint := missing_tools():
        sys.exit(hint)
    for architecture, tree in TREES.items():
        make_tree(architecture, tree)
        begun = time.monotonic()
        tell(f"{architecture}: installed {install(tree)}, {time.monotonic() - begun:.0f} s")
    ours, theirs = TREES.values()
    computed(ours, "", "--pictures", str(PICTURES), "--keep", f"/root/{KEPT}")
    shutil.copy(ours / "root" / KEPT, theirs / "root")
    pi = computed(theirs, "arm64", "--compare", f"/root/{KEPT}")
    tell(f"arm64: {figures(pi)}")
    pc = computed(ours, "amd64")
    tell(f"amd64: {figures(pc)}")

    answered = f"{pi['answers']} answers of the networks, at most {pi['apart']:.1e} apart"

    def same(key: str) -> str:
        demand(pi[key] == pc[key], f"arm64 has {pi[key]}, amd64 {pc[key]}")
        return ""

    def answers() -> str:
        demand(pi["apart"] < DECIMALS, f"not equal: {answered}")
        return answered

    def readings() -> str:
        same("readings")
        apart = max(abs(one - other) for one, other in zip(pi["confidences"], pc["confidences"], strict=True))
        return f"{len(pi['readings'])} dice and chips, their confidences at most {apart:.3f} apart"

    failed = count_failed(
        {
            "every answer of every network is equal to five decimals": answers,
            "the golden picture is read alike": readings,
            "the golden game ends alike": lambda: same("game"),
        },
        RuntimeError,
    )
    ratios = ", ".join(f"{name} {pi[key] / pc[key]:.2f}" for key, name in FIGURES.items())
    memory = f"memory arm64 {pi['memory_mb']:.0f} MB, amd64 {pc['memory_mb']:.0f} MB"
    tell(f"{answered}; failed {failed}; both emulated, an estimate: time of arm64 by amd64's {ratios}; {memory}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
