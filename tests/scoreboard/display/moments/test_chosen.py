"""Which moment a line of the record gets."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.moments import GAMES, moments_in, table_of
from support.rules import MAJOR, read

from scoreboard.display.moments import NAMES, moments_of
from scoreboard.rules import RULE_SETS
from scoreboard.rules.history import begin, judge


def names(words: str) -> list[str]:
    """The moments of the last of these lines."""
    history = begin(replace(MAJOR, innings=9))
    *earlier, last = words.split()
    for word in earlier:
        history = judge(history, read(word)).history
    before, line = history.game, read(last)
    judged = judge(history, line)
    assert judged.refused is None, judged.refused
    return [moment.name for moment in moments_of(before, line, judged.history)]


CASES = {
    "blue1": ["ball"],
    "blue7": ["strike-called"],
    "blue9 red7": ["helmet", "strike-swinging"],
    "press:strike": ["strike-swinging"],
    "blue8 red7": ["helmet", "foul"],
    "set:strikes=2 blue7": ["strikeout"],
    "set:strikes=2,outs=2 blue7": ["strikeout", "side-change"],
    "press:out": ["out"],
    "set:balls=3 blue1": ["walk"],
    "set:balls=3,runners=18+12+6 blue1": ["walk", "run"],
    "blue3 red6": ["helmet"],
    "blue3 red6 hit": ["hit"],
    "blue3 red6 caught": ["out"],
    "blue3 call:bunt red2": ["helmet", "bunt"],
    "blue3 red9 red9": ["helmet", "home-run"],
    "set:runners=18+12+6 blue3 red9 red9": ["helmet", "grand-slam"],
    "set:inning=9,half=bottom,away=1,home=1 press:homerun": ["home-run", "walk-off"],
    "set:inning=9,half=bottom,away=2,home=1,outs=2 press:out": ["out", "final"],
    "set:inning=9,half=bottom,away=1,home=1,outs=2 press:out": ["out", "extra-innings"],
    "press:out blue3 red6": [],
    "blue3 red6 hit white3": ["helmet"],
    "press:run": ["run"],
    "press:ball press:undo": [],
    "set:balls=2": [],
}


@pytest.mark.parametrize(("words", "moments"), CASES.items())
def test_a_line_has_its_moments(words: str, moments: list[str]) -> None:
    """The play itself comes first, then what it led to; what corrects has none."""
    assert moments == names(words)


@pytest.mark.parametrize("record", GAMES, ids=lambda record: record.stem)
def test_every_golden_game_is_celebrated_as_ever(record: Path) -> None:
    """The moments of all golden games are pinned; `PYTHONPATH=tests python -m support.moments` writes them anew."""
    assert table_of(record).read_text(encoding="ascii") == moments_in(record)


def test_the_golden_games_have_every_moment() -> None:
    """No moment is one that no game ever brings."""
    seen = {name for record in GAMES for name in table_of(record).read_text(encoding="ascii").split()}
    assert set(NAMES) <= seen


@pytest.mark.untraced
def test_every_game_is_celebrated() -> None:
    """Each rule set has a golden game with moments."""
    assert all(moments_in(record) for record in GAMES if record.stem.removeprefix("whole-") in RULE_SETS)
