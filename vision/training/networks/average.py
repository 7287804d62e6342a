"""The mean of the weights of networks that were trained on from one another: a little better than any of them.

Run ``python -m vision.training.networks.average OUT.onnx ONE.onnx OTHER.onnx``. A network named twice
counts twice. Networks of different ancestry give nonsense.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx

from vision.training.networks.architecture import replace_weights, stored_weights


def average(models: Sequence[onnx.ModelProto]) -> onnx.ModelProto:
    """A network whose every weight is the mean of theirs.

    Args:
        models: as `vision.training.networks.architecture.save` writes them.

    Raises:
        ValueError: they are not of one shape.
    """
    chains = [stored_weights(model) for model in models]
    if len({tuple(weight.shape for weight, _ in chain) for chain in chains}) > 1:
        raise ValueError("these networks are not of one shape")
    mean = onnx.ModelProto()
    mean.CopyFrom(models[0])
    for place, layers in enumerate(zip(*chains, strict=True)):
        weights, biases = zip(*layers, strict=True)
        weight, bias = (np.asarray(np.mean(each, axis=0), np.float32) for each in (weights, biases))
        replace_weights(mean, place, weight, bias)
    return mean


def main() -> None:
    """Write the mean of the files named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.networks.average", description=__doc__)
    parser.add_argument("out", type=Path, help="where the mean goes")
    parser.add_argument("models", type=Path, nargs="+", help="ONNX files of `vision.training`")
    options = parser.parse_args()
    try:
        mean = average([onnx.load(str(path)) for path in options.models])
    except (OSError, ValueError) as error:
        parser.error(str(error))
    onnx.save(mean, str(options.out))


if __name__ == "__main__":
    main()
