"""State change -> words and sounds."""

from scoreboard.commentary.corrections import MARK, Corrected, corrected
from scoreboard.commentary.english import describe, scoreline
from scoreboard.commentary.line_names import named, short
from scoreboard.commentary.lineup import who_is_up
from scoreboard.commentary.prompts import asked, default_told, panel_words
from scoreboard.commentary.sounds import Sound, sound

__all__ = [
    "MARK",
    "Corrected",
    "Sound",
    "asked",
    "corrected",
    "default_told",
    "describe",
    "named",
    "panel_words",
    "scoreline",
    "short",
    "sound",
    "who_is_up",
]
