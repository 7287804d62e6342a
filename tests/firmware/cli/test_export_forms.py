"""`stadium games [N] --export FORM --to FILE`."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import Result
from msgspec import structs
from support.scoring import SETUP, blue, command_line

from firmware.cli.export_forms import NAMES
from firmware.cli.main import main
from scoreboard.exports import FORMS
from scoreboard.journal.store import Journal
from scoreboard.rules.events import End, Roll

OVER = End(why="forfeit", winner="home")


@pytest.fixture(autouse=True)
def played(journal: Path) -> None:
    """Two games that are over, one of them Three Dice, and one that is not."""
    with Journal.create(journal) as opened:
        opened.add([structs.replace(SETUP, at="2026-01-01T12:00:00Z"), blue(5), OVER])
        opened.add(
            [structs.replace(SETUP, rules="three-dice", at="2026-01-02T12:00:00Z"), Roll(values=(1, 2, 3)), OVER]
        )
        opened.add([structs.replace(SETUP, at="2026-01-03T12:00:00Z"), blue(5)])


def games(journal: Path, *arguments: str | Path) -> Result:
    """Run the command."""
    return command_line().invoke(main, ["games", *map(str, arguments), "--journal", str(journal)])


def test_a_season_is_every_game_that_is_over(journal: Path, tmp_path: Path) -> None:
    """In one file, which appears whole; the scoreboard may play on."""
    file = tmp_path / "season.jsonl"
    with Journal.create(journal, alone=True):
        done = games(journal, "--export", "json", "--to", file)
    assert (0, "") == (done.exit_code, done.output)
    assert [1, 2] == [json.loads(line)["game"] for line in file.read_text().splitlines()]


def test_one_game_may_be_under_way(journal: Path) -> None:
    """To standard output."""
    done = games(journal, 3, "--export", "json", "--to", "-")
    assert (3, False) == (json.loads(done.stdout)["game"], json.loads(done.stdout)["over"])


def test_a_game_that_a_form_does_not_take_is_left_out_and_named(journal: Path) -> None:
    """Of a season; asked for alone, it is an error."""
    done = games(journal, "--export", "retrosheet", "--to", "-")
    assert "game 2 cannot be an event file" in done.stderr
    with ZipFile(BytesIO(done.stdout_bytes)) as zipped:
        assert 1 == zipped.read("2026STA.EVN").count(b"id,")
    alone = games(journal, 2, "--export", "retrosheet", "--to", "-")
    assert (2, b"") == (alone.exit_code, alone.stdout_bytes)
    assert "nobody comes to bat" in alone.stderr


def test_every_form_can_be_asked_for() -> None:
    """Those that register themselves, and the web page."""
    assert {*FORMS, "html"} == {*NAMES}
    shown = command_line().invoke(main, ["games", "--help"]).output
    assert all(name in shown for name in NAMES)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("1", "--export", "csv"), "--to - is standard output"),
        (("1", "--to", "out"), "--export FORM and --to FILE go together"),
        (("1", "--export", "xlsx", "--to", "out"), "xlsx"),
        (("9", "--export", "csv", "--to", "out"), "There is no game 9"),
    ],
)
def test_what_cannot_be_written_is_explained(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], why: str
) -> None:
    """In a sentence, and nothing is made."""
    monkeypatch.chdir(tmp_path)
    done = games(journal, *arguments)
    assert 2 == done.exit_code
    assert why in done.stderr
    assert not (tmp_path / "out").exists()
