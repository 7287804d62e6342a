"""Weights are fitted to what was heard of dice that no network has learned from, and come out as what is true of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import pytest

from vision.recognition.detections import Bounds, Candidate
from vision.recognition.network import MODEL_FOLDER
from vision.recognition.parameters import FILE, NETWORKS, SHIPPED, Entry, load, save
from vision.recognition.pose import TopFacePose
from vision.recognition.scores import ClassifiedToken, TokenOutputs, TokenScores, UprightScores
from vision.training import calibrate
from vision.training.calibrate import (
    MISREADING_COST,
    TEMPERATURES,
    THRESHOLDS,
    LabelledToken,
    fit_digit_weights,
    load_tokens,
    most_likely,
)

Floats = npt.NDArray[np.float64]
SURENESS = 0.8
"""How often a classifier of these tests is right, and its probability for its digit."""


class AtOnce:
    """Stands in for processes: does the work in this one."""

    def __init__(self, **_: object) -> None: ...

    def __enter__(self) -> Self:
        """Nothing to start."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to stop."""

    def imap_unordered(self, work: Callable[[Any], Any], parts: Iterable[Any]) -> Iterator[Any]:
        """As of a pool."""
        return map(work, parts)


def says(digit: int, sureness: float) -> Floats:
    """The probabilities of a classifier."""
    shares = np.full(17, 1e-9)
    shares[:10] = (1 - sureness) / 9
    shares[digit] = sureness
    return shares


def heard(face: int, close: int, sureness: float = SURENESS) -> TokenOutputs:
    """The outputs of two classifiers, without adjacent faces."""
    bounds = Bounds(0, 0, 40, 40)
    scores = TokenScores(np.zeros(13), np.full(6, 1 / 6), np.eye(6)[0])
    token = ClassifiedToken(
        Candidate(bounds, 1.0, inf, has_inner_token=False), TopFacePose(bounds, (20, 20), 0.0, 10.0), scores
    )
    return TokenOutputs(token, UprightScores(says(face, sureness), says(close, sureness)))


def looks(*, alike: bool, count: int = 1200) -> list[LabelledToken]:
    """Dice of which each classifier is right as often as it says; both err together, or independently."""
    rng = np.random.default_rng(3)

    def word(truth: int) -> int:
        return truth if rng.random() < SURENESS else int((truth + rng.integers(1, 10)) % 10)

    found = []
    for truth in rng.integers(0, 10, count).tolist():
        first = word(truth)
        found.append(LabelledToken((heard(first, first if alike else word(truth)),), truth))
    return found


def test_classifiers_that_always_agree_count_as_one() -> None:
    """What both say counts once: their joint odds are taken to the root."""
    found = fit_digit_weights(looks(alike=True), SHIPPED)
    assert 1.8 <= found.temperature <= 2.2


def test_independent_classifiers_are_believed_in_full() -> None:
    """Neither more than the other, and no cooler than they are."""
    found = fit_digit_weights(looks(alike=False), SHIPPED)
    assert ((1.0, 1.0), 1.0) == (found.log_weights, found.temperature)


def test_the_likeliest_weight_is_that_under_which_the_truth_is() -> None:
    """Of a share that rises with the weight the largest is taken, of one that falls the smallest."""
    trial = LabelledToken((heard(1, 1),), 1)
    assert max(TEMPERATURES) == most_likely([trial], TEMPERATURES, lambda _one, _digit, weight: weight)
    assert min(TEMPERATURES) == most_likely([trial], TEMPERATURES, lambda _one, _digit, weight: 1 / weight)


def test_a_misreading_costs_as_much_as_many_questions() -> None:
    """One wrong value of 200 is cheaper asked about, if fewer questions than it costs go with it."""
    dice = [LabelledToken((heard(place % 10, place % 10),), place % 10) for place in range(200)]
    dice[0] = LabelledToken(dice[0].outputs, 5)
    truth = np.array([trial.digit for trial in dice])
    named = np.array([place % 10 for place in range(200)])
    for doubtful, cheapest in ((MISREADING_COST - 20, 0.95), (MISREADING_COST + 20, 0.8)):
        share = np.where(np.arange(200) < doubtful, 0.94, 0.999)
        seen = calibrate.FusedReadings(named, share, named == truth)
        assert cheapest == min(
            THRESHOLDS, key=lambda threshold: calibrate.threshold_cost(dice, seen, threshold, SHIPPED)
        )


@pytest.mark.parametrize(("unseen", "seeds"), [(False, [20, 30]), (True, [17, 20, 25, 30])])
def test_only_unseen_scenes_are_used_to_calibrate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, unseen: bool, seeds: list[int]
) -> None:
    """Every tenth of a folder that was trained on; all of one that was not, where that is said."""
    lines = "".join(json.dumps({"seed": seed, "file": "none.png", "tokens": []}) + "\n" for seed in (17, 20, 25, 30))
    (tmp_path / "labels.jsonl").write_text(lines, encoding="utf-8")
    monkeypatch.setattr(calibrate, "get_context", lambda _way: type("Context", (), {"Pool": AtOnce}))
    monkeypatch.setattr(calibrate, "tokens_of_scenes", lambda _model, _folder, kept: [one["seed"] for one in kept])
    assert seeds == sorted(load_tokens(Path(), [tmp_path], None, unseen=unseen))  # type: ignore[type-var]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder of networks without numbers."""
    for name in NETWORKS:
        (tmp_path / f"{name}.onnx").write_bytes(name.encode())
    return tmp_path


def test_what_is_fitted_is_written_beside_the_networks(model: Path) -> None:
    """With the networks' own hashes, and what the numbers rest on; what no trial shows stays as shipped."""
    calibrate.write(model, looks(alike=False), (), [Path("renders/aside")])
    digests = {name: sha256(name.encode()).hexdigest() for name in NETWORKS}
    found, written = load(model, digests), json.loads((model / FILE).read_text(encoding="utf-8"))["parameters"]
    assert ((1.0, 1.0), 1.0, SHIPPED.pip_log_weight) == (found.log_weights, found.temperature, found.pip_log_weight)
    assert "1,200 looks at 1,200 things of aside" == written["temperature"]["data"]
    shipped = json.loads((MODEL_FOLDER / FILE).read_text(encoding="utf-8"))["parameters"]
    assert (shipped["smoothing"], shipped["chip_sharpness"]) == (written["smoothing"], written["chip_sharpness"])


def test_chosen_number_is_kept_as_is(model: Path) -> None:
    """Chosen by hand, it stays as it was."""
    calibrate.write(model, looks(alike=False), ["temperature"], [Path("aside")])
    found = load(model)
    assert ((1.0, 1.0), SHIPPED.temperature) == (found.log_weights, found.temperature)


def test_calibration_starts_from_given_numbers(model: Path) -> None:
    """It begins with the numbers that were there, not the shipped ones."""
    save(model, {"smoothing": Entry(0.01, "a test", "2026-11-27")})
    calibrate.write(model, looks(alike=False), (), [Path("aside")])
    assert 0.01 == load(model).smoothing
