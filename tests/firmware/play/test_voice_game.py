"""A game by voice and buttons alone: no camera, no panel, and nothing known but what was said."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.listener import Listener, listened, pattern
from support.scoring import SHORT_MAJOR
from support.stadium import lines

from scoreboard.language import language, languages
from scoreboard.rules.events import Call, Die, Press

pytestmark = pytest.mark.usefixtures("quick_reader")


async def an_inning(player: Listener) -> None:
    """A pitch told wrongly and taken back, a bunt, the menu to hear how it stands, and then to the end."""
    await player.tell("9")
    await player.press("undo")
    assert player.hears("play.press-undo") is not None
    assert player.hears("voice.top") is not None
    await player.tell("5")
    assert player.hears("due.swing") is not None
    await player.say("ask.bunt")
    assert player.hears("due.bunt") is not None
    await player.press("ok", held=True)
    assert player.hears("choice.go-on") is not None
    await player.press("undo")
    assert player.hears("voice.top") is not None
    await player.press("batter")
    assert player.hears("notice.refused") is not None or player.hears("due.pitch") is not None
    await player.play()


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.untraced
def test_an_inning_is_played_by_voice_and_buttons_alone(tmp_path: Path, code: str, seed: int) -> None:
    """In every language; at the end the player knows the score that the journal has (D54 to D57)."""
    journal = tmp_path / "games.sqlite"
    game, player = listened(journal, SHORT_MAJOR, code, seed, an_inning)
    won = pattern(language(code), "play.win").search(" ".join(player.everything))
    assert (True, True) == (game.over, won is not None)
    assert won is not None
    assert (game.team(game.winner or "away").name, *sorted((game.away, game.home))) == (
        won["team"],
        int(won["least"]),
        int(won["most"]),
    )
    recorded = lines(journal)
    assert Call(call="bunt").call in [line.call for line in recorded if isinstance(line, Call)]
    assert len([line for line in recorded if isinstance(line, Die | Press)]) > 10
