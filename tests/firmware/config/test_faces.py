"""The owner's own layouts of panels, found beside the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.config.faces import owners_face
from firmware.config.schema import load, sound_sections
from firmware.config.toml_edit import write
from firmware.errors import ConfigError
from firmware.paths import LAYOUTS as FOLDER
from scoreboard.display import LAYOUTS, LayoutError
from scoreboard.language import language, languages

OWN = 'like = "64x16"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The owner's file, and beside it a layout for 96 x 16."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "96x16.toml").write_text(OWN, encoding="utf-8")
    file = tmp_path / "stadium.toml"
    file.write_text("[panel]\nwidth = 96\nheight = 16\n", encoding="utf-8")
    return file


def test_a_size_that_the_owner_drew_is_taken(file: Path) -> None:
    """By whatever reads, mends or changes the file."""
    assert (96, 16) == load(file).panel.size == sound_sections(file).panel.size
    write(file, {"panel": {"brightness": 9}})
    layouts, faults = owners_face(load(file).panel, file)
    assert ((96, 16), ()) == (layouts[96, 16].size, faults)


@pytest.mark.parametrize(("width", "height"), LAYOUTS)
def test_every_size_of_ours_is_taken(tmp_path: Path, width: int, height: int) -> None:
    """All six."""
    file = tmp_path / "stadium.toml"
    file.write_text(f"[panel]\nwidth = {width}\nheight = {height}\n", encoding="utf-8")
    assert (width, height) == load(file).panel.size


def test_a_size_that_nobody_drew_is_refused(file: Path) -> None:
    """By its key, with the sizes that there are, the owner's own among them."""
    file.write_text("[panel]\nwidth = 40\nheight = 16\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"panel\.width: no face is drawn for 40 x 16: set 32 x 8 or .*96 x 16 or"):
        load(file)


@pytest.mark.parametrize("text", ["[pages", 'like = "64x16"\n[fields.away]\nat = [60, 0]\n'])
def test_a_mistake_never_keeps_the_panel_dark(file: Path, text: str) -> None:
    """Ours is used, and the table is told so in any language."""
    (file.parent / FOLDER / "64x16.toml").write_text(text, encoding="utf-8")
    file.write_text("", encoding="utf-8")
    layouts, (fault,) = owners_face(load(file).panel, file)
    assert layouts is LAYOUTS
    for code in languages():
        assert "64x16.toml: " in language(code).say(fault.sentence)
        assert language(code).has("notice.own-face", "panel")


def test_where_there_is_none_of_ours_a_mistake_ends_the_start(file: Path) -> None:
    """Nothing could be drawn."""
    (file.parent / FOLDER / "96x16.toml").write_text("[pages", encoding="utf-8")
    with pytest.raises(LayoutError, match=r"96x16\.toml: is not TOML"):
        owners_face(load(file).panel, file)
