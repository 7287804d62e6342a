"""The networks' output channels by name, and what their classes mean, for training and for reading.

Another layout needs networks trained for it.
"""

from __future__ import annotations

DIGITS = 10
"""Classes 0 to 9 come first wherever digits are scored."""
HIT, OUT, NEITHER = 10, 11, 12
"""The token classifier's classes beyond the digits."""
NO_NUMERAL = 10
"""The upright classifiers' class for a numeral that is not upright, has two digits, or is of a die that is not read."""
KINDS = ("d10", "d6", "pips", "chip", "other", "none")
"""What a token may be: ``d6`` has numerals, ``other`` is a die that is neither d10 nor d6, ``none`` is no token."""
D10_KIND, D6_KIND, PIPS_KIND, CHIP_KIND, OTHER_KIND, NO_KIND = range(len(KINDS))


class DetectorOutputLayout:
    """Channels of ``finder``, one answer per cell: objectness logit, then distances to the box's four edges."""

    OBJECTNESS = 0
    EDGES = slice(1, 5)
    CHANNELS = 5


class TokenOutputLayout:
    """Channels of ``whole``, the token classifier. Positions are in quarters of the view, from its centre."""

    LABELS = slice(0, 13)
    """Scores of 0 to 9, HIT, OUT and NEITHER."""
    UP = slice(13, 15)
    """From the numeral's foot to its head, x and y, of any length."""
    CENTRE = slice(15, 17)
    """The numeral's, x and y."""
    LOG_HEIGHT = 17
    """The numeral's, as a fraction of the view."""
    POSITION = slice(15, 18)
    BOX = slice(18, 22)
    """Left, top, right and bottom of the silhouette."""
    PIPS = slice(22, 28)
    """Scores of one to six pips."""
    KINDS = slice(28, 34)
    """Scores of `vision.recognition.outputs.KINDS`."""
    CHANNELS = 34


class UprightOutputLayout:
    """Channels of ``close`` and ``face``, the numeral and the face classifier, which see the numeral upright."""

    DIGITS = slice(0, 10)
    """Scores of 0 to 9."""
    LABELS = slice(0, 11)
    """The same and that of NO_NUMERAL."""
    PIPS = slice(11, 17)
    """Scores of one to six pips."""
    CHANNELS = 17
