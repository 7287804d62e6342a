"""A panel that turned out to be strung otherwise than it was opened for, shown right without opening it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from firmware.devices.protocols import check_size

if TYPE_CHECKING:
    from firmware.devices.protocols import Panel


class Rearranged(NamedTuple):
    """What a panel is to be shown so that another picture appears on it.

    Attributes:
        pixels: for each of its pixels, row by row, which one of the picture.
        channels: for each of its colours, red, green and blue, which one of the picture.
    """

    pixels: NDArray[np.intp]
    channels: tuple[int, int, int] = (0, 1, 2)

    def of(self, picture: Image.Image) -> Image.Image:
        """What it is to be shown for this picture."""
        shown = np.asarray(picture.convert("RGB"))
        return Image.fromarray(shown.reshape(-1, 3)[self.pixels][:, list(self.channels)].reshape(shown.shape))


class RestrungPanel:
    """A panel whose pictures may be rearranged; satisfies `firmware.devices.protocols.Panel`.

    Attributes:
        rearranged: how; None for as they are.
        is_lit: whether it has taken a picture.
    """

    def __init__(self, panel: Panel) -> None:
        self._panel, self.size = panel, panel.size
        self.rearranged: Rearranged | None = None
        self.is_lit = False

    def show(self, picture: Image.Image) -> None:
        """Light the panel with ``picture``; see `Panel.show`."""
        check_size(picture, self.size)
        self._panel.show(picture if self.rearranged is None else self.rearranged.of(picture))
        self.is_lit = True

    def close(self) -> None:
        """Put the lights out and release the panel."""
        self._panel.close()
