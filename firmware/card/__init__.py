"""A card that installs the scoreboard by itself: what is laid on it, and what is done when it has started.

Rule kept here: nothing but Python's own library is imported, for `make card` runs this from a fresh clone.
"""
