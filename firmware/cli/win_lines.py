"""Who was likely to win, after every play of a game: what `stadium games NUMBER` adds to the box score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scoreboard.commentary import PENCIL, half_inning
from scoreboard.commentary.chances import PlayChances, biggest_swings, percent, swing_message
from scoreboard.language import Language
from scoreboard.message import message


def lines(played: Sequence[PlayChances], language: Language) -> Iterator[str]:
    """Home's chance to win in each half-inning, play by play, the biggest swings, and what corrections did to it."""
    if not played:
        return
    title = message("chances.title", team=played[-1].after.team("home").name)
    yield f"\n{language.say(title)}"
    halves = groupby(played, lambda play: language.say(half_inning(play.before)))
    yield from (f"{half:4}{' '.join(map(_chance, each))}" for half, each in halves)
    corrections = [each for each in played if each.corrected]
    yield from _listed_swings("chances.swings", biggest_swings(each for each in played if not each.corrected), language)
    yield from _listed_swings("chances.corrections", corrections, language)


def _chance(play: PlayChances) -> str:
    return f"{PENCIL if play.corrected else ''}{percent(play.now.home):3}"


def _listed_swings(title: str, played: Sequence[PlayChances], language: Language) -> Iterator[str]:
    if played:
        yield f"\n{language.say(message(title))}"
        yield from (f"{language.say(half_inning(play.before)):4}{language.say(swing_message(play))}" for play in played)
