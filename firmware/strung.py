"""How the lights of a panel are strung: which pixel each of them is.

Apart from what drives them, because the configuration is checked wherever it is read, also where nothing is lit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Literal

from msgspec import Struct

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Order = Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]


class Layout(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the lights are strung.

    A panel is made of tiles of one size, chained from the top left one to the right and then row by row. In each tile
    the string begins in a corner and runs by rows or by columns; a serpentine turns at the end of each, any other
    begins each anew on the same side.
    """

    tile: tuple[int, int]
    begins: Corner
    runs: Literal["rows", "columns"]
    serpentine: bool
    order: Order

    def places(self, size: tuple[int, int]) -> tuple[int, ...]:
        """For each light of the string, its pixel counted row by row through the whole picture.

        Raises:
            ValueError: if the panel cannot be made of such tiles.
        """
        width, height = size
        if min(self.tile) < 0 or any(self.tile) != all(self.tile):
            raise ValueError(f"a tile of {self.tile[0]} x {self.tile[1]} there is none: write both sides, or [0, 0]")
        across, down = self.tile if all(self.tile) else size
        if width % across or height % down:
            raise ValueError(f"a panel of {width} x {height} cannot be made of tiles of {across} x {down}")
        tile = list(self._strung(across, down))
        corners = product(range(0, height, down), range(0, width, across))
        return tuple((top + y) * width + left + x for top, left in corners for x, y in tile)

    def _strung(self, across: int, down: int) -> Iterator[tuple[int, int]]:
        """The pixels of one tile, across and down, in the order of the string."""
        xs = range(across)[:: -1 if self.begins.endswith("right") else 1]
        ys = range(down)[:: -1 if self.begins.startswith("bottom") else 1]
        lines = [[(x, y) for x in xs] for y in ys] if self.runs == "rows" else [[(x, y) for y in ys] for x in xs]
        for number, line in enumerate(lines):
            yield from line[::-1] if self.serpentine and number % 2 else line
