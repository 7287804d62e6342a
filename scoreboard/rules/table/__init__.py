"""The table games: six-sided dice, a table, and men on three bases."""

from scoreboard.rules.table.law import LAW, NOT_NOW, read_out
from scoreboard.rules.table.tables import TABLES, find_play

__all__ = ["LAW", "NOT_NOW", "TABLES", "find_play", "read_out"]
