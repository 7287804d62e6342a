"""The face: a game's state in, a picture out. Pure; the picture is shown by whoever holds a panel."""

from scoreboard.display.draw import draw
from scoreboard.display.errors import DisplayError, UnknownPanelSizeError
from scoreboard.display.layouts import LAYOUTS
from scoreboard.display.leds import led_picture
from scoreboard.display.messages import Question, message_picture
from scoreboard.display.palette import monochrome

__all__ = [
    "LAYOUTS",
    "DisplayError",
    "Question",
    "UnknownPanelSizeError",
    "draw",
    "led_picture",
    "message_picture",
    "monochrome",
]
