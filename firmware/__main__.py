"""The `stadium` command: what a person types, and the one place where an error becomes a line and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from firmware.commands.backup import backup, restore
from firmware.commands.calibrate import calibrate
from firmware.commands.clean_up import clean_up
from firmware.commands.doctor import doctor
from firmware.commands.games import export, games, import_
from firmware.commands.network import network
from firmware.commands.odds import odds
from firmware.commands.replay import replay
from firmware.commands.run import record_video, run
from firmware.commands.see import see
from firmware.commands.teach import teach
from firmware.errors import StadiumError
from scoreboard.errors import ScoreboardError
from scoreboard.face import FaceError
from scoreboard.rules import RulesError
from vision import VisionError

EXIT_TROUBLE = 2
EXIT_FAULT = 70
"""What sysexits(3) gives for a program's own fault."""
UNFORESEEN = "Games are kept. Please report it, with what STADIUM_DEBUG=1 shows."
FORESEEN = (StadiumError, ScoreboardError, RulesError, VisionError, FaceError)
"""Each room's root: their texts are written for the person at the table."""


class Stadium(click.Group):
    """A group whose commands end with one clear line, whatever goes wrong."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the subcommand; an error that we foresaw becomes its text and exit code 2.

        One that we did not is told as such, for no traceback should reach a player; a developer asks for it by
        setting STADIUM_DEBUG.
        """
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except FORESEEN as error:
            click.echo(f"stadium: {error}", err=True)
            sys.exit(EXIT_TROUBLE)
        except Exception as error:
            if os.environ.get("STADIUM_DEBUG"):
                raise
            click.echo(f"stadium: a fault of ours ({type(error).__name__}: {error}). {UNFORESEEN}", err=True)
            sys.exit(EXIT_FAULT)


@click.group(cls=Stadium, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stadium-scoreboard", message="stadium %(version)s")
def main() -> None:
    """Keep the score of a tabletop ballpark: read the dice, call the play, light the score.

    Try it with nothing but this computer: stadium run --simulate
    """


for command in (
    run,
    record_video,
    calibrate,
    teach,
    see,
    replay,
    games,
    export,
    import_,
    clean_up,
    backup,
    restore,
    odds,
    doctor,
    network,
):
    main.add_command(command)

if __name__ == "__main__":
    main()
