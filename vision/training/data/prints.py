"""Printed and patterned things that are no dice: squares and tiles of word games, cards, dominoes, circuit boards.

Each is drawn as a sheet, BGR, 0 to 255, its longer side ``side`` pixels; whoever shows it lays it on a thing.
"""

from __future__ import annotations

from collections.abc import Callable
from string import ascii_uppercase
from typing import TypeAlias

import cv2
import numpy as np

from vision.training.data.numerals import Rng
from vision.training.data.pip_faces import PipStyle
from vision.training.data.surfaces import flat, ink_for, noise, random_color, wood
from vision.training.data.symbols import SUITS, draw_logo, symbol
from vision.types import Floats, Frame

Write: TypeAlias = Callable[[str], Floats]
"""Gives a text in ink, 0 to 1, cropped tight, in one typeface."""
PRIZES = ("DOUBLE WORD SCORE", "TRIPLE LETTER SCORE", "DOUBLE LETTER SCORE", "TRIPLE WORD SCORE", "GO BACK", "BONUS x2")
CODES = ("TX", "RX", "GND", "0", "5V", "R1", "C6", "USB", "TX 0", "IC4", "3V3", "D2", "A0", "8 MHz", "150M")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SYLLABLES = ("LO", "RA", "TE", "MI", "NO", "SA", "VER", "KON", "DU", "PEX", "TI", "BAL", "GO", "SUN", "LINK", "MAX")
CARD_PLACES = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (0, 0), (0, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
}
"""Where a card's suit stands, in steps from its middle; a larger rank has it once."""


class PrintSheet:
    """A sheet that things are printed on.

    Args:
        wide: pixels across.
        tall: pixels down.
        color: of its ground, BGR, 0 to 1.
    """

    def __init__(self, wide: int, tall: int, color: Floats) -> None:
        self.wide, self.tall = max(wide, 8), max(tall, 8)
        self.picture = np.ascontiguousarray(np.broadcast_to(color, (self.tall, self.wide, 3)), np.float32)

    def ink(self, mask: Floats, middle: tuple[float, float], high: float, color: Floats, widest: float = 1e9) -> None:
        """Print ``mask`` around ``middle``, ``high`` pixels tall unless that is wider than ``widest``."""
        zoom = min(high / mask.shape[0], widest / mask.shape[1])
        size = (max(round(mask.shape[1] * zoom), 1), max(round(mask.shape[0] * zoom), 1))
        small = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)
        shift = np.array(((1, 0, middle[0] - size[0] / 2), (0, 1, middle[1] - size[1] / 2)), np.float32)
        share = cv2.warpAffine(small, shift, (self.wide, self.tall))[..., None]
        self.picture += (color - self.picture) * share

    def lines(self, texts: list[Floats], color: Floats, share: float) -> None:
        """Lines of text below one another, which fill ``share`` of the sheet."""
        room = self.tall * share / len(texts)
        for place, text in enumerate(texts):
            down = self.tall / 2 + (place - (len(texts) - 1) / 2) * room
            self.ink(text, (self.wide / 2, down), room * 0.72, color, self.wide * 0.86)

    def frame(self) -> Frame:
        """BGR, 0 to 255."""
        return np.asarray(np.clip(self.picture, 0, 1) * 255, np.uint8)


def _word(rng: Rng) -> str:
    return "".join(rng.choice(SYLLABLES, int(rng.integers(1, 4))))


def _number(rng: Rng) -> str:
    return str(rng.integers(10 ** int(rng.integers(1, 5))))


def word_square(rng: Rng, side: int, write: Write) -> Frame:
    """One square of a word game's board or a few: a prize in words on a colour, little triangles at its edges."""
    return word_board(rng, side, write, (int(rng.choice([1, 1, 2, 3])), int(rng.choice([1, 1, 2, 3]))))


def word_board(rng: Rng, side: int, write: Write, shape: tuple[int, int]) -> Frame:
    """Such squares in ``shape`` columns and rows, prizes of four sorts among empty ones."""
    columns, rows = shape
    cell = side // max(shape)
    board = PrintSheet(cell * columns, cell * rows, random_color(rng, vivid=0.2))
    gap = max(1, round(cell * rng.uniform(0.01, 0.06)))
    prizes = [_prize(rng, cell - 2 * gap, write) for _ in range(min(4, columns * rows))]
    empty = PrintSheet(cell - 2 * gap, cell - 2 * gap, random_color(rng, vivid=0.2))
    share = 1.0 if columns * rows == 1 else rng.uniform(0.3, 0.7)
    for row in range(rows):
        for column in range(columns):
            square = prizes[rng.integers(len(prizes))] if rng.random() < share else empty
            top, left = row * cell + gap, column * cell + gap
            board.picture[top : top + square.tall, left : left + square.wide] = square.picture
    return board.frame()


def _prize(rng: Rng, side: int, write: Write) -> PrintSheet:
    color, ground = random_color(rng), random_color(rng, vivid=0.2)
    square = PrintSheet(side, side, ground)
    reach = side * rng.uniform(0.36, 0.5)
    low, high = round(side / 2 - reach), round(side / 2 + reach)
    cv2.rectangle(square.picture, (low, low), (high, high), color.tolist(), -1)
    if rng.random() < 0.6:
        _triangles(rng, square, reach, color)
    words = (str(rng.choice(PRIZES)) if rng.random() < 0.7 else f"{_word(rng)} {_word(rng)}").split()
    square.lines([write(word) for word in words], ink_for(rng, color), float(rng.uniform(0.35, 0.75)))
    return square


def _triangles(rng: Rng, square: PrintSheet, reach: float, color: Floats) -> None:
    """Small triangles that point out of all four edges."""
    tip, half = square.wide * rng.uniform(0.03, 0.08), square.wide * rng.uniform(0.03, 0.07)
    for along in np.linspace(-0.6, 0.6, int(rng.integers(2, 5))) * reach:
        ring = np.array(((along - half, reach), (along + half, reach), (along, reach + tip)))
        for quarter in range(4):
            turned = ring if quarter % 2 == 0 else ring[:, ::-1]
            corners = (turned * (1 if quarter < 2 else -1) + square.wide / 2).round().astype(np.int32)
            cv2.fillPoly(square.picture, [corners], color.tolist(), cv2.LINE_AA)


def letter_tile(rng: Rng, side: int, write: Write) -> Frame:
    """A tile of wood or plastic with a letter and, small beside its foot, what it scores."""
    tile = PrintSheet(side, side, random_color(rng, vivid=0.3))
    if rng.random() < 0.5:
        tile.picture = np.ascontiguousarray(wood(rng, side).clip(0, 1), np.float32)
    ink = ink_for(rng, tile.picture.mean(axis=(0, 1)))
    high = side * rng.uniform(0.4, 0.7)
    tile.ink(write(str(rng.choice(list(ascii_uppercase)))), (side * 0.47, side * 0.47), high, ink, side * 0.75)
    if rng.random() < 0.85:
        score = write(str(rng.choice([1, 1, 2, 3, 4, 5, 8, 10])))
        tile.ink(score, (side * 0.83, side * 0.82), side * rng.uniform(0.12, 0.22), ink)
    return tile.frame()


def domino(rng: Rng, side: int, write: Write) -> Frame:
    """A domino's two squares with pips, a line between them."""
    del write
    half = side // 2
    stone = PrintSheet(half * 2, half, random_color(rng, vivid=0.3))
    ink = ink_for(rng, stone.picture[0, 0])
    style = PipStyle(apart=float(rng.uniform(0.45, 0.62)), radius=float(rng.uniform(0.12, 0.2)))
    for place in range(2):
        count = int(rng.integers(0, 7))
        if count:
            stone.ink(style.mask(count, half), (half * (place + 0.5), half / 2), half, ink)
    cv2.line(
        stone.picture, (half, half // 10), (half, half - half // 10), ink.tolist(), max(1, half // 30), cv2.LINE_AA
    )
    return stone.frame()


def playing_card(rng: Rng, side: int, write: Write) -> Frame:
    """A card with a rank in two corners, and its suit as often as it says."""
    wide = round(side * rng.uniform(0.62, 0.75))
    card = PrintSheet(wide, side, np.array((0.95, 0.97, 0.97), np.float32) * float(rng.uniform(0.8, 1)))
    suit, rank = int(rng.integers(len(SUITS))), int(rng.integers(len(RANKS)))
    ink = np.array((0.1, 0.08, 0.75) if suit < 2 else (0.05, 0.05, 0.05), np.float32)
    mark, small = symbol(SUITS[suit]), wide * rng.uniform(0.1, 0.22)
    for turn in (1, -1):
        corner = (wide / 2 - turn * wide * 0.4, side / 2 - turn * side * 0.42)
        card.ink(write(RANKS[rank])[::turn, ::turn], corner, small, ink, wide * 0.2)
        card.ink(mark[::turn, ::turn], (corner[0], corner[1] + turn * small * 1.2), small * 0.8, ink)
    places = CARD_PLACES.get(rank + 1, ((0, 0),))
    high = wide * (0.24 if len(places) > 1 else 0.5)
    for across, down in places:
        shown = mark[::-1] if down > 0 else mark
        card.ink(shown, (wide / 2 + across * wide * 0.2, side / 2 + down * side * 0.29), high, ink)
    return card.frame()


def label(rng: Rng, side: int, write: Write) -> Frame:
    """A printed label, a logo and lines of text; some with a bar code, some upside down to the reader."""
    paper = PrintSheet(side, round(side * rng.uniform(0.35, 1.0)), random_color(rng, vivid=0.4))
    ink = ink_for(rng, paper.picture[0, 0])
    texts = [write(_number(rng) if rng.random() < 0.3 else _word(rng)) for _ in range(rng.integers(1, 5))]
    if rng.random() < 0.3:
        texts.append(symbol(draw_logo(rng)))
    if rng.random() < 0.3:
        texts.append(np.repeat((rng.random(40) < 0.5).astype(np.float32)[None], 14, axis=0).repeat(2, axis=1))
    paper.lines(texts, ink, float(rng.uniform(0.5, 0.95)))
    return paper.frame()


def stick(rng: Rng, side: int, write: Write) -> Frame:
    """A memory stick or its like: a bright plug, and a maker's name along or across its body."""
    body = PrintSheet(side, round(side * rng.uniform(0.28, 0.5)), random_color(rng, vivid=0.4))
    ink = ink_for(rng, body.picture[0, 0])
    plug = round(side * rng.uniform(0.15, 0.3))
    body.picture[:, :plug] = rng.uniform(0.55, 0.85)
    for down in (0.3, 0.7):
        top, bottom = round(body.tall * (down - 0.1)), round(body.tall * (down + 0.1))
        cv2.rectangle(body.picture, (plug // 3, top), (plug * 2 // 3, bottom), (0.1,) * 3, -1)
    text = write(_word(rng) if rng.random() < 0.7 else f"{_number(rng)} GB")
    if rng.random() < 0.3:
        text = np.ascontiguousarray(np.rot90(text))
    middle = (plug + (side - plug) * rng.uniform(0.35, 0.65), body.tall * rng.uniform(0.4, 0.6))
    body.ink(text, middle, body.tall * rng.uniform(0.2, 0.6), ink, (side - plug) * 0.8)
    return body.frame()


def circuit_board(rng: Rng, side: int, write: Write) -> Frame:
    """Traces, pads in rows, black parts with codes on them, codes beside the pads."""
    green = np.array((0.2, 0.4, 0.1) if rng.random() < 0.5 else random_color(rng), np.float32)
    board = PrintSheet(side, round(side * rng.uniform(0.5, 1.0)), green * float(rng.uniform(0.4, 1.2)))
    for _ in range(rng.integers(4, 14)):
        ends = rng.uniform(0, 1, (3, 2)) * (board.wide, board.tall)
        path = [np.array((ends[0], (ends[1][0], ends[0][1]), ends[2])).astype(np.int32)]
        cv2.polylines(board.picture, path, False, (green * 1.5).tolist(), max(1, side // 70), cv2.LINE_AA)
    _pads(rng, board)
    white = np.full(3, rng.uniform(0.75, 1), np.float32)
    for _ in range(rng.integers(1, 5)):
        middle = (board.wide * rng.uniform(0.15, 0.85), board.tall * rng.uniform(0.15, 0.85))
        half = side * rng.uniform(0.05, 0.2, 2)
        low, high = ([round(at + sign * step) for at, step in zip(middle, half, strict=True)] for sign in (-1, 1))
        if rng.random() < 0.5:
            cv2.rectangle(board.picture, low, high, (0.08,) * 3, -1)
        board.ink(write(str(rng.choice(CODES))), middle, side * rng.uniform(0.06, 0.25), white, half[0] * 1.8)
    return board.frame()


def _pads(rng: Rng, board: PrintSheet) -> None:
    """Rows of gold pads, drilled or square."""
    gold, drilled = (0.35, 0.7, 0.85), rng.random() < 0.6
    for _ in range(rng.integers(1, 5)):
        first = rng.uniform(0.05, 0.8, 2) * (board.wide, board.tall)
        step = rng.permutation((board.wide * rng.uniform(0.06, 0.12), 0))
        radius = max(1, round(step.max() * rng.uniform(0.25, 0.42)))
        for place in range(rng.integers(2, 9)):
            spot = (first + place * step).astype(int).tolist()
            cv2.circle(board.picture, spot, radius, gold, -1, cv2.LINE_AA)
            if drilled:
                cv2.circle(board.picture, spot, max(1, radius // 2), (0.06,) * 3, -1, cv2.LINE_AA)


def embroidery(rng: Rng, side: int, write: Write) -> Frame:
    """Stitches of thread: an eye, a flower or a letter on cloth."""
    del write
    cells = int(rng.integers(14, 40))
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32) / (cells - 1) * 2 - 1
    far = np.hypot(rows + rng.normal(0, 0.1), columns * rng.uniform(0.7, 1.4))
    if rng.random() < 0.4:
        far = far / (1 + 0.3 * np.cos(np.arctan2(rows, columns) * rng.integers(3, 8)))
    edges = np.sort(rng.uniform(0.1, 1.1, int(rng.integers(1, 4))))
    colors = np.stack([random_color(rng, vivid=0.5) for _ in range(len(edges) + 1)])
    design = colors[np.digitize(far, edges)]
    return _stitched(rng, np.asarray(design, np.float32), side)


def cloth(rng: Rng, side: int, write: Write) -> Frame:
    """A swatch of woven cloth: checks, stripes or one colour, its threads over and under."""
    del write
    cells = int(rng.integers(10, 40))
    first, second = random_color(rng, vivid=0.5), random_color(rng, vivid=0.5)
    period = int(rng.integers(1, 12))
    bands = (np.arange(cells) // period % 2).astype(np.float32)
    share = (bands[:, None] + bands) / 2 if rng.random() < 0.6 else np.broadcast_to(bands, (cells, cells))
    return _stitched(rng, np.asarray(first + (second - first) * share[..., None], np.float32), side)


def _stitched(rng: Rng, design: Floats, side: int) -> Frame:
    """A design of one colour a stitch, every stitch bright in its middle, all a little uneven."""
    cells = design.shape[0]
    design = np.asarray(design * (1 + rng.normal(0, 0.08, (cells, cells, 1))), np.float32)
    large = cv2.resize(design, (side, side), interpolation=cv2.INTER_NEAREST)
    places = (np.arange(side) + 0.5) / side * cells * np.pi
    across, down = np.abs(np.sin(places)), np.abs(np.sin(places))
    bulge = (across**0.7)[None] * (down**0.7)[:, None]
    shade = 1 - rng.uniform(0.15, 0.6) * (1 - bulge) + 0.04 * noise(rng, side, (side / 3, side / 3))
    return np.asarray(np.clip(large * shade[..., None], 0, 1) * 255, np.uint8)


def word_face(rng: Rng, side: int, write: Write) -> Frame:
    """A word or a mark on a plain square, as on a button, a key or a game's token."""
    key = PrintSheet(side, side, flat(random_color(rng), 1)[0, 0])
    ink = ink_for(rng, key.picture[0, 0])
    if rng.random() < 0.5:
        inset, rim = round(side * rng.uniform(0.03, 0.15)), ink_for(rng, key.picture[0, 0]).tolist()
        cv2.rectangle(key.picture, (inset, inset), (side - inset, side - inset), rim, max(1, side // 40), cv2.LINE_AA)
    mark = symbol(draw_logo(rng)) if rng.random() < 0.4 else write(_word(rng))
    key.ink(mark, (side / 2, side / 2), side * rng.uniform(0.3, 0.7), ink, side * 0.8)
    return key.frame()


PRINTS: tuple[tuple[Callable[[Rng, int, Write], Frame], float], ...] = (
    (word_square, 0.24),
    (letter_tile, 0.15),
    (domino, 0.08),
    (playing_card, 0.11),
    (label, 0.1),
    (stick, 0.06),
    (circuit_board, 0.08),
    (embroidery, 0.07),
    (cloth, 0.05),
    (word_face, 0.06),
)
"""What is drawn, and its share."""


AMBIGUOUS = {letter_tile.__name__, label.__name__, circuit_board.__name__}
"""Whose middle may show what looks like one numeral."""


def draw_print(rng: Rng, side: int, write: Write) -> tuple[str, Frame]:
    """The name of any one, and its sheet."""
    draw = PRINTS[int(rng.choice(len(PRINTS), p=[share for _, share in PRINTS]))][0]
    return draw.__name__, draw(rng, side, write)
