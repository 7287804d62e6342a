"""The box score of a game for programs, as `stadium games NUMBER --json` and the pages give it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from scoreboard.commentary.chances import PlayChances, plays_and_corrections
from scoreboard.rules.history import History
from scoreboard.stats.box_score import box_score


def box_report(number: int, history: History) -> dict[str, object]:
    """The box score of game ``number``, and who was likely to win after every play and every `set`."""
    return {
        "game": number,
        **msgspec.to_builtins(box_score(history)),
        "chances": chances(plays_and_corrections(history)),
    }


def chances(played: Iterable[PlayChances]) -> list[dict[str, object]]:
    """Home's chance to win after each play, by the number of its last line; a correction is marked as one."""
    return [
        {
            "line": play.number,
            "home": round(play.now.home, 4),
            "error": round(play.now.error, 4),
            **({"corrected": True} if play.corrected else {}),
        }
        for play in played
    ]
