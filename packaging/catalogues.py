"""Compile the catalogues: ``scoreboard/language/catalogues/es.po`` -> ``es.mo``, which gettext reads.

It needs Babel, at build time only: ``sudo apt install python3-babel``. Run by ``make catalogues``, by every build of
the project, and before the tests. Rule kept here: the same catalogue gives the same bytes with every release of Babel.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

HEADERS = {"Language", "Content-Type", "Plural-Forms"}
"""What gettext reads of a header."""
SOURCES = Path(__file__).resolve().parents[1] / "scoreboard/language/catalogues"


def compiled(source: Path) -> bytes:
    """The catalogue as gettext reads it.

    Raises:
        SystemExit: if Babel is missing, or the file is not as a catalogue must be: names the file and the line.
    """
    try:
        from babel.messages.catalog import Catalog
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import PoFileError, read_po
    except ImportError as error:
        raise SystemExit("Babel is needed: sudo apt install python3-babel") from error

    class Plain(Catalog):
        """With a header that says neither when it was made, nor by which Babel."""

        @property
        def mime_headers(self) -> list[tuple[str, str]]:
            return [(name, said) for name, said in super().mime_headers if name in HEADERS]

    try:
        with source.open("rb") as stream:
            catalogue = read_po(stream, locale=source.stem, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise SystemExit(f"{source}: {error}") from error
    catalogue.__class__ = Plain
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def outdated() -> Iterator[tuple[Path, Path]]:
    """Each catalogue that was changed since it was compiled, and the file that it is compiled to."""
    for source in sorted(SOURCES.glob("*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            yield source, target


def compile_outdated() -> None:
    """Compile what was changed."""
    for source, target in outdated():
        target.write_bytes(compiled(source))


if __name__ == "__main__":
    sys.exit(compile_outdated())
