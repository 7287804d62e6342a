"""The states of a game with its corrections made, and their plays in words (`?told=1`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.pages import NUMBER, Board
from support.scoring import SETUP, blue, red

from scoreboard.record import decode
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import Amend, Chip, Expect, Press, Setup
from scoreboard.rules.history import Entry, begin

UNDO, REDO = Press(button="undo"), Press(button="redo")
CAUGHT: tuple[Entry, ...] = (blue(3), red(7), Chip(face="out"), blue(4))
FOUL = "Reds swing 2. Strike one."


def states_after(*lines: Entry, setup: Setup = SETUP) -> dict[int, Any]:
    """The states of a game in which these were played, by the numbers of their lines."""
    board = Board(begin(setup))
    board.play(*lines)
    _, body = board.get(f"/api/games/{NUMBER}/states?told=1")
    return {state["line"]: state for state in map(msgspec.json.decode, body.splitlines())}


def test_states_after_an_amendment() -> None:
    """The amended line has its new sentence, a line that no longer counts is marked, and each has its present state."""
    states = states_after(*CAUGHT, Amend(line=3, value=2))
    assert (FOUL, "put-right", 2) == (states[3]["told"], states[3]["stands"], states[3]["cause"]["value"])
    assert (0, 1) == (states[3]["outs"], states[3]["strikes"])
    assert ("unfit", "OUT! The ball is caught. (F7) One out.") == (states[4]["stands"], states[4]["told"])
    assert "chip" in states[4]["refused"]
    assert 0 == states[4]["outs"]
    assert ("Blues pitch 4.", "stands" in states[5]) == (states[5]["told"], False)
    assert "Put right: Reds swing 7 → 2." == states[6]["told"]


def test_undone_amendment_leaves_all_as_it_was() -> None:
    """But the amendment, which is struck out; put back, it counts again."""
    states = states_after(*CAUGHT, Amend(line=3, value=2), UNDO)
    assert [6] == [number for number, state in states.items() if "stands" in state]
    assert states[3]["told"].startswith("Reds swing 7.")
    assert ("undone", "Undone: Put right: Reds swing 7 → 2.") == (states[6]["stands"], states[7]["told"])
    again = states_after(*CAUGHT, Amend(line=3, value=2), UNDO, REDO)
    assert (FOUL, False) == (again[3]["told"], "stands" in again[6])


def test_undone_play_is_struck_out() -> None:
    """With and without an amendment in force; one that is redone is not."""
    assert {3: "undone"} == stands(states_after(blue(3), red(7), UNDO, red(2)))
    assert {2: "put-right", 3: "undone"} == stands(states_after(blue(3), red(7), UNDO, red(2), Amend(line=2, value=1)))
    assert {} == stands(states_after(blue(3), red(7), UNDO, REDO))


def stands(states: dict[int, Any]) -> dict[int, str]:
    """The lines that stand otherwise than they were recorded."""
    return {number: state["stands"] for number, state in states.items() if "stands" in state}


def test_line_that_never_was_and_one_that_was_missed() -> None:
    """The one is named, the other told where it counts; what was refused may count after all."""
    states = states_after(blue(3), red(7), Amend(line=3, as_=None), Amend(line=3, add=Press(button="ball")))
    assert "taken-out" == states[3]["stands"]
    assert (["Ball one."], 1) == (states[3]["added"], states[3]["balls"])
    counts = states_after(red(7), blue(3), Amend(line=2, add=blue(2)))
    assert "put-right" == counts[2]["stands"]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.untraced
def test_amendment_without_effect_changes_no_state(rules: str) -> None:
    """By every rule set: a throw of a whole game is corrected to the value that it had; states and sentences stay."""
    raw = (Path(__file__).parents[2] / f"golden/games/whole-{rules}.jsonl").read_bytes().splitlines()
    setup, *lines = (decode(line) for line in raw)
    assert isinstance(setup, Setup)
    played = [line for line in lines if not isinstance(line, Expect)]
    as_it_was = states_after(*played, setup=setup)
    thrown = next(number for number, state in as_it_was.items() if state["cause"]["type"] in {"die", "roll"})
    line = as_it_was[thrown]["cause"]
    same = {key: line[key] for key in ("value", "values") if key in line}
    amended = states_after(*played, decode(msgspec.json.encode({"type": "amend", "line": thrown, **same})), setup=setup)
    number = max(amended)
    assert "amend" == amended.pop(number)["cause"]["type"]
    assert as_it_was == amended
