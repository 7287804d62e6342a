"""The pictures of throws on the disk: a folder for each game, and in it a file for each line.

Rules kept here: a file is there whole or not at all, and one that a power cut has torn is known by its sum and not
shown. Nothing is forced onto the card: losing the last half minute of pictures is better than wearing the card out.
And there are never more than so many games and bytes; the oldest go first.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from errno import ELOOP
from pathlib import Path
from struct import Struct as Layout
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

import msgspec

from firmware.files.atomic import MEGABYTE, is_folder
from scoreboard.journal.reader import JournalReader
from scoreboard.kept_throws import GameKey, KeptThrow
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.rules.events import Setup

if TYPE_CHECKING:  # it reads the layouts of panels, which a list of games does not need
    from firmware.config.schema import PicturesConfig

ENDING: Final = ".throw"
UNDONE: Final = ".part"
"""Of a file that is being written."""
OURS_ALONE: Final = 0o700
"""Pictures of a family's table are not for other accounts of the machine."""
_SUM: Final = Layout(">I")
_FOLDER: Final = re.compile(r"(\d+)-[0-9a-f]{8}")


class StoreLimits(NamedTuple):
    """How much may be kept."""

    games: int
    bytes: int

    @classmethod
    def of(cls, config: PicturesConfig) -> StoreLimits:
        """As configured."""
        return cls(config.games, config.limit_mb * MEGABYTE)


UNLIMITED: Final = StoreLimits(sys.maxsize, sys.maxsize)
"""For who only looks or erases."""


class ThrowStore:
    """The pictures in that folder. Each method may be called by any thread, and by several programs at once.

    Attributes:
        limits: no more than that is kept, from the next throw on.
    """

    def __init__(self, folder: Path, limits: StoreLimits) -> None:
        self._folder, self.limits = folder, limits
        self._sizes: dict[Path, int] = {}
        self._changing = Lock()

    def keep(self, game: GameKey, line: int, throw: KeptThrow) -> None:
        """Keep the throw of a line, and let the oldest go if that is too much; an OSError if the disk refuses."""
        with self._changing:
            self._keep(game, line, throw)

    def find(self, game: GameKey, line: int) -> KeptThrow | None:
        """The throw of a line; None where none is kept, or what is there cannot be read."""
        with suppress(OSError, *DECODE_ERRORS):
            raw = (self._folder_of(game) / f"{line}{ENDING}").read_bytes()
            packed = raw[_SUM.size :]
            if raw[: _SUM.size] == _SUM.pack(crc32(packed)):
                return msgspec.msgpack.decode(packed, type=KeptThrow)
        return None

    def lines(self, game: GameKey) -> frozenset[int]:
        """The lines of which a throw is kept."""
        with suppress(OSError):
            names = (file.stem for file in self._folder_of(game).iterdir() if file.suffix == ENDING)
            return frozenset(int(name) for name in names if name.isdecimal())
        return frozenset()

    def retain(self, wanted: Callable[[GameKey], bool]) -> None:
        """Keep what is of the wanted games alone; an OSError if the rest cannot be removed."""
        with self._changing:
            for folder in list(self._games()):
                number, _, key_sum = folder.name.partition("-")
                if not wanted(GameKey(int(number), int(key_sum, 16))):
                    self._remove(folder)

    def erase(self, games: Collection[int] | None = None) -> int:
        """Erase everything, or what is of these games; returns of how many. An OSError if it cannot be done."""
        with self._changing:
            erased = [folder for folder in self._games() if games is None or _number(folder) in games]
            for folder in erased:
                self._remove(folder)
        return len(erased)

    def _keep(self, game: GameKey, line: int, throw: KeptThrow) -> None:
        where = self._folder_of(game)
        # A new game, or one whose pictures were erased meanwhile.
        if where not in self._sizes or self._folder.is_symlink() or not is_folder(where):
            self._sizes = {folder: _size(folder) for folder in self._games()}
            self._make(where)
        packed = msgspec.msgpack.encode(throw)
        file = where / f"{line}{ENDING}"
        unfinished = file.with_suffix(UNDONE)
        unfinished.unlink(missing_ok=True)  # it may be a link to another file
        with unfinished.open("xb") as stream:
            stream.write(_SUM.pack(crc32(packed)) + packed)
        unfinished.replace(file)
        self._sizes[where] = self._sizes.get(where, 0) + _SUM.size + len(packed)
        self._make_room(where)

    def _folder_of(self, game: GameKey) -> Path:
        return self._folder / f"{game.number:06}-{game.sum:08x}"

    def _games(self) -> Iterator[Path]:
        """The folders of games, the oldest game first."""
        with suppress(FileNotFoundError):
            if not self._folder.is_symlink():
                yield from sorted(path for path in self._folder.iterdir() if _FOLDER.fullmatch(path.name))

    def _make(self, where: Path) -> None:
        """The folder of a game; one of the same number and of another journal goes."""
        for folder in [each for each in self._sizes if each != where and _number(each) == _number(where)]:
            self._remove(folder)
        for folder in (self._folder, where):
            if folder.is_symlink():
                raise OSError(ELOOP, os.strerror(ELOOP), str(folder))
            if not folder.exists():
                folder.mkdir(OURS_ALONE)
        self._sizes.setdefault(where, 0)

    def _make_room(self, newest: Path) -> None:
        """Remove the oldest games, and of a single one that is too large its oldest throws."""
        for folder in sorted(each for each in self._sizes if each != newest):
            if not self._is_too_much:
                return
            self._remove(folder)
        for file in sorted(newest.glob(f"*{ENDING}"), key=_line):
            if not self._is_too_much:
                return
            self._sizes[newest] -= file.stat().st_size
            file.unlink()

    @property
    def _is_too_much(self) -> bool:
        return len(self._sizes) > self.limits.games or sum(self._sizes.values()) > self.limits.bytes

    def _remove(self, folder: Path) -> None:
        with suppress(FileNotFoundError):  # another program was quicker
            shutil.rmtree(folder)
        self._sizes.pop(folder, None)


def forget_pictures(journal: JournalReader, folder: Path) -> None:
    """Erase the pictures of games that have left the journal, as far as the disk lets it."""
    highest = journal.highest()

    def is_there(game: GameKey) -> bool:
        first = next(journal.readable(game.number), None)
        is_held = game.number > highest  # the disk has not taken the game yet
        return is_held or (isinstance(first, Setup) and GameKey.of(game.number, first) == game)

    with suppress(OSError):
        ThrowStore(folder, UNLIMITED).retain(is_there)


def _number(folder: Path) -> int:
    return int(folder.name.partition("-")[0])


def _line(file: Path) -> int:
    return int(file.stem) if file.stem.isdecimal() else 0


def _size(folder: Path) -> int:
    with suppress(FileNotFoundError):
        return sum(file.stat().st_size for file in folder.iterdir())
    return 0
