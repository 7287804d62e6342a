"""State change -> words and sounds."""

from scoreboard.voice.sounds import Sound, sound
from scoreboard.voice.words import describe

__all__ = ["Sound", "describe", "sound"]
