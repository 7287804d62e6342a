"""Root's hand: a helper process that stays root and writes the few files that root's user named, and no others.

A command that root starts goes on as the scoreboard's account (`firmware.cli.account`). That account cannot write a
backup into somebody's home. So a helper is split off before: it opens one of the files, lends the handle over a socket,
and gives the file its name when it has been written. It reads nothing that the account writes but a path, which must be
one of those named. It ends with the program that it helps.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from errno import EIO, EPERM
from pathlib import Path
from threading import Lock
from typing import IO, Final

LONGEST: Final = 8192
"""Bytes of a request: a path has 4,095."""
KEEP, DROP, DONE, REFUSED = b"keep", b"drop", b"done", b"refused "
Writer = Callable[[Path, int | None], AbstractContextManager[IO[bytes]]]
"""As `firmware.files.atomic.written_whole`."""


class _DroppedError(Exception):
    """The program has not finished the file, or has ended."""


class RootsHand:
    """What it can write: those files, and files right in those folders. It is split off when this is made."""

    def __init__(self, files: Collection[Path], folders: Collection[Path], write: Writer) -> None:
        self._files, self._folders = frozenset(map(_plain, files)), frozenset(map(_plain, folders))
        self._turn = Lock()
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._helper = os.fork()
        if self._helper:
            theirs.close()
            return
        self._line.close()
        try:
            self._serve(theirs, write)
        finally:
            os._exit(0)

    def may_write(self, file: Path) -> bool:
        """Whether it writes this file, or into this folder."""
        plain = _plain(file)
        is_hidden = plain.name.startswith(".")  # what a shell obeys
        return plain in self._files or plain in self._folders or (plain.parent in self._folders and not is_hidden)

    def close(self) -> None:
        """Have the helper end; what was not finished goes."""
        self._line.close()
        with suppress(ChildProcessError):
            os.waitpid(self._helper, 0)

    @contextmanager
    def written(self, file: Path, mode: int | None) -> Iterator[IO[bytes]]:
        """As `firmware.files.atomic.written_whole`, which it is to the caller."""
        with self._turn:
            yield from self._written(file, mode)

    def _written(self, file: Path, mode: int | None) -> Iterator[IO[bytes]]:
        self._line.send(f"{'' if mode is None else mode}:{_plain(file)}".encode("utf-8", "surrogateescape"))
        answer, handles, _, _ = socket.recv_fds(self._line, LONGEST, 1)
        self._check(answer, file)
        wish = DROP
        try:
            with open(handles[0], "wb") as stream:  # noqa: PTH123 - a handle has no path
                yield stream
            wish = KEEP
        finally:
            self._line.send(wish)
            answer = self._line.recv(LONGEST)
        self._check(answer, file)

    @staticmethod
    def _check(answer: bytes, file: Path) -> None:
        if answer != DONE:
            number = int(answer.removeprefix(REFUSED) or EIO)
            raise OSError(number, os.strerror(number), str(file))

    def _serve(self, line: socket.socket, write: Writer) -> None:
        """Until the program has ended; Ctrl-C and the like are for that one."""
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):  # who reads the program's output is not to wait for us
            os.dup2(nowhere, number)
        while request := line.recv(LONGEST):
            mode, _, path = request.decode("utf-8", "surrogateescape").partition(":")
            answer = DONE
            try:
                self._write(line, Path(path), int(mode) & 0o666 if mode else None, write)
            except _DroppedError:
                answer = REFUSED + str(EIO).encode()
            except OSError as error:
                answer = REFUSED + str(error.errno or EIO).encode()
            line.send(answer)

    def _write(self, line: socket.socket, file: Path, mode: int | None, write: Writer) -> None:
        if file != _plain(file) or not self.may_write(file):
            raise PermissionError(EPERM, "it was not named", str(file))
        if file in self._files:
            file.parent.stat()  # a folder that is not there is a slip of the pen, and is not made
        is_new = not file.parent.exists()
        with write(file, mode) as stream:
            socket.send_fds(line, [DONE], [stream.fileno()])
            if line.recv(LONGEST) != KEEP:
                raise _DroppedError
            handle = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:  # who has the folder has the file; in a folder that was made, who has the one above
                owner = (file.parent.parent.stat if is_new else file.parent.stat)()
                for made in (stream.fileno(), *([handle] if is_new else [])):
                    with suppress(OSError):  # a stick, a share
                        os.fchown(made, owner.st_uid, owner.st_gid)
            finally:
                os.close(handle)


def _plain(file: Path) -> Path:
    """The whole path, without ``..``."""
    return Path(os.path.abspath(file))  # noqa: PTH100 - Path.resolve would follow links
