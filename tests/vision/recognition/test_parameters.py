"""The networks' numbers lie beside them, are checked when they are loaded, and reach every reading."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision import ChipReading, DiceReader, Reading
from vision.errors import ModelError
from vision.recognition.network import MODEL_FOLDER
from vision.recognition.parameters import FILE, NETWORKS, SHIPPED, Entry, load, save

PICTURES = Path(__file__).parents[2] / "golden" / "eyes"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """The shipped networks with their numbers, in a folder of their own."""
    for name in (*(f"{network}.onnx" for network in NETWORKS), FILE):
        shutil.copy(MODEL_FOLDER / name, tmp_path)
    return tmp_path


def changed(model: Path, **entries: Any) -> None:  # noqa: ANN401 - what JSON may hold
    """Write other entries of numbers; None takes one away."""
    document = json.loads((model / FILE).read_text(encoding="utf-8"))
    kept = {name: entry for name, entry in (document["parameters"] | entries).items() if entry is not None}
    (model / FILE).write_text(json.dumps(document | {"parameters": kept}), encoding="utf-8")


def number(value: Any) -> dict[str, Any]:  # noqa: ANN401 - likewise
    """An entry."""
    return {"value": value, "data": "a test", "date": "2026-11-27"}


@pytest.mark.parametrize("name", NETWORKS)
def test_replaced_network_is_named(model: Path, name: str) -> None:
    """The message says which file, and what to do."""
    with (model / f"{name}.onnx").open("ab") as file:
        file.write(b"\x12\x00")  # an empty producer_name: the same network in another file
    with pytest.raises(ModelError, match=rf"{name}\.onnx is not the network that .*{FILE} was fitted to: .*calibrate"):
        DiceReader(model)


def test_network_with_its_numbers(model: Path) -> None:
    """It is used once its hash is written down."""
    with (model / "close.onnx").open("ab") as file:
        file.write(b"\x12\x00")
    save(model, {"temperature": Entry(1.5, "a test", "2026-11-27")})
    assert replace(SHIPPED, temperature=1.5) == DiceReader(model).parameters


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"temperature": None}, "temperature: this number is missing"),
        ({"warmth": number(1.0)}, "warmth: this number is unknown"),
        ({"temperature": number("1.8")}, "temperature: Expected `float`"),
        ({"temperature": number(True)}, "temperature: Expected `float`"),
        ({"temperature": number(0)}, "temperature: Expected `float` > 0"),
        ({"temperature": number(float("nan"))}, "temperature: "),
        ({"temperature": number(float("inf"))}, "temperature: inf is no finite number"),
        ({"log_weights": number([0.6])}, "log_weights: Expected `array` of length 2"),
        ({"log_weights": number([0.6, float("inf")])}, "log_weights: "),
        ({"temperature": 1.8}, "temperature: Expected `object`"),
        ({"temperature": {"value": 1.8}}, "temperature: Object missing required field `data`"),
        ({"temperature": number(1.8) | {"by": "me"}}, "temperature: Object contains unknown field `by`"),
    ],
)
def test_a_number_that_is_no_such_number_is_named(model: Path, entry: dict[str, Any], expected: str) -> None:
    """Missing, unknown, of another type, out of range, or none at all: the message names file and key."""
    changed(model, **entry)
    with pytest.raises(ModelError, match=FILE) as caught:
        DiceReader(model)
    assert expected in str(caught.value)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"networks": {}}', "\xff"])
def test_a_damaged_file_is_named(model: Path, text: str) -> None:
    """Whatever it holds instead of numbers."""
    (model / FILE).write_text(text, encoding="latin-1")
    with pytest.raises(ModelError, match=rf"{FILE} is damaged: "):
        load(model)


def test_missing_file(model: Path) -> None:
    """Networks alone are no eyes."""
    (model / FILE).unlink()
    with pytest.raises(ModelError, match=rf"{FILE} is missing: install the eyes again"):
        DiceReader(model)


def test_missing_networks_have_no_hash(model: Path) -> None:
    """A hash of nothing would bind nothing."""
    (model / "whole.onnx").unlink()
    with pytest.raises(ModelError, match=r"whole\.onnx is missing: train it first"):
        save(model, {})


def test_a_number_that_is_none_is_not_written(model: Path) -> None:
    """What could not be read again stays unwritten, and what was there stays."""
    with pytest.raises(ModelError, match="temperature"):
        save(model, {"temperature": Entry(float("nan"), "a test", "2026-11-27")})
    assert SHIPPED == load(model)


def seen(name: str, **numbers: Any) -> list[Reading]:  # noqa: ANN401 - one type a number
    """What a golden picture reads as under other numbers."""
    picture = np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), np.uint8)
    return list(DiceReader(parameters=replace(SHIPPED, **numbers)).read(picture))


@pytest.mark.parametrize(
    ("picture", "numbers", "kinds"),
    [
        ("hit", {"temperature": 40.0}, {"d10"}),
        ("hit", {"chip_sharpness": 0.1}, {"chip"}),
        ("sixes", {"pip_log_weight": 0.1}, {"d6"}),
        ("sixes", {"d6_temperature": 40.0}, {"d6"}),
    ],
)
@pytest.mark.untraced
def test_a_reading_is_as_sure_as_the_numbers_make_it(picture: str, numbers: dict[str, float], kinds: set[str]) -> None:
    """Each number reaches the readings it is for, and no others."""
    before, after = seen(picture), seen(picture, **numbers)
    less = {_kind(one) for one, other in zip(before, after, strict=True) if one.confidence > other.confidence}
    same = {_kind(one) for one, other in zip(before, after, strict=True) if one == other}
    assert less == kinds
    assert "d6" in kinds or not same & kinds


def _kind(reading: Reading) -> str:
    return "chip" if isinstance(reading, ChipReading) else reading.kind
