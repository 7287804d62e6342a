"""The law of Four-Dice Baseball: rolls, signs, balks, appeals and buttons.

Rule kept here: what a roll means is data (`tables`); what may be said and pressed is here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from scoreboard.message import Message, once
from scoreboard.rules.baseball import (
    ONLY_SIX_SIDED,
    OUTS,
    batter_out,
    closed,
    final_score,
    home_run,
    lead_scores,
    next_batter,
)
from scoreboard.rules.corrections import correct_on_bases, end
from scoreboard.rules.errors import Refused
from scoreboard.rules.events import Button, Call, End, Event, Press, Roll, Set
from scoreboard.rules.four_dice import rolls, rows
from scoreboard.rules.four_dice.plays import all_advance, ball, strike
from scoreboard.rules.four_dice.steals import counted_and_run, everyone
from scoreboard.rules.four_dice.tables import NO_SIGN, SIGNS
from scoreboard.rules.options import FourDiceOptions
from scoreboard.rules.state import DICE, Game, Law, Outcome, Phase, SignPlay

PLAYING: tuple[Phase, ...] = ("pitch", "low-high")
BALK, APPEAL = "balk", "appeal"
ON_THE_RUN = frozenset({"steal", "hit-and-run"})
"""The signs that are not played where nobody steals."""


def roll(game: Game, event: Roll) -> Game:
    """A pitch, or a low/high die.

    Raises:
        Refused: another number of dice is due.
    """
    play = rolls.find_play(game, event.values)
    if play is None:
        raise Refused("refused.dice-count", count=len(event.values), due=game.due)
    return rolls.rolled(game, play, event.values)


def offered(game: Game) -> tuple[str, ...]:
    """What may be called: signs and a balk before a pitch, and an appeal of the last sign."""
    calls = (*_signs(game), BALK) if game.phase == "pitch" else ()
    return (*calls, APPEAL) if rolls.may_appeal(game) else calls


def call(game: Game, event: Call) -> Game:
    """A sign, a balk, or an appeal.

    Raises:
        Refused: it cannot be called now.
    """
    if event.call not in game.calls:
        raise Refused("refused.call", call=event.call, due=game.due)
    if event.call == APPEAL:
        return rolls.appeal(game)
    if event.call == BALK:
        return all_advance(_signs_off(replace(closed(game), fresh=False)))
    return _sign(closed(game), "" if event.call == NO_SIGN else event.call)


def press(game: Game, event: Press) -> Game:
    """What that button means.

    Raises:
        Refused: nothing now.
    """
    meaning = MEANINGS.get(event.button)
    if game.phase == "low-high":
        low, high = rolls.LOW_HIGH[game.signs.low_high]
        if event.button in {"out", "run"}:
            return rolls.decided(game, low if event.button == "out" else high)
    elif meaning is not None:
        after = meaning(closed(game))
        return after if after.half == game.half else _signs_off(after)  # RUN leaves it on, but not for the other side
    raise Refused("refused.button", button=event.button, due=game.due)


def put_right(game: Game, event: Set) -> Game:
    """A correction; a sign that is not lawful any more is off.

    Raises:
        Refused: it puts men between bases, or an appeal is being decided.
    """
    if game.signs.low_high == APPEAL:
        raise Refused("refused.appeal-first", due=game.due)
    corrected = correct_on_bases(game, event)
    stays = corrected.half == game.half and corrected.signs.sign_on in {"", *_signs(corrected)}
    return corrected if stays else _signs_off(corrected)


def read_out(game: Game) -> Game:
    """The same state with what it awaits, offers and says."""
    if game.over:
        return replace(game, awaits=None, calls=(), due=final_score(game))
    return replace(game, awaits=DICE, calls=offered(game), due=_due(game))


def _due(game: Game) -> Message:
    low_high, sign = game.signs.low_high, game.signs.sign_on
    at = rolls.pitch_in_doubt(game) if low_high == APPEAL else game
    batters, fielders = game.team(at.batting).name, game.team(at.fielding).name
    if low_high:
        # one of: due.low-high-appeal, due.low-high-pop-up, due.low-high-steal
        return once(f"due.low-high-{low_high}", batters=batters, team=fielders)
    if sign:
        return once("due.roll-with-sign", batters=batters, sign=sign, team=fielders, roll=rows.DICE)
    return once("due.roll", team=fielders, roll=rows.DICE)


def _signs(game: Game) -> tuple[str, ...]:
    """Those that may be put on."""
    return _lawful_signs(game.setup.four_dice, game.outs)


@cache
def _lawful_signs(options: FourDiceOptions, outs: int) -> tuple[str, ...]:
    if options.quick:
        return ()
    barred = ON_THE_RUN if options.little_league else {"hit-and-run"} if outs == OUTS - 1 else ()
    return tuple(sign for sign in SIGNS if sign not in barred)


def _sign(game: Game, sign: str) -> Game:
    """It is on; said twice it is still one change."""
    before = game.signs
    return game if sign == before.sign_on else replace(game, play=SignPlay(sign_on=sign, sign_was=before.sign_on))


def _signs_off(game: Game) -> Game:
    return replace(game, play=replace(game.signs, sign_on="", sign_was=""))


def _counted(count: Outcome) -> Outcome:
    """BALL or STRIKE: a pitch, on which the men go if they have the sign."""
    running = counted_and_run(count, everyone)
    return lambda game: (running if game.signs.sign_on == "steal" else count)(rolls.pitched(game))


MEANINGS: Mapping[Button, Outcome] = {
    "ball": _counted(ball),
    "strike": _counted(strike),
    "out": lambda game: batter_out(_signs_off(game)),
    "run": lead_scores,
    "homerun": lambda game: home_run(_signs_off(game)),
    "batter": next_batter,
}
"""The buttons before a pitch; with a low/high die OUT is low and RUN is high."""

LAW: Law = {
    **{(phase, Roll): roll for phase in PLAYING},
    **{(phase, Call): call for phase in PLAYING},
    **{(phase, Press): press for phase in PLAYING},
    **{(phase, Set): put_right for phase in PLAYING},
    **{(phase, End): end for phase in PLAYING},
}
"""In which phase which line means what."""

NOT_NOW: Mapping[type[Event], str] = {**ONLY_SIX_SIDED, Call: "refused.no-calls-now"}
"""Why a line that is in no row of its phase is refused, by the message that says so; it says what to do instead."""
