"""The season on the card: what owners call teams and people, and what each game came to.

Rule kept here: names are an owner's words and are never lost without a word. What games came to can be counted again at
any time, so that file may go, and goes with every game that is erased.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from firmware.files.atomic import MEGABYTE, make_folder, read_plain, write_whole
from firmware.paths import CACHE, SEASON_NAMES
from firmware.text import shortened
from scoreboard.msgspec_errors import DECODE_ERRORS
from scoreboard.season.names import SeasonNames
from scoreboard.season.season_book import CountedGame, SeasonBook

COUNTED = "season.json.gz"
FASTEST = 1
LARGEST = 16 * MEGABYTE
"""Bytes of it: some 50,000 games."""


class SeasonFile(SeasonBook):
    """The season of the games in that journal; ``warn`` is called with a sentence if its names cannot be read."""

    def __init__(self, journal: Path, warn: Callable[[str], None]) -> None:
        self._names_file, self._counted_file = journal.with_suffix(SEASON_NAMES), counted_file(journal)
        self._warn = warn

    def names(self) -> SeasonNames:
        """What they are called now: as games have it where nothing is kept, or it cannot be read."""
        try:
            return msgspec.json.decode(read_plain(self._names_file), type=SeasonNames)
        except FileNotFoundError:
            return SeasonNames()
        except (OSError, *DECODE_ERRORS) as error:
            why = shortened(str(error))
            self._warn(
                f"{self._names_file} cannot be read ({why}); the season has the names that games were played with"
            )
            return SeasonNames()

    def keep_names(self, names: SeasonNames) -> None:
        """Keep these. A file that could not be read is put aside, for a person to look at.

        Raises:
            OSError: if the card does not take it.
        """
        make_folder(self._names_file.parent)
        with suppress(FileNotFoundError):
            try:
                msgspec.json.decode(read_plain(self._names_file), type=SeasonNames)
            except DECODE_ERRORS:
                self._names_file.replace(self._names_file.with_name(f"{self._names_file.name}.aside-damaged"))
        write_whole(self._names_file, msgspec.json.encode(names))

    def counted(self) -> Mapping[int, CountedGame]:
        """What was counted before; nothing where that cannot be read."""
        with suppress(OSError, EOFError, zlib.error, *DECODE_ERRORS):
            packed = read_plain(self._counted_file, LARGEST)
            return msgspec.json.decode(gzip.decompress(packed), type=dict[int, CountedGame])
        return {}

    def keep_counted(self, games: Mapping[int, CountedGame]) -> None:
        """Keep these, if the card takes them."""
        with suppress(OSError):
            make_folder(self._counted_file.parent)
            write_whole(self._counted_file, gzip.compress(msgspec.json.encode(games), FASTEST))


def counted_file(journal: Path) -> Path:
    """Where it is kept what the games of that journal came to."""
    return journal.parent / CACHE / f"{journal.stem}-{COUNTED}"
