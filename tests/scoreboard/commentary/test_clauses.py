"""Which clause of the law made a call."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import structs
from support.rallybird import on, rally
from support.scoring import SETUP, blue, red, white

import scoreboard.rules
from scoreboard.commentary.clauses import (
    BY_CALL,
    BY_CARD,
    BY_FACT,
    BY_LINE,
    CHART,
    DOUBLE_PLAY,
    HARD,
    HELMET,
    HOUSE,
    SIGN,
    Clause,
    clause_of,
    other_clauses,
)
from scoreboard.language import ENGLISH, language, languages
from scoreboard.message import Message
from scoreboard.record import decode
from scoreboard.rules import apply
from scoreboard.rules.events import Call, Chip, Expect, Press, Roll, Set, Setup
from scoreboard.rules.history import Entry, begin, judge, judged_lines
from scoreboard.rules.house_rules import Rulings

GOLDEN = Path(__file__).parents[2] / "golden/games"
OTHERS = ("D54", "D55", "R4", "R8", HELMET, DOUBLE_PLAY)
NAMES = {*(row[2] for row in BY_FACT), *BY_LINE.values(), *BY_CALL.values(), *BY_CARD.values(), *OTHERS}


def called(*lines: Entry) -> list[str]:
    """The clauses of these lines, played from the first pitch on."""
    history, found = begin(SETUP), list[str]()
    for line in lines:
        before, history = history, judge(history, line).history
        clause = clause_of(before.game, line, history.game)
        assert clause is not None
        found.append(clause.name)
    return found


def test_every_clause_is_cited_by_the_code_of_the_rules() -> None:
    """None is made up."""
    text = "".join(file.read_text(encoding="utf-8") for file in Path(scoreboard.rules.__path__[0]).rglob("*.py"))
    ranges = re.findall(r"D(\d+) to D(\d+)", text)
    cited = {f"D{each}" for first, last in ranges for each in range(int(first), int(last) + 1)}
    assert set() == NAMES - cited - set(re.findall(r"\b[DR]\d+\b", text))


@pytest.mark.parametrize("code", languages())
def test_every_clause_is_a_sentence_in_every_language(code: str) -> None:
    """For whoever asks why."""
    assert [] == [
        name for name in (*NAMES, CHART, SIGN, HARD, HOUSE) if not language(code).has(f"clause.{name}", "sentence")
    ]


@pytest.mark.parametrize(
    ("lines", "clauses"),
    [
        ((blue(1), blue(10)), ["D12", "D12"]),
        ((blue(1), red(4)), ["D12", "D15"]),
        ((blue(7),), ["D13"]),
        ((blue(5), red(3)), ["D14", "D17"]),
        ((blue(5), red(5)), ["D14", "D18"]),
        ((blue(5), red(10), red(10)), ["D14", "D20", "D21"]),
        ((blue(5), red(8), Chip(face="out")), ["D14", "D19", "D23"]),
        ((blue(5), red(8), Chip(face="hit"), white(3)), ["D14", "D19", "D23", "D29"]),
        ((blue(5), red(8), Chip(face="hit"), white(3), blue(1)), ["D14", "D19", "D23", "D29", "D36"]),
        ((blue(5), red(8), Chip(face="hit"), white(3), blue(9)), ["D14", "D19", "D23", "D29", "D37"]),
        ((Press(button="ball"), Press(button="undo")), ["D54"]),
    ],
)
def test_clauses_of_the_stadium_game(lines: tuple[Entry, ...], clauses: list[str]) -> None:
    """Throw by throw, as the rules have it; a correction is called by none."""
    assert clauses == called(*lines[: len(clauses)])
    history = begin(SETUP)
    for line in lines:
        before, history = history.game, judge(history, line).history
    assert (clause_of(before, lines[-1], history.game) is None) == (len(lines) > len(clauses))


MAJOR = structs.replace(SETUP, rules="diamante-major")
TENS = structs.replace(MAJOR, house=Rulings(minus_ten_is_hit=True))
DICE = structs.replace(SETUP, rules="four-dice")
OF_MINUS = Set(at_bat=3)


@pytest.mark.parametrize(
    ("setup", "lines", "expected"),
    [
        (MAJOR, (blue(4), red(7)), [(HELMET, "+", 7, 8)]),
        (MAJOR, (OF_MINUS, blue(9), red(10)), [(HELMET, "\u2212", 10, 9)]),
        (MAJOR, (blue(4), red(9), red(8)), [(HELMET, "+", 8, 9)]),
        (MAJOR, (blue(4), Call(call="bunt"), red(2)), [(HELMET, "+", 2, 3)]),
        (MAJOR, (blue(4), red(7), Chip(face="hit"), white(3)), [(HELMET, "+", 3, 4)]),
        (MAJOR, (blue(4), red(7), Chip(face="hit"), white(3), blue(9)), []),
        (MAJOR, (Set(at_bat=1), blue(4), red(7)), []),
        (MAJOR, (blue(1), red(7)), []),
        (MAJOR, (blue(7),), []),
        (SETUP, (blue(4), red(7)), []),
        (TENS, (OF_MINUS, blue(9), red(10)), [(HELMET, "\u2212", 10, 9), (HOUSE,)]),
        (TENS, (OF_MINUS, blue(8), red(10)), [(HELMET, "\u2212", 10, 9)]),
        (DICE, (Call(call="take"), Roll(values=(1, 2, 3, 4))), [(SIGN, "take")]),
        (DICE, (Roll(values=(1, 2, 3, 4)),), []),
        (structs.replace(DICE, options=("hard",)), (Roll(values=(3, 3, 2, 4)),), [(HARD,)]),
        (structs.replace(DICE, options=("hard",)), (Set(half="bottom"), Roll(values=(3, 3, 2, 4))), []),
    ],
)
def test_what_else_made_the_call(setup: Setup, lines: tuple[Entry, ...], expected: list[tuple[object, ...]]) -> None:
    """D16, D20: a helmet, a ruling of the house, a sign, an option; nothing where it changed nothing."""
    history = begin(setup)
    for line in lines:
        before, (history, refused) = history.game, judge(history, line)[:2]
        assert refused is None
    named = [
        (each.name, *(_plain(value) for _, value in each.words.values))
        for each in other_clauses(before, lines[-1], history.game)
    ]
    assert expected == named


def _plain(value: object) -> object:
    """A message within a message as its words."""
    return ENGLISH(value) if isinstance(value, Message) else value


def test_double_play_of_cards_has_its_clause() -> None:
    """R7: it is on no card."""
    before = on("call:card_Ground GLOVES", rally("set:runners=6"))
    roll = Roll(values=(1, 1))
    assert [DOUBLE_PLAY] == [each.name for each in other_clauses(before, roll, apply(before, roll))]


@pytest.mark.parametrize("game", sorted(path.stem for path in GOLDEN.glob("whole-*.jsonl")))
def test_every_throw_of_a_whole_game_has_a_clause(game: str) -> None:
    """Of every game that is played here."""
    setup, *lines = (decode(raw) for raw in (GOLDEN / f"{game}.jsonl").read_bytes().splitlines())
    assert isinstance(setup, Setup)
    history = begin(setup)
    for line in lines:
        if not isinstance(line, Expect | Setup):
            history = judge(history, line).history
    clauses = [clause_of(each.before, each.line, each.after) for each in judged_lines(history) if each.refused is None]
    assert {Clause} == set(map(type, clauses))
