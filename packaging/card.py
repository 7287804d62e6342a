#!/usr/bin/env python3
"""`make card BOOTFS=FOLDER`: lay on a card that Raspberry Pi Imager has written what installs the scoreboard by itself.

Imager's own settings stay: the user, the Wi-Fi, the name. With `--offline` all packages that it needs lie on the card,
too. It needs dpkg-deb and Python; for `--offline` also apt and Debian's keys. Nothing is installed on this computer.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from firmware.card.boot_partition import CardError, lay_down, look_over  # noqa: E402 - found on the path above
from firmware.card.package_closure import RASPBERRY, fetch, mirrors_of_this_system, sources_of_a_pi  # noqa: E402

CACHE = ROOT / ".cache/card"
"""What was fetched once is not fetched again."""


def main(words: Sequence[str] | None = None) -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="make card", description=__doc__)
    parser.add_argument("bootfs", type=Path, metavar="BOOTFS", help="where the card's boot partition is mounted")
    parser.add_argument("package", type=Path, metavar="PACKAGE", help="the scoreboard's package, from make deb")
    parser.add_argument("--offline", action="store_true", help="lay all that it needs on the card (some 300 MB)")
    given = parser.parse_args(words)
    try:
        tell(made(given.bootfs, given.package, offline=given.offline))
    except CardError as error:
        sys.exit(f"make card: {str(error).removesuffix('.')}.")
    except OSError as error:
        sys.exit(f"make card: {error.filename or given.bootfs} cannot be written: {error.strerror}.")


def made(bootfs: Path, package: Path, *, offline: bool) -> list[str]:
    """Make the card; returns what there is to know about it, in sentences."""
    look_over(bootfs)
    notes = list[str]()
    if offline:
        tell(["apt fetches all that the card needs (some 300 MB the first time) ..."])
        fetched = fetch(package, CACHE, sources_of_a_pi(mirrors_of_this_system()))
        lay_down(bootfs, package, fetched.files)
        notes.append(f"{len(fetched.files) - 1} packages lie on it: the Pi needs no network.")
        if fetched.missing:
            notes.append(
                f"Not among them, for this computer has no keys of {RASPBERRY}: {', '.join(fetched.missing)}. "
                "The camera module and the buttons begin to work once the Pi has been on the internet: docs/card.md."
            )
    else:
        lay_down(bootfs, package)
        notes.append("The Pi fetches the rest by the network that you entered in Imager.")
    os.sync()
    return [
        f"The card is made: {bootfs} installs {package.name} at its first start.",
        *notes,
        "Eject it, put it into the Pi, plug in, and wait: docs/card.md says for how long.",
    ]


def tell(lines: list[str]) -> None:
    """Print sentences."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
