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
    first = 1
    extra_runner = False
    copied: tuple[str, ...] = ("score", "hits")

    def __init__(self, line: Line) -> None:
        self.teams = [line["away"], line["home"]]
        self.house: dict[str, Any] = {"extra_runner": self.extra_runner, "walk_off": True} | line.get("house", {})
        self.innings = self.agreed = line.get("innings", self.innings)
        self.inning, self.side = self.first, 0
        self.outs = self.balls = self.strikes = 0
        self.score, self.hits = [self.house.get(f"{side}_start", 0) for side in SIDES], [0, 0]  # H7
        self.stood = self.score[0]  # what the side at bat had when the half-inning began
        self.counted = 0  # runs of the last throw that count
        self.just: tuple[int, Any] | None = None  # of the inning just finished: its outs, and who batted last
        self.was_cut = False  # `last inning` was said after this moment, to which a line has gone back
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
        if line["type"] == "call" and line["call"] == "last inning":
            return self.cut_short()
        twin = self.followed_by(line)
        if twin.was_cut:
            twin.was_cut = False
            twin.leads_at_the_end()
        return twin

    def followed_by(self, line: Line) -> Self:
        """The game after a line that is of the game."""
        need(not self.over, "the game is over")
        twin = self.met_by(line)
        twin.apply(line)
        return twin

    def met_by(self, line: Line) -> Self:
        """H5: *between* two innings lasts until the next one's first throw, press or call."""
        twin = self.clone()
        if line["type"] != "set":
            twin.just = None
        return twin

    def apply(self, line: Line) -> None:
        """Do what the line says."""
        handler = getattr(self, "on_" + line["type"], None)
        need(handler, "not in this game")
        handler(line)

    # What is not the law's but the scorer's

    def on_end(self, line: Line) -> None:
        """The game ends here, forfeit or called."""
        self.finish(line.get("winner"))

    def on_set(self, line: Line) -> None:
        """A correction stated outright."""
        inning = line.get("inning", self.inning)
        need(inning >= self.first, "before the first inning")
        played = inning - self.first + 1
        need(line.get("innings", self.innings) >= played or "innings" not in line, "fewer innings than played")
        turned = line.get("half", self.half) != self.half
        if turned:
            self.turn_round()
        if turned or "inning" in line:
            self.just = None
        self.inning, self.innings = inning, line.get("innings", self.innings)
        for key in ("balls", "strikes", "outs"):
            setattr(self, key, line.get(key, getattr(self, key)))
        for place, side in enumerate(SIDES):
            self.score[place] = line.get(side, self.score[place])
            self.hits[place] = line.get("hits", {}).get(side, self.hits[place])
        if turned:
            self.stood = self.score[self.side]
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

    @property
    def last(self) -> int:
        """The number of the last inning agreed."""
        return int(self.first + self.innings - 1)

    @property
    def is_last(self) -> bool:
        """The last inning or an extra one."""
        return self.inning >= self.last

    def room(self) -> int:
        """H2: how many runs this half-inning may still have."""
        if "cap" not in self.house or (self.is_last and not self.house.get("cap_last")):
            return 9999
        return max(0, int(self.house["cap"]) - (self.score[self.side] - self.stood))

    def add(self, runs: int) -> None:
        """So many runs, as far as they count."""
        self.counted = min(runs, self.room())
        self.score[self.side] += self.counted

    def mercy(self) -> bool:
        """H1: one side leads by so many, late enough in the game."""
        least = self.house.get("mercy_from") or min(5, self.innings)
        lead = abs(self.score[0] - self.score[1])
        return "mercy" in self.house and self.inning - self.first + 1 >= least and lead >= self.house["mercy"]

    def walked_off(self) -> bool:
        """D8, H1, H2: after a run, whether the game or the half-inning ends at once."""
        leads = self.side == 1 and self.leader() == "home"
        won = leads and ((self.is_last and self.house["walk_off"]) or self.mercy()) and self.counted > 0
        if not won and self.room():
            return False
        self.last_run()
        if won:
            self.finish("home")
        else:
            self.half_over(self.outs)
        return True

    def last_run(self) -> None:
        """A run ends the half-inning or the game."""

    def half_over(self, outs: int = 3) -> None:
        """D7 to D9: the other half, the next inning or the end of the game."""
        self.cleared()
        self.balls = self.strikes = 0
        if self.ended_with_half():
            self.outs = outs
            self.finish(self.leader())
            return
        self.just = (outs, getattr(self, "batter", None)) if self.side else None
        self.outs, self.phase = 0, "pitch"
        self.inning += self.side
        self.side = 1 - self.side
        self.stood = self.score[self.side]
        self.begun()

    def ended_with_half(self) -> bool:
        """D8, D9, H1, H3: the half-inning was the last."""
        if not self.side:
            return self.leader() == "home" and (self.is_last or self.mercy())
        if self.leader():
            return self.is_last or self.mercy()
        return "tie_after" in self.house and self.inning >= self.last + self.house["tie_after"]

    def second_taken(self) -> bool:
        """D9, H4: a half-inning of this inning begins with a man on second."""
        late = self.inning - self.last >= self.house.get("extra_runner_from", 1)
        return late and bool(self.house["extra_runner"])

    # The last inning (H5)

    def cut_short(self) -> Self:
        """`last inning`: the one in play, or between two the one just finished."""
        between = self.just is not None
        number = self.inning - between
        need(not self.over and number < self.last, "it is no shorter")
        twin = self.clone()
        twin.shorten(number - self.first + 1)
        if not between:
            twin.leads_at_the_end()
            return twin
        twin.inning, twin.side = number, 1
        if twin.ended_with_half():
            twin.shown_finished()
            return twin
        twin.inning, twin.side, twin.just = self.inning, 0, None
        if twin.second_taken():
            twin.man_on_second()
        return twin

    def shorten(self, innings: int) -> None:
        """So many innings, also for what a later line may go back to."""
        self.innings = innings

    def shorter(self, innings: int) -> Self:
        """An earlier moment, of which `last inning` was said later."""
        twin = self.clone()
        twin.shorten(innings)
        twin.was_cut = True
        return twin

    def leads_at_the_end(self) -> None:
        """If Home leads in the bottom half in which it is said, the game is over with it."""
        if self.side and self.is_last and self.leader() == "home" and self.house["walk_off"] and not self.over:
            self.cut_off("home")

    def shown_finished(self) -> None:
        """The game ended with the inning just finished, which is shown."""
        self.outs, _ = self.just or (3, None)
        self.balls = self.strikes = 0
        self.bare()
        self.cut_off(self.leader())

    def cut_off(self, winner: str | None) -> None:
        """The call has ended the game."""
        self.finish(winner)

    def bare(self) -> None:
        """Nobody is on base, as after a half-inning."""

    def man_on_second(self) -> None:
        """The inning that has begun is an extra one: a man on second, unless somebody stands on a base."""

    def cleared(self) -> None:
        """The men leave the bases."""

    def begun(self) -> None:
        """A half-inning begins."""

    def state(self) -> State:
        """The state line, but what is said."""
        state = {key: getattr(self, key) for key in ("inning", "half", "balls", "strikes", "outs", "phase", "over")}
        state |= {"away": self.score[0], "home": self.score[1], "hits": dict(zip(SIDES, self.hits, strict=True))}
        state |= {"ball": "Z1", "options": [], "calls": [], "chase": False}
        state |= {"innings": self.innings} if self.innings != self.agreed else {}
        return state | ({"winner": self.winner} if self.over else {})
