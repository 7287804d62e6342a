"""How long the list of files in a zip is, before it is read: `zipfile` takes all of it into memory.

Rule kept here: the end of the list is looked for where `zipfile` looks, so that both see the same one. An archive with
the longer kind of end, which only more than 65,535 files or 2 GiB need, is none of ours.
"""

from __future__ import annotations

import os
from pathlib import Path
from struct import Struct
from typing import Final

END: Final = Struct("<4s4H2LH")
"""The end of the central directory (APPNOTE.TXT 4.3.16): mark, four counts, length of the list, its place, comment."""
MARK, LONGER_MARK = b"PK\x05\x06", b"PK\x06\x07"
LONGER_BYTES: Final = 20
"""Of what points to the longer kind of end, and stands before this one (4.3.15)."""
LONGEST_COMMENT: Final = 1 << 16


def listing_bytes(file: Path) -> int | None:
    """The length of the list in bytes; None where it has the longer kind of end; 0 where the file is no zip."""
    with file.open("rb") as stream:
        length = stream.seek(0, os.SEEK_END)
        stream.seek(max(length - LONGEST_COMMENT - END.size - LONGER_BYTES, 0))
        tail = stream.read()
    at = len(tail) - END.size
    if at < 0 or not (tail.startswith(MARK, at) and tail.endswith(b"\0\0")):
        at = tail.rfind(MARK)
    if at < 0 or len(tail) < at + END.size:
        return 0
    if tail[max(at - LONGER_BYTES, 0) : at].startswith(LONGER_MARK):
        return None
    return int(END.unpack_from(tail, at)[5])
