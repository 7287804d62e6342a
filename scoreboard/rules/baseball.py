"""What every game here shares: runs, outs, half-innings, extra innings, and the chain from first.

Rule kept here: these functions know innings and bases, and no die. Diamante's pitching and running are written in
their terms, and so a table game can be: a mapping from a roll to an `Outcome`, most of which are here.

A third out or a winning run is noted where it happens (`put_out`, `score`) and acted on where the throw has been dealt
with in full (`conclude`), so that all runs of one throw count (D44).
"""

from __future__ import annotations

from msgspec.structs import replace

from scoreboard.rules.events import Half, Setup, Side
from scoreboard.rules.house import HouseRules
from scoreboard.rules.state import FIRST, HOME, SECOND, THIRD, Game, Outcome, Runner, Tally

OUTS, BALLS, STRIKES = 3, 4, 3
"""Outs to a half-inning, balls to a walk, strikes to an out."""


def opening(setup: Setup, house: HouseRules, innings: int) -> Game:
    """The first batter is up and nothing has happened (D6, D7)."""
    return Game(setup=setup, house=house, innings=setup.innings or innings)


def closed(game: Game) -> Game:
    """The same moment with nothing left open: no chase, no other answer to the last throw, no keep-running."""
    return replace(game, unpitched=None, choice=None, resume=None)


def score(game: Game, runs: int) -> Game:
    """Runs for the side at bat; Home taking the lead at its last turn has won (D8, D9)."""
    if game.batting == "away":
        return replace(game, away=game.away + runs)
    home = game.home + runs
    won = runs and game.house.walk_off and _last(game) and home > game.away
    return replace(game, home=home, winner="home" if won else None)


def put_out(game: Game) -> Game:
    """One more out."""
    return replace(game, outs=game.outs + 1)


def conclude(game: Game, otherwise: Outcome) -> Game:
    """End the half-inning on a third out and the game on a winning run; else go on."""
    if game.outs >= OUTS:
        return _end_half(game)
    if game.winner:
        return replace(game, phase="over")
    return otherwise(game)


def new_batter(game: Game, ball: str | int = "Z1", *, walked: bool = False) -> Game:
    """The next one is at bat with a clear count, and the men hold their bases (D44).

    The partner bats, and after a hit or a walk the partner pitches (D53).
    """
    rested = tuple(Runner(place=man.place, helmet=man.helmet) for man in game.men)
    partners = _alternate(game, pitchers=1 if game.credited or walked else 0)
    return replace(_reset(game, ball), phase="pitch", men=rested, partners=partners, fresh=True, credited=False)


def credit_hit(game: Game) -> Game:
    """A hit for the side at bat, once for each batter (D45)."""
    if game.credited:
        return game
    hits = game.hits
    more = replace(hits, away=hits.away + 1) if game.batting == "away" else replace(hits, home=hits.home + 1)
    return replace(game, hits=more, credited=True)


def chain(men: tuple[Runner, ...]) -> tuple[int, ...]:
    """The bases taken without a gap from first: who stands there must make room for the batter (D12, D27)."""
    taken = {man.place for man in men}
    bases = (FIRST, SECOND, THIRD)
    gap = next((at for at, base in enumerate(bases) if base not in taken), len(bases))
    return bases[:gap]


def walk(game: Game) -> Game:
    """The batter takes first and the chain moves up (D12)."""
    moving = chain(game.men)
    moved = (replace(man, place=man.place + FIRST) if man.place in moving else man for man in game.men)
    taken = _bring_home(_reset(game), (*moved, Runner(place=FIRST)))
    return conclude(taken, lambda after: new_batter(after, walked=True))


def home_run(game: Game) -> Game:
    """All score (D22)."""
    cleared = replace(_reset(credit_hit(game)), men=())
    return conclude(score(cleared, len(game.men) + 1), new_batter)


def most_advanced_first(men: tuple[Runner, ...]) -> tuple[Runner, ...]:
    """The men in running order (D26)."""
    return tuple(sorted(men, key=lambda man: -man.place))


def _bring_home(game: Game, men: tuple[Runner, ...]) -> Game:
    still = tuple(man for man in men if man.place < HOME)
    return score(replace(game, men=most_advanced_first(still)), len(men) - len(still))


def _last(game: Game) -> bool:
    return game.inning >= game.innings


def _end_half(game: Game) -> Game:
    """Nobody is left on base and the ball is back (D7); then the other half, another inning, or the end (D8, D9)."""
    cleared = replace(_reset(game), men=())
    if winner := _decided(cleared):
        return replace(cleared, phase="over", winner=winner)
    if cleared.half == "top":
        return _start_half(cleared, cleared.inning, "bottom")
    return _start_half(cleared, cleared.inning + 1, "top")


def _decided(game: Game) -> Side | None:
    if not _last(game):
        return None
    if game.half == "top":
        return "home" if game.house.walk_off and game.home > game.away else None
    if game.home == game.away:
        return None
    return "home" if game.home > game.away else "away"


def _start_half(game: Game, inning: int, half: Half) -> Game:
    """A new half-inning: in extra innings the first in line stands on second (D9)."""
    men = (Runner(place=SECOND),) if inning > game.innings else ()
    begun = replace(game, inning=inning, half=half, outs=0, men=men, phase="pitch")
    return replace(begun, partners=_alternate(game, pitchers=1), fresh=True, credited=False)


def _reset(game: Game, ball: str | int = "Z1") -> Game:
    """The count and the ball at the end of a plate appearance (D44)."""
    return replace(game, balls=0, strikes=0, ball=ball)


def _alternate(game: Game, *, pitchers: int) -> Tally:
    """Whose turn it is among partners: the next at bat, and so many changes on the mound (D53)."""
    away, home = (1, pitchers) if game.half == "top" else (pitchers, 1)
    return Tally(away=(game.partners.away + away) % 2, home=(game.partners.home + home) % 2)
