"""What is heard of a play: from the field, from the umpire and from a crowd that is for Home."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from support.scoring import SETUP

from scoreboard.commentary import Sound, sounds
from scoreboard.commentary.sounds import SOUNDS
from scoreboard.language import language
from scoreboard.rules import apply, start
from scoreboard.rules.events import Chip, Die, Press
from scoreboard.rules.state import SECOND, Game, Runner

GAME = start(SETUP)
BOTTOM = apply(apply(apply(GAME, Press(button="out")), Press(button="out")), Press(button="out"))
PITCH, MISS, FLY = Die(color="blue", value=6), Die(color="red", value=3), Die(color="red", value=8)
TO_THIRD_OUT = [
    *[Press(button="out")] * 2,
    *(Die(color="blue", value=3), Die(color="red", value=7), Chip(face="hit"), Die(color="white", value=3)),
]


def heard(lines: list[Any], at: Game = GAME) -> tuple[Sound, ...]:
    """What is heard of the last of these lines."""
    before = after = at
    for line in lines:
        before, after = after, apply(after, line)
    return sounds(before, lines[-1], after)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([PITCH], ()),
        ([PITCH, MISS], ("pop", "strike")),
        ([PITCH, FLY], ("crack",)),
        ([PITCH, FLY, Chip(face="hit")], ("safe", "murmur")),
        ([PITCH, FLY, Chip(face="out")], ("pop", "out", "cheer")),
        ([Press(button="homerun")], ("crack", "homerun", "groan")),
        ([Press(button="out")], ("out", "cheer")),
        ([Press(button="run")], ("murmur",)),
        ([Press(button="strike")], ("pop", "strike")),
        ([Press(button="strike")] * 3, ("pop", "out", "cheer")),
        ([Press(button="ball")], ("pop", "ball")),
        ([Press(button="ball")] * 4, ("safe", "murmur")),
        ([Press(button="out")] * 3, ("organ", "out", "cheer")),
        ([*TO_THIRD_OUT, Die(color="blue", value=8)], ("organ", "out", "cheer")),
        ([*TO_THIRD_OUT, Die(color="blue", value=8), Press(button="next")], ()),
    ],
)
def test_a_play_sounds_as_what_happened(lines: list[Any], expected: tuple[Sound, ...]) -> None:
    """A hit cracks, a strike pops; of several calls the last is heard; a crowd of Home's enjoys the visitors' outs."""
    assert expected == heard(lines)


def test_the_crowd_is_for_home() -> None:
    """Home's run is cheered and its out is groaned at."""
    assert ("crack", "homerun", "cheer") == heard([Press(button="homerun")], BOTTOM)[:3]
    assert ("out", "groan") == heard([Press(button="out")], BOTTOM)


def test_a_rally_of_home_has_the_organ_play() -> None:
    """As a batter comes up with a man on second or third base; not for the visitors."""
    on_second = (Runner(place=SECOND),)
    rally = heard([Press(button="out")], replace(BOTTOM, men=on_second, fresh=False))
    visitors = heard([Press(button="out")], replace(GAME, men=on_second, fresh=False))
    assert (("out", "groan", "charge"), ("out", "cheer")) == (rally, visitors)


def test_the_end_is_a_fanfare_and_the_crowd_knows_for_whom() -> None:
    """A walk-off is cheered, a lost game groaned at."""
    last = replace(BOTTOM, inning=BOTTOM.last)
    assert ("crack", "homerun", "fanfare", "cheer") == heard([Press(button="homerun")], last)
    assert ("fanfare", "out", "groan") == heard([Press(button="out")], replace(last, outs=2, away=1))


def test_what_was_taken_back_is_silent() -> None:
    """Corrections are called, not cheered."""
    after = apply(GAME, Press(button="out"))
    assert () == sounds(after, Press(button="undo"), GAME)


def test_every_fact_with_a_sound_is_one() -> None:
    """A key that no play by play has would never be heard."""
    english = language("en")
    assert [] == [key for key in SOUNDS if not english.has(key, "sentence")]
