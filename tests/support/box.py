"""The box score of a few lines, written as `support.rules.read` reads them."""

from __future__ import annotations

from msgspec import structs
from support.rules import read
from support.scoring import SETUP, record

from scoreboard.rules.events import RulesName, Setup
from scoreboard.rules.history import Entry, begin
from scoreboard.stats.box_score import BoxScore, TeamBox, box_score

PARTNERS = structs.replace(
    SETUP,
    away=structs.replace(SETUP.away, players=("Ana", "Leo")),
    home=structs.replace(SETUP.home, players=("Mia", "Tom")),
)
"""Reds at Blues, two players each."""


def box(*lines: Entry, setup: Setup) -> BoxScore:
    """The box score after these lines, every one of them accepted."""
    history = begin(setup)
    for line in lines:
        history = record(history, line)
    return box_score(history)


def boxed(rules: RulesName, words: str, setup: Setup = SETUP) -> BoxScore:
    """The box score of that game after these words."""
    return box(*map(read, words.split()), setup=structs.replace(setup, rules=rules))


def counted(team: TeamBox) -> dict[str, int]:
    """What the team's batters have, without the noughts and what every plate appearance has."""
    return {stat: number for stat, number in team.stats.items() if number and stat not in {"pa", "ab"}}
