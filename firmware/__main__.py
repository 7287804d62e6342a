"""The `stadium` command: what a person types, and the one place where an error becomes a line and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from itertools import chain
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
from firmware.telling import warn
from scoreboard.errors import ScoreboardError
from scoreboard.face import FaceError
from scoreboard.rules import RulesError
from vision import VisionError

EXIT_TROUBLE = 2
WIDE = 64
"""Of a command's line in the list; a longer one would be cut short."""
EXIT_INTERRUPTED, EXIT_UNREAD = 130, 141
"""What a shell gives for Ctrl-C, and for a reader that has gone, as in `stadium replay FILE | head`."""
EXIT_FAULT = 70
"""What sysexits(3) gives for a program's own fault."""
UNFORESEEN = "Games are kept. Please report it, with what STADIUM_DEBUG=1 shows."
FORESEEN = (StadiumError, ScoreboardError, RulesError, VisionError, FaceError)
"""Each room's root: their texts are written for the person at the table."""

SECTIONS: Mapping[str, tuple[click.Command, ...]] = {
    "Play": (run, calibrate, teach, network),
    "Look after it": (doctor, backup, restore, clean_up),
    "Look back": (games, export, import_, replay),
    "Build on it": (see, record_video, odds),
}
"""Every command, under what somebody wants who looks for it, in the order in which a newcomer needs them."""


class Stadium(click.Group):
    """A group whose help is in sections, and whose commands end with one clear line, whatever goes wrong."""

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by section, all in one line of columns."""
        widest = max(len(name) for name in self.commands)
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{each.name:{widest}}", each.get_short_help_str(WIDE)) for each in commands])

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the subcommand; an error that we foresaw becomes its text and exit code 2.

        One that we did not is told as such, for no traceback should reach a player; a developer asks for it by
        setting STADIUM_DEBUG.
        """
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except (click.Abort, KeyboardInterrupt):
            click.echo("\nAborted!", err=True)
            sys.exit(EXIT_INTERRUPTED)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # where Python tries once more to write what is left
            sys.exit(EXIT_UNREAD)
        except FORESEEN as error:
            warn(str(error))
            sys.exit(EXIT_TROUBLE)
        except Exception as error:
            if os.environ.get("STADIUM_DEBUG"):
                raise
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                warn(f"{error.filename or 'the answer'} cannot be written: the disk is full")
                sys.exit(EXIT_TROUBLE)
            warn(f"a fault of ours ({type(error).__name__}: {error}). {UNFORESEEN}")
            sys.exit(EXIT_FAULT)


@click.group(cls=Stadium, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stadium-scoreboard", message="stadium %(version)s")
def main() -> None:
    """Keep the score of a tabletop ballpark: read the dice, call the play, light the score.

    \b
    With nothing but this computer:  stadium run --simulate
    Before the first real game:      stadium calibrate, stadium teach red
    When something is amiss:         stadium doctor

    Each command explains itself: stadium run --help
    """  # noqa: D301 - click knows a kept paragraph by a backspace


for command in chain.from_iterable(SECTIONS.values()):
    main.add_command(command)

if __name__ == "__main__":
    main(prog_name="stadium")
