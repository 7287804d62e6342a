"""The looks at a board at rest, and how well a state of the game explains them.

Method: each place of a look has a likelihood of being empty and of holding a helmet of each team. A look's likelihood,
given a board, is the product over the places of the path and the ball's; no factor is below `FLOOR`, so that no single
place decides, and a place that is not surely seen counts for nothing. Looks at one board at rest err alike, so no more
than `COUNTED` of them weigh.

Rule kept here: evidence is about one board at rest. Anything that stands elsewhere than before begins it again; while a
hand is there it says nothing at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import log
from typing import Literal

from firmware.play.board.expected_board import PATH, REACH, ExpectedBoard
from scoreboard.rules.state import HOME
from vision.board.board_reader import PlaceLikelihood, SeenBoard
from vision.board.marked_places import PlaceName

FLOOR = 0.02
"""The least likelihood of a place: a helmet may be overlooked, or taken for one of the other team."""
BALL = 0.05
"""The least likelihood of where the ball lies: it is a chip that is tossed, too."""
EARLY = 0.05
"""How likely a runner has left before his die fell, of all ways in which a helmet may stand ahead of its place."""
COUNTED = 4
"""Looks at one board at rest that weigh."""
OTHER_SIGN = 0.045
"""How likely a helmet bears another sign than the game's there, for people take the wrong one. Two such decide between
boards that are alike otherwise, one never does."""
MOSTLY = 0.8
"""The share of looks that must have shown a place alike for it to count as seen so."""
Fit = Literal["exact", "early", "no"]
"""A board explains all that is seen; all but a runner who has left before his die fell; or not all."""


@dataclass(frozen=True, slots=True)
class BoardEvidence:
    """The looks at one board at rest.

    Attributes:
        looks: how many there were.
        hand: the last look had a hand over the board, or could not tell.
        counts: in how many of them each place surely was empty, ``""``, or held a helmet of that colour.
        weights: the sum of the logarithms of each place's likelihoods.
        lay: where the ball surely lay, in how many of them.
        sure: what so many looks showed at a place that it counts as seen, ``""`` for nothing.
        last: what the last of them showed at each place that was surely seen.
        signs: the signs that were read on the helmets of the path and the plate, + and -, each with its place.
    """

    looks: int = 0
    hand: bool = False
    counts: Mapping[tuple[PlaceName, str], int] = field(default_factory=Counter)
    weights: Mapping[tuple[PlaceName, str], float] = field(default_factory=dict)
    lay: Mapping[PlaceName, int] = field(default_factory=Counter)
    sure: Mapping[PlaceName, str] = field(default_factory=dict)
    last: Mapping[PlaceName, str] = field(default_factory=dict)
    signs: frozenset[tuple[PlaceName, str]] = frozenset()

    def after(self, seen: SeenBoard) -> BoardEvidence:
        """With one look more."""
        if seen.hand is not False:
            return replace(self, hand=True)
        places: dict[PlaceName, PlaceLikelihood] = {
            name: likelihood for name, likelihood in seen.places.items() if isinstance(name, int)
        }
        now: dict[PlaceName, str] = {
            name: held for name, likelihood in places.items() if (held := likelihood.holds) is not None
        }
        lies = None if seen.ball is None else seen.ball.at
        before = self if self._is_same(now, lies) else BoardEvidence()
        counts, weights, lay = Counter(before.counts), dict(before.weights), Counter(before.lay)
        for name, held in now.items():
            counts[name, held] += 1
            likelihood = places[name]
            for state, share in (("", likelihood.empty), *likelihood.taken.items()):
                weights[name, state] = weights.get((name, state), 0.0) + log(max(FLOOR, share))
        if lies is not None:
            lay[lies] += 1
        looks = before.looks + 1
        sure = {name: held for (name, held), count in counts.items() if count >= MOSTLY * looks}
        read = {(piece.at, piece.sign) for piece in seen.pieces if isinstance(piece.at, int) and piece.sign is not None}
        return BoardEvidence(
            looks, hand=False, counts=counts, weights=weights, lay=lay, sure=sure, last=now, signs=before.signs | read
        )

    def _is_same(self, now: Mapping[PlaceName, str], lies: PlaceName | None) -> bool:
        """Whether the board looks as it did: nothing that is surely seen is elsewhere."""
        moved = any(self.last.get(name, held) != held for name, held in now.items())
        return not moved and (lies is None or not self.lay or self.lay.get(lies, 0) > 0)

    def seen_at(self, place: PlaceName) -> str | None:
        """What surely stands there, ``""`` for nothing; None if that is not sure."""
        return self.sure.get(place)

    def has_other_sign(self, place: int, board: ExpectedBoard) -> bool:
        """Whether a helmet of that board's team stands there with another sign, + or -, than the board has there."""
        read = [sign for at, sign in self.signs if at == place]
        return len(read) == 1 and self.seen_at(place) == board.color and read[0] != board.signs[place]

    @property
    def ball(self) -> PlaceName | None:
        """Where the ball surely lies, by the looks that showed it at a place."""
        count, at = max(((count, at) for at, count in self.lay.items()), default=(0, None), key=lambda each: each[0])
        return at if count and count >= MOSTLY * sum(self.lay.values()) else None

    def places_of(self, color: str) -> frozenset[int]:
        """The places of the path where helmets of that colour surely stand."""
        return frozenset(place for place in PATH if self.seen_at(place) == color)

    def weight(self, board: ExpectedBoard, balls: Collection[PlaceName] = (), *, early: bool = False) -> float:
        """The logarithm of the looks' likelihood, given that board.

        Args:
            board: where the helmets stand.
            balls: where the ball may lie; empty where that tells nothing.
            early: runners have left before their dice fell: their places, old and new, count for nothing.
        """
        left = self.left_early(board) if early else {}
        skipped = {*left, *left.values()}
        each = (self._weight_at(place, board) for place in PATH if place not in skipped)
        counted = min(self.looks, COUNTED)
        total = sum(each) * counted / max(self.looks, 1)
        if balls and self.ball is not None:
            total += log(1 - BALL if self.ball in balls else BALL) * counted
        others = sum(self.has_other_sign(place, board) for place in board.signs if place not in skipped)
        return total + len(left) * log(EARLY) + others * log(OTHER_SIGN)

    def _weight_at(self, place: int, board: ExpectedBoard) -> float:
        return self.weights.get((place, board.color if place in board.taken else ""), 0.0)

    def misfits(self, board: ExpectedBoard) -> frozenset[int]:
        """The places of the path that surely are not as that board has them."""
        wrong = set()
        for place in PATH:
            state = self.seen_at(place)
            if state is not None and state != (board.color if place in board.taken else ""):
                wrong.add(place)
        return frozenset(wrong)

    def shows(self, board: ExpectedBoard) -> bool:
        """Whether every helmet of that board surely stands where it has it, and nothing stands elsewhere."""
        return bool(board.taken) and self.places_of(board.color) == board.taken and not self.misfits(board)

    def fit(self, board: ExpectedBoard) -> Fit:
        """How far that board explains what is seen."""
        wrong = self.misfits(board)
        if not wrong:
            return "exact"
        left = self.left_early(board)
        return "early" if wrong <= {*left, *left.values()} else "no"

    def left_early(self, board: ExpectedBoard) -> dict[int, int]:
        """Runners who have left before their dice fell: where each started, and where he stands now, or is home."""
        left: dict[int, int] = {}
        for start in sorted(board.due, reverse=True):
            if start and self.seen_at(start) != "":
                continue
            ahead = (
                to for to in range(start + 1, start + REACH + 1) if to not in board.taken and to not in left.values()
            )
            stands = next((to for to in ahead if to >= HOME or self.seen_at(to) == board.color), None)
            if stands is not None and (start or stands < HOME):
                left[start] = stands
        return left
