"""Errors of drawing; each leaf says what to do about it."""

from __future__ import annotations

from scoreboard.errors import ScoreboardError


class DisplayError(ScoreboardError):
    """The root of this package."""


class UnknownPanelSizeError(DisplayError, ValueError):
    """There is no layout for a panel of that size; names the sizes there are."""
