"""Every example runs as its first lines say, and prints what it promises."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from support.page_table import golden, served

from firmware.storage.taught_dice import TaughtDiceStore
from vision.enrolled.matcher import EnrolledDie

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "tests/golden/games"
GAME, TWO_DICE = str(GAMES / "a-whole-game.jsonl"), str(GAMES / "whole-two-dice.jsonl")

Run = Callable[..., str]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs an example with arguments, and returns what it prints."""

    def printed(name: str, *arguments: str) -> str:
        file = str(ROOT / "examples" / f"{name}.py")
        monkeypatch.setattr(sys, "argv", [file, *arguments])
        runpy.run_path(file, run_name="__main__")
        return capsys.readouterr().out

    return printed


@pytest.mark.parametrize(
    ("name", "arguments", "printed"),
    [
        ("read_a_photo", [str(ROOT / "tests/golden/eyes/hit.jpg")], "chip reads hit"),
        ("replay_a_record", [TWO_DICE], "HOME RUN! (HR) Two runs score!"),
        ("judge_a_throw", [], "refused: The batter must run first"),
        ("correct_a_line", [GAME, "7", "2"], "line 8 no longer fits (HIT! A fair ball.): The chip is not tossed now."),
        ("half_inning_odds", [], "Two-dice Baseball              0.7316 runs, none in 63.32%"),
        ("line_scores", [GAME, TWO_DICE], "2 0 -  2 runs, 3 hits, 2 left on base"),
        ("own_panel", [GAME], "▀█▄█▀"),
        ("print_plays", [], "5 HOME RUN! (HR) One run scores! Game over: Blues win 1 to 0!"),
    ],
)
def test_an_example_prints_what_it_promises(run: Run, name: str, arguments: list[str], printed: str) -> None:
    """What is expected is one line of it, or a part of one."""
    assert printed in run(name, *arguments)


def test_a_panel_is_drawn(run: Run, tmp_path: Path) -> None:
    """Ten pixels for each light, and a frame."""
    run("draw_a_panel", GAME, str(tmp_path / "panel.png"))
    with Image.open(tmp_path / "panel.png") as panel:
        assert (660, 340) == panel.size


def test_a_moment_of_ones_own_is_filmed(run: Run, tmp_path: Path) -> None:
    """Its file has no mistake, and the film moves."""
    assert "\n" == run("own_moment", TWO_DICE, str(tmp_path / "film.gif"))
    with Image.open(tmp_path / "film.gif") as film:
        assert film.n_frames > 1


def test_taught_dice_are_listed(run: Run, tmp_path: Path) -> None:
    """By their names."""
    TaughtDiceStore(tmp_path).keep(EnrolledDie("granite", ()))
    assert run("list_dice", str(tmp_path)).startswith("granite: 0 pictures")


def test_the_stream_is_followed_to_the_end_of_the_game(run: Run) -> None:
    """From a page that is served as on a scoreboard."""
    with served(golden("whole-two-dice")) as stadium:
        assert run("follow_the_stream", stadium.address).startswith("3-2")


def test_every_example_is_run() -> None:
    """None is forgotten here."""
    tested = Path(__file__).read_text(encoding="utf-8")
    examples = sorted((ROOT / "examples").glob("*.py"))
    assert examples
    assert [] == [each.stem for each in examples if f'"{each.stem}"' not in tested]
