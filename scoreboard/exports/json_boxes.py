"""Games as JSON: of each the box score with its line score, as `stadium games N --json` prints it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec import UNSET

from scoreboard.commentary.story import box_report
from scoreboard.exports.forms import ExportedGame, Form, registered
from scoreboard.language import Language
from scoreboard.rules.history import History


@registered
class JsonBoxes(Form):
    """JSON Lines: a game a line, so that a season of any length can be read line by line."""

    name: ClassVar[str] = "json"
    ending: ClassVar[str] = "jsonl"

    def written(self, games: Iterable[ExportedGame], language: Language) -> bytes:  # noqa: ARG002 - keys have one name
        """A line for each game."""
        return b"".join(msgspec.json.encode(_report(game)) + b"\n" for game in games)


def _report(game: ExportedGame) -> dict[str, object]:
    report = box_report(game.number, game.history)
    return {"game": report.pop("game"), **_about(game.history), **report}


def _about(history: History) -> dict[str, object]:
    """What game it was, and how it ended."""
    state = history.game
    at = None if history.setup.at is UNSET else history.setup.at
    return {"begun": at, "rules": state.setup.game_name, "over": state.over, "winner": state.winner}
