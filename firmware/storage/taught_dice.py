"""The store of the taught dice: one file a die, in a folder beside the games.

Rules kept here: a die's file is at every instant either the old one or the new one, whole; and what cannot be read is
moved aside under a name that says so, and is never deleted unless its owner has the die forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from firmware.config.dice_colors import ENDING, NAMES
from firmware.errors import StadiumError
from firmware.files.atomic import UNDONE, alone_in, make_folder, write_whole
from firmware.text import shortened
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH
from scoreboard.message import Message, message
from vision.enrolled.matcher import EnrolledDie
from vision.enrolled.storage import DamagedError, DieFileError, decode, encode

DAMAGED = ".damaged"


class DiceError(StadiumError, OSError):
    """A taught die cannot be kept or read; says which and what to do."""


class TaughtDiceStore:
    """The folder of the taught dice, which need not exist yet; ``warn`` is called about files that cannot be used.

    Attributes:
        folder: where they lie.

    Every method raises DiceError for a name that no die can have, and for a file that cannot be used as asked.
    """

    def __init__(self, folder: Path, warn: Callable[[str], None] = lambda _: None) -> None:
        self.folder, self._warn = folder, warn

    def dice(self) -> tuple[EnrolledDie, ...]:
        """Every die that was taught, by name; one that cannot be used is left out with a warning."""
        dice = []
        for path in self._files():
            try:
                dice.append(self._load(path))
            except DiceError as error:
                self._warn(str(error))
        return tuple(die for die in dice if die is not None)

    def die(self, name: str) -> EnrolledDie | None:
        """The die of that name; None if there is none."""
        return self._load(self._path(name))

    def keep(self, die: EnrolledDie) -> None:
        """Keep a die in place of the one of its name; it is on the disk when this returns."""
        path = self._path(die.name)
        try:
            write_whole(path, encode(die))
        except OSError as error:
            raise _unkept(path, error) from error

    def change(self, name: str, how: Callable[[EnrolledDie | None], EnrolledDie | None]) -> EnrolledDie | None:
        """Keep and return what ``how`` makes of the die of that name, or of None; no other program's change is lost.

        If it returns None, or the same die, nothing is written.
        """
        path = self._path(name)
        with ExitStack() as held:
            try:
                make_folder(self.folder)
                held.enter_context(alone_in(self.folder))
            except OSError as error:
                raise _unkept(path, error) from error
            kept = self._load(path)
            changed = how(kept)
            if changed is not None and changed is not kept:
                self.keep(changed)
            return changed

    def forget(self, name: str) -> bool:
        """Erase a die and every picture of it, damaged or half written as well; whether there was anything."""
        path = self._path(name)
        ours = re.compile(
            rf"{re.escape(path.name)}({DAMAGED}(-\d+)?)?|\.{re.escape(path.name)}\.\w+({re.escape(UNDONE)})?"
        )
        try:
            with alone_in(self.folder):
                found = [file for file in path.parent.iterdir() if ours.fullmatch(file.name)]
                for file in found:
                    file.unlink(missing_ok=True)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise DiceError(_unmoved("erased", path, error)) from error
        return bool(found)

    def _files(self) -> Iterable[Path]:
        try:  # not `glob`, which takes a folder that may not be read for an empty one
            return sorted(path for path in self.folder.iterdir() if path.suffix == ENDING and not path.is_fifo())
        except FileNotFoundError:
            return ()
        except OSError as error:
            self._warn(ENGLISH(_unmoved("folder", self.folder, error)))
            return ()

    def _path(self, name: str) -> Path:
        if not NAMES.fullmatch(name):
            raise DiceError(message("dice.name", said=repr(shortened(name, 80))))
        return self.folder / f"{name}{ENDING}"

    def _load(self, path: Path) -> EnrolledDie | None:
        try:
            die = decode(path.read_bytes())
            return replace(die, name=path.stem) if NAMES.fullmatch(path.stem) else die  # a file may be renamed
        except DamagedError as error:
            self._set_aside(path, error)
            return None
        except DieFileError as error:
            raise DiceError(message("dice.unusable", file=str(path), error=str(error))) from error
        except FileNotFoundError:
            return None
        except OSError as error:
            raise DiceError(_unmoved("unread", path, error)) from error

    def _set_aside(self, path: Path, error: DamagedError) -> None:
        names = (f"{path.name}{DAMAGED}{again}" for again in ("", *(f"-{n}" for n in range(2, 10_000))))
        aside = next(file for file in map(path.with_name, names) if not file.exists())
        try:
            path.rename(aside)
        except OSError as failure:
            raise DiceError(_unmoved("stuck", path, failure)) from failure
        again = f"teach it again with: stadium teach {path.stem}"
        self._warn(f"The {path.stem} die's file is damaged ({error}). It is now {aside}; {again}")


def _unkept(path: Path, error: OSError) -> DiceError:
    return DiceError(_unmoved("unkept", path, error))


def _unmoved(what: str, path: Path, error: OSError) -> Message:
    """What the system does not do with a die's file, and why."""
    # one of: dice.erased, dice.folder, dice.stuck, dice.unkept, dice.unread
    return message(f"dice.{what}", file=str(path), why=why_and_remedy(error))
