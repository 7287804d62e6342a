"""What is told of a whole game costs in proportion to its lines, however many innings are played."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from random import Random
from types import FrameType

import pytest
from support.scoring import SETUP

from scoreboard.commentary.story import box_report, story
from scoreboard.language import language
from scoreboard.record import steps_of
from scoreboard.rules.events import Amend, RulesName, Setup
from scoreboard.rules.history import History, begin, judge
from scoreboard.stats import win_probability
from scoreboard.stats.half_throws import random_event
from scoreboard.web.state.reviews import line_in_play
from scoreboard.web.watch.best_moments import best_moments
from scoreboard.web.watch.corrected_plays import corrected_play_by_play

ENGLISH = language("en")
SHORT, LONG = 12, 36
"""Half-innings."""
VIEWS: dict[str, Callable[[History], object]] = {
    "box": lambda history: box_report(1, history),
    "story": lambda history: story(1, steps_of(history), ENGLISH),
    "states": lambda history: list(corrected_play_by_play(tuple(steps_of(history)))),
    "best moments": lambda history: best_moments(1, history, frozenset(), ENGLISH),
    "review": lambda history: line_in_play(steps_of(history), 3),
}


def game_of(halves: int, rules: RulesName) -> History:
    """A game of so many half-innings, with a line amended."""
    lots = Random(4)  # noqa: S311 - lots are no secret
    innings = halves // 2
    history = begin(Setup(rules=rules, innings=innings, away=SETUP.away, home=SETUP.home))
    while not history.game.over and history.game.inning <= innings:
        history = judge(history, random_event(history.game, lots)).history
    return judge(history, Amend(line=2, as_=None)).history


def calls_of(view: Callable[[], object]) -> int:
    """How many functions it calls; what was worked out before is forgotten."""
    for each in vars(win_probability).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()
    calls = 0

    def count(_: FrameType, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        view()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("rules", ["diamante-major", "two-dice"])
@pytest.mark.untraced
def test_a_view_costs_in_proportion_to_the_game(view: str, rules: RulesName) -> None:
    """Three times as long a game takes three times as many steps; nothing grows with the square."""
    short, long = (game_of(halves, rules) for halves in (SHORT, LONG))
    for each in (short, long):
        VIEWS[view](each)  # so that nothing is loaded while it is counted
    few, many = (calls_of(partial(VIEWS[view], each)) for each in (short, long))
    assert many / few < 1.3 * long.number / short.number
