"""The drawing of the phases is up to date and complete."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from support.games import moments, setup
from support.phases import GAMES, diagram, document, is_answer, label, written
from support.rules import play

from scoreboard.rules import RULE_SETS, start
from scoreboard.rules.diamante.calls import CALLS
from scoreboard.rules.diamante.law import ALWAYS, DICE
from scoreboard.rules.events import Call, Chip, Die, Hold, Roll, Skip
from scoreboard.rules.parks import TABLE_GAMES

DRAWING = (Path(__file__).parents[3] / "docs" / "phases.md").read_text(encoding="utf-8")
LABELS = {Skip: "skip", Hold: "hold", Roll: "roll"}
ANSWERS = {(phase, Skip) for phase in ALWAYS if phase != "run"}
"""Where a skip can only say that the white die was the next runner's."""
THROWERS = {"fielders": "fielders' die", "batters": "batters' die", "runners": "white die"}


@pytest.mark.slow
def test_the_drawing_is_up_to_date() -> None:
    """docs/phases.md is what `PYTHONPATH=tests python -m support.phases` writes."""
    assert document() == DRAWING


@pytest.mark.once
@pytest.mark.parametrize("rules", ["diamante-amateur", "four-dice", "one-die"])
def test_a_games_drawing_is_up_to_date(rules: str) -> None:
    """What is quickly drawn: nothing that the law no longer does is left in it."""
    assert diagram(rules) in DRAWING


@pytest.mark.parametrize("rules", GAMES)
def test_every_row_of_the_law_is_drawn(rules: str) -> None:
    """Each throw and call that the tables let count in a phase has an arrow out of it."""
    drawn = {(was, label) for (was, _), labels in written(DRAWING, rules).items() for label in labels}
    plain = {
        (phase, LABELS[line]) for phase, line in RULE_SETS[rules].law if line in LABELS and (phase, line) not in ANSWERS
    }
    assert set() == plain - drawn
    if rules.startswith("diamante"):
        assert set() == {(phase, THROWERS[who]) for phase, who in DICE} - drawn
        assert {"HIT", "OUT"} == {label for was, label in drawn if was == "toss"}


def test_the_table_games_have_one_drawing() -> None:
    """What docs/phases.md says of the others: their law is the very table that is drawn for one of them."""
    assert all(RULE_SETS[rules].law is RULE_SETS["one-die"].law for rules in TABLE_GAMES)
    assert set(GAMES) | set(TABLE_GAMES) == set(RULE_SETS)


def test_every_call_is_drawn() -> None:
    """In Major League each has its arrow."""
    labels = set().union(*written(DRAWING, "diamante-major").values())
    assert {f"call {call}" for call in CALLS if not call.startswith("run ")} | {"call run …"} <= labels


@pytest.mark.once
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("rules", GAMES)
def test_no_game_goes_a_way_that_is_not_drawn(rules: str, seed: int) -> None:
    """Every throw and call of whole games by lot follows an arrow."""
    first = setup(rules, innings=3)
    before, drawing = start(first), written(DRAWING, rules)
    for line, after in moments(first, Random(seed)):  # noqa: S311 - lots for a test, not for a secret
        if isinstance(line, Die | Chip | Call | Roll | Skip | Hold) and not is_answer(before, line):
            assert label(before, line) in drawing.get((before.phase, after.phase), set())
        before = after


def test_a_rare_way_is_drawn() -> None:
    """The white die while the ball may be held on a base: it is held, the runner runs, and a throw is due again."""
    game = play("blue2 red8 hit white3 blue8 ball:2B white1")
    assert ("throw", "throw") == (game.phase, play("white1", game).phase)
    assert "white die" in written(DRAWING, "diamante-amateur")["throw", "throw"]
