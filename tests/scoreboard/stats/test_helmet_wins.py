"""Major League by its helmets: the chances against games played out, and what calls do to them."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from math import sqrt
from random import Random

import numpy as np
import pytest
from msgspec import structs
from support.helmet_chain import MOST_RUNS, THROWS, later
from support.helmet_plays import PlayEdge, Plays, at, between, hit, stolen, tagged_up
from support.rules import play
from support.scoring import SETUP

from scoreboard.opponent import decide
from scoreboard.rules import Game, apply, start
from scoreboard.rules.diamante.board import cost
from scoreboard.rules.events import Call, Set
from scoreboard.rules.house_rules import Helmet
from scoreboard.stats.half_throws import half_played, random_event
from scoreboard.stats.helmet_wins import BETWEENS, CAUGHT_IN, COUNTS, ORDERS, PLACES, ZONES, Between, kept
from scoreboard.stats.play_graph import pitched
from scoreboard.stats.win_probability import call_chance, win_chance

MAJOR = structs.replace(SETUP, rules="diamante-major", innings=9)
PLUS, MINUS = 0, 3


def moment(**changed: object) -> Game:
    """The game at that moment."""
    return apply(start(MAJOR), Set(**changed))  # type: ignore[arg-type] # fields of it


def home(game: Game) -> float:
    """Home's chance."""
    chance = win_chance(game)
    assert chance is not None
    return chance.home


MOMENTS = {
    "plus leads off": moment(inning=9, half="bottom"),
    "minus at bat, a man on second": moment(
        inning=9, half="bottom", away=1, outs=1, runners=(12,), helmets=(1,), at_bat=MINUS
    ),
    "three balls": moment(inning=9, half="bottom", balls=3, runners=(6,), helmets=(2,), at_bat=1),
    "an extra inning": moment(inning=10),
}


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.once
def test_games_played_by_default_are_won_as_often(name: str) -> None:
    """Whoever is at bat and on base."""
    lots, games, chance = Random(11), 400, home(MOMENTS[name])
    won = sum(played_out(MOMENTS[name], lots).winner == "home" for _ in range(games))
    assert abs(won / games - chance) < 4 * sqrt(chance * (1 - chance) / games)


def played_out(game: Game, lots: Random) -> Game:
    """The end of a game in which nobody calls anything."""
    while not game.over:
        game = apply(game, random_event(game, lots))
    return game


def test_who_is_at_bat_matters() -> None:
    """A + helmet wins more often in the last half than a - helmet; likewise those who lead off in the next."""
    last = {"inning": 9, "half": "bottom", "outs": 1}
    plus, minus = (moment(**last, at_bat=helmet) for helmet in (PLUS, MINUS))
    assert home(plus) > home(minus) + 0.01
    top = moment(inning=9, outs=2)
    orders = [
        structs.replace(top, dugouts=structs.replace(top.dugouts, home=each)) for each in ((0, 1, 2, 3), (3, 1, 2, 0))
    ]
    assert home(orders[0]) > home(orders[1])


def test_the_count_matters() -> None:
    """Three balls help a - helmet at bat, two strikes the other side."""
    last = {"inning": 9, "half": "bottom", "at_bat": MINUS}
    ahead, even, behind = (
        home(moment(**last, balls=balls, strikes=strikes)) for balls, strikes in ((3, 0), (0, 0), (0, 2))
    )
    assert ahead > even > behind


@pytest.mark.parametrize("lineup", [("", "", "", ""), ("+", "+", "", "-")])
def test_other_helmets_than_those_of_the_law_are_not_known(lineup: tuple[Helmet, ...]) -> None:
    """The same four in another order are; others make other half-innings."""
    other, same = (
        start(structs.replace(MAJOR, home=structs.replace(MAJOR.home, lineup=each)))
        for each in (lineup, ("-", "", "+", ""))
    )
    assert None is win_chance(other) is call_chance(other, "")
    assert 0.4 < home(same) < 0.5


@pytest.mark.once
def test_chances_are_those_of_half_innings_played_out() -> None:
    """From the beginning, within four standard errors."""
    lots, halves = Random(3), 2000
    (game,) = (at(Between(0, (), order)) for order in ORDERS[:1])
    scoreless = 0
    for _ in range(halves):
        *_, last = half_played(game, lots)
        scoreless += not last.away
    chance = float(kept().between[PLACES[Between(0, (), ORDERS[0])], 0, 0])
    assert abs(scoreless / halves - chance) < 4 * sqrt(chance * (1 - chance) / halves)


@pytest.mark.once
def test_a_pitch_leads_where_its_chances_lead() -> None:
    """In every moment between pitches, each with one of the counts: runs are worth what its outcomes come to."""
    rest = kept()
    for place, moment in enumerate(BETWEENS):
        at_count = place % len(COUNTS)
        balls, strikes = COUNTS[at_count]
        game = structs.replace(at(moment), balls=balls, strikes=strikes)
        come_to = np.zeros(MOST_RUNS + 1)
        for then, chances in pitched(game):
            if then.half != game.half:
                runs = np.eye(MOST_RUNS + 1)[0]
            elif then.phase == "run":
                runs = rest.hits[cost(then.ball) - 1, place]
            else:
                runs = rest.between[PLACES[between(then)], COUNTS.index((then.balls, then.strikes))]
            come_to += chances / THROWS * later(runs[None], then.away - game.away)[0]
        assert rest.between[place, at_count] == pytest.approx(come_to, abs=1e-4)


ALONE = [Between(2, (base,), order) for base, order in zip((6, 12, 18), ORDERS, strict=False)]


@pytest.mark.parametrize("moment", [Between(2, (), ORDERS[0]), *ALONE])
def test_a_play_leads_where_its_chances_lead(moment: Between) -> None:
    """With two out, of a hit to each zone, a steal and a tag-up: what their moments, walked and swept now, come to."""
    rest, place = kept(), PLACES[moment]
    begun = [(hit(moment, zone), rest.hits[zone - 1, place]) for zone in ZONES]
    if moment.men:
        begun += [(stolen(moment), rest.steals[place, 0])]
        begun += [(tagged_up(moment, zone), rest.tag_ups[CAUGHT_IN.index(zone), place]) for zone in CAUGHT_IN]
    for game, chances in begun:
        plays = Plays()
        first = plays.add(game)
        plays.walk()
        scoreless = [0.0] * len(plays.edges)
        for _ in range(60):
            scoreless = [
                sum(faces / 10 * brings_none(edge, scoreless) for edge, faces in edges.items()) for edges in plays.edges
            ]
        assert float(chances[0]) == pytest.approx(brings_none(first, scoreless), abs=1e-4)


def brings_none(edge: PlayEdge, scoreless: list[float]) -> float:
    """The chance of no run along that edge and after it."""
    if edge.runs:
        return 0.0
    return 1.0 if edge.to is None else after(edge.to, scoreless)


def after(to: int | Between, scoreless: list[float]) -> float:
    """The chance of no run from there."""
    return scoreless[to] if isinstance(to, int) else float(kept().between[PLACES[to], 0, 0])


def test_the_strong_box_calls_what_wins_most() -> None:
    """Of no call, a bunt, a steal and a tag-up; in random states, and each of them somewhere."""
    lots, called = Random(4), set[str]()
    for _ in range(60):
        half = lots.choice(("top", "bottom"))
        men = lots.choice(((), (6,), (12,), (18,), (12, 6), (18, 6)))
        game = moment(inning=9, half=half, away=3, home=lots.choice((2, 3)), outs=lots.randrange(2), runners=men)
        for words in ("blue9", "blue1", "blue7", "blue3 red7 caught", "red9", "red1", "red7", "red3 blue7 caught"):
            if (words[:4] == "blue") != (half == "top"):
                continue
            thrown = play(words, game)
            decision = decide(thrown, game.batting, "strong", Random(1))
            if thrown.batting != game.batting or decision is None:
                continue
            chosen = decision.line.call if isinstance(decision.line, Call) else ""
            chances = {call: call_chance(thrown, call) for call in ("", *thrown.calls)}
            known = {call: chance for call, chance in chances.items() if chance is not None}
            assert known[chosen] >= max(known.values()) - 2e-4
            called.add(chosen)
    assert {"", "bunt", "steal", "tag-up"} == called


def test_the_tables_have_the_shape_of_the_chain() -> None:
    """Every moment between pitches is certain."""
    table = kept()
    assert (len(BETWEENS), len(COUNTS)) == table.between.shape[:2]
    assert table.between.sum(axis=-1) == pytest.approx(1, abs=2e-4)
