"""A panel whose last picture is held, so that the pages show what the table sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

    from firmware.devices.protocols import Panel


class MirroredPanel:
    """A panel and its last picture; satisfies `firmware.devices.protocols.Panel`.

    Args:
        panel: to be lit; None where the pages alone show it.
        size: of the pictures.
    """

    def __init__(self, panel: Panel | None, size: tuple[int, int]) -> None:
        self._panel, self.size = panel, size
        self.last: Image.Image | None = None

    def show(self, picture: Image.Image) -> None:
        """Light the panel with ``picture``, and hold it."""
        self.last = picture
        if self._panel is not None:
            self._panel.show(picture)

    def close(self) -> None:
        """Give the panel back; closing twice is harmless."""
        if self._panel is not None:
            self._panel.close()
