"""How many runs a half-inning brings."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoreboard.rules.events import RulesName
from scoreboard.stats.odds import STARTING_BASES, simulate, solve

TABLE_GAMES: tuple[RulesName, ...] = ("one-die", "two-dice", "three-dice", "dice-baseball")
PUBLISHED = {
    "one-die": (4.0113, 0.1767, 4.5324, 6.3747),
    "two-dice": (0.7316, 0.6332, 1.1823, 2.3685),
    "three-dice": (0.8640, 0.5787),
    "dice-baseball": (1.1226, 0.5284, 1.7853, 3.2646),
}
"""Runs, scoreless, from second, loaded."""


@pytest.mark.parametrize("rules", TABLE_GAMES)
def test_the_odds_are_as_published(rules: RulesName) -> None:
    """The table of docs/odds.md, to four places."""
    reported = solve(rules)
    others = [reported.expected[key] for key in list(STARTING_BASES)[1:] if key in reported.expected]
    assert PUBLISHED[rules] == pytest.approx((reported.expected["runs"], reported.scoreless, *others), abs=5e-5)


def test_published_table_holds() -> None:
    """docs/odds.md says the same figures."""
    rows = (Path(__file__).parents[3] / "docs" / "odds.md").read_text(encoding="utf-8").splitlines()
    for rules, (runs, scoreless, *others) in PUBLISHED.items():
        cells = [f"{runs:.4f}", f"{100 * scoreless:.2f} %", *(f"{figure:.4f}" for figure in others)]
        assert any(row.startswith(f"| `{rules}` | {' | '.join(cells)} |") for row in rows)


def test_three_dice_can_be_reckoned_by_hand() -> None:
    """A throw brings half a run on average and is the last with chance 125/216."""
    reported = solve("three-dice")
    assert (0.5 / (125 / 216), 125 / 216) == pytest.approx((reported.expected["runs"], reported.scoreless))


@pytest.mark.parametrize("rules", TABLE_GAMES)
@pytest.mark.untraced
@pytest.mark.newest
def test_simulation_agrees_with_the_exact_odds(rules: RulesName) -> None:
    """Halves played out through the law come within four standard errors of every figure."""
    exact, played = solve(rules), simulate(rules, halves=600, seed=7)
    assert exact.expected.keys() == played.expected.keys()
    for key, value in exact.expected.items():
        assert abs(value - played.expected[key]) < 4 * played.errors[key]
    assert abs(exact.scoreless - played.scoreless) < 4 * played.errors["scoreless"]


@pytest.mark.parametrize("rules", ["diamante-amateur", "diamante-major"])
def test_diamante_is_simulated(rules: RulesName) -> None:
    """Runners in scoring position bring more, and the same seed the same figures."""
    reported = simulate(rules, halves=60, seed=3)
    assert reported == simulate(rules, halves=60, seed=3)
    assert reported != simulate(rules, halves=60, seed=4)
    assert reported.expected["runs"] < reported.expected["loaded"]
    assert (60, {"runs", "scoreless", "from_second", "loaded"}) == (reported.halves, set(reported.errors))
