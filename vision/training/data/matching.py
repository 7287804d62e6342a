"""Greedy assignment of detections to labelled tokens, by the intersection over union of their boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Edges: TypeAlias = Sequence[float]
"""Left, top, right and bottom."""

MIN_IOU = 0.3
"""Least intersection over union of two boxes of one token."""


def match_boxes(truths: Sequence[Edges], seen: Sequence[Edges]) -> dict[int, int]:
    """Index in ``truths`` -> index in ``seen`` of its detection; the pairs of greatest overlap first."""
    pairs = [(iou(true, other), at, place) for at, true in enumerate(truths) for place, other in enumerate(seen)]
    found: dict[int, int] = {}
    for share, at, place in sorted(pairs, reverse=True):
        if share >= MIN_IOU and at not in found and place not in found.values():
            found[at] = place
    return found


def iou(one: Edges, other: Edges) -> float:
    """Intersection over union of two boxes, 0 to 1."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    common = max(across, 0.0) * max(down, 0.0)
    return common / max(_area(one) + _area(other) - common, 1e-9)


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])
