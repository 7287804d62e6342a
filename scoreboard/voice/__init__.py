"""State change -> words."""

from scoreboard.voice.corrected import MARK, Corrected, corrected
from scoreboard.voice.words import describe

__all__ = ["MARK", "Corrected", "corrected", "describe"]
