"""Salvage of a damaged journal: the games that can be read are copied into a new file, and the old one is set aside.

Rule kept here: no byte is deleted, and nothing is renamed before the new file is whole. Killed at any instant, the next
start finds the old file in its place, or a new one that is ready to replace it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalTooNewError,
    ScoreboardError,
    remedied,
    why_and_remedy,
)
from scoreboard.journal.lock import claim
from scoreboard.journal.open_files import PARTS
from scoreboard.journal.reader import JournalReader
from scoreboard.journal.sqlite_errors import named_os_errors
from scoreboard.journal.store import MAX_QUICK_BYTES, Journal
from scoreboard.message import Message, Words, message
from scoreboard.record import replay
from scoreboard.rules import RulesError
from scoreboard.rules.events import AnyLine

T = TypeVar("T")
PART, READY = UNFINISHED = (".part", ".ready")
"""Suffixes of the new file: while it is written, and once it is whole."""
UNPLAYABLE = (ScoreboardError, RulesError)
"""Raised when a damaged game is replayed."""


class Remark(NamedTuple):
    """Something about the journal that its owner must know.

    Attributes:
        kind: the file was ``damaged``, written by a ``newer`` Stadium or is ``gone`` from its place, or one ``game`` in
            it cannot be read.
        words: the same in a sentence that names the file.
    """

    kind: Literal["damaged", "newer", "gone", "game"]
    words: Words


def is_large(path: Path) -> bool:
    """Whether a journal takes long to verify."""
    return sum(part.stat().st_size for part in _parts(path) if part.is_file()) > MAX_QUICK_BYTES


def is_ready(path: Path) -> bool:
    """Whether a rebuilt file is whole and waits to replace the journal."""
    ready = _ready_path(path)
    return ready.is_file() and not ready.is_symlink()


def rebuild(path: Path, former: Journal | None = None) -> None:
    """Copy what can be read into a new file, ready to replace the journal.

    The new file is whole before anything is moved: a card with too little room for it leaves all as it is.

    Args:
        path: of the journal.
        former: the journal that was open there before its files went; what it can still read is copied.

    Raises:
        JournalError: if it cannot be made now.
    """
    with named_os_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + PART)
    with closing(claim(path)):
        _erase(part)
        try:
            with named_os_errors(path):
                _check_room(path)
            _copy(path, former, part)
            with named_os_errors(path):
                if part.with_name(f"{part.name}-wal").exists():  # closing it would have written that into the file
                    raise _no_room(path)
                part.rename(_ready_path(path))
        except JournalError:
            _erase(part)
            raise


def install_rebuilt(path: Path, former: Journal | None = None) -> tuple[Journal, Remark]:
    """Set the old file aside, put the rebuilt one in its place, and open that to play from it alone.

    ``former`` is closed, as soon as SQLite can delete nothing any more that lies at the path.

    Raises:
        JournalError: if it cannot be moved or opened.
    """
    why = "gone" if former is not None else _why_aside(path)
    with closing(claim(path)):
        aside = put_aside(path) if any(_parts(path)) else _last_aside(path)
        if former is not None:
            former.close()
        with named_os_errors(path):
            _ready_path(path).rename(path)
    fresh = Journal.create(path, alone=True)
    how = why if aside is not None else "nothing"
    # one of: aside.damaged, aside.gone, aside.newer, aside.nothing
    words = message(f"aside.{how}", file=str(path), aside=str(aside or ""), outcome=_outcome(fresh))
    return fresh, Remark(why, words)


def forget_unfinished(path: Path) -> None:
    """Delete the new file of a repair that was killed, if the disk lets it; nobody else may repair meanwhile."""
    with suppress(JournalError):
        _erase(path.with_name(path.name + PART))


def put_aside(path: Path) -> Path:
    """Rename a journal and all files that SQLite keeps beside it, and return the new path.

    The name counts up, because a clock that stands at 1970 cannot distinguish two of them.

    Raises:
        JournalError: if it cannot be moved.
    """
    tries = (path.with_name(f"{path.name}.aside-{number}") for number in range(1, 10_000))
    aside = next(name for name in tries if not any(_parts(name)))
    try:
        for part in reversed(PARTS):  # the database last: until then it is all still there under its old name
            with suppress(FileNotFoundError):
                path.with_name(path.name + part).rename(aside.with_name(aside.name + part))
    except OSError as error:
        raise JournalError(message("journal.stuck", file=str(path), why=why_and_remedy(error))) from error
    return aside


def plays_out(lines: list[AnyLine], rulings: dict[str, object]) -> bool:
    """Whether the lines can be replayed."""
    try:
        for _ in replay(enumerate(lines, start=1), rulings):
            pass
    except UNPLAYABLE:
        return False
    return True


def _parts(path: Path) -> Iterator[Path]:
    """The files of a journal that exist."""
    return (part for ending in PARTS if (part := path.with_name(path.name + ending)).exists())


def _ready_path(path: Path) -> Path:
    return path.with_name(path.name + READY)


def _check_room(path: Path) -> None:
    """Raise at once if there is no room for a second copy, instead of after a long copy."""
    if path.is_file() and shutil.disk_usage(path.parent).free < path.stat().st_size:
        raise _no_room(path)


def _no_room(path: Path) -> JournalFullError:
    why = remedied(message("system.no-room"), "full")
    return JournalFullError(message("journal.unwritable", file=str(path), why=why))


def _last_aside(path: Path) -> Path | None:
    """The path that a journal was last set aside to; None if none was."""
    named = (re.search(r"\.aside-(\d+)", file.name) for file in path.parent.glob(f"{path.name}.aside-*"))
    last = max((int(number[1]) for number in named if number), default=None)
    return None if last is None else path.with_name(f"{path.name}.aside-{last}")


def _why_aside(path: Path) -> Literal["damaged", "newer"]:
    """Why that file was set aside, or is about to be."""
    try:
        Journal.open_readonly(path if any(_parts(path)) else _last_aside(path) or path).close()
    except JournalTooNewError:
        return "newer"
    except ScoreboardError:
        pass
    return "damaged"


def _outcome(fresh: Journal) -> Message:
    """How many games were salvaged whole, how many in part, and how many not."""
    games, counts = len(fresh.games()), fresh.salvage_counts()
    cut = counts.get("cut", 0)
    outcome = message("aside.outcome", whole=games - cut, cut=cut)
    return message("aside.lost", outcome=outcome, lost=counts["lost"]) if "lost" in counts else outcome


def _erase(path: Path) -> None:
    """Delete a rebuilt journal that was never finished."""
    with named_os_errors(path):
        for part in PARTS:
            path.with_name(path.name + part).unlink(missing_ok=True)


def _copy(path: Path, former: Journal | None, part: Path) -> None:
    """Copy all that can be read into the new file ``part``."""
    if former is not None:
        with suppress(JournalError):
            former.copy(part)
            with Journal.create(part) as fresh:
                fresh.verify()
            return
        _erase(part)
    with Journal.create(part) as fresh:
        if former is None:
            _copy_games(_games_of(Journal.open_readonly, path), fresh)
        else:
            _copy_games(_longest(_readable_games(former), _games_of(former.restarted)), fresh)


def _games_of(opened: Callable[..., AbstractContextManager[JournalReader]], *path: Path) -> Iterator[_ReadableGame]:
    """The games of a journal, if it can be opened."""
    with suppress(ScoreboardError, OSError), opened(*path) as old:
        yield from _readable_games(old)


def _longest(*found: Iterator[_ReadableGame]) -> Iterator[_ReadableGame]:
    """Of each game what has the most lines."""
    longest = dict[int, _ReadableGame]()
    for game in chain(*found):
        known = longest.get(game.number)
        if known is None or len(known.lines) < len(game.lines):
            longest[game.number] = game
    return (longest[number] for number in sorted(longest))


def _copy_games(readable: Iterator[_ReadableGame], fresh: Journal) -> None:
    """Copy every game that can be replayed, as far as it can be read, under its own number.

    Raises:
        JournalError: if ``fresh`` cannot take them all; what cannot be read is no error.
    """
    latest = None
    for game in readable:
        is_playable = plays_out(game.lines, game.rulings)
        if is_playable:
            fresh.add(game.lines, imported=game.imported, rulings=game.rulings, number=game.number)
            latest = game.number if game.latest else latest
        if not (is_playable and game.whole):
            fresh.salvaged(game.number, "cut" if is_playable else "lost")
    if latest is not None and latest != fresh.latest():
        fresh.resume(latest)


class _ReadableGame(NamedTuple):
    """A game as far as it can be read.

    Attributes:
        latest: it is the one in play.
        whole: none of it is missing.
    """

    number: int
    imported: bool
    lines: list[AnyLine]
    rulings: dict[str, object]
    latest: bool
    whole: bool


def _readable_games(old: JournalReader) -> Iterator[_ReadableGame]:
    """Every game that is known of, with as many lines as can be read: perhaps none."""
    latest = _or_none(old.latest)
    for number, imported in sorted(old.known().items()):
        lines, rulings = list(old.readable(number)), _or_none(partial(old.rulings, number))
        whole = rulings is not None and _is_whole(old, number)
        yield _ReadableGame(number, imported, lines, rulings or {}, number == latest, whole)


def _is_whole(old: JournalReader, number: int) -> bool:
    try:
        old.check(number)
    except JournalDamagedError:
        return False
    return True


def _or_none(ask: Callable[[], T]) -> T | None:
    """The answer, or None if it cannot be read."""
    with suppress(ScoreboardError):
        return ask()
    return None
