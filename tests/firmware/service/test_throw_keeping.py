"""Pictures of throws are kept as configured: on as shipped, and off by one switch."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs
from support.scoring import SETUP, CountingClock, blue
from support.throws import FRAME, STILL, Reader, die, table

from firmware.config.schema import PicturesConfig, shipped
from firmware.devices.health import Health
from firmware.play.state.shown import Shown
from firmware.play.table.dice_witness import DisputedReading
from firmware.service.metrics import Metrics
from firmware.service.throw_keeping import ThrowKeeping
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.store import Journal
from scoreboard.kept_throws import GameKey
from scoreboard.session import Session
from scoreboard.web.state.metrics import text
from vision.tracking.events import Thrown


def scored(keeping: ThrowKeeping, reader: Reader, journal: Path) -> GameKey:
    """A game in which the camera's 7 was scored, and what was to be kept is kept."""
    with Session(ResilientJournal.open(journal), CountingClock()) as session:
        session.new_game(SETUP)
        keeper = keeping.keeper(session)
        reader.next = (die("blue", 7),)
        assert 1 == len(keeping.read(table(FRAME), lambda: table(STILL)) or ())
        line = structs.replace(blue(7), by="camera")
        session.submit(line)
        keeper(Shown(session.game, None, "", "play", line, session.history.number, None, ()))
        keeper.close()
    with Journal.open_readonly(journal) as opened:
        _, setup = next(opened.lines(1))
    return GameKey.of(1, setup)  # type: ignore[arg-type] # the game line is the first


def test_shipped_configuration_keeps_pictures(journal: Path) -> None:
    """Beside the journal, under the game line as it stands there, and for the pages to find."""
    keeping = ThrowKeeping(shipped(), journal, reader := Reader(), lambda: None)
    game = scored(keeping, reader, journal)
    assert frozenset({2}) == keeping.kept.lines(game)
    assert keeping.kept.find(game, 2) is not None


def test_switch_keeps_none(journal: Path) -> None:
    """What the reader sees is not copied; what was kept before can still be seen."""
    off = structs.replace(shipped(), pictures=PicturesConfig(keep=False, games=1, limit_mb=1))
    keeping = ThrowKeeping(off, journal, reader := Reader(), lambda: None)
    assert frozenset() == keeping.kept.lines(scored(keeping, reader, journal))


class Lucky:
    """A smart die that always says four."""

    def now(self) -> float:
        """A moment."""
        return 0.0

    def word_of(self, *_: object) -> int | None:
        """Of any throw."""
        return 4

    def close(self) -> None:
        """Nothing is held."""


def test_what_a_smart_die_disputes_is_counted_for_a_collector(journal: Path) -> None:
    """By the owner's names for dice, before pictures are kept; a collector of metrics reads how often."""
    keeping = ThrowKeeping(shipped(), journal, reader := Reader(), lambda: None, Lucky(), lambda: 0.99)
    reader.next = (die("blue", 7),)
    (thrown,) = keeping.read(table(FRAME), lambda: table(STILL)) or ()
    assert isinstance(thrown, Thrown)
    assert isinstance(thrown.reading, DisputedReading)
    assert keeping.witness is not None
    metrics = Metrics(Health(), lambda: 0.0, witness=keeping.witness.outcomes)
    figures = text(metrics.collect())
    assert 'stadium_dice_witness_total{outcome="disagreed"} 1' in figures
    assert 'stadium_dice_witness_total{outcome="agreed"} 0' in figures
    assert "witness" not in text(Metrics(Health(), lambda: 0.0).collect())
