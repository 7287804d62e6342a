"""What a line was, by its name in the game that is played: ``walk``, ``gap_single``, ``two_outs``.

Rule kept here: a name says no more than happened. A sacrifice that moves nobody is an out, and a long single with the
bases empty a single. What the lines of a Diamante play come to together is not one line's name (`scoreboard.stats`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec.structs import replace

from scoreboard.rules import endings, four_dice, rallybird, table
from scoreboard.rules.baseball import BALLS, OUTS, STRIKES
from scoreboard.rules.deck import Card, Result
from scoreboard.rules.events import Amend, Call, Chip, Die, Press, Roll, Set
from scoreboard.rules.history import Entry
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.parks import Effect
from scoreboard.rules.state import FIRST, SECOND, CardPlay, Game, Phase

LOW, HIGH = 1, 6
HITS_OF_CARDS: Mapping[str, str] = {"first": "single", "second": "double", "third": "triple", "home": "homerun"}


def play_name(before: Game, line: Entry, after: Game) -> str:
    """What that line was; empty for what has no name."""
    match line:
        case Die():
            return _of_a_die(before, line, after)
        case Roll():
            return _of_a_roll(before, line, after)
        case Chip(face=face):
            return "fair" if face == "hit" else "caught"
        case Press():
            return _of_a_button(before, line, after)
        case Call(call=call):
            return call if call in {"balk", "intentional-walk", LAST_INNING} else ""
    return ""


def is_correction(line: Entry) -> bool:
    """It puts the score right, or takes something back: nothing happens by it, and no one did it."""
    return isinstance(line, Set | Amend) or (isinstance(line, Press) and line.button in {"undo", "redo"})


def outs_made(before: Game, after: Game) -> int:
    """How many the line put out; negative if another answer took some back, even the third one."""
    if half_of(after) == half_of(before):
        return after.outs - before.outs
    if half_of(after) < half_of(before):
        return after.outs - _outs_at_the_end(before)
    return _outs_at_the_end(after) - before.outs


def _outs_at_the_end(game: Game) -> int:
    """Those of the half-inning before: three, unless it was full of runs (H2)."""
    return OUTS if game.finished is None else game.finished.outs


def is_full(before: Game, after: Game) -> bool:
    """The line brought the last run that a half-inning can have (H2)."""
    ended = half_of(after) > half_of(before) or after.over
    outs = _outs_at_the_end(after) if half_of(after) > half_of(before) else after.outs
    return ended and outs < OUTS and endings.is_full(_scored(before, after))


def is_mercy_end(game: Game) -> bool:
    """The game is over only because one side leads by so much (H1)."""
    merciful = game.over and game.ended is None and endings.is_mercy(game, abs(game.home - game.away))
    return merciful and not (endings.is_last(game) and game.house.walk_off)


def _scored(before: Game, after: Game) -> Game:
    """The half-inning that the line met, with the runs that it left on the board."""
    return replace(before, away=after.away, home=after.home)


def runs_made(before: Game, after: Game) -> int:
    """How many scored; negative if another answer took some back."""
    return after.away + after.home - before.away - before.home


def half_of(game: Game) -> tuple[int, bool]:
    """Which half-inning it is, the later the greater."""
    return game.inning, game.half == "bottom"


# -- ten-sided dice


def _of_a_die(before: Game, die: Die, after: Game) -> str:
    """What a pitch or a swing came to; a die for running or throwing has no name."""
    if die.color == before.team(before.fielding).color:
        return "" if after.diamante.choice else _of_a_pitch(before, after)
    if die.color != before.team(before.batting).color:
        return ""
    swings = {"pitch": _chased, "swing": _swung, "homer": _swung_again}
    return swings[before.phase](before, die, after)


def _of_a_pitch(before: Game, after: Game) -> str:
    """If it also ends the play because no runner runs, its count is in the state after it (D27, D46)."""
    if after.phase == "swing":
        return ""
    if after.chase or runs_made(before, after):
        return _ball(after.diamante.unpitched or before)
    return _strike((after.strikes or STRIKES) - 1)


def _chased(before: Game, _: Die, __: Game) -> str:
    return _strike((before.diamante.unpitched or before).strikes)


def _swung(before: Game, die: Die, after: Game) -> str:
    if after.phase in {"homer", "toss", "run"}:
        return {"homer": "ten", "toss": "fly", "run": "bunt"}[after.phase]
    if runs_made(before, after):
        return "homerun"
    same = before.house.modified(before.batter or "", die.value) == before.diamante.pitched
    return "foul" if same and not before.diamante.bunting else _strike(before.strikes)


def _swung_again(before: Game, _: Die, after: Game) -> str:
    if after.phase == "toss":
        return "fly"
    return "homerun" if runs_made(before, after) else _strike(before.strikes)  # a 0


def _ball(at: Game) -> str:
    return "walk" if at.balls == BALLS - 1 else "ball"


def _strike(strikes: int) -> str:
    return "strikeout" if strikes == STRIKES - 1 else "strike"


# -- buttons


def _of_a_button(before: Game, press: Press, after: Game) -> str:
    match press.button, before.phase:
        case "ball", _:
            return _ball(before)
        case "strike", _:
            return _strike(before.strikes)
        case "homerun", _:
            return "homerun"
        case "out" | "run" as button, phase:
            return _out_or_run(before, button, phase, after)
    return ""


def _out_or_run(before: Game, button: Literal["out", "run"], phase: Phase, after: Game) -> str:
    """What a token on the table would have shown, where one is due; on the path of Diamante it has no name."""
    if phase == "low-high":
        return play_name(before, Roll(values=(LOW if button == "out" else HIGH,)), after)
    if phase == "toss":
        return {"out": "caught", "run": "fair"}[button]
    if phase in {"run", "throw"} or (button == "run" and before.men):
        return ""
    return "run_added" if button == "run" else "out"


# -- six-sided dice


def _of_a_roll(before: Game, roll: Roll, after: Game) -> str:
    if before.cards is not None:
        return _of_cards(before, before.cards, roll, after)
    if before.setup.rules == "four-dice":
        play = four_dice.find_play(before, roll.values)
        return _of_four_dice(before, play.name) if play else ""
    effect = effect_of(before, roll)
    return _of_a_table(effect.name, before, after) if effect else ""


def effect_of(before: Game, line: Entry) -> Effect | None:
    """What a throw of a table game comes to; None for another line."""
    return table.find_effect(before, line.values) if isinstance(line, Roll) else None


def _of_a_table(name: str, before: Game, after: Game) -> str:
    smaller, applies = SMALLER_OUTCOMES.get(name, (name, lambda *_: True))
    return smaller if applies(before, after) else name


def _no_runner_advances(before: Game, after: Game) -> bool:
    return before.outs + outs_made(before, after) == OUTS or _nobody_moved(before, after)


def _nobody_moved(before: Game, after: Game) -> bool:
    return before.runners == after.runners and not runs_made(before, after)


SMALLER_OUTCOMES: Mapping[str, tuple[str, Callable[[Game, Game], bool]]] = {
    "long_single": ("single", lambda before, _: not before.men),
    "sacrifice": ("out", _no_runner_advances),
    "sacrifice_fly": ("fly_out", _no_runner_advances),
    "ground_out": ("plain_ground_out", _no_runner_advances),
    "force_out": ("plain_ground_out", lambda before, _: FIRST not in before.runners),
    "fielders_choice": ("plain_ground_out", lambda before, _: not before.men),
    "stolen": ("no_steal", _nobody_moved),
    "caught_stealing": ("no_steal", lambda before, _: not before.men),
    "ones": ("last_ones", lambda _, after: after.over),
    "run_scored": ("last_run_scored", lambda _, after: after.over),
}
"""Outcomes of the table games that may do less than their names say: the smaller outcome, and when it applies."""


def _of_four_dice(before: Game, name: str) -> str:
    alone = not before.men or before.outs == OUTS - 1
    smaller = {
        "struck_out_and_caught": ("struck_out", alone),
        "called_out_and_caught": ("called_out", alone),
        "picked_off": ("struck_out", not before.men),
        "pop_up": ("pop_out", not before.men),
        "hot_shot": ("line_out", SECOND not in before.runners),
        "ball": ("walk", before.balls == BALLS - 1),
        "foul_ball": ("foul", True),
    }
    less, applies = smaller.get(name, (name, True))
    return less if applies else name


def _of_cards(before: Game, dealt: CardPlay, roll: Roll, after: Game) -> str:
    if dealt.card is None:
        return ""
    need = rallybird.tested_sum(before, rallybird.deck_of(before), dealt.card, dealt.gloves)
    result = rallybird.result_of(before, dealt.card, rallybird.compared(sum(roll.values), need))
    return _of_a_card(before, dealt.card, result, after)


def _of_a_card(before: Game, card: Card, result: Result, after: Game) -> str:
    moved = _anyone_moved(before, after)
    if result.batter == "waits":
        return "stolen" if moved else "caught_stealing" if after.outs != before.outs else "no_steal"
    if result.batter == "first" and card.kind == "take":
        return "base_on_balls"
    if result.batter in HITS_OF_CARDS:
        return HITS_OF_CARDS[result.batter] if before.hits != after.hits else "fielders_choice"
    if result.first == "out" and result.batter == "out":
        return "two_outs"
    if result.batter == "caught":
        return "called_out" if card.kind == "take" else "sacrifice_fly" if moved else "fly_out"
    return ("sacrifice" if card.kind == "bunt" else "ground_out") if moved else "plain_ground_out"


def _anyone_moved(before: Game, after: Game) -> bool:
    """Whether a runner is on another base, or home, in the same half-inning."""
    gone = set(before.runners) - set(after.runners)
    stayed_on = len(after.runners) == len(before.runners)
    return half_of(after) == half_of(before) and ((stayed_on and bool(gone)) or runs_made(before, after) != 0)
