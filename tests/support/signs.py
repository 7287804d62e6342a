"""The pitches of Four-Dice Baseball under each sign, which take a second or two to make: once for a worker's tests."""

from __future__ import annotations

from functools import cache

from scoreboard.stats.sign_chain import SignChain


@cache
def chain() -> SignChain:
    """It is only read."""
    return SignChain()
