"""What becomes of the game by a throw that is looked up.

Rule kept here: on a third out no runner advances and nothing scores. Where everybody goes is in the `Effect`.
"""

from __future__ import annotations

from msgspec.structs import replace

from scoreboard.rules.baseball import OUTS, batter_out, bring_home, conclude, credit_hit, new_batter, put_out, score
from scoreboard.rules.lineup import enter, leave_plate
from scoreboard.rules.parks import Effect
from scoreboard.rules.state import Game, Runner


def played(game: Game, effect: Effect) -> Game:
    """The game after that."""
    if effect.batter_out and effect.alone:
        return batter_out(game)
    if effect.side_out:
        return conclude(replace(game, outs=OUTS), _goes_on)
    if effect.outs:
        return conclude(_put_out(game, effect), lambda after: _moved(after, game.men, effect))
    return _moved(credit_hit(game) if effect.hit else game, game.men, effect)


def _put_out(game: Game, effect: Effect) -> Game:
    """The batter before the others, if he is out, and they after him in running order."""
    left = put_out(leave_plate(game)) if effect.batter_out else game
    if effect.outs == effect.batter_out:
        return left
    ways = tuple(zip(game.men, effect.goals, strict=True))
    gone, safe = [man.helmet for man, goal in ways if not goal], tuple([man for man, goal in ways if goal])
    return enter(left, *gone, men=safe, outs=min(OUTS, game.outs + effect.outs))


def _moved(game: Game, men: tuple[Runner, ...], effect: Effect) -> Game:
    """These men are where they come to, and the batter too."""
    if effect.holds:
        return new_batter(game)
    moved = [Runner(place=goal, helmet=man.helmet) for man, goal in zip(men, effect.goals, strict=True) if goal]
    if effect.batter:
        moved.append(Runner(place=effect.batter, helmet=game.at_bat))
        game = replace(game, waiting=False)
    home = bring_home(game, tuple(moved))
    scored = score(home, effect.runs) if effect.runs else home
    if effect.batter or effect.batter_out:
        return conclude(scored, _walked if effect.walked else new_batter)
    return conclude(replace(scored, fresh=False), _goes_on)


def _walked(game: Game) -> Game:
    return new_batter(game, walked=True)


def _goes_on(game: Game) -> Game:
    return game
