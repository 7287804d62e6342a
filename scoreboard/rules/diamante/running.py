"""The base runners: D26 to D33, D40, D46 and D48.

Rule kept here: `game.men` is in running order, most advanced first, and each who is ``due`` throws in that order. A
runner who is put out leaves the tuple, and with him the chain breaks (D38); that happens in `retire` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from scoreboard.rules.baseball import (
    OUTS,
    bring_home,
    chain,
    conclude,
    credit_hit,
    most_advanced_first,
    new_batter,
    put_out,
    rest,
)
from scoreboard.rules.diamante.board import BASE_NAMES, BASES, spoken_choice, spoken_place
from scoreboard.rules.errors import Refused
from scoreboard.rules.lineup import enter, leave_plate, rotate
from scoreboard.rules.state import FIRST, HOME, SKIP, Answer, DiamantePlay, Game, Runner


def begin_play(game: Game) -> Game:
    """A fair ball: the batter runs, the chain before him is pushed, and everyone has a throw (D26, D27)."""
    moving = chain(game.men)
    men = (replace(man, goal=man.place + FIRST if man.place in moving else 0) for man in game.men)
    batter = Runner(place=0, goal=FIRST, is_batter=True, helmet=game.at_bat)
    return begin_dash(replace(game, men=(*men, batter), waiting=False))


def begin_dash(game: Game) -> Game:
    """Everyone on the path has a throw, most advanced first (D26, D46, D48)."""
    men = tuple(replace(man, turn="due") for man in game.men)
    return replace(game, phase="run", men=men, play=DiamantePlay(first_turn=True))


def begin_turn(game: Game) -> Game:
    """The unsettled run again; the others only if called (D40)."""
    men = tuple(replace(man, turn="due" if man.unsettled else "idle") for man in game.men)
    return replace(game, phase="run", men=men, play=DiamantePlay())


def in_turn(game: Game) -> Runner | None:
    """Whose throw it is, the most advanced of those who are due."""
    for man in game.men:
        if man.turn == "due":
            return man
    return None


def anyone_unsettled(game: Game) -> bool:
    """The play cannot end yet (D33)."""
    return any(man.unsettled for man in game.men)


def may_skip(game: Game, man: Runner) -> bool:
    """Only one who stands on a base and is not pushed need not throw (D27)."""
    return not man.pushed and (man.on_base or not game.house.stranded_must_run)


def skip(game: Game) -> Game:
    """The runner in turn stays where he is (D27)."""
    man = _runner_in_turn(game)
    if not may_skip(game, man):
        raise Refused("refused.must-run", runner=spoken_place(man.place))
    return go_on(replace(game, men=_exchanged(game, man, replace(man, turn="done"))))


def skip_all(game: Game) -> Game:
    """The fielders throw, so each runner left in turn has stayed (D27).

    Raises:
        Refused: one of them must run.
    """
    bound = next((man for man in game.men if man.turn == "due" and not may_skip(game, man)), None)
    if bound:
        raise Refused("refused.must-run-first", runner=spoken_place(bound.place))
    return _end_turn(game)


def join(game: Game, base: str) -> Game:
    """The runner on that base, one of the `joinable`, is called to run in this turn (D40)."""
    man = next(man for man in joinable(game) if man.place == BASES[base])
    return replace(game, men=_exchanged(game, man, replace(man, turn="due")))


def joined(game: Game) -> Game:
    """With no runner in turn the most advanced who may still run is called (D40); else the same."""
    free = () if in_turn(game) else joinable(game)
    return join(game, BASE_NAMES[free[0].place]) if free else game


def joinable(game: Game) -> tuple[Runner, ...]:
    """Who may still be called: not in this turn, so settled on a base, and no runner behind him has thrown (D40)."""
    ran_from = game.diamante.ran_from
    return tuple([man for man in game.men if man.turn == "idle" and man.place < ran_from])


def answers(game: Game, value: int) -> tuple[Answer, ...]:
    """The moves worth offering, and that the die was the next one's, where it can have been (D27)."""
    man = _runner_in_turn(game)
    may_be_anothers = may_skip(game, man) and any(other.turn == "due" for other in game.men if other is not man)
    return (*offered(game, value), SKIP) if may_be_anothers else offered(game, value)


def offered(game: Game, value: int) -> tuple[int, ...]:
    """The moves worth offering, the default first (D30, D32): an out only where there is nothing else."""
    man = _runner_in_turn(game)
    moves, obstacles = _legal(game, man, value), _obstacles(game)
    safe = [to for to in moves if not _in_the_way(game, man, to, obstacles)]
    if len(safe) == 1:
        return (safe[0],)
    return tuple(sorted(safe or moves, key=lambda to: _rank(game, man, to)))


def _rank(game: Game, man: Runner, to: int) -> tuple[int, int]:
    """The smaller, the likelier (D32): a base ahead, back where the ball waits ahead, on, back."""
    if to < man.place:
        return 1 if _waits_ahead(game, man) else 3, -to
    return 2 if to % FIRST else 0, -to


def _waits_ahead(game: Game, man: Runner) -> bool:
    """The ball lies on the base ahead of him, or on a step before it (D32)."""
    return man.place < _ball_place(game) <= man.base_ahead


def check(game: Game, value: int, to: Answer) -> None:
    """See whether the runner in turn may go to that place with that throw (D29).

    Raises:
        Refused: he may not.
    """
    man = _runner_in_turn(game)
    if to not in _legal(game, man, value):
        raise _why_not(game, man, value)


def go(game: Game, value: int, to: Answer) -> Game:
    """The runner in turn goes to that place, one of those of that throw, or is out on the way (D29, D30)."""
    man = _runner_in_turn(game)
    if not isinstance(to, int):
        raise _why_not(game, man, value)
    thrown = replace(game, play=replace(game.diamante, ran_from=man.place))
    in_the_way = _in_the_way(game, man, to, _obstacles(game))
    if not in_the_way:
        return go_on(advance(thrown, man, to))
    has_hit = man.is_batter and man.place < FIRST < min(in_the_way)
    return go_on(retire(credit_hit(thrown) if has_hit else thrown, man))


def runs_out(game: Game, to: int) -> bool:
    """The runner in turn would be out if he went there (D30)."""
    return bool(_in_the_way(game, _runner_in_turn(game), to, _obstacles(game)))


def runs_into_ball(game: Game, to: int) -> bool:
    """The runner in turn would be out at the ball if he went there, and not at another runner before it (D30)."""
    man = _runner_in_turn(game)
    met = min(_in_the_way(game, man, to, _obstacles(game)), key=lambda place: abs(place - man.place), default=None)
    return met == _ball_place(game)


def advance(game: Game, man: Runner, to: int) -> Game:
    """He is safe there, at home with a run; the batter reaching first has a hit (D11, D45)."""
    credited = credit_hit(game) if man.is_batter and to >= FIRST else game
    return _walked_off(bring_home(credited, _exchanged(credited, man, replace(man, place=to, turn="done"))))


def _walked_off(game: Game) -> Game:
    """A run that ends the half-inning or the game before the batter has run gives him his hit, too (D45)."""
    at_plate = any(man.is_batter and not man.place for man in game.men)
    return credit_hit(game) if (game.winner or game.full) and at_plate else game


def retire(game: Game, man: Runner) -> Game:
    """He is out; if he was a link of the chain, those ahead of him in it are no longer pushed (D38).

    The goals say which runner is ahead, not the places: where the house lets runners pass, he may have passed one.
    """
    others = (other for other in game.men if other is not man)
    freed = tuple(replace(other, goal=0) if other.goal > man.goal > 0 else other for other in others)
    out = put_out(replace(game, men=freed))
    if man.is_batter and out.outs == OUTS and game.house.third_out_batter_last:
        return replace(out, waiting=True)  # he enters the dugout with the others, and last (D50)
    return enter(out, man.helmet)


def go_on(game: Game) -> Game:
    """The next runner in turn, or the turn's end (D33)."""
    return conclude(game, lambda after: after if in_turn(after) else _end_turn(after))


def end_play(game: Game) -> Game:
    """No runner is unsettled: a new batter, or after a steal or a tag-up the one at the plate (D44, D46)."""
    if not game.waiting:
        return new_batter(rotate(game))
    if game.met and not game.house.steal_keeps_batter:
        return new_batter(leave_plate(game))
    return replace(rest(game), ball="Z1")


def _end_turn(game: Game) -> Game:
    thrown = replace(game, phase="throw")
    if anyone_unsettled(thrown):
        return thrown
    return can_resume(end_play(thrown), thrown if thrown.men else None)


def can_resume(game: Game, resume: Game | None) -> Game:
    """The play that ended may be taken up again there (D33)."""
    return replace(game, play=DiamantePlay(resume=resume))


def _runner_in_turn(game: Game) -> Runner:
    man = in_turn(game)
    if man is None:
        raise Refused("refused.no-runner-called")
    return man


def _legal(game: Game, man: Runner, value: int) -> frozenset[int]:
    """Every place he may go with that throw, outs included (D29)."""
    n = game.house.modified(game.sign(man.helmet), value)
    if not n:
        return frozenset({man.place})  # he stays, and his turn is spent (D28)
    end = min(man.place + n, HOME)
    return frozenset((end, *range(man.base_ahead, end, FIRST), *_behind(game, man, n)))


def _why_not(game: Game, man: Runner, value: int) -> Refused:
    places, runner = offered(game, value), spoken_place(man.place)
    if places == (man.place,):
        return Refused("refused.stays", number=value, runner=runner)
    return Refused("refused.runs-elsewhere", number=value, runner=runner, spots=spoken_choice(places))


def _behind(game: Game, man: Runner, n: int) -> set[int]:
    if game.house.back_anywhere:
        bases = {base for base in BASES.values() if man.place - n <= base < man.place}
        return bases | ({man.place - n} if man.place > n else set())
    if man.pushed or not man.stranded:
        return set()
    base = man.place - man.place % FIRST
    # The plate is the next batter's: only a correction can put a runner short of first whom no other pushes.
    return {to for to in (man.place - n, base) if max(base, 1) <= to and man.place - to <= n}


def _in_the_way(game: Game, man: Runner, to: int, obstacles: Iterable[int]) -> list[int]:
    """The obstacles at which he is out (D30): on his way, its end included; nothing for one who stays (D28)."""
    if to == man.place:
        return []
    if not game.house.passing_is_out:
        return [place for place in obstacles if place == to]
    first, last = (man.place + 1, to) if to > man.place else (to, man.place - 1)
    return [place for place in obstacles if first <= place <= last]


def _obstacles(game: Game) -> tuple[int, ...]:
    """The places that the men and the ball hold; a runner's own, and the plate, are on no way that he takes."""
    return (_ball_place(game), *[man.place for man in game.men])


def _ball_place(game: Game) -> int:
    return game.ball if isinstance(game.ball, int) else BASES.get(game.ball, 0)


def _exchanged(game: Game, man: Runner, moved: Runner) -> tuple[Runner, ...]:
    """The men in running order, one of them moved."""
    return most_advanced_first([moved if other is man else other for other in game.men])
