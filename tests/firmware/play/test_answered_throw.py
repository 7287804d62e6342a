"""A throw that a player has named is not scored again when its die comes to rest; and none is lost for that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.scoring import SETUP
from support.stadium import FixedClock, chip, die, lines, play, unsure, unsure_chip

from firmware.devices.health import DeviceChange, absent
from firmware.devices.protocols import Devices
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.state.options import Options
from firmware.play.table.scorer import Scorer
from firmware.simulated.peripherals import SimulatedButtons
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Chip, Die, Press
from scoreboard.session import Session
from vision.readings import Reading
from vision.tracking.events import Lifted, Report, Thrown
from vision.types import Box

LIES = Box(500, 900, 30, 30)
"""Where what was asked about lies."""


class Table:
    """A scorer, and what it has recorded."""

    def __init__(self, journal: Path) -> None:
        self.session = Session(Journal.create(journal, alone=True), FixedClock())
        self.scorer = Scorer(self.session, Devices((), SimulatedButtons()), Options(SETUP), (), lambda: 0.0)
        self.scorer.begin()

    def see(self, *reports: Report) -> None:
        """A frame of which these are reported."""
        self.scorer.see(FrameReports(np.zeros((2, 2, 3), np.uint8), reports, 0.0))

    def answer(self, value: int | str, *, by: str = "button") -> None:
        """A player says what it shows: by buttons, from afar, or as a line of the page."""
        if by == "line":
            self.scorer.submit(Die(color="blue", value=int(value), by="web"))
            return
        if by != "button":
            asked = self.scorer.state.question.asked
            assert asked is not None
            self.scorer.answer_with(asked, value, by)  # type: ignore[arg-type] # a face of the chip, too; a source
            return
        while (asked := self.scorer.state.question.asked) is not None:
            self.scorer.answer_by(asked, "ok" if asked.offered == value else "next")

    @property
    def throws(self) -> list[tuple[str, int | str]]:
        """What counts, in its order."""
        lines = [each.line for each in self.session.history.lines][::-1]
        shown = ((line.color, line.value) if isinstance(line, Die) else ("chip", line.face)
                 for line in lines if isinstance(line, Die | Chip))  # fmt: skip
        return list(shown)


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[Table]:
    """A game that has begun."""
    table = Table(tmp_path / "games.sqlite")
    with table.session:
        yield table


@pytest.fixture
def table(begun: Table) -> Table:
    """A game in which a helmet was taken for the blue die, so that it is asked about."""
    begun.see(lies(unsure("blue", 3, 1)))
    return begun


def lies(readings: tuple[Reading, ...]) -> Thrown:
    """Something that a hand left, and that cannot be read."""
    return Thrown(replace(readings[0], box=LIES), (55.0, -196.0), placed=True)


def rests(readings: tuple[Reading, ...], before: Box | None = None) -> Thrown:
    """A die, or the chip, that has come to rest elsewhere."""
    return Thrown(readings[0], (167.0, -19.0), before=before)


@pytest.mark.parametrize("by", ["button", "web", "mqtt", "line"])
@pytest.mark.parametrize("seen", [die("blue", 1), unsure("blue", 1, 7)], ids=["sure", "unsure"])
def test_die_that_was_named_while_it_rolled_is_not_scored_again(
    table: Table, by: str, seen: tuple[Reading, ...]
) -> None:
    """However it was named, and also where it is hard to read; the next throw counts."""
    table.answer(1, by=by)
    table.see(rests(seen))
    table.see(rests(die("red", 9)))
    assert [("blue", 1), ("red", 9)] == table.throws


def test_what_lies_beside_it_counts(table: Table) -> None:
    """Both may come to rest in one frame."""
    table.answer(1)
    table.see(rests(die("blue", 1)), rests(die("red", 9)))
    assert [("blue", 1), ("red", 9)] == table.throws


def test_chip_that_was_named_while_it_flew_is_not_scored_again(begun: Table) -> None:
    """A coin on the table was taken for it."""
    begun.see(rests(die("blue", 3)))
    begun.see(rests(die("red", 9)))
    begun.see(lies(unsure_chip("hit", "out")))
    begun.answer("out")
    begun.see(rests(chip("out")))
    assert [("blue", 3), ("red", 9), ("chip", "out")] == begun.throws


def test_die_named_in_the_throw_off_is_not_the_other_teams(table: Table) -> None:
    """One white die, thrown by both in turn (D6)."""
    table.scorer.begin_throw_off()
    table.see(lies(unsure("white", 3, 1)))
    table.answer(1)
    before = table.scorer.state.throw_off
    table.see(rests(die("white", 1)))
    assert table.scorer.state.throw_off is before is not None


def lift(table: Table) -> None:
    """A hand takes what was asked about."""
    table.see(Lifted("blue", None, LIES))


def lift_another(table: Table) -> None:
    """A hand takes another die of that colour."""
    table.see(Lifted("blue", None, Box(964, 853, 38, 40)))


def undo(table: Table) -> None:
    """A player takes it back."""
    table.scorer.submit(Press(button="undo"))


def wait(table: Table) -> None:
    """Longer than anything rolls."""
    for _ in range(13):
        table.scorer.tick()


def lose_camera(table: Table) -> None:
    """What is lifted meanwhile is not seen."""
    table.scorer.device_changed(DeviceChange("camera", absent("it is gone", "NO CAMERA")))


def begin_another(table: Table) -> None:
    """Another game begins."""
    table.scorer.new_game()


def throw_another(table: Table) -> None:
    """Another value comes to rest first."""
    table.see(rests(die("blue", 7)))


NEW: dict[str, tuple[Callable[[Table], None], Thrown]] = {
    "what was asked about was lifted": (lift, rests(die("blue", 1))),
    "a die of that colour was lifted": (lift_another, rests(die("blue", 1))),
    "the answer was undone": (undo, rests(die("blue", 1))),
    "the camera was lost": (lose_camera, rests(die("blue", 1))),
    "another game has begun": (begin_another, rests(die("blue", 1))),
    "no die rolls for so long": (wait, rests(die("blue", 1))),
    "it was thrown before": (throw_another, rests(die("blue", 1))),
    "it lay elsewhere": (lambda _: None, rests(die("blue", 1), before=LIES)),
    "it shows something else": (lambda _: None, rests(die("blue", 4))),
}


@pytest.mark.parametrize(("happens", "then"), NEW.values(), ids=NEW)
def test_new_throw_counts(table: Table, happens: Callable[[Table], None], then: Thrown) -> None:
    """Whatever may have been thrown since the answer is scored."""
    table.answer(1)
    happens(table)
    before = len(table.throws)
    table.see(then)
    assert before + 1 == len(table.throws)


def test_throw_off_counts_what_is_thrown_for_it(begun: Table) -> None:
    """The white die was named as a play just before."""
    for thrown in (die("blue", 3), die("red", 9), chip("hit")):
        begun.see(rests(thrown))
    begun.see(lies(unsure("white", 1)))
    begun.answer(1)
    assert ("white", 1) == begun.throws[-1]
    begun.scorer.begin_throw_off()
    first = begun.scorer.state.throw_off
    begun.see(rests(die("white", 1)))
    assert first != begun.scorer.state.throw_off


def test_die_that_was_read_while_it_was_asked_about_is_thrown_again(table: Table) -> None:
    """Nobody has named it then."""
    for _ in range(2):
        table.see(rests(die("blue", 1)))
    assert [("blue", 1)] * 2 == table.throws


def test_line_about_another_die_is_no_answer(begun: Table) -> None:
    """A page says that the ball was chased, while the next pitch is asked about; the chase that is seen is another."""
    begun.see(rests(die("blue", 10)))
    begun.see(lies(unsure("blue", 10)))
    begun.scorer.submit(Die(color="red", value=9, by="web"))
    begun.see(rests(die("blue", 10)))
    begun.see(rests(die("red", 9)))
    assert [("blue", 10), ("red", 9)] * 2 == begun.throws


def test_stills_are_each_another_throw(tmp_path: Path) -> None:
    """Nothing else is between them."""
    journal = tmp_path / "stills.sqlite"
    play(journal, [unsure("blue", 1), die("blue", 1)], lambda shown: "ok" if shown.asked else None)
    assert 2 == len(lines(journal))


def test_die_that_is_read_after_its_value_was_entered_unasked_counts(begun: Table) -> None:
    """Nothing lay there that was asked about, so it may be another throw."""
    begun.see(rests(die("blue", 1)))
    begun.scorer.enter_by_hand()
    begun.answer(1)
    begun.see(rests(die("blue", 1)))
    assert [("blue", 1)] * 3 == begun.throws
