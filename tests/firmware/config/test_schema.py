"""The configuration: one file, checked once, every error named."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware.config.decks import load_deck
from firmware.config.diagnostics import comments
from firmware.config.schema import Config, load, setting_keys, shipped
from firmware.config.toml_edit import write
from firmware.errors import ConfigError
from scoreboard.rules import RULE_SETS, HouseRules, ruled
from scoreboard.rules.deck import house_text

ROOT = Path(__file__).parents[3]


@pytest.fixture
def owners_file(tmp_path: Path) -> Path:
    """A file of the owner's own, still to be written."""
    return tmp_path / "stadium.toml"


def test_without_a_file_the_shipped_defaults_hold() -> None:
    """The shipped file is complete and sound by itself."""
    assert (64, 16) == shipped().panel.size


def test_a_file_needs_only_what_differs(owners_file: Path) -> None:
    """What the owner's file leaves out keeps its default, key by key."""
    owners_file.write_text('[game]\ninnings = 9\n[game.away]\nname = "Ospreys"\n', encoding="utf-8")
    game = load(owners_file).game
    assert (9, "Ospreys", "red", "Blues") == (game.innings, game.away.name, game.away.color, game.home.name)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[panel]\nwidth = 63", "panel.width"),
        ('[panel]\nwidth = "wide"', "panel.width"),
        ("[pannel]\nwidth = 64", "pannel: there is no such section"),
        ("[panel]\nwitdh = 64", "`witdh`"),
        ("[eyes]\nthreshold = 0.2", "eyes.threshold"),
        ("[eyes]\nthreshold = nan", "eyes.threshold"),
        ("[buttons.pins]\nball = 27", "ball and strike are both on pin 27"),
        ("[buttons.pins]\nball = 40", "buttons.pins.ball"),
        ('[game]\nrules = "cricket"', "game.rules"),
        ('[game]\nlanguage = "de"', ": game.language: there is no language 'de'; choose one of: en, es. Mend it"),
        ('[game.home]\nname = ""', "game.home.name"),
        ("[game.house]\nwalkoff = true", "walkoff"),
        ("[game.house]\nplus = 40", "plus"),
        ('[camera]\nsource = "webcam"', "camera.source"),
        ('[camera]\nsource = "none"\n[buttons]\ndriver = "none"\n[web]\nport = "none"', "buttons.driver and web.port"),
        ('[eyes]\ndice = "~nobody-we-know/dice"', "eyes.dice"),
        ('[camera]\nsource = "folder"\npath = "~nobody-we-know/photos"', "camera.path"),
        ('[eyes.colors]\nblue = "chip"', "eyes.colors.blue"),
        ('[eyes.colors]\nred = "scarlet"', "game.away.color: [eyes.colors] calls red dice scarlet"),
        ("[panel]\nwidth = 1" + "0" * 5000, "is not TOML"),
        ("panel = " + "[" * 5000, "is not TOML"),
        ("panel = 64", "panel"),
        ('[game.house]\nwalk_off = "x"', ": game.house.walk_off: "),
        ('[game.house]\nlineup = ["+"]', ": game.house.lineup: "),
        ('[camera]\nsource = "webcam"', "one of: folder, none, picamera2, recording, usb, video. Mend it"),
        ('[web]\nport = "off"', "one of: a number, none. Mend it"),
        ('[game]\nrules = "x"', "three-dice, dice-baseball, four-dice, rallybird. Mend"),
        ('[game]\noptions = ["quick"]', "is not played with the option quick. It has none: leave `options` out."),
        ('[game]\noptions = ["fast"]', ": game.options[0]: Invalid enum value 'fast'"),
        ('[game.away]\nlineup = ["*", "", "", ""]', ": game.away.lineup[0]: Invalid enum value '*'. Mend"),
        ("[panel]\nblock_orientation = 45", "one of: -90, 0, 90, 180. Mend it"),
        ('[panel.ws2812]\nruns = "up"', "one of: columns, rows. Mend it"),
        ('[game.away]\ncolor = "blue"', "two different colours. Mend it"),
        ('["pan\\nel\\u001b[31m"]\nwidth = 64', ": pan\\nel\\x1b[31m: there is no such section"),
        ('[panel]\n"wi\\u001bdth" = 64', "`wi\\x1bdth`"),
        ("[panel\nwidth = 64", "line 1"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(owners_file: Path, text: str, named: str) -> None:
    """An error names the file and the key, or the line where the file is not TOML."""
    owners_file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(owners_file)
    assert (True, True) == (str(owners_file) in str(caught.value), named in str(caught.value))


@pytest.mark.parametrize("driver", ["max7219", "ws2812"])
def test_no_button_is_on_a_pin_of_the_panel(owners_file: Path, driver: str) -> None:
    """Both keys are named. A panel on another port leaves them free."""
    wired = tomllib.loads((ROOT / "hardware" / "pinout.toml").read_text(encoding="utf-8"))["panel"]
    for pin in {wired[wire]["gpio"] for wire in ("din", "clk", "cs")}:
        text = f'[panel]\ndriver = "{driver}"\nspi_port = 0\n[buttons.pins]\nok = {pin}\n'
        owners_file.write_text(text, encoding="utf-8")
        with pytest.raises(ConfigError, match=rf": buttons\.pins\.ok and panel\.driver: pin {pin} is the {driver}"):
            load(owners_file)
        for free in (text.replace("port = 0", "port = 1"), f'{text}[buttons]\ndriver = "none"\n'):
            owners_file.write_text(free, encoding="utf-8")
            assert pin == load(owners_file).buttons.pins.ok


@pytest.mark.parametrize(
    ("device", "taken", "free"),
    [(0, (18, 20, 21), (16, 17, 19)), (1, (17, 20, 21), (16, 18, 19)), (2, (16, 21), (18,))],
)
def test_no_button_is_on_a_pin_of_the_second_bus(
    owners_file: Path, device: int, taken: tuple[int, ...], free: tuple[int, ...]
) -> None:
    """A panel may hang on that one, too (raspberrypi/firmware, overlays/README: spi1-1cs to spi1-3cs)."""
    moved = "[buttons.pins]\nball = 4\nok = {}\n"
    for pin in (*taken, *free):
        text = f"[panel]\nspi_port = 1\nspi_device = {device}\n" + moved.format(pin)
        owners_file.write_text(text, encoding="utf-8")
        with nullcontext() if pin in free else pytest.raises(ConfigError, match=f"pin {pin} .* not 16 to 21"):
            assert pin == load(owners_file).buttons.pins.ok


def test_all_faulty_sections_are_named(owners_file: Path) -> None:
    """An owner would not repair a file error by error."""
    owners_file.write_text("[panel]\nwidth = 63\n[eyes]\nthreshold = 7\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"(?s)eyes\.threshold.*panel\.width"):
        load(owners_file)


def test_a_missing_file_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    """A file that was asked for and is not there is not replaced by defaults."""
    with pytest.raises(ConfigError, match=r"nowhere\.toml: cannot be read .* --config"):
        load(tmp_path / "nowhere.toml")


def test_a_mark_before_the_text_is_no_matter(owners_file: Path) -> None:
    """Some editors begin a file in UTF-8 with a byte order mark."""
    owners_file.write_text("[game]\ninnings = 5\n", encoding="utf-8-sig")
    assert 5 == load(owners_file).game.innings
    write(owners_file, {"game": {"innings": 7}})
    assert 7 == load(owners_file).game.innings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[game.away]\ncolor = "Red"\n', r"game\.away\.color: .*small letters.*'Red'"),
        ('[game.home]\ncolor = "blue "\n', r"game\.home\.color: .*'blue '"),
        ('[camera]\nsource = "folder"\n', r"camera\.path: name the folder here\. Mend"),
        ('[camera]\nsource = "recording"\n', r"camera\.path: name the recording here\. Mend"),
    ],
)
def test_what_could_never_be_seen_is_an_error(owners_file: Path, text: str, expected: str) -> None:
    """A colour that no die is ever called by, and pictures that lie nowhere."""
    owners_file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=expected):
        load(owners_file)


def test_a_colour_is_what_the_owner_calls_it(owners_file: Path) -> None:
    """`[eyes.colors]` may call a die anything."""
    owners_file.write_text('[game.away]\ncolor = "Lions"\n[eyes.colors]\nred = "Lions"\n', encoding="utf-8")
    assert "Lions" == load(owners_file).game.away.color


def test_in_a_table_game_no_color_is_a_teams(owners_file: Path) -> None:
    """There a die may be called otherwise, and the shipped teams stay; where a team has its own die they cannot."""
    text = '[game]\nrules = "{}"\n[eyes.colors]\nblue = "purple"\n'
    owners_file.write_text(text.format("two-dice"), encoding="utf-8")
    assert "blue" == load(owners_file).game.home.color
    owners_file.write_text(text.format("diamante-amateur"), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"game\.home\.color: \[eyes\.colors\] calls blue dice purple"):
        load(owners_file)


def test_a_file_that_is_not_text_is_an_error(owners_file: Path) -> None:
    """Half a file, or a picture, is distinguished from TOML."""
    owners_file.write_bytes(b"[panel]\nwidth = \xff\xfe")
    with pytest.raises(ConfigError, match="UTF-8"):
        load(owners_file)


def test_every_default_has_a_section_and_a_comment() -> None:
    """The shipped file explains itself: each section and each key that is not plain has a comment."""
    lines = (ROOT / "firmware" / "stadium.toml").read_text(encoding="utf-8").splitlines()
    sections = [line.partition("]")[0].strip("[") for line in lines if line.startswith("[")]
    assert {field.name for field in msgspec.structs.fields(Config) if field.required} <= set(sections)


def choices(schema: Mapping[str, Any]) -> Iterator[str]:
    """The words that a setting may be."""
    yield from map(str, schema.get("enum", ()))
    for part in schema.get("anyOf", ()):
        yield from choices(part)


def test_shipped_file_names_every_choice() -> None:
    """A new driver is found there by who looks for one; the games are listed by `stadium run --help`."""
    lacking = {
        key: missing for key, each in setting_keys().items() if key != "game.rules"
        if (missing := [choice for choice in choices(each.schema) if choice not in comments().get(key, "")])
    }  # fmt: skip
    assert {} == lacking, "name these in the comments of firmware/stadium.toml"


def test_the_house_may_rule_otherwise(owners_file: Path) -> None:
    """A ruling is named in [game.house]; those not named are the game's own."""
    owners_file.write_text("[game.house]\nwalk_off = false\n", encoding="utf-8")
    assert ({"walk_off": False}, {}) == (load(owners_file).game.house, shipped().game.house)


def test_a_team_may_name_its_players_and_its_helmets(owners_file: Path) -> None:
    """D5, D53: what the shipped file shows in a comment below a team can be written there."""
    shipped = (ROOT / "firmware" / "stadium.toml").read_text(encoding="utf-8")
    section = shipped.partition("[game.away]")[2].partition("\n[")[0]
    shown = [line.removeprefix("# ") for line in section.splitlines() if line.startswith("# ")]
    owners_file.write_text("\n".join(("[game.away]", *shown)), encoding="utf-8")
    away = load(owners_file).game.away
    assert (("Ana", "Leo"), ("+", "", "", "-")) == (away.players, away.lineup)


def test_rallybird_has_settings_of_its_own(owners_file: Path, tmp_path: Path) -> None:
    """R1, R8: its first inning, its options and the owner's cards; other games know nothing of them."""
    mine = tmp_path / "mine.toml"
    mine.write_text(house_text().replace("House set (ours)", "Mine"), encoding="utf-8")
    text = f'[game]\nrules = "RULES"\noptions = [OPTIONS]\n[game.rallybird]\nfirst = 8\ndeck = "{mine}"\n'
    owners_file.write_text(text.replace("RULES", "rallybird").replace("OPTIONS", '"aside-4"'), encoding="utf-8")
    setup = load(owners_file).game.setup()
    assert (8, ("aside-4",)) == (setup.first, setup.options)
    assert setup.deck == load_deck(mine)
    owners_file.write_text(text.replace("RULES", "two-dice").replace("OPTIONS", ""), encoding="utf-8")
    setup = load(owners_file).game.setup()
    assert {msgspec.UNSET} == {setup.first, setup.options, setup.deck}


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ('options = ["quick"]', "RallyBird Baseball is not played with the option quick. It has: first-game, "),
        ('options = ["aside-4", "aside-3-2"]', "choose one of aside-3-2 and aside-4"),
        ("rallybird.first = 0", "game.rallybird.first"),
        ('rallybird.deck = "mine.toml"', "game.rallybird.deck: write the whole path, such as /etc/stadium/mine.toml"),
        ('rallybird.deck = "/etc/stadium/none.toml"', "game.rallybird.deck: /etc/stadium/none.toml: cannot be read"),
        ('rallybird.deck = "/etc/shadow"', "game.rallybird.deck: /etc/shadow is not in the scoreboard's own places"),
    ],
)
def test_what_rallybird_cannot_be_played_with_is_named(owners_file: Path, setting: str, named: str) -> None:
    """By its key, and a faulty set by its file as well."""
    owners_file.write_text(f'[game]\nrules = "rallybird"\n{setting}\n', encoding="utf-8")
    with pytest.raises(ConfigError, match=re.escape(named)):
        load(owners_file)


def test_shipped_file_lists_every_ruling_with_its_default() -> None:
    """An owner finds each of them there, in a comment that says in which games it is so, and how in others."""
    text = (ROOT / "firmware" / "stadium.toml").read_text(encoding="utf-8")
    _, _, section = text.partition("[game.house]")
    lines = [line.removeprefix("# ") for line in section.partition("\n[")[0].splitlines()[1:] if line]
    games = {
        name: "Major League" if name == "diamante-major" else "Diamante" if name.startswith("diamante") else "a table"
        for name in RULE_SETS
    }
    shown: dict[str, dict[str, object]] = {name: {} for name in RULE_SETS}
    for line in lines:
        setting, _, comment = line.partition(" # ")
        assert comment
        only = re.match(r"in (Major League|Diamante), else (.+?): ", comment.strip())
        for name, game in games.items():
            holds = only is None or game == only[1] or (game, only[1]) == ("Major League", "Diamante")
            stated = tomllib.loads(setting if holds else f"{setting.partition(' = ')[0]} = {only[2]}")
            shown[name] |= dict.fromkeys(stated) if "; unset: " in comment else stated  # its example is no default
    assert {name: msgspec.to_builtins(rules.house) for name, rules in RULE_SETS.items()} == {
        name: msgspec.to_builtins(ruled(HouseRules(), rulings)) for name, rulings in shown.items()
    }
    assert all(set(HouseRules.__struct_fields__) == rulings.keys() for rulings in shown.values())
