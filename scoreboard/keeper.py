"""Play goes on when the card does not: the journal, and what it cannot take just now held in memory.

Rule kept here: what is not on the disk is never passed off as kept. From the first line that the disk refuses until
the last one held is on it, `Keeper.trouble` says why, for every face to show. A file that cannot be read is put aside
under a name that is told, never deleted; what can still be read of it is brought over.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from errno import ENOSPC
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, Self

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalInUseError,
    JournalTooNewError,
    MalformedError,
    NoGameError,
    ScoreboardError,
)
from scoreboard.faults import named_os_faults
from scoreboard.journal import Journal, claim
from scoreboard.record import decode, encode, replay
from scoreboard.rules import RulesError
from scoreboard.rules.events import AnyLine

PARTS = ("", "-wal", "-shm")
"""What SQLite keeps a database in, as endings of the file's name."""
PART, READY = UNFINISHED = (".part", ".ready")
"""A file that is to take the journal's place, while it is written and once it is whole: endings, likewise."""
UNREADABLE = (ScoreboardError, RulesError)
"""What a game that is not as it was written raises when it is played out."""
WHY_ASIDE = {"damaged": "are damaged", "newer": "were written by a newer Stadium: update this one"}
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it


class Remark(NamedTuple):
    """Something that went otherwise than its owner would expect, and where it was put.

    Attributes:
        kind: the file was ``damaged`` or written by a ``newer`` Stadium, or one ``game`` in it cannot be read.
        said: the same in a sentence that names the file.
    """

    kind: Literal["damaged", "newer", "game"]
    said: str


@dataclass(slots=True)
class _Held:
    """A game as it was played, whether or not the disk has all of it.

    Attributes:
        number: what the session calls it.
        lines: all of them.
        rulings: in what the house plays it otherwise.
        filed: its number in the journal; None while it is in none.
    """

    number: int
    lines: list[AnyLine]
    rulings: dict[str, object]
    filed: int | None = None


class Keeper:
    """Keeps games in the journal, or holds them until it can; satisfies `scoreboard.session.Store`.

    It holds the game in play, and every game begun since the trouble began. Open one with `open`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal: Journal | None = None
        self._held: list[_Held] = []
        self._next = 1
        self.trouble: JournalError | None = None
        """Why what is played now is not kept; None while all of it is on the disk."""
        self.refused = 0
        """How many lines the disk would not take at once."""
        self.remarks: tuple[Remark, ...] = ()
        """What was found when the journal was opened, and where it was put."""

    @classmethod
    def open(cls, path: Path, *, mend: bool = True) -> Self:
        """Open the journal to play from it alone, whatever state its disk is in.

        Args:
            path: of the journal.
            mend: put a file that cannot be read aside, and begin without a disk; False where a person has just named
                the file and should hear that it will not do.

        Raises:
            JournalInUseError: if another scoreboard plays from it.
            JournalError: if it cannot be used, and ``mend`` is false.
        """
        keeper = cls(path)
        try:
            if mend:
                keeper._open()
            else:
                keeper._hold(keeper._begin_with(Journal.create(path, alone=True)))
        except BaseException:
            keeper._let_go()
            raise
        return keeper

    def close(self) -> None:
        """Write what is held, if that can be done now, and give the journal back; closing twice is harmless."""
        if self.trouble is not None:
            self.catch_up()
        self._let_go()

    # -- what a session asks of a journal

    def latest(self) -> int | None:
        """Return the game played last on this scoreboard; None if there is none, or it cannot be read."""
        return self._held[-1].number if self._held else None

    def lines(self, game: int) -> Iterator[tuple[int, AnyLine]]:
        """Yield the lines of a game that is held, with their numbers.

        Raises:
            NoGameError: if it is not.
        """
        yield from enumerate(self._of(game).lines, start=1)

    def rulings(self, game: int) -> dict[str, object]:
        """In what the house plays a game that is held otherwise.

        Raises:
            NoGameError: if it is not.
        """
        return self._of(game).rulings

    def add(self, lines: Iterable[AnyLine], *, rulings: Mapping[str, object] | None = None) -> int:
        """Begin a game, and return its number. Should one be imported while the disk is out, it may be filed higher.

        Args:
            lines: of the game.
            rulings: in what the house plays it otherwise.

        Raises:
            MalformedError: if a line could not be read back.
        """
        sound = [_sound(number, line) for number, line in enumerate(lines, start=1)]
        game = _Held(self._next, sound, dict(rulings or {}))
        self._held, self._next = [*self._held, game], self._next + 1
        self.catch_up()
        self.refused += len(game.lines) if self.trouble is not None else 0
        return game.number

    def append(self, game: int, number: int, line: AnyLine) -> None:
        """Add the next line of the game in play: to the disk, and to what is held where the disk will not have it.

        Raises:
            MalformedError: if the line could not be read back.
        """
        held = self._held[-1]
        if held.number != game or len(held.lines) != number - 1:
            raise JournalError(f"Line {number} of game {game} is not the next one; start the scoreboard again")
        held.lines.append(_sound(number, line))
        if self._journal is not None and held.filed is not None:
            try:
                self._journal.append(held.filed, number, line)
            except JournalError as error:
                self._fail(error)
        self.refused += self.trouble is not None

    def _of(self, game: int) -> _Held:
        found = next((held for held in self._held if held.number == game), None)
        if found is None:
            raise NoGameError(f"There is no game {game} in play")
        return found

    # -- what the appliance asks besides

    def catch_up(self) -> None:
        """Write what is held to the disk, if it will take it now; otherwise `trouble` says why not."""
        try:
            self._journal = self._journal or self._opened()
            for game in self._held:
                game.filed = _filed(self._journal, game)
        except JournalError as error:
            self._fail(error)
        else:
            self.trouble, self._held = None, self._held[-1:]

    def _fail(self, error: JournalError) -> None:
        self.trouble = error
        self._let_go()  # a card that comes back may be another one, so it is opened anew

    def _let_go(self) -> None:
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.close()

    # -- opening

    def _open(self) -> None:
        try:
            journal = self._opened()
        except JournalInUseError:
            raise
        except JournalError as error:
            self._fail(error)
            self._hold(self._seen_last())
            return
        try:
            self._hold(self._begin_with(journal))
        except UNREADABLE as error:
            said = f"Game {journal.latest()} in {self._path} cannot be read ({error}); it stays there as it is"
            self.remarks += (Remark("game", said),)

    def _opened(self) -> Journal:
        """The journal, to write. It is looked through first, or damage could swallow what is written now."""
        if _ready(self._path).exists():  # the plug was pulled between two moves
            return self._replaced(_why_aside(self._path if self._path.exists() else _last_aside(self._path)))
        try:
            journal = Journal.create(self._path, alone=True)
            self._check(journal)
        except (JournalDamagedError, JournalTooNewError) as error:
            return self._afresh(error)
        return journal

    def _check(self, journal: Journal) -> None:
        try:
            journal.verify()
        except JournalError:
            journal.close()
            raise

    def _begin_with(self, journal: Journal) -> _Held | None:
        """Play from this journal; its latest game is the one in play."""
        self._journal = journal
        self._next = 1 + max((listed.game for listed in journal.games()), default=0)
        number = journal.latest()
        return None if number is None else _held(journal, number)

    def _afresh(self, error: JournalError) -> Journal:
        """Bring over what can still be read into a new file, and put it in place of the old one.

        The new file is whole before anything is moved: a card with too little room for it leaves all as it is.
        """
        part = self._path.with_name(self._path.name + PART)
        with closing(claim(self._path)):
            _erase(part)
            try:
                with named_os_faults(self._path):
                    _want_room(self._path)
                with Journal.create(part) as fresh:
                    _bring_over(self._path, fresh)
                with named_os_faults(self._path):
                    if part.with_name(f"{part.name}-wal").exists():  # closing it would have written that into the file
                        raise OSError(ENOSPC, "no room for the games that can be read")
                    part.rename(_ready(self._path))
            except JournalError:
                _erase(part)
                raise
        return self._replaced(error)

    def _replaced(self, error: JournalError) -> Journal:
        """Put the file aside, the new one that is ready in its place, and say so."""
        with closing(claim(self._path)):
            aside = put_aside(self._path) if self._path.exists() else _last_aside(self._path)
            with named_os_faults(self._path):
                _ready(self._path).rename(self._path)
        fresh = Journal.create(self._path, alone=True)
        count = len(fresh.games())
        kind: Literal["newer", "damaged"] = "newer" if isinstance(error, JournalTooNewError) else "damaged"
        what = f"{WHY_ASIDE[kind]}. It was put aside as {aside}; {count} of its games could be read and go on here."
        self.remarks += (Remark(kind, f"The games in {self._path} {what}"),)
        return fresh

    def _hold(self, game: _Held | None) -> None:
        if game is not None:
            self._held, self._next = [game], max(self._next, game.number + 1)

    def _seen_last(self) -> _Held | None:
        """The latest game of a journal that cannot be written now, if it can be read at all."""
        for look in (_look, _look_at_copy):
            with suppress(*UNREADABLE, OSError):
                return look(self._path)
        return None


def put_aside(path: Path) -> Path:
    """Move a journal out of the way, with all that SQLite keeps beside it, and return where it is now.

    The name counts up, because a clock that stands at 1970 cannot tell two of them apart.

    Raises:
        JournalError: if it cannot be moved.
    """
    tries = (path.with_name(f"{path.name}.aside-{number}") for number in range(1, 10_000))
    aside = next(name for name in tries if not any(name.with_name(name.name + part).exists() for part in PARTS))
    try:
        for part in reversed(PARTS):  # the database last: until then it is all still there under its old name
            with suppress(FileNotFoundError):
                path.with_name(path.name + part).rename(aside.with_name(aside.name + part))
    except OSError as error:
        raise JournalError(f"The journal {path} is damaged and cannot be put aside: {error.strerror}") from error
    return aside


def _ready(path: Path) -> Path:
    """What is to take the place of the journal, and is whole."""
    return path.with_name(path.name + READY)


def _want_room(path: Path) -> None:
    """Raise the system's own error at once, where there is no room for all games again: copying them takes long."""
    if shutil.disk_usage(path.parent).free < path.stat().st_size:
        raise OSError(ENOSPC, "no room for the games that can be read")


def _last_aside(path: Path) -> Path:
    """Where the journal was put last."""
    names = path.parent.glob(f"{path.name}.aside-*")
    numbers = [int(number) for name in names if (number := name.name.rpartition("-")[2]).isdecimal()]
    return path.with_name(f"{path.name}.aside-{max(numbers, default=1)}")


def _why_aside(path: Path) -> JournalError:
    """Why that file was put aside, or is to be."""
    try:
        Journal.look(path).close()
    except JournalTooNewError as error:
        return error
    except ScoreboardError:
        pass
    return JournalDamagedError(f"The journal {path} is damaged")


def _erase(path: Path) -> None:
    """Delete a journal of ours that was never finished."""
    with named_os_faults(path):
        for part in PARTS:
            path.with_name(path.name + part).unlink(missing_ok=True)


def _bring_over(damaged: Path, fresh: Journal) -> None:
    """Copy every game that plays out, as far as it can be read, under its own number.

    Raises:
        JournalError: if ``fresh`` cannot take them all; what cannot be read is no error.
    """
    for game, imported, lines, rulings in _readable(damaged):
        if _plays_out(lines, rulings):
            fresh.add(lines, imported=imported, rulings=rulings, number=game)


def _readable(damaged: Path) -> Iterator[tuple[int, bool, list[AnyLine], dict[str, object]]]:
    """The games with their lines, as far as they can be read."""
    with suppress(ScoreboardError), Journal.look(damaged) as old:
        for game, imported in old.games():
            yield game, imported, list(old.readable(game)), _rulings(old, game)


def _rulings(old: Journal, game: int) -> dict[str, object]:
    """As far as they can be read; without them the game goes on in its own way."""
    with suppress(ScoreboardError):
        return old.rulings(game)
    return {}


def _plays_out(lines: list[AnyLine], rulings: dict[str, object]) -> bool:
    try:
        *_, _ = replay(enumerate(lines, start=1), rulings)
    except UNREADABLE:
        return False
    return True


def _held(journal: Journal, number: int) -> _Held:
    """The game as the journal has it; raises one of `UNREADABLE` if it does not play out."""
    lines, rulings = list(journal.lines(number)), journal.rulings(number)
    *_, _ = replay(lines, rulings)
    return _Held(number, [line for _, line in lines], rulings, filed=number)


def _look(path: Path) -> _Held | None:
    with Journal.look(path) as journal:
        number = journal.latest()
        return None if number is None else _held(journal, number)


def _look_at_copy(path: Path) -> _Held | None:
    """The latest lines are beside the file, where SQLite must write to read them: done on a copy, in memory."""
    with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        for part in PARTS[:2]:
            with suppress(FileNotFoundError):
                shutil.copyfile(path.with_name(path.name + part), Path(folder) / (path.name + part))
        return _look(Path(folder) / path.name)


def _filed(journal: Journal, game: _Held) -> int:
    """Write what the journal lacks of a game, and return its number there.

    The journal may have a line more than was thought (the disk failed after it was safe), or be another one, in which
    something else is filed under that number: so it is read, and not believed.
    """
    stored = _stored(journal, game.filed)
    if not stored or stored != game.lines[: len(stored)]:
        taken = {listed.game for listed in journal.games()}
        number = None if game.number in taken else game.number
        return journal.add(game.lines, rulings=game.rulings, number=number)
    filed = game.filed or game.number
    for at, line in enumerate(game.lines[len(stored) :], start=len(stored) + 1):
        journal.append(filed, at, line)
    return filed


def _stored(journal: Journal, number: int | None) -> list[AnyLine]:
    if number is None:
        return []
    try:
        return [line for _, line in journal.lines(number)]
    except NoGameError:
        return []
    except JournalDamagedError:
        journal.verify()  # a sound file with one bad line takes the game anew
        return []


def _sound(number: int, line: AnyLine) -> AnyLine:
    """The line, if it will be read as it was written."""
    try:
        decode(encode(line))
    except ValueError as error:
        raise MalformedError(number, str(error)) from error
    return line
