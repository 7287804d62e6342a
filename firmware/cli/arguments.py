"""Types of options and arguments: paths, finite numbers, rulings of the house.

Rule kept here: a value that cannot be used is refused by the option that it was given to, before anything is opened.
"""

from __future__ import annotations

import os
import tomllib
from math import isfinite
from pathlib import Path
from typing import Any

import click

from firmware.paths import unusable
from firmware.text import shortened
from scoreboard.language import Language, LanguageError, language, languages


class _CheckedPath(click.ParamType):  # type: ignore[type-arg] # only later versions of click have them
    """A type that takes nothing that cannot be a path; unless `typed`, it must be fit for the configuration file."""

    typed = True

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's own
        """As click does, once the value is checked.

        Raises:
            click.BadParameter: saying why it cannot be used.
        """
        if isinstance(value, str | bytes | os.PathLike):
            written = os.fsdecode(value)
            if why := unusable(written, typed=self.typed) or ("" if written else "is empty; name one"):
                raise click.BadParameter(f"{shortened(written, 80)!r} {why}.", ctx, param)
        return super().convert(value, param, ctx)


class PathOf(_CheckedPath, click.Path):
    """A `click.Path` that gives a `Path`; with ``dash``, ``-`` means standard input or output.

    What is ``read`` or ``written`` root opens for the scoreboard's account (`firmware.cli.account`).
    """

    def __init__(
        self,
        *,
        file: bool = True,
        folder: bool = True,
        dash: bool = False,
        typed: bool = True,
        read: bool = False,
        written: bool = False,
    ) -> None:
        super().__init__(file_okay=file, dir_okay=folder, allow_dash=dash, path_type=Path)
        self.typed, self.read, self.written = typed, read, written


class FileOf(_CheckedPath, click.File):
    """A `click.File`, read as bytes, that is no folder."""

    def __init__(self) -> None:
        super().__init__("rb")


class RecordSource(_CheckedPath):
    """What `--camera` takes: a word, a number or a path."""

    name = "source"
    typed = False


class FiniteRange(click.FloatRange):
    """A `click.FloatRange` that takes no ``nan``, which is neither below nor above any bound."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """As click does, and refuse what is no number."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


def _read_rulings(_context: click.Context, _parameter: click.Parameter, options: tuple[str, ...]) -> dict[str, object]:
    """The rulings by name; values are written as in ``stadium.toml``."""
    rulings: dict[str, object] = {}
    for ruling in options:
        try:
            rulings |= tomllib.loads(ruling)
        except (ValueError, RecursionError) as error:
            raise click.BadParameter(f"{ruling}: write it as in stadium.toml, such as walk_off=false.") from error
    return rulings


spoken_option = click.option(
    "--lang", type=click.Choice(languages()), help="The language; else `language` under [game] of stadium.toml."
)
house_option = click.option(
    "--house",
    metavar="RULING=VALUE",
    multiple=True,
    callback=_read_rulings,
    help="A rule of your house, as in [game.house] of stadium.toml; may be given several times.",
)


class _LanguageOf(click.ParamType):  # type: ignore[type-arg] # only later versions of click have them
    """The code of a language that there is, as its `Language`."""

    name = "language"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's own
        """Load it, or refuse its code."""
        try:
            return value if isinstance(value, Language) else language(value)
        except LanguageError as error:
            return self.fail(f"{error}.", param, ctx)


language_option = click.option(
    "--lang", "language", type=_LanguageOf(), default="en", show_default=True, help="The language of what is told."
)
