"""The plays of a game as they were settled: what the last answer to each throw made of it.

Rule kept here: a line that gives the last throw another answer (a move, a chase, keep-running, a die that is rolled
again, an appeal) replaces what that throw seemed to come to, which never happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoreboard.rules.diamante.choices import may_state_skip
from scoreboard.rules.diamante.running import skip_all
from scoreboard.rules.events import Ball, Call, Die, End, Move, Press, Roll, Skip
from scoreboard.rules.history import AcceptedLine, Entry
from scoreboard.rules.state import Game
from scoreboard.scorebook.play_names import play_name

LAST_INNING = "last inning"


def settled(plays: Iterable[AcceptedLine]) -> Iterator[AcceptedLine]:
    """Every play of those that count, with its final answer instead of the default."""
    return _with_final_answers(part for play in plays for part in _split_skips(play))


def _split_skips(play: AcceptedLine) -> Iterator[AcceptedLine]:
    """A pitch that skips the runners still to move (D27) is two plays: the runners stay, then the pitch."""
    before, line = play.before, play.line
    fielders = isinstance(line, Die) and line.color == before.team(before.fielding).color
    if before.phase == "run" and fielders and play.after.diamante.choice is None:
        skipped = skip_all(before)
        yield AcceptedLine(Skip(), before, skipped)
        yield AcceptedLine(line, skipped, play.after)
    else:
        yield play


def _with_final_answers(plays: Iterable[AcceptedLine]) -> Iterator[AcceptedLine]:
    last, between = None, list[AcceptedLine]()
    for play in plays:
        if last and is_answer(play.line, play.before):
            last, between = _answered(last, play), []
        elif (
            last and isinstance(play.line, Call) and play.line.call == LAST_INNING
        ):  # it closes no window (H5): the throw before it may be answered still
            between.append(play)
        else:
            yield from [last] if last else []
            yield from between
            last, between = play, []
    yield from [last] if last else []
    yield from between


def _answered(last: AcceptedLine, answer: AcceptedLine) -> AcceptedLine:
    """What the last play is with that answer: rolled again it has not been, and without its sign it is another one."""
    unsigned = answer.before.signs.unsigned
    if isinstance(answer.line, Call) and answer.line.call == "rallybird":
        return AcceptedLine(answer.line, last.before, answer.after)
    if unsigned is not None and play_name(answer.before, answer.line, answer.after) == "sign_off":
        return AcceptedLine(Roll(values=answer.before.signs.rolled), unsigned, answer.after)
    return AcceptedLine(last.line, last.before, answer.after)


def is_answer(line: Entry, before: Game) -> bool:
    """It gives the last throw another answer, or the same one."""
    if before.signs.low_high == "appeal":
        return not isinstance(line, End)
    match line:
        case Move() | Ball() | Press(button="next") | Call(call="keep-running" | "rallybird" | "appeal"):
            return True
        case Skip():
            return may_state_skip(before)
        case Die(color=color):
            return before.chase and color == before.team(before.batting).color
        case _:
            return False
