"""Prompts: what a player may say before the next throw (D56), and the default answer that was just taken (D32).

Rule kept here: each has two texts, a sentence for the terminal and the page, and a few capitals for the panel.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoreboard.commentary.card_names import spoken_call
from scoreboard.rules.aloud import Aloud
from scoreboard.rules.diamante import fielding, running
from scoreboard.rules.diamante.board import BASES, PITCHER
from scoreboard.rules.diamante.choices import following, may_choose
from scoreboard.rules.events import Call, Hold, Skip
from scoreboard.rules.state import FIRST, HOME, SECOND, SKIP, THIRD, Answer, Choice, Game, LowHigh

QUESTIONS: Mapping[str, str] = MappingProxyType(
    {
        "skip": "Does this runner stay where he is? OK: he does.",
        "hold": "Do the fielders hold the ball? OK: they do.",
        "bunt": "Is it a bunt? OK: the next swing is one.",
        "steal": "Does anybody steal? OK: the runners run.",
        "tag-up": "Does anybody tag up? OK: the runners run.",
        "keep-running": "Do the runners keep running? OK: they do, and the fielders throw first.",
        "run 1B": "Does the runner on first base run, too? OK: he does.",
        "run 2B": "Does the runner on second base run, too? OK: he does.",
        "run 3B": "Does the runner on third base run, too? OK: he does.",
        "new-batter": "Is the play over? OK: a new batter comes up.",
    }
)
SIGN_QUESTIONS: Mapping[str, str] = MappingProxyType(
    {
        "take": "Do you take the next pitch? OK: the batter does not swing.",
        "bunt": "Do you bunt the next pitch? OK: the batter bunts.",
        "steal": "Do all runners steal on the next pitch? OK: they do.",
        "hit-and-run": "Hit and run on the next pitch? OK: the batter swings and all runners go.",
        "no-sign": "No sign for the next pitch? OK: the sign is off.",
        "balk": "Did a die fall off the table? OK: a balk, and all runners take a base.",
        "appeal": "Was the sign said too late? OK: one die decides.",
    }
)
"""Of Four-Dice Baseball, where a call is a sign for the next pitch."""
DIE_WORDS: Mapping[LowHigh, str] = MappingProxyType(
    {"steal": "1 DIE: STEAL", "pop-up": "1 DIE: POP-UP", "appeal": "1 DIE: APPEAL"}
)
BASE_NAMES: Mapping[int, tuple[str, str]] = MappingProxyType(
    {FIRST: ("first", "1ST"), SECOND: ("second", "2ND"), THIRD: ("third", "3RD"), HOME: ("home", "HOME")}
)
"""The name of a base within a sentence, and on the panel."""

SentenceAndPanel = tuple[str, str]
"""A sentence, or a part of one, and the same for the panel."""


def prompt(event: Aloud, rules: str = "") -> str:
    """The question whether the player says that now, in the game of that name."""
    words = _name_of(event)
    if (spoken := spoken_call(words)) is not None:
        return spoken.question
    questions = SIGN_QUESTIONS if rules == "four-dice" else QUESTIONS
    return questions.get(words, f"{words.replace('-', ' ').capitalize()}? OK says it.")


def panel_words(event: Aloud) -> str:
    """The same question in capitals: ``TAG UP?``."""
    spoken = spoken_call(_name_of(event))
    return f"{_name_of(event).replace('-', ' ').upper() if spoken is None else spoken.panel.upper()}?"


def die_words(game: Game) -> str:
    """What the one low/high die decides that is due, for the panel."""
    return DIE_WORDS[game.low_high]


def default_notice(game: Game) -> SentenceAndPanel | None:
    """The default answer to the throw, and the one that NEXT gives; None if there is only one (D32, D35)."""
    choice = game.choice
    if choice is None or not may_choose(choice):
        return None
    (sentence, panel), (otherwise, short) = (
        answer_texts(choice, choice.chosen),
        answer_texts(choice, following(choice)),
    )
    return f"{sentence[0].upper()}{sentence[1:]}; NEXT: {otherwise}.", f"{panel} NEXT:{short}"


def _name_of(event: Aloud) -> str:
    match event:
        case Call(call=call):
            return call
        case Skip():
            return "skip"
        case Hold():
            return "hold"


def answer_texts(choice: Choice, answer: Answer | None) -> SentenceAndPanel:
    """What an answer to a throw does; None stands for the man before, whose die it seemed to be."""
    if answer is None:
        return "the die was the runner's before", "MAN BEFORE"
    if answer == SKIP:
        return "he stays, and the die was the next runner's", "HE STAYS"
    if isinstance(answer, int) and choice.before.phase == "run":
        return _run_texts(choice.before, answer)
    return _throw_texts(choice.before, answer)


def _run_texts(before: Game, to: int) -> SentenceAndPanel:
    man = running.in_turn(before)
    place = man.place if man else 0
    if running.runs_out(before, to):
        return "he is out", "OUT"
    if to == place:
        return "he stays where he is", "STAYS"
    if to == HOME:
        return "he scores", "SCORES"
    return _backward_texts(to) if to < place else _forward_texts(to)


def _forward_texts(to: int) -> SentenceAndPanel:
    if to in BASE_NAMES:
        return f"he stops on {BASE_NAMES[to][0]}", f"ON {BASE_NAMES[to][1]}"
    return f"he runs on to step {to}", "RUN ON"


def _backward_texts(to: int) -> SentenceAndPanel:
    if to in BASE_NAMES:
        return f"he goes back to {BASE_NAMES[to][0]}", f"BACK TO {BASE_NAMES[to][1]}"
    return f"he goes back to step {to}", "BACK"


def _throw_texts(before: Game, to: Answer) -> SentenceAndPanel:
    out = fielding.put_out_by(before, to) is not None
    if isinstance(to, int):
        return _carry_texts(to, out=out)
    if to == PITCHER:
        return "the ball goes to the pitcher", "TO PITCHER"
    name, short = BASE_NAMES[BASES[to]]
    if out:
        return f"out at {name}", f"OUT AT {short}"
    return f"the ball goes {name if to == 'HP' else f'to {name}'}", f"TO {short}"


def _carry_texts(to: int, *, out: bool) -> SentenceAndPanel:
    spot, short = BASE_NAMES.get(to, (f"step {to}", f"STEP {to}"))
    return (f"tagged out at {spot}", "TAG OUT") if out else (f"the ball is carried to {spot}", f"TAG {short}")
