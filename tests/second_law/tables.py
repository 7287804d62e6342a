"""The four table games, from the clauses alone (``table-games.md``)."""

from __future__ import annotations

from typing import ClassVar

from second_law.innings import BASES, Innings, Line, State, need


class TableGame(Innings):
    """Men are counted by bases: 1, 2 and 3."""

    dice = 1
    copied = (*Innings.copied, "men")

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.men: list[int] = []

    def on_roll(self, line: Line) -> None:
        """A throw of the dice."""
        need(len(line["values"]) == self.dice, "another number of dice")
        self.thrown(sorted(line["values"]))

    def thrown(self, dice: list[int]) -> None:
        """What the throw means."""
        raise NotImplementedError

    def on_press(self, line: Line) -> None:
        """D54, the table games' column; they count neither balls nor strikes."""
        pressed = {"out": self.out, "run": self.run, "homerun": lambda: self.hit(4), "batter": lambda: None}
        need(line["button"] in pressed, "nothing to count")
        pressed[line["button"]]()

    def set_runners(self, line: Line) -> None:
        """Men stand on bases only."""
        need(all(place in BASES for place in line["runners"]), "men stand on bases")
        self.men = sorted((place // 6 for place in line["runners"]), reverse=True)

    def cleared(self) -> None:
        """The bases are empty."""
        self.men = []

    def bare(self) -> None:
        """Likewise."""
        self.men = []

    def begun(self) -> None:
        """H4: a man on second, where the house has it so."""
        self.men = [2] if self.second_taken() else []

    def man_on_second(self) -> None:
        """Likewise, later."""
        self.men = self.men or [2]

    def moved(self, men: list[int]) -> None:
        """Those past third score, all of one throw."""
        runs = sum(man > 3 for man in men)
        self.add(runs)
        self.men = sorted((man for man in men if man <= 3), reverse=True)
        if runs:
            self.walked_off()

    def hit(self, bases: int, advance: int = 0) -> None:
        """The batter takes ``bases``, each man as many unless said otherwise."""
        self.hits[self.side] += 1
        self.balls = self.strikes = 0
        self.moved([man + (advance or bases) for man in self.men] + [bases])

    def walk(self) -> None:
        """Only the unbroken chain from first moves."""
        forced = next((base for base in (1, 2, 3) if base not in self.men), 4)
        self.moved([man + (man < forced) for man in self.men] + [1])

    def out(self, gone: int | None = None, advance: int = 0, *, batter_on: bool = False) -> None:
        """The batter is out, or with ``batter_on`` the man ``gone`` for him; on the third out nothing else counts."""
        self.balls = self.strikes = 0
        self.outs += 1 if gone is None or batter_on else 2
        if self.outs >= 3:
            self.half_over()
            return
        self.moved([man + advance for man in self.men if man != gone])

    def run(self) -> None:
        """The man nearest home scores; with the bases empty a run is added."""
        self.moved([4, *self.men[1:]])

    def state(self) -> State:
        """The dice are always due."""
        return super().state() | {"runners": [6 * man for man in self.men], "awaits": None if self.over else "dice"}


class OneDie(TableGame):
    """One die."""

    def thrown(self, dice: list[int]) -> None:
        """1 to 4 are hits, 5 puts one more out than the batter, 6 the batter."""
        value = dice[0]
        if value <= 4:
            self.hit(value)
        elif value == 6:
            self.out()
        else:
            second = {(3, 2, 1): 1, (2, 1): 2, (3, 1): 1, (1,): 1, (2,): 2, (3,): 3}
            self.out(second.get(tuple(self.men)))


class TwoDice(TableGame):
    """Two dice, added up."""

    dice = 2

    def thrown(self, dice: list[int]) -> None:
        """The sum tells."""
        total = sum(dice)
        if bases := {2: 4, 12: 4, 3: 3, 4: 1, 10: 1, 11: 2}.get(total):
            self.hit(bases)
        elif dice == [4, 4]:
            self.walk()
        elif total == 7:
            self.out(self.men[0] if self.men else None)
        else:
            self.out(advance=int(total == 5))


class ThreeDice(TableGame):
    """Three dice."""

    dice = 3

    def second_taken(self) -> bool:
        """H4: never here."""
        return False

    def thrown(self, dice: list[int]) -> None:
        """A run for every 1; a throw without one ends the half-inning."""
        if 1 in dice:
            self.add(dice.count(1))
            self.walked_off()
        else:
            self.half_over()


class DiceBaseball(TableGame):
    """Two dice, a table."""

    dice = 2
    hits_of: ClassVar = {(1, 1): (4, 4), (6, 6): (4, 4), (1, 2): (2, 2), (5, 5): (2, 2), (1, 6): (1, 2), (2, 5): (1, 1)}

    def thrown(self, dice: list[int]) -> None:
        """Look the throw up."""
        pair = (dice[0], dice[1])
        if pair == (3, 4):
            self.hit(3)
        elif pair in self.hits_of:
            self.hit(*self.hits_of[pair])
        elif pair in {(1, 4), (3, 3), (4, 4)}:
            self.walk()
        elif pair == (2, 2):
            self.out(self.men[0] if self.men else None)
        elif pair == (2, 3):
            self.ground_out()
        else:
            self.out(advance=int(pair in {(3, 5), (5, 6)}))

    def ground_out(self) -> None:
        """2-3: the lead forced man is out and the batter on first, or the batter where no runner is forced."""
        if 1 not in self.men:
            self.out()
            return
        forced = next((base for base in (1, 2, 3) if base not in self.men), 4) - 1
        self.out(forced, batter_on=True)
        if self.outs in (1, 2):
            self.men = sorted([man + (man < forced) for man in self.men] + [1], reverse=True)
