"""Major League by its helmets: the chances against games played out, and what calls do to them."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from msgspec import structs
from support.rules import play
from support.scoring import SETUP

from scoreboard.opponent import decide
from scoreboard.rules import Game, apply, start
from scoreboard.rules.events import Call, Set
from scoreboard.rules.house_rules import Helmet
from scoreboard.stats import helmet_chain
from scoreboard.stats.half_throws import half_played, random_event
from scoreboard.stats.helmet_chain import COUNTS, PLACES
from scoreboard.stats.helmet_plays import ORDERS, Between, Plays, at, hit
from scoreboard.stats.helmet_wins import kept
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


def test_a_play_leads_where_its_chances_lead() -> None:
    """With two out and nobody on, a hit to zone 9 is worth what its moments, walked and swept now, come to."""
    begins = Between(2, (), ORDERS[0])
    plays = Plays()
    first = plays.add(hit(begins, 9)).to
    plays.walk()
    scoreless = [0.0] * len(plays.edges)
    for _ in range(60):
        scoreless = [
            sum(
                faces / 10 * (0 if edge.runs else 1 if edge.to is None else after(edge.to, scoreless))
                for edge, faces in edges.items()
            )
            for edges in plays.edges
        ]
    assert isinstance(first, int)
    assert float(kept().hits[8, PLACES[begins], 0]) == pytest.approx(scoreless[first], abs=1e-4)


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
            said = decision.line.call if isinstance(decision.line, Call) else ""
            chances = {call: call_chance(thrown, call) for call in ("", *thrown.calls)}
            known = {call: chance for call, chance in chances.items() if chance is not None}
            assert known[said] >= max(known.values()) - 2e-4
            called.add(said)
    assert {"", "bunt", "steal", "tag-up"} == called


def test_the_tables_have_the_shape_of_the_chain() -> None:
    """Every moment between pitches is certain."""
    table = kept()
    assert (len(helmet_chain.BETWEENS), len(COUNTS)) == table.between.shape[:2]
    assert table.between.sum(axis=-1) == pytest.approx(1, abs=2e-4)
