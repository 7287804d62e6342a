"""The stadium in a terminal: plain lines, and a live view of panel, picture and plays."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import reduce
from itertools import count
from typing import Any

import click
import numpy as np
import pytest
from msgspec import structs
from support.english import due
from support.stadium import SETUP, die
from support.worded import ENGLISH_TABLE

from firmware.devices.keyboard import HELP as KEYS
from firmware.play.faces.terminal_view import ChanceLines, LiveView, PlainLines, close_up, narrowed, picture_lines
from firmware.play.state.shown import Kind, Shown
from scoreboard import display
from scoreboard.commentary import CorrectedLine
from scoreboard.commentary.chances import winning_chances
from scoreboard.language import ENGLISH
from scoreboard.rules import apply, start
from scoreboard.rules.events import Press
from scoreboard.rules.state import Dugouts, Game, Tally

NUMBERS = count(2)
PARTNERS = structs.replace(
    SETUP,
    rules="diamante-major",
    away=structs.replace(SETUP.away, players=("Ana", "Leo")),
    home=structs.replace(SETUP.home, players=("Mia",)),
)
"""Two against one, with helmets that differ."""


def shown(
    game: Game, words: str, kind: Kind = "play", frame: bool = False, changed: tuple[CorrectedLine, ...] = ()
) -> Shown:
    """Something the table is shown, each time with the next line's number."""
    picture = np.full((480, 640, 3), 90, np.uint8) if frame else None
    return Shown(game, None, words, kind, None, next(NUMBERS), picture, die("red", 3) if frame else (), changed)


def live(**others: Any) -> tuple[LiveView, list[str]]:  # noqa: ANN401 - those of the view
    """A live view, and what it has written."""
    written: list[str] = []
    return LiveView((64, 16), ENGLISH_TABLE, written.append, **others), written


def test_plain_lines_have_plays_and_changed_scores() -> None:
    """One sentence a line with its half-inning; a score line only after a run."""
    lines = list[str]()
    tell = PlainLines(ENGLISH_TABLE, lines.append)
    game = start(SETUP)
    tell(shown(game, "Blues pitch 3."))
    tell(shown(apply(game, Press(button="homerun")), "Home run!"))
    assert ["▲1  Blues pitch 3.", "▲1  Home run!", "       Reds 1, Blues 0"] == lines


def test_plain_lines_show_a_resumed_score_once() -> None:
    """The score at the start is told once, with whatever is said first."""
    lines = list[str]()
    tell = PlainLines(ENGLISH_TABLE, lines.append)
    game = structs.replace(start(SETUP), home=4, half="bottom")
    tell(shown(game, "The game goes on.", "note"))
    tell(shown(game, "Reds pitch 2."))
    assert ["▼1  The game goes on.", "       Reds 0, Blues 4", "▼1  Reds pitch 2."] == lines


def test_plain_lines_show_a_new_batter() -> None:
    """D49, D53: with the first sentence, and then with each new batter; nothing in a game of two players."""
    lines = list[str]()
    tell = PlainLines(ENGLISH_TABLE, lines.append)
    game = start(PARTNERS)
    later = structs.replace(game, at_bat=1, dugouts=Dugouts(away=(2, 3)), partners=Tally(away=1))
    moments = [game, game, structs.replace(game, phase="toss", at_bat=2), later, structs.replace(later, phase="over")]
    for moment in moments:
        tell(shown(moment, ""))
    first = "       Ana bats, Mia pitches. At bat: + helmet. In the dugout: plain, plain, \u2212."
    assert [first, "       Leo bats, Mia pitches. At bat: plain helmet. In the dugout: plain, \u2212."] == lines
    PlainLines(ENGLISH_TABLE, lines.append)(shown(start(SETUP), ""))
    assert 2 == len(lines)


def test_chances_are_printed_with_each_new_batter() -> None:
    """If they changed, and not in the middle of a play; the live view has them below the batter."""
    lines: list[str] = []
    tell = ChanceLines(ENGLISH_TABLE, lines.append)
    game = start(SETUP)
    after = apply(game, Press(button="homerun"))
    three_balls = reduce(apply, [Press(button="ball")] * 3, game)
    assert winning_chances(three_balls) != winning_chances(game)
    tell(replace(shown(game, "Play ball!"), number=1))
    assert not lines
    for moment in (game, game, three_balls, after):
        tell(shown(moment, ""))
    chances = ["To win: Reds 50 %, Blues 50 %.", "To win: Reds 74 %, Blues 26 %."]
    assert [f"       {each}" for each in chances] == lines
    view, written = live()
    view.show(display.draw(game))
    for moment in (after, apply(after, Press(button="ball"))):
        view(shown(moment, ""))
        assert chances[1] in written[-1]


def test_chances_of_one_game_are_not_those_of_another() -> None:
    """A game that is taken up in the middle of an at-bat, and whose chances nobody knows, has none below it."""
    view, written = live()
    view.show(display.draw(start(SETUP)))
    view(shown(start(SETUP), ""))
    assert "To win:" in written[-1]
    other = apply(
        start(structs.replace(SETUP, rules="four-dice", options=("hard", "little-league"))), Press(button="ball")
    )
    view(replace(shown(other, ""), is_another=True))
    assert "To win:" not in written[-1]


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (40, 20), (40, 12)])
def test_live_view_shows_who_is_up_and_fits(monkeypatch: pytest.MonkeyPatch, columns: int, rows: int) -> None:
    """D49, D53: below what comes next, none of it cut, and all of it fits the terminal, whatever is shown."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((columns, rows)))
    view, written = live()
    game = start(PARTNERS)
    view.show(display.draw(game))
    for _ in range(30):
        view(shown(game, "A hit to zone 5, on the third-base side, and the runner goes for second.", frame=True))
    lines = [click.unstyle(line).removesuffix("\x1b[K").rstrip() for line in written[-1].splitlines()]
    expected = "Ana bats, Mia pitches. At bat: + helmet. In the dugout: plain, plain, \u2212."
    assert expected in " ".join(lines[9:11])
    assert rows == 12 or lines[-2].startswith("Ctrl-C stops")  # for which twelve rows have no room
    assert max(map(len, lines[8:])) <= columns
    assert len(lines) <= rows


@pytest.mark.parametrize(("columns", "drawn"), [(128, (128, 32)), (127, (64, 16)), (63, (32, 16)), (20, (32, 16))])
def test_a_panel_wider_than_the_terminal_is_drawn_as_a_usual_one(
    monkeypatch: pytest.MonkeyPatch, columns: int, drawn: tuple[int, int]
) -> None:
    """Its right side would be cut off, and the score on it."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((columns, 40)))
    assert drawn == narrowed((128, 32))


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (34, 24)])
def test_live_view_lists_the_keys(monkeypatch: pytest.MonkeyPatch, columns: int, rows: int) -> None:
    """Above how to stop, none cut short or torn from its button, and all of it fits the terminal."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((columns, rows)))
    view, written = live(keys=KEYS)
    view.show(display.draw(start(SETUP)))
    view(shown(start(SETUP), "Blues pitch 3.", frame=True))
    lines = [click.unstyle(line).removesuffix("\x1b[K") for line in written[-1].splitlines()]
    expected = lines[next(number for number, line in enumerate(lines) if line.startswith("b ball")) : -2]
    assert (ENGLISH(KEYS), True) == (" ".join(expected), max(map(len, expected)) <= columns)
    assert (True, True) == (lines[-2].startswith("Ctrl-C stops"), len(lines) <= rows)
    assert all(item in "\n".join(expected) for item in ENGLISH(KEYS).split(" · "))


def test_live_view_shows_what_is_due_and_what_happened() -> None:
    """The sentence under the panel is what comes next; plays are listed beside the picture."""
    view, written = live()
    game = start(SETUP)
    view(shown(game, "Blues pitch 3."))
    assert (True, True) == (due(game) in written[-1], "▲1 Blues pitch 3." in written[-1])


@pytest.mark.parametrize("kind", ["note", "question", "refused"])
def test_the_live_view_cuts_no_sentence(monkeypatch: pytest.MonkeyPatch, kind: Kind) -> None:
    """A sentence takes as many lines as it needs; the rest of the screen makes room."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((80, 24)))
    view, written = live(keys=KEYS)
    view.show(display.draw(start(SETUP)))
    sentence = (
        "Menu: fix score. Put the score, the outs, the count or the runners right. OK takes it, NEXT shows another."
    )
    view(Shown(start(SETUP), None, sentence, kind, None, 2, None, ()))
    lines = [click.unstyle(line).removesuffix("\x1b[K").rstrip() for line in written[-1].splitlines()]
    assert sentence in " ".join(line.replace("\x1b[K", "") for line in lines)
    assert (True, True) == (len(lines) <= 24, lines[-2].startswith("Ctrl-C stops"))


def test_plain_lines_mark_what_was_corrected() -> None:
    """After an amendment each line that reads otherwise is told again with its mark, and one that no longer counts."""
    lines: list[str] = []
    game = start(SETUP)
    changed = (CorrectedLine(2, game, "Blues pitch 7.", True), CorrectedLine(3, game, "It is not red's turn.", False))
    PlainLines(ENGLISH_TABLE, lines.append)(shown(game, "Line 2 was misread: it said 7.", changed=changed))
    marked = ["✎ ▲1  line 2: Blues pitch 7.", "✎ ▲1  line 3: Does not count now. It is not red's turn."]
    assert ["▲1  Line 2 was misread: it said 7.", *marked] == lines


def test_the_live_view_marks_a_corrected_play_where_it_stands() -> None:
    """The play is told anew in its old place, before those that came after it, and as it was no more."""
    view, written = live()
    game = start(SETUP)
    first, second = shown(game, "Blues pitch 1."), shown(game, "Reds chase it.")
    view(first)
    view(second)
    changed = (CorrectedLine(first.number, game, "Blues pitch 7.", True),)
    view(shown(game, "Line 2 was misread.", changed=changed))
    screen = written[-1]
    assert "Blues pitch 1." not in screen
    assert 0 < screen.index("✎ ▲1 Blues pitch 7.") < screen.index("Reds chase it.") < screen.index("misread")


def test_the_live_view_of_a_new_game_shows_its_own_plays() -> None:
    """The old game's are gone with it, whatever numbers their lines had."""
    view, written = live()
    game = start(SETUP)
    view(shown(game, "Blues pitch 1."))
    view(Shown(game, None, "Game 1 goes on.", "note", None, 9, None, (), is_another=True))
    view(Shown(game, None, "Blues pitch 9.", "play", None, 2, None, ()))
    assert (False, True) == ("Blues pitch 1." in written[-1], "Blues pitch 9." in written[-1])


def test_the_live_view_gives_the_screen_back_once() -> None:
    """Closing leaves the alternate screen, and closing twice does nothing more."""
    view, written = live()
    view.close()
    view.close()
    assert 1 == sum("\x1b[?1049l" in text for text in written)


def test_a_close_up_keeps_what_was_found_and_some_of_the_cloth() -> None:
    """The die's box lies inside the part shown, and the part is no larger than needed."""
    frame = np.zeros((480, 640, 3), np.uint8)
    frame[200:260, 300:360] = 255
    part = close_up(frame, [(300, 200, 60, 60)])
    assert ((100, 100, 3), 255 * 60 * 60 * 3) == (part.shape, int(part.sum()))


def test_a_close_up_of_nothing_is_the_whole_frame() -> None:
    """Where nothing was found the whole picture is shown."""
    assert (480, 640, 3) == close_up(np.zeros((480, 640, 3), np.uint8), []).shape


def test_without_a_picture_there_is_none_to_draw() -> None:
    """A game that is scored by buttons has no camera picture."""
    assert [] == picture_lines(shown(start(SETUP), ""), 40, 10)


def test_film_runs_between_throws_and_rests_on_readings() -> None:
    """A throw stays close up for a moment; then the camera's frames are shown, no faster than a terminal can follow."""
    time = iter([0.0, 0.5, 1.0, 1.0, 1.05, 1.2, 1.2])
    view, written = live(now=lambda: next(time))
    frame = np.full((36, 64, 3), 200, np.uint8)
    view(shown(start(SETUP), "Blues pitch 3.", frame=True))
    drawn = [len(written)]
    for _ in range(4):
        view.show_frame(frame)
        drawn.append(len(written))
    assert [0, 1, 0, 1] == list(np.diff(drawn))
