"""Old games leave the journal: packed into files first, and only then forgotten.

Rule kept here: a game is safe in its file before it is removed, whenever the plug is pulled. The last game played
stays, and so does one that cannot be read, for it could not be packed.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import BinaryIO, cast

from msgspec import UNSET

from firmware.errors import StadiumError
from firmware.files.atomic import make_folder, write_whole
from firmware.text import house_options
from scoreboard.errors import MalformedError, ScoreboardError, why_and_remedy
from scoreboard.journal import timestamps
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.message import Message, Words, message
from scoreboard.record import encode_all, read
from scoreboard.rules.events import Setup

ENDING = ".jsonl.gz"
"""Of the files of packed games."""
A_YEAR = 365
"""Days of games that a clean-up keeps by default."""
MOST_LINES = 100_000
"""Of a packed game; the longest that anybody has played has some 5,000. A small file may unpack to gigabytes."""
ROOM = 0.8
"""Fraction of its limit to which a journal that was too full is reduced, so that it is not too full tomorrow."""


class PackingError(StadiumError, OSError):
    """A game cannot be packed; none was taken out of the journal."""


def all_but_newest(journal: Journal, keep: int) -> tuple[int, ...]:
    """All games but the newest ``keep``."""
    return tuple(listed.game for listed in journal.games())[:-keep]


def begun_before(journal: Journal, moment: datetime) -> tuple[int, ...]:
    """The games begun before ``moment``; one that does not say when stays."""
    return tuple(listed.game for listed in journal.games() if _begun_before(journal, listed.game, moment))


def over_limit(journal: Journal, limit: int) -> tuple[int, ...]:
    """The oldest games, as many as make the journal's size some less than ``limit`` bytes; none if it is not over."""
    size, games = journal.size(), journal.games()
    if size <= limit:
        return ()
    return tuple(listed.game for listed in games[: ceil(len(games) * (1 - ROOM * limit / size))])


def pack(journal: Journal, games: Iterable[int], folder: Path, *, shrink: bool = False) -> Sequence[Path]:
    """Write each game as a packed record into ``folder``, then remove them all from the journal; returns the files.

    The last game played is left alone, and so is one that cannot be read, or is gone on with meanwhile. ``shrink``
    gives the room back to the disk, which takes time. Raises PackingError or JournalError if file or journal cannot be
    written; that is then as it was.
    """
    records = {game: _record(journal, game) for game in games if game != journal.latest()}
    readable = {game: record for game, record in records.items() if record is not None}
    with _faults_named(folder):
        files = [_packed(folder, game, record) for game, record in readable.items()]
        for file, rulings in zip(files, map(journal.rulings, readable), strict=True):
            if rulings:  # the record lacks them, so the options that `stadium import` needs lie beside it
                command = f"stadium import -{house_options(rulings)}\n"
                write_whole(file.with_name(f"{file.name}.house"), command.encode())
    if readable:
        journal.forget({game: record.count(b"\n") for game, record in readable.items()}, shrink=shrink)
    return files


def set_aside(journal: Journal, folder: Path) -> Sequence[str]:
    """Remove every damaged game but the one in play, its lines written into ``folder`` first.

    Those before the damage are a packed record, to be imported; all lines lie beside it, as they are. Returns a
    sentence for each game, about its damage; raises as `pack`.
    """
    found = [error for error in journal.damage() if error.game != journal.latest()]
    with _faults_named(folder):
        for error in found:
            file = _packed(folder, error.game, encode_all(journal.readable(error.game)))
            write_whole(file.with_name(f"{file.name}.damaged"), journal.raw(error.game))
    if found:
        journal.forget([error.game for error in found])
    return [str(error) for error in found]


def damaged(folder: Path) -> Iterator[Message]:
    """Read every line of every packed game; yields the first fault of each file: the file, the line and why."""
    for file in sorted(folder.glob(f"*{ENDING}")):
        if (why := _fault(file)) is not None:
            yield message("archive.damaged", file=file.name, why=why)


@contextmanager
def _faults_named(folder: Path) -> Iterator[None]:
    """Within it, writing into ``folder``, which is made first, fails with a PackingError."""
    try:
        make_folder(folder)
        yield
    except OSError as error:
        raise PackingError(
            f"{folder} (--to names another) cannot be written: {ENGLISH(why_and_remedy(error))}"
        ) from error


def _fault(file: Path) -> Words | None:
    number, warnings = 0, list[str]()
    try:
        with gzip.open(file) as stream:
            for number, line in read(cast("BinaryIO", stream), warnings.append):
                if isinstance(line, Setup) != (number == 1):
                    return message("archive.game-line", nth=number)
                if number > MOST_LINES:
                    return message("archive.too-long")
    except MalformedError as error:
        return error.words
    except (OSError, EOFError, zlib.error):
        return message("archive.not-unpacked", nth=number + 1)
    return message("archive.cut-off", nth=number + 1) if warnings else None


def _begun_before(journal: Journal, game: int, moment: datetime) -> bool:
    first = next(journal.readable(game), None)
    if not isinstance(first, Setup) or first.at is UNSET:
        return False
    return timestamps.parsed(first.at) < moment


def _record(journal: Journal, game: int) -> bytes | None:
    with suppress(ScoreboardError):
        journal.rulings(game)  # they are noted beside it, so they must be readable as well
        return encode_all(line for _, line in journal.lines(game))
    return None


def _packed(folder: Path, game: int, record: bytes) -> Path:
    """The file with this game; one that holds another, of a former journal, is not overwritten."""
    content = gzip.compress(record, mtime=0)
    names = (folder / f"game-{game:04}{again}{ENDING}" for again in ("", *(f"-{n}" for n in range(2, 10_000))))
    file = next(name for name in names if not name.exists() or name.read_bytes() == content)
    if not file.exists():
        write_whole(file, content)
    return file
