"""The picture of the scoreboard: a game in, a picture out, and nothing remembered between two pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image

from scoreboard.commentary import die_words
from scoreboard.display.errors import UnknownPanelSizeError
from scoreboard.display.fields import Label
from scoreboard.display.layouts import LAYOUTS, LayoutField, PanelLayout
from scoreboard.display.lineup import Corner
from scoreboard.display.message_pictures import message_picture, question_picture
from scoreboard.display.palette import DARK
from scoreboard.display.words import Say
from scoreboard.language import ENGLISH

if TYPE_CHECKING:
    from scoreboard.display.message_pictures import Question
    from scoreboard.rules.state import Game

_TICKS_PER_TURN = 6
"""Half seconds that words stay, and then the board: of a game over that may be taken back, of a die that is due."""


def draw(
    game: Game,
    size: tuple[int, int] = (64, 16),
    *,
    question: Question | None = None,
    tick: int = 0,
    say: Say = ENGLISH,
) -> Image.Image:
    """The picture of ``game``, an RGB image of ``size``.

    Args:
        game: the state to show.
        size: width and height of the panel in pixels, one of `LAYOUTS`.
        question: about an unsure reading; it takes the whole panel.
        tick: counts half seconds; drives what blinks.
        say: words what is written, in the language of the table.

    Raises:
        UnknownPanelSizeError: if there is no layout for ``size``.
    """
    layout = find_layout(size)
    if question is not None:
        return question_picture(question, size, tick=tick, say=say)
    if game.phase == "low-high" and tick // _TICKS_PER_TURN % 2 == 0:
        return message_picture(say(die_words(game), "panel"), size, tick=tick)
    picture = Image.new("RGB", size, DARK)
    for field in layout.always + _fields_of_state(layout, game, tick):
        if isinstance(field, Label | Corner):
            field.paint(picture, game, tick, say)
        else:
            field.paint(picture, game, tick)
    return picture


def find_layout(size: tuple[int, int]) -> PanelLayout:
    """The layout for a panel of ``size``.

    Raises:
        UnknownPanelSizeError: if there is none.
    """
    try:
        return LAYOUTS[size]
    except KeyError:
        known = ", ".join(f"{width}x{height}" for width, height in LAYOUTS)
        raise UnknownPanelSizeError(f"no face for a panel of {size[0]}x{size[1]}: choose {known}") from None


def _fields_of_state(layout: PanelLayout, game: Game, tick: int) -> tuple[LayoutField, ...]:
    """The fields of the situation. A game won on a default answer may still change (D32): then both take turns."""
    open_choice = len(game.options) > 1 and tick // _TICKS_PER_TURN % 2
    return layout.over if game.over and not open_choice else layout.playing
