"""The dice of a roll come to rest one after the other: which lie still while others are still to come.

Rule kept here: what is remembered is one value of `firmware.play.umpire`, and every judgement is made there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware.messages import Message
from firmware.play.question import Asked, Verdict
from firmware.play.umpire import Cast, ask_for, ask_for_dice, judge, judge_cast, name_of
from scoreboard.rules import dice_due
from scoreboard.rules.events import Chip, Die
from scoreboard.rules.state import CHIP, Game
from vision.tracking.events import Lifted, Report, Thrown


class RollCollector:
    """Collects the dice of a roll, look after look, and judges what is seen.

    Args:
        colors: the owner's names for colours, seen -> meant.
        settled: every look is one throw, whole; nothing is remembered from one to the next.
    """

    def __init__(self, colors: Mapping[str, str], *, settled: bool) -> None:
        self._colors, self._settled = colors, settled
        self._cast = Cast()

    def see(self, reports: Sequence[Report], game: Game) -> Verdict | None:
        """What the throw that is awaited comes to, if it is there and whole."""
        due = dice_due(game)
        if not due:
            readings = [report.reading for report in reports if isinstance(report, Thrown)]
            return judge(readings, game, self._colors)
        before = Cast() if self._settled else self._cast
        self._cast = before.after(reports, due)
        return judge_cast(self._cast, due, self._colors) if self._cast != before else None

    def others(self, reports: Sequence[Report], judged: Verdict) -> tuple[Report, ...]:
        """What came to rest in the same look as the one die, or the chip, that was ``judged``: maybe the next throw.

        Not what lay there before, for the throw may have knocked it onto another face. Of dice that make a roll all
        were scored, and a picture of one throw shows no other.
        """
        name = _name_of_one(judged)
        if self._settled or name is None:
            return ()
        fresh = [report for report in reports if isinstance(report, Thrown) and report.before is None]
        return tuple(report for report in fresh if name_of(report.reading, self._colors) != name)

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
        return ask_for_dice(self._cast, due, self._colors) if due else ask_for(str(game.awaits))

    def by_hand(self, game: Game) -> Asked | None:
        """The question about what is due, for a player who enters it: if nobody is in turn, the fielders' die (D57).

        Dice of a roll that lie still need not be entered, unless more lie there than count. None after the game.
        """
        if game.over:
            return None
        if due := dice_due(game):
            return ask_for_dice(self._cast if len(self._cast.dice) < due else Cast(), due, self._colors)
        return ask_for(game.awaits or game.team(game.fielding).color)

    def surplus(self, game: Game) -> Message | None:
        """What to tell a table on which more dice lie than the game is played with."""
        due, lying = dice_due(game), len(self._cast.dice)
        if not 0 < due < lying:
            return None
        return Message(f"{lying} dice were thrown and {due} count. Take {lying - due} away.", f"{due} DICE!")

    def missing(self, game: Game) -> Message | None:
        """What to tell a table that has thrown a roll of which only some dice are seen to lie still."""
        due, seen = dice_due(game), len(self._cast.dice)
        if not 0 < seen < due:
            return None
        dice = "the other die" if due - seen == 1 else f"the other {due - seen} dice"
        panel = "1 MORE DIE" if due - seen == 1 else f"{due - seen} MORE DICE"
        return Message(f"{due} dice count, and {seen} can be seen. Throw {dice} again.", panel)

    def why(self, asked: Asked, reports: Sequence[Report]) -> str:
        """Why the question is put where the table would not guess it: of dice too small it is put with every throw."""
        thrown = [*self._cast.dice, *(report for report in reports if isinstance(report, Thrown))]
        small = any(each.small and name_of(each.reading, self._colors) == asked.what for each in thrown)
        return " It looks smaller than die_mm says, or part of it is hidden." if small else ""

    def lifts(self, report: Report, asked: Asked, game: Game) -> bool:
        """Whether the thing that is asked about, or another die of its roll, is gone from the table."""
        if not isinstance(report, Lifted):
            return False
        if asked.rolled is not None:  # of dice alike it may be another that lay there
            return len(self._cast.dice) < dice_due(game)
        return self._colors.get(report.name, report.name) == asked.what

    def withdraw(self, asked: Asked) -> None:
        """A question was withdrawn: what it was about is thrown again, and the other dice of the roll still count."""
        self._cast = self._cast.without(asked, self._colors)

    def forget(self) -> None:
        """Nothing that lies there counts any more."""
        self._cast = Cast()


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
