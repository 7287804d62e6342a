"""What stadium-update.service runs, as root: a newer scoreboard is installed, and nothing else.

It comes from where only the owner can put it: what `sudo stadium update` laid down, a stick called STADIUM, or the
card's boot partition; else from the system's own package sources, which sign what they give. A file is signed by one of
the keys that the installed version came with (minisign). One that is not, or that is older, is installed only if it is
asked for at the box, too, within a minute. Rules kept here: nothing is looked at where others may change it, but on a
copy; the version before is kept before anything is installed; and whether the new one may stay is not decided here
(`firmware.update.gate`). The package manager has no network: its downloaders run elsewhere (`packaging/method`).
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path
from typing import Final, Literal, NamedTuple

from firmware.errors import RequestError
from firmware.files.atomic import make_fresh_folder, remove
from firmware.network.privileged_requests import AT_THE_BOX, FOLDER, taken
from firmware.update import gate
from firmware.update.gate import NAME, System, Trial, UpdatePlaces
from firmware.update.remade_package import INFO, remake

CARD: Final = Path("/boot/firmware")
STICK: Final = Path("/run/stadium-stick")
"""Where a stick called STADIUM is mounted, for reading alone (systemd/udev.rules)."""
SENT: Final = "sent"
"""The folder of `UpdatePlaces.room` in which `sudo stadium update` lays a file (`hand_over`)."""
KEYS: Final = Path(f"/usr/share/{NAME}/keys")
METHODS: Final = Path(f"/usr/libexec/{NAME}/methods")
DOWNLOADED: Final = Path("/var/cache/apt/archives")
SIGNATURE: Final = ".minisig"
"""How the file is called that signs another, behind that one's name."""

LARGEST: Final = 512 << 20
"""Bytes of a package; ours have a twentieth of that."""
LARGEST_SIGNATURE: Final = 4096
PRESS_S: Final = 60.0
"""For so long a press at the box is waited for."""
SIGNS: Final = ("journal", "frame", "picture")
LIFE_S: Final = 30.0
"""For so long the version before may take to give every sign: it may just have been started."""
ATTEMPTS: Final = 3
AGAIN_S: Final = 20.0
"""So often an installation is tried of which nothing came, and after so many seconds: another one may be at work."""
VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+~-]*")

Doubt = Literal["unsigned", "older"]
"""Why an owner has to be at the box."""
Refusal = Literal["damaged", "another", "large", "full", "signature", "unpressed-unsigned", "unpressed-older"]
"""Why a file is not installed."""


class RefusedError(Exception):
    """A file is not installed; says why."""

    def __init__(self, why: Refusal, file: str = "") -> None:
        super().__init__(why, file)
        self.why, self.file = why, file


class Package(NamedTuple):
    """A package, on a copy of our own; ``name`` is what it was called, and ``trusted`` who vouches for it does."""

    file: Path
    name: str
    version: str
    trusted: bool


@dataclass(frozen=True)
class Sources:
    """Where a newer version may be; a test has others.

    Attributes:
        card: the card's boot partition.
        stick: the stick.
        keys: those that sign.
        downloaded: what apt has fetched.
        info: dpkg's folder of the scripts of packages.
        requests: the folder of requests.
        askers: the accounts that may ask; see `taken`.
    """

    card: Path = CARD
    stick: Path = STICK
    keys: Path = KEYS
    downloaded: Path = DOWNLOADED
    info: Path = INFO
    requests: Path = FOLDER
    askers: AbstractSet[int] | None = None


@dataclass(frozen=True)
class Installer:
    """Looks for a newer version, and installs it."""

    places: UpdatePlaces = field(default_factory=UpdatePlaces)
    sources: Sources = field(default_factory=Sources)
    system: System = field(default_factory=System)

    def update(self) -> bool:
        """Do it, and tell what came of it; whether nothing failed."""
        self._is_at_the_box()
        if gate.under_trial(self.places) is not None:
            gate.say("Another version is being tried: what comes of it is told first.")
            return True
        have = self._installed()
        try:
            found = self._found(have)
            if found is None or found.version == have:
                gate.tell(self.places, "none", version=have)
                return True
            self._await_press(found, have)
            self._keep(have)
            self._install(found, have)
        except RefusedError as refused:
            gate.tell(self.places, "refused", why=refused.why, file=refused.file)
            return False
        except OSError as error:
            why: Refusal = "full" if error.errno in {ENOSPC, EDQUOT, EFBIG} else "damaged"
            gate.say(f"{error}")
            gate.tell(self.places, "refused", why=why, file=Path(str(error.filename or "")).name)
            return False
        finally:
            shutil.rmtree(self._work, ignore_errors=True)
        return True

    @property
    def _work(self) -> Path:
        return self.places.room / "work"

    def _is_at_the_box(self) -> bool:
        """Whether there is a request, made at the box; it is taken away first, or a fault would repeat it for ever."""
        with suppress(RequestError):
            return taken("update", self.sources.requests, self.sources.askers) == AT_THE_BOX
        return False

    def _installed(self) -> str:
        return self.system.run("dpkg-query", "--show", "--showformat=${Version}", NAME)[1].strip()

    def _is_newer(self, one: str, other: str) -> bool:
        return self.system.run("dpkg", "--compare-versions", one, "gt", other)[0]

    # -- what there is

    def _found(self, have: str) -> Package | None:
        """What to install: what was sent, whatever it is; else the newest of all, if it is newer; None if none is."""
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir(parents=True, exist_ok=True)
        sent = self.places.room / SENT
        try:
            handed = [self._package(file) for file in _packages_in(sent)]
        finally:
            shutil.rmtree(sent, ignore_errors=True)
        if handed:
            return handed[0]
        best, refused = None, list[RefusedError]()
        for file in (*_packages_in(self.sources.stick), *_packages_in(self.sources.card)):
            try:
                package = self._package(file)
            except RefusedError as error:  # another file may be whole
                gate.say(f"{file}: {error.why}")
                refused.append(error)
                continue
            if self._is_newer(package.version, have) and self._is_better(package, best):
                best = package
        best = best or self._downloaded(have)
        if best is None and refused:
            raise refused[0]
        return best

    def _is_better(self, package: Package, best: Package | None) -> bool:
        """One that is signed is better than one that is not, then a newer one."""
        if best is None or package.trusted != best.trusted:
            return best is None or package.trusted
        return self._is_newer(package.version, best.version)

    def _package(self, file: Path) -> Package:
        """A file, looked over on a copy of it. RefusedError if it is not a whole package of ours."""
        copy = self._work / f"{len(list(self._work.iterdir()))}.deb"
        _copy(file, copy, LARGEST)
        fields = [self.system.run("dpkg-deb", "--field", str(copy), name) for name in ("Package", "Version")]
        is_whole = self.system.run("sh", "-c", 'dpkg-deb --fsys-tarfile "$1" >/dev/null', "sh", str(copy))[0]
        if not (is_whole and all(done for done, _ in fields)):
            raise RefusedError("damaged", file.name)
        name, version = (printed.strip() for _, printed in fields)
        if name != NAME or not VERSION.fullmatch(version):
            raise RefusedError("another", file.name)
        return Package(copy, file.name, version, self._is_signed(file, copy))

    def _is_signed(self, file: Path, copy: Path) -> bool:
        """Whether one of our keys signed that copy; RefusedError if its signature is another file's, or nobody's."""
        signature = copy.with_name(f"{copy.name}{SIGNATURE}")
        try:
            _copy(file.with_name(f"{file.name}{SIGNATURE}"), signature, LARGEST_SIGNATURE)
        except FileNotFoundError:
            return False
        except RefusedError as error:
            raise RefusedError("signature", file.name) from error
        for key in sorted(self.sources.keys.glob("*.pub")):
            if self.system.run("minisign", "-V", "-q", "-p", str(key), "-m", str(copy), "-x", str(signature))[0]:
                return True
        raise RefusedError("signature", file.name)

    def _downloaded(self, have: str) -> Package | None:
        """What the package sources have; they sign it themselves."""
        if not self._apt("update"):
            gate.say("No package sources can be reached.")
        self._apt("install", "--yes", "--download-only", "--only-upgrade", NAME)
        printed = self.system.run("apt-cache", "policy", NAME)[1]
        offered = re.search(r"^  Candidate: ([0-9]\S*)$", printed, re.MULTILINE)
        if offered is None or not self._is_newer(offered[1], have):
            return None
        file = self.sources.downloaded / f"{NAME}_{offered[1].replace(':', '%3a')}_all.deb"
        if not file.exists():
            return None
        return self._package(file)._replace(trusted=True)

    def _apt(self, *words: str) -> bool:
        methods = (f"--option=Dir::Bin::Methods::{name}={METHODS}/{name}" for name in ("http", "https"))
        done, printed = self.system.run("apt-get", *methods, "--option=DPkg::Lock::Timeout=120", *words)
        gate.say(printed.strip())
        return done

    # -- whether it may be installed

    def _await_press(self, package: Package, have: str) -> None:
        """Wait for the owner at the box, where one is needed. RefusedError if nobody comes within a minute."""
        is_older = not self._is_newer(package.version, have)
        doubt: Doubt | None = "unsigned" if not package.trusted else "older" if is_older else None
        if doubt is None:
            return
        gate.tell(self.places, "press", why=doubt, version=package.version, before=have)
        until = self.system.now() + PRESS_S
        while self.system.now() < until:
            if self._is_at_the_box():
                return
            self.system.wait(0.5)
        raise RefusedError("unpressed-older" if doubt == "older" else "unpressed-unsigned", package.name)

    # -- what is done

    def _keep(self, version: str) -> None:
        """Keep the package of the version that runs: made again of its files, unless it is kept already."""
        kept = self.places.package(version)
        if kept.exists():
            return
        made = self._work / "kept.deb"
        if not remake(self.system, made, self.sources.info):
            raise OSError(ENOSPC, os.strerror(ENOSPC), kept.name)
        self._move(made, kept)

    def _move(self, made: Path, kept: Path) -> None:
        """Keep a package for good."""
        kept.parent.mkdir(exist_ok=True)
        with made.open("rb") as stream:
            os.fsync(stream.fileno())
        made.replace(kept)
        gate.sync_folder(kept.parent)
        gate.sync_folder(kept.parent.parent)

    def _install(self, package: Package, have: str) -> None:
        """Install it; from here on the gate watches."""
        kept = self.places.package(package.version)
        self._move(package.file, kept)
        life, token = self._life()
        signs = tuple(sign for sign in SIGNS if life.get(sign))
        red = life.get("red")
        reds = gate.names(red) if isinstance(red, list) else None
        gate.begin(self.places, Trial(have, package.version, signs, reds, self.places.devices(), token))
        gate.tell(self.places, "trying", version=package.version, before=have)
        ways = ("--yes", "--no-remove", "--allow-downgrades")
        for _ in range(ATTEMPTS):
            if self._apt("install", *ways, str(kept)) or self._installed() != have:
                return
            self.system.wait(AGAIN_S)
        gate.say(f"{package.version} could not be installed; the gate sees to it.")

    def _life(self) -> tuple[dict[str, object], str]:
        """What the version that runs tells of itself, a check-up included, and by which word it was asked."""
        token = secrets.token_hex(8)
        gate.write(self.places.look, token.encode())
        until, life = self.system.now() + LIFE_S, dict[str, object]()
        while self.system.now() < until and (life.get("red") is None or not all(map(life.get, SIGNS))):
            self.system.wait(0.5)
            printed = gate.read_json(self.places.life)
            life = printed if printed.get("token") == token else {}
        return life, token


def hand_over(file: Path, sent: Path) -> None:
    """Lay a copy of a package, and of its signature, where root looks first: both are whole, or none is there."""
    part = sent.with_name(f".{sent.name}.part")
    make_fresh_folder(part)
    name = file.name if re.fullmatch(rf"{NAME}.*\.deb", file.name) else f"{NAME}.deb"
    copies = {file: part / name, file.with_name(f"{file.name}{SIGNATURE}"): part / f"{name}{SIGNATURE}"}
    for source, copy in copies.items():
        if source == file or source.exists():
            with source.open("rb") as stream, copy.open("xb") as sink:
                shutil.copyfileobj(stream, sink)
                sink.flush()
                os.fsync(sink.fileno())
    gate.sync_folder(part)
    remove(sent)
    part.rename(sent)
    gate.sync_folder(sent.parent)


def _packages_in(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from sorted(file for file in folder.iterdir() if re.fullmatch(rf"{NAME}.*\.deb", file.name))


def _copy(file: Path, copy: Path, most: int) -> None:
    """Copy a plain file of at most so many bytes. RefusedError if it is none."""
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as stream, copy.open("xb") as sink:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise RefusedError("damaged", file.name)
        if found.st_size > most:
            raise RefusedError("large", file.name)
        left = most + 1
        while left and (content := stream.read(min(left, 1 << 20))):
            sink.write(content)
            left -= len(content)
        if not left:
            raise RefusedError("large", file.name)


def main(installer: Callable[[], Installer] = Installer) -> None:
    """Update, and exit 1 if that fails."""
    os.umask(0o022)
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    sys.exit(0 if installer().update() else 1)
