"""Compile the catalogues: the files of ``scoreboard/language/catalogues/es/`` -> ``es.mo``, which gettext reads.

It needs Babel, at build time only: ``sudo apt install python3-babel``. Run by ``make catalogues``, by every build of
the project, and before the tests. Rule kept here: the same catalogue gives the same bytes with every release of Babel.

A translator sees the English beside every entry, in a comment. ``make catalogues`` writes these comments anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

HEADERS = {"Language", "Content-Type", "Plural-Forms"}
"""What gettext reads of a header."""
SOURCES = Path(__file__).resolve().parents[1] / "scoreboard/language/catalogues"
ENGLISH = "en"
COMMENT = "#. "
"""Begins a comment with the English of an entry, as gettext has comments for translators."""
ENTRY = re.compile(r'(?:^#\. .*\n)*^msgctxt "(?P<length>.*)"\nmsgid "(?P<key>.*)"\n', re.MULTILINE)


def catalogue(folder: Path) -> Catalog:
    """All messages of a language, of every file in its folder, in the order of the files' names.

    Raises:
        SystemExit: if Babel is missing, a file is not as a catalogue must be, or two files have one message: names the
            file and the line, or the message.
    """
    try:
        from babel.messages.catalog import Catalog
        from babel.messages.pofile import PoFileError, read_po
    except ImportError as error:
        raise SystemExit("Babel is needed: sudo apt install python3-babel") from error

    class Plain(Catalog):
        """With a header that says neither when it was made, nor by which Babel."""

        @property
        def mime_headers(self) -> list[tuple[str, str]]:
            return [(name, value) for name, value in super().mime_headers if name in HEADERS]

    whole: Catalog | None = None
    for source in sorted(folder.glob("*.po")):
        try:
            with source.open("rb") as stream:
                part = read_po(stream, locale=folder.name, abort_invalid=True)
        except (PoFileError, ValueError) as error:
            raise SystemExit(f"{source}: {error}") from error
        if whole is None:  # the header of the first file is the language's
            whole, part.__class__ = part, Plain
            continue
        for entry in filter(lambda each: each.id, part):
            key = entry.id if isinstance(entry.id, str) else entry.id[0]
            if whole.get(key, entry.context) is not None:
                raise SystemExit(f"{source}: another file has {key} at the length {entry.context}, too")
            whole[entry.id] = entry
    if whole is None:
        raise SystemExit(f"{folder}: there is no file of messages")
    return whole


def compiled(folder: Path) -> bytes:
    """The catalogue as gettext reads it; SystemExit as `catalogue`."""
    whole = catalogue(folder)
    from babel.messages.mofile import write_mo

    written = BytesIO()
    write_mo(written, whole)
    return written.getvalue()


def folders(sources: Path = SOURCES) -> list[Path]:
    """The folder of each language."""
    return sorted(path for path in sources.iterdir() if path.is_dir())


def outdated() -> Iterator[tuple[Path, Path]]:
    """The folder of each language that was changed since it was compiled, and the file that it is compiled to."""
    for folder in folders():
        target = folder.with_suffix(".mo")
        newest = max(path.stat().st_mtime_ns for path in (folder, *folder.glob("*.po")))
        if not target.exists() or target.stat().st_mtime_ns < newest:
            yield folder, target


def compile_outdated() -> None:
    """Compile what was changed."""
    for folder, target in outdated():
        target.write_bytes(compiled(folder))


def with_english(text: str, english: Catalog) -> str:
    """A file of another language with the English beside every entry."""

    def commented(found: re.Match[str]) -> str:
        entry = english.get(found["key"], found["length"])
        texts = () if entry is None else (entry.string,) if isinstance(entry.string, str) else entry.string
        lines = [f"{COMMENT}{line}\n" for each in texts for line in str(each).split("\n")]
        return f'{"".join(lines)}msgctxt "{found["length"]}"\nmsgid "{found["key"]}"\n'

    return ENTRY.sub(commented, text)


def write_english() -> None:
    """Write the English beside every entry of the other languages."""
    english = catalogue(SOURCES / ENGLISH)
    for folder in folders():
        if folder.name != ENGLISH:
            for source in folder.glob("*.po"):
                before = source.read_text(encoding="utf-8")
                if (after := with_english(before, english)) != before:
                    source.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    if "--english" in sys.argv:
        write_english()
    compile_outdated()
