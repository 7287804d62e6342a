"""One still, as all stages after segmentation see it: its picture, its scale, its crops, where each token is in it.

Rule kept here: what belongs to one still is computed here and nowhere else, and dropped with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vision.tracking.association import Token
from vision.tracking.background import WORKING_WIDTH, Blob
from vision.tracking.table_geometry import TableGeometry
from vision.types import Box, Frame, Point

BLOB_MARGIN = 3.0
"""Working pixels around a blob that belong to it: a shadow's edge, half a die."""


@dataclass(frozen=True, slots=True, eq=False)
class StillView:
    """One still, how it lies over the table, and the blobs of the frame that have come to rest and are to be read."""

    picture: Frame
    geometry: TableGeometry
    blobs: tuple[Blob, ...] = ()

    @property
    def zoom(self) -> float:
        """Pixels of the still a pixel of the small stream, at its working width."""
        width: int = self.picture.shape[1]
        return width / WORKING_WIDTH

    def box_of(self, token: Token) -> Box:
        """Where it is seen in the still."""
        (x, y), (_, _, width, height) = self.geometry.pixel(token), token.reading.box
        return Box(int(x - width / 2), int(y - height / 2), width, height)

    def boxes(self, tokens: Iterable[Token]) -> list[Box]:
        """Where each is seen in the still."""
        return [self.box_of(token) for token in tokens]

    def crop_around_blob(self, blob: Blob) -> Box:
        """What of the still is shown of a blob: it may reach out of the picture."""
        left, top, right, bottom = self._edges(blob, self._margin_share * WORKING_WIDTH)
        return Box.from_edges(left, top, int(right) + 1, int(bottom) + 1)

    def crop_around(self, box: Box) -> Box:
        """What of the still is shown of what lies in ``box``."""
        return box.expanded(round(self._margin_share * self.picture.shape[1]))

    def in_still(self, box: Box) -> Box:
        """Where a box of the small stream lies in the still."""
        return Box(*(round(side * self.zoom) for side in box))

    def in_stream(self, box: Box) -> Box:
        """Where a box of the still lies in the small stream."""
        return Box(*(round(side / self.zoom) for side in box))

    def tokens_under(self, blob: Blob, tokens: Iterable[Token]) -> list[Token]:
        """Those whose middle lies in the blob, or just beside it."""
        return [token for token in tokens if self._covers(blob, self.geometry.pixel(token))]

    def blobs_over(self, token: Token) -> list[Blob]:
        """Those of the ``blobs`` in or just beside which the middle of ``token`` lies."""
        return self._blobs_at(self.geometry.pixel(token))

    def frames_still(self, box: Box) -> int:
        """Frames since anything moved in the ``blobs`` at a box of the still; 0 if there is none."""
        return min((blob.frames_still for blob in self._blobs_at(box.centre)), default=0)

    def _blobs_at(self, pixel: Point) -> list[Blob]:
        return [blob for blob in self.blobs if self._covers(blob, pixel)]

    def _covers(self, blob: Blob, pixel: Point) -> bool:
        left, top, right, bottom = self._edges(blob, BLOB_MARGIN)
        return left <= pixel[0] <= right and top <= pixel[1] <= bottom

    def _edges(self, blob: Blob, margin: float) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in the still of a blob with so many working pixels around it."""
        (left, top, right, bottom), zoom = blob.box.edges, self.zoom
        return (left - margin) * zoom, (top - margin) * zoom, (right + margin) * zoom, (bottom + margin) * zoom

    @property
    def _margin_share(self) -> float:
        height, width = self.picture.shape[:2]
        return self.geometry.margin_share((width, height))
