"""A simulated table has the pieces of its game, in the light that is asked for."""

from __future__ import annotations

import asyncio
from contextlib import closing

import numpy as np
import pytest
from msgspec import structs

from firmware.config.schema import PixelsConfig, shipped
from firmware.rehearsal import Rehearsal, has_base_path, light_up, painted, rehearse
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


def test_a_simulated_tables_dice_are_heard_if_somebody_listens() -> None:
    """By the driver's name; Bluetooth that is switched off is told, and the table has all else."""
    loop = asyncio.new_event_loop()
    with closing(loop):
        for driver in ("none", "simulated"):
            config = structs.replace(shipped(), pixels=PixelsConfig(driver=driver, dice={}))  # type: ignore[arg-type]
            table = rehearse(config, Rehearsal(setup("two-dice"), 1), lambda: None, loop)
            assert (table.devices.dice is None) == (driver == "none")
            assert ("pixels" in table.devices.health.devices) == (driver == "simulated")
            table.devices.close()
