"""`stadium season`: what many games come to, as a person sees it in a shell."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec
import pytest
from click.testing import Result
from support.scoring import command_line
from support.season import ANA_AND_LEO, MIA, season_journal, team, unfinished, whole_game

from firmware.cli.main import main
from firmware.paths import default_journal
from firmware.storage.season_file import SeasonFile, counted_file

DAYS = [f"2026-0{month}-01T18:00:00Z" for month in range(1, 6)]


@pytest.fixture(autouse=True)
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with four finished games, and one that has begun."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    reds, blues = team("Reds", players=ANA_AND_LEO), team("Blues", "blue", MIA)
    games = [whole_game(reds, blues, seed, day) for seed, day in enumerate(DAYS[:4])]
    return season_journal(default_journal(), [*games, unfinished(DAYS[4])])


def stadium(*arguments: str) -> Result:
    """Run `stadium season` as a user would."""
    return command_line().invoke(main, ["season", *arguments], catch_exceptions=False)


def test_season_is_shown() -> None:
    """Every table under its title, in the language that is asked for."""
    shown = stadium().stdout
    assert all(title in shown for title in ("Standings", "Head to head", "Batting", "Records", "Dice"))
    assert "Reds" in shown
    assert "Clasificación" in stadium("--lang", "es").stdout


def test_season_without_games(tmp_path: Path) -> None:
    """It begins with the first finished game."""
    other = season_journal(tmp_path / "other.sqlite", [unfinished(DAYS[0])])
    assert "No finished game yet" in stadium("--journal", str(other)).stdout
    assert "No finished game yet" in stadium("--journal", str(tmp_path / "none.sqlite")).stdout


def test_season_as_json_and_csv() -> None:
    """The same for programs: the whole, or a table of it."""
    report = msgspec.json.decode(stadium("--json").stdout)
    assert report["games"] == 4
    rows = list(csv.DictReader(io.StringIO(stadium("--csv", "--table", "batting").stdout)))
    assert {row["player"] for row in rows} == {*ANA_AND_LEO, *MIA}
    assert "two forms" in stadium("--csv", "--json").stderr


def test_player_is_renamed() -> None:
    """For good, in all games; the games themselves keep the names."""
    assert "Leo is called Leonardo in the season now." in stadium("--rename-player", "leo", "Leonardo").stdout.replace(
        "leo is", "Leo is"
    )
    assert "Leonardo" in stadium("--player", "Leonardo").stdout
    assert "Nobody called leo" in stadium("--player", "leo").stderr
    assert "all of which can be seen" in stadium("--rename-player", "Ana", "\u200b").stderr


def test_games_are_counted_once(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a game came to is kept, and counted again where it was lost."""
    first = stadium("--json").stdout
    kept = counted_file(journal)
    assert kept.exists()
    with monkeypatch.context() as without:
        without.setattr("scoreboard.season.season_book.replay", lambda *_: pytest.fail("it is replayed again"))
        assert stadium("--json").stdout == first
    kept.write_bytes(b"\0 no such thing")
    assert stadium("--json").stdout == first


def test_erased_game_is_forgotten(journal: Path) -> None:
    """Nothing that was counted of it stays on the card."""
    stadium()
    erased = command_line().invoke(main, ["games", "2", "--erase"], input="y\n", catch_exceptions=False)
    assert erased.exit_code == 0, erased.output
    assert not counted_file(journal).exists()
    assert msgspec.json.decode(stadium("--json").stdout)["games"] == 3


def test_names_that_cannot_be_read_are_put_aside(journal: Path) -> None:
    """They are warned of, the season goes on without them, and they are kept for a person to look at."""
    names = journal.with_suffix(".names.json")
    names.write_bytes(b"{")
    shown = stadium()
    assert "cannot be read" in shown.stderr
    assert "Reds" in shown.stdout
    stadium("--rename-team", "Reds", "Rockets")
    assert names.with_name(f"{names.name}.aside-damaged").read_bytes() == b"{"
    assert SeasonFile(journal, pytest.fail).names().teams == {"reds": "Rockets"}
