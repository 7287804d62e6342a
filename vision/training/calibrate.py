"""Fit the weights of the networks, of the adjacent faces and of further frames, and the threshold.

Method: the networks give log-likelihoods of held-out renders. A grid search takes the weights, smoothing and
temperature of least log loss, then the correlation of frames, then the threshold of least cost. Numbers for d6, pips,
chips and kinds are fitted one by one (maximum likelihood).

Run ``python -m vision.training.calibrate`` after training: it writes ``parameters.json`` beside the networks. It uses
the scenes that ``vision.training`` holds out of training; none has a typeface or material of the test, and no photo is
used.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.reader import DiceReader
from vision.recognition import frame_fusion
from vision.recognition.d6 import d6_posterior, numeral_evidence
from vision.recognition.decision import MIN_KIND_PROBABILITY, digits_agree
from vision.recognition.network import MODEL_FOLDER
from vision.recognition.outputs import D10_KIND, DIGITS, HIT, NO_NUMERAL, OTHER_KIND, PIPS_KIND
from vision.recognition.parameters import FILE, SHIPPED, Entry, Parameters, load, save
from vision.recognition.posterior import (
    adjacent_face_likelihood,
    chip_posterior,
    cube_probability,
    die_kind,
    kind_posterior,
    kind_probability,
    pip_posterior,
    smoothed,
)
from vision.recognition.scores import RotationSweep, TokenOutputs, UprightScores
from vision.training.data.matching import match_boxes
from vision.training.data.rendered_batches import CHIP_LABELS, MAX_HIDDEN, is_held_out, records, render_folders
from vision.training.data.stills import noisy_registration, stills
from vision.types import Floats

Choice = TypeVar("Choice")

FRAMES = 6
FACE_WEIGHTS = (0.4, 0.6, 0.8, 1.0, 1.2, 1.4)
ADJACENT_WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)
SMOOTHINGS = (0.004, 0.002, 0.001, 0.0005, 0.00025, 0.0001)
KIND_WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5)
TEMPERATURES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3, 1.5, 1.8, 2.2)
CHIP_SHARPNESSES = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0)
PIP_WEIGHTS = (2.0, 2.25, 2.5, 2.75, 3.05, 3.35, 3.65, 4.0)
CORRELATIONS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
THRESHOLDS = (0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998)
MIN_PROBABILITY = 1e-3
"""Least probability of a kind: the labels of a few tokens name a kind that the picture does not show."""
MISREADING_COST = 150
"""Questions that cost as much as one silent misreading: the targets are 1 question in 50 and 1 misreading in 7,500."""


@dataclass(frozen=True, eq=False)
class LabelledToken:
    """A token whose value is known, and what the networks made of it.

    Attributes:
        outputs: of the networks, in each of several frames.
        digit: its digit, pips or label of its word; NO_NUMERAL of a die that must not be read.
        kind: as in the labels of renders.
    """

    outputs: tuple[TokenOutputs, ...]
    digit: int
    kind: str = "d10"


@dataclass(frozen=True)
class FusedReadings:
    """The readings of tokens, each of all its frames together, beside the truth.

    Attributes:
        best: the most probable digit, shape (tokens,).
        probability: its probability.
        correct: whether it is the true digit.
    """

    best: npt.NDArray[np.int64]
    probability: Floats
    correct: npt.NDArray[np.bool_]


def load_tokens(model: Path, folders: list[Path], most: int | None, *, unseen: bool = False) -> list[LabelledToken]:
    """Every d10, d6 and chip whose top is free, with the networks' outputs.

    Args:
        model: folder with the networks.
        folders: of rendered scenes.
        most: scenes of each folder at the most; None for all.
        unseen: no network was trained on these folders, so use every scene; else those held out of training.
    """
    return [token for folder in folders for token in _tokens_of_folder(model, folder, most, unseen=unseen)]


def _tokens_of_folder(model: Path, folder: Path, most: int | None, *, unseen: bool) -> list[LabelledToken]:
    kept = [record for record in records(folder) if unseen or is_held_out(record)][:most]
    with get_context("spawn").Pool(initializer=cv2.setNumThreads, initargs=(1,)) as crew:
        parts = crew.imap_unordered(partial(tokens_of_scenes, model, folder), [kept[at::16] for at in range(16)])
        return [token for part in parts for token in part]


def tokens_of_scenes(model: Path, folder: Path, kept: list[dict[str, Any]]) -> list[LabelledToken]:
    """The tokens of these scenes of a folder, with what the networks make of them."""
    reader = DiceReader(model, current_parameters(model))
    return [token for record in kept for token in _tokens_of_scene(reader, folder, record)]


def _tokens_of_scene(reader: DiceReader, folder: Path, record: dict[str, Any]) -> Iterator[LabelledToken]:
    rng = np.random.default_rng((record["seed"], 55))
    picture = np.asarray(cv2.imread(str(folder / record["file"])), np.uint8)
    above = noisy_registration(rng, record["tokens"])
    frames = [reader.classify(frame, tilt_field=above) for frame in stills(rng, picture, FRAMES)]
    boxes = [token["box"] for token in record["tokens"]]
    places = [match_boxes(boxes, [_edges(one) for one in frame]) for frame in frames]
    for at, token in enumerate(record["tokens"]):
        if token["kind"] in IS_CLASSIFIED and token["hidden"] <= MAX_HIDDEN:
            found = [frame[place[at]] for frame, place in zip(frames, places, strict=True) if at in place]
            outputs = tuple(one for one in found if IS_CLASSIFIED[token["kind"]](one))
            if outputs:
                value = token["value"]
                digit = NO_NUMERAL if value is None else int(CHIP_LABELS.get(value, value))
                yield LabelledToken(outputs, digit, token["kind"])


OTHER_DICE = ("percentile", "d8", "d12", "d20", "symbols")
IS_CLASSIFIED: dict[str, Callable[[TokenOutputs], bool]] = {
    "d10": lambda one: isinstance(one.upright, UprightScores),
    **dict.fromkeys(OTHER_DICE, lambda one: isinstance(one.upright, UprightScores)),
    "d6": lambda one: isinstance(one.upright, RotationSweep),
    "pips": lambda one: isinstance(one.upright, UprightScores) and die_kind(one.scores, one.face) == PIPS_KIND,
    "chip": lambda one: one.scores.is_chip,
}
"""Kinds of tokens that weights are fitted on; whether the networks classified a token as one of them."""


def _edges(outputs: TokenOutputs) -> tuple[float, float, float, float]:
    return outputs.pose.bounds


def _log_likelihoods(outputs: TokenOutputs, fitted: Parameters) -> tuple[Floats, Floats, Floats]:
    """Of the digits by the face, by the numeral alone, and by the adjacent faces."""
    upright = outputs.upright
    if not isinstance(upright, UprightScores):
        raise TypeError(f"digits are fitted on dice that stand one way, not on {type(upright).__name__}")
    face, close = (np.log(smoothed(one[:DIGITS], fitted.digit_smoothing)) for one in (upright.face, upright.numeral))
    return face, close, np.log(adjacent_face_likelihood(upright.adjacent, parameters=fitted))


def fit_digit_weights(tokens: list[LabelledToken], start: Parameters) -> Parameters:
    """``start`` with the weights of digits that a grid search finds best: least log loss, frame by frame."""
    truth = np.array([token.digit for token in tokens for _ in token.outputs])
    parts = {
        smoothing: _stacked_likelihoods(tokens, replace(start, digit_smoothing=smoothing)) for smoothing in SMOOTHINGS
    }

    def log_loss(face_weight: float, adjacent: float, temperature: float, smoothing: float) -> float:
        first, second, both_sides = parts[smoothing]
        joint = (face_weight * first + (2 - face_weight) * second + adjacent * both_sides) / temperature
        joint -= np.log(np.exp(joint - joint.max(1, keepdims=True)).sum(1, keepdims=True)) + joint.max(1, keepdims=True)
        return -float(joint[np.arange(len(truth)), truth].mean())

    face_weight, adjacent, temperature, smoothing = min(
        product(FACE_WEIGHTS, ADJACENT_WEIGHTS, TEMPERATURES, SMOOTHINGS), key=lambda weights: log_loss(*weights)
    )
    alone = log_loss(face_weight, 0, temperature, smoothing)
    print(f"log loss {log_loss(face_weight, adjacent, temperature, smoothing):.5f}; without adjacent faces {alone:.5f}")
    return replace(
        start,
        log_weights=(face_weight, round(2 - face_weight, 3)),
        adjacent_log_weight=adjacent,
        temperature=temperature,
        digit_smoothing=smoothing,
    )


def _stacked_likelihoods(tokens: list[LabelledToken], fitted: Parameters) -> list[Floats]:
    """`_log_likelihoods` of every frame of every token, each part of shape (frames, 10)."""
    rows = [_log_likelihoods(one, fitted) for token in tokens for one in token.outputs]
    return [np.array(column) for column in zip(*rows, strict=True)]


def most_likely(
    tokens: list[LabelledToken], choices: Sequence[Choice], probability: Callable[[TokenOutputs, int, Choice], float]
) -> Choice:
    """The choice under which the true values are most probable (maximum likelihood, frame by frame).

    Args:
        tokens: at least one.
        choices: to choose from.
        probability: of a value, given a frame's outputs, under a choice.
    """

    def log_loss(choice: Choice) -> float:
        return -sum(float(np.log(probability(one, token.digit, choice))) for token in tokens for one in token.outputs)

    return min(choices, key=log_loss)


def _d6_probability(one: TokenOutputs, digit: int, fitted: Parameters) -> float:
    if not isinstance(one.upright, RotationSweep):
        return 1.0
    probability = cube_probability(one.scores, numeral_evidence(one.upright))
    return float(d6_posterior(one.upright, probability, fitted)[digit])


def _pip_probability(one: TokenOutputs, pips: int, fitted: Parameters) -> float:
    if not isinstance(one.upright, UprightScores):
        return 1.0
    return float(pip_posterior(one.scores, one.upright, fitted)[pips - 1])


def _chip_probability(one: TokenOutputs, face: int, fitted: Parameters) -> float:
    return float(chip_posterior(one.scores, fitted)[face - HIT])


def _kind_probability(one: TokenOutputs, digit: int, fitted: Parameters) -> float:
    """Probability of the true one of two kinds: a d10, or a die that must not be read."""
    kinds = kind_posterior(one.scores, one.face, fitted)
    return max(float(kinds[OTHER_KIND if digit == NO_NUMERAL else D10_KIND]), MIN_PROBABILITY)


class SingleFit(NamedTuple):
    """A number that is fitted alone.

    Attributes:
        name: in `Parameters`.
        kinds: of the tokens it is fitted on.
        values: to choose from.
        probability: of a value, given a frame's outputs.
    """

    name: str
    kinds: tuple[str, ...]
    values: tuple[float, ...]
    probability: Callable[[TokenOutputs, int, Parameters], float]


SINGLE_FITS = (
    SingleFit("face_kind_log_weight", ("d10", *OTHER_DICE), KIND_WEIGHTS, _kind_probability),
    SingleFit("d6_temperature", ("d6",), TEMPERATURES, _d6_probability),
    SingleFit("pip_log_weight", ("pips",), PIP_WEIGHTS, _pip_probability),
    SingleFit("chip_sharpness", ("chip",), CHIP_SHARPNESSES, _chip_probability),
)
JOINTLY_FITTED = (
    "log_weights",
    "adjacent_log_weight",
    "temperature",
    "digit_smoothing",
    "frame_correlation",
    "threshold",
)
"""Fitted together, on d10s."""
FITTED = (*JOINTLY_FITTED, *(single.name for single in SINGLE_FITS))


def calibrated(tokens: list[LabelledToken], start: Parameters) -> dict[str, Any]:
    """The numbers that can be fitted to these tokens, by name.

    They are fitted to one half of the d10s, and reported on the other.
    """
    d10s = [token for token in tokens if token.kind == "d10"]
    found, names = start, list[str]()
    if len(d10s) > 1:
        found, names = _calibrated_on_d10s(d10s[::2], d10s[1::2], start), [*JOINTLY_FITTED]
    for name, kinds, values, probability in SINGLE_FITS:
        if seen := [token for token in tokens if token.kind in kinds]:
            found = most_likely(seen, [_changed(found, {name: value}) for value in values], probability)
            names.append(name)
            print(f"{name} = {getattr(found, name)}, on {len(seen)} tokens")
    return {name: getattr(found, name) for name in names}


def _changed(fitted: Parameters, changes: dict[str, Any]) -> Parameters:
    return replace(fitted, **changes)


def digit_posterior(outputs: TokenOutputs, found: Parameters) -> Floats:
    """Joint probabilities of the digits in one frame."""
    first, second, ring = _log_likelihoods(outputs, found)
    weighed = found.log_weights[0] * first + found.log_weights[1] * second + found.adjacent_log_weight * ring
    joint = weighed / found.temperature
    shares = np.exp(joint - joint.max())
    return np.asarray(shares / shares.sum())


def _calibrated_on_d10s(fitted: list[LabelledToken], tokens: list[LabelledToken], start: Parameters) -> Parameters:
    """Fit weights, frame correlation and threshold, and print what would be accepted from which threshold on.

    Args:
        fitted: tokens that the numbers are fitted to.
        tokens: those that they are reported on.
        start: the numbers that are not fitted.
    """
    found = fit_digit_weights(fitted, start)
    frames = [np.array([digit_posterior(one, found) for one in token.outputs]) for token in fitted]
    correlation = min(CORRELATIONS, key=lambda correlation: _fused_log_loss(fitted, frames, correlation))
    found = replace(found, frame_correlation=correlation)
    # The threshold is chosen on single frames, since a reading that is sure in its first frame is accepted at once.
    single = _single_frames(fitted)
    readings = fused(single, found)
    threshold = min(THRESHOLDS, key=lambda threshold: threshold_cost(single, readings, threshold, found))
    found = replace(found, threshold=threshold)
    print(", ".join(f"{name} = {getattr(found, name)}" for name in JOINTLY_FITTED))
    for name, each in (("single frames", _single_frames(tokens)), (f"{FRAMES} frames together", tokens)):
        _print_table(name, each, found)
    return found


def _single_frames(tokens: list[LabelledToken]) -> list[LabelledToken]:
    """Each frame as a token of its own."""
    return [LabelledToken((one,), token.digit) for token in tokens for one in token.outputs]


def _print_table(name: str, tokens: list[LabelledToken], found: Parameters) -> None:
    readings = fused(tokens, found)
    print(f"{len(tokens)} readings of other d10s, {name}: most probable digit right {readings.correct.mean():.4f}")
    for threshold in THRESHOLDS:
        accepted = _accepted(tokens, readings, threshold, found)
        wrong = (accepted & ~readings.correct).sum()
        print(f"  threshold {threshold:.3f}: accepted {accepted.mean():.4f}, wrong {wrong} of {accepted.sum()}")


def fused(tokens: list[LabelledToken], found: Parameters) -> FusedReadings:
    """The readings of the tokens, each of all its frames."""
    frames = (np.array([digit_posterior(one, found) for one in each.outputs]) for each in tokens)
    joint = np.array([frame_fusion.joined(each, found.frame_correlation) for each in frames])
    best = joint.argmax(1)
    return FusedReadings(best, joint.max(1), best == np.array([token.digit for token in tokens]))


def threshold_cost(tokens: list[LabelledToken], readings: FusedReadings, threshold: float, found: Parameters) -> float:
    """The number of questions, each misreading counted as `MISREADING_COST` questions."""
    accepted = _accepted(tokens, readings, threshold, found)
    return float((~accepted).sum() + MISREADING_COST * (accepted & ~readings.correct).sum())


def _accepted(
    tokens: list[LabelledToken], readings: FusedReadings, threshold: float, found: Parameters
) -> npt.NDArray[np.bool_]:
    agreed = [_networks_agree(token, int(best), found) for token, best in zip(tokens, readings.best, strict=True)]
    return np.array(agreed) & (readings.probability >= threshold)


def _fused_log_loss(tokens: list[LabelledToken], frames: list[Floats], dependence: float) -> float:
    shares = [frame_fusion.joined(each, dependence)[token.digit] for each, token in zip(frames, tokens, strict=True)]
    return -float(np.log(np.array(shares) + 1e-9).mean())


def _networks_agree(token: LabelledToken, best: int, found: Parameters) -> bool:
    """Whether the networks agree in most frames, and on the value that the frames together make most probable."""
    named = [
        isinstance(one.upright, UprightScores)
        and digits_agree(one.upright, one.pose)
        and one.upright.numeral[:DIGITS].argmax() == best
        and die_kind(one.scores, one.face, found) == D10_KIND
        and _d10_probability(one, one.upright, found) >= MIN_KIND_PROBABILITY
        for one in token.outputs
    ]
    return bool(sum(named) > frame_fusion.MOST_FRAMES * len(named))


def _d10_probability(one: TokenOutputs, upright: UprightScores, found: Parameters) -> float:
    adjacent = adjacent_face_likelihood(upright.adjacent, parameters=found)
    return kind_probability(one.scores, upright, adjacent, found)


def write(model: Path, tokens: list[LabelledToken], keep: Iterable[str], folders: Iterable[Path]) -> None:
    """Calibrate the networks in ``model`` and write their numbers beside them.

    Args:
        model: folder with the networks.
        tokens: with the outputs of these networks.
        keep: names of numbers that stay as they are.
        folders: of the scenes that the tokens are in.
    """
    found = calibrated(tokens, current_parameters(model))
    frames, names = sum(len(token.outputs) for token in tokens), ", ".join(sorted(folder.name for folder in folders))
    data = f"{frames:,} looks at {len(tokens):,} things of {names}"
    today = datetime.now(UTC).date().isoformat()
    save(model, {name: Entry(value, data, today) for name, value in found.items() if name not in keep})


def current_parameters(model: Path) -> Parameters:
    """The numbers in the folder, whatever networks they were fitted to; the shipped ones if it has none."""
    return load(model) if (model / FILE).exists() else SHIPPED


def main() -> None:
    """Fit and choose on one half of the dice, report on the other, and write what was found."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.calibrate", description=__doc__)
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder with the networks")
    parser.add_argument("--renders", type=Path, nargs="*", default=render_folders(), help="folders of rendered scenes")
    parser.add_argument("--most", type=int, help="look at no more scenes of a folder than this")
    parser.add_argument(
        "--unseen", action="store_true", help="no network has learned from any of these folders: look at every scene"
    )
    parser.add_argument("--keep", nargs="*", default=(), choices=FITTED, help="numbers to leave as they are")
    options = parser.parse_args()
    tokens = load_tokens(options.model, options.renders, options.most, unseen=options.unseen)
    write(options.model, tokens, options.keep, options.renders)


if __name__ == "__main__":
    main()
