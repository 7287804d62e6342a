#!/usr/bin/env python3
"""A file system in memory that logs all that is done to it, and fails on command: ``crash_fuse.py FOLDER LOG``.

It runs until it is unmounted, and writes its log then: the operations of `crash_disk.py`, pickled. Who uses it speaks
to it by looking for files that are not there: ``.mark N TEXT`` is a `Mark`; ``.fail N ERRNO FROM TO`` has the changes
numbered so from now on fail (0 is the next; TO before FROM: none any more), each with that error; ``.failed N`` is
there if one has failed since.

It needs mfusepy (PyPI) and libfuse3, and none of our own libraries.
"""

# ruff: noqa: ANN401, ARG002 - the signatures are mfusepy's

from __future__ import annotations

import errno
import os
import pickle
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mfusepy as fuse
from support.crash_disk import Create, Disk, Flush, Mark, Mkdir, Operation, Remove, Rename, Truncate, Write

ROOT = 0
SIGNALS = ("/.mark ", "/.fail ", "/.failed ")
ROOM = 1 << 16
"""Blocks of 4 KiB that the disk says it has."""


class LoggingDisk(fuse.Operations):
    """The file system; one thread at a time."""

    use_ns = True

    def __init__(self) -> None:
        self.log: list[Operation] = []
        self._disk, self._numbers = Disk(), 0
        self._times: dict[int, int] = {}
        self._folders: dict[str, int] = {"": 1}
        self._failing: tuple[int, int, int] = (0, 0, -1)
        self._has_failed = False

    def init_with_config(self, conn_info: Any, config_3: Any) -> None:
        """Whoever asks is told what is so now, and a file that has lost its name is not kept under another."""
        config = config_3.contents if hasattr(config_3, "contents") else config_3
        config.use_ino = config.hard_remove = 1
        config.attr_timeout = config.entry_timeout = config.negative_timeout = 0

    # -- what changes the disk

    def _change(self, operation: Operation) -> None:
        code, first, last = self._failing
        self._failing = code, first - 1, last - 1
        if first <= 0 <= last:
            self._has_failed = True
            raise fuse.FuseOSError(code)
        self.log.append(operation)
        self._disk.apply(operation)

    def create(self, path: str, mode: int, fi: Any = None) -> int:
        """A new file."""
        self._numbers += 1
        self._change(Create(self._numbers, path[1:], mode & 0o7777))
        self._times[self._numbers] = time.time_ns()
        return self._numbers

    def mkdir(self, path: str, mode: int) -> int:
        """A new folder."""
        self._change(Mkdir(path[1:]))
        return 0

    def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
        """Bytes."""
        self._change(Write(fh, offset, data))
        self._times[fh] = time.time_ns()
        return len(data)

    def truncate(self, path: str | None, length: int, fh: int | None = None) -> int:
        """Another length."""
        inode = self._inode(path) if fh is None else fh
        if len(self._disk.files[inode]) != length:
            self._change(Truncate(inode, length))
        self._times[inode] = time.time_ns()
        return 0

    def fallocate(self, path: str | None, mode: int, offset: int, length: int, fh: int) -> int:
        """Room."""
        if mode == 0 and len(self._disk.files[fh]) < offset + length:
            self._change(Truncate(fh, offset + length))
        return 0

    def rename(self, old: str, new: str, flags: int = 0) -> int:
        """Another name."""
        if flags:
            raise fuse.FuseOSError(errno.EINVAL)
        if any(name.startswith(f"{new[1:]}/") for name in self._disk.names):
            raise fuse.FuseOSError(errno.ENOTEMPTY)
        self._change(Rename(old[1:], new[1:]))
        return 0

    def unlink(self, path: str) -> int:
        """No name."""
        self._change(Remove(path[1:]))
        return 0

    def rmdir(self, path: str) -> int:
        """No folder."""
        if any(name.startswith(f"{path[1:]}/") for name in self._disk.names):
            raise fuse.FuseOSError(errno.ENOTEMPTY)
        self._change(Remove(path[1:]))
        return 0

    def fsync(self, path: str | None, datasync: int, fh: int) -> int:
        """A file to the disk."""
        self._change(Flush(fh))
        return 0

    def fsyncdir(self, path: str, datasync: int, fh: int) -> int:
        """A folder to the disk."""
        self._change(Flush(path[1:]))
        return 0

    def chmod(self, path: str, mode: int) -> int:
        """Other permissions, which hold at once: none is ever wider before a flush."""
        self._disk.modes[self._inode(path)] = mode & 0o7777
        return 0

    def chown(self, path: str, uid: int, gid: int) -> int:
        """All is root's."""
        return 0

    def utimens(self, path: str, times: Any = None) -> int:
        """Another time of change."""
        self._times[self._inode(path)] = time.time_ns() if times is None else int(times[1])
        return 0

    # -- what looks at it

    def getattr(self, path: str | None, fh: int | None = None) -> dict[str, Any]:
        """What it is."""
        if path is not None and path.startswith(SIGNALS) and not self._hear(path[1:]):
            raise fuse.FuseOSError(errno.ENOENT)
        if path is not None and path.startswith(SIGNALS):
            return self.getattr("/")
        inode = fh or self._inode(path)
        if inode == ROOT:
            name = (path or "/")[1:]
            number = self._folders.setdefault(name, 1 << 32 | len(self._folders) + 1)
            return {"st_mode": stat.S_IFDIR | 0o755, "st_nlink": 2, "st_ino": number}
        named = inode in self._disk.names.values()
        return {
            "st_mode": stat.S_IFREG | self._disk.modes[inode],
            "st_nlink": int(named),
            "st_ino": inode + 1,
            "st_size": len(self._disk.files[inode]),
            "st_blocks": (len(self._disk.files[inode]) + 511) // 512,
            "st_mtime": self._times[inode],
            "st_ctime": self._times[inode],
            "st_atime": self._times[inode],
        }

    def open(self, path: str, flags: int) -> int:
        """A file that is there."""
        inode = self._inode(path)
        if flags & os.O_TRUNC:
            self.truncate(path, 0, inode)
        return inode

    def read(self, path: str, size: int, offset: int, fh: int) -> bytes:
        """Bytes."""
        return self._disk.files[fh][offset : offset + size]

    def readdir(self, path: str, fh: int) -> Iterator[tuple[str, dict[str, Any], int]]:
        """The names in a folder, each with its number: a name without one is passed over."""
        above = path[1:] + "/" if path != "/" else ""
        inside = [name[len(above) :] for name in self._disk.names if name.startswith(above)]
        for name in [".", "..", *(name for name in inside if "/" not in name)]:
            yield name, self.getattr("/" if name.startswith(".") and not name.strip(".") else f"/{above}{name}"), 0

    def statfs(self, path: str) -> dict[str, int]:
        """Room enough."""
        return {"f_bsize": 4096, "f_frsize": 4096, "f_blocks": ROOM, "f_bfree": ROOM // 2, "f_bavail": ROOM // 2,
                "f_files": ROOM, "f_ffree": ROOM // 2, "f_favail": ROOM // 2, "f_namemax": 255}  # fmt: skip

    def _inode(self, path: str | None) -> int:
        if path == "/":
            return ROOT
        try:
            return self._disk.names[(path or "/")[1:]]
        except KeyError:
            raise fuse.FuseOSError(errno.ENOENT) from None

    def _hear(self, signal: str) -> bool:
        """Take a signal, which is given by looking for a file; whether there is to be one."""
        what, _, rest = signal.split(" ", 2)
        if what == ".failed":
            return self._has_failed
        if what == ".mark":
            self.log.append(Mark(rest))
        else:
            code, first, last = map(int, rest.split())
            self._failing, self._has_failed = (code, first, last), False
        return False


def main() -> None:
    """Serve until it is unmounted."""
    folder, log = sys.argv[1:]
    disk = LoggingDisk()
    fuse.FUSE(disk, folder, foreground=True, nothreads=True, fsname="stadium-crash")
    with Path(log).open("wb") as stream:
        pickle.dump(disk.log, stream)


if __name__ == "__main__":
    main()
