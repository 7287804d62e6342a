"""A simulated table has the pieces of its game, in the light that is asked for."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.rehearsal import has_base_path, light_up, painted
from firmware.simulated.world.stadium import PLAIN, SimulatedStadium
from scoreboard.rules.events import RulesName, Setup, Team


def setup(rules: RulesName, away: Team | None = None) -> Setup:
    """A game of reds and blues."""
    return Setup(rules=rules, away=away or Team(name="A", color="red"), home=Team(name="B", color="blue"))


def test_helmets_are_painted_as_the_game_has_them() -> None:
    """In Major League +, plain, plain and -, or what a team names; in Amateur all are plain."""
    own = Team(name="A", color="red", lineup=("-", "-", "+", "+"))
    assert (PLAIN, PLAIN) == painted(setup("diamante-amateur", own))
    assert (("+", "", "", "-"), ("+", "", "", "-")) == painted(setup("diamante-major"))
    assert (("-", "-", "+", "+"), ("+", "", "", "-")) == painted(setup("diamante-major", own))


def test_diamante_alone_is_played_with_helmets() -> None:
    """Nobody moves a piece in a game without a path."""
    rules: tuple[RulesName, ...] = ("diamante-amateur", "diamante-major", "four-dice", "two-dice")
    assert [True, True, False, False] == [has_base_path(setup(each)) for each in rules]


@pytest.mark.untraced
def test_a_dim_table_is_darker() -> None:
    """The evening's is darker than the usual, and that under a lamp is darker still, sun and reflections aside."""
    means = []
    for light in ("usual", "evening", "lamp"):
        stadium = SimulatedStadium(1)
        light_up(stadium, light)
        means.append(float(np.mean(stadium.watch(10.0))))
    assert sorted(means, reverse=True) == means
    assert means[0] > means[1] > means[2]
