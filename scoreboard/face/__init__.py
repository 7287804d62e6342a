"""The face: a game's state in, a picture out. Pure; the picture is shown by whoever holds a panel."""

from scoreboard.face.board import draw
from scoreboard.face.errors import FaceError, UnknownPanelSizeError
from scoreboard.face.layouts import LAYOUTS
from scoreboard.face.leds import leds
from scoreboard.face.notices import Question, message
from scoreboard.face.palette import lit

__all__ = ["LAYOUTS", "FaceError", "Question", "UnknownPanelSizeError", "draw", "leds", "lit", "message"]
