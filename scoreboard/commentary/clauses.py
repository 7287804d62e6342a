"""Which clause of the law made a call, for who wants to know why.

Rule kept here: the law is not applied a second time. The clause follows from the facts of a line, as the play by play
has them; each that is named here is cited by the code of `scoreboard.rules`, and has a sentence in every language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from scoreboard.commentary.facts import HelmetEffect, facts_of, helmet_effect
from scoreboard.message import Message, message
from scoreboard.rules.diamante.pitching import TOP_FACE
from scoreboard.rules.events import Ball, Call, Chip, Die, Hold, Move, Press, Roll, Skip
from scoreboard.rules.four_dice import counts_harder
from scoreboard.rules.history import Entry
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.state import SHARED, Game
from scoreboard.scorebook import is_correction, is_full, is_mercy_end, what_happened

CHART: Final = "chart"
"""In place of a clause: a game in which the dice are looked up."""
OUTS: Final = "play.outs"

BY_FACT: Final[tuple[tuple[str, str, str], ...]] = (
    ("pitch", "play.ball", "D12"),
    ("pitch", "play.walk", "D12"),
    ("pitch", "play.strike", "D13"),
    ("pitch", "play.strikeout", "D13"),
    ("pitch", "", "D14"),
    ("chase", "", "D15"),
    ("swing", "play.fly", "D19"),
    ("swing", "play.foul", "D18"),
    ("swing", "play.ten", "D20"),
    ("swing", "play.homerun", "D20"),
    ("swing", "", "D17"),
    ("homer", "play.homerun", "D21"),
    ("homer", "play.fly", "D21"),
    ("homer", "", "D17"),
    ("bunt", "play.bunt", "D24"),
    ("bunt", "", "D25"),
    ("run", OUTS, "D30"),
    ("run", "play.run-to", "D29"),
    ("run", "", "D28"),
    ("tag", "", "D42"),
    ("throw", "play.short", "D36"),
    ("throw", OUTS, "D37"),
    ("throw", "play.throw-again", "D41"),
    ("throw", "", "D35"),
)
"""What was done, a fact that came of it (any, if empty), and the clause: the first that fits."""
BY_LINE: Final[Mapping[type, str]] = {Chip: "D23", Move: "D29", Ball: "D35", Skip: "D27", Hold: "D39", Press: "D54"}
BY_CALL: Final[Mapping[str, str]] = {
    "bunt": "D24",
    "steal": "D46",
    "tag-up": "D48",
    "keep-running": "D33",
    "new-batter": "D33",
    "run": "D40",
}
"""By the first word of the call."""
BY_CARD: Final[Mapping[str, str]] = {
    "card": "R2",
    "commit": "R10",
    "gloves": "R3",
    "flip": "R5",
    "lose": "R5",
    "aside": "R2",
}
"""Likewise, in RallyBird."""
HELMET: Final = "D16"
"""What made another number count than the die shows."""
SIGN, HARD, HOUSE, DOUBLE_PLAY = "sign", "hard", "house-ten", "R7"
"""What made a call together with the chart, the card or the clause."""
STEPPING: Final = frozenset({"next", "ok", "undo", "redo"})


class Clause(NamedTuple):
    """A clause of the law.

    Attributes:
        name: such as ``D12``; a word such as ``chart`` where the law has no number for it.
        words: what it says, in a sentence.
    """

    name: str
    words: Message


def clause_of(before: Game, line: Entry, after: Game) -> Clause | None:
    """The clause that made the call of a line; None of a correction, which no clause makes."""
    if is_correction(line):
        return None
    name = "H5" if isinstance(line, Call) and line.call == LAST_INNING else _name(before, line, after)
    # one of: clause.* and the number of a clause, such as D12, or a word of the tables above
    return None if name is None else Clause(name, message(f"clause.{name}"))


def other_clauses(before: Game, line: Entry, after: Game) -> tuple[Clause, ...]:
    """What else had a part in the call, so that it is no riddle: helmets, signs, an option, a ruling of the house."""
    words = () if is_correction(line) else (*_other_words(before, line, after), *_of_the_house(before, after))
    return tuple(Clause(each.key.removeprefix("clause."), each) for each in words)


def _other_words(before: Game, line: Entry, after: Game) -> Iterator[Message]:
    if (effect := helmet_effect(before, line, after)) is not None:
        yield effect.message(f"clause.{HELMET}")
        if _is_house_ten(before, effect):
            yield message(f"clause.{HOUSE}")
    if not isinstance(line, Roll) or before.phase == "low-high":
        return
    if before.signs.sign_on:
        yield message(f"clause.{SIGN}", sign=before.signs.sign_on)
    if before.setup.rules == "four-dice" and counts_harder(before, line.values):
        yield message(f"clause.{HARD}")
    if before.cards is not None and what_happened(before, line, after).outs > 1:
        yield message(f"clause.{DOUBLE_PLAY}")


def _of_the_house(before: Game, after: Game) -> Iterator[Message]:
    """The rules of the house that ended the half-inning or the game with this line (H1 to H3)."""
    if is_full(before, after):
        yield message("clause.H2", runs=before.house.cap or 0)
    if before.over or not after.over:
        return
    if is_mercy_end(after):
        yield message("clause.H1", lead=after.house.mercy or 0)
    elif after.winner is None and after.ended is None:
        yield message("clause.H3")


def _is_house_ten(before: Game, effect: HelmetEffect) -> bool:
    """A - helmet's 10 that is a hit only because the house says so (D20)."""
    is_ten = before.phase == "swing" and effect.value == TOP_FACE > effect.counts
    return before.house.minus_ten_is_hit and is_ten and effect.counts <= before.diamante.pitched


def _name(before: Game, line: Entry, after: Game) -> str | None:
    if isinstance(line, Press):
        return "D55" if line.button in STEPPING else "D54"
    if before.setup.rules == "rallybird":
        return _of_cards(line)
    if not before.setup.rules.startswith("diamante"):
        return CHART if isinstance(line, Roll | Call) else None
    if isinstance(line, Die):
        return _of_die(before, line, after)
    if isinstance(line, Call):
        return BY_CALL.get(line.call.partition(" ")[0])
    return BY_LINE.get(type(line))


def _of_cards(line: Entry) -> str | None:
    if isinstance(line, Call):
        return BY_CARD.get(line.call.partition(" ")[0], "R8")
    return "R4" if isinstance(line, Roll) else None


def _of_die(before: Game, die: Die, after: Game) -> str:
    facts = {each.key for each in facts_of(before, die, after)}
    done = _done(before, die, after)
    return next(clause for act, fact, clause in BY_FACT if act == done and (not fact or fact in facts))


def _done(before: Game, die: Die, after: Game) -> str:
    """What was done with a die."""
    if die.color == SHARED:
        return "run"
    if die.color == before.team(before.batting).color:
        return "chase" if before.phase == "pitch" else "bunt" if before.diamante.bunting else before.phase
    if after.diamante.choice is None:
        return "pitch"
    return "tag" if isinstance(after.diamante.choice.chosen, int) else "throw"
