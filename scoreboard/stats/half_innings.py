"""With what chance the rest of a half-inning brings no run, one, two: by game, men, outs and, where it matters, count.

Rule kept here: these chances are all that win probability needs of a game. They are made beforehand, by ``make
half-innings``, and kept in ``half_innings.json``. The table games, Amateur, Four-Dice Baseball and Major are solved
exactly: Amateur and Four-Dice for best play on both sides, Major for play by default, with any order of its helmets
(`helmet_wins` knows them apart). RallyBird is simulated, in batches that tell how far to trust them. A game more is a
row more of that file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from math import isclose
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct

from scoreboard.rules import Game, find_rule_set
from scoreboard.rules.deck import ZONES, house_deck
from scoreboard.rules.events import PlayedGame
from scoreboard.rules.parks import Park, chart_of

Chances: TypeAlias = tuple[float, ...]
"""Of each number of runs."""
Batches: TypeAlias = tuple[Chances, ...]
"""One where they are exact, several where they are simulated."""

FILE = "half_innings.json"
ALL_BASES: tuple[tuple[int, ...], ...] = ((), (6,), (12,), (18,), (12, 6), (18, 6), (18, 12), (18, 12, 6))
"""The men of a half-inning, most advanced first, in all eight ways."""
MOST_WORN = 5
"""Gloves that are worn: more are too rare to be told from so many."""
ENDS = 1e-6
"""How far the chances of a half-inning may be from adding up to one: no more last for ever, or bring more runs."""
FREE = frozenset(
    {
        *("walk_off", "extra_runner", "extra_runner_from", "mercy", "mercy_from", "tie_after"),
        *("minutes", "away_start", "home_start"),
    }
)
"""Rulings that change no half-inning: `win_probability` knows which of them it counts."""


class HalfInnings(Struct, frozen=True):
    """A game's half-innings.

    Attributes:
        how: whether they were solved exactly or simulated.
        chances: by `name_of`: in each batch, the chance of each number of runs, or how often it came.
    """

    how: Literal["solved", "simulated"]
    chances: Mapping[str, Batches]


def name_of(outs: int, men: Iterable[int], balls: int = 0, strikes: int = 0, worn: int = 0) -> str:
    """What such a moment is called: ``1 out, 12 6, 3-2``; with ``2 worn`` where gloves have turned or are lost."""
    name = f"{outs} out, {' '.join(map(str, men))}"
    count = f", {balls}-{strikes}" if balls or strikes else ""
    return f"{name}{count}, {worn} worn" if worn else f"{name}{count}"


def name_of_moment(game: Game) -> str:
    """What the moment of a game is called."""
    return name_of(game.outs, game.runners, game.balls, game.strikes, worn_gloves(game))


def worn_gloves(game: Game) -> int:
    """How many gloves have turned or are lost, `MOST_WORN` at most; one that the defence has yet to choose counts."""
    if game.cards is None:
        return 0
    gloves = game.cards.gloves
    lost = max(0, len(ZONES) - len(gloves))  # before they lie there is one more, for one with the icon stays away
    return min(MOST_WORN, lost + sum(glove.red for glove in gloves) + bool(game.cards.choose))


def chances(game: Game) -> Batches | None:
    """What the rest of this half-inning brings, each batch summing to one; None where that is not known.

    It is not where men stand between bases, or where the half-inning is played otherwise than the law has it.
    """
    if not is_usual(game):
        return None
    known = of_game(game.setup.game)
    named = known.get(name_of_moment(game))
    return known.get(name_of(game.outs, game.runners)) if named is None else named


def is_usual(game: Game) -> bool:
    """Whether the half-innings of that game are played as the law has them: no options, no cards of an owner's own."""
    usual, setup = find_rule_set(game.setup.rules).house, game.setup
    return (
        not setup.options
        and (setup.deck is UNSET or setup.deck == house_deck())
        and all(
            getattr(game.house, name) == getattr(usual, name) for name in usual.__struct_fields__ if name not in FREE
        )
    )


@cache
def of_game(game: PlayedGame) -> Mapping[str, Batches]:
    """All half-innings of a game; none of one that nobody has solved or simulated.

    Those of a maker's are solved here and now, in a tenth of a second; none are told where they have no end.
    """
    if isinstance(game, Park):
        return _solved(game)
    kept = _kept().get(game)
    return {} if kept is None else {name: tuple(map(_shares, each)) for name, each in kept.chances.items()}


def _solved(park: Park) -> Mapping[str, Batches]:
    from scoreboard.stats.half_throws import BaseOutState
    from scoreboard.stats.table_chain import OUTS, chances_of_runs  # with numpy

    men = ALL_BASES if chart_of(park).has_batters else ALL_BASES[:1]
    starts = [BaseOutState(outs, each) for outs in OUTS for each in men]
    solved = {name_of(*state): (tuple(runs.tolist()),) for state, runs in chances_of_runs(park, starts).items()}
    return solved if all(isclose(sum(runs), 1, abs_tol=ENDS) for (runs,) in solved.values()) else {}


@cache
def _kept() -> Mapping[str, HalfInnings]:
    written = files("scoreboard.stats").joinpath(FILE).read_bytes()
    return msgspec.json.decode(written, type=dict[str, HalfInnings])


def _shares(counts: Chances) -> Chances:
    return tuple(count / sum(counts) for count in counts)
