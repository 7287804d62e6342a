"""A box score in columns, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.text import columns
from scoreboard.stats.box_score import STATS, BoxScore, TeamBox

NOT_BATTED = "x"
"""What stands for an inning in which a team did not bat."""


def printed(box: BoxScore) -> Iterator[str]:
    """The line score, then the pitches, then each helmet's batting where helmets differ."""
    teams = (box.away, box.home)
    numbers = [str(inning) for inning in range(1, len(box.away.innings) + 1)]
    yield from columns([("", *numbers, "R", "H", "LEFT"), *(_line(team) for team in teams)])
    if box.away.pitches is not None or box.home.pitches is not None:
        yield f"Pitches: {', '.join(f'{team.name} {team.pitches or 0}' for team in teams)}"
    for team in teams:
        yield from _batting(team)


def _line(team: TeamBox) -> tuple[str, ...]:
    runs = (NOT_BATTED if inning is None else str(inning) for inning in team.innings)
    return (team.name, *runs, str(team.runs), str(team.hits), str(team.left))


def _batting(team: TeamBox) -> Iterator[str]:
    if team.batting:
        rows = [
            (f"{at} {line.helmet}", *(str(line.stats[stat]) for stat in STATS))
            for at, line in enumerate(team.batting, 1)
        ]
        yield ""
        yield from columns([(team.name, *(stat.upper() for stat in STATS)), *rows])
