"""The picture of the scoreboard: a game in, a picture out, and nothing remembered between two pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PIL import Image

from scoreboard.display.layout_files import SHIPPED_LAYOUTS, PanelLayouts
from scoreboard.display.message_pictures import question_picture
from scoreboard.display.palette import DARK
from scoreboard.display.panel_scene import NO_SHORTS, Innings, PanelScene, Say, no_innings
from scoreboard.language import ENGLISH

if TYPE_CHECKING:
    from scoreboard.display.message_pictures import Question
    from scoreboard.rules.state import Game


def draw(  # noqa: PLR0913 - by name, and all but the first with a default
    game: Game,
    size: tuple[int, int] = (64, 16),
    *,
    question: Question | None = None,
    tick: int = 0,
    say: Say = ENGLISH,
    innings: Callable[[], Innings] = no_innings,
    layouts: PanelLayouts = SHIPPED_LAYOUTS,
    shorts: Mapping[str, str] = NO_SHORTS,
) -> Image.Image:
    """The picture of ``game``, an RGB image of ``size``.

    Args:
        game: the state to show.
        size: width and height of the panel in pixels, one of ``layouts``.
        question: about an unsure reading; it takes the whole panel.
        tick: counts half seconds; drives what blinks and what takes turns.
        say: words what is written, in the owner's language.
        innings: gives the runs by inning, for a layout that shows them.
        layouts: those that ship, or with an owner's.
        shorts: the letters that an owner chose for a team of that name.

    Raises:
        UnknownPanelSizeError: if there is no layout for ``size``.
        LayoutError: if its file has a mistake.
    """
    layout = layouts[size]
    if question is not None:
        return question_picture(question, size, tick=tick, say=say)
    picture = Image.new("RGB", size, DARK)
    scene = PanelScene(game, tick, say, innings, layout.colors, layout.since(game, tick), shorts)
    for field in layout.fields(game, tick):
        field.paint(picture, scene)
    return picture
