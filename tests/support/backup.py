"""What the tests of backups are made of: a scoreboard that has been played with, all that it keeps, and a backup."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from support.scoring import SETUP, blue, red

from firmware.files.staged_replace import GAMES, DataPaths
from firmware.storage.backup import back_up
from scoreboard.journal.store import Journal
from scoreboard.rules.events import AnyLine

MADE = "2026-04-01T18:00:00Z"
GAME = [SETUP, blue(3), red(5)]
OTHER = [SETUP, red(1)]


def furnished(root: Path, game: list[AnyLine]) -> DataPaths:
    """A scoreboard that has been played with."""
    place = DataPaths(root / "lib", root / "etc" / "stadium.toml")
    place.home.mkdir(parents=True)
    place.owners.parent.mkdir()
    with Journal.create(place.home / GAMES) as journal:
        journal.add(game)
    for name, text in {
        "dice/green.npz": f"taught {len(game)}",
        "old-games/game-0001.jsonl.gz": "packed",
        "games.sqlite.aside-1": "damaged",
        "simulated.sqlite": "a demo",
    }.items():
        (place.home / name).parent.mkdir(exist_ok=True)
        (place.home / name).write_text(text, encoding="utf-8")
    place.owners.write_text(f"[game]\ninnings = {len(game) + 2}\n", encoding="utf-8")
    return place


def content(place: DataPaths) -> dict[str, object]:
    """All that a player would miss, by name."""
    found: dict[str, object] = {"settings": place.owners.read_text(encoding="utf-8") if place.owners.exists() else None}
    if (place.home / GAMES).exists():
        with Journal.open_readonly(place.home / GAMES) as journal:
            found["game"] = [line for _, line in journal.lines(1)]
    for folder in ("dice", "old-games"):
        found |= {path.name: path.read_text(encoding="utf-8") for path in sorted((place.home / folder).glob("*"))}
    return found


@cache
def a_backup() -> bytes:
    """The bytes of a backup of GAME."""
    with TemporaryDirectory() as folder:
        place = furnished(Path(folder), GAME)
        back_up(Path(folder) / "b.zip", place, MADE)
        return (Path(folder) / "b.zip").read_bytes()
