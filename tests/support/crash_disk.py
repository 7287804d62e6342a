"""A disk as a power cut may leave it: what was written to it is a log, and the states that the log allows are built.

The model, which is stricter than what any file system of a Raspberry Pi does:

* Data reaches the disk in sectors of 512 bytes, in any order and any choice, until the file is flushed (fsync). A write
  may be torn at every sector; a sector that was written twice may have either content. Nothing orders the data of one
  file by that of another, or by metadata: ext4's ``data=ordered`` would, and zeros a file whose blocks come late.
* A file that grew is, after a cut, as long as the last sector of it that came through, or as it was to be; what did not
  come through is zeros.
* Metadata (create, rename, unlink, folders, truncate) comes through in order, for a journal of the file system commits
  it so: after a cut there is any beginning of it. A flush commits all of it up to the last that touched the file or
  folder that was flushed; one of a file that has grown commits all, for the growth is in the running transaction.
* The strict form (`Order.BY_FOLDER`) has no journal: a flush of a file saves its data alone, one of a folder its names,
  and each of the other metadata operations may be missing by itself. That is what POSIX promises, and no more.
* SQLite's index of its log (``-shm``) is memory that is mapped, and is never flushed: it is there as it was, or zeros.

Sources: Pillai and others, *All file systems are not created equal* (OSDI 2014; the tool is ALICE); Mohan and others,
*Finding crash-consistency bugs with bounded black-box crash testing* (OSDI 2018; CrashMonkey); *Atomic commit in
SQLite* (sqlite.org/atomiccommit.html), whose second section says what SQLite takes for granted of a disk; ext4's
journal in the kernel's ``Documentation/filesystems/ext4/journal.rst``.

Every prefix of the log is built: what there was if all came through in order and then nothing more. Of the reorderings
all are built where few operations are not flushed, and a sample where they are many (`Thoroughness`).

This module needs nothing but the standard library, for the file system that logs (`crash_fuse.py`) reads it too.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

SECTOR = 512
UNFLUSHED = "-shm"
"""How the name of a file ends that is mapped memory."""


class Create(NamedTuple):
    """A new file: its number, as of an inode, its path from the disk's root, and its permissions."""

    inode: int
    path: str
    mode: int = 0o644


class Mkdir(NamedTuple):
    """A new folder."""

    path: str


class Rename(NamedTuple):
    """A file or folder gets another path; what had that is gone."""

    old: str
    new: str


class Remove(NamedTuple):
    """A file, or an empty folder, loses its name."""

    path: str


class Truncate(NamedTuple):
    """A file gets that many bytes."""

    inode: int
    size: int


class Write(NamedTuple):
    """Bytes at a place in a file."""

    inode: int
    offset: int
    data: bytes


class Flush(NamedTuple):
    """A file by its number, or a folder by its path, is on the disk when this returns."""

    what: int | str


class Mark(NamedTuple):
    """Nothing on the disk: who plays says what was asked for or shown by now."""

    text: str


Metadata: TypeAlias = Create | Mkdir | Rename | Remove | Truncate
Operation: TypeAlias = Metadata | Write | Flush | Mark


class Order(Enum):
    """Which metadata comes through: any beginning of it, or any choice of what its folder was not flushed for."""

    JOURNAL = "journal"
    BY_FOLDER = "by folder"


class Disk:
    """What lies on a disk.

    Attributes:
        names: path -> number of the file; 0 of a folder.
        files: number -> content.
        modes: number -> permissions.
    """

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.files: dict[int, bytes] = {}
        self.modes: dict[int, int] = {}

    def copy(self) -> Disk:
        """Another one that is the same."""
        other = copy(self)
        other.names, other.files, other.modes = dict(self.names), dict(self.files), dict(self.modes)
        return other

    def apply(self, operation: Operation) -> None:
        """Do it, as far as it can be done: what it needs may be missing after a cut."""
        match operation:
            case Create(inode, path, mode):
                self.names[path], self.modes[inode] = inode, mode
                self.files.setdefault(inode, b"")
            case Mkdir(path):
                self.names[path] = 0
            case Rename(old, new):
                self._rename(old, new)
            case Remove(path):
                self.names.pop(path, None)
            case Truncate(inode, size):
                self.files[inode] = self.files.get(inode, b"")[:size].ljust(size, b"\0")
            case Write(inode, offset, data):
                self.files[inode] = _laid(self.files.get(inode, b""), offset, data)

    def _rename(self, old: str, new: str) -> None:
        if old in self.names:
            below = {name: self.names.pop(name) for name in list(self.names) if name.startswith(f"{old}/")}
            self.names[new] = self.names.pop(old)
            self.names |= {new + name[len(old) :]: inode for name, inode in below.items()}

    def digest(self) -> bytes:
        """A checksum of all that lies there but mapped memory; the same in one process alone."""
        hashed = hashlib.blake2b(digest_size=16)
        for name, inode in sorted(self.names.items()):
            content = b"" if inode == 0 or name.endswith(UNFLUSHED) else self.files.get(inode, b"")
            hashed.update(f"{name}\0{inode == 0}\0{len(content)}\0{hash(content)}\0".encode())
        return hashed.digest()

    def forget_lost(self) -> None:
        """Forget what no name leads to."""
        there = set(self.names.values())
        self.files = {inode: content for inode, content in self.files.items() if inode in there}
        self.modes = {inode: mode for inode, mode in self.modes.items() if inode in there}

    def lay_out(self, root: Path) -> None:
        """Make the files and folders in that folder, which is empty; what has no folder to lie in is left out."""
        for name, inode in sorted(self.names.items()):
            path = root / name
            if not path.parent.is_dir():
                continue
            if inode == 0:
                path.mkdir()
            else:
                path.write_bytes(self.files.get(inode, b""))
                path.chmod(self.modes.get(inode, 0o644))


class Thoroughness(NamedTuple):
    """Which choices of what is not flushed are tried where there are too many.

    Always: each prefix of the log; each beginning of the pieces in the order of writing, each with one piece missing,
    and each piece alone; with each beginning of the metadata: all pieces, none of them, and each missing one of some
    that are drawn by lot.

    Attributes:
        pieces: a piece is a sector, where at most so many sectors are not flushed; else a run of some, torn by lot.
        all_of: every choice, where there are at most so many pieces.
        pairs: with two missing: so many pairs, drawn by lot where there are more.
        drawn: so many choices by lot.
        fewer: pieces that are missing, each alone, from a beginning of the metadata that is not all of it.
    """

    pieces: int = 64
    all_of: int = 9
    pairs: int = 400
    drawn: int = 60
    fewer: int = 2


class State(NamedTuple):
    """A disk that a cut may leave.

    Attributes:
        at: how many operations of the log had been begun.
        disk: what lies there.
    """

    at: int
    disk: Disk


@dataclass
class _Pending:
    """What of the log up to a point no flush has saved; numbers are places in the log."""

    safe: Disk = field(default_factory=Disk)
    names: list[tuple[int, Metadata]] = field(default_factory=list)
    data: list[tuple[int, Write]] = field(default_factory=list)


def states(
    log: Sequence[Operation],
    how: Thoroughness,
    order: Order = Order.JOURNAL,
    *,
    wanted: Callable[[int], bool] = lambda _: True,
    seed: int = 1,
    begins: Disk | None = None,
) -> Iterator[State]:
    """The states that a cut may leave: every prefix of the log, and reorderings of what was not flushed.

    Reorderings are built before each flush, before something is said, and at the end: what a cut leaves between two
    such moments, it may also leave at the second of them. ``how`` says which of them are built. ``wanted`` says of a
    number of operations whether a cut there is to be tried; ``begins`` is what lay on the disk before.
    """
    pending, changed = _Pending(Disk() if begins is None else begins.copy()), False
    lots = random.Random(seed)  # noqa: S311 - no secret
    for at, operation in enumerate(log):
        if isinstance(operation, Flush | Mark):
            if changed and wanted(at):
                yield from (State(at, disk) for disk in _disks(pending, how, order, lots))
            changed = isinstance(operation, Flush)
        else:
            if changed and wanted(at):
                yield State(at, _prefix(pending))
            changed = True
        _follow(pending, at, operation, order)
    if wanted(len(log)):
        yield from (State(len(log), disk) for disk in _disks(pending, how, order, lots))


def whole(log: Iterable[Operation]) -> Disk:
    """The disk after all of it."""
    disk = Disk()
    for operation in log:
        disk.apply(operation)
    return disk


def _follow(pending: _Pending, at: int, operation: Operation, order: Order) -> None:
    match operation:
        case Write():
            pending.data.append((at, operation))
        case Flush(what):
            _flush(pending, what, order)
        case Create() | Mkdir() | Rename() | Remove() | Truncate():
            pending.names.append((at, operation))


def _flush(pending: _Pending, what: int | str, order: Order) -> None:
    """Save what this flush saves."""
    if order is Order.JOURNAL:
        saved = {at for at, _ in pending.names[: _committed(pending, what)]}
    else:
        saved = {at for at, each in pending.names if _concerns(each, what)}
    done = {at for at, each in pending.data if each.inode == what}
    kept = [(at, each) for at, each in [*pending.names, *pending.data] if at in saved or at in done]
    for _, each in sorted(kept):
        pending.safe.apply(each)
    pending.names = [(at, each) for at, each in pending.names if at not in saved]
    pending.data = [(at, each) for at, each in pending.data if at not in done]


def _committed(pending: _Pending, what: int | str) -> int:
    """How many of the metadata operations the journal commits with a flush of that."""
    written = [each for _, each in pending.data if each.inode == what]
    length = len(pending.safe.files.get(what, b"")) if isinstance(what, int) else 0
    if any(each.offset + len(each.data) > length for each in written):
        return len(pending.names)
    return max((n for n, (_, each) in enumerate(pending.names, 1) if _concerns(each, what)), default=0)


def _concerns(operation: Metadata, what: int | str) -> bool:
    """Whether it changes that file itself, or a name in that folder."""
    match operation:
        case Create(inode, path):
            return what in (inode, _folder(path))
        case Truncate(inode, _):
            return what == inode
        case Rename(old, new):
            return what in (_folder(old), _folder(new))
        case Mkdir(path) | Remove(path):
            return what == _folder(path)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _prefix(pending: _Pending) -> Disk:
    """The disk if all came through so far, but for mapped memory, which is zeros."""
    mapped, sectors = _all_sectors(pending)
    return next(_lengths(pending, pending.names, sectors, mapped))


def _all_sectors(pending: _Pending) -> tuple[set[int], list[tuple[int, Write]]]:
    """The numbers of files that are mapped memory; what was written to the others, in pieces."""
    mapped = {inode for name, inode in _all_names(pending).items() if name.endswith(UNFLUSHED)}
    return mapped, [each for at, write in pending.data if write.inode not in mapped for each in _sectors(at, write)]


def _disks(pending: _Pending, how: Thoroughness, order: Order, lots: random.Random) -> Iterator[Disk]:
    mapped, sectors = _all_sectors(pending)
    for kept in _names_kept(pending, order):
        choices = _choices if len(kept) == len(pending.names) else _fewer_choices
        for chosen in choices(len(sectors), how, lots):
            yield from _lengths(pending, kept, [sectors[number] for number in chosen], mapped)


def _all_names(pending: _Pending) -> dict[str, int]:
    disk = pending.safe.copy()
    for _, each in pending.names:
        disk.apply(each)
    return {**pending.safe.names, **disk.names}


def _names_kept(pending: _Pending, order: Order) -> Iterator[list[tuple[int, Metadata]]]:
    """The metadata that comes through: all first."""
    yield pending.names
    if order is Order.JOURNAL:
        yield from (pending.names[:count] for count in range(len(pending.names)))
    else:
        yield from (pending.names[:count] for count in range(len(pending.names) - 1))
        yield from (pending.names[:at] + pending.names[at + 1 :] for at in range(len(pending.names)))


def _sectors(at: int, write: Write) -> Iterator[tuple[int, Write]]:
    """A write in the pieces that come through or do not."""
    start, end = write.offset, write.offset + len(write.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        yield at, Write(write.inode, start, write.data[start - write.offset : stop - write.offset])
        start = stop


def _choices(sectors: int, how: Thoroughness, lots: random.Random) -> Iterator[list[int]]:
    """Which of so many sectors come through; some choices more than once."""
    pieces = _pieces(sectors, how, lots)
    everything = range(len(pieces))
    for chosen in _pieces_chosen(len(pieces), how, lots):
        yield [sector for one in everything if one in chosen for sector in pieces[one]]


def _pieces(sectors: int, how: Thoroughness, lots: random.Random) -> list[range]:
    """The sectors in so many runs at most."""
    if sectors <= how.pieces:
        return [range(one, one + 1) for one in range(sectors)]
    cuts = [0, *sorted(lots.sample(range(1, sectors), how.pieces - 1)), sectors]
    return [range(start, end) for start, end in pairwise(cuts)]


def _pieces_chosen(count: int, how: Thoroughness, lots: random.Random) -> Iterator[frozenset[int]]:
    everything = frozenset(range(count))
    if count <= how.all_of:
        for size in range(count, -1, -1):
            yield from map(frozenset, combinations(everything, size))
        return
    for size in range(count, -1, -1):
        yield frozenset(range(size))
    for one in everything:
        yield everything - {one}
        yield frozenset({one})
    if count * (count - 1) // 2 <= how.pairs:
        yield from (everything - set(pair) for pair in combinations(everything, 2))
    else:
        yield from (everything - set(lots.sample(range(count), 2)) for _ in range(how.pairs))
    for _ in range(how.drawn):
        share = lots.random()
        yield frozenset(one for one in everything if lots.random() < share)


def _fewer_choices(sectors: int, how: Thoroughness, lots: random.Random) -> Iterator[list[int]]:
    everything = range(sectors)
    yield list(everything)
    yield []
    for missing in lots.sample(everything, min(how.fewer, sectors)):
        yield [one for one in everything if one != missing]


def _lengths(
    pending: _Pending, kept: Sequence[tuple[int, Metadata]], written: Sequence[tuple[int, Write]], mapped: set[int]
) -> Iterator[Disk]:
    """The disk with just that, its files as long as what came through, and as long as they were to be."""
    numbers = {at for at, _ in kept}
    cut = [(at, each) for at, each in pending.names if isinstance(each, Truncate) and at not in numbers]
    # What was written after a file was cut lies in blocks that nobody finds before the cut has come through.
    late = {each.inode: min(at for at, other in cut if other.inode == each.inode) for _, each in cut}
    data = [(at, each) for at, each in written if at < late.get(each.inode, at + 1)]
    disk = _with(pending.safe, sorted([*kept, *data], key=lambda numbered: numbered[0]))
    for inode in mapped & set(disk.names.values()):
        disk.files[inode] = bytes(
            max((each.offset + len(each.data) for _, each in pending.data if each.inode == inode), default=0)
        )
    yield disk
    longer = disk.copy()
    for at, each in pending.data:
        end, there = each.offset + len(each.data), disk.files.get(each.inode)
        if there is not None and each.inode not in mapped and len(there) < end and at < late.get(each.inode, at + 1):
            longer.files[each.inode] = longer.files[each.inode].ljust(end, b"\0")
    if any(longer.files[inode] is not disk.files[inode] for inode in disk.files):
        yield longer


def _with(disk: Disk, operations: Iterable[tuple[int, Operation]]) -> Disk:
    """The disk after these, each file put together but once."""
    disk, open_files = disk.copy(), dict[int, bytearray]()
    for _, each in operations:
        if isinstance(each, Write):
            content = open_files.setdefault(each.inode, bytearray(disk.files.get(each.inode, b"")))
            _lay(content, each.offset, each.data)
        elif isinstance(each, Truncate):
            content = open_files.setdefault(each.inode, bytearray(disk.files.get(each.inode, b"")))
            content[:] = content[: each.size].ljust(each.size, b"\0")
        else:
            disk.apply(each)
    disk.files |= {inode: bytes(content) for inode, content in open_files.items()}
    return disk


def _lay(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def _laid(content: bytes, offset: int, data: bytes) -> bytes:
    laid = bytearray(content)
    _lay(laid, offset, data)
    return bytes(laid)
