"""How a house plays: every ruling of the law, named, in one place.

Rule kept here: where the maker's manual is silent or contradicts itself, the law carries a **(ruling)**, and each
ruling is a field below, so that a family that plays it otherwise can see it and change it:
``start(setup, house=HouseRules(walk_off=False))``.

The two levels of Diamante are two values of one type. What sets Major League apart is data here (what a helmet adds to
a throw); its own rulings (D5, D20, D42, D46, D50) join as fields together with the functions that keep them.
"""

from __future__ import annotations

from msgspec import Struct

from scoreboard.rules.events import Helmet


class HouseRules(Struct, frozen=True, kw_only=True):
    """What a house may decide for itself.

    Attributes:
        plus: what a + helmet adds to each of its batting and running throws (D16); nothing in Amateur.
        minus: likewise for a - helmet.
        walk_off: the home half of the last inning is not played if Home leads, and ends at once when Home takes the
            lead (D8). Ruled so because baseball does.
        stranded_must_run: a runner between bases must throw when his turn comes (D27). Ruled so because otherwise
            both sides could wait for ever.
        passing_is_out: a runner who passes a teammate, or runs through the ball's place, is out (D30).
    """

    plus: int = 0
    minus: int = 0
    walk_off: bool = True
    stranded_must_run: bool = True
    passing_is_out: bool = True

    def modified(self, helmet: Helmet, value: int) -> int:
        """The number that a throw of this helmet counts (D16)."""
        return value + {"+": self.plus, "": 0, "-": self.minus}[helmet]


AMATEUR = HouseRules()
