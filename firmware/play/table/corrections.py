"""What players corrected, kept as labelled pictures of their taught dice, so that the reader gets better with use.

Rule kept here: only a label that is certain is kept. The reader was unsure, a player said what the die shows, and play
went on: an answer that is taken back with UNDO at once is not learned, nor is a die that was not taught.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from firmware.play.state.shown import Shown
from firmware.storage.taught_dice import DiceError, TaughtDiceStore
from scoreboard.rules.events import Die, Press
from scoreboard.rules.history import Entry
from vision.enrolled.color_model import ALIKE
from vision.enrolled.matcher import EnrolledDice, EnrolledDie, EnrolledSample, sample_seen
from vision.readings import DieReading


@dataclass(frozen=True, slots=True, eq=False)
class UnsureSample:
    """A die that was asked about, as the game calls it and as it was taught, and its picture.

    The picture alone, for the still that it was cut from has 9 MB; labelled with the answer that is offered.
    """

    name: str
    die: str
    sample: EnrolledSample


class Corrections:
    """An observer of the game that adds to the taught dice, those that the reader knows and those in the ``store``.

    ``colors`` are the owner's names, seen -> meant; ``warn`` is called when a correction cannot be kept; ``learns``
    says whether what is asked about now is to be learned.
    """

    def __init__(
        self,
        enrolled: EnrolledDice,
        store: TaughtDiceStore,
        colors: Mapping[str, str],
        warn: Callable[[str], None],
        learns: Callable[[], bool] = lambda: True,
    ) -> None:
        self._enrolled, self._store, self._colors, self._warn = enrolled, store, colors, warn
        self._learns = learns
        self._open: UnsureSample | None = None
        self._answered: tuple[UnsureSample, int] | None = None

    def __call__(self, shown: Shown) -> None:
        """Take in what was shown."""
        if shown.line is not None and not shown.waited:  # a throw from before the answer is no play since
            self._go_on(shown.line)
        if shown.kind == "question":
            self._open = self._question(shown)

    def _question(self, shown: Shown) -> UnsureSample | None:
        """What is asked about, if it is the one die of its name in the picture."""
        if shown.asked is None or shown.frame is None or not self._learns():
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
        if asked is not None and isinstance(line, Die) and line.by in {"button", "web"} and line.color == asked.name:
            self._answered = asked, line.value

    def _learn(self, asked: UnsureSample, value: int) -> None:
        """Add it to what is in the store now: the die may have been taught or forgotten since the game began."""
        if all(die.name != asked.die for die in self._enrolled.dice):
            return
        try:
            better = self._store.change(asked.die, partial(_corrected, sample=replace(asked.sample, value=value)))
        except DiceError as error:
            self._warn(str(error))
            return
        others = tuple(die for die in self._enrolled.dice if die.name != asked.die)
        self._enrolled.dice = others if better is None else (*others, better)


def _corrected(die: EnrolledDie | None, *, sample: EnrolledSample) -> EnrolledDie | None:
    """The die with what a player said of it; as it was, if that is a picture of another colour."""
    return die if die is None or die.color_model.distance(sample.color) > ALIKE else die.with_sample(sample)
