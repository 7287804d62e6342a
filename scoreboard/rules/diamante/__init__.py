"""Baseball Diamante, the stadium game, room by room: pitching, running, fielding, buttons."""

from scoreboard.rules.diamante.law import apply, check
from scoreboard.rules.diamante.said import read_out

__all__ = ["apply", "check", "read_out"]
