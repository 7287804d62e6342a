"""Nonsense in the configuration: every key of it, damaged in every way, is refused in one line that names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from firmware.config.dice_colors import COLORS
from firmware.config.schema import load
from firmware.errors import ConfigError
from vision.recognition.color import PALETTE

pytestmark = pytest.mark.once  # thousands of files that all take the same lines; `test_schema` covers those
SHIPPED = Path(__file__).parents[3] / "firmware" / "stadium.toml"
MORE = {"game.away.lineup": '["+", "", "", "-"]', "game.home.players": '["Ana", "Leo"]', "eyes.colors.red": '"red"'}
"""Keys that the shipped file does not show, or not so."""
LONG, MANY = 20_000, 2_000
MAJOR = '[game]\nrules = "diamante-major"\n'


def settings() -> dict[str, str]:
    """Each key of the shipped file, those in its comments too -> its value as it is written there."""
    section, found = "", dict[str, str]()
    for line in SHIPPED.read_text(encoding="utf-8").splitlines():
        if header := re.match(r"\[([\w.]+)\]", line):
            section = header[1]
        elif setting := re.match(r"(?:# )?(\w+) = (.*?) *(?:#.*)?$", line):
            found[f"{section}.{setting[1]}"] = setting[2]
    return found | MORE


SETTINGS = settings()
TEXTS = {
    "empty": "",
    "blank": "   ",
    "a control character": "a\x07b",
    "a NUL": "a\0b",
    "a colour for the terminal": "\x1b[31mred",
    "turned writing": "\u202ered",
    "nothing to see": "\u200b",
    "a mark alone": "\u0301",
    "long": "x" * LONG,
    "long and wide": "ä" * LONG,
}
NUMBERS = {
    "huge": "1" + "0" * 22,
    "huge and negative": "-1" + "0" * 22,
    "huger than a float": "1" + "0" * 400,
    "negative": "-1000001",
    "no number": "nan",
    "infinite": "inf",
    "infinite and negative": "-inf",
    "huge for a float": "1e300",
    "almost nothing": "-1e-300",
}
OTHERS = {
    "another kind": "1979-05-27",
    "a list": "[[1, 2], [3]]",
    "an empty list in a list": "[[]]",
    "a table": "{ a = 1 }",
    "many": "[" + "1, " * MANY + "]",
}


def damages(value: str) -> Iterator[tuple[str, str]]:
    """What may stand in the place of ``value``: how it is damaged, and the damage as TOML."""
    for kind, text in TEXTS.items():
        yield kind, msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
    yield from NUMBERS.items()
    yield from OTHERS.items()
    yield "a value in a list", f"[{value}]"
    yield "true for another", '"true"' if value in ("true", "false") else "true"
    yield ("a number in quotes", f'"{value}"') if value.lstrip("-")[0].isdigit() else ("a number", "7")


SOUND = {(key, "empty") for key, value in SETTINGS.items() if value == '""'}
"""What is no damage there, but as it is shipped."""


def refused(tmp_path: Path, text: str) -> str | None:
    """The error of a file with that text; None where it is a sound configuration."""
    file = tmp_path / "stadium.toml"
    file.write_text(text, encoding="utf-8")
    try:
        load(file)
    except ConfigError as error:
        _, named, reason = str(error).partition(f"{file}: ")
        return reason if named else f"{file} is not named: {error}"
    return None


def is_one_line(text: str) -> bool:
    """Whether it can be shown, and read, by itself."""
    return text.isprintable() and len(text) < 800


def written(key: str, value: str) -> str:
    """A file in which only that key stands."""
    section, _, name = key.rpartition(".")
    return f"[{section}]\n{name} = {value}\n"


def test_the_shipped_values_are_all_sound(tmp_path: Path) -> None:
    """What the file shows of a key, in a comment or not, may be written there."""
    reasons = {
        key: refused(tmp_path, MAJOR * ("house" in key) + written(key, value)) for key, value in SETTINGS.items()
    }
    assert {} == {key: why for key, why in reasons.items() if why is not None}


@pytest.mark.parametrize("key", SETTINGS)
def test_no_damage_to_a_value_is_taken(tmp_path: Path, key: str) -> None:
    """Another kind, out of all bounds, empty, blank, unseen or endless: one line names the file and the key."""
    taken, unclear = [], []
    for kind, damage in damages(SETTINGS[key]):
        reason = refused(tmp_path, written(key, damage))
        if reason is None and (key, kind) not in SOUND:
            taken.append(kind)
        if reason is not None and not (is_one_line(reason) and (key in reason or "is not TOML" in reason)):
            unclear.append((kind, reason[:300]))
    assert ([], []) == (taken, unclear)


@pytest.mark.parametrize("section", sorted({key.rpartition(".")[0] for key in SETTINGS}))
@pytest.mark.parametrize("key", ["nonsense", '"a\\u0000b"', '"\\u001b[31m"', f'"{"x" * LONG}"', '""', '" "'])
def test_unknown_keys_are_refused(tmp_path: Path, section: str, key: str) -> None:
    """Among sound keys: the error names the section, and the key where that can be shown."""
    reason = refused(tmp_path, f"[{section}]\n{key} = 1\n")
    assert reason is not None
    assert (True, True) == (is_one_line(reason), section in reason)


@pytest.mark.parametrize("color", ["gray", "cream", "Red", "pink", "red-dish"])
def test_no_die_is_renamed_that_there_is_not(tmp_path: Path, color: str) -> None:
    """The reader never says that word, so nothing would come of it; those that it says are listed."""
    reason = refused(tmp_path, f'[eyes.colors]\n{color} = "red"\n')
    assert reason is not None
    assert (True, True) == (
        f"eyes.colors.{color}: no die is ever called {color}" in reason,
        ", ".join(COLORS) in reason,
    )


def test_many_mistakes_are_one_line(tmp_path: Path) -> None:
    """The first few are listed, then the number of the others."""
    reason = refused(tmp_path, "".join(f"[nonsense{number}]\n" for number in range(5000)))
    assert reason is not None
    assert (True, True) == (is_one_line(reason), "; and 4992 more. Mend it" in reason)


def test_endless_file_refused() -> None:
    """It is not read to its end."""
    with pytest.raises(ConfigError, match=r"^/dev/zero: is not TOML: it is larger than 1048576 bytes"):
        load(Path("/dev/zero"))


@pytest.mark.parametrize("setting", ["[panel]\nwidth = 16\n[panel]\n", "[panel]\nwidth = 16\nwidth = 32\n"])
def test_nothing_stands_twice(tmp_path: Path, setting: str) -> None:
    """Which of the two was meant is not guessed."""
    assert "is not TOML" in (refused(tmp_path, setting) or "")


def test_colors_are_the_readers() -> None:
    """Named beside the configuration so that no networks are loaded for it, they are the same."""
    assert COLORS == tuple(sorted(PALETTE, key=COLORS.index))
    assert len(COLORS) == len(PALETTE)


@pytest.mark.parametrize("rules", ["diamante-amateur", "diamante-major"])
@pytest.mark.parametrize("color", ["gray", "pink", "scarlet", "red2"])
def test_team_color_must_be_one_the_reader_knows(tmp_path: Path, rules: str, color: str) -> None:
    """None of its throws would count: the colours that there are are listed, and how to show one's own."""
    reason = refused(tmp_path, f'[game]\nrules = "{rules}"\n[game.home]\ncolor = "{color}"\n')
    assert reason is not None
    assert f"game.home.color: no die is ever called {color}" in reason
    assert (True, True) == (", ".join(COLORS) in reason, f"stadium teach {color}" in reason)


def test_color_is_guessed_by_spelling(tmp_path: Path) -> None:
    """Spelt the other way it is guessed."""
    assert "perhaps grey. The eyes know" in (refused(tmp_path, '[game.home]\ncolor = "gray"\n') or "")


@pytest.mark.parametrize("kept", ["usual", "named", "beside", "renamed"])
def test_a_color_may_be_taught_or_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str) -> None:
    """A taught die has its owner's name for it, wherever it is kept; so has one that [eyes.colors] calls so."""
    home, named, there = tmp_path / "home", tmp_path / "home" / "others", tmp_path / "there" / "dice"
    monkeypatch.setenv("STADIUM_HOME", str(home))
    folder = {"usual": home / "dice", "named": named, "beside": there, "renamed": tmp_path}[kept]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gray.die").write_bytes(b"")
    there.parent.mkdir(exist_ok=True)
    more = {"named": f'[eyes]\ndice = "{named}"\n', "renamed": '[eyes.colors]\ngrey = "gray"\n'}.get(kept, "")
    assert refused(there.parent, f'[game.home]\ncolor = "gray"\n{more}') is None


def test_in_table_games_any_die_counts(tmp_path: Path) -> None:
    """There a colour that the reader has no word for loses no throw; one with blanks around it is still a slip."""
    table = '[game]\nrules = "one-die"\n[game.home]\ncolor = "{}"\n'
    assert refused(tmp_path, table.format("gray")) is None
    assert "game.home.color: a colour has no blanks around it" in (refused(tmp_path, table.format("gray ")) or "")


@pytest.mark.parametrize("color", ["red ", "RED", " Red"])
def test_one_color_is_not_two(tmp_path: Path, color: str) -> None:
    """With blanks or capitals it is still the other team's."""
    assert "two different colours" in (refused(tmp_path, f'[game.home]\ncolor = "{color}"\n') or "")


def test_the_runners_die_stays_white(tmp_path: Path) -> None:
    """Called otherwise, no runner would ever move; unless another die is called white."""
    assert "eyes.colors.white: then no die" in (refused(tmp_path, '[eyes.colors]\nwhite = "ivory"\n') or "")
    assert refused(tmp_path, '[eyes.colors]\nwhite = "ivory"\ngrey = "white"\n') is None
