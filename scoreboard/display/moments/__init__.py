"""Moments: what a play is celebrated with on the panel, for one to four seconds.

Theory of operation. `frame` is a pure function of the moment, the panel's size and the time since it began; nothing is
remembered between two frames. `firmware.play.faces.moment_player` shows them one after the other.

1. `chosen` asks the scorebook what a line of the record made happen, and says which moments that brings.
2. A moment is a file in `shipped`, or an owner's own (`moment_files`): how many seconds, and parts.
3. A part (`parts`, `effects`) knows when and where it is seen: text, a picture that moves, a light that runs round the
   diamond, a wipe, sparks. It adapts to the panel, so that one file serves all sizes.
"""

from __future__ import annotations

from PIL import Image

from scoreboard.display.moments.chosen import Celebration, moments_of
from scoreboard.display.moments.moment_files import NAMES, SHIPPED_MOMENTS, Name, PanelMoments
from scoreboard.display.moments.parts import Happening, Shot, Text
from scoreboard.display.palette import DARK
from scoreboard.display.panel_scene import PanelScene, Say
from scoreboard.rules.state import Game

__all__ = [
    "NAMES",
    "SHIPPED_MOMENTS",
    "Celebration",
    "Happening",
    "Name",
    "PanelMoments",
    "Text",
    "frame",
    "moments_of",
]


def frame(  # noqa: PLR0913 - what a frame depends on
    moment: Celebration,
    size: tuple[int, int],
    elapsed_s: float,
    game_before: Game,
    game_after: Game,
    say: Say,
    *,
    moments: PanelMoments = SHIPPED_MOMENTS,
) -> Image.Image | None:
    """The picture of ``moment`` so many seconds after it began, an RGB image of ``size``; None once it is over.

    Args:
        moment: what is celebrated.
        size: width and height of the panel in pixels; any.
        elapsed_s: seconds since it began.
        game_before: the state that the play met: its teams and their colours, where the animation wants those.
        game_after: the state that it led to.
        say: words what is written.
        moments: the animations that ship, or with an owner's.
    """
    shown = moments[moment.name]
    if not 0 <= elapsed_s < shown.seconds:
        return None
    scene = PanelScene(game_before if shown.teams == "before" else game_after, say=say, colors=shown.colors)
    picture = Image.new("RGB", size, DARK)
    for part in shown.parts:
        part.show(picture, Shot(moment.what, scene, elapsed_s, 0.0), shown.seconds)
    return picture
