"""The four small networks, and their quantized form for ``cv2.dnn``.

Each is a chain of convolutions, some with residual connections (He et al., "Deep residual learning for image
recognition"). Weights are stored as integers with a scale for each channel: 8 bits take a quarter of the file, 4 bits
an eighth. OpenCV 4.10 does not know ONNX's 4-bit type, so a byte holds two weights, and operators that it knows unpack
them once, as the file is loaded. While a network trains, its 4-bit weights are rounded the same way (fake quantization,
with gradients passed straight through).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from vision.recognition.network import ANSWER, FEATURES
from vision.recognition.outputs import DetectorOutputLayout, TokenOutputLayout, UprightOutputLayout


class ConvLayer(NamedTuple):
    """One convolution of a chain.

    Attributes:
        channels: of its output.
        stride: of the convolution.
        dilation: of the convolution.
        kernel: pixels a side.
        skip_from: adds the input of the layer so many layers back, before its ReLU; 0 for none.
        bits: what each of its weights is stored in, 8 or 4.
    """

    channels: int
    stride: int = 1
    dilation: int = 1
    kernel: int = 3
    skip_from: int = 0
    bits: int = 8


def _residual_block(channels: int, within: int) -> tuple[ConvLayer, ConvLayer]:
    """Two convolutions with a residual connection around both, and ``within`` channels between them."""
    return ConvLayer(within, bits=4), ConvLayer(channels, skip_from=2, bits=4)


def _teacher_stage(channels: int, blocks: int) -> tuple[ConvLayer, ...]:
    """A convolution that halves the picture, and so many residual blocks."""
    return ConvLayer(channels, 2), *(
        ConvLayer(channels, skip_from=skip_from) for _ in range(blocks) for skip_from in (0, 2)
    )


FINDER = (
    ConvLayer(12, 2),
    ConvLayer(20, 2),
    ConvLayer(20),
    ConvLayer(32, 2),
    ConvLayer(32),
    ConvLayer(32, dilation=2),
    ConvLayer(32, dilation=2),
    ConvLayer(32, dilation=2),
    ConvLayer(DetectorOutputLayout.CHANNELS, kernel=1),
)
"""Out: `DetectorOutputLayout`, distances in units of 32 pixels; one cell per 8 pixels."""

WHOLE = (
    ConvLayer(20, 2),
    ConvLayer(40, bits=4),
    ConvLayer(56, 2, bits=4),
    ConvLayer(72, bits=4),
    ConvLayer(96, 2, bits=4),
    ConvLayer(96, bits=4),
    *_residual_block(96, 96),
    ConvLayer(112, 2, bits=4),
    *_residual_block(112, 48),
    ConvLayer(TokenOutputLayout.CHANNELS, kernel=4),
)
"""In: two planes of tilt beside the colours. Out: `TokenOutputLayout`."""

CLOSE = (
    ConvLayer(24),
    ConvLayer(40, 2, bits=4),
    ConvLayer(56, bits=4),
    ConvLayer(72, 2, bits=4),
    ConvLayer(80, bits=4),
    *_residual_block(80, 80),
    ConvLayer(96, 2, bits=4),
    *_residual_block(96, 48),
    ConvLayer(UprightOutputLayout.CHANNELS, kernel=4),
)
"""Out: `UprightOutputLayout`."""

FACE = (
    ConvLayer(20, 2),
    ConvLayer(40, bits=4),
    ConvLayer(64, 2, bits=4),
    ConvLayer(80, bits=4),
    ConvLayer(88, bits=4),
    *_residual_block(88, 88),
    ConvLayer(88, 2, bits=4),
    ConvLayer(96, bits=4),
    *_residual_block(96, 80),
    ConvLayer(UprightOutputLayout.CHANNELS, kernel=6),
)
"""Out: `UprightOutputLayout`."""

TEACHERS = {
    "whole": (
        ConvLayer(48, 2),
        ConvLayer(96),
        *_teacher_stage(144, 3),
        *_teacher_stage(256, 3),
        *_teacher_stage(384, 2),
        WHOLE[-1],
    ),
    "close": (ConvLayer(48), *_teacher_stage(128, 3), *_teacher_stage(256, 3), *_teacher_stage(384, 2), CLOSE[-1]),
    "face": (ConvLayer(48), *_teacher_stage(112, 2), *_teacher_stage(224, 3), *_teacher_stage(384, 2), FACE[-1]),
}
"""Networks twenty times as large, whose outputs the small ones learn from; they are not shipped."""

MAX_QUANTUM = {8: 127, 4: 7}
"""The largest quantized weight, by bits."""
CLIP_SHARES = {8: (1.0,), 4: (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)}
"""Where a channel may be clipped, as shares of its largest weight: one outlier would make the others too coarse."""
INPUT_PLANES: dict[tuple[ConvLayer, ...], int] = {WHOLE: 5, TEACHERS["whole"]: 5}
"""Input planes of networks that have more than blue, green and red."""


class ConvNet(nn.Module):  # type: ignore[misc]  # torch ships no types here
    """The chain to train: convolution, batch normalisation, ReLU; the last layer bare.

    4-bit weights are rounded in each forward pass, so it is trained as it will be stored.
    """

    def __init__(self, layers: tuple[ConvLayer, ...]) -> None:
        super().__init__()
        self.layers = layers
        wide = [INPUT_PLANES.get(layers, 3), *(layer.channels for layer in layers)]
        self.convs = nn.ModuleList(
            nn.Conv2d(
                deep,
                layer.channels,
                layer.kernel,
                layer.stride,
                _padding(layer),
                layer.dilation,
                bias=layer is layers[-1],
            )
            for deep, layer in zip(wide, layers, strict=False)
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(layer.channels) for layer in layers[:-1])

    def forward(self, flow: Tensor) -> Tensor:
        """The outputs for pictures of shape (N, planes, high, wide)."""
        before = [flow]
        for place, norm in enumerate(self.norms):
            before.append(torch.relu(norm(self.convolve(place, before[-1])) + self.residual(place, before)))
        return self.convolve(len(self.norms), before[-1])

    def convolve(self, place: int, flow: Tensor) -> Tensor:
        """The convolution of a layer, with its weights as stored."""
        conv, bits = self.convs[place], self.layers[place].bits
        weight = conv.weight if bits == 8 else conv.weight + (fake_quantized(conv.weight, bits) - conv.weight).detach()
        return functional.conv2d(flow, weight, conv.bias, conv.stride, conv.padding, conv.dilation)

    def residual(self, place: int, before: list[Tensor]) -> Tensor | float:
        """What the residual connection adds to a layer, from the inputs of the layers so far; 0 without one."""
        skip_from = self.layers[place].skip_from
        return before[place + 1 - skip_from] if skip_from else 0.0


def _padding(layer: ConvLayer) -> int:
    return layer.dilation if layer.kernel == 3 else 0


def build(layers: tuple[ConvLayer, ...]) -> ConvNet:
    """The chain to train, in channels-last memory, which is faster on a CPU."""
    chain: ConvNet = ConvNet(layers).to(memory_format=torch.channels_last)
    return chain


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch ships no types here
def fake_quantized(weight: Tensor, bits: int) -> Tensor:
    """The weights after quantization."""
    scale = _quantization_scale(weight, bits)
    return _quantized(weight, scale, bits) * scale


def _quantization_scale(weight: Tensor, bits: int) -> Tensor:
    """The scale of each channel: of those that `CLIP_SHARES` allow, the one with the least squared error.

    Quantizing quantized weights changes nothing.
    """
    largest = weight.abs().amax((1, 2, 3), keepdim=True).clamp(min=1e-12) / MAX_QUANTUM[bits]
    scales = [largest * share for share in CLIP_SHARES[bits]]
    if len(scales) == 1:
        return largest
    misses = torch.stack(
        [((_quantized(weight, one, bits) * one - weight) ** 2).sum((1, 2, 3), keepdim=True) for one in scales]
    )
    return torch.stack(scales).gather(0, misses.argmin(0, keepdim=True))[0]


def _quantized(weight: Tensor, scale: Tensor, bits: int) -> Tensor:
    most = MAX_QUANTUM[bits]
    return (weight / scale).round().clamp(-most, most)


def fold_batch_norms(net: ConvNet) -> list[tuple[np.ndarray, np.ndarray]]:
    """Each convolution's weights and bias, its batch normalisation folded in."""
    pairs = []
    for conv, norm in zip(net.convs, net.norms, strict=False):
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight, bias = conv.weight * gain[:, None, None, None], norm.bias - norm.running_mean * gain
        pairs.append((_array(weight), _array(bias)))
    pairs.append((_array(net.convs[-1].weight), _array(net.convs[-1].bias)))
    return pairs


def _array(weights: Tensor) -> np.ndarray:
    return np.asarray(weights.detach().cpu().numpy())


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch ships no types here
def load_weights(net: ConvNet, path: Path, probe: np.ndarray) -> None:
    """Load a network that `save` wrote; it may be narrower than ``net``, or lack its residual blocks.

    Its batch normalisation is folded into its weights. New statistics are measured on the inputs ``probe``, layer by
    layer, and set so that each layer computes what it did.
    """
    kept = stored_weights(onnx.load(str(path)))
    added = _residual_layers(net.layers) if len(kept) < len(net.layers) else set()
    stored, before = iter(kept), [torch.from_numpy(probe)]
    for place, conv in enumerate(net.convs):
        weight, bias = _initial_weights(conv) if place in added else next(stored)
        wide, deep = weight.shape[:2]
        conv.weight[:wide] = 0  # new channels add nothing to old ones
        conv.weight[:wide, :deep] = torch.from_numpy(weight)
        if conv.bias is not None:
            conv.bias[:wide] = torch.from_numpy(bias)
            continue
        norm = net.norms[place]
        lit = _fit_batch_norm(norm, net.convolve(place, before[-1]), torch.from_numpy(bias))
        if place in added and net.layers[place].skip_from:
            norm.weight[:], norm.bias[:], lit[:] = 0, 0, 0  # a new residual block starts as the identity
        before.append(torch.relu(lit + net.residual(place, before)))


def _residual_layers(layers: tuple[ConvLayer, ...]) -> set[int]:
    """The layers inside residual blocks."""
    return {place for end, layer in enumerate(layers) for place in range(end + 1 - layer.skip_from, end + 1)}


def _initial_weights(conv: nn.Conv2d) -> tuple[np.ndarray, np.ndarray]:
    """The weights of a new layer: its random initialisation, and no bias."""
    return _array(conv.weight).copy(), np.zeros(len(conv.weight), np.float32)


def _fit_batch_norm(norm: nn.BatchNorm2d, convolved: Tensor, bias: Tensor) -> Tensor:
    """Set ``norm`` so that it adds ``bias`` and nothing else; returns its output for ``convolved``."""
    norm.running_mean[:] = convolved.mean((0, 2, 3))
    norm.running_var[:] = convolved.var((0, 2, 3)) + norm.eps
    norm.weight[: len(bias)] = torch.sqrt(norm.running_var + norm.eps)[: len(bias)]
    norm.bias[: len(bias)] = bias + norm.running_mean[: len(bias)]
    norm.eval()
    lit: Tensor = norm(convolved)
    norm.train()
    return lit


def save(net: ConvNet, path: Path) -> None:
    """Write ``net`` as ONNX with quantized weights, which are dequantized as the file is loaded."""
    nodes: list[onnx.NodeProto] = []
    kept: list[onnx.TensorProto] = []
    flows = ["picture", *(f"lit{place}" for place in range(len(net.layers) - 2)), FEATURES, ANSWER]
    for place, (layer, (weight, bias)) in enumerate(zip(net.layers, fold_batch_norms(net), strict=True)):
        kept += [
            numpy_helper.from_array(values, name)
            for name, values in quantized_tensors(place, weight, bias, layer.bits).items()
        ]
        nodes += _unpack_nodes(place) if layer.bits == 4 else [_dequantize_node(place)]
        nodes += _layer_nodes(place, layer, flows)
    kept += [numpy_helper.from_array(np.float32(value), name) for name, value in UNPACKING_CONSTANTS.items()]
    model = _model(nodes, kept, net.layers, path.stem)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def quantized_tensors(place: int, weight: np.ndarray, bias: np.ndarray, bits: int) -> dict[str, np.ndarray]:
    """The stored tensors of a convolution, by name: quantized weights, the scale of each channel, and the bias.

    Four bits: the upper half of a byte is a weight of the first half of the channels, the lower half one of the second
    half plus 8.
    """
    floats = torch.from_numpy(weight)
    scale = _quantization_scale(floats, bits)
    steps, worth = _array(_quantized(floats, scale, bits)).astype(np.int8), _array(scale)
    if bits == 4:
        upper, lower = np.split(steps, 2)
        parts = {"packed": upper * 16 + (lower + 8), "worth": worth}
    else:
        parts = {"steps": steps, "scale": worth.ravel(), "zero": np.zeros(len(worth), np.int8)}
    return {f"{name}{place}": values for name, values in (parts | {"bias": bias}).items()}


def stored_weights(model: onnx.ModelProto) -> list[tuple[np.ndarray, np.ndarray]]:
    """Each convolution's weights and bias, as a file of `save` has them."""
    kept = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    count = sum(name.startswith("bias") for name in kept)
    return [(_dequantized(kept, place), kept[f"bias{place}"]) for place in range(count)]


def _dequantized(kept: dict[str, np.ndarray], place: int) -> np.ndarray:
    if f"packed{place}" not in kept:
        return np.asarray(kept[f"steps{place}"] * kept[f"scale{place}"][:, None, None, None])
    packed = kept[f"packed{place}"]
    return np.asarray(np.concatenate((packed >> 4, (packed & 15) - 8)) * kept[f"worth{place}"], np.float32)


def replace_weights(model: onnx.ModelProto, place: int, weight: np.ndarray, bias: np.ndarray) -> None:
    """Replace the weights of a layer in a file of `save`."""
    kept = {one.name: one for one in model.graph.initializer}
    bits = 4 if f"packed{place}" in kept else 8
    for name, values in quantized_tensors(place, weight, bias, bits).items():
        kept[name].CopyFrom(numpy_helper.from_array(values, name))


def _dequantize_node(place: int) -> onnx.NodeProto:
    names = [f"{name}{place}" for name in ("steps", "scale", "zero")]
    return helper.make_node("DequantizeLinear", names, [f"weight{place}"], axis=0)


UNPACKING_CONSTANTS = {"one": 1.0, "sixteenth": 1 / 16, "sixteen": 16.0, "eight": 8.0}
"""Constants of the nodes that unpack 4-bit weights."""


def _unpack_nodes(place: int) -> list[onnx.NodeProto]:
    """Two weights out of every byte: the upper is a sixteenth of it, rounded down; the lower is the rest, less 8."""

    def node(operator: str, inputs: list[str], output: str, **attributes: int) -> onnx.NodeProto:
        return helper.make_node(
            operator, [name.replace("#", str(place)) for name in inputs], [f"{output}{place}"], **attributes
        )

    return [
        node("DequantizeLinear", ["packed#", "one"], "bytes"),
        node("Mul", ["bytes#", "sixteenth"], "shifted"),
        node("Floor", ["shifted#"], "upper"),
        node("Mul", ["upper#", "sixteen"], "above"),
        node("Sub", ["bytes#", "above#"], "below"),
        node("Sub", ["below#", "eight"], "lower"),
        node("Concat", ["upper#", "lower#"], "whole", axis=0),
        node("Mul", ["whole#", "worth#"], "weight"),
    ]


def _layer_nodes(place: int, layer: ConvLayer, flows: list[str]) -> list[onnx.NodeProto]:
    """A convolution and, unless it is the last, its residual connection and its ReLU.

    ``flows`` names the input of the first layer and every layer's output.
    """
    output = flows[place + 1]
    last = output == ANSWER
    convolved = output if last else f"dark{place}"
    shape = {"kernel_shape": [layer.kernel] * 2, "strides": [layer.stride] * 2, "dilations": [layer.dilation] * 2}
    inputs = [flows[place], f"weight{place}", f"bias{place}"]
    nodes = [helper.make_node("Conv", inputs, [convolved], pads=[_padding(layer)] * 4, **shape)]
    if layer.skip_from:
        nodes.append(helper.make_node("Add", [convolved, flows[place + 1 - layer.skip_from]], [f"sum{place}"]))
        convolved = f"sum{place}"
    return nodes if last else [*nodes, helper.make_node("Relu", [convolved], [output])]


def _model(
    nodes: list[onnx.NodeProto], kept: list[onnx.TensorProto], layers: tuple[ConvLayer, ...], name: str
) -> onnx.ModelProto:
    """The graph from ``picture`` to both outputs, for pictures of any number and size."""
    picture = helper.make_tensor_value_info(
        "picture", TensorProto.FLOAT, ["n", INPUT_PLANES.get(layers, 3), "high", "wide"]
    )
    features = ["n", layers[-2].channels, "feature_rows", "feature_columns"]
    outputs = [
        helper.make_tensor_value_info(FEATURES, TensorProto.FLOAT, features),
        helper.make_tensor_value_info(ANSWER, TensorProto.FLOAT, ["n", layers[-1].channels, "rows", "columns"]),
    ]
    graph = helper.make_graph(nodes, name, [picture], outputs, kept)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
