"""What every game here shares: runs, outs, half-innings, extra innings, and the chain from first.

Rule kept here: these functions know innings and bases, and no die. Diamante's pitching and running are written in
their terms, and so a table game can be: a mapping from a roll to an `Outcome`, most of which are here.

A third out, a winning run, or one that fills the half-inning (H2) is noted where it happens (`put_out`, `score`) and
acted on where the throw has been dealt with in full (`conclude`), so that all runs of one throw count (D44). What ends
a half-inning or the game is `endings`' to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from scoreboard.message import Message, once
from scoreboard.rules import endings
from scoreboard.rules.events import (
    Ball,
    Button,
    Chip,
    Die,
    End,
    Event,
    Half,
    Hold,
    Move,
    Press,
    Roll,
    Set,
    Setup,
    Side,
    Skip,
)
from scoreboard.rules.house_rules import HouseRules
from scoreboard.rules.lineup import (
    all_enter,
    back_in_line,
    call_up,
    enter,
    first_in_line_to_second,
    leave_plate,
    rotate,
)
from scoreboard.rules.state import FIRST, HOME, PARTNERS_TURNS, SECOND, THIRD, Game, Outcome, Runner, Tally

OUTS, BALLS, STRIKES = 3, 4, 3
"""Outs to a half-inning, balls to a walk, strikes to an out."""
_PLACE = attrgetter("place")
OPPONENT: Side = "away"
"""Of one who plays alone: the visitors."""
ONLY_SIX_SIDED: Mapping[type[Event], str] = {
    Die: "refused.no-ten-sided-dice",
    Chip: "refused.no-chip",
    Roll: "refused.dice-rest",
    Move: "refused.no-running",
    Skip: "refused.no-running",
    Ball: "refused.no-throwing",
    Hold: "refused.no-throwing",
    Press: "refused.no-buttons-now",
    End: "refused.ended",
    Set: "refused.undo-first",
}
"""Why a line is refused that means nothing now, in every game of six-sided dice: the key of its message."""


def opening(setup: Setup, house: HouseRules, innings: int, first: int = 1) -> Game:
    """The first batter is up and nothing has happened (D6, D7).

    A game that begins with another inning than its own ``first`` ends with its own last one, unless the set-up says
    how many are played (R1).
    """
    begins = setup.first or first
    number = setup.innings or max(1, innings + first - begins)
    game = Game(setup=setup, house=house, innings=number, first=begins, inning=begins)
    return call_up(_lined_up(replace(game, away=house.away_start, home=house.home_start, began=house.away_start)))


def closed(game: Game) -> Game:
    """The same moment with nothing left open of what came before."""
    play = game.play and game.play.closed()
    return game if play is game.play else replace(game, play=play)


def score(game: Game, runs: int) -> Game:
    """Runs for the side at bat, as many as count (H2); one of Home's may have won the game (D8, D9, H1)."""
    counted = endings.counted(game, runs)
    if game.half == "top":
        scored = replace(game, away=game.away + counted)
    else:
        home = replace(game, home=game.home + counted)
        scored = replace(home, winner="home" if counted and endings.won_by_run(home) else None)
    return replace(scored, full=True) if runs and endings.is_full(scored) else scored


def put_out(game: Game, **others: object) -> Game:
    """One more out; the third is the last. These ``others`` of its fields change, too."""
    return replace(game, outs=min(game.outs + 1, OUTS), **others)


def conclude(game: Game, otherwise: Outcome) -> Game:
    """End the half-inning on a third out, or once it is full (H2), and the game on a winning run; else go on."""
    if game.outs >= OUTS:
        return _end_half(game)
    if game.winner:
        return replace(game, phase="over", full=False)
    return _end_half(game) if game.full else otherwise(game)


def new_batter(game: Game, *, walked: bool = False) -> Game:
    """The next one is at bat with a clear count, and the men hold their bases (D44).

    The partner bats, and after a hit or a walk the partner pitches (D53).
    """
    partners = _alternate(game, pitchers=1 if game.credited or walked else 0)
    up = call_up(game, partners=partners, fresh=True, credited=False)
    return rest(up, balls=0, strikes=0, ball="Z1")


def rest(game: Game, **others: object) -> Game:
    """The men hold their places, and a pitch is due; these ``others`` of its fields change, too."""
    men = tuple([Runner(place=man.place, helmet=man.helmet) for man in game.men])
    return replace(game, phase="pitch", men=men, **others)


def batter_out(game: Game) -> Game:
    """The batter is out, and the next one comes up (D49, D51)."""
    return conclude(put_out(game, met=True), lambda out: new_batter(rotate(leave_plate(out))))


def credit_hit(game: Game) -> Game:
    """A hit for the side at bat, once for each batter (D45)."""
    if game.credited:
        return game
    hits = game.hits
    more = replace(hits, away=hits.away + 1) if game.half == "top" else replace(hits, home=hits.home + 1)
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
    on_first = Runner(place=FIRST, helmet=game.at_bat)
    taken = bring_home(replace(_reset(game), waiting=False), (*moved, on_first))
    return conclude(taken, lambda after: new_batter(after, walked=True))


def home_run(game: Game) -> Game:
    """All score (D22)."""
    entered = leave_plate(enter(game, *(man.helmet for man in game.men)))
    cleared = replace(_reset(credit_hit(entered)), men=())
    return conclude(score(cleared, len(game.men) + 1), new_batter)


def lead_scores(game: Game) -> Game:
    """RUN before a hit: the most advanced runner scores; with the bases empty, a run is added."""
    ran = replace(game, fresh=False)
    home = tuple(replace(man, place=HOME) for man in game.men[:1])
    scored = bring_home(ran, (*home, *game.men[1:])) if home else score(ran, 1)
    return conclude(scored, lambda after: after)


def next_batter(game: Game) -> Game:
    """BATTER before a hit: a new batter with a clear count; one to whom nothing has happened stays.

    The press is accepted all the same ("changes nothing", D54), so it closes what any accepted line closes. The old
    one enters the dugout.
    """
    return game if game.fresh else new_batter(leave_plate(game))


def final_score(game: Game) -> Message:
    """How it ended, in a sentence."""
    if game.winner is None:
        return once("over.nobody-wins" if game.ended else "over.tie", away=game.away, home=game.home)
    higher, lower = sorted((game.away, game.home), reverse=True)
    # one of: over.called, over.forfeit, over.won
    return once(f"over.{game.ended or 'won'}", team=game.team(game.winner).name, higher=higher, lower=lower)


def most_advanced_first(men: Sequence[Runner]) -> tuple[Runner, ...]:
    """The men in running order (D26)."""
    return tuple(sorted(men, key=_PLACE, reverse=True))


def bring_home(game: Game, men: tuple[Runner, ...]) -> Game:
    """These are the men now; those at home have scored and enter the dugout."""
    still = most_advanced_first([man for man in men if man.place < HOME])
    home = [man.helmet for man in men if man.place >= HOME]
    return score(enter(game, *home, men=still), len(home)) if home else replace(game, men=still)


def closed_finish(game: Game) -> Game:
    """The same once something has happened in this inning: the one before it is no longer the one just finished."""
    return game if game.finished is None or game.half == "bottom" else replace(game, finished=None)


def runner_put_on_second(game: Game) -> Game:
    """The inning that has just begun is an extra one after all: whoever was to bat stands on second, where D9 holds."""
    if game.men or not endings.has_extra_runner(game):
        return game
    return call_up(first_in_line_to_second(back_in_line(game)))


def _end_half(game: Game) -> Game:
    """No runner is left on base and the ball is back (D7); then the other half, another inning, or the end (D8, D9)."""
    cleared = replace(_reset(all_enter(game)), men=(), full=False)
    if over := endings.after_half(cleared):
        return replace(cleared, phase="over", winner=over.winner)
    if cleared.half == "top":
        return _start_half(cleared, cleared.inning, "bottom")
    return _start_half(cleared, cleared.inning + 1, "top")


def _start_half(game: Game, inning: int, half: Half) -> Game:
    """A new half-inning."""
    finished = replace(game, finished=None, play=None)  # nothing of it is open
    begun = replace(game, inning=inning, half=half, outs=0, phase="pitch", winner=None, finished=finished)
    up = call_up(_lined_up(replace(begun, began=begun.runs_of(begun.batting))))
    return replace(up, partners=_alternate(game, pitchers=1), fresh=True, credited=False)


def _lined_up(game: Game) -> Game:
    """The first in line stands on second in extra innings (D9), and in the hard game of a solo player's opponent."""
    hard = game.setup.four_dice.hard and game.batting == OPPONENT
    return first_in_line_to_second(game) if hard or endings.has_extra_runner(game) else game


def _reset(game: Game) -> Game:
    """The count and the ball at the end of a plate appearance (D44)."""
    return replace(game, balls=0, strikes=0, ball="Z1")


def _alternate(game: Game, *, pitchers: int) -> Tally:
    """Whose turn it is among partners: the next at bat, and so many changes on the mound (D53)."""
    away, home = (1, pitchers) if game.half == "top" else (pitchers, 1)
    turns = game.partners
    return Tally(away=(turns.away + away) % PARTNERS_TURNS, home=(turns.home + home) % PARTNERS_TURNS)


WITHOUT_COUNT: Mapping[Button, Outcome] = {
    "out": batter_out,
    "run": lead_scores,
    "homerun": home_run,
    "batter": next_batter,
}
"""The last row of D54: what the buttons mean in a game that counts neither balls nor strikes."""
