"""`stadium update`: install a newer version, which is taken back by itself if it does not play."""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from firmware.cli.arguments import PathOf
from firmware.errors import StadiumError
from firmware.network.privileged_requests import FOLDER, ask
from firmware.update.gate import UpdatePlaces
from firmware.update.installer import SENT, hand_over
from firmware.update.outcome import OUTCOME, moment, outcomes
from scoreboard.language import ENGLISH
from scoreboard.message import message


@click.command()
@click.argument("file", type=PathOf(folder=False, read=True), required=False)
def update(file: Path | None) -> None:
    """Install FILE, a package (.deb), or look for a newer one on the stick, the card and in the package sources.

    Its signature, FILE.minisig, is taken from beside it. One that is not signed, or is older than what runs, is
    installed only if "update?" is chosen in the menu of the box within a minute. The game goes on where it was. The
    new version has a minute to show that it plays and sees; else the one before is installed again.

    \b
        sudo stadium update
        sudo stadium update stadium-scoreboard_1.2_all.deb
    """  # noqa: D301 - click's own mark for lines that stay as they are
    if not FOLDER.exists():
        raise StadiumError("the stadium is not installed as a service here: docs/install.md")
    if os.geteuid() != 0:
        raise StadiumError("only root may install something: put sudo before the command")
    if file is not None:
        hand_over(file, UpdatePlaces().room / SENT)
    before = moment(OUTCOME)
    ask("update")
    last = ""
    for found in outcomes(OUTCOME, before, time.sleep):
        line = ENGLISH(message("job.update-asked") if found is None else found.words)
        if line != last and not (found is not None and found.is_over and not found.is_well):
            click.echo(line)
        last = line
        if found is not None and found.is_over:
            if not found.is_well:
                raise StadiumError(found.words)
            return
    raise StadiumError(message("job.update-silent"))
