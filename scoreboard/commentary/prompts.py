"""Prompts: what a player may say before the next throw (D56), and the default answer that was just taken (D32).

Rule kept here: each is worded as a sentence for the terminal and the page, and in a few words for the panel.
"""

from __future__ import annotations

from scoreboard.commentary.corrections import side_effects
from scoreboard.commentary.names import call_name
from scoreboard.message import Message, message
from scoreboard.rules import Refused
from scoreboard.rules.aloud import SpokenCall
from scoreboard.rules.diamante import fielding, running
from scoreboard.rules.diamante.board import BASE_NAMES, BASES, PITCHER, spoken_spot
from scoreboard.rules.diamante.choices import following, may_choose, skipped
from scoreboard.rules.events import Call, Hold, Skip
from scoreboard.rules.state import HOME, SKIP, Answer, Choice, Game, Runner

OTHER_SIGNS = frozenset({"bunt", "steal"})
"""Calls that are a sign for the next pitch in Four-Dice Baseball, and something else in Diamante."""


OF_THE_BALL = frozenset({"default.thrown", "default.thrown-home", "default.to-pitcher"})
"""Answers that name only where the ball goes."""


def prompt(event: SpokenCall, rules: str = "") -> Message:
    """The question whether the player says that now, in the game of that name."""
    match event:
        case Skip():
            return message("ask.skip")
        case Hold():
            return message("ask.hold")
        case Call(call=call):
            # one of: ask.sign.bunt, ask.sign.steal
            return call_name("ask.sign" if rules == "four-dice" and call in OTHER_SIGNS else "ask", call)


def default_notice(game: Game) -> Message | None:
    """The default answer to the throw, and the one that NEXT gives; None if there is only one (D32, D35)."""
    choice = game.diamante.choice
    if choice is None or not may_choose(choice):
        return None
    return message("default.taken", chosen=_chosen(choice), otherwise=_otherwise(choice))


def open_choice(game: Game) -> tuple[Message, Message] | None:
    """What is kept and what NEXT gives while a choice is open, in a panel's words, which name the ball once.

    None while none is, or where NEXT would give what is not lawful.
    """
    choice = game.diamante.choice
    if choice is None or not may_choose(choice):
        return None
    try:
        kept, otherwise = _chosen(choice), _otherwise(choice)
    except Refused:
        return None
    if kept.key in OF_THE_BALL:
        kept = message("panel.choice.ball", answer=kept)
    elif otherwise.key in OF_THE_BALL:
        otherwise = message("panel.choice.ball", answer=otherwise)
    return kept, message("panel.choice.next", answer=otherwise)


def without_man(game: Game, kept: Message) -> Message | None:
    """What is kept with HE in place of the man, where there is but one; else None."""
    choice = game.diamante.choice
    is_only = kept.key == "default.man" and choice is not None and len(choice.before.men) == 1
    return message("default.he", answer=kept.value("answer")) if is_only else None


def _chosen(choice: Choice) -> Message:
    """What was chosen, and on a panel for whom: of two men the one who stays, until the other is chosen for."""
    answer = answer_name(choice, choice.chosen)
    if choice.before.phase != "run":
        return answer
    if choice.met is not None and choice.chosen == choice.options[0]:
        return message("default.held", man=_man(choice.met), answer=answer)
    return message("default.man", man=_man(choice.before), answer=answer)


def _otherwise(choice: Choice) -> Message:
    """What NEXT does: a man whom the panel has not just named is named."""
    answer = following(choice)
    names_met = choice.met is not None and choice.chosen == choice.options[0]
    is_skip = answer == SKIP and (not names_met or _puts_next_out(choice))
    if choice.before.phase != "run" or is_skip:
        return answer_name(choice, answer)
    if answer == SKIP:
        return message("default.held", man=_man(choice.before), answer=answer_name(choice, answer))
    if answer is None and choice.met is not None:
        key = "default.he-before" if names_met else "default.first-man"
        runs = _run(choice.met, int(running.answers(choice.met, choice.value)[0]))
        return message(key, man=_man(choice.met), answer=runs)
    key = "default.man" if names_met else "default.he"
    return message(key, man=_man(choice.before), answer=answer_name(choice, answer))


def _man(before: Game) -> Message:
    """The runner in turn, as a child sees him."""
    man = running.in_turn(before)
    return message("default.batter") if man is None else _as_seen(before, man)


def _as_seen(before: Game, man: Runner) -> Message:
    """The batter, the runner where there is one, else by his base, or as the first or the last of those on the way."""
    runners = [each for each in before.men if each.place]
    if not man.place:
        return message("default.batter")
    if len(runners) == 1:
        return message("default.runner")
    if man.on_base:
        return message("default.man-on", at=spot_name(man.place))
    if man == runners[0]:
        return message("default.lead-man")
    return message("default.last-man" if man == runners[-1] else "default.middle-man")


def next_puts_out(game: Game) -> bool:
    """Whether NEXT says that the runner stays, and the die so puts the next one out, which its name does not say."""
    choice = game.diamante.choice
    is_skip = choice is not None and may_choose(choice) and following(choice) == SKIP
    return is_skip and bool(side_effects(game, Skip()))


def answer_name(choice: Choice, answer: Answer | None) -> Message:
    """What an answer to a throw does; None stands for the man before, whose die it seemed to be."""
    if answer is None:
        return message("default.man-before")
    if answer == SKIP:
        return message("default.skip-out" if _puts_next_out(choice) else "default.skip")
    if isinstance(answer, int) and choice.before.phase == "run":
        return _run(choice.before, answer)
    return _throw(choice.before, answer)


def _puts_next_out(choice: Choice) -> bool:
    """Whether the die, were it the next runner's, would put him out."""
    then = skipped(choice).diamante.choice
    return then is not None and isinstance(then.chosen, int) and running.runs_out(then.before, then.chosen)


def _run(before: Game, to: int) -> Message:
    man = running.in_turn(before)
    start = man.place if man else 0
    if running.runs_out(before, to):
        return message("default.out")
    if to == start:
        return message("default.stays")
    if to == HOME:
        return message("default.scores")
    base, step = ("default.base-back", "default.step-back") if to < start else ("default.base", "default.step")
    return message(base, at=spot_name(to)) if to in BASE_NAMES else message(step, at=spot_name(to))


def _throw(before: Game, to: Answer) -> Message:
    out = fielding.put_out_by(before, to) is not None
    if isinstance(to, int):
        return message("default.tagged" if out else "default.carried", at=spot_name(to))
    if to == PITCHER:
        return message("default.to-pitcher")
    if to == "HP" and not out:
        return message("default.thrown-home")
    return message("default.out-at" if out else "default.thrown", at=spot_name(BASES[to]))


def spot_name(place: int) -> Message:
    """A base, or a step between two, as it is called in a choice: ``first``, on a panel ``1st``."""
    # one of: at.12, at.18, at.24, at.6
    return message(f"at.{place}") if place in BASE_NAMES else spoken_spot(place)
