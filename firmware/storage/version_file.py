"""Which version ran here before this one, kept beside the games: so that an update can tell what is new.

Rule kept here: it is noted when the program starts, for whoever looks at the page later.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from firmware.files.atomic import read_plain, write_whole
from scoreboard.msgspec_errors import DECODE_ERRORS

ENDING = ".version.json"
"""Of the file beside the games, which is called as they are."""


class Versions(Struct, frozen=True):
    """The version that runs, and the other one that ran before it; empty where none did that told so."""

    now: str
    before: str = ""


def note_version(file: Path, now: str) -> Versions:
    """What ran before ``now``, which runs; a card that takes nothing has a warning of its own, and forgets it."""
    kept = Versions("")
    with suppress(OSError, *DECODE_ERRORS):
        kept = msgspec.json.decode(read_plain(file), type=Versions)
    if kept.now == now:
        return kept
    versions = Versions(now, kept.now)
    with suppress(OSError):
        write_whole(file, msgspec.json.encode(versions))
    return versions
