"""What is given on the command line: paths that can be paths.

Rule kept here: what no file can be called is refused by the option that it was given to, before anything is opened.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from firmware.paths import unusable
from firmware.text import shortened


class PathOf(click.Path):
    """A `click.Path` that gives a `Path`, and takes nothing that cannot be one.

    Args:
        file: whether it may be a file.
        folder: whether it may be a folder.
        dash: whether ``-`` means standard input or output.
        typed: whether it may have any name, else one that can stand in the configuration.
    """

    def __init__(self, *, file: bool = True, folder: bool = True, dash: bool = False, typed: bool = True) -> None:
        super().__init__(file_okay=file, dir_okay=folder, allow_dash=dash, path_type=Path)
        self._typed = typed

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's own
        """As click does."""
        _check(value, param, ctx, typed=self._typed)
        return super().convert(value, param, ctx)


class FileOf(click.File):
    """A `click.File`, read as bytes, that takes nothing that cannot be one, and no folder."""

    def __init__(self) -> None:
        super().__init__("rb")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's own
        """As click does."""
        _check(value, param, ctx)
        return super().convert(value, param, ctx)


class RecordSource(click.ParamType):  # type: ignore[type-arg] # only later versions of click have them
    """What `--camera` takes: a word, a number or a path."""

    name = "source"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - click's own
        """The text, unless it can be no path."""
        _check(value, param, ctx, typed=False)
        return value


def _check(value: Any, param: click.Parameter | None, ctx: click.Context | None, *, typed: bool = True) -> None:  # noqa: ANN401 - click's own
    """Refuse what can be no path.

    Raises:
        click.BadParameter: saying why.
    """
    if isinstance(value, str | bytes | os.PathLike):
        written = os.fsdecode(value)
        if why := unusable(written, typed=typed) or ("" if written else "is empty; name one"):
            raise click.BadParameter(f"{shortened(written, 80)!r} {why}.", ctx, param)
