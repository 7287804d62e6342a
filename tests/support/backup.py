"""What the tests of backups are made of: a scoreboard that has been played with, all that it keeps, and a backup."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from support.scoring import SETUP, blue, red

from firmware.files.staged_replace import GAMES, DataPaths
from firmware.storage.backup import MANIFEST, back_up
from scoreboard.journal.store import Journal
from scoreboard.record import encode_all
from scoreboard.rules.events import AnyLine
from vision.enrolled.matcher import FACES, EnrolledDie
from vision.enrolled.storage import encode

MADE = "2026-04-01T18:00:00Z"
GAME = [SETUP, blue(3), red(5)]
OTHER = [SETUP, red(1)]


PACKED = gzip.compress(encode_all(GAME), mtime=0)
"""A packed game."""


def a_die(name: str, number: int = 0) -> bytes:
    """The file of a taught die, like no other of another number."""
    return encode(EnrolledDie(name, (), np.full((FACES, 1), number, np.float32), "a network"))


def furnished(root: Path, game: list[AnyLine]) -> DataPaths:
    """A scoreboard that has been played with."""
    place = DataPaths(root / "lib", root / "etc" / "stadium.toml")
    place.home.mkdir(parents=True)
    place.owners.parent.mkdir()
    with Journal.create(place.home / GAMES) as journal:
        journal.add(game)
    for name, text in {
        "dice/green.die": a_die("green", len(game)),
        "old-games/game-0001.jsonl.gz": PACKED,
        "games.sqlite.aside-1": b"damaged",
        "simulated.sqlite": b"a demo",
    }.items():
        (place.home / name).parent.mkdir(exist_ok=True)
        (place.home / name).write_bytes(text)
    place.owners.write_text(f"[game]\ninnings = {len(game) + 2}\n", encoding="utf-8")
    return place


def content(place: DataPaths) -> dict[str, object]:
    """All that a player would miss, by name."""
    found: dict[str, object] = {"settings": place.owners.read_text(encoding="utf-8") if place.owners.exists() else None}
    if (place.home / GAMES).exists():
        with Journal.open_readonly(place.home / GAMES) as journal:
            found["game"] = [line for _, line in journal.lines(1)]
    for folder in ("dice", "old-games"):
        found |= {path.name: path.read_bytes() for path in sorted((place.home / folder).glob("*"))}
    return found


@cache
def a_backup() -> bytes:
    """The bytes of a backup of GAME."""
    with TemporaryDirectory() as folder:
        place = furnished(Path(folder), GAME)
        back_up(Path(folder) / "b.zip", place, MADE)
        return (Path(folder) / "b.zip").read_bytes()


def put_in(file: Path, files: Mapping[str, bytes], **entry: int) -> None:
    """Put more files into a backup, as its manifest then says; ``entry`` is set in the zip's list of each."""
    with ZipFile(file) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(held.pop(MANIFEST))
    manifest["files"] |= {name: {"bytes": len(raw), "sha256": sha256(raw).hexdigest()} for name, raw in files.items()}
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, raw in {**held, **files, MANIFEST: json.dumps(manifest).encode()}.items():
            archive.writestr(name, raw)
        for name in files:
            for key, value in entry.items():
                setattr(archive.getinfo(name), key, value)
