"""With a page, a TV, an overlay, a feed and a voice open, every device fails at every moment, in every game.

The game goes on, the score is right, and every face says what is lost.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from support.watched import PAGES, Fault, Watched, moments_of, watched_game

from firmware.simulated.scenario import Breakable
from scoreboard.language import language
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import Call, RulesName
from scoreboard.rules.history import Entry

PARTS: tuple[Breakable, ...] = tuple(part for part in get_args(Breakable) if part != "pixels")
"""What the table is told of when it fails; a second witness disturbs nobody: `firmware.simulated.advertising_dice`."""
QUICK = "four-dice"


@cache
def unharmed(rules: RulesName) -> Watched:
    """The same game without a fault."""
    with TemporaryDirectory() as folder:
        return watched_game(Path(folder), rules)


def called(lines: list[Entry]) -> list[Entry]:
    """What the coaches said: they walk through what may be said, and a note takes them a step further."""
    return [line for line in lines if isinstance(line, Call)]


def check(watched: Watched, rules: RulesName, part: Breakable) -> None:
    """Everything that has to hold."""
    trouble = watched.changes[0].trouble
    assert trouble is not None
    # 1. The game goes on, to its end, and the score is right: in the journal, for the players, on every face.
    game = watched.game
    assert game is not None
    assert (True, game, 0) == (game.over, watched.replayed, watched.tally.wrong)
    same = unharmed(rules).lines
    if part != "camera" and called(same) == called(watched.lines):  # else something was thrown, or called, once more
        assert same == watched.lines
    score = (game.away, game.home, True)
    assert score == (watched.feed["away_runs"], watched.feed["home_runs"], watched.feed["over"])
    for code in watched.states:
        assert score == tuple(watched.events(code, "state")[-1][key] for key in ("away", "home", "over"))
    # 2. Every face says what is lost, in its language, and answers.
    for code in watched.states:
        health = [data["devices"][part] for data in watched.events(code, "health")]
        assert language(code).say(trouble.sentence) in {each.get("said") for each in health}, code
        assert {"status": "ok"} == health[-1]
        lost = language(code).say(trouble.panel)
        assert any(lost in (data["notice"] or "") for data in watched.events(code, "state")), code
    assert dict.fromkeys(PAGES, 200) == watched.pages
    assert [200, 503, 200] == [status for status, _ in watched.during]
    assert language("en").say(trouble.sentence) in watched.during[-1][1]["amiss"]
    lost_now, back = (watched.changes[at].message.sentence for at in (0, -1))
    assert any(language("en").say(lost_now) in line for line in watched.written)
    assert any(language("en").say(back) in line for line in watched.written)
    spoken = language("en").say(back if part == "sound" else lost_now, "spoken")
    assert any(spoken[:12].lower() in text.lower() for text in watched.heard), watched.heard[-10:]


@pytest.mark.once
@pytest.mark.parametrize("part", PARTS)
def test_a_device_fails_while_everybody_watches(part: Breakable, tmp_path: Path) -> None:
    """In the middle of a game, each device once."""
    *_, middle, _ = moments_of(len(unharmed(QUICK).lines))
    check(watched_game(tmp_path, QUICK, Fault(part, middle)), QUICK, part)


@pytest.mark.once
def test_a_camera_that_is_missing_at_the_start_is_played_without_until_it_comes(tmp_path: Path) -> None:
    """By buttons and phones, and every face says so."""
    check(watched_game(tmp_path, QUICK, Fault("camera", 0)), QUICK, "camera")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "part", "moment"), [*product(RULE_SETS, PARTS, range(3))])
def test_every_device_fails_at_every_moment_of_every_game(
    rules: RulesName, part: Breakable, moment: int, tmp_path: Path
) -> None:
    """At its beginning, in its middle and just before its end."""
    at = [*moments_of(len(unharmed(rules).lines))][moment]
    check(watched_game(tmp_path, rules, Fault(part, at)), rules, part)
