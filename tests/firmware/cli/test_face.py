"""`stadium face`: any moment of any record on any panel, in the terminal or in a file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import Result
from PIL import Image, ImageChops
from support.faces import at, teams
from support.scoring import blue, command_line, record_of, red

from firmware.cli.face import PITCH
from firmware.cli.main import main
from firmware.paths import LAYOUTS as FOLDER
from scoreboard.display import LAYOUTS, draw, led_picture, monochrome
from scoreboard.display.terminal import half_blocks
from scoreboard.record import read, replay
from scoreboard.rules.events import Call, Set
from scoreboard.rules.state import Game

ROOT = Path(__file__).parents[3]
RECORD = ROOT / "tests/golden/games/whole-diamante-major.jsonl"


def face(*options: str, record: bytes = b"") -> Result:
    """Ask for a picture."""
    return command_line().invoke(main, ["face", *options], input=record, catch_exceptions=False)


def game_after(line: int) -> Game:
    """The state of that record after a line."""
    with RECORD.open("rb") as stream:
        steps = list(replay(read(stream, pytest.fail)))
    return steps[line - 1].after.game


@pytest.mark.parametrize("at", [1, 40, 224])
def test_the_moment_is_drawn_in_the_terminal(at: int) -> None:
    """As a panel of one colour where the terminal takes no colours."""
    drawn = half_blocks(draw(game_after(at)), color=False)
    result = face(str(RECORD), "--at", str(at))
    assert (0, f"{drawn}\n") == (result.exit_code, result.stdout)


def test_without_a_line_the_last_is_drawn() -> None:
    """The end of the game."""
    assert face(str(RECORD)).stdout == face(str(RECORD), "--at", "224").stdout


@pytest.mark.parametrize("mono", [False, True])
def test_a_picture_is_written_as_lights(tmp_path: Path, mono: bool) -> None:
    """Round ones, in one colour or all."""
    out = tmp_path / "face.png"
    assert 0 == face(str(RECORD), "--at", "40", "--out", str(out), *["--mono"] * mono).exit_code
    picture = draw(game_after(40))
    wanted = led_picture(monochrome(picture) if mono else picture, PITCH)
    assert ImageChops.difference(wanted, Image.open(out).convert("RGB")).getbbox() is None


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("width", "height"), [pytest.param(*size, marks=[pytest.mark.debian13] * (size != (64, 16))) for size in LAYOUTS]
)
def test_all_pages_are_in_a_gif(tmp_path: Path, width: int, height: int) -> None:
    """As long as each stays on the panel, with a picture for each change; one that never changes has one picture."""
    out = tmp_path / "face.gif"
    assert 0 == face("-", "--size", f"{width}x{height}", "--out", str(out), record=record_of()).exit_code
    with Image.open(out) as written:
        assert (10 * (width + 2), 10 * (height + 2)) == written.size
        frames = getattr(written, "n_frames", 1)
        played = sum(written.info.get("duration", 0) for number in range(frames) if written.seek(number) is None)
    turns = LAYOUTS[width, height].turns(at())
    suited = [turn for turn in turns if turn.suits(at())]
    ticks = sum(turn.ticks for turn in suited)
    drawn = [draw(at(), (width, height), tick=tick).tobytes() for tick in range(ticks)]
    changes = sum(before != after for before, after in pairwise(drawn))
    assert (changes + 1, 500 * ticks) == (frames, played) or len(suited) == 1


def test_its_words_are_in_the_language_asked_for() -> None:
    """What is due, here, in the line of 32 rows."""
    record = record_of(Call(call="take"), setup=teams(rules="four-dice").setup)
    spoken = [face("-", "--size", "64x32", "--lang", code, record=record).stdout for code in ("en", "es")]
    assert spoken[0] != spoken[1]


@pytest.mark.untraced
@pytest.mark.newest
def test_the_line_score_is_of_the_record(tmp_path: Path) -> None:
    """On 128 x 32 the runs stand in their innings."""
    empty, scored = (tmp_path / name for name in ("empty.gif", "scored.gif"))
    face("-", "--size", "128x32", "--out", str(empty), record=record_of())
    face("-", "--size", "128x32", "--out", str(scored), record=record_of(blue(3), red(7), Set(away=0)))
    assert empty.read_bytes() != scored.read_bytes()


def test_layouts_are_listed(tmp_path: Path) -> None:
    """Ours and the owner's, and what is wrong with one."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "64x16.toml").write_text('like = "64x16"', encoding="utf-8")
    (tmp_path / FOLDER / "96x16.toml").write_text('like = "none"', encoding="utf-8")
    result = face("--list", "--config", str(tmp_path / "stadium.toml"))
    listed = [line.split()[:2] for line in result.stdout.splitlines()]
    sizes = ["32x8", "64x8", "32x16", "64x16", "96x16", "64x32", "128x32"]
    whose = {size: "yours" if size in {"64x16", "96x16"} else "ours" for size in sizes}
    assert [["SIZE", "WHOSE"], *([size, whose[size]] for size in sizes)] == listed
    assert "96x16.toml: like: there is no none; choose" in result.stderr


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ((str(RECORD), "--at", "6000"), 2, "--at 6000: the record has 224 lines."),
        ((str(RECORD), "--size", "40x16"), 2, "no face for a panel of 40x16: choose 32x8, 64x8"),
        ((str(RECORD), "--size", "large"), 2, "write width and height, such as 128x32"),
        ((str(RECORD), "--out", "face.jpg"), 2, "face.jpg: name a .png or a .gif."),
        ((str(RECORD), "--out", "/nowhere/face.png"), 2, "/nowhere/face.png"),
        ((), 2, "Name the record of a game"),
        ((str(RECORD), "--lang", "xx"), 2, "'xx' is not one of"),
    ],
)
def test_picture_that_cannot_be_drawn_is_refused(options: tuple[str, ...], code: int, message: str) -> None:
    """In one line that says what may be chosen."""
    result = face(*options)
    assert code == result.exit_code
    assert message in result.stderr
