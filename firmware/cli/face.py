"""`stadium face`: the panel's picture of any moment of any record, on any panel."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import click
from PIL import Image

from firmware.cli.arguments import FileOf, PathOf, house_option
from firmware.cli.replay import replay_steps
from firmware.config.schema import owners_layouts
from firmware.console.streams import loading, warn
from firmware.errors import StadiumError
from firmware.paths import SYSTEM_FILE
from firmware.text import columns, counted
from scoreboard.display import LayoutError, PanelLayouts, draw, led_picture, monochrome
from scoreboard.display.layout_files import Size, called, size_called
from scoreboard.display.terminal import half_blocks
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH, Language, language, languages
from scoreboard.rules.history import History
from scoreboard.stats.box_score import runs_by_inning

PITCH = 10
"""Pixels of a light in a picture that is written."""
TICK_MS = 500
LONGEST = 240
"""Half seconds after which every page was shown."""


class FaceError(StadiumError, ValueError):
    """There is nothing to draw, or nowhere to draw it: says what to choose instead."""


def _size_of_option(_: click.Context, __: click.Parameter, named: str) -> Size:
    size = size_called(named)
    if size is None:
        raise click.BadParameter(f"{named}: write width and height, such as 128x32.")
    return size


@click.command()
@click.argument("record", metavar="FILE", type=FileOf(), required=False)
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="After line N of the record; else after its last.")
@click.option("--size", default="64x16", callback=_size_of_option, show_default=True, help="Of the panel, in pixels.")
@click.option("--mono", is_flag=True, help="As on a panel of one colour.")
@click.option("--lang", type=click.Choice(languages()), default="en", show_default=True, help="Of its words.")
@click.option("--out", type=PathOf(folder=False), metavar="FILE", help="Write a picture, .png, or all its pages, .gif.")
@click.option("--config", "config_file", type=PathOf(folder=False), metavar="FILE", help="Your configuration.")
@click.option("--list", "lists", is_flag=True, help="List the layouts there are, yours and ours.")
@house_option
def face(  # noqa: PLR0913 - one for each option
    record: BinaryIO | None,
    *,
    at: int | None,
    size: Size,
    mono: bool,
    lang: str,
    out: Path | None,
    config_file: Path | None,
    lists: bool,
    house: Mapping[str, object],
) -> None:
    """Draw what a panel shows of the game record FILE; - reads standard input.

    In the terminal, unless --out names a file. Layouts of your own lie in the folder layouts beside your configuration.
    """
    layouts = owners_layouts(config_file or SYSTEM_FILE, mono=mono)
    if lists:
        return _list(layouts)
    if record is None:
        raise click.UsageError("Name the record of a game, such as one that `stadium export` wrote, or --list.")
    _draw(_history_at(record, at, house), layouts, size, language(lang), out, mono=mono)
    return None


def _list(layouts: PanelLayouts) -> None:
    rows = [("SIZE", "WHOSE", "FILE")]
    for size, file in layouts.files.items():
        rows.append((called(size), "yours" if layouts.is_owners(size) else "ours", str(file)))
    for row in columns(rows):
        click.echo(row)
    for size in layouts:
        try:
            layouts[size]
        except LayoutError as error:
            warn(str(error))


def _history_at(record: BinaryIO, at: int | None, house: Mapping[str, object]) -> History:
    steps = list(islice((step.after for step in replay_steps(record, house)), at))
    if at is not None and len(steps) < at:
        raise FaceError(f"--at {at}: the record has {counted(len(steps), 'line')}.")
    return steps[-1]


def _draw(
    history: History, layouts: PanelLayouts, size: Size, spoken: Language, out: Path | None, *, mono: bool
) -> None:
    innings = partial(runs_by_inning, history)
    pictures = (
        draw(history.game, size, tick=tick, say=spoken.say, innings=innings, layouts=layouts) for tick in range(LONGEST)
    )
    shown = (monochrome(picture) if mono else picture for picture in pictures)
    if out is None:
        _print(next(shown), mono=mono)
    elif out.suffix == ".png":
        _write([led_picture(next(shown), PITCH)], out)
    elif out.suffix == ".gif":
        _write(_once_around(list(shown)), out)
    else:
        raise FaceError(f"{out}: name a .png or a .gif.")


def _print(picture: Image.Image, *, mono: bool) -> None:
    """Two rows of lights to a line."""
    with loading():
        from firmware.play.faces.terminal_view import has_colors
    click.echo(half_blocks(picture, color=sys.stdout.isatty() and has_colors() and not mono))


def _write(frames: list[Image.Image], out: Path) -> None:
    """A picture, or several that move."""
    moving: dict[str, Any] = (
        {"save_all": True, "append_images": frames[1:], "duration": TICK_MS, "loop": 0} if frames[1:] else {}
    )
    try:
        frames[0].save(out, **moving)
    except OSError as error:
        raise FaceError(f"{out}: cannot be written: {ENGLISH(why_and_remedy(error))}.") from error


def _once_around(shown: list[Image.Image]) -> list[Image.Image]:
    """All pages, each for as many half seconds as it stays."""
    turn = _turn([picture.tobytes() for picture in shown])
    return [led_picture(picture, PITCH) for picture in shown[:turn]]


def _turn(shown: list[bytes]) -> int:
    """After how many half seconds everything begins again."""
    return next((turn for turn in range(1, len(shown) // 2) if shown[turn:] == shown[:-turn]), len(shown))
