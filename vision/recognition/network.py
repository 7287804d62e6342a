"""A trained network on disk as a plain function. The only module that touches ``cv2.dnn``."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np

from vision.errors import ModelError
from vision.types import Tensor

MODEL_FOLDER = Path(__file__).parents[1] / "model"
ANSWER, FEATURES = "answer", "features"
"""Outputs of every ONNX file (`training.networks.architecture`): scores, and the penultimate layer's activations."""
ENGINE = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
"""Which of OpenCV 5's two: the new one is slower for such chains, and takes four times the memory."""
BATCH_SIZE = 16
"""Most inputs of one forward pass: the library's working memory grows with their number."""


class OnnxNetwork:
    """One ONNX file, ``name.onnx`` in ``folder``. Not for two threads at a time: the library keeps its inputs.

    Attributes:
        sha256: of the file, in hexadecimal.

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
        # Winograd's convolution rounds otherwise on each kind of processor. Without it a Pi's answers are a PC's, bit
        # for bit, and what is proved on the one holds on the other. It costs 3 to 11 % of the time (docs/vision).
        self._net.enableWinograd(False)
        self.sha256 = sha256(path.read_bytes()).hexdigest()

    def __call__(self, inputs: Tensor) -> Tensor:
        """The network's scores for ``inputs`` of shape (N, 3, height, width), as (N, channels, rows, columns)."""
        starts = range(0, max(len(inputs), 1), BATCH_SIZE)
        parts = [self._forward(inputs[start : start + BATCH_SIZE], ANSWER) for start in starts]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def features(self, inputs: Tensor) -> Tensor:
        """The penultimate layer's activations, shape (N, D)."""
        return self._forward(inputs, FEATURES).reshape(len(inputs), -1)

    def _forward(self, inputs: Tensor, output: str) -> Tensor:
        self._net.setInput(inputs)
        return np.asarray(self._net.forward(output), np.float32)
