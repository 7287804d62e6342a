"""The next game is as it was chosen last, until the configuration says something new."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs
from support.scoring import SETUP

from firmware.storage.next_game import NextGame, NextGameFile
from scoreboard.opponent import Opponent

CONFIGURED = NextGame(SETUP)
CHOSEN = NextGame(structs.replace(SETUP, rules="diamante-major", innings=5), Opponent("away", "fair"), throws_off=True)


def test_it_is_remembered(tmp_path: Path) -> None:
    """By another run, too."""
    file = tmp_path / "games.next.json"
    assert CONFIGURED == NextGameFile(file, CONFIGURED).read()
    NextGameFile(file, CONFIGURED).keep(CHOSEN)
    assert CHOSEN == NextGameFile(file, CONFIGURED).read()


def test_a_new_word_of_the_owner_goes_first(tmp_path: Path) -> None:
    """What was chosen was chosen instead of what the file said then."""
    file = tmp_path / "games.next.json"
    NextGameFile(file, CONFIGURED).keep(CHOSEN)
    now = NextGame(structs.replace(SETUP, innings=9))
    assert now == NextGameFile(file, now).read()


def test_a_damaged_file_is_none(tmp_path: Path) -> None:
    """Nor is a game that cannot be played any more."""
    file = tmp_path / "games.next.json"
    for content in (b"", b"{", b"[1]", b"\xff\xfe"):
        file.write_bytes(content)
        assert CONFIGURED == NextGameFile(file, CONFIGURED).read()
    same = structs.replace(SETUP, away=structs.replace(SETUP.away, color="blue"))
    NextGameFile(file, CONFIGURED).keep(NextGame(same))
    assert CONFIGURED == NextGameFile(file, CONFIGURED).read()


def test_the_box_goes_with_its_team() -> None:
    """Where the other team turns out to be at home."""
    turned = CHOSEN.turned()
    assert (SETUP.home.name, SETUP.away.name) == (turned.setup.away.name, turned.setup.home.name)
    assert (Opponent("home", "fair"), None) == (turned.opponent, CONFIGURED.turned().opponent.side)
