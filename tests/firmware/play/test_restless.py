"""Whatever is pressed, at whatever moment, in every game: nothing breaks, nothing hangs, and nothing happens unsaid."""

from __future__ import annotations

import asyncio
from contextlib import closing
from random import Random

import pytest
from msgspec import structs
from support.restless import Table
from support.stadium import SETUP

from firmware.play.state.scorer_state import MENU_TICKS
from scoreboard.record import replay
from scoreboard.rules import RULE_SETS

pytestmark = pytest.mark.once
SEEDS = (0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6)))
STEPS = 150


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_record_holds_what_is_shown_whatever_is_pressed(rules: str, seed: int) -> None:
    """D54 to D57: a walk records what OK said and nothing else, UNDO leads out of it, and it does not stay for ever.

    `Table` looks after every step; here is what must hold at the end. What waited for a default to be read (D32) was
    judged once, or taken back.
    """
    setup = structs.replace(SETUP, rules=rules, innings=1)  # type: ignore[arg-type] # one of them
    lots = Random(seed)  # noqa: S311 - lots for a test
    with closing(asyncio.new_event_loop()) as loop:
        table = Table(setup, loop, lots, patient=seed % 2 == 0, full=1 / 5)
        for _ in range(STEPS):
            table.go_on()
        table.wait(MENU_TICKS)
    *_, last = replay(table.shelf.lines(table.session.number))
    assert (last.after, last.after.game) == (table.session.history, table.shown[-1].game)
    assert None is table.scorer.state.overlay.screen
    assert None is table.scorer.state.early.waiting
    assert 1 == max(table.seen.values())
