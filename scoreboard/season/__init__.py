"""The season: what many games come to, by team, by person and by helmet, and how the dice fell.

Rule kept here: a season is a fold of finished games, each of which is a fold of its record. Nothing is counted during
play, so a correction of an old game corrects the season, too.

Each module imports only those before it: `season_game`, `names`, `fair_dice`, `stat_table`, `standings`, `series`,
`people`, `bests`, `report`; `season_book` reads the games from a journal.
"""

from scoreboard.season.names import SeasonNames
from scoreboard.season.report import CareerReport, SeasonReport, career_report, season_report
from scoreboard.season.season_game import SeasonGame, season_game

__all__ = [
    "CareerReport",
    "SeasonGame",
    "SeasonNames",
    "SeasonReport",
    "career_report",
    "season_game",
    "season_report",
]
