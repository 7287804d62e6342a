"""A roll: a pitch of four dice, or the one die that decides what a pitch left open, low or high.

Rule kept here: a sign holds for one pitch. It may be appealed before that pitch and right after it, and if it does not
stand the same dice are judged again as if it had not been said.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from scoreboard.rules.baseball import OPPONENT, closed
from scoreboard.rules.four_dice.plays import ONE, SCORE, Play, hit, runners
from scoreboard.rules.four_dice.rows import DICE, HARD_ROWS, HIGH, ROWS, Dice
from scoreboard.rules.four_dice.steals import caught, stolen
from scoreboard.rules.four_dice.tables import NO_SIGN, PLAYS, POPPED_INTO_TWO
from scoreboard.rules.state import Game, LowHigh, SignPlay


def find_play(game: Game, values: Dice) -> Play | None:
    """What that roll means now; None if another number of dice is thrown."""
    if game.phase == "low-high":
        return LOW_HIGH[game.signs.low_high][values[0] >= HIGH] if len(values) == 1 else None
    if len(values) != DICE:
        return None
    row = (HARD_ROWS if _is_hard(game) else ROWS)[tuple(sorted(values))]
    return PLAYS[game.signs.sign_on or NO_SIGN][row]


def counts_harder(game: Game, values: Dice) -> bool:
    """Whether that roll is in another row because of the option *hard*."""
    dice = tuple(sorted(values))
    return _is_hard(game) and ROWS.get(dice) != HARD_ROWS.get(dice)


def _is_hard(game: Game) -> bool:
    return game.setup.four_dice.hard and game.batting == OPPONENT


def rolled(game: Game, play: Play, values: Dice) -> Game:
    """What the play leaves; the signs are off after a pitch."""
    if game.phase == "low-high":
        return decided(game, play)
    after = play.outcome(pitched(game))
    if game.signs.sign_on == game.signs.sign_was:
        return after
    before = closed(game)
    unsigned = replace(before, play=replace(before.signs, sign_on=before.signs.sign_was))
    return replace(after, play=replace(after.signs, rolled=values, unsigned=unsigned))


def pitched(game: Game) -> Game:
    """The moment of a pitch: the signs are off, and the batter has had one."""
    return replace(game, fresh=False, met=True, play=SignPlay())


def decided(game: Game, play: Play) -> Game:
    """What a low or high die leaves."""
    return play.outcome(game if game.signs.low_high == "appeal" else replace(game, play=SignPlay()))


def may_appeal(game: Game) -> bool:
    """A sign was said for the next pitch, or for the one just made, and nobody has appealed it."""
    signs = game.signs
    return signs.low_high != "appeal" and (signs.sign_on != signs.sign_was or signs.unsigned is not None)


def appeal(game: Game) -> Game:
    """The team in the field says that the sign was not said in time: a low/high die decides."""
    return replace(game, phase="low-high", play=replace(game.signs, low_high="appeal", appealed=game))


def pitch_in_doubt(game: Game) -> Game:
    """The moment of the pitch whose sign is, or may be, appealed: this one if it has not been made."""
    return game.signs.unsigned or game


def _sign_off(game: Game) -> Game:
    """Low: the old sign, or none, is on; a pitch made with the new one is judged again."""
    before, unsigned = game.signs.appealed or game, game.signs.unsigned
    if unsigned is None:
        return replace(before, play=replace(before.signs, sign_on=before.signs.sign_was))
    play = find_play(unsigned, game.signs.rolled)
    return rolled(unsigned, play, game.signs.rolled) if play else before


def _sign_stands(game: Game) -> Game:
    """High: everything is as it was said."""
    before = closed(game.signs.appealed or game)
    return replace(before, play=replace(before.signs, sign_was=before.signs.sign_on))


LOW_HIGH: Mapping[LowHigh, tuple[Play, Play]] = {
    "steal": (Play("caught_stealing", caught), Play("stolen", stolen)),
    "pop-up": (POPPED_INTO_TWO, Play("dropped_single", hit(1, runners(ONE, SCORE)))),
    "appeal": (Play("sign_off", _sign_off), Play("sign_stands", _sign_stands)),
}
"""What a low die means, and a high one."""
