"""The best moments of a game: home runs, grand slams, double and triple plays, a walk-off.

Rule kept here: what was a moment is asked of `scoreboard.display.moments`, of the game as it counts at the end; so what
was put right or taken back since is no moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from scoreboard.commentary import facts_of
from scoreboard.display.moments import moments_of
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.rules.history import History, begin, judge, judged_lines
from scoreboard.web.state.reviews import address

BEST: Final = ("walk-off", "grand-slam", "triple-play", "home-run", "double-play")
"""Those that are told, the best first."""
MOST: Final = 6


class BestMoment(Struct, frozen=True):
    """A moment.

    Attributes:
        line: the number of the line.
        kind: such as ``home-run``.
        title: the same, in words.
        inning: its number.
        half: ``top`` or ``bottom``.
        told: what happened, in words.
        picture: where the throw can be seen; null where no picture is kept.
        clip: where the seconds before can be seen; likewise.
    """

    line: int
    kind: str
    title: str
    inning: int
    half: str
    told: str
    picture: str | None
    clip: str | None


def best_moments(game: int, history: History, kept: frozenset[int], language: Language) -> tuple[BestMoment, ...]:
    """The best moments of a game, in its order; of the lines in ``kept`` there are pictures."""
    found = sorted(_moments(game, history, kept, language), key=lambda each: BEST.index(each.kind))
    return tuple(sorted(found[:MOST], key=lambda each: each.line))


def _moments(game: int, history: History, kept: frozenset[int], language: Language) -> Iterator[BestMoment]:
    now = begin(history.setup, history.beginning.house)
    for each in judged_lines(history):
        if each.refused is not None:
            continue
        before, now = now, judge(now, each.line).history
        kinds = {moment.name for moment in moments_of(before.game, each.line, now)}
        kind = next((name for name in BEST if name in kinds), None)
        if kind is None:
            continue
        where = address(game, each.number) if each.number in kept else None
        # one of: page.best.double-play, page.best.grand-slam, page.best.home-run, page.best.triple-play
        # one of: page.best.walk-off
        title, sentence = message(f"page.best.{kind}"), facts_of(before.game, each.line, now.game)
        yield BestMoment(
            each.number, kind, language.say(title), before.game.inning, before.game.half, language.say(sentence),
            where and f"{where}/picture", where and f"{where}/clip",
        )  # fmt: skip
