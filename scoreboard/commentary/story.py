"""A game as a whole: its box score for programs, and its story: when it was played, its best plays, who did most.

Rule kept here: nothing is counted twice. The players' figures are the box score's, and the best plays are those that
moved the chances to win most; where no chances are known, as after many a correction, those that scored most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from operator import attrgetter
from typing import Final, Literal

import msgspec
from msgspec import UNSET, Struct

from scoreboard.commentary.chances import PlayChances, biggest_swings, plays, plays_and_corrections
from scoreboard.commentary.facts import facts_of
from scoreboard.language import Language
from scoreboard.record import ReplayStep
from scoreboard.rules.events import Expect, Side
from scoreboard.rules.history import History, JudgedLine, judged_lines
from scoreboard.scorebook import is_answer, is_correction, runs_made
from scoreboard.stats.box_score import TeamBox, box_score

BEST: Final = 3
"""So many plays are in the story."""
BREAK: Final = timedelta(minutes=20)
"""Who does nothing for longer does not play."""
BATTED: Final = ("hr", "rbi", "h", "r", "bb", "sb")
"""What makes a batter's day, the best first."""


class BestPlay(Struct, frozen=True, kw_only=True):
    """A play worth telling.

    Attributes:
        line: the number of its last line.
        inning: in which it was.
        half: likewise.
        side: that gained by it.
        said: what it came to.
        was: the chance of that side to win before it, in hundredths; null where it is not known.
        now: after it.
    """

    line: int
    inning: int
    half: Literal["top", "bottom"]
    side: Side
    said: str
    was: int | None = None
    now: int | None = None


class Star(Struct, frozen=True, kw_only=True):
    """Somebody who did most.

    Attributes:
        side: his team.
        name: of the player.
        does: what he is named for.
        stats: his figures by the keys of the box score, those that are not 0.
        decision: ``W`` or ``L`` of the pitcher of that record, if he is one.
        of_the_game: he is the player of the game: the best batter of the winners.
    """

    side: Side
    name: str
    does: Literal["bats", "pitches"]
    stats: dict[str, int | str]
    decision: Literal["W", "L"] | None = None
    of_the_game: bool = False


class GameStory(Struct, frozen=True, kw_only=True):
    """The story of a game.

    Attributes:
        game: its number.
        begun: ISO 8601 in UTC; null where it was not recorded.
        minutes: of play, breaks left out; null likewise.
        plays: the best, in the order in which they were played.
        stars: of each team that names its players the best batter, and the pitcher who won or lost.
    """

    game: int
    begun: str | None
    minutes: int | None
    plays: tuple[BestPlay, ...]
    stars: tuple[Star, ...]


def story(number: int, steps: Iterable[ReplayStep], language: Language) -> GameStory:
    """The story of game ``number``, of its record from the first line to the last."""
    history, times = None, list[datetime]()
    for step in steps:
        history = step.after
        at = UNSET if isinstance(step.line, Expect) else step.line.at
        if at is not UNSET:
            times.append(datetime.fromisoformat(_without_leap(at)))
    if history is None:
        raise AssertionError("a game has a first line")
    begun = history.setup.at
    return GameStory(
        game=number,
        begun=None if begun is UNSET else _without_leap(begun),
        minutes=_minutes(times),
        plays=tuple(_best(history, language)),
        stars=tuple(_stars(history)),
    )


def _without_leap(at: str) -> str:
    """The time, a second earlier where it is a leap second: neither Python nor a browser knows those."""
    return at.replace(":60", ":59")


def _minutes(times: list[datetime]) -> int | None:
    """How long was played between the first time and the last."""
    gaps = (later - earlier for earlier, later in pairwise(times))
    played = sum((gap for gap in gaps if timedelta() <= gap <= BREAK), timedelta())
    return round(played / timedelta(minutes=1)) if len(times) > 1 else None


def _best(history: History, language: Language) -> Iterator[BestPlay]:
    swings = biggest_swings(plays(history))
    if swings:
        yield from (swung(play, language) for play in sorted(swings, key=attrgetter("number")))
    else:
        yield from (_scored(each, language) for each in sorted(_scoring(history), key=attrgetter("number")))


def swung(play: PlayChances, language: Language) -> BestPlay:
    """A play that changed the chances, of the side that gained."""
    side, was, now = play.gained
    game = play.before
    return BestPlay(
        line=play.number, inning=game.inning, half=game.half, side=side, said=language.say(play.words), was=was, now=now
    )


def _scoring(history: History) -> Iterable[JudgedLine]:
    """The lines that scored most, each as its last answer has it."""
    counted = list[JudgedLine]()
    for each in judged_lines(history):
        if each.refused is None and not is_correction(each.line):
            thrown = counted.pop() if counted and is_answer(each.line, each.before) else each
            counted.append(each._replace(line=thrown.line, before=thrown.before))
    scored = [each for each in counted if runs_made(each.before, each.after) > 0]
    return sorted(scored, key=lambda each: runs_made(each.before, each.after), reverse=True)[:BEST]


def _scored(play: JudgedLine, language: Language) -> BestPlay:
    game, words = play.before, language.say(facts_of(play.before, play.line, play.after))
    return BestPlay(line=play.number, inning=game.inning, half=game.half, side=game.batting, said=words)


def _stars(history: History) -> Iterator[Star]:
    box = box_score(history)
    teams: tuple[tuple[Side, TeamBox], ...] = (("away", box.away), ("home", box.home))
    for side, team in teams:
        best = max(team.players, key=lambda each: [each.stats[stat] for stat in ("h", *BATTED)], default=None)
        if best is not None and (stats := {stat: best.stats[stat] for stat in BATTED if best.stats[stat]}):
            won = history.game.over and history.game.winner == side
            yield Star(side=side, name=best.name, does="bats", stats={**stats}, of_the_game=won)
    for side, team in teams:
        for pitcher in team.pitching if team.players else ():
            if pitcher.decision:
                figures: dict[str, int | str] = {"ip": pitcher.ip, "k": pitcher.k, "r": pitcher.r}
                yield Star(side=side, name=pitcher.name, does="pitches", stats=figures, decision=pitcher.decision)


def box_report(number: int, history: History, played: Iterable[PlayChances] | None = None) -> dict[str, object]:
    """The box score of game ``number``, and who was likely to win after every play and every `set` (``played``)."""
    return {
        "game": number,
        **msgspec.to_builtins(box_score(history)),
        "chances": _chance_rows(plays_and_corrections(history) if played is None else played),
    }


def _chance_rows(played: Iterable[PlayChances]) -> list[dict[str, object]]:
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
