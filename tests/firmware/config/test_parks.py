"""Games of the owner's own, in the folder beside his settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.config.parks import MOST_BYTES, file_of, load_park, owners_parks, park_names
from firmware.errors import ConfigError
from scoreboard.language import ENGLISH

PLAIN = 'name = "plain"\ndice = 1\ntable = { else = "out" }\n'


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """The owner's settings, with a folder of games beside them."""
    (tmp_path / "games").mkdir()
    return tmp_path / "stadium.toml"


def put(settings: Path, name: str, text: str | bytes) -> Path:
    """A file in the folder."""
    file = settings.parent / "games" / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def why(file: Path) -> str:
    """Why it cannot be played."""
    with pytest.raises(ConfigError) as caught:
        load_park(file)
    return str(caught.value)


def test_a_bad_file_costs_itself_alone(settings: Path) -> None:
    """The others are played, by their names; what is wrong is told, with the file's name."""
    put(settings, "b.toml", PLAIN)
    put(settings, "a.toml", PLAIN.replace("plain", "zoo"))
    put(settings, "bad.toml", PLAIN.replace('"out"', '"owt"'))
    put(settings, "c.txt", "no game")
    parks, notices = owners_parks(settings)
    assert ["plain", "zoo"] == [park.name for park in parks]
    assert 1 == len(notices)
    assert ["bad.toml"] == re.findall(r"\w+\.toml", ENGLISH(notices[0].sentence))
    assert 'table["else"]: unknown result "owt"; one of: out, ' in ENGLISH(notices[0].sentence)


def test_of_two_files_with_one_name_the_first_counts(settings: Path) -> None:
    """The first in the folder's order."""
    put(settings, "a.toml", PLAIN)
    put(settings, "b.toml", PLAIN.replace("dice = 1", "dice = 2"))
    parks, notices = owners_parks(settings)
    assert [1] == [park.count for park in parks]
    assert 'b.toml: name: another file has a game called "plain"' in ENGLISH(notices[0].sentence)


def test_without_a_folder_there_are_none(tmp_path: Path) -> None:
    """And nothing is said of it."""
    assert ((), ()) == owners_parks(tmp_path / "stadium.toml")
    assert () == park_names(tmp_path / "stadium.toml")


def test_a_game_is_found_by_the_name_in_its_file(settings: Path) -> None:
    """Whatever the file is called; one that is not there is named."""
    file = put(settings, "whatever.toml", PLAIN)
    assert file == file_of("plain", settings)
    assert ("plain",) == park_names(settings)
    with pytest.raises(ConfigError, match=r"There is no game called cricket, and no file in .*games has one"):
        file_of("cricket", settings)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PLAIN.replace("plain", "one-die"), 'name: "one-die" is a game of ours: choose another name'),
        (PLAIN.replace("plain", "park"), 'name: "park" is a game of ours: choose another name'),
        (PLAIN.replace("plain", "../etc"), "name: Expected `str` matching"),
        (PLAIN.replace("plain", "a b"), "name: Expected `str` matching"),
        (PLAIN.replace('"out"', '"home run"'), "table: of a thousand half-innings more than one takes over 400 throws"),
        (PLAIN.replace('"out"', '"run"'), "table: of a thousand half-innings more than one takes over 400 throws"),
        (PLAIN + 'title = { en = "\\u202eegdirB" }', "title"),
        (PLAIN + 'title = { en = "a\\u0007" }', "title"),
        (PLAIN + f'title = {{ en = "{"x" * 41}" }}', "title"),
        (PLAIN + "sides = 21", "sides: Expected `int` <= 20"),
        (PLAIN + f"sides = {10**30}", "sides"),
        (PLAIN + f"innings = {10**400}", "innings"),
        (PLAIN.replace('"out"', '{ 31 = "out" }'), 'table["else"]: there is no such key as `31`'),
        (PLAIN.replace('"out"', '{ 13 = 4, else = "out" }'), 'table["else"].13: write a text in quotes'),
        (PLAIN.replace('"out"', "4"), "table"),
        (PLAIN + "code = 1", "there is no such key as `code`"),
        (PLAIN.replace("dice = 1", "dice = 7"), "dice"),
        (PLAIN.replace("dice = 1", 'dice = ["red"]'), "dice"),
        ("name = ", "is not TOML"),
        ("a = " + "[" * 2000, "is not TOML"),
        (PLAIN + "[results.a]\nis = 1\n[results.b]\nis = 2", 'results["a"].is: write a text in quotes'),
        (b"\xff\xfe", "UTF-8"),
        (b"x" * (MOST_BYTES + 1), "it is larger than"),
        (PLAIN.replace('else = "out"', ", ".join(f'"{n}" = "out"' for n in range(600))), "table"),
        (PLAIN.replace('else = "out"', f'"{"1-" * 30}1" = "out", else = "out"'), "table"),
        (PLAIN.replace('else = "out"', '"1\\u001b[2J" = "out", else = "out"'), "table"),
    ],
)
def test_a_hostile_file_has_an_error_of_one_line(settings: Path, text: str | bytes, fault: str) -> None:
    """That names the file, can be printed, and is no book."""
    error = why(put(settings, "bad.toml", text))
    assert "bad.toml" in error
    assert fault in error
    assert error.isprintable()
    assert len(error) < 2000


def test_missing_folder_or_file_is_reported(settings: Path) -> None:
    """The error says what to do."""
    assert "stadium game new FILE" in why(settings.parent / "games" / "none.toml")
    assert "cannot be read" in why(settings.parent / "games")
