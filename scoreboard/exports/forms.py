"""What every form has in which games are written out, and the list of them.

Rule kept here: a form is a class in a module of its own that registers itself by its name. The command and the page
take the list from here.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from datetime import date
from importlib.util import find_spec
from io import BytesIO
from typing import ClassVar, Final, NamedTuple, TypeVar
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import UNSET

from scoreboard.errors import ScoreboardError
from scoreboard.language import Language
from scoreboard.message import Message
from scoreboard.rules.history import History


class ExportError(ScoreboardError):
    """Games cannot be written out in that form: the words say why, and what helps."""


class ExportedGame(NamedTuple):
    """A game with its number in the journal."""

    number: int
    history: History


class Form(ABC):
    """A form in which games are written out.

    Attributes:
        name: by which it is asked for.
        ending: of its file's name.
        library: that must be installed for it; empty for none.
    """

    name: ClassVar[str]
    ending: ClassVar[str]
    library: ClassVar[str] = ""

    @property
    def is_at_hand(self) -> bool:
        """What it needs is installed."""
        return not self.library or find_spec(self.library) is not None

    def refuses(self, game: ExportedGame) -> Message | None:  # noqa: ARG002 - a form that takes every game needs none
        """Why a game cannot be written so; None where it can."""
        return None

    @abstractmethod
    def written(self, games: Iterable[ExportedGame], language: Language) -> bytes:
        """The file. The games are taken one by one, so that whoever gives them can tell how far it is.

        Raises:
            ExportError: if it cannot be written here, for want of a library.
        """


FORMS: Final[dict[str, Form]] = {}
"""Every form by its name."""
Kind = TypeVar("Kind", bound=Form)


def registered(form: type[Kind]) -> type[Kind]:
    """A form that may be asked for from now on."""
    FORMS[form.name] = form()
    return form


EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same games give the same bytes."""


def archive(files: Mapping[str, bytes]) -> bytes:
    """Several files in one, as a ZIP archive."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(ZipInfo(name, EARLIEST), content, ZIP_DEFLATED)
    return packed.getvalue()


def day_of(history: History) -> date | None:
    """The day on which the game began, in UTC; None where it was not recorded."""
    at = history.setup.at
    return None if at is UNSET else date.fromisoformat(at[:10])


def ascii_text(text: str) -> str:
    """A name in the letters that every program reads, other scripts as they sound; a ``?`` for a sign that has none."""
    from scoreboard.display.fonts import plain  # draws: `stadium games` has no use for that

    decomposed = unicodedata.normalize("NFKD", text)
    kept = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    spoken = kept if kept.isascii() else unicodedata.normalize("NFD", plain(kept))
    return "".join(letter for letter in spoken if not unicodedata.combining(letter)).encode("ascii", "replace").decode()
