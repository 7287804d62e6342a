"""Errors of drawing; each leaf says what to do about it."""

from __future__ import annotations

from scoreboard.errors import ScoreboardError


class DisplayError(ScoreboardError):
    """The root of this package."""


class UnknownPanelSizeError(DisplayError, ValueError):
    """There is no layout for a panel of that size; names the sizes there are."""


class LayoutError(DisplayError, ValueError):
    """A layout's file has a mistake: names the file, the key and what would be right."""
