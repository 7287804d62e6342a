"""How the game stands: the score, the half-inning, the runners, and who is up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoreboard.commentary.names import place_name
from scoreboard.message import Message, Words, message
from scoreboard.rules.baseball import BALLS, STRIKES
from scoreboard.rules.events import Side
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import FIRST, SECOND, THIRD, Game


def scoreline(game: Game) -> Message:
    """The score with the teams' names, Away first."""
    teams = {"away": game.team("away").name, "home": game.team("home").name}
    return message("play.score", **teams, away_runs=game.away, home_runs=game.home)


def half_inning(game: Game) -> Message:
    """The inning and its half, as ``▲1`` or ``▼3``."""
    # one of: when.bottom, when.top
    return message(f"when.{game.half}", inning=game.inning)


def standing(game: Game) -> Words:
    """The score, and unless the game is over the inning, the outs, the count, the runners and who is up."""
    if game.over:
        return score_sentence(game)
    count = count_sentence(game) if game.balls or game.strikes else ""
    return score_sentence(game), half_sentence(game), outs_sentence(game), count, on_base(game), who_is_up(game)


def half_sentence(game: Game) -> Message:
    """The half-inning, and who bats in it."""
    # one of: voice.bottom, voice.top
    return message(f"voice.{game.half}", inning=game.inning, ordinal=game.inning, team=game.team(game.batting).name)


def outs_sentence(game: Game) -> Message:
    """How many are out, as in ``Nobody out``."""
    # one of: outs-counted.0, outs-counted.1, outs-counted.2, outs-counted.3
    return message("play.outs", outs=message(f"outs-counted.{game.outs}"))


def count_sentence(game: Game) -> Message:
    """The count, as in ``Two and one``."""
    if (game.balls, game.strikes) == (BALLS - 1, STRIKES - 1):
        return message("voice.full-count")
    # one of: in-the-count.0, in-the-count.1, in-the-count.2, in-the-count.3
    balls, strikes = (message(f"in-the-count.{count}") for count in (game.balls, game.strikes))
    return message("voice.count", balls=balls, strikes=strikes)


def score_sentence(game: Game) -> Message:
    """The score as a sentence of its own."""
    return message("voice.score", score=scoreline(game))


def lead_words(game: Game, at_bat: Side | None = None) -> Message:
    """The score in a few words, as in ``three to two, Reds``; without a name if it is told as of the side at bat."""
    if game.away == game.home:
        return message("voice.tied", runs=game.away) if game.away else message("voice.scoreless")
    leads: Side = "away" if game.away > game.home else "home"
    most, least = max(game.away, game.home), min(game.away, game.home)
    if at_bat is None:
        return message("voice.lead-of", team=game.team(leads).name, most=most, least=least)
    return message("voice.lead" if leads == at_bat else "voice.behind", most=most, least=least)


def on_base(game: Game) -> Words:
    """Where the runners are, first those on bases; nothing where there is none."""
    if {FIRST, SECOND, THIRD} == set(game.runners):
        return message("voice.bases-loaded")
    on_bases = tuple(place_name(place) for place in reversed(game.runners) if not place % FIRST)
    between = tuple(place_name(place) for place in reversed(game.runners) if place % FIRST)
    counted = {"voice.on-base": on_bases, "voice.between-bases": between}
    return tuple(message(key, count=len(places), places=places) for key, places in counted.items() if places)


def who_is_up(game: Game, named: Callable[[str], str] = str) -> tuple[Message, ...]:
    """``Ana bats, Mia pitches. At bat: + helmet. In the dugout: plain, plain, -.`` (D49, D53).

    Nothing if the game is over, or has neither names nor helmets. ``named`` writes a player's name.
    """
    return () if game.over else (*_players(game, named), *_helmets(game))


def _players(game: Game, named: Callable[[str], str]) -> Iterator[Message]:
    if game.up is not None:
        does = {"up.bats": game.up.bats, "up.pitches": game.up.pitches}
        players = (message(key, player=named(name)) for key, name in does.items() if name is not None)
        yield message("up.players", players=tuple(players))


def _helmets(game: Game) -> Iterator[Message]:
    if game.batter is not None:
        yield message("up.helmet", helmet=PAINTED[game.batter])
        waiting = tuple(PAINTED[helmet] for helmet in game.dugout or ())
        yield message("up.dugout", helmets=waiting) if waiting else message("up.nobody")
