"""The dice of a roll come to rest one after the other: some lie still while others are still to come.

Rule kept here: what is remembered from one frame to the next is one frozen value, `PartialRoll`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from firmware.notice import Notice
from firmware.play.state.question import EVERY_SIDE, Answer, Asked, UnsureDie, Verdict, roll_or_question
from firmware.play.table.dice_witness import DisputedReading
from firmware.play.table.umpire import answers, ask_for, judge, name_of, value_of
from firmware.play.table.wording import some_missing, too_many
from scoreboard.message import Words, message
from scoreboard.rules import colors_of, dice_due, has_ten_sided_dice, sides_of
from scoreboard.rules.events import USUAL_SIDES, Chip, Die, Roll
from scoreboard.rules.state import CHIP, DICE, Game
from vision.tracking.events import Lifted, Report, Thrown


@dataclass(frozen=True, slots=True)
class PartialRoll:
    """Six-sided dice as they were read at rest, the earliest first: others are still to come, or to be asked about."""

    dice: tuple[Thrown, ...] = ()

    def after(self, reports: Iterable[Report], due: int) -> PartialRoll:
        """With the dice that have come to rest since, and without those that were lifted.

        ``due`` dice make a roll; with more, one that lay there before is taken to have been thrown again.
        """
        changed = [report for report in reports if isinstance(report, Thrown | Lifted)]
        came = [each for each in changed if isinstance(each, Thrown) and getattr(each.reading, "kind", "") == "d6"]
        gone = {each.before for each in changed}
        lay = [die for die in self.dice if die.reading.box not in gone]
        for thrown in came:
            alike = [die for die in lay if name_of(die.reading, {}) == name_of(thrown.reading, {})]
            if alike and len(lay) + len(came) > due:
                lay.remove(alike[0])
        return PartialRoll((*lay, *came))

    @property
    def is_unsure(self) -> bool:
        """One of them was not read for sure."""
        return any(value_of(die.reading) is None for die in self.dice)

    def without(self, asked: Asked, colors: Mapping[str, str]) -> PartialRoll:
        """Without the die that is asked about: it is thrown again, and the others still count."""
        unsure = [die for die in self.dice if value_of(die.reading) is None]
        if len(asked.later) >= len(unsure):
            return self
        gone = unsure[-1 - len(asked.later)]  # they are asked about in turn
        if name_of(gone.reading, colors) != asked.what:
            return self
        return PartialRoll(tuple(die for die in self.dice if die is not gone))

    def in_order(self, color_order: Sequence[str], colors: Mapping[str, str]) -> PartialRoll | None:
        """The same in the order of their colours; None where these are not the colours of the game's dice."""
        dice = {name_of(die.reading, colors): die for die in self.dice}
        return PartialRoll(tuple(dice[name] for name in color_order)) if dice.keys() == set(color_order) else None

    def verdict(self, due: int, colors: Mapping[str, str]) -> Verdict | None:
        """The roll that the dice make once all of them lie still; a question where one is unsure."""
        if len(self.dice) != due:
            return None
        if unsure := self._unsure(colors):
            return roll_or_question(self._values(), unsure)
        sure = prod(thrown.reading.confidence for thrown in self.dice)
        return Roll(values=self._values(), by="camera", confidence=round(sure, 4))

    def question(self, due: int, colors: Mapping[str, str]) -> Asked:
        """The question to put when a roll must be there but some of its dice could not be seen."""
        unseen: tuple[UnsureDie, ...] = ((DICE, EVERY_SIDE),) * (due - len(self.dice))
        (what, choices), *later = self._unsure(colors) + unseen
        return Asked(what, choices, rolled=self._values(), later=tuple(later))

    def _values(self) -> tuple[int, ...]:
        return tuple(int(value) for thrown in self.dice if (value := value_of(thrown.reading)) is not None)

    def _unsure(self, colors: Mapping[str, str]) -> tuple[UnsureDie, ...]:
        unsure = (thrown.reading for thrown in self.dice if value_of(thrown.reading) is None)
        return tuple((name_of(reading, colors), answers(reading)) for reading in unsure)


class RollCollector:
    """Collects the dice of a roll, frame after frame, and judges what is seen.

    ``settled``: every frame is one throw, whole, and nothing is remembered from one to the next.
    """

    def __init__(self, colors: Mapping[str, str], *, settled: bool) -> None:
        self._colors, self._settled = colors, settled
        self._roll = PartialRoll()

    def see(self, reports: Sequence[Report], game: Game) -> Verdict | None:
        """The verdict on the throw that is awaited, if it is there and whole."""
        due = dice_due(game)
        if not due:
            readings = [report.reading for report in reports if isinstance(report, Thrown)]
            return judge(readings, game, self._colors)
        if sides_of(game.setup) != USUAL_SIDES:
            return None  # which no camera reads
        before = PartialRoll() if self._settled else self._roll
        self._roll = before.after(reports, due)
        if self._roll == before or len(self._roll.dice) != due:
            return None
        if not (color_order := colors_of(game.setup)):
            return self._roll.verdict(due, self._colors)
        ordered = self._roll.in_order(color_order, self._colors)
        return _by_color(game) if ordered is None or ordered.is_unsure else ordered.verdict(due, self._colors)

    def others(self, reports: Sequence[Report], judged: Verdict) -> tuple[Report, ...]:
        """What came to rest in the same frame as the one die, or the chip, that was ``judged``: maybe the next throw.

        Not what lay there before, for the throw may have knocked it onto another face. Of dice that make a roll all
        were scored, and a picture of one throw shows no other.
        """
        name = _name_of_one(judged)
        if self._settled or name is None:
            return ()
        new = [report for report in reports if isinstance(report, Thrown) and report.before is None]
        return tuple(report for report in new if name_of(report.reading, self._colors) != name)

    def waits_for(self, asked: Asked, reports: Sequence[Report]) -> bool:
        """Whether what came to rest is judged after the answer: what is asked about still lies there.

        Had it been read for sure it would have been scored before. So a swing is no chase of the ball before the pitch
        that is asked about, and the next pitch does not stand in the place of a chase. Dice of a roll are counted as
        they lie.
        """
        names = [name_of(report.reading, self._colors) for report in reports if isinstance(report, Thrown)]
        return asked.rolled is None and asked.what not in names

    def unseen(self, game: Game) -> Asked:
        """The question about a throw that must be there, and of which too little was seen."""
        due = dice_due(game)
        return self._question(self._roll, game, due) if due else ask_for(str(game.awaits))

    def by_hand(self, game: Game) -> Asked | None:
        """The question about what is due, for a player who enters it; the fielders' die if no team is in turn (D57).

        Dice of a roll that lie still need not be entered, unless more lie there than count. None after the game, and
        where cards and gloves come first.
        """
        if game.over or not (game.awaits or has_ten_sided_dice(game.setup.rules)):
            return None
        if due := dice_due(game):
            roll = self._roll if len(self._roll.dice) < due else PartialRoll()
            return self._question(roll, game, due)
        return ask_for(game.awaits or game.team(game.fielding).color)

    def _question(self, roll: PartialRoll, game: Game, due: int) -> Asked:
        is_usual = sides_of(game.setup) == USUAL_SIDES and not colors_of(game.setup)
        return roll.question(due, self._colors) if is_usual else _by_color(game)

    def surplus(self, game: Game) -> Notice | None:
        """The message to a table on which more dice lie than the game is played with."""
        due, lying = dice_due(game), len(self._roll.dice)
        return too_many(lying, due) if 0 < due < lying else None

    def missing(self, game: Game) -> Notice | None:
        """The message to a table that has thrown a roll of which only some dice are seen to lie still."""
        due, seen = dice_due(game), len(self._roll.dice)
        return some_missing(seen, due) if 0 < seen < due else None

    def why(self, asked: Asked, reports: Sequence[Report]) -> Words:
        """Why the question is put if that is not plain: about dice too small it is put with every throw."""
        thrown = [*self._roll.dice, *(report for report in reports if isinstance(report, Thrown))]
        for reading in (each.reading for each in thrown):
            if isinstance(reading, DisputedReading) and name_of(reading, self._colors) == asked.what:
                return message("asked.die-says", face=reading.die_says)
        small = any(each.small and name_of(each.reading, self._colors) == asked.what for each in thrown)
        return message("asked.small") if small else ""

    def lifts(self, report: Report, asked: Asked, game: Game) -> bool:
        """Whether the thing that is asked about, or another die of its roll, is gone from the table."""
        if not isinstance(report, Lifted):
            return False
        if asked.rolled is not None:  # of dice alike it may be another that lay there
            return len(self._roll.dice) < dice_due(game)
        return self._colors.get(report.name, report.name) == asked.what

    def withdraw(self, asked: Asked) -> None:
        """A question was withdrawn: what it was about is thrown again, and the other dice of the roll still count."""
        self._roll = self._roll.without(asked, self._colors)

    def forget(self) -> None:
        """Nothing that lies there counts any more."""
        self._roll = PartialRoll()


def _by_color(game: Game) -> Asked:
    """The question about all dice, each by its colour where that counts."""
    sides = sides_of(game.setup)
    every: tuple[Answer, ...] = tuple(range(1, sides + 1))
    (what, choices), *later = [(name, every) for name in colors_of(game.setup) or (DICE,) * dice_due(game)]
    return Asked(what, choices, rolled=(), later=tuple(later), sides=sides)


def _name_of_one(judged: Verdict) -> str | None:
    """Of the one thing that it is about; None where that is a roll."""
    match judged:
        case Asked(what=what, rolled=None):
            return what
        case Die(color=color):
            return color
        case Chip():
            return CHIP
    return None
