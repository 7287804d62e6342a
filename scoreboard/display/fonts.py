"""The letters and digits of the panel, drawn for it pixel by pixel.

They are written here as they look, so that one can be changed with a text editor: a line of characters, and below each
its rows, ``#`` for a lit pixel. Heights are equal within a font, widths are each character's own.

Rule kept here: every name can be written. Of a letter with a mark, such as Á or Ł, a font that has not drawn it writes
the plain one; letters of other scripts are written in Latin ones (`romanized`), signs by the nearest that is drawn, and
what no font has even so becomes a block. Five rows have no room for an accent above a letter that is still told from
others, so the small fonts draw Ñ, which is a letter of its own, and write Á as A.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Final

from scoreboard.display.pixels import Pattern, block, magnified
from scoreboard.display.romanized import as_spoken, romanized
from scoreboard.rules.visible import FLAG, JOINT, PICTURE

_LETTERS: Final = str.maketrans(
    {
        "Æ": "AE",
        "Œ": "OE",
        "Ø": "O",
        "Đ": "D",
        "Ð": "D",
        "Ł": "L",
        "Þ": "TH",
        "\u2212": "-",
        "\u30fc": "",
        **dict.fromkeys('"`\u201a\u201e', "'"),
        **dict.fromkeys("_~", "-"),
        **dict.fromkeys("|\\", "/"),
        **dict.fromkeys("\u00b7\u2022\u30fb", "."),
        ";": ",",
        "<": "(",
        "@": "A",
        "$": "S",
        "€": "E",
        "£": "L",
        "^": "",
    }
)
"""Latin letters that NFKD does not decompose, minus, Japan's long vowel, and signs by what the fonts have instead."""
_BY_KIND: Final = {"Pd": "-", "Pi": "'", "Pf": "'", "Ps": "(", "Pe": ")"}
"""Dashes, quotation marks and brackets by Unicode's kinds of them, and what is written for all of a kind."""


_ACCENTED: Final = dict(zip("ÁÉÍÓÚÜ", "AEIOUU", strict=True))
"""Letters that the larger fonts draw, and what the others write for them."""


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """Characters of one height.

    Attributes:
        height: of every character, in pixels.
        blank: the width of a space.
        glyphs: the characters it has.
        gap: dark columns between two characters.
    """

    height: int
    blank: int
    glyphs: dict[str, Pattern]
    gap: int = 1

    def glyph(self, character: str) -> Pattern:
        """The rows of ``character``, of its plain letter, or a block as wide as an H for one the font does not have."""
        if character == " ":
            return ("." * self.blank,) * self.height
        drawn = self.glyphs.get(character) or self.glyphs.get(_ACCENTED.get(character, ""))
        return drawn or block(len(self.glyphs.get("H", self.glyphs["0"])[0]), self.height)

    def write(self, text: str) -> Pattern:
        """One line of ``text`` as a pattern, dark columns between characters; of no width when there is no text."""
        return _written(self, text)

    def width(self, text: str) -> int:
        """How many pixels wide ``text`` is written."""
        return _width(self, text)


@lru_cache(maxsize=1024)
def _written(font: Font, text: str) -> Pattern:
    """The same words are drawn every half second."""
    rows = zip(*map(font.glyph, plain(text)), strict=True)
    return tuple(("." * font.gap).join(row) for row in rows) or ("",) * font.height


@lru_cache(maxsize=4096)
def _width(font: Font, text: str) -> int:
    """Words are broken by trying, so the same ones are measured over and over; nothing is written for it."""
    characters = plain(text)
    return sum(len(font.glyph(each)[0]) for each in characters) + font.gap * max(0, len(characters) - 1)


_EMOJI: Final = re.compile(
    rf"(?P<first>[{PICTURE}])(?:\ufe0f|[\U0001f3fb-\U0001f3ff]|{JOINT}[{PICTURE}]|{FLAG})+"
    r"|(?P<letter>[\U0001f1e6-\U0001f1ff])[\U0001f1e6-\U0001f1ff]"
)
"""An emoji of several characters: a family, a tone of skin, a flag."""


_UNWRITTEN: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
"""Kinds of characters that only stand on a letter, or between two."""


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """``text`` in Latin capitals, with the accents of Spanish alone: ``Ñandú`` is ``ÑANDÚ``, ``Łódź`` ``LÓDZ``.

    An emoji is one character, of however many it is made.
    """
    single = _EMOJI.sub(lambda emoji: emoji["first"] or emoji["letter"], text)
    whole = as_spoken(unicodedata.normalize("NFKC", single)).upper().translate(_LETTERS)
    return "".join(map(_plain, whole))


@lru_cache(maxsize=1024)
def _plain(letter: str) -> str:
    """A letter as the fonts may have it; a syllable of Japanese or Korean would be lost if it were taken apart."""
    if letter == "Ñ" or letter in _ACCENTED:
        return letter
    if letter.isascii():
        return letter if letter not in "[]{}" else _BY_KIND[unicodedata.category(letter)]
    if (syllable := romanized(letter)) != letter:
        return syllable
    apart = unicodedata.normalize("NFKD", letter)
    return "".join(map(_alone, apart))


def _alone(letter: str) -> str:
    """A letter that nothing stands on, or a sign; nothing for what only stands on a letter."""
    kind = unicodedata.category(letter)
    return _BY_KIND.get(kind) or ("" if kind in _UNWRITTEN else romanized(letter))


def fitting(text: str, width: int, fonts: tuple[Font, ...]) -> Font:
    """The first of ``fonts`` that writes ``text`` within ``width`` pixels, or the last."""
    return next((font for font in fonts if font.width(text) <= width), fonts[-1])


def look_alike(texts: Sequence[str]) -> bool:
    """Whether two texts are drawn the same: in a small font Á is an A, in a large one 0 is an O."""
    return any(len({*map(font.write, texts)}) < len(texts) for font in (TINY, LARGE))


def _font(drawn: str, *, blank: int) -> Font:
    """Read a drawn font: groups of lines, each a line of characters over their rows, an empty line between groups."""
    lines = [line.split() for line in drawn.strip().splitlines()]
    glyphs: dict[str, Pattern] = {}
    for some, group in groupby(lines, key=bool):
        if some:
            characters, *rows = group
            glyphs |= zip(characters, zip(*rows, strict=True), strict=True)
    return Font(height=len(glyphs["0"]), blank=blank, glyphs=glyphs)


BOLD: Final = _font(
    """
0     1     2     3     4     5     6     7     8     9
.###. ..##. .###. .###. ...## ##### .###. ##### .###. .###.
##.## .###. ##.## ##.## ..### ##... ##.## ...## ##.## ##.##
##.## ####. ...## ...## .#.## ##... ##... ...## ##.## ##.##
##.## ..##. ..### ..##. ##.## ####. ####. ..##. .###. .####
##.## ..##. .###. ...## ##### ...## ##.## ..##. ##.## ...##
##.## ..##. ##... ...## ...## ...## ##.## .##.. ##.## ...##
##.## ..##. ##... ##.## ...## ##.## ##.## .##.. ##.## ##.##
.###. .#### ##### .###. ...## .###. .###. .##.. .###. .###.
""",
    blank=3,
)
"""Eight pixels high and five wide: the runs, to be read from across the table."""

NARROW: Final = _font(
    """
0   1   2   3   4   5   6   7   8   9
### .#. ### ### #.# ### ### ### ### ###
#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#
#.# .#. ..# ..# #.# #.. #.. ..# #.# #.#
#.# .#. ### .## ### ### ### .#. ### ###
#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#
#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#
#.# .#. #.. ..# ..# ..# #.# .#. #.# ..#
### ### ### ### ..# ### ### .#. ### ###
""",
    blank=2,
)
"""Eight pixels high and three wide: runs of three digits, innings of two."""

TALL, TALL_NARROW = (
    replace(font, height=14, glyphs={digit: magnified(rows, 1, 2)[1:-1] for digit, rows in font.glyphs.items()})
    for font in (BOLD, NARROW)
)
"""`BOLD` and `NARROW` at nearly twice their height, for panels of 32 rows."""

LARGE: Final = _font(
    """
A     B     C     D     E     F     G     H     I   J     K     L     M
.###. ####. .###. ####. ##### ##### .###. #...# ### ..### #...# #.... #...#
#...# #...# #...# #...# #.... #.... #...# #...# .#. ...#. #..#. #.... ##.##
#...# #...# #.... #...# #.... #.... #.... #...# .#. ...#. #.#.. #.... #.#.#
##### ####. #.... #...# ####. ####. #.### ##### .#. ...#. ##... #.... #.#.#
#...# #...# #.... #...# #.... #.... #...# #...# .#. ...#. #.#.. #.... #...#
#...# #...# #...# #...# #.... #.... #...# #...# .#. #..#. #..#. #.... #...#
#...# ####. .###. ####. ##### #.... .###. #...# ### .##.. #...# ##### #...#

N     O     P     Q     R     S     T     U     V     W     X     Y     Z
#...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...# #...# #####
##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...# #...# ....#
#.#.# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#. .#.#. ...#.
#.#.# #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#..
#..## #...# #.... #.#.# #.#.. ....# ..#.. #...# .#.#. #.#.# .#.#. ..#.. .#...
#...# #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...# ..#.. #....
#...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...# ..#.. #####

0     1   2     3     4     5     6     7     8     9
.###. .#. .###. .###. ...#. ##### .###. ##### .###. .###.
#...# ##. #...# #...# ..##. #.... #...# ....# #...# #...#
#...# .#. ....# ....# .#.#. ####. #.... ....# #...# #...#
#...# .#. ...#. ..##. #..#. ....# ####. ...#. .###. .####
#...# .#. ..#.. ....# ##### ....# #...# ..#.. #...# ....#
#...# .#. .#... #...# ...#. #...# #...# ..#.. #...# #...#
.###. ### ##### .###. ...#. .###. .###. ..#.. .###. .###.

.  ,  ! ?     ' -   : / + ( ) >    &     #     %     *           =
.. .. # .###. # ... . ..# ... .# #. #... .##.. .#.#. ##..# ..... ....
.. .. # #...# # ... # ..# ... #. .# .#.. #..#. .#.#. ##..# ..#.. ....
.. .. # ....# . ... # ..# .#. #. .# ..#. #.#.. ##### ...#. #.#.# ####
.. .. # ...#. . ### . .#. ### #. .# ...# .#... .#.#. ..#.. .###. ....
.. .. # ..#.. . ... . #.. .#. #. .# ..#. #.#.# ##### .#... #.#.# ####
## .# . ..... . ... # #.. ... #. .# .#.. #..#. .#.#. #..## ..#.. ....
## #. # ..#.. . ... # #.. ... .# #. #... .##.# .#.#. #..## ..... ....

Ñ     ¿     ¡ Á     É     Í   Ó     Ú     Ü
.##.# ..#.. # ...## ...## ..# ...## ...#. .#.#.
..... ..... . .##.. ###.. ... .##.. #.#.. .....
#...# ..#.. # #...# #.... ### #...# #...# #...#
##..# .#... # #...# ####. .#. #...# #...# #...#
#.#.# #.... # ##### #.... .#. #...# #...# #...#
#..## #...# # #...# #.... .#. #...# #...# #...#
#...# .###. # #...# ##### ### .###. .###. .###.
""",
    blank=3,
)
"""Seven pixels high: messages and the inning."""

SLIM: Final = replace(
    LARGE,
    blank=1,
    glyphs=LARGE.glyphs
    | _font(
        """
A    B    C    D    E   F   G    H   I J   K    L   N    O    P    Q    R    S
.##. ###. .##. ###. ### ### .##. #.# # ..# #..# #.. #..# .##. ###. .##. ###. .###
#..# #..# #..# #..# #.. #.. #..# #.# # ..# #..# #.. ##.# #..# #..# #..# #..# #...
#..# #..# #... #..# #.. #.. #... #.# # ..# #.#. #.. ##.# #..# #..# #..# #..# #...
#### ###. #... #..# ##. ##. #.## ### # ..# ##.. #.. #.## #..# ###. #..# ###. .##.
#..# #..# #... #..# #.. #.. #..# #.# # ..# #.#. #.. #.## #..# #... #..# #.#. ...#
#..# #..# #..# #..# #.. #.. #..# #.# # #.# #..# #.. #..# #..# #... #.#. #..# ...#
#..# ###. .##. ###. ### #.. .### #.# # .#. #..# ### #..# .##. #... .#.# #..# ###.

T   U    V   X   Y   Z   0    2    3    4    5    6    7    8    9    ?
### #..# #.# #.# #.# ### .##. .##. ###. ..#. #### .##. #### .##. .##. .##.
.#. #..# #.# #.# #.# ..# #..# #..# ...# .##. #... #... ...# #..# #..# #..#
.#. #..# #.# .#. #.# ..# #..# ...# ...# #.#. #... #... ...# #..# #..# ...#
.#. #..# #.# .#. .#. .#. #..# ..#. .##. #.#. ###. ###. ..#. .##. .### ..#.
.#. #..# #.# .#. .#. #.. #..# .#.. ...# #### ...# #..# ..#. #..# ...# .#..
.#. #..# .#. #.# .#. #.. #..# #... ...# ..#. #..# #..# .#.. #..# ...# ....
.#. .##. .#. #.# .#. ### .##. #### ###. ..#. .##. .##. .#.. .##. .##. .#..

Ñ    ¿    Á    É   Í   Ó    Ú    Ü
#### ..#. ..## ..# ..# ..## ..#. #..#
.... .... .#.. ##. ... .#.. #... ....
#..# ..#. #..# #.. ### #..# #..# #..#
##.# .#.. #..# ##. .#. #..# #..# #..#
##.# #... #### #.. .#. #..# #..# #..#
#.## #..# #..# #.. .#. #..# #..# #..#
#..# .##. #..# ### ### .##. .##. .##.
""",
        blank=1,
    ).glyphs,
)
"""`LARGE` in four columns a letter and less: words on eight rows, where the small fonts' letters are hard to tell."""

HUGE: Final = replace(
    LARGE,
    height=2 * LARGE.height,
    blank=2 * LARGE.blank,
    gap=2,
    glyphs={character: magnified(rows, 2, 2) for character, rows in LARGE.glyphs.items()},
)
"""`LARGE` at twice its size: short questions, to be read from across the table."""

HIGH: Final = replace(
    LARGE,
    height=2 * LARGE.height,
    glyphs={character: magnified(rows, 1, 2) for character, rows in LARGE.glyphs.items()},
)
"""`LARGE` at twice its height, for what is too wide at twice its size."""

SMALL: Final = _font(
    """
A   B   C   D   E   F   G   H   I   J   K   L   M     N    O   P   Q   R   S
.#. ##. .## ##. ### ### .## #.# ### ..# #.# #.. #...# #..# .#. ##. .#. ##. .##
#.# #.# #.. #.# #.. #.. #.. #.# .#. ..# ##. #.. ##.## ##.# #.# #.# #.# #.# #..
### ##. #.. #.# ##. ##. #.# ### .#. ..# #.. #.. #.#.# #.## #.# ##. #.# ##. .#.
#.# #.# #.. #.# #.. #.. #.# #.# .#. #.# ##. #.. #...# #..# #.# #.. ### #.# ..#
#.# ##. .## ##. ### #.. .## #.# ### .#. #.# ### #...# #..# .#. #.. ..# #.# ##.

T   U   V   W     X   Y   Z   0   1   2   3   4   5   6   7   8   9
### #.# #.# #...# #.# #.# ### ### .#. ### ### #.# ### ### ### ### ###
.#. #.# #.# #...# #.# #.# ..# #.# ##. ..# ..# #.# #.. #.. ..# #.# #.#
.#. #.# #.# #.#.# .#. .#. .#. #.# .#. ### .## ### ### ### ..# ### ###
.#. #.# #.# ##.## #.# .#. #.. #.# .#. #.. ..# ..# ..# #.# ..# #.# ..#
.#. ### .#. #...# #.# .#. ### ### ### ### ### ..# ### ### ..# ### ###

.  ,  ! ?   ' -   : / + ( ) >   &   #   %   *         =
.. .. # ### # ... . ..# ... .# #. #.. ##. #.# #.# ... ...
.. .. # ..# # ... # ..# .#. #. .# .#. ##. ### ..# #.# ###
.. .. # .#. . ### . .#. ### #. .# ..# ### #.# .#. .#. ...
## .# . ... . ... # #.. .#. #. .# .#. #.# ### #.. #.# ###
## #. # .#. . ... . #.. ... .# #. #.. .## #.# #.# ... ...

Ñ    ¿   ¡
#### .#. #
.... ... .
##.# .#. #
#.## #.. #
#..# ### #
""",
    blank=2,
)
"""Five pixels high: teams' initials, the names of colours."""

TINY: Final = replace(
    SMALL,
    blank=1,
    glyphs=SMALL.glyphs
    | {
        "I": ("#", "#", "#", "#", "#"),
        "1": (".#", "##", ".#", ".#", ".#"),
        "M": ("###", "###", "#.#", "#.#", "#.#"),
        "N": ("##.", "#.#", "#.#", "#.#", "#.#"),
        "Ñ": ("###", "...", "##.", "#.#", "#.#"),
        "W": ("#.#", "#.#", "#.#", "###", "###"),
    },
)
"""`SMALL` with no letter wider than three pixels, for where it would not fit."""

FONTS: Final[Mapping[str, Font]] = {
    "tall": TALL,
    "tall-narrow": TALL_NARROW,
    "huge": HUGE,
    "high": HIGH,
    "bold": BOLD,
    "narrow": NARROW,
    "large": LARGE,
    "slim": SLIM,
    "small": SMALL,
    "tiny": TINY,
}
"""By the names that a layout uses."""
