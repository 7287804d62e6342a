"""The doctor's report, and what it says of the games and the settings that are kept."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from support.doctor import seen
from support.journal import damage_text
from support.scoring import SETUP, blue, command_line, record_of

from firmware.cli.main import main
from firmware.setup.doctor import devices
from firmware.setup.doctor.storage import games, settings
from scoreboard.journal.lock import is_claimed
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH

# -- what it keeps


def test_settings_that_cannot_be_used_are_amber(tmp_path: Path) -> None:
    """Others hold instead, and the error names file and key."""
    file = tmp_path / "stadium.toml"
    file.write_text("[panel]\nwidth = 63\n", encoding="utf-8")
    found = settings(file)
    assert ("amber", True) == (found.severity, "panel.width" in ENGLISH(found.remedy))


def test_games_are_looked_through(tmp_path: Path) -> None:
    """None yet, some, damaged ones put aside, and a damaged journal."""
    journal = tmp_path / "games.sqlite"
    assert "none yet" == ENGLISH(games(journal).sentence)
    with Journal.create(journal) as opened:
        opened.add([SETUP])
    assert ENGLISH(games(journal).sentence).startswith("1 game in ")
    (tmp_path / "games.sqlite.aside-1").write_bytes(b"damaged")
    assert "games.sqlite.aside-1" in ENGLISH(games(journal).remedy)
    journal.write_bytes(b"shopping list " * 100)
    assert ("red", True) == seen(games(journal))


def test_every_line_of_every_game_is_read(tmp_path: Path) -> None:
    """A digit that has changed in an old game is told, with game and line and what to do."""
    journal = tmp_path / "games.sqlite"
    with Journal.create(journal) as opened:
        opened.add([SETUP, blue(4)])
        opened.add([SETUP, blue(5)])
    damage_text(journal, b'"color":"blue","value":4', b'"color":"blue","value":6', last=True)
    found = games(journal)
    assert ("red", True) == (found.severity, ENGLISH(found.sentence).endswith("damaged: game 1 line 2"))
    assert "stadium export 1 FILE --damaged" in ENGLISH(found.remedy)


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (lambda raw: raw[:-12], "game-0001.jsonl.gz, line 2: it cannot be unpacked from there on"),
        (lambda raw: raw[:30] + bytes([raw[30] ^ 4]) + raw[31:], "game-0001.jsonl.gz, line "),
        (lambda _: gzip.compress(record_of(blue(4)) + b"{}\n"), "game-0001.jsonl.gz, line 3: "),
        (lambda _: gzip.compress(record_of(SETUP)), "game-0001.jsonl.gz, line 2: the game line comes first, and once"),
        (lambda _: gzip.compress(record_of(blue(4))[:-4]), "game-0001.jsonl.gz, line 2: incomplete"),
        (lambda _: b"a photograph", "game-0001.jsonl.gz, line 1: it cannot be unpacked"),
    ],
)
def test_every_line_of_every_packed_game_is_read(
    tmp_path: Path, damage: Callable[[bytes], bytes], expected: str
) -> None:
    """Damage in one of the files beside the journal is told by file and line."""
    old = tmp_path / "old-games"
    old.mkdir()
    raw = gzip.compress(record_of(blue(4), blue(5)))
    (old / "game-0001.jsonl.gz").write_bytes(raw)
    assert "green" == games(tmp_path / "games.sqlite").severity
    (old / "game-0001.jsonl.gz").write_bytes(damage(raw))
    found = games(tmp_path / "games.sqlite")
    assert ("red", True) == (found.severity, expected in ENGLISH(found.sentence)), ENGLISH(found.sentence)


def test_lone_log_put_aside_is_reported(tmp_path: Path) -> None:
    """Under the name that the others have too."""
    (tmp_path / "games.sqlite.aside-2-wal").write_bytes(b"a log")
    assert "games.sqlite.aside-2 from" in ENGLISH(games(tmp_path / "games.sqlite").remedy)


def test_a_scoreboard_at_play_keeps_its_devices(tmp_path: Path) -> None:
    """The doctor does not take them from it, and says how to have them looked at."""
    journal = tmp_path / "games.sqlite"
    assert not is_claimed(journal)
    with Journal.create(journal, alone=True):
        assert is_claimed(journal)
        report = json.loads(stadium("--json", "--simulate", "--journal", journal).stdout)
    assert "systemctl stop" in {each["name"]: each["said"] for each in report["findings"]}["devices"]
    assert not is_claimed(journal)


# -- the report

CHECKED = (
    *(
        "machine",
        "versions",
        "power",
        "panel's power",
        "temperature",
        "card",
        "time",
        "permissions",
        "settings",
        "games",
        "broker",
    ),
    "smart dice",
    *("buttons", "SPI", "panel", "sound", "voice"),
)
"""In the order of the report."""


def stadium(*options: str | Path) -> Result:
    """`stadium doctor` as a user would run it."""
    return command_line().invoke(main, ["doctor", *map(str, options)])


@pytest.fixture(autouse=True)
def in_no_hurry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No test waits for a test pattern, or finds the games of the user."""
    monkeypatch.setattr(devices, "PATTERN_S", 0.0)
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))


@pytest.mark.untraced
def test_the_simulated_stadium_is_well(tmp_path: Path) -> None:
    """Nothing red on a laptop with --simulate; the last line sums it up, and the exit code is 0."""
    result = stadium("--simulate", "--journal", tmp_path / "games.sqlite")
    summaries = ("It plays; what is amber wants a look.", "All that could be looked at is well.")
    assert (0, True) == (result.exit_code, result.stdout.splitlines()[-1] in summaries)
    assert not any(line.startswith("red") for line in result.stdout.splitlines())


@pytest.mark.newest
def test_owner_s_language(tmp_path: Path) -> None:
    """It is the settings' unless another is asked for; programs are told in English."""
    file = tmp_path / "stadium.toml"
    file.write_text('[game]\nlanguage = "es"\n', encoding="utf-8")
    spanish, english, machine = (
        stadium("--simulate", "--config", file, "--journal", tmp_path / "games.sqlite", *options).stdout
        for options in ((), ("--lang", "en"), ("--json",))
    )
    assert f"verde    ajustes         {file} está bien\n" in spanish
    assert f"green    settings        {file} is sound\n" in english
    assert {"name": "settings", "level": "green", "said": f"{file} is sound", "do": ""} in json.loads(machine)[
        "findings"
    ]


def test_what_is_red_is_the_exit_code(tmp_path: Path) -> None:
    """Without the parts the camera, the pins and the panel are red, each with what to do."""
    result = stadium("--journal", tmp_path / "games.sqlite")
    lines = result.stdout.splitlines()
    red = [number for number, line in enumerate(lines) if line.startswith("red")]
    assert (1, True) == (result.exit_code, all("->" in lines[number + 1] for number in red))
    assert {"buttons", "panel", "camera"} <= {lines[number].split()[1] for number in red}


@pytest.mark.untraced
def test_the_report_as_json_is_one_line(tmp_path: Path) -> None:
    """With the worst level first, and every finding whole."""
    result = stadium("--json", "--simulate", "--journal", tmp_path / "games.sqlite")
    report = json.loads(result.stdout)
    assert (1, {"name", "level", "said", "do"}) == (len(result.stdout.splitlines()), set(report["findings"][0]))
    assert report["worst"] in ("skipped", "amber")
    assert [*CHECKED, "camera"] == [each["name"] for each in report["findings"]][: len(CHECKED) + 1]
