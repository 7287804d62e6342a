"""What the tests of keeping games are made of: a game, a journal that plays it, and what then lies on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.scoring import SETUP, blue, red

from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.rules.events import AnyLine

GAME = [SETUP, blue(3), red(5), blue(4)]


def kept(path: Path, game: int = 1) -> list[AnyLine]:
    """What a game's file holds, read by another program."""
    with Journal.open_readonly(path) as journal:
        return [line for _, line in journal.lines(game)]


def play(resilient: ResilientJournal, *lines: AnyLine) -> int:
    """Begin a game with the first of the lines, and append the others."""
    game = resilient.add(lines[:1])
    for number, line in enumerate(lines[1:], start=2):
        resilient.append(game, number, line)
    return game


def held(resilient: ResilientJournal) -> list[AnyLine]:
    """The game in play, whether or not it is on the disk."""
    game = resilient.latest()
    return [] if game is None else [line for _, line in resilient.lines(game)]


def pulled_between_two_moves(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file is put aside, the new one is ready, and the plug is pulled."""
    rename = Path.rename

    def pulled(old: Path, new: Path) -> Path:
        if new == path:
            raise KeyboardInterrupt
        return rename(old, new)

    with monkeypatch.context() as plug:
        plug.setattr(Path, "rename", pulled)
        with pytest.raises(KeyboardInterrupt):
            ResilientJournal.open(path)
