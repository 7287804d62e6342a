"""The table games: dice, a table, and men on three bases."""

from scoreboard.rules.table.law import LAW, NOT_NOW, find_effect, read_out

__all__ = ["LAW", "NOT_NOW", "find_effect", "read_out"]
