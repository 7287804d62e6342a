"""The board is right: the lines by which the score comes to have its runners where the helmets stand.

Method: an answer to the last throws, or a call, that leads to the board as it is; else, between plays, a `set` line; in
a play whose runners are all on bases, as both have them, BATTER ends the play before it (D54).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware.play.board.continuations import Continuation
from firmware.play.board.evidence import BoardEvidence
from firmware.play.board.expected_board import expected_board
from scoreboard.rules.corrections import BETWEEN_PLAYS
from scoreboard.rules.events import Press, Set
from scoreboard.rules.history import Entry, History, judge

MOST_RUNNERS = 3
"""A `set` line places so many."""


def lines_to(evidence: BoardEvidence, history: History, found: Iterable[Continuation]) -> tuple[Entry, ...] | None:
    """The fewest lines after which the game has its runners where the board has helmets; None if none do."""
    board = expected_board(history.game)
    if board is None:
        return None
    here = evidence.places_of(board.color)
    if here == board.taken:
        return ()
    answers = sorted((each for each in found if each.lines and _is_there(each, here)), key=lambda one: len(one.lines))
    for lines in (*(each.lines for each in answers), *_stated(history, here)):
        after = _after(history, lines)
        if after is not None:
            return lines
    return None


def _is_there(each: Continuation, here: frozenset[int]) -> bool:
    board = expected_board(each.game)
    return board is not None and board.taken == here


def _stated(history: History, here: frozenset[int]) -> Iterator[tuple[Entry, ...]]:
    if len(here) > MOST_RUNNERS:
        return
    line = Set(runners=tuple(sorted(here, reverse=True)), by="camera")
    if history.game.phase in BETWEEN_PLAYS:
        yield (line,)
    else:
        yield (Press(button="batter", by="camera"), line)


def _after(history: History, lines: Iterable[Entry]) -> History | None:
    """The history with these lines; None if one of them is refused."""
    for line in lines:
        judged = judge(history, line)
        if judged.refused is not None:
            return None
        history = judged.history
    return history
