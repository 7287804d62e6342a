"""A trained network on disk as a plain function. The only place that touches ``cv2.dnn``."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.errors import ModelError
from vision.views import Blob

MODEL_FOLDER = Path(__file__).parent / "model"


class Network:
    """One ONNX file, loaded once. Not for two threads at a time: the library keeps its inputs inside the network.

    Args:
        name: of the file in ``folder``, without its ending.
        folder: where the networks are.

    Raises:
        ModelError: the file is missing or is no network.
    """

    def __init__(self, name: str, folder: Path = MODEL_FOLDER) -> None:
        path = folder / f"{name}.onnx"
        if not path.is_file():
            raise ModelError(f"{path} is missing: install the eyes again")
        try:
            self._net = cv2.dnn.readNetFromONNX(str(path))
        except cv2.error as error:
            raise ModelError(f"{path} is damaged: install the eyes again") from error

    def __call__(self, blob: Blob) -> Blob:
        """The network's answer to ``blob`` of shape (N, 3, height, width), as (N, channels, rows, columns)."""
        self._net.setInput(blob)
        return np.asarray(self._net.forward(), np.float32)

    def flow(self, blob: Blob, layer: str) -> Blob:
        """What leaves an inner layer, ``lit0`` being the first, for ``blob`` as above."""
        self._net.setInput(blob)
        return np.asarray(self._net.forward(layer), np.float32)
