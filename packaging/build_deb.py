#!/usr/bin/env python3
"""Build the Debian package: one `stadium-scoreboard_VERSION_all.deb`, from the sources beside this file.

It needs dpkg-deb, Python and Babel, nothing else, so that a maker can build it on the Pi itself. The debhelper way
would bring a few hundred packages to say what the tables below say in a page.

Rule kept here: the same sources and SOURCE_DATE_EPOCH give the same bytes, whoever builds them and where.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from textwrap import fill

from bill import bill
from catalogues import compiled

ROOT = Path(__file__).resolve().parents[1]
NAME = "stadium-scoreboard"
MAINTAINER = "The Stadium Scoreboard makers <stadium-scoreboard@example.invalid>"
HOMEPAGE = "http://stadium.local"
"""No site is the project's own, so this leads to the page that an installed stadium shows."""
PRIVATE = Path("usr/share") / NAME
"""Our three packages live here and not among everyone's: names like `vision` are anybody's."""
DOC = Path("usr/share/doc") / NAME
UNITS = Path("usr/lib/systemd/system")
LIBEXEC = Path("usr/libexec") / NAME

ROOMS = ("firmware", "scoreboard", "vision")
LEFT_OUT = {"__pycache__", "training", "training.toml"}
"""What is never read at run time: caches, and how the networks were trained."""
KEYS = Path("packaging/keys")
"""The public keys by which a newer version is known to be ours (packaging/sign.py)."""
MANUALS = ("docs", "hardware")
"""What an owner reads, the sheet of markers to print among it; it lies as it does here, so that its links lead on."""

FILES: dict[str, Path] = {
    "systemd/sysusers.conf": Path("usr/lib/sysusers.d") / f"{NAME}.conf",
    "systemd/tmpfiles.conf": Path("usr/lib/tmpfiles.d") / f"{NAME}.conf",
    "systemd/udev.rules": Path("usr/lib/udev/rules.d") / f"60-{NAME}.rules",
    "systemd/polkit.rules": Path("usr/share/polkit-1/rules.d") / f"00-{NAME}.rules",
    "systemd/system.conf": Path("usr/lib/systemd/system.conf.d") / f"50-{NAME}.conf",
    "systemd/journald.conf": Path("usr/lib/systemd/journald.conf.d") / f"50-{NAME}.conf",
    "systemd/avahi.service": PRIVATE / "avahi.service",
    "README.md": DOC / "README.md",
    "CONTRIBUTING.md": DOC / "CONTRIBUTING.md",
    "SECURITY.md": DOC / "SECURITY.md",
    "packaging/floors.toml": DOC / "packaging/floors.toml",
    "systemd/README.md": DOC / "systemd/README.md",
    "vision/model/CARD.md": DOC / "vision/model/CARD.md",
    "firmware/stadium.toml": DOC / "firmware/stadium.toml",
    "packaging/debian/copyright": DOC / "copyright",
    "packaging/debian/lintian-overrides": Path("usr/share/lintian/overrides") / NAME,
}
"""What goes where, as it is."""
PROGRAMS: dict[Path, str] = {
    Path("usr/bin/stadium"): "packaging/stadium",
    LIBEXEC / "access-point": "packaging/access-point",
    LIBEXEC / "home-wifi": "packaging/home-wifi",
    LIBEXEC / "update": "packaging/update",
    LIBEXEC / "download": "packaging/download",
    LIBEXEC / "methods/http": "packaging/method",
    LIBEXEC / "methods/https": "packaging/method",
}
"""What can be run, and where it comes from."""
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
"""What dpkg runs."""


def main() -> None:
    """Build the package and print where it is."""
    parser = argparse.ArgumentParser(description="Build the Debian package.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder it goes to (dist)")
    parser.add_argument("--version", default=project_version(), help="to build as another version, for trying upgrades")
    parser.add_argument("--site", type=Path, help="the guides as `make docs` has built them, to be shown at /help")
    parser.add_argument("--key", type=Path, help="a public key to ship in place of ours, for trying updates")
    given = parser.parse_args()
    if shutil.which("dpkg-deb") is None:
        sys.exit("dpkg-deb is needed: sudo apt install dpkg")
    given.out.mkdir(parents=True, exist_ok=True)
    sys.stdout.write(f"{build(given.out, given.version, given.key, given.site)}\n")


def project_version() -> str:
    """Return the version that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def build(out: Path, version: str, key: Path | None = None, site: Path | None = None) -> Path:
    """Build ``version`` of the package in the folder ``out``; returns the file.

    It trusts ``key``, or those of ours. The page shows the guides in the folder ``site``, or says that there are none.
    """
    if site is not None and not (site / "index.html").is_file():
        sys.exit(f"{site} has no guides: make docs")
    package = out / f"{NAME}_{version}_all.deb"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        stage(root, version)
        if site is not None:
            add_guides(root, site)
        for public in (key,) if key is not None else public_keys():
            put(root / PRIVATE / "keys" / public.name, public.read_bytes())
        add_control(root, version)
        settle(root, moment())
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(package)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words only
    return package


def moment() -> int:
    """When the sources were made, in seconds since 1970: SOURCE_DATE_EPOCH, else the newest of our files."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(epoch) if epoch else int(max(file.stat().st_mtime for file in sources()))


def sources() -> Iterator[Path]:
    """Every file that the package is made of."""
    yield from (ROOT / source for source in (*FILES, *PROGRAMS.values(), "pyproject.toml", "CHANGELOG.md"))
    for room in ROOMS:
        yield from (file for file in sorted((ROOT / room).rglob("*")) if file.is_file() and wanted(file))
    yield from public_keys()
    yield from manuals()


def public_keys() -> list[Path]:
    """Ours."""
    return sorted((ROOT / KEYS).glob("*.pub"))


def manuals() -> Iterator[Path]:
    """Every file that is read by people."""
    for folder in MANUALS:
        yield from (file for file in sorted((ROOT / folder).rglob("*")) if file.is_file() and file.suffix != ".py")


def wanted(file: Path) -> bool:
    """Whether a file of our packages is needed to play."""
    return (
        not LEFT_OUT & set(file.relative_to(ROOT).parts)
        and file.suffix not in {".md", ".mo"}
        and not file.name.startswith(".")
    )


# -- what is installed


def stage(root: Path, version: str) -> None:
    """Lay out under ``root`` all that is installed, where it is installed."""
    for source, target in (FILES | {f"systemd/{unit}": UNITS / unit for unit in units()}).items():
        put(root / target, (ROOT / source).read_bytes())
    for target, source in PROGRAMS.items():
        put(root / target, (ROOT / source).read_bytes(), mode=0o755)
    languages = set[Path]()
    for file in sources():
        if file.suffix == ".po":
            languages.add(file.parent)
        elif file.relative_to(ROOT).parts[0] in ROOMS:
            put(root / PRIVATE / file.relative_to(ROOT), file.read_bytes())
    for folder in sorted(languages):
        put(root / PRIVATE / folder.relative_to(ROOT).with_suffix(".mo"), compiled(folder))
    for file in manuals():
        put(root / DOC / file.relative_to(ROOT), file.read_bytes())
    put(root / PRIVATE / f"{NAME.replace('-', '_')}-{version}.dist-info/METADATA", metadata(version))
    put(root / PRIVATE / "owners.toml", owners_file().encode())
    put(root / DOC / "changelog.gz", gzip.compress(changelog(version).encode(), 9, mtime=0))
    put(
        root / "usr/share/man/man1/stadium.1.gz", gzip.compress((ROOT / "packaging/stadium.1").read_bytes(), 9, mtime=0)
    )


def add_guides(root: Path, site: Path) -> None:
    """Lay out the site; a picture that the manuals have as well is on the card once, and the manuals lead to it."""
    here = Path("/") / PRIVATE / "guides"
    known = dict[bytes, Path]()
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        content, name = file.read_bytes(), file.relative_to(site)
        put(root / PRIVATE / "guides" / name, content)
        known[content] = name
    for manual in (root / DOC / file.relative_to(ROOT) for file in manuals()):
        if manual.suffix != ".md" and (name := known.get(manual.read_bytes())):
            manual.unlink()
            manual.symlink_to(os.path.relpath(here / name, Path("/") / manual.relative_to(root).parent))


def units() -> list[str]:
    """Return the names of the units: the main one and those of its helpers."""
    found = (
        path.name for kind in ("service", "socket", "path") for path in (ROOT / "systemd").glob(f"stadium*.{kind}")
    )
    return sorted(found)


def put(file: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file, and the folders above it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    file.chmod(mode)


def metadata(version: str) -> bytes:
    """Return what Python's own tools read to tell the version."""
    return f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version}\n".encode()


def owners_file() -> str:
    """Return the owner's configuration: every line of the shipped defaults, with its comment, switched off.

    So a package that ships other defaults later changes nothing that an owner has written, and asks nobody.
    """
    shipped = (ROOT / "firmware/stadium.toml").read_text(encoding="utf-8").splitlines()
    explained = next(number for number, line in enumerate(shipped) if not line.startswith("#"))
    head = [
        "# Your stadium's configuration. Every line shows a default, and which games have it where they differ:",
        "# to change one, take the # before it away and write your own value. Then: sudo systemctl restart stadium.",
        "# The game goes on where it was.",
    ]
    return "\n".join([*head, *(re.sub(r"^(?=[a-z])", "#", line) for line in shipped[explained:]), ""])


def changelog(version: str) -> str:
    """Return the newest part of CHANGELOG.md as Debian writes it."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    points = [
        f"{group.split(maxsplit=1)[0]}: {' '.join(point.split())}".replace("`", "")
        for group in text.split("\n### ")[1:]
        for point in group.split("\n- ")[1:]
    ]
    lines = "\n".join(fill(point, 78, initial_indent="  * ", subsequent_indent="    ") for point in points)
    when = format_datetime(datetime.fromtimestamp(moment(), UTC))
    return f"{NAME} ({version}) stable; urgency=medium\n\n{lines}\n\n -- {MAINTAINER}  {when}\n"


# -- what dpkg is told


def add_control(root: Path, version: str) -> None:
    """Add the package's own description and scripts."""
    template = (ROOT / "packaging/debian/control").read_text(encoding="utf-8")
    put(root / DOC / "bom.cdx.json", bill(NAME, version, template, moment()))
    installed = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(-(-path.stat().st_size // 1024) for path in installed)
    sums = "".join(f"{md5(path)}  {path.relative_to(root)}\n" for path in installed)
    # One line a field: what reads well in the template, dpkg takes for a fault.
    fields = {"name": NAME, "version": version, "maintainer": MAINTAINER, "homepage": HOMEPAGE, "size": size}
    control = re.sub(r",\n ", ", ", template.format(**fields))
    put(root / "DEBIAN/control", control.encode())
    put(root / "DEBIAN/md5sums", sums.encode())
    for script in SCRIPTS:
        put(root / "DEBIAN" / script, (ROOT / "packaging/debian" / script).read_bytes(), mode=0o755)


def md5(file: Path) -> str:
    """Return what dpkg finds damage by."""
    return hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()


def settle(root: Path, when: int) -> None:
    """Give every folder the one mode, and everything the one time, whatever the builder's habits are."""
    for folder in (path for path in (root, *root.rglob("*")) if path.is_dir()):
        folder.chmod(0o755)
    # To dpkg-deb nothing is newer than this, and all of it was laid out just now.
    os.environ["SOURCE_DATE_EPOCH"] = str(when)


if __name__ == "__main__":
    main()
