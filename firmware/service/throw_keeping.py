"""The pictures of throws, put together: what sees them, where they are kept, and who may look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from firmware.config.schema import Config, PicturesConfig
from firmware.devices.protocols import DiceListener
from firmware.paths import throw_pictures
from firmware.play.camera.camera_thread import ReadFrame
from firmware.play.table.dice_witness import DiceWitness
from firmware.play.table.sightings import Sightings
from firmware.service.picture_keeper import PictureKeeper
from firmware.storage.throw_store import StoreLimits, ThrowStore
from scoreboard.kept_throws import GameKey, KeptThrows
from scoreboard.session import Session


class ThrowKeeping:
    """As configured, for the games in a journal.

    Args:
        config: whether, and how much.
        journal: the games.
        read: reads throws on the camera's thread.
        restart: makes that take the table as it lies.
        dice: the owner's smart dice, where there are any.
        threshold: from which probability a reading is accepted, as it is set by then.

    Attributes:
        colors: the owner's names for the colours of dice, seen -> meant, as they are now: all who read dice look here.
        store: where pictures are.
        read: the reader, which is looked over the shoulder while pictures are kept.
        witness: what the smart dice say of what it reads; None without such dice.
    """

    def __init__(
        self,
        config: Config,
        journal: Path,
        read: ReadFrame,
        restart: Callable[[], None],
        dice: DiceListener | None = None,
        threshold: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self.store = ThrowStore(throw_pictures(journal), StoreLimits.of(config.pictures))
        self.colors = dict(config.eyes.colors)
        self.witness = None if dice is None else DiceWitness(read, self.colors, dice, threshold)
        read = read if self.witness is None else self.witness.read
        self._sightings = Sightings(read, self.colors, films=not config.camera.settled, is_on=config.pictures.keep)
        self._restart = restart
        self.read: ReadFrame = self._sightings.read

    @property
    def kept(self) -> KeptThrows:
        """What the pages look at, also of what was kept before it was switched off."""
        return KeptThrows(self.store.find, self.store.lines)

    def configure(self, pictures: PicturesConfig) -> None:
        """Keep as much as that from now on, or nothing; what is kept already stays."""
        self._sightings.is_on = pictures.keep
        self.store.limits = StoreLimits.of(pictures)

    def call_dice(self, colors: Mapping[str, str]) -> None:
        """Call dice by these names from now on."""
        self.colors.clear()
        self.colors.update(colors)

    def restart(self) -> None:
        """The camera comes back: what lies there was not thrown, and its frames are a new film."""
        self._restart()
        self._sightings.begin()

    def keeper(self, session: Session) -> PictureKeeper:
        """The observer of that session's game, to be closed at the end."""
        return PictureKeeper(self._sightings, self.store, lambda: GameKey.of(session.number, session.history.setup))
