"""Figures of a game: box score and odds."""
