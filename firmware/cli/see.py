"""`stadium see`: what is read in a picture. For trying a camera, a die or a lamp before a game."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from firmware.cli.arguments import FiniteRange, PathOf
from firmware.console.streams import loading

EXIT_TROUBLE = 2
THRESHOLD = 0.99
"""`vision.THRESHOLD`, without loading vision; a test holds the two together."""


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…", type=PathOf())
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each die or chip, for programs.")
@click.option(
    "--out",
    type=PathOf(file=False),
    metavar="DIR",
    help="Also write each picture with boxes and captions, as DIR/NAME-seen.png; of one name, they are numbered.",
)
@click.option(
    "--threshold",
    type=FiniteRange(0, 1),
    default=THRESHOLD,
    show_default=True,
    help="How sure the eyes must be to tell a value rather than ask.",
)
def see(images: tuple[Path, ...], as_json: bool, out: Path | None, threshold: float) -> None:
    """Find and read the dice and the HIT/OUT chip in photos.

    A photo of one die on a table will do; the steeper you look down on it, the better, and hold the camera upright. A
    face printed 0 reads 10. When the eyes are not sure they say so and name the likely values instead of guessing.

    \b
    Examples:
      stadium see die.jpg
      stadium see --out seen table*.jpg
      stadium see --json die.jpg | jq .value

    With --json a die is {"file": …, "kind": "d10", "color": "red", "value": 7, "confidence": 0.98,
    "box": [x, y, w, h]}; not sure, its "value" is null and "likely" lists [value, probability], best first.
    A chip has "face" ("hit" or "out") in place of colour and value.

    A photo of more than 25 megapixels is read, and drawn, at a half or a quarter of its size. Dice of less than 28
    pixels are too small to be read, and from 14 pixels on that is said.

    Exit code 2 when a file is missing or cannot be read as a picture; the others are read all the same.
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    with loading():
        from firmware.setup.reading_photos import see_all

    if not see_all(images, out, threshold, as_json=as_json):
        sys.exit(EXIT_TROUBLE)
