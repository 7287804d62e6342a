"""The `stadium` command: what a person types, and the one place where an error becomes a line and an exit code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

import click

from firmware.cli.account import RootsFiles, account_name
from firmware.console.streams import discard_output, loading, make_ready, warn
from firmware.errors import StadiumError
from firmware.paths import SYSTEM_FILE
from firmware.text import shortened
from scoreboard.errors import ScoreboardError, why_and_remedy
from scoreboard.language import ENGLISH
from scoreboard.rules.errors import RulesError, words_of

EXIT_TROUBLE = 2
LONGEST_ERROR = 2000
"""Letters of an error of ours: it may name several mistakes at once, each of them short."""
EXIT_INTERRUPTED, EXIT_UNREAD = 130, 141
"""What a shell gives for Ctrl-C, and for a reader that has gone, as in `stadium replay FILE | head`."""
EXIT_FAULT = 70
"""What sysexits(3) gives for a program's own fault."""
UNFORESEEN = "Games are kept. Please report it, with what STADIUM_DEBUG=1 shows."
UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Why what was asked for may not get through, by the system's number; any other is a fault of ours."""
FORESEEN = (StadiumError, ScoreboardError, RulesError)
"""Each room's root: their texts are written for the person at the table."""


SETTINGS = RootsFiles(lent=(SYSTEM_FILE,))
"""A command that writes the owner's settings."""
WIFI = RootsFiles(shown={"access-point": SYSTEM_FILE.with_name("access-point.toml")})
"""One that tells how the stadium's own Wi-Fi is joined."""


class CommandEntry(NamedTuple):
    """A command in the list.

    Attributes:
        short: its help in a line.
        module: below `firmware.cli`, loaded when needed.
        name: of the command in it.
        roots: what of root's files it needs when root starts it (`firmware.cli.account`); None if it touches nothing of
            the scoreboard's.
    """

    short: str
    module: str
    name: str
    roots: RootsFiles | None = RootsFiles()


SECTIONS: Mapping[str, Mapping[str, CommandEntry]] = {
    "Play": {
        "run": CommandEntry("Keep the score of a game.", "run", "run"),
        "calibrate": CommandEntry(
            "Look over camera, print, light and dice before a game.", "calibrate", "calibrate", roots=SETTINGS
        ),
        "teach": CommandEntry("Show it your own dice, so that it knows them again.", "teach", "teach"),
        "panel": CommandEntry("Try the panel, or find out how it is strung.", "panel", "panel", roots=SETTINGS),
        "deck": CommandEntry("Look over RallyBird's cards and gloves, or begin your own.", "deck", "deck", roots=None),
        "game": CommandEntry("Look over a game of your own, or begin one.", "game", "game", roots=None),
        "network": CommandEntry(
            "See where its page is; make it a Wi-Fi, or have it join one.",
            "network",
            "network",
            roots=WIFI,
        ),
    },
    "Look after it": {
        "doctor": CommandEntry("See what is amiss, and what to do about it.", "doctor", "doctor"),
        "check-build": CommandEntry(
            "Look over a stadium that was just built, part by part.", "check_build", "check_build"
        ),
        "backup": CommandEntry("Put games, taught dice and settings into one file.", "backup", "backup"),
        "restore": CommandEntry("Bring back what a backup holds.", "backup", "restore", roots=SETTINGS),
        "update": CommandEntry("Install a newer version; it goes back by itself.", "update", "update", roots=None),
        "card": CommandEntry("Make a card that installs another stadium by itself.", "card", "card", roots=None),
        "phones": CommandEntry("See which phones may score; make one an owner's.", "phone_list", "phones"),
        "clean-up": CommandEntry("Pack old games into files, out of the journal.", "clean_up", "clean_up"),
    },
    "Look back": {
        "games": CommandEntry("List the games, or show the box score of one.", "games", "games"),
        "season": CommandEntry("See standings, batting, records, and how fair the dice are.", "season", "season"),
        "league": CommandEntry("Keep a league of many stadiums, and prove its standings.", "league", "league"),
        "export": CommandEntry("Write a game into a file, as a record.", "games", "export"),
        "import": CommandEntry("Add the game of a record to the others.", "games", "import_"),
        "replay": CommandEntry("Play a record out, line by line.", "replay", "replay", roots=None),
        "face": CommandEntry("Draw what a panel shows of a record.", "face", "face", roots=None),
    },
    "Build on it": {
        "see": CommandEntry("Read the dice in photos.", "see", "see", roots=None),
        "look": CommandEntry("Tell where pieces stand in photos of a board.", "look", "look", roots=None),
        "record-video": CommandEntry("Keep the score, and what the camera sees.", "run", "record_video"),
        "odds": CommandEntry("Tell how many runs a half-inning brings.", "odds", "odds"),
    },
}
"""Every command, by purpose, in the order in which a newcomer needs them."""
COMMANDS: Mapping[str, CommandEntry] = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


class CommandGroup(click.Group):
    """A group whose help is in sections, and whose commands end with one clear line, whatever goes wrong.

    Rule kept here: a command loads what it needs and nothing else. The reader of one takes longer than all of another.
    """

    def list_commands(self, _: click.Context) -> list[str]:
        """Every command's name."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded now; None where there is none.

        It becomes the scoreboard's account by what the program's start has laid down as click's own object.
        """
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        with loading():
            module = import_module(f"firmware.cli.{entry.module}")
        command: click.Command = getattr(module, entry.name)
        return command if ctx.obj is None else ctx.obj(command, entry.roots)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by section, all in one line of columns."""
        widest = max(map(len, COMMANDS))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{widest}}", entry.short) for name, entry in commands.items()])

    def main(self, *args: Any, **extra: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Do what the command line asks for, in whatever surroundings."""
        make_ready()
        return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # noqa: ANN401 - likewise
        """Read the command line; `--help` and `--version` are answered in here."""
        with ended_in_a_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - likewise
        """Run the subcommand."""
        with ended_in_a_line():
            return super().invoke(ctx)


@contextmanager
def ended_in_a_line() -> Iterator[None]:
    """End the program over whatever goes wrong in the block: an error that we foresaw is its text and exit code 2.

    One that we did not is reported as a fault of ours, without a traceback; a developer gets it by STADIUM_DEBUG.
    """
    try:
        yield
    except click.ClickException as error:
        raise in_short(error) from error
    except click.exceptions.Exit:
        raise
    except (click.Abort, KeyboardInterrupt):
        click.echo("\nAborted!", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        discard_output(sys.stdout)
        sys.exit(EXIT_UNREAD)
    except Exception as error:
        if isinstance(error, foreseen()):
            warn("\n".join(shortened(line, LONGEST_ERROR) for line in ENGLISH(words_of(error)).splitlines()))
            sys.exit(EXIT_TROUBLE)
        if os.environ.get("STADIUM_DEBUG"):
            raise
        if isinstance(error, OSError) and error.errno in UNWRITTEN:
            discard_output(sys.stdout)
            warn(f"{shortened(error.filename or 'the answer')} cannot be written: {ENGLISH(why_and_remedy(error))}")
            sys.exit(EXIT_TROUBLE)
        if isinstance(error, PermissionError) and error.filename:
            warn(f"{shortened(error.filename)} cannot be opened by the account {account_name()}")
            sys.exit(EXIT_TROUBLE)
        warn(f"a fault of ours ({type(error).__name__}: {shortened(error)}). {UNFORESEEN}")
        sys.exit(EXIT_FAULT)


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="stadium-scoreboard", message="stadium %(version)s")
def main() -> None:
    """Keep the score of a tabletop ballpark: read the dice, call the play, light the score.

    \b
    With nothing but this computer:  stadium run --simulate
    Before the first real game:      stadium calibrate, stadium teach red
    When something is amiss:         stadium doctor

    Each command explains itself: stadium run --help
    """  # noqa: D301 - click knows a kept paragraph by a backspace


def in_short(error: click.ClickException) -> click.ClickException:
    """An error of click's, that repeats whatever was typed, on lines that can be printed and read."""
    lines = error.format_message().splitlines()
    short = [shortened(line) for line in lines]
    if short == lines:
        return error
    return click.UsageError("\n".join(short), error.ctx if isinstance(error, click.UsageError) else None)


def foreseen() -> tuple[type[Exception], ...]:
    """The errors whose text is for a person; vision's are among them once it is loaded."""
    vision = sys.modules.get("vision.errors")
    return FORESEEN if vision is None else (*FORESEEN, vision.VisionError)
