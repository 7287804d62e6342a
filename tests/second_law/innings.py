"""What every game has in common: innings, outs, the score, corrections and the end. Written from the clauses alone."""

from __future__ import annotations

import copy
from typing import Any, Self

Line = dict[str, Any]
State = dict[str, Any]
SIDES = ("away", "home")
BASES = (6, 12, 18)


class Refused(Exception):  # noqa: N818 - it is the law's word
    """The law does not allow this line at this moment."""


def need(allowed: object, why: str) -> None:
    """Refuse the line unless ``allowed``."""
    if not allowed:
        raise Refused(why)


class Innings:
    """A game of halves and outs; `judged` gives the game after a line and leaves the one before as it was."""

    innings = 9
    extra_runner = False
    copied: tuple[str, ...] = ("score", "hits")

    def __init__(self, line: Line) -> None:
        self.teams = [line["away"], line["home"]]
        self.innings = line.get("innings", self.innings)
        self.inning, self.side = 1, 0
        self.outs = self.balls = self.strikes = 0
        self.score, self.hits = [0, 0], [0, 0]
        self.phase, self.over = "pitch", False
        self.winner: str | None = None

    def clone(self) -> Self:
        """A game that may be changed without changing this one."""
        twin = copy.copy(self)
        for name in self.copied:
            setattr(twin, name, copy.copy(getattr(self, name)))
        return twin

    def judged(self, line: Line) -> Self:
        """The game after this line; raises `Refused`."""
        if line["type"] == "expect":
            return self
        need(not self.over, "the game is over")
        twin = self.clone()
        twin.apply(line)
        return twin

    def apply(self, line: Line) -> None:
        """Do what the line says."""
        said = getattr(self, "on_" + line["type"], None)
        need(said, "not in this game")
        said(line)

    # What is not the law's but the scorer's

    def on_end(self, line: Line) -> None:
        """The game ends here, forfeit or called."""
        self.finish(line.get("winner"))

    def on_set(self, line: Line) -> None:
        """A correction stated outright."""
        inning = line.get("inning", self.inning)
        need(line.get("innings", self.innings) >= inning or "innings" not in line, "fewer innings than played")
        if line.get("half", self.half) != self.half:
            self.turn_round()
        self.inning, self.innings = inning, line.get("innings", self.innings)
        for key in ("balls", "strikes", "outs"):
            setattr(self, key, line.get(key, getattr(self, key)))
        for place, side in enumerate(SIDES):
            self.score[place] = line.get(side, self.score[place])
            self.hits[place] = line.get("hits", {}).get(side, self.hits[place])
        if "runners" in line:
            self.set_runners(line)

    def set_runners(self, line: Line) -> None:
        """Men on these places."""
        raise NotImplementedError

    def turn_round(self) -> None:
        """The other team bats; who stands where stays."""
        self.side = 1 - self.side

    # Innings

    @property
    def half(self) -> str:
        """``top`` or ``bottom``."""
        return ("top", "bottom")[self.side]

    def finish(self, winner: str | None) -> None:
        """Nothing more counts."""
        self.phase, self.over, self.winner = "over", True, winner

    def leader(self) -> str | None:
        """Who leads; nobody in a tie."""
        away, home = self.score
        return None if away == home else SIDES[home > away]

    def walked_off(self) -> bool:
        """D8: the bottom of the last inning, or of an extra one, ends at once when Home leads."""
        if self.side and self.inning >= self.innings and self.leader() == "home":
            self.finish("home")
        return self.over

    def half_over(self) -> None:
        """D7 to D9: the other half, the next inning or the end of the game."""
        self.cleared()
        self.balls = self.strikes = 0
        last = self.inning >= self.innings
        if last and (self.leader() == "home" or (self.side and self.leader())):
            self.outs = 3
            self.finish(self.leader())
            return
        self.outs, self.phase = 0, "pitch"
        self.inning += self.side
        self.side = 1 - self.side
        self.begun()

    def cleared(self) -> None:
        """The men leave the bases."""

    def begun(self) -> None:
        """A half-inning begins."""

    def state(self) -> State:
        """The state line, but what is said."""
        state = {key: getattr(self, key) for key in ("inning", "half", "balls", "strikes", "outs", "phase", "over")}
        state |= {"away": self.score[0], "home": self.score[1], "hits": dict(zip(SIDES, self.hits, strict=True))}
        state |= {"ball": "Z1", "options": [], "calls": [], "chase": False}
        return state | ({"winner": self.winner} if self.over else {})
