"""State change -> a sound, if there is one.

Rule kept here: a sound follows from the same facts as the play by play, so the two cannot differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from scoreboard.commentary.counts import rolled
from scoreboard.commentary.facts import facts_of
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from scoreboard.scorebook import BASES_OF, RESULTS

Sound = Literal["homerun", "out", "hit", "ask"]
"""What the speaker can play, the most important one first; ``ask`` is for a question that waits for an answer."""

SOUNDS: Mapping[str, Sound] = {
    "play.homerun": "homerun",
    "play.rolled.homerun": "homerun",
    "play.press-homerun": "homerun",
    "play.outs": "out",
    "play.fair": "hit",
    "play.bunt": "hit",
    "play.walk": "hit",
    "play.one-run": "hit",
    "play.runs": "hit",
    "play.rolled.base-on-balls": "hit",
    "play.rolled.hit-by-pitch": "hit",
    "play.rolled.fielders-choice": "hit",
    "play.rolled.stolen": "hit",
    **{rolled(name).key: "hit" for name, result in RESULTS.items() if result in BASES_OF and result != "HR"},
}
"""The sound of each fact that has one."""


def sound(before: Game, line: Entry, after: Game) -> Sound | None:
    """The sound of what ``line`` made happen; of several, the most important one."""
    sounds = {SOUNDS[fact.key] for fact in facts_of(before, line, after) if fact.key in SOUNDS}
    return next((name for name in get_args(Sound) if name in sounds), None)
