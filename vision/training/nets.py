"""The four small networks and how their weights are written down for ``cv2.dnn``.

Each is a chain of convolutions, so that the file needs nothing but Conv, Relu and DequantizeLinear, which every OpenCV
from 4.10 on reads. Weights are stored as whole numbers from -127 to 127, each channel with its scale: a quarter of the
file.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn


class Layer(NamedTuple):
    """One convolution of a chain."""

    channels: int
    stride: int = 1
    dilation: int = 1
    kernel: int = 3


FINDER = (
    Layer(12, 2),
    Layer(20, 2),
    Layer(20),
    Layer(32, 2),
    Layer(32),
    Layer(32, dilation=2),
    Layer(32, dilation=2),
    Layer(32, dilation=2),
    Layer(5, kernel=1),
)
"""Out: heat, then distances to the left, top, right and bottom edges in units of 32 pixels; one cell per 8 pixels."""

WHOLE = (Layer(20, 2), Layer(32), Layer(48, 2), Layer(64), Layer(96, 2), Layer(96), Layer(112, 2), Layer(34, kernel=4))
"""In: two planes of lean beside the colours. Out: 13 scores (0 to 9, HIT, OUT, neither), up x y, middle x y, log
height, left top right bottom, 6 scores of pips, 6 scores of kinds."""

CLOSE = (
    Layer(24),
    Layer(40, 2),
    Layer(56),
    Layer(72, 2),
    Layer(80),
    Layer(96, 2),
    Layer(17, kernel=4),
)
"""Out: 17 scores (0 to 9, none: not upright or of two digits, one to six pips)."""

FACE = (
    Layer(20, 2),
    Layer(40),
    Layer(64, 2),
    Layer(80),
    Layer(88),
    Layer(88, 2),
    Layer(96),
    Layer(17, kernel=6),
)
"""Out: as of CLOSE."""

MOST_STEPS = 127
"""What the largest weight of a channel is stored as."""
PARTS = 4
"""Arrays stored for each convolution: steps, scale, zero and bias."""
PLANES: dict[tuple[Layer, ...], int] = {WHOLE: 5}
"""How many planes a network is shown, where that is not blue, green and red alone."""


def _padding(layer: Layer) -> int:
    return layer.dilation if layer.kernel == 3 else 0


def build(layers: tuple[Layer, ...]) -> nn.Sequential:
    """The chain to train: convolution, batch normalisation, ReLU; the last layer bare."""
    modules: list[nn.Module] = []
    wide = PLANES.get(layers, 3)
    for layer in layers[:-1]:
        bare = nn.Conv2d(
            wide, layer.channels, layer.kernel, layer.stride, _padding(layer), dilation=layer.dilation, bias=False
        )
        modules += [bare, nn.BatchNorm2d(layer.channels), nn.ReLU()]
        wide = layer.channels
    modules.append(nn.Conv2d(wide, layers[-1].channels, layers[-1].kernel))
    return nn.Sequential(*modules).to(memory_format=torch.channels_last)


def folded(net: nn.Sequential) -> list[tuple[np.ndarray, np.ndarray]]:
    """Each convolution's weights and bias with its batch normalisation worked in."""
    modules = list(net)
    pairs = []
    for place in range(0, len(modules) - 1, 3):
        conv, norm = modules[place], modules[place + 1]
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight, bias = conv.weight * gain[:, None, None, None], norm.bias - norm.running_mean * gain
        pairs.append((_array(weight), _array(bias)))
    pairs.append((_array(modules[-1].weight), _array(modules[-1].bias)))
    return pairs


def _array(weights: Tensor) -> np.ndarray:
    return np.asarray(weights.detach().cpu().numpy())


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch ships no types here
def revive(net: nn.Sequential, path: Path, probe: np.ndarray) -> None:
    """Go on from a network that was written by `save`, which may have been narrower.

    Its weights have their batch normalisation worked in; that is taken apart again by what ``probe`` gives rise to.
    """
    modules, flow = list(net), torch.from_numpy(probe)
    for place, (weight, bias) in enumerate(written(onnx.load(str(path)))):
        conv = modules[3 * place]
        wide, deep = weight.shape[:2]
        conv.weight[:wide] = 0  # what was not there before adds nothing to what was
        conv.weight[:wide, :deep] = torch.from_numpy(weight)
        if conv.bias is not None:
            conv.bias[:wide] = torch.from_numpy(bias)
            continue
        flow = _renormalise(conv, modules[3 * place + 1], flow, torch.from_numpy(bias))


def written(model: onnx.ModelProto) -> list[tuple[np.ndarray, np.ndarray]]:
    """Each convolution's weights and bias, as a file of `save` has them."""
    kept = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    return [
        (kept[f"steps{place}"] * kept[f"scale{place}"][:, None, None, None], kept[f"bias{place}"])
        for place in range(len(kept) // PARTS)
    ]


def as_stored(weight: np.ndarray, bias: np.ndarray) -> dict[str, np.ndarray]:
    """What is written of a convolution: 8-bit steps, what a step is worth in each channel, its zero, and the bias."""
    scale = np.maximum(np.abs(weight).reshape(len(weight), -1).max(axis=1), 1e-12).astype(np.float32) / MOST_STEPS
    steps = np.round(weight / scale[:, None, None, None]).astype(np.int8)
    return {"steps": steps, "scale": scale, "zero": np.zeros(len(scale), np.int8), "bias": bias}


def _renormalise(conv: nn.Conv2d, norm: nn.BatchNorm2d, flow: Tensor, bias: Tensor) -> Tensor:
    """Set ``norm`` so that it adds ``bias`` and nothing else; what flows on from there."""
    convolved = conv(flow)
    norm.running_mean[:] = convolved.mean((0, 2, 3))
    norm.running_var[:] = convolved.var((0, 2, 3)) + norm.eps
    norm.weight[: len(bias)] = torch.sqrt(norm.running_var + norm.eps)[: len(bias)]
    norm.bias[: len(bias)] = bias + norm.running_mean[: len(bias)]
    norm.eval()
    lit = torch.relu(norm(convolved))
    norm.train()
    return lit


def save(net: nn.Sequential, layers: tuple[Layer, ...], path: Path) -> None:
    """Write ``net`` as ONNX, its weights as 8-bit steps that become floats again when it is read."""
    nodes: list[onnx.NodeProto] = []
    kept: list[onnx.TensorProto] = []
    flow = "picture"
    for place, (layer, (weight, bias)) in enumerate(zip(layers, folded(net), strict=True)):
        parts = as_stored(weight, bias)
        kept += [numpy_helper.from_array(values, f"{name}{place}") for name, values in parts.items()]
        names = [f"{name}{place}" for name in ("steps", "scale", "zero")]
        nodes.append(helper.make_node("DequantizeLinear", names, [f"weight{place}"], axis=0))
        inputs, flow = [flow, f"weight{place}", f"bias{place}"], f"lit{place}"
        nodes += _layer_nodes(layer, inputs, flow, last=place == len(layers) - 1)
    model = _model(nodes, kept, layers, path.stem)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _layer_nodes(layer: Layer, inputs: list[str], output: str, *, last: bool) -> list[onnx.NodeProto]:
    """A convolution and, unless it is the last, its ReLU."""
    convolved = "answer" if last else f"{output}_dark"
    shape = {"kernel_shape": [layer.kernel] * 2, "strides": [layer.stride] * 2, "dilations": [layer.dilation] * 2}
    conv = helper.make_node("Conv", inputs, [convolved], pads=[_padding(layer)] * 4, **shape)
    return [conv] if last else [conv, helper.make_node("Relu", [convolved], [output])]


def _model(
    nodes: list[onnx.NodeProto], kept: list[onnx.TensorProto], layers: tuple[Layer, ...], name: str
) -> onnx.ModelProto:
    """The graph from ``picture`` to ``answer``, for pictures of any number and size."""
    picture = helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["n", PLANES.get(layers, 3), "high", "wide"])
    answer = helper.make_tensor_value_info("answer", TensorProto.FLOAT, ["n", layers[-1].channels, "rows", "columns"])
    graph = helper.make_graph(nodes, name, [picture], [answer], kept)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
