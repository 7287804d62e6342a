"""Pictures of throws that were scored are kept, by a thread for which no game waits."""

from __future__ import annotations

import errno
from io import BytesIO
from pathlib import Path
from threading import Event

import pytest
from msgspec import structs
from PIL import Image
from support.hang import GIVE_UP_S
from support.scoring import SETUP
from support.throws import BOX, FRAME, STILL, Reader, chip, die, moving, table

from firmware.play.state.question import Asked
from firmware.play.state.shown import Kind, Shown
from firmware.play.table.sightings import Sightings
from firmware.service.picture_keeper import MOST_WAITING, PictureKeeper
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from scoreboard.kept_throws import GameKey, KeptThrow
from scoreboard.rules import start
from scoreboard.rules.events import Chip, Die, Press, Roll
from scoreboard.rules.history import Entry
from vision.readings import Reading

GAME = GameKey.of(3, SETUP)
RED7 = Die(color="red", value=7, by="camera")
UNSURE = Asked("red", (7, 1, 4))


class Stand:
    """A keeper, and a table before it."""

    def __init__(self, folder: Path, store: ThrowStore | None = None) -> None:
        self.reader, self.errors = Reader(), list[OSError]()
        self.sightings = Sightings(self.reader, {})
        self.store = store or ThrowStore(folder / "games.pictures", UNLIMITED)
        self.keeper = PictureKeeper(self.sightings, self.store, lambda: GAME, self.errors.append)

    def see(self, *seen: Reading) -> None:
        """These come to rest, after they have moved."""
        for frame in moving(12):
            self.sightings.read(frame, lambda: table(STILL))
        self.reader.next = seen
        self.sightings.read(table(FRAME), lambda: table(STILL, BOX))

    def show(self, line: Entry | None, number: int = 2, kind: Kind = "play", asked: Asked | None = None) -> None:
        """The table is shown this."""
        self.keeper(Shown(start(SETUP), asked, "", kind, line, number, None, ()))

    def kept(self, line: int = 2) -> KeptThrow | None:
        """What is kept of a line, once all is done."""
        self.keeper.close()
        return self.store.find(GAME, line)


def test_scored_throw_is_kept_with_its_clip(tmp_path: Path) -> None:
    """A JPEG of the die alone, an animation of some kB, and how it was read, with what else it may have been."""
    stand = Stand(tmp_path)
    stand.see(die())
    stand.show(RED7)
    kept = stand.kept()
    assert kept is not None
    token = kept.seen[0]
    assert ("red", 7, 0.9, [7, 1, 4, 2]) == (
        token.what, token.value, token.confidence, [each.value for each in token.likely],
    )  # fmt: skip
    assert "JPEG" == Image.open(BytesIO(kept.picture)).format
    clip = Image.open(BytesIO(kept.clip))
    assert ("WEBP", True) == (clip.format, getattr(clip, "n_frames", 1) > 3)
    assert 20_000 > len(kept.clip)


def test_toss_and_roll_are_kept(tmp_path: Path) -> None:
    """Of a roll all dice, side by side."""
    stand = Stand(tmp_path)
    stand.see(chip())
    stand.show(Chip(face="hit", by="camera"))
    stand.see(die("white", 2, kind="d6"), die("white", 5, kind="d6"))
    stand.show(Roll(values=(2, 5), by="camera"), 3)
    roll, toss = stand.kept(3), stand.store.find(GAME, 2)
    assert roll is not None
    assert toss is not None
    assert [("hit", 0.97), ("out", 0.03)] == [(each.value, each.likelihood) for each in toss.seen[0].likely]
    assert [2, 5] == [each.value for each in roll.seen]
    width, height = Image.open(BytesIO(roll.picture)).size
    assert width > 2 * height


@pytest.mark.parametrize("by", ["button", "web"])
def test_throw_that_players_were_asked_about_is_kept(tmp_path: Path, by: str) -> None:
    """With what the camera thought; one that nobody asked about, or that was entered unseen, is not."""
    stand, answer = Stand(tmp_path), structs.replace(RED7, by=by)
    stand.see(die("red", None))
    stand.show(answer, 2)
    stand.show(None, 2, "question", UNSURE)
    stand.show(answer, 3)
    assert stand.kept(2) is None
    kept = stand.store.find(GAME, 3)
    assert kept is not None
    assert (None, [7, 1, 4, 2][:3]) == (kept.seen[0].value, [each.value for each in kept.seen[0].likely][:3])


def test_what_is_entered_by_hand_or_pressed_has_no_picture(tmp_path: Path) -> None:
    """Though something lies there that was not sure."""
    stand = Stand(tmp_path)
    stand.see(die("red", None))
    stand.show(None, 1, "question", Asked("red", (7,), by_hand=True))
    stand.show(structs.replace(RED7, by="button"), 2)
    stand.show(Press(button="out", by="button"), 3)
    assert {None} == {stand.kept(2), stand.store.find(GAME, 3)}


class SlowStore(ThrowStore):
    """A disk that takes its time."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, UNLIMITED)
        self.go_on = Event()

    def keep(self, game: GameKey, line: int, throw: KeptThrow) -> None:
        """Wait first."""
        self.go_on.wait(GIVE_UP_S)
        super().keep(game, line, throw)


def test_no_play_waits_for_a_slow_disk(tmp_path: Path) -> None:
    """What is too much at once is dropped."""
    store = SlowStore(tmp_path / "games.pictures")
    stand = Stand(tmp_path, store)
    for number in range(2, 4 * MOST_WAITING):
        stand.see(die())
        stand.show(RED7, number)
    store.go_on.set()
    stand.keeper.close()
    assert MOST_WAITING <= len(store.lines(GAME)) <= MOST_WAITING + 1


class FullStore(ThrowStore):
    """A disk that is full."""

    def keep(self, *_: object) -> None:
        """Take nothing."""
        raise OSError(errno.ENOSPC, "No space left on device")


def test_full_disk_is_reported_once_and_the_game_goes_on(tmp_path: Path) -> None:
    """However many throws follow."""
    stand = Stand(tmp_path, FullStore(tmp_path, UNLIMITED))
    for number in (2, 3, 4):
        stand.see(die())
        stand.show(RED7, number)
    stand.keeper.close()
    assert [errno.ENOSPC] == [error.errno for error in stand.errors]
