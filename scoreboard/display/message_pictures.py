"""Pictures that take the whole panel: a short message, and a question about a die.

Rule kept here: no message is cut. What does not fit is scrolled line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from scoreboard.display.fields import stamp_centred
from scoreboard.display.fonts import LARGE, SMALL, TINY, plain
from scoreboard.display.palette import AMBER, CHALK, DARK, panel_color
from scoreboard.display.panel_scene import Say
from scoreboard.display.pixels import magnified, stamp
from scoreboard.display.text_layout import Size, asked, in_largest_font, listed, scrolled
from scoreboard.language import ENGLISH
from scoreboard.message import Message, message
from scoreboard.rules.state import CHIP, DICE

_NARROW, _WIDE = 32, 128
"""Columns of panels with less room than usual, and with more."""
_TELLING = 3
"""Letters of a name below which it tells nothing, and is left out."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about an unsure reading, and the answer offered; OK accepts it, NEXT offers another (D55).

    Attributes:
        color: the die's, or ``chip``.
        value: the answer offered, 1 to 10 for a die, ``hit`` or ``out`` for the chip; None while none is.
        dice: of how many dice it is one; 0 for a die alone.
        known: what the dice before it showed.
    """

    color: str
    value: int | str | None = None
    dice: int = 0
    known: tuple[int, ...] = ()


def message_picture(
    text: str, size: Size = (64, 16), *, tick: int = 0, ok: bool = False, color: str | None = None
) -> Image.Image:
    """``text`` in capitals, an RGB picture of ``size``.

    It has one line, or as many as fit on the panel; more are scrolled by one line every three ticks, again and again.

    Args:
        text: of the message.
        size: width and height of the panel in pixels.
        tick: counts half seconds; drives what scrolls and what blinks.
        ok: the button OK accepts it. A ``?`` at its end is amber and blinks, or an ``OK`` if it has none, or a line
            beneath where that needs another line. It has the largest font in which it fits, a small one before it is
            scrolled.
        color: of the letters, as a set-up names it, for a message about a team's die.
    """
    capitals = plain(text)
    if ok:
        block = asked(capitals, size)
    elif color is None and size[0] < _WIDE:
        block = scrolled(capitals, size)
    else:
        block = in_largest_font(capitals, size)
    return replace(block, color=CHALK if color is None else panel_color(color)).draw(size, tick)


def list_picture(entries: Sequence[str], size: Size = (64, 16), *, share: float = 0.0) -> Image.Image:
    """Entries of a list in capitals, an RGB picture of ``size``; page after page by the ``share`` of its time."""
    blocks = listed(tuple(map(plain, entries)), size)
    return blocks[int(share * len(blocks))].draw(size, 0)


def question_picture(question: Question, size: Size = (64, 16), *, tick: int = 0, say: Say = ENGLISH) -> Image.Image:
    """``question`` as an RGB picture of ``size``: whose die, the answer offered, and a question mark that blinks."""
    picture = Image.new("RGB", size, DARK)
    width, height = size
    color = panel_color(question.color)
    times = min(height // LARGE.height, width // 32)
    answer = "" if question.value is None else plain(say(message("panel.answer", face=question.value), "panel"))
    big, mark = (magnified(LARGE.write(text), times, times) for text in (answer, "?"))
    stamp(picture, mark, (width - len(mark[0]), (height - len(mark)) // 2), AMBER if tick % 2 == 0 else DARK)
    left = width - len(mark[0]) - len(big[0]) - 2
    stamp(picture, big, (left, (height - len(big)) // 2), color)
    room = left if width > _NARROW else left - 2
    if question.dice:
        _write_which(picture, question, (room, height), say)
        return picture
    name = plain(say(_named(question.color), "panel"))
    while TINY.width(name) > room:
        name = name[:-1]
    if len(name) >= _TELLING:
        stamp_centred(picture, name, (0, 0, room, height), (LARGE, SMALL, TINY), color)
    return picture


def _write_which(picture: Image.Image, question: Question, room: Size, say: Say) -> None:
    """Which die of a roll it is, and what those before it showed, where there is room for two lines."""
    width, height = room
    nth, color = len(question.known) + 1, panel_color(question.color)
    known = " ".join(map(str, question.known)) if height >= 2 * SMALL.height + 2 else ""
    title = plain(say(message("panel.asked.die-of", nth=nth, dice=question.dice), "panel"))
    text = title if TINY.width(title) <= width else f"{nth}/{question.dice}"
    rows = height // 2 if known else height
    stamp_centred(picture, text, (0, 0, width, rows), (LARGE, SMALL, TINY), color)
    if known:
        stamp_centred(picture, known, (0, rows, width, height - rows), (LARGE, SMALL, TINY), CHALK)


def _named(what: str) -> Message:
    """What is asked about, as a panel names it."""
    # one of: panel.asked.chip, panel.asked.dice
    return message(f"panel.asked.{what}") if what in {CHIP, DICE} else message("panel.die", color=what)
