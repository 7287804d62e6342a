"""Baseball Diamante, the stadium game, room by room: pitching, running, fielding, buttons."""

from scoreboard.rules.diamante.law import LAW, NOT_NOW, check
from scoreboard.rules.diamante.prompts import read_out

__all__ = ["LAW", "NOT_NOW", "check", "read_out"]
