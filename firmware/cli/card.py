"""`stadium card`: a card that installs the scoreboard by itself, made by a stadium for the next one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

import click

from firmware.card.boot_partition import CardError, lay_down, look_over
from firmware.card.package_closure import fetch, sources_of_this_system
from firmware.cli.arguments import PathOf
from firmware.errors import StadiumError
from firmware.update.gate import NAME, System
from firmware.update.remade_package import remake

WORKING: Final = Path("/var/tmp")  # noqa: S108 - a folder of a random name is made there, and memory is too small


@click.command()
@click.argument("folder", type=PathOf(file=False), metavar="DIR")
@click.option("--fetch-there", is_flag=True, help="Lay this version alone on it; the new one fetches the rest itself.")
def card(folder: Path, *, fetch_there: bool) -> None:
    """Make a card for another stadium, with this version and all that it needs: that one needs no network.

    DIR is where the boot partition of a card is mounted that Raspberry Pi Imager has just written. What was entered in
    Imager stays in force. This stadium has to be on the internet, for it fetches the packages of the system.

    \b
        sudo mount /dev/sda1 /mnt
        sudo stadium card /mnt
        sudo umount /mnt
    """  # noqa: D301 - click's own mark for lines that stay as they are
    system = System()
    done, version = system.run("dpkg-query", "--show", "--showformat=${Version}", NAME)
    if not done:
        raise StadiumError("the stadium is not installed as a package here: take make card instead, docs/card.md")
    try:
        look_over(folder)
        with tempfile.TemporaryDirectory(prefix="stadium-card-", dir=WORKING) as working:
            package = Path(working) / f"{NAME}_{version.strip()}_all.deb"
            if not remake(system, package):
                raise StadiumError(f"{package.name} could not be made of the files here; is the disk full?")
            if fetch_there:
                lay_down(folder, package)
            else:
                click.echo("Fetching all that it needs, some 300 MB ...")
                fetched = fetch(package, Path(working) / "apt", sources_of_this_system())
                lay_down(folder, package, fetched.files)
                click.echo(f"{len(fetched.files) - 1} packages lie on it.")
                if fetched.missing:
                    click.echo(f"No source has these, and it does without: {', '.join(fetched.missing)}.")
    except CardError as error:
        raise StadiumError(str(error)) from error
    except OSError as error:  # a card that is locked, or was pulled
        raise StadiumError(f"{error.filename or folder} cannot be written: {error.strerror}") from error
    os.sync()
    click.echo(f"The card is made. Unmount {folder}, put it into the other Pi and plug it in.")
