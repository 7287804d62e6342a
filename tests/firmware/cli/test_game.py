"""`stadium game`: a game of the owner's own from a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import Result
from support.parks import example_park
from support.scoring import command_line

from firmware.cli.main import main
from firmware.config.parks import load_park

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "games.md").read_text(encoding="utf-8")


def game(*words: str) -> Result:
    """`stadium game` with these words."""
    return command_line().invoke(main, ["game", *words])


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A file that was begun with our example."""
    file = tmp_path / "my-park.toml"
    game("new", str(file))
    return file


def changed(file: Path, was: str, now: str) -> None:
    """One slip of the pen."""
    text = file.read_text(encoding="utf-8")
    assert was in text
    file.write_text(text.replace(was, now, 1), encoding="utf-8")


def test_a_new_file_is_our_example(mine: Path) -> None:
    """With its comments, and it can be played; one that is there is not touched."""
    assert example_park() == load_park(mine)
    assert mine.read_text(encoding="utf-8") == game("new").stdout
    again = game("new", str(mine))
    assert (2, f"stadium: {mine} is there already; name another file.\n") == (again.exit_code, again.stderr)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Such as a folder that is not there."""
    failed = game("new", str(tmp_path / "nowhere" / "mine.toml"))
    assert (2, 1) == (failed.exit_code, len(failed.stderr.splitlines()))
    assert "cannot be written" in failed.stderr


def test_a_mistake_is_named_by_its_cell(mine: Path) -> None:
    """With what could be meant; exit code 2."""
    changed(mine, 'else = "ground out" }', 'else = "grond out" }')
    result = game("check", str(mine))
    assert 2 == result.exit_code
    assert f'stadium: {mine}: table["10"]["else"]: unknown result "grond out"; one of: ground out, ' in result.stderr


@pytest.mark.parametrize(
    ("was", "now", "remark"),
    [
        (', es = "Parque del desván"', "", "title: nothing in es; the English is said"),
        (', es = "¡Contra las vigas! ¡Doble, y anotan todos!"', "", 'results["off the rafters"].words: nothing in es'),
        ('en = "ATTIC"', 'en = "RAFTERSVILLE"', "panel: RAFTERSVILLE (en) is broken on a panel of 32 pixels"),
        ('4 = "off the rafters"', '4 = "double"', 'results["off the rafters"]: no cell of the table has it'),
        ("sides = 6 #", "sides = 8 #", "sides: the camera reads dice of 6 sides"),
    ],
)
def test_oddities_of_a_sound_table_are_remarked(mine: Path, was: str, now: str, remark: str) -> None:
    """On standard error; the game can be played all the same."""
    assert "" == game("check", str(mine)).stderr
    changed(mine, was, now)
    if now.startswith("sides"):
        changed(mine, '17 = "triple"', '"17, 19..24" = "triple"')
    result = game("check", str(mine))
    assert (0, True) == (result.exit_code, remark in result.stderr)


def test_the_game_of_the_docs_is_played_word_for_word(tmp_path: Path) -> None:
    """What docs/games.md has one write, and what it says that comes of it."""
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    file = tmp_path / "cellar.toml"
    file.write_text(text, encoding="utf-8")
    result = game("check", str(file))
    shown = "".join(f"{' ' * 8}{line}".rstrip() + "\n" for line in result.stdout.splitlines())
    assert (0, "") == (result.exit_code, result.stderr)
    assert shown in PAGE
    changed(file, '2 = "ground out"', '2 = "grond out"')
    (mistake,) = re.findall(r"`cellar\.toml: (.*), …`", PAGE)
    assert mistake in game("check", str(file)).stderr
