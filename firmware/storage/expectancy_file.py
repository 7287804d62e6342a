"""The solved table of Amateur, kept in a file: it takes a minute or two to make, and a moment to read.

Rule kept here: a table is only used with the law that it was made from. Its file is named by a digest of the source of
the law and of the solver, so another version makes its own, and what older ones left is taken away.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from subprocess import DEVNULL
from threading import Thread
from zipfile import BadZipFile

from firmware.files.atomic import alone_in, make_folder, write_whole
from firmware.paths import CACHE, home
from scoreboard.opponent.worth import Worth
from scoreboard.stats.expectancy import Expectancy, solved

STEM = "expectancy"
DAMAGED = (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error)
"""What numpy raises over a file that is not there, or is no table."""
SOLVER = ("half_throws.py", "play_graph.py", "expectancy.py")


class SolvedTable:
    """The table for a game in play: read, and made first where there is none, beside the game and never in its way."""

    def __init__(self) -> None:
        self._worth: Worth | None = None
        self._begun = False

    def __call__(self) -> Worth | None:
        """What moments are worth; None until the table is there. The first call has it fetched."""
        if not self._begun:
            self._begun = True
            Thread(target=self._fetch, name="solved-table", daemon=True).start()
        return self._worth

    def _fetch(self) -> None:
        kept = kept_expectancy()
        if kept is None:
            _make_in_subprocess()
            kept = kept_expectancy()
        self._worth = None if kept is None else kept.of


def _make_in_subprocess() -> None:
    """Make the table in a process of its own, which gives its memory back; what fails there costs strength alone."""
    known = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "STADIUM_HOME": str(home())}
    command = [sys.executable, "-P", "-m", __name__]  # not from where the program stands
    subprocess.run(command, env=os.environ | known, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, check=False)  # noqa: S603 - this module


def table_file() -> Path:
    """Where the table of this version of the law is kept."""
    return home() / CACHE / f"{STEM}-{law_digest()}.npz"


def kept_expectancy() -> Expectancy | None:
    """The table; None if it has not been made."""
    with suppress(*DAMAGED):
        return Expectancy.unpacked(table_file().read_bytes())
    return None


def made_expectancy() -> Expectancy:
    """The table, made and kept unless it is there; OSError if it cannot be kept.

    While another program makes it, that is waited for: a scoreboard that starts again in that minute begins no second.
    """
    if (kept := kept_expectancy()) is not None:
        return kept
    file = table_file()
    make_folder(file.parent)
    with alone_in(file.parent):
        if (kept := kept_expectancy()) is not None:
            return kept
        made = solved()
        write_whole(file, made.packed())
        for older in file.parent.glob(f"{STEM}-*.npz"):
            if older != file:
                older.unlink(missing_ok=True)
    return made


@cache
def law_digest() -> str:
    """Of every source file that the table depends on."""
    room = files("scoreboard")
    sources = [*_sources(room / "rules"), *(room / "stats" / name for name in SOLVER)]
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()[:16]


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _sources(each)
        elif each.name.endswith(".py"):
            yield each


if __name__ == "__main__":
    with suppress(OSError):
        os.nice(19)  # which the installed service may not
    made_expectancy()
