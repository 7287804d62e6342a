"""Four-Dice Baseball, from the clauses alone (``four-dice.md``)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from second_law.innings import Line, State, need
from second_law.tables import TableGame

SIGNS = ["take", "bunt", "steal", "hit-and-run", "no-sign"]
HOME = 4
LENGTHS = {"little-league": 6, "quick": 3, "hard": 9}
"""The options, and how many innings are usual with each."""
FAR = (3, 3, 3)
"""Every man scores."""


class FourDice(TableGame):
    """The side in the field rolls; a roll of four is a pitch, one of one is low or high."""

    copied = (*TableGame.copied, "going")

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.options: list[str] = line.get("options", [])
        self.innings = self.agreed = line.get("innings", min((LENGTHS[one] for one in self.options), default=9))
        self.sign: str | None = None
        self.old: str | None = None
        self.going: list[int] = []
        self.open: str | None = None
        self.again: tuple[Any, list[int]] | None = None
        self.paused: tuple[str, str | None] = ("pitch", None)
        self.begun()

    def begun(self) -> None:
        """In the hard game the opponent, Away, begins with his first batter on second."""
        super().begun()
        if "hard" in self.options and self.side == 0:
            self.men = [2]
        self.sign = self.old = None

    def shorten(self, innings: int) -> None:
        """H5: an appeal judges a pitch of the shorter game."""
        super().shorten(innings)
        if self.again:
            self.again = (self.again[0].shorter(innings), self.again[1])

    # What may be said

    def calls(self) -> list[str]:
        """Signs and a balk before a pitch; an appeal before it and right after it."""
        if self.over:
            return []
        barred = {"hit-and-run"} if self.outs == 2 else set()
        if "little-league" in self.options:
            barred |= {"steal", "hit-and-run"}
        if "quick" in self.options:
            barred |= set(SIGNS)
        before_pitch = [*(sign for sign in SIGNS if sign not in barred), "balk"] if self.phase == "pitch" else []
        doubtful = self.open != "appeal" and (self.sign != self.old or self.again)
        return [*before_pitch, "appeal"] if doubtful else before_pitch

    def on_call(self, line: Line) -> None:
        """One of them."""
        call = line["call"]
        need(call in self.calls(), "not to be called now")
        if call == "appeal":
            self.paused = (self.phase, self.open)
            self.phase, self.open = "low-high", "appeal"
            return
        self.again = None
        if call == "balk":
            self.sign = self.old = None
            self.moved([man + 1 for man in self.men])
            return
        new = None if call == "no-sign" else call
        if new != self.sign:
            self.old, self.sign = self.sign, new

    # What is thrown

    def on_roll(self, line: Line) -> None:
        """A pitch, or a die low or high."""
        values = line["values"]
        need(len(values) == (1 if self.phase == "low-high" else 4), "another number of dice")
        if self.phase == "low-high":
            self.decide(high=values[0] > 3)
        else:
            self.pitch(values)

    def pitch(self, values: list[int]) -> None:
        """Judge the dice with the sign that is on; it is off then, and may be appealed."""
        self.again = None
        before = self.clone()
        sign, old = self.sign, self.old
        before.sign = before.old = old
        self.sign = self.old = None
        self.thrown_with(sorted(values), sign)
        if sign != old and not self.over:
            self.again = (before, values)

    def decide(self, *, high: bool) -> None:
        """The low/high die."""
        why, self.phase, self.open = self.open, "pitch", None
        if why == "appeal":
            self.judge_appeal(high=high)
            return
        self.again = None
        if why == "pop-up":
            if high:
                self.drive(1, FAR if self.outs == 2 else (1, 1, 1))
            else:
                self.outs_of(self.men[:1])
            return
        lead, rest = self.going[0], self.going[1:]
        if not high:
            self.men.remove(lead)
            self.outs += 1
            if self.outs == 3:
                self.half_over()
                return
        self.moved([man + (man in (self.going if high else rest)) for man in self.men])

    def judge_appeal(self, *, high: bool) -> None:
        """High: as it was said; low: as if it had not been."""
        self.phase, self.open = self.paused
        again, self.again = self.again, None
        if high:
            self.old = self.sign
        elif again is None:
            self.sign = self.old
        else:
            self.__dict__ = again[0].clone().__dict__
            self.pitch(again[1])

    # The table

    def thrown_with(self, dice: list[int], sign: str | None) -> None:
        """Category by category, as far as the signs do not say otherwise."""
        counts = Counter(dice)
        faces = sorted(counts, key=lambda face: (-counts[face], face))
        shape = tuple(sorted(counts.values(), reverse=True))
        total = sum(dice)
        if shape == (2, 1, 1) and faces[0] > 2 and "hard" in self.options and self.side == 0:
            total = min(21, total + 1)
        kind = {(4,): "quads", (3, 1): "trips", (2, 2): "pairs", (2, 1, 1): "pair"}.get(shape, "junk")
        if kind == "junk" and dice[3] - dice[0] == 3:
            kind = "series"
        name = f"{faces[0]}{faces[1]}" if kind == "pairs" else str(total if kind == "junk" else faces[0])
        if kind == "pairs" and name in ("33", "34", "35", "36", "45"):
            kind, name = "pair", "3"
        getattr(self, f"with_{(sign or 'no-sign').replace('-', '_')}")(kind, name, total, faces)

    def with_no_sign(self, kind: str, name: str, total: int, faces: list[int]) -> None:
        """The table as it is."""
        getattr(self, f"plain_{kind}")(name, total, faces)

    def plain_junk(self, _name: str, total: int, _faces: list[int]) -> None:
        """Foul, ground out or fly out."""
        if total == 11:
            self.foul()
        elif total <= 15:
            self.outs_of([1] if 1 in self.men else [], home=total <= 14)
        else:
            self.outs_of([], home=True)

    def plain_series(self, name: str, _total: int, _faces: list[int]) -> None:
        """Three singles."""
        second = (2, 2, 2) if self.outs == 2 else (1, 2, 1)
        self.drive(1, {"1": (1, 1, 1), "2": second, "3": (2, 2, 2)}[name])

    def plain_pair(self, name: str, total: int, _faces: list[int]) -> None:
        """By the pair, or by the total."""
        if name == "1" or (name != "2" and total <= 12):
            self.strike()
        elif name == "2" or total <= 15 or total == 17:
            self.ball()
        elif total == 16:
            self.outs_of([])
        else:
            two_outs, fewer = ((2, 2, 2), (1, 1, 1)) if total <= 20 else (FAR, (2, 2, 2))
            self.drive(1, two_outs if self.outs == 2 else fewer)

    def plain_pairs(self, name: str, _total: int, _faces: list[int]) -> None:
        """Those with a row of their own."""
        if name == "12":
            self.wild(self.ball)
        elif name == "26":
            self.pop_up()
        elif name == "46":
            self.drive(1, (2, 2, 2))
        elif name == "56":
            self.drive(2, FAR if self.outs == 2 else (2, 2, 2))
        else:
            self.go_unsigned(self.strike if name[0] == "1" else self.ball)

    def plain_trips(self, name: str, _total: int, faces: list[int]) -> None:
        """Threes and fours by the last die."""
        two, high = self.outs == 2, faces[1] > 3
        pushed = 2 if 1 in self.men else 1
        hits = {
            ("3", True): (1, FAR if two else (1, 1, 1)),
            ("4", True): (2, FAR if two else (2, pushed, 1)),
            **dict.fromkeys((("5", False), ("5", True)), (2, FAR if two else (2, 2, 2))),
            **dict.fromkeys((("6", False), ("6", True)), (2, FAR)),
        }
        if (name, high) in hits:
            self.drive(*hits[name, high])
        elif name == "2":
            self.walk()
        else:
            self.outs_of([2, 1] if name == "3" and {1, 2} <= set(self.men) else [], home=name == "4")

    def plain_quads(self, name: str, _total: int, _faces: list[int]) -> None:
        """The rarest."""
        if name == "1":
            self.outs_of(self.men[:1])
        else:
            self.drive({"2": 2, "3": 3}.get(name, HOME), (2, 2, 2) if name == "2" else FAR)

    def with_take(self, kind: str, name: str, total: int, faces: list[int]) -> None:
        """No swing: balls and strikes."""
        if (kind, name) in {("pairs", "12"), ("trips", "2"), ("quads", "1")}:
            self.with_no_sign(kind, name, total, faces)
        elif (
            (kind == "junk" and total not in range(12, 16))
            or (kind == "pair" and (name in "12" or total in (13, 14, 15, 17)))
            or (kind == "pairs" and name in {"13", "14", "15", "16", "23", "24", "25", "26"})
        ):
            self.ball()
        else:
            self.strike()

    def with_bunt(self, kind: str, name: str, total: int, faces: list[int]) -> None:
        """Bunted fair, mostly."""
        if (kind, name) == ("junk", "11"):
            self.strike()
        elif (kind, name) == ("pairs", "12"):
            self.with_no_sign(kind, name, total, faces)
        elif kind == "quads":
            self.walk()
        elif kind == "pair" and total <= 10:
            self.outs_of([], held=True)
        else:
            self.outs_of([], advance=1)

    def with_steal(self, kind: str, name: str, total: int, faces: list[int]) -> None:
        """All runners go."""
        two_off = ("pairs", "26") == (kind, name) or (kind == "pair" and name > "2" and total == 16)
        scores = {("series", "3"), ("pairs", "46")}
        if kind == "junk" and 12 <= total <= 15:
            self.outs_of([], advance=1)
        elif (kind == "junk" and total > 15) or (kind, name, faces[-1] > 3) == ("trips", "4", False):
            self.outs_of([])
        elif two_off:
            self.outs_of(self.men[:1])
        elif (kind, name) in scores or (kind == "pair" and name > "2" and 18 <= total <= 20):
            self.drive(1, FAR)
        elif (kind, name) == ("pairs", "56"):
            self.drive(2, FAR)
        elif (kind, name) == ("quads", "1"):
            self.pick_off()
        elif (kind, name, faces[-1] > 3) == ("trips", "3", False):
            self.outs_of([2] if 2 in self.men else [], advance=int(2 in self.men))
        elif (kind == "pair" and total != 21) or (kind == "pairs" and name[0] in "12" and name != "12"):
            strikes = name[0] == "1" or (kind == "pair" and name > "2" and total <= 12)
            self.go(self.strike if strikes else self.ball)
        else:
            self.with_no_sign(kind, name, total, faces)

    def with_hit_and_run(self, kind: str, name: str, total: int, faces: list[int]) -> None:
        """The batter swings at anything."""
        threes = kind == "pair" and name > "2"
        if kind == "junk" and 12 <= total <= 15:
            self.drive(1, (1, 1, 1) if 3 in self.men else (1, 2, 1))
        elif (kind == "pair" and (not threes or 13 <= total <= 15)) or (
            kind == "pairs" and name in {"13", "14", "15", "16", "23", "24", "25"}
        ):
            self.outs_of([], advance=1)
        elif threes and total <= 12:
            self.foul()
        elif threes and total == 16:
            self.drive(1, (2, 2, 2) if len(self.men) == 3 else FAR)
        elif threes and total == 17:
            self.outs_of(self.men[:1] if self.outs else self.men[:2])
        elif (kind, name) in {("pairs", "26"), ("trips", "1")}:
            self.outs_of(self.men[:1])
        elif (kind, name) == ("pairs", "12"):
            self.wild(self.strike)
        elif (kind, name) == ("trips", "5"):
            self.drive(2, FAR)
        elif (kind, name) == ("quads", "1"):
            self.drive(HOME, FAR)
        else:
            self.with_no_sign(kind, name, total, faces)

    # What comes of it

    def foul(self) -> None:
        """Not the third strike."""
        if self.strikes < 2:
            self.strikes += 1

    def strike(self) -> None:
        """The third is an out."""
        self.strikes += 1
        if self.strikes == 3:
            self.outs_of([])

    def ball(self) -> None:
        """The fourth is a walk."""
        self.balls += 1
        if self.balls == 4:
            self.walk()

    def walk(self) -> None:
        """Also for one who is hit by the pitch."""
        self.balls = self.strikes = 0
        super().walk()

    def wild(self, count: Any) -> None:  # noqa: ANN401 - a method of this game
        """Runners move one base, and the pitch counts."""
        half = self.side
        self.moved([man + 1 for man in self.men])
        if not self.over and half == self.side:
            count()

    def drive(self, bases: int, advance: tuple[int, int, int]) -> None:
        """A hit; running on the pitch at three and two with two out."""
        more = int((self.balls, self.strikes, self.outs) == (3, 2, 2))
        self.hits[self.side] += 1
        self.balls = self.strikes = 0
        self.moved([man + advance[man - 1] + more for man in self.men] + [bases])

    def outs_of(self, others: list[int], advance: int = 0, *, home: bool = False, held: bool = False) -> None:
        """The batter is out and these men; the others advance, or the man on third comes home, short of three outs."""
        self.balls = self.strikes = 0
        self.outs += 1 + len(others)
        if self.outs >= 3:
            self.half_over()
            return
        left = [man for man in self.men if man not in others]
        if held:
            self.men = self.step_up(left)
            return
        self.moved([man + (1 if home and man == 3 else advance) for man in left])

    def step_up(self, men: list[int]) -> list[int]:
        """A light bunt: the man on third stays, the others advance where the base ahead is free."""
        new: list[int] = []
        for man in men:
            new.append(man if man == 3 or man + 1 in new else man + 1)
        return new

    def pop_up(self) -> None:
        """2266."""
        if self.men:
            self.phase, self.open = "low-high", "pop-up"
        else:
            self.outs_of([])

    def pick_off(self) -> None:
        """The lead runner first, then the batter unless that ends it."""
        if self.men and self.outs == 2:
            self.half_over()
        else:
            self.outs_of(self.men[:1])

    def free_after(self, count: Any) -> list[int] | None:  # noqa: ANN401 - a method of this game
        """Count the pitch; the men whom it did not push, or None if it ended the half-inning."""
        before, half = list(self.men), (self.inning, self.side)
        walked = count == self.ball and self.balls == 3
        count()
        if self.over or (self.inning, self.side) != half:
            return None
        forced = next((base for base in (1, 2, 3) if base not in before), 4)
        return [man for man in before if not walked or man > forced]

    def go(self, count: Any) -> None:  # noqa: ANN401 - a method of this game
        """The Steal sign: the lead runner is thrown at."""
        if free := self.free_after(count):
            self.phase, self.open, self.going = "low-high", "steal", free

    def go_unsigned(self, count: Any) -> None:  # noqa: ANN401 - a method of this game
        """From second with one out, from first unless the man on second stays; nobody throws with a man on third."""
        free = self.free_after(count)
        if not free or "little-league" in self.options:
            return
        third, from_second = 3 in self.men, 2 in free and self.outs == 1 and 3 not in self.men
        going = [2] if from_second else []
        if 1 in free and (2 not in self.men or from_second):
            going.append(1)
        if going and third:
            self.men = sorted((man + (man in going) for man in self.men), reverse=True)
        elif going:
            self.phase, self.open, self.going = "low-high", "steal", going

    # What is pressed and put right

    def on_press(self, line: Line) -> None:
        """D54 with a count; in low-high OUT is low and RUN high."""
        button = line["button"]
        if self.phase == "low-high":
            need(button in ("out", "run"), "a die is due")
            self.decide(high=button == "run")
            return
        need(button in ("ball", "strike", "out", "run", "homerun", "batter"), "nothing to count")
        sign, self.again = self.sign, None
        if button not in ("run", "batter"):
            self.sign = self.old = None
        if button in ("ball", "strike"):
            count = self.ball if button == "ball" else self.strike
            self.go(count) if sign == "steal" else count()
        elif button == "out":
            self.outs_of([])
        elif button == "run":
            self.run()
        elif button == "homerun":
            self.drive(HOME, FAR)
        else:
            self.balls = self.strikes = 0

    def on_set(self, line: Line) -> None:
        """A sign that is not lawful any more is off."""
        need(self.open != "appeal", "the appeal comes first")
        side = self.side
        super().on_set(line)
        self.again = None
        if side != self.side or self.sign not in (None, *self.calls()):
            self.sign = self.old = None

    def set_runners(self, line: Line) -> None:
        """Between plays alone."""
        need(self.phase == "pitch", "in the middle of a play")
        super().set_runners(line)

    def state(self) -> State:
        """With what may be called."""
        return super().state() | {"calls": self.calls()}
