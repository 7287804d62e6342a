"""Who was likely to win, after every play of a game: what `stadium games NUMBER` adds to the box score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scoreboard.commentary import when
from scoreboard.commentary.chances import PlayChances, biggest_swings, percent, swing_said
from scoreboard.language import Language
from scoreboard.message import message


def lines(played: Sequence[PlayChances], language: Language) -> Iterator[str]:
    """Home's chance to win in each half-inning, play by play, and the biggest swings."""
    if not played:
        return
    title = message("chances.title", team=played[-1].after.team("home").name)
    yield f"\n{language.say(title)}"
    halves = groupby(played, lambda play: language.say(when(play.before)))
    yield from (f"{half:4}{' '.join(f'{percent(play.now.home):3}' for play in each)}" for half, each in halves)
    if swings := biggest_swings(played):
        yield f"\n{language.say(message('chances.swings'))}"
        yield from (f"{language.say(when(play.before)):4}{language.say(swing_said(play))}" for play in swings)
