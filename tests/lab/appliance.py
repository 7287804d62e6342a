"""The scoreboard on a machine of the lab: what an owner, or a check, may ask of it and do to it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from nspawn import Machine, until

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from firmware.card.package_closure import (  # noqa: E402 - it is found on the path above
    INDEX,
    PackageSources,
    fetch,
    mirrors_of_this_system,
    sources_of_a_pi,
)

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = "stadium-scoreboard"
DROP_INS = "/etc/systemd/system/stadium.service.d"
"""Where an owner changes the service; everything that a check changes is changed here."""
GAMES = "/var/lib/stadium/simulated.sqlite"
ELSEWHERE = ("/proc", "/sys", "/share", "/var/log", "/var/cache")
"""Where files may bear our name that are not ours to remove."""
SOURCE = "http://127.0.0.1:8000"
"""A package source on the network, as the computer without devices has one."""
EVERY_PACKAGE = "closure/packages"
"""A source with all that ours needs, in the folder that a machine shares."""
KEY_OF_SOURCE = "lab.asc"
"""What its index is signed with."""
READY_S = 60
"""How long we wait for the service at most, on a busy machine; what it took is measured apart."""


def build(out: Path, version: str, key: Path | None = None) -> None:
    """Build the package as ``version``, soon rather than small; it trusts ``key``, or those that are shipped."""
    command = [sys.executable, str(ROOT / "packaging/build_deb.py"), "--out", str(out), "--version", version]
    more = [] if key is None else ["--key", str(key)]
    environment = os.environ | {"DPKG_DEB_COMPRESSOR_LEVEL": "0"}
    subprocess.run([*command, *more], check=True, stdout=subprocess.DEVNULL, env=environment)


def make_key(folder: Path, name: str = "lab") -> Path:
    """Make a pair of keys that sign packages; returns the public one."""
    public = folder / f"{name}.pub"
    command = ["minisign", "-G", "-W", "-s", str(folder / f"{name}.key"), "-p", str(public)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return public


def sign(package: Path, public: Path) -> None:
    """Sign a package as the maintainer does, by the pair of that public key."""
    command = [sys.executable, str(ROOT / "packaging/sign.py"), "--no-password", "--public", str(public)]
    more = ["--key", str(public.with_suffix(".key")), str(package)]
    subprocess.run([*command, *more], check=True, stdout=subprocess.DEVNULL)


def make_source(share: Path, package: Path) -> None:
    """Make `EVERY_PACKAGE`, signed: all that a package needs on a bare Debian 13 for this kind of computer.

    Raises:
        CardError: if a package cannot be fetched.
    """
    architecture = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout
    sources = PackageSources(sources_of_a_pi(mirrors_of_this_system()).lines, architecture.strip())
    source = share / EVERY_PACKAGE
    fetch(package, source.parent, sources)
    index = (source / INDEX).read_bytes()
    release = f"Label: lab\nSHA256:\n {sha256(index).hexdigest()} {len(index)} {INDEX}\n"
    (source / "Release").write_text(release, encoding="ascii")
    home, who = source.parent / "gnupg", "lab@example.invalid"
    home.mkdir(mode=0o700)
    gpg = ["gpg", "--homedir", str(home), "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""]
    for words in (
        ("--quick-generate-key", who, "ed25519", "sign", "never"),
        ("--armor", "--output", str(source / KEY_OF_SOURCE), "--export", who),
        ("--output", str(source / "InRelease"), "--clearsign", str(source / "Release")),
    ):
        subprocess.run([*gpg, *words], check=True, capture_output=True)


@dataclass(frozen=True)
class Appliance:
    """The scoreboard on ``machine``."""

    machine: Machine

    # -- the package

    @property
    def version(self) -> str:
        """Which version is installed."""
        return self.says(f"dpkg-query --show --showformat='${{Version}}' {NAME}")

    @property
    def home(self) -> str:
        """Where its account is at home."""
        return self.says("getent passwd stadium | cut -d: -f6")

    def apt(self, words: str) -> None:
        """Have apt do something, as an owner would, only without questions."""
        self.machine.run(f"apt-get --yes {words}", timeout=900)

    @contextmanager
    def sources_from(self, folder: str) -> Iterator[None]:
        """Serve a folder of its own as one more package source; its index is signed if the key lies there."""
        key = f"/etc/apt/keyrings/{KEY_OF_SOURCE}"
        is_signed = not self.machine.run(
            f"install -D --mode=644 {folder}/{KEY_OF_SOURCE} {key}", check=False
        ).returncode
        trust = f"signed-by={key}" if is_signed else "trusted=yes"
        serve = f"python3 -m http.server --directory {folder} --bind 127.0.0.1 {SOURCE.rpartition(':')[2]}"
        self.machine.run(
            f"echo 'deb [{trust}] {SOURCE} ./' > /etc/apt/sources.list.d/lab.list"
            f" && systemd-run --quiet --unit=lab-source {serve}"
        )
        asks = f"import urllib.request as u; u.urlopen('{SOURCE}/{INDEX}')"
        until("it is served", lambda: not self.machine.run(f'python3 -c "{asks}"', check=False).returncode, READY_S)
        try:
            yield
        finally:
            self.machine.run("systemctl stop lab-source; rm -f /etc/apt/sources.list.d/lab.list", check=False)

    # -- the service

    def change(self, name: str, lines: str) -> None:
        """Lay a drop-in beside the unit and have it take effect."""
        self.prepare(name, lines)
        self.machine.run("systemctl daemon-reload && systemctl restart stadium")

    def prepare(self, name: str, lines: str) -> None:
        """Lay a drop-in where the unit will find it."""
        self.machine.run(f"mkdir -p {DROP_INS} && printf '[Service]\n{lines}' > {DROP_INS}/{name}.conf")

    def change_back(self, name: str) -> None:
        """Take a drop-in away again."""
        self.machine.run(f"rm {DROP_INS}/{name}.conf && systemctl daemon-reload && systemctl restart stadium")

    def is_active(self, unit: str = "stadium.service") -> bool:
        """Whether a unit runs."""
        return self.says(f"systemctl is-active {unit}") == "active"

    def ready(self) -> int:
        """Wait until the service is ready; returns its process."""
        until("the service is ready", self.is_active, READY_S)
        return int(self.shown("stadium", "MainPID"))

    def restarted(self, pid: int) -> bool:
        """Whether the service is ready again, as another process than ``pid``."""
        return self.is_active() and self.shown("stadium", "MainPID") not in {"0", str(pid)}

    @property
    def ready_s(self) -> float:
        """Seconds from the service's last start to its READY=1."""
        began, ready = (self.moment("stadium", f"{key}TimestampMonotonic") for key in ("InactiveExit", "ActiveEnter"))
        return ready - began

    def moment(self, unit: str, key: str) -> float:
        """A time that systemd noted, in seconds."""
        return int(self.shown(unit, key)) / 1e6

    def shown(self, unit: str, key: str) -> str:
        """What systemd says of a unit; of an empty name, of itself."""
        return self.says(f"systemctl show {unit} --property={key} --value")

    def log(self, unit: str) -> str:
        """All that a unit has said."""
        return self.says(f"journalctl --unit={unit} --no-pager --output=cat")

    @property
    def updated(self) -> tuple[str, str]:
        """What came of the last update, once it is over, and to which version; empty before."""
        asked = self.says("systemctl is-active stadium-update.service stadium-gate.service").split()
        if not set(asked) <= {"inactive", "failed"} or self.says("ls /var/lib/stadium-update/trial.json"):
            return "", ""
        found = dict(json.loads(self.says("cat /var/lib/stadium-update/outcome.json") or "{}"))
        return str(found.get("what", "")), str(found.get("version", ""))

    # -- the process

    def environment(self, name: str) -> str:
        """One variable of the service's."""
        lines = self.says(f"tr '\\0' '\\n' < /proc/{self.ready()}/environ").splitlines()
        return dict(line.split("=", 1) for line in lines if "=" in line).get(name, "")

    def status(self, key: str, of: str = "status") -> str:
        """One line of what the kernel says of the service."""
        return match(rf"(?m)^{key}:\s*(.*)$", self.says(f"cat /proc/{self.ready()}/{of}"))

    @property
    def processor_s(self) -> float:
        """How much of one core the service has had, in seconds."""
        fields = self.says(f"cat /proc/{self.ready()}/stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    # -- the games

    @property
    def plays(self) -> int:
        """How many lines the service's games have."""
        return int(self._asked("count(*) from lines"))

    @property
    def games(self) -> int:
        """How many games the service has begun."""
        return int(self._asked("count(*) from games"))

    def _asked(self, what: str) -> str:
        ask = f"import sqlite3; print(sqlite3.connect('{GAMES}').execute('select {what}').fetchone()[0])"
        return self.machine.run(f'python3 -c "{ask}"').stdout

    # -- the network

    @property
    def name(self) -> str:
        """What it says it is called on the network."""
        return match(r"//([\w.-]+)", self.says("stadium network"))

    def finds(self, name: str) -> str:
        """The address that its network gives for a name; empty for none."""
        ask = "busctl call org.freedesktop.Avahi / org.freedesktop.Avahi.Server ResolveHostName iisiu -- -1 0"
        answer = self.says(f"{ask} {name} 0 0")
        return answer.split()[5].strip('"') if answer else ""

    # -- by its own account

    def as_itself(self, command: str, timeout: float = 600) -> str:
        """What a command prints that is run by the service's account."""
        return self.machine.run(f"cd /var/lib/stadium && runuser -u stadium -- {command}", timeout=timeout).stdout

    def asks(self, request: str) -> None:
        """Have the service's account ask for something that needs root."""
        self.as_itself(f"touch /run/stadium-request/{request}")

    def says(self, command: str) -> str:
        """What a shell command prints, run by root."""
        return self.machine.says(command)

    def remains(self) -> list[str]:
        """Every file that bears the name, save logs and what apt has fetched."""
        elsewhere = " -o ".join(f"-path {path}" for path in ELSEWHERE)
        found = self.says(f"find / \\( {elsewhere} \\) -prune -o -iname '*stadium*' -print").splitlines()
        return [path for path in found if not path.startswith(("/run/log/", "/run/systemd/"))]


def match(pattern: str, text: str) -> str:
    """Return the one group of ``pattern`` in ``text``.

    Raises:
        RuntimeError: if it is not there; with what is.
    """
    found = re.search(pattern, text)
    if found is None:
        raise RuntimeError(f"no {pattern} in: {text[-500:]}")
    return found[1]
