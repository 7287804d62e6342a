"""What happened in a game, as a scorekeeper sees and writes it.

`play_names` names a line in its game's own words, `happened` says what it made happen (the batter's result, runs,
outs, runners, runs batted in), `settled` takes every play with its last answer, `on_the_path` what several lines came
to together, and `notation` writes it down. The play by play, the sounds and the box score all ask here, so they cannot
differ.
"""

from scoreboard.scorebook.happened import BASES_OF, RESULTS, STRIKE_NAMES, Happened, Result, what_happened
from scoreboard.scorebook.notation import (
    fielded,
    is_called,
    notation,
    notes_at_the_end,
    notes_of,
    outs_at_once,
    without_number,
)
from scoreboard.scorebook.on_the_path import Followed, OnThePath, ended_play, followed
from scoreboard.scorebook.play_names import half_of, is_correction, is_full, is_mercy_end, outs_made, runs_made
from scoreboard.scorebook.settled import is_answer

__all__ = [
    "BASES_OF",
    "RESULTS",
    "STRIKE_NAMES",
    "Followed",
    "Happened",
    "OnThePath",
    "Result",
    "ended_play",
    "fielded",
    "followed",
    "half_of",
    "is_answer",
    "is_called",
    "is_correction",
    "is_full",
    "is_mercy_end",
    "notation",
    "notes_at_the_end",
    "notes_of",
    "outs_at_once",
    "outs_made",
    "runs_made",
    "what_happened",
    "without_number",
]
