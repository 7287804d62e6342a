"""The face: a game's state in, a picture out. Pure; the picture is shown by whoever holds a panel."""

from scoreboard.display.draw import draw
from scoreboard.display.errors import FaceError, UnknownPanelSizeError
from scoreboard.display.layouts import LAYOUTS
from scoreboard.display.leds import leds
from scoreboard.display.messages import Question, message
from scoreboard.display.palette import lit

__all__ = ["LAYOUTS", "FaceError", "Question", "UnknownPanelSizeError", "draw", "leds", "lit", "message"]
