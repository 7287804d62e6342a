"""A game for the ear: what is called of a line, and how the game stands for who cannot see it.

Rule kept here: a correction is called as what it says and the new score, and no earlier sentence is said again.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.names import line_name
from scoreboard.commentary.put_right import changes
from scoreboard.commentary.spots import place
from scoreboard.commentary.standing import who_is_up
from scoreboard.commentary.telling import scoreline
from scoreboard.message import Message, Words, message
from scoreboard.rules.events import Amend, Set, says
from scoreboard.rules.history import Entry
from scoreboard.rules.state import Game
from scoreboard.scorebook import half_of, is_correction

STANDING = frozenset({"away", "home", "balls", "strikes", "outs", "inning", "half", "runners", "names"})
"""What `standing` says, of all that a `set` may set."""
DUGOUT = frozenset({"up.dugout", "up.nobody"})


def announced(before: Game, line: Entry, after: Game, *, asked: bool) -> Words:
    """What a voice says of a line: its call, and what is due then; ``asked``: a question is open, and comes first."""
    return called(before, line, after), due(after, asked=asked)


def due(game: Game, *, asked: bool) -> Words:
    """What comes next, unless a question is open."""
    return "" if game.over or asked else game.said


def called(before: Game, line: Entry, after: Game) -> Words:
    """What is called of a line; of a correction with how the game stands since."""
    if is_correction(line):
        return _put_right(before, line, after), standing(after)
    facts = facts_of(before, line, after)
    if after.over:
        return facts
    is_new = (before.away, before.home, half_of(before)) != (after.away, after.home, half_of(after))
    return (*facts, scored(after) if is_new else "", *(_comes_up(after) if after.fresh else ()))


def _comes_up(game: Game) -> Iterator[Words]:
    """Who is on base, and who comes to bat; the dugout is left to `standing`."""
    yield on_base(game)
    yield from (each for each in who_is_up(game) if each.key not in DUGOUT)


def _put_right(before: Game, line: Entry, after: Game) -> Words:
    """What a correction says now."""
    match line:
        case Set() if not says(line).keys() - STANDING:
            return message("voice.corrected")
        case Set():
            others = {key: value for key, value in says(line).items() if key not in STANDING}
            return message("play.set", changes=changes(others))
        case Amend(as_=now) | Amend(add=now) if now:
            return message("voice.now", line=line_name(now))
    return facts_of(before, line, after)


def standing(game: Game) -> Words:
    """The score, and unless the game is over the inning, the outs, the count, the runners and who is up."""
    if game.over:
        return scored(game)
    count = message("voice.count", balls=game.balls, strikes=game.strikes) if game.balls or game.strikes else ""
    half = message(f"voice.{game.half}", inning=game.inning, team=game.team(game.batting).name)
    return scored(game), half, message("voice.outs", count=game.outs), count, on_base(game), who_is_up(game)


def scored(game: Game) -> Message:
    """The score as a sentence of its own."""
    return message("voice.score", score=scoreline(game))


def on_base(game: Game) -> Words:
    """Where the runners are; nothing where there is none."""
    places = tuple(map(place, reversed(game.runners)))
    return message("voice.on-base", count=len(places), places=places) if places else ""
