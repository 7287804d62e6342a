"""The play by play: what is said of a line of the record, and of where a game stands."""

from __future__ import annotations

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.play_by_play import about_lines
from scoreboard.message import Message, Words, message
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game
from scoreboard.scorebook import is_correction, notes_at_the_end


def scoreline(game: Game) -> Message:
    """The score with the teams' names, Away first."""
    teams = {"away": game.team("away").name, "home": game.team("home").name}
    return message("play.score", **teams, away_runs=game.away, home_runs=game.home)


def when(game: Game) -> Message:
    """The inning and its half, as ``▲1`` or ``▼3``."""
    return message(f"when.{game.half}", inning=game.inning)


def describe(before: Game, line: Entry, after: Game) -> Words:
    """The play by play of ``line``, in one or more sentences."""
    return facts_of(before, line, after)


def tell(before: Game, line: Entry, after: History) -> Words:
    """The play by play of the newest line, with the notes of the play of several lines that it ended, if it did.

    What is about an earlier line says that line's play, too: what was undone, what was put right.
    """
    if (about := about_lines(line, after)) is not None:
        return about
    facts = facts_of(before, line, after.game)
    nothing_new = is_correction(line) or any(each.key == "play.stands" for each in facts)
    notes = () if nothing_new else notes_at_the_end(after)
    return (*facts, *([message("play.noted", notes=notes)] if notes else []))
