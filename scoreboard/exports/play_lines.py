"""One line of an event file: what a play was, and where it moved everybody, as Retrosheet writes it.

Rule kept here: every move is written out, so that nobody has to know what a play moves by itself. `99` is an out that
the game does not say who made. The form: https://www.retrosheet.org/eventfile.htm.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

BATTER, HOME_BASE = 0, 4
NOBODY: Final = "99"
"""Who made an out, where the game does not say."""
BASE_SIGNS: Final = ("B", "1", "2", "3", "H")
NO_RBI: Final = "(NR)"
NO_PLAY: Final = "NP"
IMPLIED: Final = {"S": 1, "D": 2, "T": 3, "W": 1, "I": 1, "H": 1, "F": 1}
"""The base that the batter has by what the play was, by its first letter; home by a home run."""
OUTS_OF: Final = {base: (("PO", str(base)), ("CS", BASE_SIGNS[base + 1])) for base in (1, 2, 3)}
"""How the out of a runner is written in what the play was."""


@dataclass(slots=True)
class PlayLine:
    """A play as it is written.

    Attributes:
        basic: what it was, such as ``S7``, ``K`` or ``63``.
        slot: of who bats.
        ends_turn: the batter has had his turn with it.
        modifiers: what is said of it, such as ``SF``.
        moves: of whoever moved, by the base where he stood, 0 for the batter: ``-2``, ``-H``, ``X2(64)``.
        placed: who is put on a base before it without a play: the number of his slot, and the base.
        remarks: what is said before it.
        helmet: of who bats, or is put on base, 0 to 3; None for who is invented.
        player: whose turn it is, where the team names its players.
        notes: a scorekeeper's.
    """

    basic: str = ""
    slot: int = 0
    ends_turn: bool = False
    modifiers: list[str] = field(default_factory=list)
    moves: dict[int, str] = field(default_factory=dict)
    placed: tuple[int, int] | None = None
    remarks: list[str] = field(default_factory=list)
    helmet: int | None = None
    player: str | None = None
    notes: list[str] = field(default_factory=list)

    def moved(self, base: int, to: int, *, is_driven_in: bool = True) -> None:
        """Whoever stood there is safe on another base, or home; his run may be nobody's doing."""
        self.moves[base] = f"-{BASE_SIGNS[to]}{NO_RBI if to == HOME_BASE and not is_driven_in else ''}"

    def put_out(self, base: int, by: str = NOBODY, at: int | None = None) -> None:
        """Whoever stood there is out on his way to the next base, or to that one."""
        self.moves[base] = f"X{BASE_SIGNS[base + 1 if at is None else at]}({by})"

    def also(self, basic: str, join: str = "+") -> None:
        """Something more that it was: ``K`` is ``K+SB2`` then, and ``SB3`` is ``SB3;SB2``."""
        self.basic = f"{self.basic}{join}{basic}" if self.basic else basic

    def keep_in_order(self, on_base: Collection[int]) -> None:
        """No two are on one base, and nobody passes anybody, for programs refuse both.

        A half-inning that ends leaves open where the others were, and a house may let runners pass each other.
        """
        ran = sorted(base for base in (*on_base, *([BATTER] if self.ends_turn else [])) if self.safe_at(base))
        reached = [self.safe_at(base) for base in ran]
        apart = _apart(sorted(reached))
        if reached == apart:
            return
        if self.basic.startswith("HR"):
            self.stop_at_third()
        for base, to in zip(ran, apart, strict=True):
            if to != self.safe_at(base):
                self.moved(base, to)

    def safe_at(self, base: int) -> int:
        """The base that whoever stood there has after it, 4 for home; 0 where he is out."""
        if base in self.moves:
            return 0 if self.moves[base][0] == "X" else BASE_SIGNS.index(self.moves[base][1])
        if f"SB{BASE_SIGNS[base + 1]}" in self.basic and base != BATTER:
            return base + 1
        if base != BATTER:
            return 0 if any(f"{out}{sign}(" in self.basic for out, sign in OUTS_OF[base]) else base
        return HOME_BASE if self.basic.startswith("HR") else IMPLIED.get(self.basic[:1], 0)

    def out_at(self, base: int) -> int:
        """The base on the way to which whoever stood there is out; 0 for a batter who is out on none."""
        return BASE_SIGNS.index(self.moves[base][1]) if base in self.moves else base + (base != BATTER)

    def stop_at_third(self) -> None:
        """A home run is a triple, where a half-inning may have no more runs (H2)."""
        self.basic = f"T{self.basic[2:]}"

    def take_run_back(self) -> bool:
        """One who scored was out at home instead; False where nobody scored. A home run is a triple then."""
        scored = [base for base, move in self.moves.items() if move.startswith("-H")]
        if scored:
            self.put_out(min(scored), at=HOME_BASE)
        elif self.basic.startswith("HR"):
            self.stop_at_third()
            self.put_out(BATTER, at=HOME_BASE)
        elif "SBH" in self.basic:
            self.basic = self.basic.replace("SBH", f"CSH({NOBODY})")
        else:
            return False
        return True

    def __str__(self) -> str:
        """``S7/BG.2-H;1X3(75)``."""
        moves = ";".join(f"{BASE_SIGNS[base]}{self.moves[base]}" for base in sorted(self.moves, reverse=True))
        return "/".join((self.basic, *self.modifiers)) + (f".{moves}" if moves else "")


def _apart(reached: list[int]) -> list[int]:
    """Bases in order, each taken by one alone; home by as many as come there."""
    home = [base for base in reached if base == HOME_BASE]
    apart = list[int]()
    for base in reached[: len(reached) - len(home)]:
        apart.append(max(base, apart[-1] + 1 if apart else 1))
    highest = HOME_BASE
    for at in reversed(range(len(apart))):
        highest = apart[at] = min(apart[at], highest - 1)
    return [*apart, *home]
