"""What the table is told of what was seen and is no throw."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from msgspec import structs
from support.english import on_panel
from support.stadium import SETUP, die, play, unsure

from firmware.play.table.wording import message_about, too_many
from scoreboard.language import ENGLISH
from scoreboard.rules import apply, start
from scoreboard.rules.events import Call, Die, RulesName
from scoreboard.rules.state import CHIP
from vision.board.board_reader import SeenBoard
from vision.readings import Reading
from vision.tracking.events import (
    Blurred,
    BoardSeen,
    CameraMoved,
    Cocked,
    Lifted,
    MarkersFound,
    MarkersLost,
    OutOfTray,
    Report,
    Thrown,
    Waiting,
)

GAME = start(SETUP)
"""Blue is to pitch."""


@pytest.mark.parametrize(
    ("report", "sentence"),
    [
        (Cocked("blue", (0, 0)), "The blue die leans. Throw it again."),
        (OutOfTray("blue", (300, 0)), "The blue die fell out of the stadium. Throw it again."),
        (Waiting("touching", ("blue", "red")), "The blue die touches something. Move them apart."),
        (Waiting("covered"), "Something is in the way. Take it away so that the camera sees the stadium."),
        (MarkersLost("Uncover marker 2."), "Uncover marker 2."),
        (MarkersLost("…", None, (0, 3), 6), "Only 4 of 6 markers can be seen; uncover number 0, 3."),
        (MarkersLost("…", 2.34), "The markers lie 2.3 mm off; lay the print flat, and calibrate the camera."),
        (MarkersLost("…", inf), "The markers lie far off; put each in its own place, and calibrate the camera."),
        (
            Thrown(*die("grey", 3), None),
            (
                "That die looks grey, and nobody here plays with that. "
                "If it is the blue one, throw it again, or teach it: stadium teach blue."
            ),
        ),
        (Blurred(), "The picture is blurred. Wipe the lens, and see to the camera's focus."),
        (CameraMoved(), "The camera was knocked. It has found the stadium again."),
    ],
)
def test_causes_come_with_remedies(report: Report, sentence: str) -> None:
    """One sentence a child can act on."""
    message = message_about(report, GAME, {})
    assert message is not None
    assert sentence == ENGLISH(message.sentence)


@pytest.mark.parametrize(
    "report",
    [
        Cocked("red", (0, 0)),
        OutOfTray("white", (300, 0)),
        Waiting("touching", ("red", "white")),
        Lifted("blue", (0, 0)),
        Thrown(*die("red", 3), None),
        Thrown(*die("white", 3), None),
        Thrown(*die("grey", 3), None, placed=True),
        MarkersFound(),
        BoardSeen(SeenBoard((), None, True, {})),
    ],
)
def test_die_that_is_not_due_is_ignored(report: Report) -> None:
    """A die that is not due may lean, fall and touch as it likes."""
    assert None is message_about(report, GAME, {})


def test_a_colours_other_name_is_understood() -> None:
    """The owner's names for colours hold for what is no throw, too."""
    assert None is not message_about(Cocked("navy", None), GAME, {"navy": "blue"})
    assert None is message_about(Thrown(*die("navy", 3), None), GAME, {"navy": "red"})


@pytest.mark.parametrize("rules", ["diamante-amateur", "two-dice"])
def test_foreign_die_is_ignored_while_no_single_color_is_due(rules: RulesName) -> None:
    """It may lie there while the chip is tossed, and in the table games."""
    game = start(structs.replace(SETUP, rules=rules))
    for color, value in (("blue", 3), ("red", 9)) if rules == "diamante-amateur" else ():
        game = apply(game, Die(color=color, value=value))
    assert None is message_about(Thrown(*die("grey", 3), None), game, {})


@pytest.mark.parametrize(
    ("names", "named"), [(("chip", "white"), "white die"), (("chip", "navy"), "blue die"), (("chip", "red"), "red die")]
)
def test_a_chip_on_a_die_is_to_come_off_that_die(names: tuple[str, ...], named: str) -> None:
    """Not off the chip, which is what is due; the die has its owner's name."""
    game = start(structs.replace(SETUP, rules="diamante-amateur"))
    for color, value in (("blue", 3), ("red", 9)):
        game = apply(game, Die(color=color, value=value))
    assert game.awaits == CHIP
    message = message_about(Waiting("chip on a die", names), game, {"navy": "blue"})
    assert message is not None
    assert f"The chip lies on the {named}. Take it off." == ENGLISH(message.sentence)
    assert "MOVE IT" == on_panel(message.panel)


def test_of_one_die_the_others_are_to_be_taken_away() -> None:
    """Where a single die decides, and all were thrown."""
    message = too_many(4, 1)
    assert ("4 dice were thrown and 1 counts. Take 3 away.", "1 DIE!") == (
        ENGLISH(message.sentence),
        on_panel(message.panel),
    )
    assert "2 DICE!" == on_panel(too_many(3, 2).panel)


def test_a_fallen_die_is_a_balk_where_the_game_has_one() -> None:
    """Before a pitch of four dice; the one die that decides is thrown again, and so is one that leans."""
    game = start(structs.replace(SETUP, rules="four-dice"))
    due = apply(apply(game, Call(call="take")), Call(call="appeal"))
    messages = [
        message_about(report(color, (300, 0)), state, {})
        for report, color, state in ((OutOfTray, "red", game), (OutOfTray, "red", due), (Cocked, "red", game))
    ]
    assert ["BALK?", "THROW AGAIN", "THROW AGAIN"] == [message and on_panel(message.panel) for message in messages]


def test_a_notice_changes_nothing_in_the_game(tmp_path: Path) -> None:
    """A cocked die is told and not scored; thrown again, it counts."""
    evening = play(tmp_path / "games.sqlite", [(Cocked("blue", None),), die("blue", 3)], settled=False)
    assert ("The blue die leans. Throw it again.", "swing") == (evening.sentences[1], evening.shown[-1].game.phase)


@pytest.mark.parametrize("thrown", [die("blue", 3), unsure("blue", 6, 9, 8)])
@pytest.mark.parametrize(
    ("report", "sentence"), [(MarkersLost("Uncover marker 2."), "Uncover"), (Blurred(), "The picture")]
)
def test_picture_faults_are_shown_with_a_throw_too(
    report: Report, sentence: str, thrown: tuple[Reading, ...], tmp_path: Path
) -> None:
    """It is looked for whenever something has come to rest, and the watcher seldom says it."""
    evening = play(tmp_path / "games.sqlite", [(report, *thrown)], settled=False)
    assert any(one.startswith(sentence) for one in evening.sentences)


def test_lifted_die_is_not_asked_about(tmp_path: Path) -> None:
    """Who throws again need not press anything."""
    sights = [unsure("blue", 6, 9, 8), (Lifted("blue", None),), die("blue", 3)]
    evening = play(tmp_path / "games.sqlite", sights, settled=False)
    assert (None, "swing") == (evening.shown[-1].asked, evening.shown[-1].game.phase)


def test_an_undone_die_is_not_read_again_until_lifted(tmp_path: Path) -> None:
    """UNDO, of a throw or of a question, has the watcher leave what lies there alone (D55)."""
    presses = iter(["undo"])
    sights = [die("navy", 3)]
    hand = lambda shown: next(presses, None) if shown.line is not None else None  # noqa: E731
    undone = play(tmp_path / "a.sqlite", sights, hand, colors={"navy": "blue"}, settled=True)
    assert [True] == undone.ignored
    asked = play(tmp_path / "b.sqlite", [unsure("blue", 6)], lambda shown: "undo" if shown.asked else None)
    assert [True] == asked.ignored
