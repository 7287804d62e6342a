"""The boot partition of a card that Raspberry Pi Imager has written: our files are laid beside Imager's, which stay.

Imager leaves settings for one of two programs. cloud-init runs the script `vendor-data` at the first start, once the
user's own settings are in force; `user-data` is not touched. rpi-preseed runs the commands of `rpi-preseed.toml`, where
one is added. Both start the same program, `first_boot/begin`. Rules kept here: what is laid down twice is there once,
and a file of Imager's is never half written, whenever the card is pulled.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from firmware.files.atomic import write_whole

OURS: Final = "stadium"
"""The folder of the boot partition that is ours."""
PROGRAMS: Final = Path(__file__).parent / "first_boot"
"""What runs at the first start."""
PACKAGES: Final = "packages"
"""The folder within ours that holds packages, for a start without network."""
BEGIN: Final = f"sh /boot/firmware/{OURS}/begin"
"""What both programs run; within the partition as it is mounted on a Raspberry Pi."""
VENDOR_DATA: Final = f"""\
#!/bin/sh
# Stadium Scoreboard: cloud-init runs this at the first start, once.
exec {BEGIN}
"""
SPI: Final = "dtparam=spi=on"
SPI_LINES: Final = f"\n[all]\n# Stadium Scoreboard: the panel's wire.\n{SPI}\n"
MARKS: Final = ("config.txt", "cmdline.txt")
"""Files that every boot partition of Raspberry Pi OS has."""
SPARE: Final = 16 << 20
"""Bytes that are left free on the partition."""
VENDOR_DATA_OFF: Final = re.compile(r"^vendor_data\s*:", re.MULTILINE)
UNREADABLE: Final = (ValueError, RecursionError)
"""What tomllib raises of a text that is no TOML, has a number of too many digits, or is nested too deep."""
ENOUGH: Final = "Write the card with Raspberry Pi Imager 2, system Raspberry Pi OS Lite (64-bit), version 13."


class CardError(Exception):
    """A card cannot be made so; says why, and what to do."""


# -- config.txt


def with_spi(config: str) -> str:
    """The text of config.txt with SPI switched on for every model; the same text if it is on already."""
    return config if _has_spi(config) else config + ("" if config.endswith("\n") else "\n") + SPI_LINES


def _has_spi(config: str) -> bool:
    """Whether SPI is on, whichever model it is: the firmware reads from top to bottom, the last word counts."""
    section, is_on = "all", False
    for line in map(str.strip, config.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].strip().lower()
        elif section == "all" and line.startswith("dtparam="):
            for word in line.removeprefix("dtparam=").split(","):
                name, _, value = word.strip().partition("=")
                if name == "spi":
                    is_on = value.strip() in {"", "on", "true", "yes", "1"}
    return is_on


# -- rpi-preseed


def with_command(preseed: str) -> str:
    """The text of rpi-preseed.toml with our command among those that run once the network is up.

    Raises:
        CardError: if it is no TOML, or written in a way that nothing can be added to.
    """
    wanted = _preseed(preseed)
    runcmd = wanted.setdefault("runcmd", {})
    commands = runcmd.get("late", []) if isinstance(runcmd, dict) else None
    if not isinstance(commands, list):
        raise CardError('rpi-preseed.toml has a "runcmd.late" that is no list of commands; mend it')
    if BEGIN in commands:
        return preseed
    runcmd["late"] = [BEGIN, *commands]
    for candidate in _candidates(preseed):
        try:
            if tomllib.loads(candidate) == wanted:
                return candidate
        except UNREADABLE:
            continue
    raise CardError(f'nothing can be added to rpi-preseed.toml: add "{BEGIN}" to "late" under [runcmd] yourself')


def _preseed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except UNREADABLE as error:
        raise CardError(f"rpi-preseed.toml cannot be read: {error}") from error


def _candidates(preseed: str) -> Iterator[str]:
    """Texts one of which has our command; which of them is right, TOML itself tells."""
    for key in re.finditer(r"^([ \t]*(?:runcmd\.)?late[ \t]*=[ \t]*\[)", preseed, re.MULTILINE):
        yield f'{preseed[: key.end()]}"{BEGIN}", {preseed[key.end() :]}'
        yield f'{preseed[: key.end()]}"{BEGIN}"{preseed[key.end() :]}'
    for section in re.finditer(r"^[ \t]*\[runcmd\][^\n]*\n?", preseed, re.MULTILINE):
        end = section.end()
        yield f'{preseed[:end].rstrip(chr(10))}\nlate = ["{BEGIN}"]\n{preseed[end:]}'
    yield f'{preseed.rstrip()}\n\n[runcmd]\nlate = ["{BEGIN}"]\n'


# -- the whole partition


def look_over(folder: Path) -> None:
    """See whether it is a boot partition that Imager has written.

    Raises:
        CardError: if it is not; says what to do.
    """
    if not folder.is_dir():
        raise CardError(f"{folder} is no folder: name where the card's bootfs is, such as /media/you/bootfs")
    missing = [name for name in MARKS if not (folder / name).is_file()]
    if missing:
        raise CardError(f"{folder} is no boot partition of Raspberry Pi OS: it has no {missing[0]}. {ENOUGH}")
    if not any((folder / name).is_file() for name in ("user-data", "rpi-preseed.toml")):
        raise CardError(f"{folder} has neither user-data nor rpi-preseed.toml: its system is older than 13. {ENOUGH}")
    vendor = folder / "vendor-data"
    if vendor.exists() and not VENDOR_DATA.startswith(_text(vendor)):  # of ours a card that was pulled may have a part
        raise CardError(f"{vendor} is somebody else's, and there can be only one. {ENOUGH}")
    user = folder / "user-data"
    if user.exists() and VENDOR_DATA_OFF.search(_text(user)):
        raise CardError(f'{user} settles "vendor_data" for itself, which is how ours is started: take that out')


def lay_down(folder: Path, package: Path, packages: Iterable[Path] = ()) -> None:
    """Lay all that installs the scoreboard on a boot partition.

    Args:
        folder: where the partition is mounted.
        package: ours, a .deb.
        packages: files for a start without network: ours, all that it needs, and their index `Packages`.

    Raises:
        CardError: if it is no boot partition, or is too small.
        OSError: if it cannot be written.
    """
    look_over(folder)
    config = _text(folder / "config.txt")
    preseed = folder / "rpi-preseed.toml"
    commanded = with_command(_text(preseed)) if preseed.exists() else ""
    ours = folder / OURS
    files = {file: folder / place for file, place in _places(package, packages).items()}
    shutil.rmtree(ours, ignore_errors=True)
    _have_room(folder, files)
    ours.mkdir()
    for program in sorted(PROGRAMS.iterdir()):
        if program.is_file():
            shutil.copyfile(program, ours / program.name)
    for file, place in files.items():
        place.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, place)
    _write(folder / "config.txt", with_spi(config))
    if preseed.exists():
        _write(preseed, commanded)
    if (folder / "user-data").exists():
        _write(folder / "vendor-data", VENDOR_DATA)


def parcel(file: Path, package: Path, packages: Iterable[Path] = ()) -> None:
    """Write a zip to be unpacked onto a boot partition: ours alone, for whoever has no command that lays it down.

    What it cannot do is done at the first start: SPI is switched on then, for which the Pi starts once more.

    Args:
        file: the zip.
        package: ours, a .deb.
        packages: as `lay_down` takes them.

    Raises:
        OSError: if it cannot be written.
    """
    programs = {each: f"{OURS}/{each.name}" for each in sorted(PROGRAMS.iterdir()) if each.is_file()}
    with zipfile.ZipFile(file, "w", strict_timestamps=False) as archive:  # a Pi may not know what day it is
        archive.writestr("vendor-data", VENDOR_DATA)
        for each, place in (programs | _places(package, packages)).items():
            archive.write(each, place)


def _places(package: Path, packages: Iterable[Path]) -> dict[Path, str]:
    """Where on the partition packages lie: ours alone, or all of them with their index."""
    return {file: f"{OURS}/{PACKAGES}/{file.name}" for file in packages} or {package: f"{OURS}/{package.name}"}


def _have_room(folder: Path, files: Iterable[Path]) -> None:
    needed, free = sum(file.stat().st_size for file in files) + SPARE, shutil.disk_usage(folder).free
    if needed > free:
        raise CardError(
            f"{folder} has {free >> 20} MB free, and {needed >> 20} MB are needed: make the card without the packages, "
            "and let it fetch them from the network"
        )


def _text(file: Path) -> str:
    """What a file says; what is no UTF-8 is kept as it is."""
    with file.open(encoding="utf-8", errors="surrogateescape", newline="") as stream:
        return stream.read()


def _write(file: Path, text: str) -> None:
    """Write a file, unless it says so already: what is not written cannot be spoilt by a card that is pulled.

    Once the new one is on the card the former one's blocks are written over, for they may hold a password.
    """
    if not file.exists():
        write_whole(file, text.encode("utf-8", "surrogateescape"))
    elif _text(file) != text:
        with file.open("r+b") as former:
            write_whole(file, text.encode("utf-8", "surrogateescape"))
            former.write(bytes(os.fstat(former.fileno()).st_size))
            former.flush()
            os.fsync(former.fileno())
