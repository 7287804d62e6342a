"""A scorekeeper's card: what stands on it, and its sheets as PDF."""

from __future__ import annotations

import re
import sys
from random import Random

import pytest
from msgspec.structs import replace
from support.games import moments, setup
from support.rules import MAJOR, read
from support.scoring import record

from scoreboard.exports import FORMS, ExportedGame, ExportError
from scoreboard.exports.scorecard import Scorecard, TurnAtBat, card_of
from scoreboard.language import language
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import PARK
from scoreboard.rules.history import begin, judge

PLAIN = replace(MAJOR, away=replace(MAJOR.away, lineup=("", "", "", ""), players=("Ana", "Leo")))


def game(words: str) -> ExportedGame:
    """A game after those words."""
    history = begin(PLAIN)
    for word in words.split():
        history = record(history, read(word))
    return ExportedGame(1, history)


def turns(words: str, side: str = "away") -> list[TurnAtBat]:
    """Who batted in the first inning."""
    card = card_of(game(words))
    return [*getattr(card, side).innings[0].turns]


def by_lot(rules: str, innings: int = 9, seed: int = 3) -> ExportedGame:
    """A whole game."""
    first = setup(rules, innings)
    history = begin(first)
    for line, _ in moments(first, Random(seed)):  # noqa: S311 - lots for a test
        history, _ = judge(history, line)
    return ExportedGame(1, history)


def test_a_turn_has_his_notes_his_way_and_his_out() -> None:
    """As far as he came, what the scorekeeper notes, and which out he was."""
    single, out, homer = turns("blue2 red7 hit white6 blue2 red6 caught press:homerun")
    assert (["1B7"], 4, 0) == (single.notes, single.reached, single.out)
    assert (["IF6"], 0, 1) == (out.notes, out.reached, out.out)
    assert (["HR"], 4, 2) == (homer.notes, homer.reached, homer.runs)


def test_a_runner_has_what_became_of_him_in_his_own_turn() -> None:
    """Steals, and who put him out; he is cut short on his way to the base ahead."""
    (single,) = turns("blue2 red7 hit white6 blue7 call:steal white7")
    assert (["1B7", "SB"], 2) == (single.notes, single.reached)
    (caught,) = turns("blue2 red7 hit white6 blue7 call:steal white3 blue2 ball:2B white3 to:12")
    assert (["1B7", "CS2-6"], 1, 1) == (caught.notes, caught.reached, caught.out)
    first, second = turns("blue2 red7 hit white6 blue2 red6 hit white1 white1 blue9 white1 blue5")
    assert (["1B7"], 1) == (first.notes, first.out)
    assert (["G6-4-3", "DP"], 2) == (second.notes, second.out)


def test_a_helmet_that_bats_again_has_the_next_column() -> None:
    """An inning in which all four bat and the first again has two columns, and the turns keep their order."""
    words = "press:homerun press:homerun press:homerun press:homerun press:homerun"
    card = card_of(game(words))
    first, second = card.away.innings[0].columns
    assert ([0, 1, 2, 3], [0]) == ([turn.row for turn in first], [turn.row for turn in second])
    assert [1, 2, 3, 4, 5] == [turn.order for turn in (*first, *second)]
    assert ["Ana", "Leo", "Ana", "Leo", "Ana"] == [turn.player for turn in (*first, *second)]


def test_who_is_put_on_base_has_no_turn() -> None:
    """D9: the runner of an extra inning begins on second base."""
    card = card_of(game("set:inning=3,half=bottom press:out press:out press:out press:homerun"))
    placed, homer = card.away.innings[-1].turns
    assert (2, 0, 4) == (placed.placed, placed.order, placed.reached)
    assert (["HR"], 2) == (homer.notes, homer.runs)


@pytest.mark.parametrize("rules", [*RULE_SETS, PARK])
def test_a_card_agrees_with_the_box_score(rules: str) -> None:
    """In every game: as many runs, outs and turns as the box score has, and the helmets' figures add up."""
    played = by_lot(rules)
    card: Scorecard = card_of(played)
    for team in (card.away, card.home):
        all_turns = [turn for inning in team.innings for turn in inning.turns]
        if rules == "three-dice":
            assert not all_turns
            continue
        assert team.box.runs == sum(turn.reached == 4 for turn in all_turns)
        assert team.box.proof.outs == sum(turn.out > 0 for turn in all_turns)
        assert team.box.stats["pa"] == sum(turn.order > 0 for turn in all_turns)
        assert team.box.stats["rbi"] == sum(figures["rbi"] for figures in team.figures)
        assert all(
            turn.is_last == (turn is inning.turns[-1]) or not turn.is_last
            for inning in team.innings
            for turn in inning.turns
        )


def pages(pdf: bytes) -> int:
    """How many it has."""
    return len(re.findall(rb"/Type /Page\b", pdf))


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_book_has_its_contents_and_a_sheet_a_game(code: str) -> None:
    """In both languages; a game alone needs no contents."""
    one, two = by_lot("diamante-major", 3), by_lot("three-dice", 3)
    assert 1 == pages(FORMS["pdf"].written([one], language(code)))
    assert 3 == pages(FORMS["pdf"].written([one, two._replace(number=2)], language(code)))


def test_many_innings_go_on_on_the_next_sheet() -> None:
    """A sheet has no more columns than fit."""
    assert 2 <= pages(FORMS["pdf"].written([by_lot("one-die")], language("en")))


@pytest.mark.parametrize(("form", "box"), [("pdf", b"841.8898 595.2756"), ("pdf-letter", b"792 612")])
def test_paper_is_that_of_the_form(form: str, box: bytes) -> None:
    """A4 or Letter, lying on its side."""
    assert b"/MediaBox [ 0 0 " + box + b" ]" in FORMS[form].written([by_lot("two-dice", 3)], language("en"))


def test_a_name_in_any_script_is_written() -> None:
    """As it sounds where the fonts have no letters of it."""
    first = replace(
        PLAIN, away=replace(PLAIN.away, name="東京ジャイアンツ"), home=replace(PLAIN.home, name="Águilas Cibaeñas")
    )
    assert FORMS["pdf"].written([ExportedGame(1, begin(first))], language("es")).startswith(b"%PDF")


def test_without_reportlab_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in apt."""
    monkeypatch.setitem(sys.modules, "reportlab.pdfgen.canvas", None)
    with pytest.raises(ExportError, match="sudo apt install python3-reportlab"):
        FORMS["pdf"].written([game("")], language("en"))
