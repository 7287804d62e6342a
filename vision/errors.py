"""What can go wrong with vision; each leaf says whose fault it is."""

from __future__ import annotations


class VisionError(Exception):
    """The root of this package's errors."""


class FrameError(VisionError, ValueError):
    """The picture handed in is none: not a BGR uint8 array of shape (height, width, 3) with pixels in it."""


class ModelError(VisionError, OSError):
    """A network's file is missing or unreadable: the installation is broken."""


class PlacesError(VisionError, ValueError):
    """A file of places cannot be used; names the file and the key."""


class MarkersError(VisionError):
    """The stadium's markers cannot be used: covered, out of the picture, or not as printed.

    Attributes:
        off_mm: how far they lie from where they are printed, infinity for nowhere near; None if too few are seen.
        lost: the numbers of those that are not seen, if too few are; of ``total``.
    """

    def __init__(self, text: str, off_mm: float | None = None, *, lost: tuple[int, ...] = (), total: int = 0) -> None:
        super().__init__(text)
        self.off_mm, self.lost, self.total = off_mm, lost, total
