"""The packages that a card needs for a start without network: all that ours asks for, and what those ask for in turn.

apt itself resolves and fetches them, into folders of our own: nothing of this system is changed, and no root is needed.
What the card's system has already is not known here, so nothing is taken for granted: it lies on the card as well, and
apt there leaves it alone. Rule kept here: apt has checked the signature of whatever is fetched.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from firmware.card.boot_partition import CardError

INDEX: Final = "Packages"
RASPBERRY: Final = "http://archive.raspberrypi.com/debian"
DEBIAN_KEYS: Final = "/usr/share/keyrings/debian-archive-keyring.gpg"
RASPBERRY_KEYS: Final = (
    "/usr/share/keyrings/raspberrypi-archive-keyring.pgp",
    "/usr/share/keyrings/raspberrypi-archive-keyring.gpg",
)
NAME: Final = re.compile(r"[a-z0-9][a-z0-9+.-]+")
RELATION: Final = re.compile(r"\([^)]*\)|\|[^,]*")
"""What may follow the name of a package: its version, or what may take its place."""
URI: Final = re.compile(r"^'(\S+)' (\S+\.deb) (\d+) ", re.MULTILINE)
"""What apt would fetch, under which name it keeps that, and its bytes; what is a file already it does not copy."""
FILENAME: Final = re.compile(r"^Filename: .*$", re.MULTILINE)
EPOCH: Final = re.compile(r"_\d+%3a")
ARCHIVES: Final = ("Debian", "Debian-Security")
"""Debian's archives, as their own labels have it."""
EVERY_S: Final = 1.0
"""Seconds between two looks at how far apt is."""

Watch = Callable[[int, int], None]
"""Called while apt fetches: the bytes of packages that are there, and of all; 0 and 0 while that is not known yet.

What it raises ends the fetching.
"""


class FetchError(CardError):
    """A program of the system's cannot fetch the packages; ``complaint`` is what it says itself."""

    def __init__(self, program: str, complaint: str) -> None:
        super().__init__(f"the packages cannot be fetched; {program} says: {complaint}")
        self.complaint = complaint


class PackageSources(NamedTuple):
    """Where packages come from.

    Attributes:
        lines: as in /etc/apt/sources.list; empty for those of this system.
        architecture: of the computer that the card is for, in Debian's words.
    """

    lines: tuple[str, ...]
    architecture: str


class Fetched(NamedTuple):
    """What was fetched: the files, ours first and their index last, and recommended packages that no source has."""

    files: list[Path]
    missing: list[str]


def sources_of_a_pi(mirrors: Mapping[str, str], release: str = "trixie") -> PackageSources:
    """Debian's sources for a Raspberry Pi, and Raspberry Pi's own where this system has its keys.

    Args:
        mirrors: the address of each of `ARCHIVES`, as `mirrors_of_this_system` has them.
        release: of Debian.
    """
    debian, security = (mirrors[archive] for archive in ARCHIVES)
    signed = f"[signed-by={DEBIAN_KEYS}]"
    lines = [f"deb {signed} {debian} {suite} main" for suite in (release, f"{release}-updates")]
    lines.append(f"deb {signed} {security} {release}-security main")
    if keys := next(filter(os.path.exists, RASPBERRY_KEYS), ""):
        lines.append(f"deb [signed-by={keys}] {RASPBERRY} {release} main")
    return PackageSources(tuple(lines), "arm64")


def mirrors_of_this_system() -> dict[str, str]:
    """Where this computer has Debian's archives from, by their labels.

    Raises:
        CardError: if it has one of them from nowhere.
    """
    asked = ("apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)", "Created-By: Packages")
    listed = (line.partition(" ") for line in _printed(asked, os.environ).splitlines())
    mirrors = {label: address for label, _, address in listed if label in ARCHIVES and address}
    if lacking := [archive for archive in ARCHIVES if archive not in mirrors]:
        raise CardError(
            f"this computer has no package source of {' and '.join(lacking)}: it takes one with Debian or "
            "Raspberry Pi OS, after sudo apt update"
        )
    return mirrors


def sources_of_this_system() -> PackageSources:
    """Those that this computer is kept new from."""
    return PackageSources((), _printed(("dpkg", "--print-architecture"), os.environ).strip())


def asked_for(package: Path) -> tuple[list[str], list[str]]:
    """The names that a package depends on, and those that it recommends."""
    depends, recommends = (NAME.findall(RELATION.sub("", _field(package, name))) for name in ("Depends", "Recommends"))
    return depends, recommends


def fetch(package: Path, folder: Path, sources: PackageSources, watch: Watch = lambda *_: None) -> Fetched:
    """Have apt fetch all that a package needs, and write the index of it with the package itself.

    Args:
        package: ours, a .deb.
        folder: it is apt's alone; what a former call has fetched is not fetched again.
        sources: where packages come from.
        watch: called before packages are fetched, about every second meanwhile, and afterwards.

    Raises:
        CardError: if a source or a package cannot be had; with what apt says.
    """
    environment, archives = _own_apt(folder, sources), folder / "archives"
    _printed(("apt-get", "--quiet", "update"), environment, lambda: watch(0, 0))
    depends, recommends = asked_for(package)
    known = set(_printed(("apt-cache", "--quiet", "pkgnames"), environment).split())
    wanted = [*depends, *(name for name in recommends if name in known)]
    apt = ("apt-get", "--quiet", "--yes", "--download-only", "--no-install-recommends", "install")
    # What is fetched already it does not print: here nothing is.
    printed = _printed(
        (*apt, "--print-uris", f"--option=Dir::Cache::archives={folder / 'empty'}", *wanted), environment
    )
    listed = URI.findall(printed)
    found, size = sorted((name, unquote(address)) for address, name, _ in listed), sum(int(each[2]) for each in listed)

    def look() -> None:
        watch(min(_bytes_in(archives), size), size)

    look()
    _printed((*apt, *wanted), environment, look)
    look()
    final = folder / "packages"
    final.mkdir(exist_ok=True)
    files = [_linked(package, final / package.name)]
    for name, address in found:
        fetched = Path(address.removeprefix("file:")) if address.startswith("file:") else archives / name
        files.append(_linked(fetched, final / EPOCH.sub("_", name)))
    index = final / INDEX
    index.write_text(_stanza(package) + "\n" + _listed(files[1:], environment), encoding="utf-8")
    return Fetched([*files, index], [name for name in recommends if name not in known])


def _own_apt(folder: Path, sources: PackageSources) -> dict[str, str]:
    """The environment of an apt that has nothing installed, and all its files in ``folder``."""
    for name in ("archives/partial", "empty/partial", "lists/partial", "etc"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    settings = {
        "Dir::State": folder,
        "Dir::State::status": folder / "status",
        "Dir::State::lists": folder / "lists",
        "Dir::Cache": folder,
        "Dir::Cache::archives": folder / "archives",
        "Dir::Log": folder,
        "APT::Architecture": sources.architecture,
        # A network that is missing is an error at once, and not that a package is unknown.
        "APT::Update::Error-Mode": "any",
        "Acquire::Languages": "none",
        "Acquire::Retries": "3",
    }
    if os.geteuid() != 0:
        settings["APT::Sandbox::User"] = ""
    lines = [f'{key} "{value}";' for key, value in settings.items()]
    lines += ["#clear APT::Architectures;", f'APT::Architectures {{ "{sources.architecture}"; }};']
    if sources.lines:
        (folder / "etc/sources.list").write_text("".join(f"{line}\n" for line in sources.lines), encoding="utf-8")
        none = folder / "none"
        none.mkdir(exist_ok=True)
        lines.append(f'Dir::Etc::SourceList "{folder / "etc/sources.list"}";')
        lines += [f'Dir::Etc::{parts} "{none}";' for parts in ("SourceParts", "PreferencesParts")]
    (folder / "apt.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return os.environ | {"APT_CONFIG": str(folder / "apt.conf"), "LC_ALL": "C.UTF-8"}


def _printed(
    command: Sequence[str], environment: dict[str, str] | os._Environ[str], look: Callable[[], None] = lambda: None
) -> str:
    """What a program of the system prints; ``look`` is called every second, and ends it by raising something.

    CardError if it is not there, FetchError if it fails.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - our own words
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
        )
    except FileNotFoundError as error:
        raise CardError(f"{command[0]} is needed, which Debian and Raspberry Pi OS have") from error
    with process:
        try:
            while True:
                with suppress(subprocess.TimeoutExpired):
                    printed, complaints = process.communicate(timeout=EVERY_S)
                    break
                look()
        except BaseException:
            process.terminate()
            raise
    if process.returncode:
        faults = [line for line in complaints.splitlines() if line.startswith("E: ")] or complaints.splitlines()
        raise FetchError(command[0], " ".join(faults[:3])[:400])
    return printed


def _bytes_in(archives: Path) -> int:
    """The bytes of packages that apt has there, whole or in part."""
    size = 0
    for file in (*archives.glob("*.deb"), *archives.glob("partial/*.deb")):
        with suppress(FileNotFoundError):  # apt has moved it meanwhile
            size += file.stat().st_size
    return size


def _linked(file: Path, name: Path) -> Path:
    """The same file under another name; copied where links are not known."""
    name.unlink(missing_ok=True)
    try:
        name.hardlink_to(file)
    except OSError:
        name.write_bytes(file.read_bytes())
    return name


def _field(package: Path, name: str) -> str:
    return _printed(("dpkg-deb", "--field", str(package), name), os.environ)


def _listed(files: Sequence[Path], environment: dict[str, str]) -> str:
    """What the index has of fetched packages: as their source lists them, but for where they lie."""
    places = {file.name.partition("_")[0]: f"Filename: ./{file.name}" for file in files}
    printed = _printed(("apt-cache", "--no-all-versions", "show", *places), environment)
    stanzas = {stanza.partition("\n")[0].removeprefix("Package: "): stanza for stanza in printed.split("\n\n")}
    return "\n\n".join(FILENAME.sub(place, stanzas[name].strip()) for name, place in places.items()) + "\n"


def _stanza(file: Path) -> str:
    """What the index has of ours."""
    fields = _printed(("dpkg-deb", "--field", str(file)), os.environ)
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return f"{fields}Filename: ./{file.name}\nSize: {file.stat().st_size}\nSHA256: {digest}\n"
