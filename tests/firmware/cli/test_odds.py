"""`stadium odds`."""

from __future__ import annotations

import json

import pytest
from support.scoring import command_line

from firmware.cli.main import main


def odds(*options: str) -> str:
    """What the command prints."""
    result = command_line().invoke(main, ["odds", *options])
    assert 0 == result.exit_code, result.stderr
    return result.stdout


@pytest.mark.parametrize("rules", ["one-die", "two-dice", "dice-baseball"])
def test_exact_odds_as_json(rules: str) -> None:
    """One line with the keys in their order, and nothing about simulation."""
    printed = json.loads(odds("--rules", rules, "--json"))
    assert ["rules", "runs", "scoreless", "from_second", "loaded"] == list(printed)
    assert rules == printed["rules"]


def test_three_dice_have_no_men() -> None:
    """So only the first two figures are told."""
    assert ["rules", "runs", "scoreless"] == list(json.loads(odds("--rules", "three-dice", "--json")))


def test_simulated_odds_state_their_policy_and_error() -> None:
    """For Diamante every figure has its standard error, and the policy is said."""
    printed = json.loads(odds("--rules", "diamante-major", "--halves", "5", "--json"))
    assert ({"runs", "scoreless", "from_second", "loaded"}, 5) == (set(printed["standard_error"]), printed["halves"])
    assert "never hold" in printed["policy"]
    assert "± " in odds("--rules", "diamante-amateur", "--halves", "5")
    assert "puts a sign on" in odds("--rules", "four-dice", "--halves", "5")
    assert "neither coach" in odds("--rules", "rallybird", "--halves", "5")


def test_odds_for_people() -> None:
    """A line for each figure, with what it is."""
    printed = odds("--rules", "two-dice")
    assert "  0.7316  expected runs of a half-inning\n" in printed
    assert printed.endswith("Solved exactly.\n")
