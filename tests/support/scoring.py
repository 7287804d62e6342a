"""What the scoreboard's tests are made of: a game of two teams, lines drawn by lot, and a clock that counts."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature

from click.testing import CliRunner
from hypothesis import strategies as st
from msgspec import structs
from support.rules import BLUES, REDS

from scoreboard.rules import RULE_SETS, Refused, dice_due
from scoreboard.rules.events import (
    Amend,
    AnyLine,
    Ball,
    Call,
    Chip,
    Die,
    End,
    Event,
    Expect,
    Hold,
    Move,
    Press,
    Roll,
    Set,
    Setup,
    Skip,
)
from scoreboard.rules.history import Entry, History, begin, judge
from scoreboard.rules.state import Game

SETUP = Setup(rules="diamante-amateur", innings=3, away=REDS, home=BLUES)
ALIKE = ("", "", "", "")
SHORT_MAJOR = structs.replace(
    SETUP,
    rules="diamante-major",
    innings=1,
    away=structs.replace(REDS, lineup=ALIKE),
    home=structs.replace(BLUES, lineup=ALIKE),
)
"""An inning of Major League in which the helmets change no throw."""
UNDO, REDO = Press(button="undo"), Press(button="redo")


class CountingClock:
    """A clock that is a second on whenever it is read."""

    def __init__(self) -> None:
        self._seconds = 0

    def now(self) -> str:
        """The moment."""
        self._seconds += 1
        minutes, seconds = divmod(self._seconds, 60)
        return f"2026-04-01T18:{minutes % 60:02}:{seconds:02}Z"


def red(value: int) -> Die:
    """Away's die."""
    return Die(color="red", value=value)


def blue(value: int) -> Die:
    """Home's die."""
    return Die(color="blue", value=value)


def white(value: int) -> Die:
    """The die to run with."""
    return Die(color="white", value=value)


HIT, OUT = Chip(face="hit"), Chip(face="out")
GREEN = Die(color="green", value=5)
"""A die of no game."""


def played(*lines: Entry | Expect, setup: Setup = SETUP) -> History:
    """The history of these lines, the refused ones among them."""
    history = begin(setup)
    for line in lines:
        history = judge(history, line).history
    return history


def record(history: History, line: Entry) -> History:
    """The history with this line, which must be lawful now."""
    history, refused = judge(history, line)
    if refused is not None:
        raise Refused(refused)
    return history


def is_step(line: Entry) -> bool:
    """Whether UNDO would take the line back, once accepted."""
    return not (isinstance(line, Press) and line.button in {"undo", "redo"})


def rolled(game: Game, value: int) -> Roll:
    """A throw of as many six-sided dice as are due, made of one number."""
    return Roll(values=tuple((value + at * (value // 2)) % 6 + 1 for at in range(dice_due(game))))


def thrown(game: Game, value: int) -> Entry:
    """The throw that the game waits for, showing ``value``; the chip falls on OUT one time in three."""
    if game.awaits == "chip":
        return OUT if value % 3 == 0 else HIT
    if game.awaits == "dice":
        return rolled(game, value)
    if game.calls and game.awaits is None and game.cards:
        return Call(call=game.calls[value % len(game.calls)])
    return Die(color=game.awaits or "white", value=value)


VALUES = st.integers(1, 10)
CALLS = ("keep-running", "run 1B", "bunt", "steal", "tag-up", "new-batter")
MOVES = st.builds(Move, to=st.integers(0, 24))
BUTTONS = st.sampled_from(("ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo"))
ASIDES: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Press, button=BUTTONS),
    st.sampled_from((UNDO, REDO, Skip(), Hold(), Ball(to="2B"), Ball(to="HP"), Ball(to=15))),
    st.sampled_from([Call(call=call) for call in (*CALLS, "take", "balk", "appeal")]),
    MOVES,
    st.builds(Die, color=st.sampled_from(("red", "blue", "white")), value=VALUES),
    st.builds(Set, outs=st.integers(0, 2), balls=st.integers(0, 3)),
)
REPLACEMENTS: st.SearchStrategy[Event] = st.one_of(
    ASIDES.filter(lambda line: line not in (UNDO, REDO)),
    st.builds(Die, color=st.sampled_from(("red", "blue", "white")), value=VALUES),
    st.sampled_from((HIT, OUT, Roll(values=(3,)), Roll(values=(2, 5)), End(why="forfeit", winner="home"))),
)
"""What an amendment may put in a line's place, or before it."""
AMENDS: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Amend, line=st.integers(1, 30), value=VALUES),
    st.builds(Amend, line=st.integers(2, 30), face=st.sampled_from(("hit", "out"))),
    st.builds(Amend, line=st.integers(2, 30), values=st.sampled_from(((3,), (1, 6), (2, 5), (1, 1, 4)))),
    st.builds(Amend, line=st.integers(2, 30), as_=st.none() | REPLACEMENTS),
    st.builds(Amend, line=st.integers(2, 30), add=REPLACEMENTS),
)
SETUPS = st.sampled_from([structs.replace(SETUP, rules=rules) for rules in RULE_SETS])
"""A game of each rule set and level."""
PLAYS = st.lists(st.one_of(VALUES, VALUES, VALUES, ASIDES), max_size=40)
"""Games drawn by lot: a number is what the awaited throw shows, anything else happens as it is."""
PLAYS_AND_AMENDS = st.lists(st.one_of(VALUES, VALUES, VALUES, ASIDES, AMENDS), max_size=40)


def lines_of(plays: Sequence[int | Entry], setup: Setup = SETUP) -> list[Entry]:
    """The lines that the plays make of a game, refused ones included."""
    history, lines = begin(setup), list[Entry]()
    for play in plays:
        lines.append(thrown(history.game, play) if isinstance(play, int) else play)
        history = judge(history, lines[-1]).history
    return lines


def command_line() -> CliRunner:
    """A user at a shell, whose two output streams stay apart; click 8.1 has to be asked for that, later ones cannot."""
    apart = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
    return CliRunner(**apart)  # type: ignore[arg-type] # whichever click is here


def record_of(*lines: AnyLine, setup: Setup = SETUP) -> bytes:
    """The record of these lines."""
    from scoreboard.record import encode_all

    return encode_all((setup, *lines))
