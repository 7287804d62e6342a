"""A game of cards, gloves and dice with all of the appliance: pins and a camera go in, the panel's bytes come out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import structs
from support.rallybird_table import play
from support.stadium import SETUP, lines

from scoreboard.rules.events import Call, Roll


@pytest.mark.slow
def test_rallybird_with_the_house_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards told and picked in secret, gloves left and moved, two dice read by the camera: no roll is wrong."""
    monkeypatch.setattr("firmware.play.state.question.READ_TICKS", 0)
    monkeypatch.setattr("firmware.play.state.secret_card.SystemRandom", lambda: Random(1))  # noqa: S311 - lots for a test
    game, tally = play(tmp_path / "games.sqlite", structs.replace(SETUP, rules="rallybird", innings=1), seed=10)
    assert (True, 0, tally.throws) == (game.over, tally.wrong, tally.read + tally.asked), str(tally)
    kept = lines(tmp_path / "games.sqlite")
    assert tally.read <= sum(isinstance(line, Roll) for line in kept) <= tally.throws  # some are thrown again
    said = {(line.call.split(" ")[0], line.by) for line in kept if isinstance(line, Call)}
    assert {("card", "button"), ("commit", "button"), ("card", "box"), ("gloves", "button")} <= said
