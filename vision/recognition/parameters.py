"""The parameters that calibration fitted to the networks: read from the file beside them, and checked against them.

Rule kept here: networks and their parameters go together. A network that is replaced without them is an error.
`vision.training.calibrate` writes the file; what it does not fit itself it keeps.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta

from vision.errors import ModelError
from vision.recognition.network import MODEL_FOLDER

FILE = "parameters.json"
NETWORKS = ("finder", "whole", "face", "close")
REPAIR = "install the eyes again, or after training run python -m vision.training.calibrate"

Positive = Annotated[float, Meta(gt=0)]
Weight = Annotated[float, Meta(ge=0)]
Probability = Annotated[float, Meta(ge=0, le=1)]


@dataclass(frozen=True)
class Parameters:
    """Every number that was fitted to the networks. `FILE` says for each on what and when.

    Attributes:
        threshold: probability from which a value is accepted; below it the reading is unsure.
        log_weights: of the face's and the numeral classifier's log-probabilities of the digits.
        temperature: divisor of the joint log-probabilities of digits and of pips.
        smoothing: probability left to every class of an output, however sure the network is.
        digit_smoothing: the same for the digit on top, which two networks must name.
        max_probability: no value is likelier than this.
        adjacent_log_weight: of the adjacent faces' likelihood of the digit.
        adjacent_kind_log_weight: of their likelihood that the die is a d10.
        face_kind_log_weight: of the face classifier's likelihood that the die is a d10.
        pip_log_weight: of the mean of the networks' log-probabilities of pips.
        chip_sharpness: exponent of the probabilities of a chip's two faces.
        d6_temperature: as ``temperature``, for a d6 with numerals, seen in twelve rotations.
        frame_correlation: between stills of one throw; 0 is independent, 1 identical.
    """

    threshold: Probability
    log_weights: tuple[Weight, Weight]
    temperature: Positive
    smoothing: Probability
    digit_smoothing: Probability
    max_probability: Probability
    adjacent_log_weight: Weight
    adjacent_kind_log_weight: Weight
    face_kind_log_weight: Weight
    pip_log_weight: Weight
    chip_sharpness: Positive
    d6_temperature: Positive
    frame_correlation: Probability


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number in `FILE`: its value, what it was fitted on, and on which day, as 2026-11-25."""

    value: Any
    data: str
    date: str


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole of `FILE`: the SHA-256 of each network's file, and the numbers by name."""

    networks: dict[str, Any]
    parameters: dict[str, Any]


def load(folder: Path = MODEL_FOLDER, networks: Mapping[str, str] | None = None) -> Parameters:
    """The parameters in ``folder``.

    Args:
        folder: where the networks are.
        networks: SHA-256 of each network that was loaded, by name; None if they need not fit, as before calibration.

    Raises:
        ModelError: the file is missing or damaged, or it was fitted to other networks.
    """
    path = folder / FILE
    document = _document(path)
    entries = _entries(path, document)
    for name, found in (networks or {}).items():
        if document.networks.get(name) != found:
            raise ModelError(f"{folder / name}.onnx is not the network that {path} was fitted to: {REPAIR}")
    return Parameters(**{name: entry.value for name, entry in entries.items()})


def save(folder: Path, parameters: Mapping[str, Entry]) -> None:
    """Write the parameters of the networks in ``folder``: those given by name, the others as they are or as shipped.

    Raises:
        ModelError: a network is missing, or the file that is there is damaged.
    """
    path = folder / FILE
    source = path if path.exists() else MODEL_FOLDER / FILE
    entries = {**_entries(source, _document(source)), **parameters}
    files = {name: folder / f"{name}.onnx" for name in NETWORKS}
    if missing := [file for file in files.values() if not file.is_file()]:
        raise ModelError(f"{missing[0]} is missing: train it first")
    others = {name: found for name, found in _document(source).networks.items() if name not in NETWORKS}
    document = Document({name: _sha256(file) for name, file in files.items()} | others, entries)
    _entries(path, msgspec.convert(msgspec.to_builtins(document), Document))
    path.write_text(json.dumps(msgspec.to_builtins(document), indent=2) + "\n", encoding="utf-8")


def note_network(name: str, folder: Path) -> None:
    """Write down the hash of a network of ``folder`` whose numbers are its own weights: the one of pieces.

    Raises:
        ModelError: the file that is there is damaged.
    """
    path = folder / FILE
    document = _document(path if path.exists() else MODEL_FOLDER / FILE)
    document = Document(document.networks | {name: _sha256(folder / f"{name}.onnx")}, document.parameters)
    path.write_text(json.dumps(msgspec.to_builtins(document), indent=2) + "\n", encoding="utf-8")


def _sha256(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _document(path: Path) -> Document:
    try:
        return msgspec.convert(json.loads(path.read_text(encoding="utf-8")), Document)
    except FileNotFoundError:
        raise ModelError(f"{path} is missing: {REPAIR}") from None
    # A ValidationError of msgspec 0.19 is no ValueError.
    except (OSError, ValueError, RecursionError, msgspec.ValidationError) as error:
        raise ModelError(f"{path} is damaged: {error}: {REPAIR}") from error


def _entries(path: Path, document: Document) -> dict[str, Entry]:
    types = get_type_hints(Parameters, include_extras=True)
    if odd := sorted(types.keys() ^ document.parameters.keys()):
        word = "missing" if odd[0] in types else "unknown"
        raise ModelError(f"{path}: {odd[0]}: this number is {word}: {REPAIR}")
    entries = {}
    for name, raw in document.parameters.items():
        try:
            entry = msgspec.convert(raw, Entry)
            value = msgspec.convert(entry.value, types[name])
        except msgspec.ValidationError as error:
            raise ModelError(f"{path}: {name}: {error}: {REPAIR}") from error
        if not all(map(isfinite, value if isinstance(value, tuple) else (value,))):
            raise ModelError(f"{path}: {name}: {value} is no finite number: {REPAIR}")
        entries[name] = Entry(value, entry.data, entry.date)
    return entries


SHIPPED = load()
"""Those of the networks that come with the project."""
THRESHOLD = SHIPPED.threshold
