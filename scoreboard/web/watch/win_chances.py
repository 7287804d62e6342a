"""Who was likely to win, play by play, for a graph: the chances after every play, and the swings in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from scoreboard.commentary.chances import PlayChances, biggest_swings, uncounted_message
from scoreboard.commentary.story import BestPlay, swung
from scoreboard.language import Language
from scoreboard.rules.history import History

DIGITS = 4
"""Of a chance."""


class ChanceAfterPlay(Struct, frozen=True):
    """Who was likely to win after a play, or after a `set`.

    Attributes:
        line: the number of its last line.
        inning: in which it was.
        half: likewise.
        home: the chance that Home win, 0 to 1.
    """

    line: int
    inning: int
    half: Literal["top", "bottom"]
    home: float


class GameChances(Struct, frozen=True, omit_defaults=True):
    """The chances of a game.

    Attributes:
        game: its number.
        began: the chance that Home win before the first play; null where no chances are known.
        plays: every play, and every `set` that changed the chances; none where they are not known.
        swings: the plays that changed the chances most, in the order in which they were played.
        without: why none are known, where they do not count a rule of the house; else empty.
    """

    game: int
    began: float | None
    plays: tuple[ChanceAfterPlay, ...]
    swings: tuple[BestPlay, ...]
    without: str = ""


def game_chances(number: int, played: Sequence[PlayChances], history: History, language: Language) -> GameChances:
    """The chances of game ``number``, of its plays and corrections."""
    swings = sorted(biggest_swings(each for each in played if not each.corrected), key=lambda play: play.number)
    return GameChances(
        game=number,
        began=round(played[0].was.home, DIGITS) if played else None,
        plays=tuple(
            ChanceAfterPlay(play.number, play.before.inning, play.before.half, round(play.now.home, DIGITS))
            for play in played
        ),
        swings=tuple(swung(play, language) for play in swings),
        without=language.say(uncounted_message(history.game)),
    )
