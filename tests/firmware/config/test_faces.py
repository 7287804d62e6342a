"""The owner's own layouts of panels, found beside the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.config.faces import owners_face, owners_moments
from firmware.config.schema import load, sound_sections
from firmware.config.toml_edit import write
from firmware.errors import ConfigError
from firmware.paths import LAYOUTS as FOLDER
from scoreboard.display import LAYOUTS, MONO_LAYOUTS, LayoutError
from scoreboard.display.moments import SHIPPED_MOMENTS
from scoreboard.language import ENGLISH, language, languages

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


@pytest.mark.parametrize("driver", ["max7219", "ws2812"])
def test_a_panel_of_one_colour_has_layouts_of_its_own(file: Path, driver: str) -> None:
    """With the owner's, and where the owner's has a mistake, too."""
    file.write_text(f'[panel]\ndriver = "{driver}"\nwidth = 96\nheight = 16\n', encoding="utf-8")
    assert (driver == "max7219") == owners_face(load(file).panel, file)[0].mono
    (file.parent / FOLDER / "64x32.toml").write_text("like = 7", encoding="utf-8")
    file.write_text(f'[panel]\ndriver = "{driver}"\nwidth = 64\nheight = 32\n', encoding="utf-8")
    layouts, faults = owners_face(sound_sections(file).panel, file)
    assert ((driver == "max7219"), 1) == (layouts.mono, len(faults))


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
    """Ours for a chain of MAX7219, which is the default, is used, and the table is told so in any language."""
    (file.parent / FOLDER / "64x16.toml").write_text(text, encoding="utf-8")
    file.write_text("", encoding="utf-8")
    layouts, (fault,) = owners_face(load(file).panel, file)
    assert layouts is MONO_LAYOUTS
    for code in languages():
        assert "64x16.toml: " in language(code).say(fault.sentence)
        assert language(code).has("notice.own-face", "panel")


def test_where_there_is_none_of_ours_a_mistake_ends_the_start(file: Path) -> None:
    """Nothing could be drawn."""
    (file.parent / FOLDER / "96x16.toml").write_text("[pages", encoding="utf-8")
    with pytest.raises(LayoutError, match=r"96x16\.toml: is not TOML"):
        owners_face(load(file).panel, file)


def owners(folder: Path, panel: str = "", moment: str = "") -> tuple[object, list[str]]:
    """What an owner with that configuration has for moments, and what is said about it."""
    (folder / "moments").mkdir()
    (folder / "moments/out.toml").write_text(moment or "seconds = 1.0\nparts = []\n", encoding="utf-8")
    file = folder / "stadium.toml"
    file.write_text(f"[panel]\n{panel}\n", encoding="utf-8")
    moments, faults = owners_moments(load(file).panel, file)
    return None if moments is None else moments["out"], [ENGLISH(fault.sentence) for fault in faults]


def test_an_owners_moment_lies_beside_his_configuration(tmp_path: Path) -> None:
    """It takes the place of ours."""
    own, faults = owners(tmp_path)
    assert own != SHIPPED_MOMENTS["out"]
    assert [] == faults


def test_moments_may_be_off(tmp_path: Path) -> None:
    """Then none is read."""
    assert (None, []) == owners(tmp_path, "moments = false")


def test_mistake_in_an_owners_moment_is_reported(tmp_path: Path) -> None:
    """The notice says what to mend; the built-in moment is shown."""
    own, (fault,) = owners(tmp_path, moment="seconds = 9.0\n")
    assert own == SHIPPED_MOMENTS["out"]
    wrong = f"{tmp_path}/moments/out.toml: seconds: write 1 to 4, not 9"
    assert fault == f"{wrong}. Until then the moment that ships is shown."
