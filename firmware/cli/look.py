"""`stadium look`: where the pieces and the ball are on a board in a picture. For trying pieces, a board or a lamp."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from firmware.cli.arguments import PathOf
from firmware.console.streams import loading

EXIT_TROUBLE = 2
TEAMS = "red,blue"


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…", type=PathOf())
@click.option(
    "--places", type=PathOf(folder=False), metavar="FILE", help="Names the places of another board than the stadium."
)
@click.option("--pieces", default=TEAMS, show_default=True, metavar="COLOR,…", help="The colours that pieces have.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each picture, for programs.")
@click.option(
    "--out",
    type=PathOf(file=False),
    metavar="DIR",
    help="Also write each picture with what was found, as DIR/NAME-looked.png; of one name, they are numbered.",
)
def look(images: tuple[Path, ...], places: Path | None, pieces: str, as_json: bool, out: Path | None) -> None:
    """Tell where pieces stand and the ball lies in photos of a board.

    The stadium is found by its printed markers; its places are those that `stadium calibrate --places` has kept, or as
    it is printed. A piece within 7 mm of a place stands there; what is between two
    places, fallen, beside the board or in a hand has no place, and neither has what is not surely a piece.

    \b
    Examples:
      stadium look board.jpg
      stadium look --places ludo.toml --pieces red,blue,green,yellow --out looked ludo*.jpg
      stadium look --json board.jpg | jq '.pieces[] | [.color, .at]'

    \b
    The file of places says where the board is in the picture, its corners in pixels from the top left one clockwise,
    how large it is, and where pieces may stand, in mm from the bottom left corner to the right and up:
      [board]
      corners = [[412, 96], [1630, 120], [1804, 1210], [251, 1187]]
      size = [300, 200]
      [places]
      A1 = [12, 12]
      A2 = [36, 12]

    In place of corners and size, points = [{pixel = [412, 96], mm = [0, 200]}, …] names four or more points. Also in
    [board]: piece = 16, mm across a piece's foot; reach = 7, how far from its place a piece may stand, mm.

    With --json a picture is {"file": …, "ball": {"at": "Z7", "mm": [x, y], "face": "hit", "confidence": 0.98},
    "pieces": [{"color": "red", "sign": null, "at": 11, "mm": [x, y], "confidence": 0.99}], "hand": false}. "ball" is
    null where none is seen. A piece that is at no place has "at": null and its "state": between, fallen, off or hand;
    one that is not sure lists what it may be as "likely". "hand" is null where that cannot be told.

    Exit code 2 when a picture cannot be read or its board is not found; the others are looked at all the same.
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    with loading():
        from firmware.setup.looking_at_boards import colors_named, look_at_all
        from firmware.storage.board_places import owners_board
        from vision.board.places_file import read_places

    colors = colors_named(pieces)
    board = owners_board() if places is None else read_places(places)
    if not look_at_all(images, board, colors, out, as_json=as_json):
        sys.exit(EXIT_TROUBLE)
