"""A journal that survives a failing disk: what the disk does not take is held in memory and written later.

Rule kept here: a line that is not on the disk is never shown as saved. From the first line that the disk refuses until
the last one held is on it, `ResilientJournal.trouble` says why, for every display to show. A file that cannot be read
is set aside and its new name reported, never deleted; the games that can still be read are copied (`salvage`).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scoreboard.errors import (
    JournalDamagedError,
    JournalError,
    JournalGoneError,
    JournalInUseError,
    JournalTooNewError,
    NoGameError,
    ScoreboardError,
)
from scoreboard.journal import salvage
from scoreboard.journal.listing import Listing
from scoreboard.journal.open_files import PARTS
from scoreboard.journal.salvage import UNPLAYABLE, Remark
from scoreboard.journal.scratch import Scratch, memory_folder, sweep
from scoreboard.journal.sqlite_errors import named_os_errors
from scoreboard.journal.store import Journal, encoded
from scoreboard.journal.summary import Summary
from scoreboard.message import message
from scoreboard.record import replay
from scoreboard.rules import words_of
from scoreboard.rules.events import AnyLine


@dataclass(slots=True)
class _HeldGame:
    """A game as it was played, whether or not the disk has all of it.

    Attributes:
        number: of the game, to the session.
        lines: all of them.
        rulings: its house rules, where they differ from the game's own.
        filed: its number in the journal; None while it is in none.
    """

    number: int
    lines: list[AnyLine]
    rulings: dict[str, object]
    filed: int | None = None


class ResilientJournal:
    """Keeps games in the journal, or holds them until it can; satisfies `scoreboard.session.Store`.

    It holds the game in play, and every game begun since the trouble began. Open one with `open`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._journal: Journal | None = None
        self._former: Journal | None = None
        """What was open until its files went; it may still read them."""
        self._held: list[_HeldGame] = []
        self._next = 1
        self._trouble: JournalError | None = None
        self._changed: Callable[[], None] = lambda: None
        self.refused = 0
        """How many lines the disk would not take at once."""
        self.remarks: tuple[Remark, ...] = ()
        """What was found when the journal was opened, and where it was put."""
        self.damage: JournalError | None = None
        """Why the file must be repaired first, which takes long; until then the game in play is held in memory."""
        self.unverified = False
        """Whether the file was too large to be verified when it was opened."""

    @classmethod
    def open(cls, path: Path, *, repair: bool = True) -> Self:
        """Open the journal to play from it alone, whatever state its disk is in.

        Args:
            path: of the journal.
            repair: set aside a file that cannot be read, and start even without a disk; False raises instead, for a
                file that the user has just named.

        Raises:
            JournalInUseError: if another scoreboard plays from it.
            JournalError: if it cannot be used, and ``repair`` is false.
        """
        journal = cls(path)
        sweep(memory_folder())
        try:
            if repair:
                journal._open()
            else:
                journal._hold(journal._adopt(Journal.create(path, alone=True)))
        except BaseException:
            journal._close_file()
            raise
        return journal

    def close(self) -> None:
        """Write what is held, if the disk takes it, and close the file; closing twice is harmless."""
        if self.damage is not None:
            with suppress(JournalError):  # `trouble` says why
                self.repair()
        if self.trouble is not None:
            self.catch_up()
        self._close_file()
        if self._former is not None:
            self._former.close()

    # -- `scoreboard.session.Store`

    @property
    def is_held(self) -> bool:
        """Whether the game in play is not saved; `trouble` says why."""
        return self.trouble is not None

    def latest(self) -> int | None:
        """Return the game begun or taken up last; None if there is none, or it cannot be read."""
        return self._held[-1].number if self._held else None

    def lines(self, game: int) -> Iterator[tuple[int, AnyLine]]:
        """Yield the lines of a game that is held, with their numbers.

        Raises:
            NoGameError: if it is not.
        """
        yield from enumerate(self._held_game(game).lines, start=1)

    def past(self, game: int) -> tuple[AnyLine, ...]:
        """The lines of any game, held or on the disk; none where they cannot be read."""
        held = next((each for each in self._held if each.number == game), None)
        if held is not None:
            return tuple(held.lines)
        return () if self._journal is None else self._journal.past(game)

    def rulings(self, game: int) -> dict[str, object]:
        """The house rules of a game that is held, where they differ from the game's own.

        Raises:
            NoGameError: if it is not.
        """
        return self._held_game(game).rulings

    def add(self, lines: Iterable[AnyLine], *, rulings: Mapping[str, object] | None = None) -> int:
        """Begin a game, and return its number, which is that on the disk where the disk takes it.

        One that is held has a higher number there if another program adds a game meanwhile.

        Args:
            lines: of the game.
            rulings: its house rules, where they differ from the game's own.

        Raises:
            MalformedError: if a line could not be read back.
        """
        game = _HeldGame(self._next, list(lines), dict(rulings or {}))
        for number, line in enumerate(game.lines, start=1):
            encoded(number, line)
        self._held, self._next = [*self._held, game], self._next + 1
        self.catch_up()
        if self.trouble is None:
            game.number = game.filed or game.number
            self._next = game.number + 1
        self.refused += len(game.lines) if self.trouble is not None else 0
        return game.number

    def append(self, game: int, number: int, line: AnyLine) -> None:
        """Add the next line of the game in play: in memory, and on the disk if it takes it.

        Raises:
            MalformedError: if the line could not be read back.
        """
        held = self._held[-1]
        if held.number != game or len(held.lines) != number - 1:
            raise JournalError(message("journal.not-next", id=game, nth=number))
        encoded(number, line)
        held.lines.append(line)
        if self._journal is not None and held.filed is not None:
            try:
                self._journal.append(held.filed, number, line)
            except JournalError as error:
                self._fail(error)
        self.refused += self.trouble is not None

    def resume(self, game: int) -> None:
        """Go on with that game; it may be imported, or older than others.

        Raises:
            NoGameError: if there is no such game.
            GameDamagedError: if it is not as it was written.
            JournalError: if it cannot be read now.
        """
        held = next((held for held in self._held if held.number == game), None) or self._loaded(game)
        self._held = [*(other for other in self._held if other is not held), held]
        self._next = max(self._next, game + 1)
        self.catch_up()

    def unfinished(self, most: int) -> tuple[Listing, ...]:
        """The newest unfinished games that have summaries, at most ``most``; none without a disk."""
        if self._journal is None:
            return ()
        try:
            return self._journal.unfinished(most)
        except JournalError as error:
            self._fail(error)
            return ()

    def keep_summary(self, game: int, summary: Summary) -> None:
        """Store the summary of a game that is held, if the disk takes it: it can be computed again at any time."""
        held = self._held_game(game)
        if self._journal is not None and held.filed is not None:
            try:
                self._journal.keep_summary(held.filed, summary)
            except JournalError as error:
                self._fail(error)

    def _loaded(self, game: int) -> _HeldGame:
        if self._journal is None:
            why = "" if self.trouble is None else self.trouble.words
            raise JournalError(message("journal.unread", id=game, why=why)) from self.trouble
        if self._journal.has(game):
            self._journal.check(game)
        return _held(self._journal, game)

    def _held_game(self, game: int) -> _HeldGame:
        found = next((held for held in self._held if held.number == game), None)
        if found is None:
            raise NoGameError(message("no-game.in-play", id=game))
        return found

    # -- for the appliance

    @property
    def trouble(self) -> JournalError | None:
        """Why the game in play is not saved; None while all of it is on the disk."""
        return self._trouble

    @trouble.setter
    def trouble(self, error: JournalError | None) -> None:
        self._trouble = error
        self._changed()

    def listen(self, changed: Callable[[], None]) -> None:
        """Have a function called at once whenever `trouble` may have changed, before anything else is answered."""
        self._changed = changed

    def check_files(self) -> None:
        """Notice files that were removed, replaced or cut, without a play; `trouble` says so then."""
        if self._journal is None or not self._journal.is_in_doubt:
            return
        try:
            self._journal.check_files()
        except JournalGoneError as error:
            self._fail(error)
        except JournalError:
            pass  # nothing is lost yet: the next play finds out whether it can be written

    def can_write(self) -> bool:
        """Whether all that was played is on the disk, and it takes more: something is written that changes nothing."""
        with suppress(JournalError):  # the next play finds out what to do about it
            if self._journal is not None and self.trouble is None:
                self._journal.touch()
                return True
        return False

    def catch_up(self) -> None:
        """Write what is held to the disk, if the disk takes it now; else `trouble` says why not."""
        try:
            self._journal = self._journal or self._opened()
            for game in self._held:
                game.filed = _filed(self._journal, game)
            if self._held and self._journal.latest() != self._held[-1].filed:
                self._journal.resume(self._held[-1].filed or 0)
        except JournalError as error:
            self._fail(error)
        else:
            self.trouble, self._held = None, self._held[-1:]

    def verify_file(self) -> JournalError | None:
        """Verify the whole file, which takes long: on any thread. The error returned, if any, is for `suspend`."""
        self.unverified = False
        try:
            with Journal.open_readonly(self._path) as journal:
                journal.verify()
        except JournalDamagedError as error:
            return error
        except ScoreboardError:
            pass
        return None

    def suspend(self, error: JournalError) -> None:
        """Write no more into a damaged file until it is repaired."""
        self.damage = error
        self._fail(error)

    def repair(self) -> None:
        """Copy what can be read into a new file, which takes long: on any thread. `catch_up` then writes to that.

        Raises:
            JournalError: if it cannot be made now.
        """
        with named_os_errors(self._path):
            if not salvage.is_ready(self._path):
                salvage.rebuild(self._path, self._former)

    def _fail(self, error: JournalError) -> None:
        self.trouble = error
        if isinstance(error, JournalGoneError) and self._journal is not None:
            self._former, self._journal = self._journal, None
            self._former.release()
        else:
            self._close_file()  # a card that comes back may be another one, so it is opened again

    def _close_file(self) -> None:
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
            self._hold(self._last_readable())
            return
        try:
            self._hold(self._adopt(journal))
        except UNPLAYABLE as error:
            words = message("aside.game", id=journal.latest() or 0, file=str(self._path), why=words_of(error))
            self.remarks += (Remark("game", words),)

    def _opened(self) -> Journal:
        """Open the journal for writing; whatever the disk does, it is a JournalError.

        It is verified first, or damage could swallow what is written now. A large one takes too long for that:
        `verify_file` does it during play.
        """
        with named_os_errors(self._path):
            return self._found()

    def _found(self) -> Journal:
        if salvage.is_ready(self._path):  # power was cut between two renames, or `repair` is done
            return self._replaced()
        if self.damage is not None:
            raise self.damage
        if self._former is not None:
            return self._rewritten(self._former)
        try:
            journal = Journal.create(self._path, alone=True)
            self.unverified = salvage.is_large(self._path)
            if not self.unverified:
                self._check(journal)
            salvage.forget_unfinished(self._path)
        except JournalTooNewError:
            return self._rebuilt()
        except JournalDamagedError as error:
            if salvage.is_large(self._path):
                self.damage = error
                raise
            return self._rebuilt()
        return journal

    def _rewritten(self, former: Journal) -> Journal:
        """Write the journal whose files have gone anew; a large one later, on a thread, by `repair`."""
        if former.is_large and self.trouble is not None:
            self.damage = self.trouble
            raise self.damage
        return self._rebuilt()

    def _rebuilt(self) -> Journal:
        salvage.rebuild(self._path, self._former)
        return self._replaced()

    def _replaced(self) -> Journal:
        journal, remark = salvage.install_rebuilt(self._path, self._former)
        self.damage = self._former = None
        self.remarks += (remark,)
        return journal

    def _check(self, journal: Journal) -> None:
        try:
            journal.verify()
        except JournalError:
            journal.close()
            raise

    def _adopt(self, journal: Journal) -> _HeldGame | None:
        """Play from this journal; its latest game is the one in play."""
        self._journal = journal
        self._next = 1 + journal.highest()
        number = journal.latest()
        return None if number is None else _held(journal, number)

    def _hold(self, game: _HeldGame | None) -> None:
        if game is not None:
            self._held, self._next = [game], max(self._next, game.number + 1)

    def _last_readable(self) -> _HeldGame | None:
        """The latest game of a journal that cannot be written now, if it can be read at all."""
        for read in (_read_latest, _read_latest_of_copy):
            with suppress(*UNPLAYABLE, OSError):
                return read(self._path)
        return None


def _held(journal: Journal, number: int) -> _HeldGame:
    """The game as the journal has it; raises one of `UNPLAYABLE` if it does not play out."""
    lines, rulings = list(journal.lines(number)), journal.rulings(number)
    *_, _ = replay(lines, rulings)
    return _HeldGame(number, [line for _, line in lines], rulings, filed=number)


def _read_latest(path: Path) -> _HeldGame | None:
    with Journal.open_readonly(path) as journal:
        number = journal.latest()
        return None if number is None else _held(journal, number)


def _read_latest_of_copy(path: Path) -> _HeldGame | None:
    """Read a copy in memory: the newest lines are in the write-ahead log, which SQLite cannot read without writing."""
    with Scratch(memory_folder()) as folder:
        for part in PARTS[:2]:
            with suppress(FileNotFoundError):
                shutil.copyfile(path.with_name(path.name + part), folder / (path.name + part))
        return _read_latest(folder / path.name)


def _filed(journal: Journal, game: _HeldGame) -> int:
    """Write what the journal lacks of a game, and return its number there.

    The lines there are read first, not assumed: the disk may have failed after it had stored a line, or the file may be
    another journal with another game under that number.
    """
    stored = _stored(journal, game.filed)
    if not stored or stored != game.lines[: len(stored)]:
        number = None if journal.has(game.number) else game.number
        return journal.add(game.lines, rulings=game.rulings, number=number)
    filed = game.filed or game.number
    if missing := game.lines[len(stored) :]:
        journal.extend(filed, len(stored) + 1, missing)
    return filed


def _stored(journal: Journal, number: int | None) -> list[AnyLine]:
    if number is None:
        return []
    try:
        return [line for _, line in journal.lines(number)]
    except NoGameError:
        return []
    except JournalDamagedError:
        journal.verify()  # a sound file with one bad line gets the whole game again
        return []
