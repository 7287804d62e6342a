"""Where the bases are on the path (D1): six places from one to the next."""

FIRST, SECOND, THIRD, HOME = 6, 12, 18, 24
"""The batter's box is 0."""
