"""A panel without LEDs: it keeps what it was last shown, and saves every new picture where it is told to."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from firmware.devices.protocols import check_size
from firmware.errors import DeviceError
from firmware.simulated.faults import Plug
from scoreboard.display import led_picture


class SimulatedPanel:
    """A peer of the real panel.

    Args:
        size: width and height in pixels.
        png_dir: where each new picture is saved as it would look, ``0001.png`` and so on; nowhere when None.

    Attributes:
        picture: what was last shown, dark at first.
        frames: how many pictures were shown.
    """

    def __init__(self, size: tuple[int, int] = (64, 16), png_dir: Path | None = None) -> None:
        self._size = size
        self._png_dir = png_dir
        self._saved = 0
        self._plug = Plug("panel")
        self.frames = 0
        self.picture = Image.new("RGB", size)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    def show(self, picture: Image.Image) -> None:
        """Keep ``picture``; save it if it differs from the one before.

        Raises:
            ValueError: if it is not of the panel's size.
            DeviceError: if it cannot be saved, or the panel is unplugged.
        """
        self._plug.check()
        check_size(picture, self._size)
        changed = self.frames == 0 or picture.convert("RGB").tobytes() != self.picture.tobytes()
        self.picture = picture.convert("RGB")
        self.frames += 1
        if changed and self._png_dir is not None:
            self._save(self._png_dir)

    def opened(self) -> SimulatedPanel:
        """Itself, taken up again after `close`.

        Raises:
            DeviceError: while it is unplugged.
        """
        self._plug.check()
        return self

    def unplug(self) -> None:
        """Pull the panel's plug."""
        self._plug.pulled = True

    def plug_in(self) -> None:
        """Put it back; the next picture is shown."""
        self._plug.pulled = False

    def close(self) -> None:
        """Put the lights out; closing twice is harmless."""
        self.picture = Image.new("RGB", self._size)

    def _save(self, folder: Path) -> None:
        self._saved += 1
        try:
            folder.mkdir(parents=True, exist_ok=True)
            led_picture(self.picture).save(folder / f"{self._saved:04}.png")
        except OSError as error:
            raise DeviceError(f"cannot save the panel's pictures in {folder}: {error.strerror}") from error
