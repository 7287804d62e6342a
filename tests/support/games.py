"""Whole games drawn by lot: throws as they fall, and now and then a call, another answer, a skip or a hold."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec import UNSET
from msgspec.structs import replace
from support.parks import example_park

from scoreboard.rules import Game, Refused, apply, dice_due, roll_of, sides_of, start
from scoreboard.rules.deck import ZONES
from scoreboard.rules.events import PARK, Ball, Call, Chip, Die, Event, Hold, Move, Setup, Skip, Team
from scoreboard.rules.history import History, begin, judge
from scoreboard.rules.rallybird import digest_of, hand
from scoreboard.rules.state import SKIP
from scoreboard.stats.half_throws import random_event

SALT = "salt"
HALVES = 93
"""Half-innings of a game that no family has played."""

OSPREYS = Team(name="Ospreys", color="red", lineup=("+", "", "-", ""))
HERONS = Team(name="Herons", color="blue")


def setup(rules: str, innings: int = 9) -> Setup:
    """A game of that kind between the same two teams."""
    options = ("intentional-walk", "rallybird") if rules == "rallybird" else UNSET
    park = example_park() if rules == PARK else UNSET
    return Setup(rules=rules, innings=innings, away=OSPREYS, home=HERONS, options=options, park=park)  # type: ignore[arg-type] # a real one


def drawn_game(first: Setup, lots: Random) -> list[Event]:
    """The lines of a complete game, every one of them lawful."""
    return [line for line, _ in moments(first, lots)]


def moments(first: Setup, lots: Random) -> Iterator[tuple[Event, Game]]:
    """The lines of a complete game and the state that each leads to."""
    game = start(first)
    while not game.over:
        line = drawn(game, lots)
        try:
            game = apply(game, line)
        except Refused:
            continue
        yield line, game


def halves(game: Game) -> int:
    """How many half-innings are over."""
    return 2 * (game.inning - game.first) + (game.half == "bottom")


def long_histories(rules: str, lots: Random) -> tuple[History, History]:
    """A game of `HALVES` half-innings, some cut short: before its last line, and after it."""
    history = begin(replace(setup(rules), innings=HALVES, options=UNSET))
    before = history
    while halves(history.game) < HALVES and not history.game.over:
        before, history = history, judge(history, random_event(history.game, lots)).history
    return before, history


def drawn(game: Game, lots: Random) -> Event:
    """A line that is likely to be lawful now."""
    if game.awaits is None and game.cards is not None:
        return Call(call=_random_call(game, lots))
    if game.calls and lots.random() < 1 / 4:
        return Call(call=lots.choice(game.calls))
    if game.awaits == "dice":
        sides = sides_of(game.setup)
        return roll_of(game.setup, tuple(lots.randint(1, sides) for _ in range(dice_due(game))))
    if game.options and lots.random() < 1 / 3:
        return _answer(game, lots)
    if lots.random() < 1 / 10:
        return lots.choice((Skip(), Hold()))
    return _throw(game, lots)


def _random_call(game: Game, lots: Random) -> str:
    """A card, shown or chosen in secret, a choice of the defence, or all the gloves, shuffled."""
    if not game.calls:
        salted = _salted(game)  # what was chosen may be none of them since an amendment: then another is chosen
        chosen = (f"card {shown}" for shown in salted if game.cards and digest_of(shown) == game.cards.commit)
        return next(chosen, f"commit {digest_of(salted[0])}")
    call = lots.choice(game.calls)
    word, _, rest = call.partition(" ")
    if word == "card" and lots.random() < 1 / 3:
        return f"commit {digest_of(f'{rest} {SALT}')}"
    if word != "gloves":
        return call
    gloves = [each.partition("=")[2] for each in rest.split()]
    zones = lots.sample(ZONES, len(gloves))
    return f"gloves {' '.join(f'{zone}={glove}' for zone, glove in zip(zones, gloves, strict=True))}"


def _salted(game: Game) -> list[str]:
    return [f"{card.name} {SALT}" for card in hand(game)]


def _answer(game: Game, lots: Random) -> Event:
    answer = lots.choice(game.options)
    if answer == SKIP:
        return Skip()
    if game.diamante.choice and game.diamante.choice.before.phase == "run":
        return Move(to=int(answer))
    return Ball(to=answer)


def _throw(game: Game, lots: Random) -> Event:
    if game.awaits == "chip":
        return Chip(face="hit" if lots.random() < 1 / 2 else "out")
    chases = game.chase and lots.random() < 1 / 20
    color = game.team(game.batting).color if chases else game.awaits
    return Die(color=color or game.team(game.fielding).color, value=lots.randint(1, 10))
