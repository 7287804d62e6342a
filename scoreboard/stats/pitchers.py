"""The pitchers' lines, and who won and lost.

Rule kept here: a pitcher answers for whoever reached base while he pitched, also if his partner pitches by then (D53).
A runner who is forced out leaves what he was charged to on the one who took his place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from scoreboard.rules.baseball import OUTS
from scoreboard.rules.events import Set, Side
from scoreboard.rules.history import History
from scoreboard.rules.registry import find_rule_set
from scoreboard.rules.state import Game
from scoreboard.stats.credits import ScoredPlay, Stat
from scoreboard.stats.on_base import carried

Decision = Literal["", "W", "L"]
ALLOWED: tuple[Stat, ...] = ("h", "bb", "hbp", "k")
"""What a batter's credit is to the pitcher, too."""
SIDES: tuple[Side, ...] = ("away", "home")


class Pitching(Struct, frozen=True, kw_only=True):
    """What one pitcher did.

    Attributes:
        name: his, or his team's where it names no players.
        ip: innings pitched: ``2.1`` are two, and one out.
        h: hits.
        r: runs that he answers for.
        bb: walks.
        hbp: batters hit by a pitch.
        k: strikeouts.
        pitches: thrown, or entered by button; None in a game that counts none.
        decision: ``W`` for the one who pitched last before his team took the lead for good, ``L`` for the one who
            answers for that run.
    """

    name: str
    ip: str
    h: int
    r: int
    bb: int
    hbp: int
    k: int
    pitches: int | None
    decision: Decision


class Mound:
    """Counts what each pitcher of both teams did; add the plays in order."""

    def __init__(self, history: History) -> None:
        self._game = history.game
        self._lines: dict[Side, dict[str | None, Counter[str]]] = {"away": {}, "home": {}}
        self._pitches: dict[Side, str | None] = {}
        self._charged: dict[int, str | None] = {}
        self._won: tuple[str | None, ...] = ()
        self._lost: str | None = None

    def add(self, play: ScoredPlay) -> None:
        """One play more."""
        if isinstance(play.line, Set):
            self._put_right(play)
            return
        side, pitcher = play.before.fielding, play.before.player(play.before.fielding)
        line = self._line(side, pitcher)
        self._pitches[side] = pitcher
        for credit in play.credits:
            if credit.stat in ALLOWED:
                line[credit.stat] = line.get(credit.stat, 0) + credit.number
        line["outs"] += play.happened.outs
        line["pitches"] += play.happened.pitched
        answers = [self._charged.get(helmet, pitcher) for helmet in play.happened.scored]
        answers += [pitcher] * (play.happened.runs - len(answers))
        for each in answers:
            self._line(side, each)["r"] += 1
        self._decide(play.before, play.after, answers)
        self._charge(play, pitcher)

    def lines(self, side: Side) -> tuple[Pitching, ...]:
        """The lines of one team, in the order in which they pitched."""
        game, counts = self._game, find_rule_set(self._game.setup.rules).counts
        return tuple(
            Pitching(
                name=name or game.team(side).name,
                ip=f"{line['outs'] // OUTS}.{line['outs'] % OUTS}",
                **{stat: line[stat] for stat in ("h", "r", "bb", "hbp", "k")},
                pitches=line["pitches"] if counts else None,
                decision=self._decision(side, name),
            )
            for name, line in self._lines[side].items()
        )

    def _line(self, side: Side, pitcher: str | None) -> Counter[str]:
        return self._lines[side].setdefault(pitcher, Counter())

    def _last(self, side: Side) -> str | None:
        """Who of that team pitches or pitched last; the first of its players before anyone has."""
        return self._pitches.get(side, next(iter(self._game.team(side).players or ()), None))

    def _put_right(self, play: ScoredPlay) -> None:
        """Runs and outs that a scorer states are charged to the one who pitches, or pitched last."""
        before, after = play.before, play.after
        if play.happened.outs:
            self._pitches[after.fielding] = after.player(after.fielding)
            self._line(after.fielding, self._pitches[after.fielding])["outs"] += play.happened.outs
        for side in SIDES:
            if runs := after.runs_of(_other(side)) - before.runs_of(_other(side)):
                self._line(side, self._last(side))["r"] += runs
        self._decide(before, after, [])

    def _decide(self, before: Game, after: Game, answers: list[str | None]) -> None:
        """Whoever wins in the end, this may be where he took the lead for good."""
        winner = self._game.winner
        if winner is None:
            return
        lead, loser = _lead(before, winner), _other(winner)
        if lead <= 0 < _lead(after, winner):
            self._won = (self._pitches[winner],) if winner in self._pitches else ()
            self._lost = answers[-lead] if -lead < len(answers) else self._last(loser)

    def _decision(self, side: Side, name: str | None) -> Decision:
        winner = self._game.winner
        if winner is None or _lead(self._game, winner) <= 0:
            return ""
        if side == winner:
            won = self._won or tuple(self._lines[side])[:1]  # the lead was taken before he had pitched
            return "W" if (name,) == won else ""
        return "L" if name == self._lost else ""

    def _charge(self, play: ScoredPlay, pitcher: str | None) -> None:
        """Who answers for each man on base now, by helmet."""
        before, after, were = play.before, play.after, self._charged
        now = {man.helmet for man in after.men}
        left = [were[man.helmet] for man in before.men if man.helmet in were and man.helmet not in now]
        takes_his_place = left[0] if play.happened.result == "FC" and left else pitcher
        self._charged = carried(were, before, after, play.happened, takes_his_place)


def pitching(history: History, plays: Iterable[ScoredPlay]) -> Mapping[Side, tuple[Pitching, ...]]:
    """The pitchers' lines of both teams."""
    mound = Mound(history)
    for play in plays:
        mound.add(play)
    return {side: mound.lines(side) for side in SIDES}


def _other(side: Side) -> Side:
    return "away" if side == "home" else "home"


def _lead(game: Game, side: Side) -> int:
    return game.runs_of(side) - game.runs_of(_other(side))
