"""Who is likely to win, and the half-innings that it follows from."""

# ruff: noqa: S311 - lots are no secret

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import sqrt
from operator import mul
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from msgspec import UNSET, structs
from support import signs
from support.games import HERONS, OSPREYS, moments, setup
from support.parks import example_park
from support.rallybird import PLAIN

from scoreboard.rules import RULE_SETS, Game, apply, dice_due, ruled_setup, set_up, start
from scoreboard.rules.events import Press, Roll, RulesName, Set, Setup
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.parks import TABLE_GAMES, Park
from scoreboard.stats.half_innings import ALL_BASES, chances, name_of, of_game
from scoreboard.stats.half_throws import BaseOutState, endless_game, random_event, runs_of_half
from scoreboard.stats.odds import solve
from scoreboard.stats.sign_chain import STATES
from scoreboard.stats.table_chain import chances_of_runs, unfinished
from scoreboard.stats.win_probability import win_chance

GAMES = sorted(RULE_SETS)
OSPREYS_ALIKE = structs.replace(OSPREYS, lineup=UNSET)
"""With the same helmets as the other team."""


def at(rules: str, **changed: object) -> Game:
    """A game at that moment."""
    return apply(start(usual(rules, 3)), Set(**changed))  # type: ignore[arg-type] # a field of it


def usual(rules: str, innings: int | None = None) -> Setup:
    """Without options."""
    plain = structs.replace(setup(rules), options=UNSET)
    return plain if innings is None else structs.replace(plain, innings=innings)


@pytest.mark.parametrize("rules", GAMES)
def test_every_game_has_its_half_innings(rules: str) -> None:
    """All 24 states of men and outs, where decisions are solved those of the count too; each batch is certain."""
    known = of_game(rules)  # type: ignore[arg-type] # a game's name
    assert {"diamante-amateur": 288, "four-dice": 288}.get(rules, 24) <= len(known) or rules == "three-dice"
    for batches in known.values():
        assert (1.0,) * len(batches) == pytest.approx(tuple(map(sum, batches)))


@pytest.mark.parametrize("rules", sorted(TABLE_GAMES))
def test_a_table_games_half_innings_are_those_of_its_chain(rules: RulesName) -> None:
    """What is kept in the file is what the law comes to, and brings the runs that `stadium odds` tells."""
    kept, expected = of_game(rules), solve(rules)
    starts = [BaseOutState(outs, men) for outs in range(3) for men in ALL_BASES if name_of(outs, men) in kept]
    for state, solved in chances_of_runs(rules, starts).items():
        (found,) = kept[name_of(*state)]
        assert solved[: len(found)].tolist() == pytest.approx(found, abs=2e-6)
    (fresh,) = kept[name_of(0, ())]
    assert (expected.expected["runs"], expected.scoreless) == pytest.approx((mean(fresh), fresh[0]), abs=2e-4)


def mean(chances: Iterable[float]) -> float:
    """The runs that they come to."""
    return sum(runs * chance for runs, chance in enumerate(chances))


BASES = {"none": (), "1st": (6,), "2nd": (12,), "3rd": (18,), "1st, 2nd": (12, 6), "1st, 3rd": (18, 6)}
BASES |= {"2nd, 3rd": (18, 12), "full": (18, 12, 6)}


@pytest.mark.parametrize("men", BASES)
def test_amateurs_half_innings_are_as_published(men: str) -> None:
    """The table of docs/odds.md: what best play brings is what the moments are worth."""
    rows = (Path(__file__).parents[3] / "docs" / "odds.md").read_text(encoding="utf-8").splitlines()
    published = next(row.split("|")[2:5] for row in rows if row.startswith(f"| {men} | "))
    for outs, runs in enumerate(published):
        found = chances(at("diamante-amateur", runners=BASES[men], outs=outs))
        assert found is not None
        assert float(runs) == pytest.approx(mean(found[0]), abs=6e-4)


@pytest.mark.once
def test_the_half_innings_of_four_dice_baseball_are_those_of_the_best_signs() -> None:
    """What is kept in the file is what the law comes to."""
    chain, kept = signs.chain(), of_game("four-dice")
    for state, solved in zip(STATES, chain.run_chances(chain.best()), strict=True):
        (found,) = kept[name_of(*state)]
        assert solved[: len(found)].tolist() == pytest.approx(found, abs=2e-6)


@pytest.mark.untraced
def test_simulated_half_innings_are_those_of_the_law() -> None:
    """A sample played now comes within four standard errors of the many that were played for the file."""
    halves, lots = 300, Random(9)
    runs = [runs_of_half(endless_game("rallybird"), lots) for _ in range(halves)]
    kept = of_game("rallybird")[name_of(0, ())]
    assert abs(fmean(runs) - fmean(map(mean, kept))) < 4 * stdev(runs) / sqrt(halves)


MOMENTS = (
    {"inning": 3, "half": "bottom"},
    {"inning": 3, "half": "top", "away": 1, "outs": 2, "runners": (18,)},
    {"inning": 2, "half": "bottom", "away": 2, "home": 1, "outs": 1, "runners": (12, 6)},
    {"inning": 4, "half": "top", "away": 3, "home": 3},
)


@pytest.mark.parametrize("moment", MOMENTS, ids=range(len(MOMENTS)))
@pytest.mark.untraced
def test_games_played_out_are_won_as_often(moment: dict[str, object]) -> None:
    """Of a table game, from innings in the middle, the last, and extra ones."""
    lots, games = Random(3), 600
    game = at("dice-baseball", **moment)
    chance = win_chance(game)
    assert chance is not None
    assert 0 == chance.error
    won = sum(played_out(game, lots).winner == "home" for _ in range(games))
    assert abs(won / games - chance.home) < 4 * sqrt(chance.home * chance.away / games) + 1e-9


def played_out(game: Game, lots: Random) -> Game:
    """The end of a game of dice alone."""
    while not game.over:
        game = apply(game, random_event(game, lots))
    return game


@pytest.mark.parametrize("rules", sorted(TABLE_GAMES))
def test_a_chance_is_the_mean_of_what_the_dice_make_of_it(rules: str) -> None:
    """Exactly, over all throws, in every state of random games."""
    dice = dice_due(start(setup(rules)))
    for _, game in moments(setup(rules, 2), Random(8)):
        if not game.over:
            afters = [found(apply(game, Roll(values=values)))[0] for values in product(range(1, 7), repeat=dice)]
            assert fmean(afters) == pytest.approx(found(game)[0], abs=1e-6)


def test_a_game_of_an_owners_own_is_solved_when_it_is_asked_about() -> None:
    """A chance is the mean of what the dice make of it, exactly, and the runs are those of its odds."""
    own = set_up(example_park(), setup("one-die", 2))
    first = start(own)
    afters = [found(apply(first, Roll(values=values)))[0] for values in product(range(1, 7), repeat=3)]
    assert fmean(afters) == pytest.approx(found(first)[0], abs=1e-9)
    runs = of_game(example_park())[name_of(0, ())][0]
    assert sum(map(mul, runs, range(len(runs)))) == pytest.approx(solve(example_park()).expected["runs"], abs=1e-6)


def test_endless_game_has_no_chance() -> None:
    """No file that is played makes such a game, but a record may have one: nothing waits for its end."""
    endless = Park(name="endless", dice=1, table={"else": "single"})
    assert win_chance(start(set_up(endless, setup("one-die", 2)))) is None
    assert 1 == unfinished(endless)


def test_extra_innings_begin_with_a_man_on_second() -> None:
    """D9: what Home will have before them there, once the side at bat is out."""
    top, bottom = at("diamante-amateur", inning=4, outs=2), at("diamante-amateur", runners=(12,))
    runs, answer = (chances(game) for game in (top, bottom))
    assert runs is not None
    assert answer is not None
    wins = sum(
        away * home * (1 if more > made else 1 / 2 if more == made else 0)
        for made, away in enumerate(runs[0])
        for more, home in enumerate(answer[0])
    )
    assert wins == pytest.approx(found(top)[0])


@pytest.mark.parametrize("played", range(4))
@pytest.mark.parametrize("half", ["top", "bottom"])
def test_how_innings_are_numbered_changes_no_chance(played: int, half: str) -> None:
    """R1: three innings from the 7th are three from the 1st; before the last, in it, and in extra ones."""
    behind = {"half": half, "away": 1, "outs": 2, "runners": (12,)}
    firsts = (usual("rallybird", 3), structs.replace(usual("rallybird", 3), first=1))
    late, early = (apply(start(each), Set(inning=start(each).first + played, **behind)) for each in firsts)  # type: ignore[arg-type] # fields of it
    assert (7 + played, 1 + played) == (late.inning, early.inning)
    assert found(late) == found(early)


def test_a_run_behind_before_the_last_inning() -> None:
    """Home with two out in the last of the 7th of 9 have two innings more to make it up."""
    assert 0.27 == pytest.approx(found(at("rallybird", half="bottom", outs=2, away=1))[0], abs=0.015)


@pytest.mark.parametrize("rules", sorted({*GAMES} - {"four-dice"}))
def test_the_beginning_is_even(rules: str) -> None:
    """Both sides have the same half-innings before them."""
    chance = win_chance(start(structs.replace(usual(rules), away=HERONS, home=OSPREYS_ALIKE)))
    assert chance is not None
    assert 0.5 == pytest.approx(chance.home, abs=1e-6)


def test_who_bats_last_knows_what_is_needed() -> None:
    """Where signs are put on for the win, Home have a little more than half."""
    assert 0.5 < found(start(usual("four-dice")))[0] < 0.51


@pytest.mark.parametrize("rules", GAMES)
def test_the_chances_of_a_game_that_is_kept_are_known(rules: str) -> None:
    """Its game line says what it is played with, as the house set of RallyBird."""
    kept = ruled_setup(usual(rules), {})
    assert win_chance(start(kept)) == win_chance(start(usual(rules)))


@pytest.mark.parametrize("rules", GAMES)
def test_a_lead_is_good(rules: str) -> None:
    """The more Home leads by, the likelier they win."""
    homes = [found(at(rules, away=5, home=home))[0] for home in range(11)]
    assert sorted(set(homes)) == homes


def test_an_end_is_certain() -> None:
    """Won, lost, and a game that nobody won."""
    won = apply(at("two-dice", inning=3, half="bottom"), Press(button="homerun"))
    assert (True, 1.0, 0.0) == (won.over, *found(won))
    assert (0.5, 0.5) == found(structs.replace(won, winner=None))


def found(game: Game) -> tuple[float, float]:
    """Home's chance and Away's."""
    chance = win_chance(game)
    assert chance is not None
    return chance.home, chance.away


def test_the_count_matters_in_the_solved_game() -> None:
    """Three balls help the side at bat, and two strikes the other; Away bats."""
    counts: list[dict[str, object]] = [{"balls": 3}, {"balls": 0}, {"strikes": 2}]
    ahead, even, behind = (found(at("diamante-amateur", **count))[1] for count in counts)
    assert ahead > even > behind


def test_an_estimate_says_its_error() -> None:
    """RallyBird is simulated; its interval holds most batches' own answers."""
    chance = win_chance(at("rallybird", away=1))
    assert chance is not None
    assert 0 < 2 * chance.error < chance.within < 0.01


def unknown() -> Iterator[Game]:
    """States whose chance nobody knows."""
    played = [game for _, game in moments(setup("diamante-amateur", 3), Random(1))]
    yield next(game for game in played if game.phase == "run")
    yield at("diamante-amateur", runners=(7,))
    yield start(setup("diamante-amateur"), HouseRules(passing_is_out=False))
    yield start(structs.replace(setup("four-dice"), options=("hard", "little-league")))
    yield start(setup("four-dice"), HouseRules(extra_runner=True, tag=True))
    yield start(structs.replace(setup("rallybird"), deck=PLAIN))


@pytest.mark.parametrize(
    "game",
    tuple(unknown()),
    ids=["in a play", "a man on a step", "a ruling of the house", "two options", "a ruling in dice", "own cards"],
)
def test_unknown_chance_is_none(game: Game) -> None:
    """In the middle of a play, with a man between bases, and where a half-inning is played otherwise."""
    assert win_chance(game) is None
