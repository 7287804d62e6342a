"""`stadium games N --pictures DIR`, `--export html`, `--erase-pictures`, `--erase`: a game written out, or erased."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import Result
from msgspec import structs
from support.scoring import SETUP, blue, command_line, red
from support.throws import SEVEN, kept

from firmware.cli.main import main
from firmware.paths import throw_pictures
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey
from scoreboard.rules.events import Chip, Press

BEGUN = structs.replace(SETUP, at="2026-01-01T12:00:00Z")
GAME = GameKey.of(1, BEGUN)


@pytest.fixture
def store(journal: Path) -> ThrowStore:
    """Two games, the first with pictures, the last of them of a throw that was taken back."""
    with Journal.create(journal) as opened:
        opened.add([BEGUN, blue(5), red(8), Chip(face="out"), blue(6), Press(button="undo")])
        opened.add([structs.replace(BEGUN, at="2026-01-02T12:00:00Z"), blue(5)])
    store = ThrowStore(throw_pictures(journal), UNLIMITED)
    for line in (2, 3, 4, 5):
        store.keep(GAME, line, kept(SEVEN))
    return store


def games(journal: Path, *arguments: str | Path) -> Result:
    """Run the command."""
    return command_line().invoke(main, ["games", *map(str, arguments), "--journal", str(journal)])


def test_names_of_written_pictures_explain_themselves(journal: Path, store: ThrowStore, tmp_path: Path) -> None:
    """Game, line and what it showed; into a folder that is made, while the scoreboard may play on."""
    with Journal.create(journal, alone=True):
        done = games(journal, 1, "--pictures", tmp_path / "new" / "out")
    assert (0, True) == (done.exit_code, "4 throws of game 1" in done.output)
    shown = ("line-0002-blue-5", "line-0003-red-8", "line-0004-chip-out", "line-0005-taken-back")
    names = sorted(f"game-0001-{each}{ending}" for each in shown for ending in (".jpg", ".webp"))
    assert names == sorted(file.name for file in (tmp_path / "new" / "out").iterdir())
    throw = store.find(GAME, 3)
    assert throw is not None
    assert throw.clip == (tmp_path / "new" / "out" / "game-0001-line-0003-red-8.webp").read_bytes()


@pytest.mark.usefixtures("store")
def test_a_game_is_written_as_a_web_page(journal: Path, tmp_path: Path) -> None:
    """To a file or standard output, with pictures if they are asked for; the scoreboard may play on."""
    page = tmp_path / "game.html"
    with Journal.create(journal, alone=True):
        assert (0, "") == (
            games(journal, 1, "--export", "html", "--to", page).exit_code,
            games(journal, 1, "--export", "html", "--to", page).output,
        )
    plain = page.read_bytes()
    assert b'<html lang="en"' in plain
    assert b"data:image/jpeg" not in plain
    assert plain == games(journal, 1, "--export", "html", "--to", "-").stdout_bytes
    assert b'<html lang="es"' in games(journal, 1, "--export", "html", "--to", "-", "--lang", "es").stdout_bytes
    games(journal, 1, "--export", "html", "--to", page, "--with-pictures")
    assert 4 == page.read_bytes().count(b"data:image/jpeg")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("2", "--pictures", "out"), "no pictures of game 2 are kept; only the newest games have them"),
        (("3", "--pictures", "out"), "There is no game 3"),
        (("--pictures", "out"), "--pictures needs the number of a game"),
        (("1", "--pictures", "out", "--json"), "ask for one at a time"),
        (("3", "--export", "html", "--to", "out"), "There is no game 3"),
        (
            ("--export", "html", "--to", "out"),
            "--export needs the number of a game: stadium games 1 --export html --to FILE",
        ),
        (("1", "--export", "html", "--to", "out", "--json"), "ask for one at a time"),
        (("1", "--with-pictures"), "--with-pictures needs --export html"),
        (("1", "--export", "html", "--to", "/dev/null/x"), "/dev/null/x cannot be written"),
        (("--erase",), "--erase needs the number of a game"),
        (("1", "--erase", "--json"), "ask for one at a time"),
        (("3", "--erase"), "There is no game 3"),
        (("2", "--erase"), "was the last one played"),
        (("1", "--pictures", "/dev/null/x"), "/dev/null/x cannot be written"),
    ],
)
@pytest.mark.usefixtures("store")
def test_impossible_request_is_refused_with_its_reason(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], reason: str
) -> None:
    """And no file is made."""
    monkeypatch.chdir(tmp_path)
    done = games(journal, *arguments)
    assert 2 == done.exit_code
    assert reason.casefold() in done.stderr.casefold()
    assert not (tmp_path / "out").exists()


def test_pictures_are_erased(journal: Path, store: ThrowStore) -> None:
    """Of one game, or all."""
    store.keep(GameKey(2, 5), 2, kept(SEVEN))
    assert "The pictures of 1 game were erased." in games(journal, 1, "--erase-pictures").output
    assert (frozenset(), frozenset({2})) == (store.lines(GAME), store.lines(GameKey(2, 5)))
    assert "The pictures of 1 game were erased." in games(journal, "--erase-pictures").output
    assert "There were no pictures to erase." in games(journal, "--erase-pictures").output


def test_a_game_is_erased(journal: Path, store: ThrowStore) -> None:
    """Its lines leave the file itself, also while a scoreboard plays on, and its pictures the disk; others stay."""
    named = structs.replace(BEGUN, away=structs.replace(BEGUN.away, players=("Wilhelmina",)))
    with Journal.create(journal) as opened:
        third = opened.add([named, blue(5)], imported=True)
    assert any(b"Wilhelmina" in file.read_bytes() for file in journal.parent.glob("*.sqlite*"))
    with Journal.create(journal, alone=True):
        assert f"Game {third} was erased." in games(journal, third, "--erase").output
        assert "Game 1 was erased." in games(journal, 1, "--erase").output
        assert not any(b"Wilhelmina" in file.read_bytes() for file in journal.parent.glob("*.sqlite*"))
    assert frozenset() == store.lines(GAME)
    with Journal.open_readonly(journal) as opened:
        assert [2] == [each.game for each in opened.games()]
