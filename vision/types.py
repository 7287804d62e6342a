"""The arrays and boxes that all of `vision` shares: what they hold and in which units.

A camera gives two streams of one scene. A *frame* is of the small one, watched one after the other; a *still* is of the
large one, taken when there is something to read. What is read may be any *picture*: a still, a part of one, a photo.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Frame: TypeAlias = npt.NDArray[np.uint8]
"""A picture of any size, BGR, shape (height, width, 3)."""
Mask: TypeAlias = npt.NDArray[np.uint8]
"""One number a pixel, shape (height, width): 0 and 1 or 0 and 255, or a count of frames up to 255."""
Flags: TypeAlias = npt.NDArray[np.bool_]
"""True or false a pixel, shape (height, width)."""
Floats: TypeAlias = npt.NDArray[np.floating[Any]]
"""Probabilities, colours, embeddings: real numbers of any precision and shape."""
Integers: TypeAlias = npt.NDArray[np.int64]
"""Class indices and pixel coordinates, any shape."""
Tensor: TypeAlias = npt.NDArray[np.float32]
"""A network's input or output, shape (N, channels, height, width)."""
Matrix: TypeAlias = npt.NDArray[np.float64]
"""A linear or affine map, shape (2, 2), (2, 3) or (3, 3)."""
Points: TypeAlias = npt.NDArray[np.float64]
"""Points or directions in a row, shape (N, 2) in pixels or millimetres, or (N, 3) in space."""
Contour: TypeAlias = npt.NDArray[np.int32]
"""Corners of a polygon in pixels, as OpenCV has them, shape (N, 1, 2)."""
Point: TypeAlias = tuple[float, float]
"""x, y in pixels of a picture, or in millimetres of the stadium."""


class Box(NamedTuple):
    """An upright rectangle of whole pixels, as OpenCV's Rect; it may reach out of the picture."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def from_edges(cls, left: float, top: float, right: float, bottom: float) -> Box:
        """The box between these edges, cut to whole pixels; the right and the bottom edge lie just outside."""
        x, y = int(left), int(top)
        return cls(x, y, int(right) - x, int(bottom) - y)

    @classmethod
    def around(cls, boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all ``boxes``, of which there is at least one."""
        lefts, tops, rights, bottoms = zip(*(box.edges for box in boxes), strict=True)
        return cls.from_edges(min(lefts), min(tops), max(rights), max(bottoms))

    @property
    def right(self) -> int:
        """X of the first column right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """Y of the first row below it."""
        return self.y + self.height

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom."""
        return self.x, self.y, self.right, self.bottom

    @property
    def centre(self) -> Point:
        """x, y of its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def size(self) -> int:
        """The longer side."""
        return max(self.width, self.height)

    @property
    def slices(self) -> tuple[slice, slice]:
        """Its rows and columns, to index a picture with; what reaches out of the picture is left out."""
        return slice(max(self.y, 0), max(self.bottom, 0)), slice(max(self.x, 0), max(self.right, 0))

    def shifted(self, x: int, y: int) -> Box:
        """The box, so many pixels farther right and farther down."""
        return Box(self.x + x, self.y + y, self.width, self.height)

    def expanded(self, margin: int) -> Box:
        """The box with so many pixels more on every side."""
        return Box(self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin)

    def clipped(self, picture: npt.NDArray[Any]) -> Box:
        """The part in ``picture``, shape (height, width, …); empty, at the edge, if all of it lies outside."""
        height, width = picture.shape[:2]
        left, right = (min(max(x, 0), width) for x in (self.x, self.right))
        top, bottom = (min(max(y, 0), height) for y in (self.y, self.bottom))
        return Box.from_edges(left, top, right, bottom)

    def overlaps(self, other: Box) -> bool:
        """Whether both have pixels in common."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def contains(self, point: Point) -> bool:
        """Whether a point lies in it or on its edge."""
        return self.x <= point[0] <= self.right and self.y <= point[1] <= self.bottom
