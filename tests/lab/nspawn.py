"""A whole Debian 13 in a folder, booted with systemd as its first process: a computer to install on and to throw away.

systemd-nspawn shares our kernel, so there are no devices, no Wi-Fi and no accounting of memory; everything else of the
system is the real thing. Rule kept here: the tree comes from Debian alone, and nothing of this machine gets into it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Self

CACHE = Path.home() / ".cache/stadium-scoreboard"
BASE = CACHE / "debian13"
"""A bare system, made once."""
DEBS = CACHE / "debian13-packages"
"""What apt has fetched, kept for the next time."""
NEEDED = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container", "nsenter": "util-linux"}
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
BOOT_S = 60
_HELD = list[int]()
"""Files that are open only for their locks."""
TREES = [tree for tree in map(Path, ("/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified")) if tree.is_dir()]
"""Of the kernel's control groups: where there is more than one, those that systemd heeds."""


def missing_tools() -> str:
    """What to install first, as a sentence; empty if all is there."""
    packages = sorted(package for tool, package in NEEDED.items() if shutil.which(tool) is None)
    return f"This needs: sudo apt install {' '.join(packages)}" if packages else ""


@contextmanager
def alone_at(place: Path) -> Iterator[None]:
    """Wait until no other lab is at work in this folder, and keep others out until this is done."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.with_name(f"{place.name}.lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def hold(made: Path) -> None:
    """Keep others from deleting this disk or folder until this process ends: a machine opens its disk at each boot."""
    place = os.open(made, os.O_RDONLY)
    fcntl.flock(place, fcntl.LOCK_SH)
    _HELD.append(place)


def delete_former(made: Iterable[Path]) -> None:
    """Delete disks and folders that were made of an earlier package or recipe, save those that somebody holds."""
    for former in made:
        place = os.open(former, os.O_RDONLY)
        try:
            with suppress(BlockingIOError):
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
                subprocess.run(["rm", "-rf", "--one-file-system", str(former)], check=True)
        finally:
            os.close(place)


def make_base(tell: Callable[[str], None]) -> None:
    """Make the bare system, unless it is there."""
    with alone_at(BASE):
        if not (BASE / "etc/.made").exists():
            tell("Making a bare Debian 13 (once; a minute or two) ...")
            _bootstrap()


def _bootstrap() -> None:
    """Make the bare system anew."""
    shutil.rmtree(BASE, ignore_errors=True)
    BASE.mkdir(parents=True)
    DEBS.mkdir(exist_ok=True)
    command = ["debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv,dbus,udev", "trixie", str(BASE)]
    made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if made.returncode:
        sys.exit(f"debootstrap failed:\n{made.stdout[-2000:]}")
    (BASE / "etc/dpkg/dpkg.cfg.d/lab").write_text("force-unsafe-io\n", encoding="utf-8")
    # A minbase keeps no package it has installed; we want them again.
    (BASE / "etc/apt/apt.conf.d/lab").write_text('APT::Keep-Downloaded-Packages "true";\n', encoding="utf-8")
    (BASE / "etc/.made").touch()


class Machine:
    """One such computer, from its own copy of the bare system; a context that throws it away.

    Args:
        share: a folder of ours that it sees as /share.
        name: of the folder it lives in while it lives.
        base: what it begins as: the bare system, or another computer that is switched off.
    """

    def __init__(self, share: Path, name: str = "lab-machine", base: Path = BASE) -> None:
        self.root = CACHE / name
        self._base = base
        self._archives = CACHE / f"{name}-archives"
        """What apt has fetched, for this one alone: one apt at a time may be at work in such a folder."""
        self.share = share
        self._nspawn: subprocess.Popen[bytes] | None = None
        self.init = 0

    def __enter__(self) -> Self:
        """Copy the bare system."""
        self._throw_away()
        subprocess.run(["cp", "-a", "--reflink=auto", str(self._base), str(self.root)], check=True)
        self._archives.mkdir()
        _share_packages(DEBS, self._archives)
        return self

    def __exit__(self, *_: object) -> None:
        """Pull its plug and throw it away."""
        self.pull_the_plug()
        self._throw_away()

    def fetch(self, packages: Sequence[str]) -> None:
        """Have apt fetch packages and all they want, with the network; nothing is installed yet."""
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        script = f"apt-get update -qq && apt-get install -qq --download-only --yes {' '.join(packages)}"
        command = [*self._command("--pipe", "--resolv-conf=off"), "sh", "-c", script]
        fetched = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
        if fetched.returncode:
            sys.exit(f"apt could not fetch what the package wants:\n{fetched.stdout[-1500:]}{fetched.stderr[-1500:]}")
        _share_packages(self._archives, DEBS)
        (self.root / "etc/resolv.conf").write_text("", encoding="utf-8")

    def boot(self, patience_s: float = BOOT_S) -> None:
        """Switch it on, without any network, and wait until it is up, for so long at most.

        Its control groups are its own: in a common one each machine's systemd would wall in the others' services, too.
        """
        log = self._console.open("wb")
        command = self._command("--boot", "--private-network", "--console=pipe", "--quiet", "--system-call-filter=bpf")
        environment = ENVIRONMENT | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}  # as a Pi has it: walls around devices
        self._drop_groups()
        for group in self._groups:
            group.mkdir()
        join = "".join(f"echo 0 > {group}/cgroup.procs && " for group in self._groups)
        command = ["sh", "-c", f'{join}exec "$@"', "sh", *command]
        self._nspawn = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until("it boots", self._is_up, patience_s)

    def run(self, command: str, *, check: bool = True, timeout: float = 600) -> subprocess.CompletedProcess[str]:
        """Run a shell command in it, as root.

        Raises:
            RuntimeError: if it fails and ``check`` is true; with what it said.
        """
        done = subprocess.run(
            self._entry(command),
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
            start_new_session=True,
        )
        if check and done.returncode:
            raise RuntimeError(f"`{command}` ended with {done.returncode}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
        return done

    def attend(self, command: str) -> int:
        """Run a shell command in it, as root, in sight of the user at the terminal; its exit status."""
        return subprocess.run(self._entry(command), env=ENVIRONMENT, check=False).returncode

    def says(self, command: str) -> str:
        """What a shell command in it prints, whatever its exit status."""
        return self.run(command, check=False).stdout.strip()

    @property
    def is_on(self) -> bool:
        """Whether it is still running."""
        return self._nspawn is not None and self._nspawn.poll() is None

    def pull_the_plug(self) -> None:
        """End it this instant."""
        if self._nspawn is not None and self.is_on:
            if self.init:
                subprocess.run(["kill", "-KILL", str(self.init)], check=False)
            try:
                self._nspawn.wait(20)
            except subprocess.TimeoutExpired:
                self._nspawn.kill()
                self._nspawn.wait()
        self._nspawn, self.init = None, 0
        self._drop_groups()

    def plug_into(self, other: Machine) -> tuple[str, str]:
        """Lay a network cable from this machine to another; returns the addresses of this one and of the other.

        They are told to NetworkManager, which would take away again what it does not know.
        """
        ends, addresses = {"lab-a": self, "lab-b": other}, ("192.0.2.1", "192.0.2.2")
        subprocess.run(["ip", "link", "add", "lab-a", "type", "veth", "peer", "name", "lab-b"], check=True)
        for address, (end, machine) in zip(addresses, ends.items(), strict=True):
            static = f"ipv4.method manual ipv4.addresses {address}/24 ipv6.method disabled"
            machine.run(f"nmcli connection add con-name {end} type ethernet ifname {end} {static}")
            subprocess.run(["ip", "link", "set", end, "netns", str(machine.init)], check=True)
        return addresses

    @property
    def _groups(self) -> list[Path]:
        return [tree / self.root.name for tree in TREES or [Path("/sys/fs/cgroup")]]

    def _entry(self, command: str) -> list[str]:
        """What runs a shell command in it, in one of its control groups: its services answer nobody from outside."""
        group = self._groups[-1] / "payload/lab"
        join = f'{{ [ -d {group} ] || mkdir {group}; }} && echo 0 > {group}/cgroup.procs && exec "$@"'
        enter = ["nsenter", "--target", str(self.init), "--all", "--", "sh", "-c", command]
        return ["sh", "-c", join, "sh", *enter]

    def _drop_groups(self) -> None:
        for group in filter(Path.exists, self._groups):
            until(f"all in {group} has ended", partial(_is_gone, group), BOOT_S)

    def _throw_away(self) -> None:
        subprocess.run(["rm", "-rf", str(self.root), str(self._archives)], check=True)

    @property
    def _console(self) -> Path:
        return self.root.parent / f"{self.root.name}-console.log"

    def _command(self, *more: str) -> list[str]:
        binds = (f"--bind={self.share}:/share", f"--bind={self._archives}:/var/cache/apt/archives")
        return ["systemd-nspawn", f"--directory={self.root}", "--register=no", "--keep-unit", *binds, *more]

    def _is_up(self) -> bool:
        if self._nspawn is None or not self.is_on:
            raise RuntimeError(f"it does not boot; see {self._console}")
        tasks = Path(f"/proc/{self._nspawn.pid}/task").glob("*/children")
        children = " ".join(task.read_text(encoding="ascii") for task in tasks).split()
        self.init = int(children[0]) if children else 0
        return bool(self.init) and self.says("systemctl is-system-running") in {"running", "degraded"}


def _share_packages(source: Path, target: Path) -> None:
    """Have the packages in one folder in another, too, by links to the same files."""
    for package in source.glob("*.deb"):
        with suppress(FileExistsError):
            (target / package.name).hardlink_to(package)


def _is_gone(group: Path) -> bool:
    """Whether a control group and all within it could be taken away; not as long as a process is in one."""
    command = ["find", str(group), "-depth", "-type", "d", "-delete"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0


def until(what: str, happened: Callable[[], bool], patience_s: float, each_s: float = 0.1) -> float:
    """Wait until something has happened; returns how long it took, in seconds.

    Args:
        what: it is, in words.
        happened: looks whether it has.
        patience_s: after how many seconds it is given up.
        each_s: seconds between two looks; a look may cost the one that is looked at more than what it is at.

    Raises:
        RuntimeError: if it does not.
    """
    began = time.monotonic()
    while not happened():
        if time.monotonic() - began > patience_s:
            raise RuntimeError(f"waited {patience_s:.0f} s in vain until {what}")
        time.sleep(each_s)
    return time.monotonic() - began
