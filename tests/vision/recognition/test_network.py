"""A network answers as many views as it is shown, and works on few of them at a time."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from vision.recognition.network import ANSWER, BATCH_SIZE, ENGINE, MODEL_FOLDER, OnnxNetwork


class Counting:
    """A network of the library's that notes how many views it is shown at a time."""

    def __init__(self, net: Any) -> None:  # noqa: ANN401 - the library has no type for it that can be subclassed
        self._net, self.shown = net, list[int]()

    def setInput(self, blob: np.ndarray) -> None:  # noqa: N802 - the library's name
        """Note it."""
        self.shown.append(len(blob))
        self._net.setInput(blob)

    def forward(self, output: str) -> np.ndarray:
        """Answer."""
        return np.asarray(self._net.forward(output))


def views(count: int) -> np.ndarray:
    """So many of them, all different."""
    return np.random.default_rng(1).normal(size=(count, 3, 32, 32)).astype(np.float32)


def test_a_hundred_views_are_answered_few_at_a_time() -> None:
    """A full table is sighted ninety times over; shown at once it takes 24 MB more than the appliance has to spare."""
    network = OnnxNetwork("close")
    network._net = counting = Counting(network._net)
    answers = network(views(100))
    assert (100, 17) == answers.shape[:2]
    assert BATCH_SIZE == max(counting.shown)


def test_an_answer_does_not_depend_on_what_is_shown_beside() -> None:
    """Each view's answer stands in its own place, wherever the hundred were parted."""
    network, shown = OnnxNetwork("close"), views(2 * BATCH_SIZE + 1)
    alone = np.concatenate([network(shown[place : place + 1]) for place in range(len(shown))])
    assert np.allclose(alone, network(shown), atol=1e-3)


def test_an_answer_is_that_of_a_convolution_without_shortcuts() -> None:
    """Winograd's rounds otherwise on a Pi than on a PC: `make lab-arm64` compares the two processors."""
    plain = cv2.dnn.readNetFromONNX(str(MODEL_FOLDER / "close.onnx"), **ENGINE)
    plain.enableWinograd(False)
    plain.setInput(views(3))
    assert np.array_equal(plain.forward(ANSWER), OnnxNetwork("close")(views(3)))


@pytest.mark.parametrize(
    ("name", "planes", "side", "length"), [("whole", 5, 64, 1792), ("close", 3, 32, 1536), ("face", 3, 48, 3456)]
)
def test_a_networks_features_are_its_penultimate_layer(name: str, planes: int, side: int, length: int) -> None:
    """One vector a view, of activations that no ReLU lets below zero."""
    shown = np.random.default_rng(1).normal(size=(3, planes, side, side)).astype(np.float32)
    features = OnnxNetwork(name).features(shown)
    assert (3, length) == features.shape
    assert features.min() == 0 < features.max()
