"""State change -> words and sounds."""

from scoreboard.voice.asking import asked, default_told, panel_words
from scoreboard.voice.corrected import MARK, Corrected, corrected
from scoreboard.voice.named import named, short
from scoreboard.voice.sounds import Sound, sound
from scoreboard.voice.who import who_is_up
from scoreboard.voice.words import describe, scoreline

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
