"""`stadium league`, from a stadium's journal to standings that anybody can prove."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import Result
from support.scoring import command_line
from support.season import season_journal, team, unfinished, whole_game

from firmware.cli.main import main
from firmware.paths import BOX_KEY, default_journal
from firmware.storage.kept_files import is_left_out

PAIRS = (("Reds", "Blues"), ("Blues", "Reds"), ("Reds", "Greens"))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with three finished games and one that has begun; a league that knows this stadium."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    games = [
        whole_game(team(away), team(home, "blue"), seed, f"2026-01-0{seed + 1}T18:00:00Z")
        for seed, (away, home) in enumerate(PAIRS)
    ]
    (tmp_path / "home").mkdir()
    season_journal(default_journal(), [*games, unfinished("2026-02-01T18:00:00Z")])
    assert stadium("new").exit_code == 0
    with Path("league.toml").open("a") as file:
        file.write(stadium("key").stdout)
    return tmp_path


def stadium(*arguments: str) -> Result:
    """Run `stadium league` as a user would."""
    return command_line().invoke(main, ["league", *arguments], catch_exceptions=False)


def test_key_is_made_once_and_kept_from_others(place: Path) -> None:
    """For the stadium's account alone, and in no backup."""
    key = default_journal().with_suffix(BOX_KEY)
    assert stadium("key").stdout == stadium("key").stdout
    assert key.stat().st_mode & 0o077 == 0
    assert is_left_out(key.name)
    assert key.read_text() not in stadium("key").stdout
    assert place.exists()


def test_standings_are_proved() -> None:
    """Sealed by the stadium, added to a database, and computed again from the files alone: the same."""
    assert "Sealed games: 3" in stadium("seal", "sent").stdout
    assert "Verified games: 3" in stadium("add", "sent").stdout
    assert "Verified games: 3" in stadium("add", "sent").stdout  # again, and nothing changes
    proved, known = (
        msgspec.json.decode(stadium(*each, "--json").stdout) for each in (["verify", "sent"], ["standings"])
    )
    assert proved == known
    assert proved["games"] == 3
    assert "Standings" in stadium("standings").stdout
    assert "Clasificación" in stadium("standings", "--lang", "es").stdout


def test_forged_game_is_named() -> None:
    """By its file, and the exit code says so."""
    stadium("seal", "sent")
    forged = min(Path("sent").glob("*-2.jsonl"))
    forged.write_bytes(forged.read_bytes().replace(b"Blues", b"Blows"))
    min(Path("sent").glob("*-3.seal")).unlink()
    shown = stadium("verify", "sent")
    assert shown.exit_code == 1
    assert "1 game counts" in shown.stdout
    assert "changed after it was sealed" in shown.stdout
    assert f"{forged.name} does not count" in stadium("add", "sent").stderr


def test_mistakes_are_one_line() -> None:
    """Each says what to do."""
    assert "is there already" in stadium("new").stderr
    Path("league.toml").write_text("name = 3\n")
    assert "league.toml: name" in stadium("verify", ".").stderr
    Path("league.toml").unlink()
    assert "stadium league new" in stadium("standings").stderr
    default_journal().with_suffix(BOX_KEY).write_text("no key")
    assert "cannot be used" in stadium("key").stderr
