"""How a panel is strung, found out by looking: the questions of the panel's wizard, and what each answer leaves.

Theory of operation. A string has as many lights as the panel has pixels, and settings are a way in which the one are
the other. Every way that the configuration can express for the panel's driver and size is a candidate. The wizard
lights single lights of the string; the player presses NEXT until one of them is in the corner that is asked for, then
OK, and whatever has another light there is no candidate any more. Corners that are known stay lit. The last
question is a picture, which can only be right in one way.

The corners are asked for clockwise, from the top left, those that are known left out: whoever cannot read what is asked
sees it, as the next corner that is dark.

Rule kept here: everything is a frozen value; nothing is lit here and nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain as joined
from itertools import product
from math import isqrt
from typing import Final, NamedTuple, TypeAlias, get_args

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from firmware.config.schema import PanelConfig
from firmware.devices.led_layout import MODULE, Boards, Chain, Corner, Layout, Order, Runs, lines
from firmware.devices.panel_driver import BlockOrientation
from firmware.devices.restrung import Rearranged

Lights: TypeAlias = NDArray[np.intp]
"""Numbers of lights along the string, or of pixels row by row."""
Size: TypeAlias = tuple[int, int]

CLOCKWISE: Final[tuple[Corner, ...]] = ("top-left", "top-right", "bottom-right", "bottom-left")
FEW: Final = 8
"""So many lights are walked one by one; of more, several are lit at a time at first."""
ASKED_COLORS: Final = ("red", "green")
"""The colours that are asked for; the third is then known."""
LINES: Final = tuple(product((False, True), get_args(Runs), get_args(Corner)))
"""Every way to go through a grid: serpentine, runs, begins; the plainest first."""
CHAINS: Final = tuple(
    Chain(begins=begins, runs=runs, serpentine=serpentine, turned=turned)
    for turned, (serpentine, runs, begins) in product((False, True), LINES)
)
SYMMETRIES: Final[tuple[tuple[BlockOrientation, bool], ...]] = tuple(product(get_args(BlockOrientation), (False, True)))
"""Of a module: how it is turned, and whether it is mirrored."""


class Stringing(NamedTuple):
    """One way to string a panel: what stands in the configuration."""

    chain: Chain
    parts: Boards | Layout
    turn: BlockOrientation

    def laid_over(self, panel: PanelConfig) -> PanelConfig:
        """The configuration with it."""
        return structs.replace(panel, chain=self.chain, block_orientation=self.turn).with_options(self.parts)


def is_strung(panel: PanelConfig) -> bool:
    """Whether there is anything to find out about such a panel."""
    return isinstance(panel.options, Boards | Layout)


def lights(panel: PanelConfig) -> Lights:
    """For each light of the string, as the wire reaches it, the pixel that the driver takes it for."""
    places = np.array(_parts_of(panel).places(panel.size, panel.chain))
    if isinstance(panel.options, Layout):
        return places
    return np.rot90(places.reshape(-1, MODULE, MODULE), panel.block_orientation // 90, (1, 2)).ravel()


def _parts_of(panel: PanelConfig) -> Boards | Layout:
    if not isinstance(panel.options, Boards | Layout):
        raise TypeError(f"a {panel.driver} panel is not strung")
    return panel.options


def order_of(panel: PanelConfig) -> Order:
    """In which order a light takes its colours; of no account where it has one colour."""
    return panel.options.order if isinstance(panel.options, Layout) else "RGB"


# -- the candidates


@dataclass(frozen=True, eq=False)
class Candidates:
    """Every way to string a panel that differs from the others, the one that the configuration has first.

    Attributes:
        panel: the configuration.
        ways: the settings; of those that come to the same the plainest.
        table: a row for each way: the light at each corner of the panel, clockwise.
    """

    panel: PanelConfig
    ways: Sequence[Stringing]
    table: Lights


def candidates(panel: PanelConfig) -> Candidates:
    """All of them for the driver and the size of that panel; takes a second or so for a large one."""
    pixels = _telling(panel.size)
    parts = _parts_of(panel)
    now = Stringing(panel.chain, parts, panel.block_orientation)
    found: dict[bytes, Stringing] = {_row(_inverse(lights(panel))[pixels]): now}
    for order, way in _layouts(panel, parts.order) if isinstance(parts, Layout) else _boards(panel):
        found.setdefault(_row(order), way)
    corners = [np.frombuffer(row, np.uint16, len(CLOCKWISE)) for row in found]
    return Candidates(panel, tuple(found.values()), np.array(corners, np.intp))


def _row(order: Lights) -> bytes:
    return order.astype(np.uint16).tobytes()


def _telling(size: Size) -> Lights:
    """The panel's corners, clockwise, and those of each block of eight by eight: no two ways agree in all of them."""
    width, height = size
    corners = [0, width - 1, width * height - 1, width * (height - 1)]
    sides = [[start + edge for start in range(0, side, MODULE) for edge in (0, MODULE - 1)] for side in size]
    return np.array(corners + [y * width + x for y, x in product(sides[1], sides[0])])


def _inverse(order: Lights) -> Lights:
    inverse = np.empty_like(order)
    inverse[order] = np.arange(len(order))
    return inverse


def _boards(panel: PanelConfig) -> Iterator[tuple[Lights, Stringing]]:
    boards = {tile: _parts(panel.size, tile, (MODULE, MODULE)) for tile in _tiles(panel.size)}
    square = np.arange(MODULE * MODULE).reshape(MODULE, MODULE)
    turned = {
        (turn, mirrored): _inverse(np.rot90(square[:, ::-1] if mirrored else square, turn // 90).ravel())
        for turn, mirrored in SYMMETRIES
    }
    for order, chain, (tile, (serpentine, runs, begins)) in _chained(panel.size, boards):
        module, light = np.divmod(order, MODULE * MODULE)
        for (turn, mirrored), turns in turned.items():
            parts = Boards(tile=tile, begins=begins, runs=runs, serpentine=serpentine, mirrored=mirrored)
            yield module * MODULE * MODULE + turns[light], Stringing(chain, parts, turn)


def _layouts(panel: PanelConfig, colors: Order) -> Iterator[tuple[Lights, Stringing]]:
    tiles = {tile: _parts(panel.size, tile, (1, 1)) for tile in _tiles(panel.size)[::-1]}
    for order, chain, (tile, (serpentine, runs, begins)) in _chained(panel.size, tiles):
        named = (0, 0) if tile == panel.size else tile
        parts = Layout(tile=named, begins=begins, runs=runs, serpentine=serpentine, order=colors)
        yield order, Stringing(chain, parts, panel.block_orientation)


def _tiles(size: Size) -> list[Size]:
    """Every size of tile that fills the panel, in blocks of eight by eight, the smallest first."""
    wide, high = ([step for step in range(MODULE, side + 1, MODULE) if side % step == 0] for side in size)
    return list(product(wide, high))


Line: TypeAlias = tuple[bool, Runs, Corner]
"""How a grid is gone through; see `LINES`."""


def _parts(size: Size, tile: Size, unit: Size) -> list[tuple[Line, Lights]]:
    """Each way to string a tile, unit by unit: for each of its lights the pixel, counted from the tile's first one."""
    (across, down), width = unit, size[0]
    inside = np.array([y * width + x for y in range(down) for x in range(across)])
    found: dict[bytes, tuple[Line, Lights]] = {}
    for serpentine, runs, begins in LINES:
        units = joined.from_iterable(lines((tile[0] // across, tile[1] // down), begins, runs, serpentine=serpentine))
        order = np.concatenate([inside + y * down * width + x * across for x, y in units])
        found.setdefault(order.tobytes(), ((serpentine, runs, begins), order))
    return list(found.values())


def _chained(
    size: Size, parts: dict[Size, list[tuple[Line, Lights]]]
) -> Iterator[tuple[Lights, Chain, tuple[Size, Line]]]:
    """Each way to chain each kind of tile: the light at the telling pixels, and the settings."""
    pixels, width = _telling(size), size[0]
    for tile, strung in parts.items():
        (across, down), last = tile, (tile[1] - 1) * width + tile[0] - 1
        grid = size[0] // across, size[1] // down
        for chain in CHAINS:
            walked = list(lines(grid, chain.begins, chain.runs, serpentine=chain.serpentine))
            begins = np.array([y * down * width + x * across for line in walked for x, y in line])[:, None]
            headlong = np.array([chain.turned and bool(row % 2) for row, line in enumerate(walked) for _ in line])
            for line, order in strung:
                placed = begins + np.where(headlong[:, None], last - order, order)
                yield _inverse(placed.ravel())[pixels], chain, (tile, line)


# -- the questions


@dataclass(frozen=True, eq=False)
class LitLights:
    """What is lit for a question.

    Attributes:
        blinking: lights of the string that the question is about.
        steady: those at corners that are known.
        channel: the colour, as which of a light's three bytes; None for white.
        way: the picture is to be shown as on a panel that is strung so; None for lights.
    """

    blinking: tuple[int, ...] = ()
    steady: tuple[int, ...] = ()
    channel: int | None = None
    way: Stringing | None = None


NOTHING: Final = LitLights()
"""All is dark: none of what NEXT showed was right."""


@dataclass(frozen=True, eq=False)
class Orientation:
    """Where the wizard stands.

    Attributes:
        every: all candidates.
        left: the rows of those that no answer speaks against.
        channels: of the colours that were asked for, which of a light's bytes they are.
        at: how often NEXT was pressed, of all that it walks.
        before: the question before this one; None at the first.
        is_again: nothing was right the last time, so that all began again.
        kept: what was found; None until OK keeps it.
    """

    every: Candidates
    left: Lights
    channels: tuple[int, ...] = ()
    at: int = 0
    before: Orientation | None = None
    is_again: bool = False
    kept: PanelConfig | None = None

    @cached_property
    def corner(self) -> int | None:
        """Which corner is asked for, clockwise; None where all are known."""
        return next((corner for corner in range(len(CLOCKWISE)) if len(set(self._column(corner))) > 1), None)

    @cached_property
    def asked(self) -> str:
        """A corner, a colour, or ``picture``."""
        if self.corner is not None:
            return CLOCKWISE[self.corner]
        return ASKED_COLORS[len(self.channels)] if self._asks_colors else "picture"

    @cached_property
    def groups(self) -> tuple[LitLights, ...]:
        """What NEXT walks, one after the other, and darkness at last."""
        steady = tuple(int(column[0]) for column in map(self._column, range(len(CLOCKWISE))) if len(set(column)) == 1)
        if self.corner is not None:
            return (*(LitLights(some, steady) for some in _few(self._column(self.corner))), NOTHING)
        if self._asks_colors:
            order = self._order
            likely = sorted(set(range(3)) - set(self.channels), key=lambda byte: order[byte] != self.asked[0].upper())
            return (*(LitLights(steady, channel=byte) for byte in likely), NOTHING)
        return (*(LitLights(way=self.every.ways[row]) for row in self.left), NOTHING)

    @property
    def shown(self) -> LitLights:
        """What is lit now."""
        return self.groups[self.at]

    def next(self) -> Orientation:
        """NEXT was pressed."""
        return replace(self, at=(self.at + 1) % len(self.groups), is_again=False)

    def ok(self) -> Orientation:
        """OK was pressed: what is lit is right."""
        shown = self.shown
        if shown is NOTHING:
            return begun(self.every, is_again=True)
        after = replace(self, at=0, before=self, is_again=False)
        if self.corner is not None:
            return replace(after, left=self.left[np.isin(self._column(self.corner), shown.blinking)])
        if shown.channel is not None:
            return replace(after, channels=(*self.channels, shown.channel))
        return replace(after, kept=self.found(shown))

    def undo(self) -> Orientation:
        """UNDO was pressed: the last answer is taken back; at the picture all of them, for any may be wrong."""
        return begun(self.every) if self.asked == "picture" or self.before is None else self.before

    def found(self, shown: LitLights) -> PanelConfig:
        """The configuration of the panel that shows such a picture right."""
        panel = self.every.panel if shown.way is None else shown.way.laid_over(self.every.panel)
        parts = panel.options
        return panel.with_options(structs.replace(parts, order=self._order)) if isinstance(parts, Layout) else panel

    @property
    def _asks_colors(self) -> bool:
        return isinstance(self.every.panel.options, Layout) and len(self.channels) < len(ASKED_COLORS)

    @property
    def _order(self) -> Order:
        """In which order a light takes its colours, as far as that was asked."""
        if len(self.channels) < len(ASKED_COLORS):
            return order_of(self.every.panel)
        named = dict(zip(self.channels, "RG", strict=True))
        order: Order = next(each for each in get_args(Order) if all(each[byte] == name for byte, name in named.items()))
        return order

    def _column(self, corner: int) -> Lights:
        column: Lights = self.every.table[self.left, corner]
        return column


def begun(every: Candidates, *, is_again: bool = False) -> Orientation:
    """The first question."""
    return Orientation(every, np.arange(len(every.ways)), is_again=is_again)


def _few(column: Lights) -> list[tuple[int, ...]]:
    """The lights of a column, the first one's first and then the likeliest; where they are many, several at a time."""
    values, counts = np.unique(column, return_counts=True)
    counted = zip(values.tolist(), counts.tolist(), strict=True)
    every = [light for light, _ in sorted(counted, key=lambda each: (each[0] != column[0], -each[1]))]
    at_a_time = 1 if len(every) <= FEW else isqrt(len(every) - 1) + 1
    return [tuple(every[start : start + at_a_time]) for start in range(0, len(every), at_a_time)]


# -- a panel that turns out to be strung otherwise than it was opened


def rearranged(opened: PanelConfig, found: PanelConfig) -> Rearranged:
    """For a panel that was opened as the one says and is strung as the other says."""
    pixels = np.empty(opened.width * opened.height, np.intp)
    pixels[lights(opened)] = lights(found)
    red, green, blue = ("RGB".index(order_of(found)[order_of(opened).index(color)]) for color in "RGB")
    return Rearranged(pixels, (red, green, blue))
