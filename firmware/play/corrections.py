"""What players corrected, as labelled pictures of their taught dice, so that the eyes get better with use.

Rule kept here: only a label that is certain is kept. The eyes asked, a player said what the die shows, and play went
on: an answer that is taken back with UNDO at once teaches nothing, nor does a die that nobody taught.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from firmware.play.shown import Shown
from firmware.storage.taught_dice import DiceError, TaughtDiceStore
from scoreboard.rules.events import Die, Press
from scoreboard.rules.history import Entry
from vision.enrolled.color_model import ALIKE
from vision.enrolled.matcher import EnrolledDice, EnrolledDie, EnrolledSample, sample_seen
from vision.readings import DieReading


@dataclass(frozen=True, slots=True, eq=False)
class UnsureSample:
    """A die that the eyes asked about, and its picture: that alone, for what it was cut from is 9 MB.

    Attributes:
        name: of the die, as the game calls it.
        die: as it was taught.
        sample: labelled with the answer that is offered.
    """

    name: str
    die: str
    sample: EnrolledSample


class Corrections:
    """A watcher of the appliance (`firmware.play.loop.Watcher`).

    Args:
        enrolled: what the eyes read taught dice by.
        store: where the dice are kept.
        colors: the owner's names for colours, seen -> meant.
        tell: takes a sentence when a correction cannot be kept; play goes on.
    """

    def __init__(
        self, enrolled: EnrolledDice, store: TaughtDiceStore, colors: Mapping[str, str], tell: Callable[[str], None]
    ) -> None:
        self._memory, self._store, self._colors, self._tell = enrolled, store, colors, tell
        self._open: UnsureSample | None = None
        self._answered: tuple[UnsureSample, int] | None = None

    def __call__(self, shown: Shown) -> None:
        """Take in what was shown."""
        if shown.line is not None and not shown.waited:  # nobody has played on by what was thrown before the answer
            self._go_on(shown.line)
        if shown.kind == "question":
            self._open = self._question(shown)

    def _question(self, shown: Shown) -> UnsureSample | None:
        """What is asked about, if it is the one die of its name in the picture."""
        if shown.asked is None or shown.frame is None:
            return None
        dice = [each for each in shown.readings if isinstance(each, DieReading) and each.numeral is not None]
        meant = [die for die in dice if self._colors.get(die.color, die.color) == shown.asked.what]
        sample = sample_seen(shown.frame, meant[0], int(shown.asked.offered)) if len(meant) == 1 else None
        return None if sample is None else UnsureSample(shown.asked.what, meant[0].color, sample)

    def _go_on(self, line: Entry) -> None:
        answered, self._answered = self._answered, None
        asked, self._open = self._open, None
        if answered is not None and not (isinstance(line, Press) and line.button == "undo"):
            self._learn(*answered)
        if asked is not None and isinstance(line, Die) and line.by == "button" and line.color == asked.name:
            self._answered = asked, line.value

    def _learn(self, asked: UnsureSample, value: int) -> None:
        """Add it to what is in the store now: somebody may have taught or forgotten the die since the game began."""
        if all(die.name != asked.die for die in self._memory.dice):
            return
        try:
            better = self._store.change(asked.die, partial(_corrected, sample=replace(asked.sample, value=value)))
        except DiceError as error:
            self._tell(str(error))
            return
        others = tuple(die for die in self._memory.dice if die.name != asked.die)
        self._memory.dice = others if better is None else (*others, better)


def _corrected(die: EnrolledDie | None, *, sample: EnrolledSample) -> EnrolledDie | None:
    """The die with what a player said of it; as it was, if that is a picture of another colour."""
    return die if die is None or die.color_model.distance(sample.color) > ALIKE else die.with_sample(sample)
