"""Which of what was seen is which of what lies there: dice that touch must not be taken for each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Edges: TypeAlias = Sequence[float]
"""Left, top, right and bottom."""

MIN_IOU = 0.3
"""Share of two boxes' common ground in the ground that both cover, below which they are not of one thing."""


def match_boxes(truths: Sequence[Edges], seen: Sequence[Edges]) -> dict[int, int]:
    """Place in ``truths`` -> place in ``seen`` of what lies there; the pairs that share most go first."""
    pairs = [(iou(true, other), at, place) for at, true in enumerate(truths) for place, other in enumerate(seen)]
    found: dict[int, int] = {}
    for share, at, place in sorted(pairs, reverse=True):
        if share >= MIN_IOU and at not in found and place not in found.values():
            found[at] = place
    return found


def iou(one: Edges, other: Edges) -> float:
    """What two boxes have in common over what both cover, 0 to 1."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    common = max(across, 0.0) * max(down, 0.0)
    return common / max(_area(one) + _area(other) - common, 1e-9)


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])
