"""A trained network on disk as a plain function. The only place that touches ``cv2.dnn``."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np

from vision.errors import ModelError
from vision.views import Blob

MODEL_FOLDER = Path(__file__).parent / "model"
LAYERS = rb"lit(\d+)"
"""How `vision.training.nets` names what each layer but the last hands on."""
ENGINE = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
"""Which of OpenCV 5's two: for such chains its new one takes a fifth to a half longer, and four times the memory."""
AT_ONCE = 16
"""Views shown to a network together: what the library works in grows with their number, to 24 MB for a hundred."""


class Network:
    """One ONNX file, loaded once. Not for two threads at a time: the library keeps its inputs inside the network.

    Args:
        name: of the file in ``folder``, without its ending.
        folder: where the networks are.

    Attributes:
        fingerprint: tells this file from any other.

    Raises:
        ModelError: the file is missing or is no network.
    """

    def __init__(self, name: str, folder: Path = MODEL_FOLDER) -> None:
        path = folder / f"{name}.onnx"
        if not path.is_file():
            raise ModelError(f"{path} is missing: install the eyes again")
        try:
            self._net = cv2.dnn.readNetFromONNX(str(path), **ENGINE)
        except cv2.error as error:
            raise ModelError(f"{path} is damaged: install the eyes again") from error
        content = path.read_bytes()
        self.fingerprint = sha256(content).hexdigest()[:16]
        self._last_but_one = f"lit{max((int(place) for place in re.findall(LAYERS, content)), default=0)}"

    def __call__(self, blob: Blob) -> Blob:
        """The network's answer to ``blob`` of shape (N, 3, height, width), as (N, channels, rows, columns)."""
        parts = [self._answer(blob[at : at + AT_ONCE]) for at in range(0, max(len(blob), 1), AT_ONCE)]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def features(self, blob: Blob) -> Blob:
        """What the last layer but one makes of ``blob``: what was seen, before it is given a name; shape (N, D)."""
        self._net.setInput(blob)
        names: list[str] = list(self._net.getLayerNames())  # OpenCV 4 puts a word of its own before the file's names
        name = next((name for name in names if name.endswith(f"!{self._last_but_one}")), self._last_but_one)
        return np.asarray(self._net.forward(name), np.float32).reshape(len(blob), -1)

    def _answer(self, blob: Blob) -> Blob:
        self._net.setInput(blob)
        return np.asarray(self._net.forward(), np.float32)
