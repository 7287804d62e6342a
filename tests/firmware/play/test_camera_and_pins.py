"""A game of cards, gloves and dice with all of the appliance: pins and a camera go in, the panel's bytes come out."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from support.rallybird_table import play
from support.stadium import SETUP, lines

from scoreboard.rules.events import Call, Roll


@pytest.mark.slow
@pytest.mark.usefixtures("quick_reader", "same_card")
def test_rallybird_with_the_house_set(journal: Path) -> None:
    """Cards entered and picked in secret, gloves left and moved, two dice read by the camera: no roll is wrong."""
    game, tally = play(journal, structs.replace(SETUP, rules="rallybird", innings=1), seed=10)
    assert (True, 0, tally.throws) == (game.over, tally.wrong, tally.read + tally.asked), str(tally)
    kept = lines(journal)
    assert tally.read <= sum(isinstance(line, Roll) for line in kept) <= tally.throws  # some are thrown again
    calls = {(line.call.split(" ")[0], line.by) for line in kept if isinstance(line, Call)}
    assert {("card", "button"), ("commit", "button"), ("card", "box"), ("gloves", "button")} <= calls
