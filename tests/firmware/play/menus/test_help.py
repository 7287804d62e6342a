"""Help says what each button does now, and nothing that the law would refuse."""

from __future__ import annotations

import pytest
from support.menus import panels
from support.scoring import HIT, blue, played, red

from firmware.play.menus.help import PLAYS, what_each_does
from scoreboard.rules import allows
from scoreboard.rules.events import Press
from scoreboard.rules.history import History


@pytest.mark.parametrize(
    ("history", "meaning"),
    [
        (played(), "STRIKE: A STRIKE."),
        (played(blue(3)), "STRIKE: MISSED"),
        (played(blue(3), red(7)), "RUN: CHIP HIT"),
        (played(blue(3), red(7), HIT), "OUT: RUNNER"),
        (played(blue(3), red(7), HIT), "HOMERUN: NOTHING"),
    ],
)
def test_buttons_as_they_are_now(history: History, meaning: str) -> None:
    """In each phase its own meaning (D54)."""
    assert meaning in panels(what_each_does(history.game))


def test_nothing_is_promised_that_is_refused() -> None:
    """Each button that would be refused says so."""
    for history in (played(), played(blue(3)), played(blue(3), red(7)), played(blue(3), red(7), HIT)):
        meanings = dict(zip(PLAYS, panels(what_each_does(history.game))[1:], strict=False))
        refused = {button for button in PLAYS if not allows(history.game, Press(button=button))}
        assert refused == {button for button in PLAYS if meanings[button].endswith("NOTHING")}
