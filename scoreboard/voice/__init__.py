"""State change -> words."""

from scoreboard.voice.words import describe

__all__ = ["describe"]
