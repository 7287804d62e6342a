"""How a panel is put together: which pixel each of its lights is, of a string of WS2812 or a chain of MAX7219 modules.

Apart from the drivers, because the configuration is checked wherever it is read. One vocabulary for all: things *begin*
in a corner, *run* by rows or by columns, and a *serpentine* turns at the end of each row or column, where any other
begins each on the same side.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain as joined
from typing import Final, Literal

from msgspec import Struct

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Runs = Literal["rows", "columns"]
Order = Literal["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]
Place = tuple[int, int]
"""Across and down, from the top left."""
MODULE: Final = 8
"""Pixels along a side of a MAX7219's module."""


class Chain(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """In which order a panel's parts are chained, seen from the front; by default that of reading.

    Attributes:
        turned: whether the parts of every second row, or column, are upside down.
    """

    begins: Corner = "top-left"
    runs: Runs = "rows"
    serpentine: bool = False
    turned: bool = False

    def pixels(self, size: tuple[int, int], part: tuple[int, int], within: list[Place]) -> tuple[int, ...]:
        """For each light of the chain, its pixel counted row by row through the whole picture.

        ``size`` is the panel's and ``part`` a part's, in pixels; ``within`` are the places in a part, in the order of
        its lights. The panel can be made of such parts.
        """
        (width, height), (across, down) = size, part
        upside_down = [(across - 1 - x, down - 1 - y) for x, y in within]
        tiles = lines((width // across, height // down), self.begins, self.runs, serpentine=self.serpentine)
        return tuple(
            (row * down + y) * width + column * across + x
            for number, line in enumerate(tiles)
            for column, row in line
            for x, y in (upside_down if self.turned and number % 2 else within)
        )


USUAL: Final = Chain()


class Boards(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """MAX7219 modules on boards of one size, which are chained as `Chain` says.

    Attributes:
        tile: width and height of a board in pixels.
        begins: the corner of a board where its first module is; `runs` and `serpentine` are the modules' too.
        mirrored: whether the modules show everything mirrored, as some are wired.
    """

    tile: tuple[int, int] = (MODULE, MODULE)
    begins: Corner = "top-left"
    runs: Runs = "rows"
    serpentine: bool = False
    mirrored: bool = False

    def places(self, size: tuple[int, int], chain: Chain = USUAL) -> tuple[int, ...]:
        """For each light, module by module along the chain and in each row by row, its pixel.

        Raises:
            ValueError: if the panel cannot be made of such boards.
        """
        self.check(size)
        grid = self.tile[0] // MODULE, self.tile[1] // MODULE
        modules = joined.from_iterable(lines(grid, self.begins, self.runs, serpentine=self.serpentine))
        xs = range(MODULE)[:: -1 if self.mirrored else 1]
        within = [(column * MODULE + x, row * MODULE + y) for column, row in modules for y in range(MODULE) for x in xs]
        return chain.pixels(size, self.tile, within)

    def check(self, size: tuple[int, int]) -> None:
        """Raise a ValueError if the panel cannot be made of such boards."""
        if any(side < MODULE or side % MODULE for side in self.tile):
            wide, high = self.tile
            raise ValueError(f"a board of {wide} x {high} there is none: both sides are multiples of {MODULE}")
        check_tiles(size, self.tile)


class Layout(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How WS2812 lights are strung, in tiles of one size, which are chained as `Chain` says."""

    tile: tuple[int, int]
    begins: Corner
    runs: Runs
    serpentine: bool
    order: Order

    def places(self, size: tuple[int, int], chain: Chain = USUAL) -> tuple[int, ...]:
        """For each light of the string, its pixel; a ValueError if the panel cannot be made of such tiles."""
        self.check(size)
        tile = self.tile if all(self.tile) else size
        within = joined.from_iterable(lines(tile, self.begins, self.runs, serpentine=self.serpentine))
        return chain.pixels(size, tile, list(within))

    def check(self, size: tuple[int, int]) -> None:
        """Raise a ValueError if the panel cannot be made of such tiles."""
        if min(self.tile) < 0 or any(self.tile) != all(self.tile):
            raise ValueError(f"a tile of {self.tile[0]} x {self.tile[1]} there is none: write both sides, or [0, 0]")
        if all(self.tile):
            check_tiles(size, self.tile)


def check_tiles(size: tuple[int, int], tile: tuple[int, int]) -> None:
    """Raise a ValueError if a panel of that size cannot be made of such tiles."""
    (width, height), (across, down) = size, tile
    if width % across or height % down:
        raise ValueError(f"a panel of {width} x {height} cannot be made of tiles of {across} x {down}")


def lines(grid: tuple[int, int], begins: Corner, runs: Runs, *, serpentine: bool) -> Iterator[list[Place]]:
    """The places of a grid, row by row or column by column, in the order of the string."""
    xs = range(grid[0])[:: -1 if begins.endswith("right") else 1]
    ys = range(grid[1])[:: -1 if begins.startswith("bottom") else 1]
    plain = [[(x, y) for x in xs] for y in ys] if runs == "rows" else [[(x, y) for y in ys] for x in xs]
    for number, line in enumerate(plain):
        yield line[::-1] if serpentine and number % 2 else line
