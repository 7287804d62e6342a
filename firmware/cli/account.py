"""The account that a command works as: the scoreboard's own, if root has started it.

Rule kept here: root opens, reads and obeys nothing that the scoreboard's account can write. So a command becomes that
account for good once its arguments are read, and before it does anything. What root's user named, and that account may
not open, is opened before, or lent by a helper (`firmware.files.roots_hand`).
"""

from __future__ import annotations

import atexit
import ctypes
import os
import pwd
import shutil
import stat
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from errno import EPERM
from functools import wraps
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, Final, NamedTuple

import click

from firmware.cli.arguments import PathOf
from firmware.errors import StadiumError
from firmware.files import atomic
from firmware.files.roots_hand import RootsHand
from firmware.paths import home
from scoreboard.journal.scratch import Scratch

ROOTS_OWN: Final = ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "TMPDIR", "MAIL")
"""Variables that name folders of root's."""
TEMPORARY: Final = Path("/var/tmp")  # noqa: S108 - a folder of a random name is made there
NO_HOME: Final = "/nonexistent"
"""Debian's name for it: what libraries look for in a home, such as ALSA's ``.asoundrc``, may name commands."""
MOST_LINKS: Final = 40
"""That Linux follows on the way to a file, path_resolution(7)."""
PR_SET_NO_NEW_PRIVS: Final = 38
"""Of linux/prctl.h."""
PROGRAM: Final = (Path(__file__), Path(os.__file__))
"""Ours, and Python's."""


class AccountError(StadiumError, OSError):
    """The command cannot become the scoreboard's account."""


class Account:
    """The owner of a folder."""

    def __init__(self, user: int, group: int) -> None:
        self.user, self.group = user, group
        self.name = ""
        with suppress(KeyError):  # a folder may belong to nobody whom the system knows
            known = pwd.getpwuid(user)
            self.name, self.group = known.pw_name, known.pw_gid

    def could_replace(self, path: Path) -> bool:
        """Whether it could put something else there, such as a link: there, or at a folder or link on the way."""
        plain = Path(os.path.abspath(path))  # noqa: PTH100 - keeps the links; `RootsHand` goes this way
        return any(map(self._could_change, chain(_on_the_way(path), _on_the_way(plain))))

    def _could_change(self, place: Path) -> bool:
        """Whether that is its own, a folder in which it could move what is another's, or nothing that it could make."""
        try:
            found = place.lstat()
        except FileNotFoundError:
            with suppress(FileNotFoundError):  # judged by itself, on the way
                return self._could_write(place.parent.lstat())
            return False
        moves = stat.S_ISDIR(found.st_mode) and self._could_write(found) and not found.st_mode & stat.S_ISVTX
        return found.st_uid == self.user or moves

    def _could_write(self, found: os.stat_result) -> bool:
        """Whether it may make something in that folder."""
        groups = os.getgrouplist(self.name, self.group) if self.name else [self.group]
        shared = stat.S_IWOTH | (stat.S_IWGRP if found.st_gid in groups else 0)
        return found.st_uid == self.user or bool(found.st_mode & shared)

    def become(self) -> None:
        """Be that account for good, with its groups: those of pins, panel, camera and sound.

        As in the service, no program that is started from here on gains a privilege.

        Raises:
            AccountError: if root may not, or that account could not go on with this program.
        """
        name = self.name or str(self.user)
        try:
            _renounce_privileges()
            if self.name:
                os.initgroups(self.name, self.group)
            else:
                os.setgroups([self.group])
            os.setresgid(self.group, self.group, self.group)
            os.setresuid(self.user, self.user, self.user)
        except OSError as error:
            raise AccountError(f"nothing was done: root cannot become the account {name}: {error.strerror}") from error
        if hidden := next((file for file in PROGRAM if not os.access(file, os.R_OK)), None):
            why = f"the games are the account {name}'s, which cannot read {hidden}"
            raise AccountError(f"nothing was done: {why}. Install it for everybody: docs/install.md")
        for own in ROOTS_OWN:
            os.environ.pop(own, None)
        os.environ.update(HOME=NO_HOME, USER=name, LOGNAME=name)


class RootsFiles(NamedTuple):
    """What of root's a command needs, besides what its arguments name.

    Attributes:
        lent: files that it may write.
        shown: files that it may read, by the names under which systemd hands them to the service.
    """

    lent: tuple[Path, ...] = ()
    shown: Mapping[str, Path] = MappingProxyType({})


def account_name() -> str:
    """Who the command works as now."""
    with suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    return str(os.geteuid())


def as_scoreboard(command: click.Command, roots: RootsFiles | None) -> click.Command:
    """The command, which becomes the scoreboard's account before it begins.

    Args:
        command: which it is.
        roots: what it needs; None if it touches nothing of the scoreboard's, unless an argument names that.
    """
    made = copy(command)
    if isinstance(made, click.Group):
        made.commands = {name: as_scoreboard(each, roots) for name, each in made.commands.items()}
    if (begin := command.callback) is not None:

        @wraps(begin)
        def begin_as_scoreboard(*context: Any, **given: Any) -> Any:  # noqa: ANN401 - as the command
            return begin(*context, **_stepped_down(command, given, roots))

        made.callback = begin_as_scoreboard
    return made


def _stepped_down(command: click.Command, given: dict[str, Any], roots: RootsFiles | None) -> dict[str, Any]:
    """Be the scoreboard's account, if this is root and that is not; returns the arguments, with what it can read."""
    games = home()
    journal = given.get("journal")
    account = _owner([games, *([journal.parent] if journal else [])]) if os.geteuid() == 0 else None
    if account is None or (roots is None and not any(map(account.could_replace, _paths(given.values())))):
        return given
    lent, shown = roots or RootsFiles()
    # 1. What root's user named is opened by root, unless the account could have put something else there. So are the
    #    owner's settings, if the account can read them: else it would write new ones over them.
    types = {each.name: each.type for each in command.params if isinstance(each.type, PathOf)}
    named = {name: (types[name], path) for name, path in given.items() if name in types and isinstance(path, Path)}
    named = {name: each for name, each in named.items() if not account.could_replace(each[1])}
    to_read = {name: path for name, (kind, path) in named.items() if kind.read}
    written = [(kind, path) for kind, path in named.values() if kind.written and str(path) != "-"]
    files = [path for kind, path in written if kind.file_okay]
    files += [path for path in lent if path.parent.is_dir() and path.parent.stat().st_mode & stat.S_IXOTH]
    folders = [path for kind, path in written if not kind.file_okay]
    opened = {name: stream for name, path in to_read.items() if (stream := _opened(path)) is not None}
    theirs = [name for name, each in given.items() if _is_file(each) and account.could_replace(Path(each.name))]
    secrets = {name: stream.read() for name, file in shown.items() if (stream := _opened(file)) is not None}
    if files or folders:
        files += [path.with_name(f"{path.name}.bak") for path in files]
        atomic.hands.append(hand := RootsHand(files, folders, atomic.written_here))
        atexit.register(hand.close)
    # 2. From here on nothing is root's.
    account.become()
    os.environ["STADIUM_HOME"] = str(games)
    scratch = Scratch(TEMPORARY)
    atexit.register(scratch.close)
    os.environ.setdefault("LG_WD", str(scratch.folder()))  # lgpio makes a pipe where it stands, which may be root's
    if secrets:
        os.environ["CREDENTIALS_DIRECTORY"] = str(scratch.folder())
    for name, content in secrets.items():
        atomic.write_whole(scratch.folder() / name, content, stat.S_IRUSR)
    for name in theirs:  # root has followed any link in it
        given[name].close()
        given[name] = Path(given[name].name).open("rb")  # noqa: SIM115 - the command reads it
    return given | {name: _readable(to_read[name], stream, scratch) for name, stream in opened.items()}


def _renounce_privileges() -> None:
    """Have no program that is started from here on gain one; OSError if the system cannot do that."""
    if ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        raise OSError(EPERM, os.strerror(EPERM))


def _on_the_way(path: Path) -> Iterator[Path]:
    """Each folder and link that the system passes on its way there, and what it comes to."""
    here, ahead, links = Path("/"), list(reversed(path.absolute().parts)), 0
    while ahead and links <= MOST_LINKS:
        part = ahead.pop()
        here = here.parent if part == ".." else here / part
        yield here
        if here.is_symlink():
            links += 1
            ahead += reversed(here.readlink().parts)
            here = here.parent


def _is_file(given: object) -> bool:
    """Whether that argument is a file that was opened, and not standard input."""
    return isinstance(name := getattr(given, "name", None), str) and name != sys.stdin.name and hasattr(given, "read")


def _paths(given: Iterable[object]) -> Iterator[Path]:
    for each in given:
        if isinstance(each, tuple):
            yield from _paths(each)
        elif isinstance(each, Path):
            yield each
        elif isinstance(name := getattr(each, "name", None), str):
            yield Path(name)


def _owner(folders: Collection[Path]) -> Account | None:
    """Whose the first folder is that is not root's. AccountError if that cannot be seen."""
    for folder in folders:
        with suppress(FileNotFoundError, NotADirectoryError):
            try:
                found = folder.stat()
            except PermissionError as error:  # a mount of the account's own, which hides from root
                raise AccountError(f"nothing was done: root cannot look into {folder}") from error
            if found.st_uid:
                return Account(found.st_uid, found.st_gid)
    return None


def _opened(file: Path) -> BinaryIO | None:
    """A file, opened to be read; None if it is none, or cannot be, which whoever reads it will say."""
    with suppress(OSError):
        stream = os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return stream
        stream.close()
    return None


def _readable(file: Path, stream: BinaryIO, scratch: Scratch) -> Path:
    """The file, if the account may read it; else a copy that goes with the command."""
    with stream:
        if os.access(file, os.R_OK):
            return file
        copied = scratch.folder() / file.name
        with copied.open("xb") as sink:
            shutil.copyfileobj(stream, sink)
    return copied
