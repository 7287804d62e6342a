"""How far to trust each network, the adjacent faces and every further frame: fitted on renders kept out of training.

Run ``python -m vision.training.calibrate`` after training: it writes ``parameters.json`` beside the networks. The
scenes are those that ``vision.training`` keeps aside; the test's typefaces and materials are not among them, and no
photo takes part.
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

from vision.reader import Eyes, Testimony
from vision.recognition import frame_fusion, posterior
from vision.recognition.d6 import cube_odds, numeral_seen
from vision.recognition.network import MODEL_FOLDER
from vision.recognition.outputs import DIGITS, HIT, NO_NUMERAL, UprightOutputLayout
from vision.recognition.parameters import FILE, SHIPPED, Entry, Parameters, load, save
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
LEAST_SHARE = 1e-3
"""No kind is believed to be less likely: a few things are of none that can be told."""
WRONG_COSTS = 150
"""Questions that one silent misreading is as bad as: the bars are one question in 50 and one misreading in 7,500."""


@dataclass(frozen=True, eq=False)
class Trial:
    """What was heard of one thing in each of several frames, its digit, pips or place of its word, and its kind.

    Of a die that nothing may be told of the digit is NO_NUMERAL.
    """

    heard: tuple[Testimony, ...]
    digit: int
    kind: str = "d10"


@dataclass(frozen=True)
class Verdicts:
    """What all frames of each trial say together, and what was true.

    Attributes:
        likeliest: digit, shape (trials,).
        share: its probability.
        right: whether it is the true one.
    """

    likeliest: npt.NDArray[np.int64]
    share: Floats
    right: npt.NDArray[np.bool_]


def trials(model: Path, folders: list[Path], most: int | None, *, unseen: bool = False) -> list[Trial]:
    """Every d10, d6 and chip whose top is free, of the scenes kept aside, or of all if no network has seen any.

    Of each folder at most so many scenes are looked at.
    """
    return [trial for folder in folders for trial in _folder_trials(model, folder, most, unseen=unseen)]


def _folder_trials(model: Path, folder: Path, most: int | None, *, unseen: bool) -> list[Trial]:
    kept = [record for record in records(folder) if unseen or is_held_out(record)][:most]
    with get_context("spawn").Pool(initializer=cv2.setNumThreads, initargs=(1,)) as crew:
        parts = crew.imap_unordered(partial(_scene_trials, model, folder), [kept[at::16] for at in range(16)])
        return [trial for part in parts for trial in part]


def _scene_trials(model: Path, folder: Path, kept: list[dict[str, Any]]) -> list[Trial]:
    eyes = Eyes(model, present(model))
    return [trial for record in kept for trial in _trials(eyes, folder, record)]


def _trials(eyes: Eyes, folder: Path, record: dict[str, Any]) -> Iterator[Trial]:
    rng = np.random.default_rng((record["seed"], 55))
    picture = np.asarray(cv2.imread(str(folder / record["file"])), np.uint8)
    above = noisy_registration(rng, record["tokens"])
    heard = [eyes.hear(frame, above=above) for frame in stills(rng, picture, FRAMES)]
    boxes = [token["box"] for token in record["tokens"]]
    places = [match_boxes(boxes, [_edges(one) for one in frame]) for frame in heard]
    for at, token in enumerate(record["tokens"]):
        if token["kind"] in READ and token["hidden"] <= MAX_HIDDEN:
            found = [frame[place[at]] for frame, place in zip(heard, places, strict=True) if at in place]
            seen = tuple(one for one in found if READ[token["kind"]](one))
            if seen:
                value = token["value"]
                yield Trial(seen, NO_NUMERAL if value is None else int(CHIP_LABELS.get(value, value)), token["kind"])


ALIENS = ("percentile", "d8", "d12", "d20")
READ: dict[str, Callable[[Testimony], bool]] = {
    "d10": lambda one: one.close is not None,
    **dict.fromkeys(ALIENS, lambda one: one.told.face is not None),
    "d6": lambda one: one.cube is not None,
    "pips": lambda one: one.close is not None and posterior.die_kind(one.told) == posterior.PIPS,
    "chip": lambda one: posterior.is_chip(one.told),
}
"""Kinds of things that weights are fitted for, and whether a testimony is of something that was looked at as one."""


def _edges(heard: Testimony) -> tuple[float, float, float, float]:
    box = heard.told.box
    return box.left, box.top, box.right, box.bottom


def _evidence(heard: Testimony, fitted: Parameters) -> tuple[Floats, Floats, Floats]:
    """Log-probabilities of the digits by the face, by the numeral alone, and by the adjacent faces."""
    close = np.zeros(UprightOutputLayout.CHANNELS) if heard.close is None else heard.close
    ring = np.log(posterior.ring_word(heard.neighbours, fitted=fitted))
    return (
        np.log(posterior.spread(heard.told.digits, fitted.digit_smoothing)),
        np.log(posterior.spread(close[:DIGITS], fitted.digit_smoothing)),
        np.asarray(ring),
    )


def fit(heard: list[Trial], start: Parameters) -> Parameters:
    """``start`` with the weights of digits under which the truth is likeliest, frame by frame."""
    truth = np.array([trial.digit for trial in heard for _ in trial.heard])
    parts = {smoothing: _stacked(heard, replace(start, digit_smoothing=smoothing)) for smoothing in SMOOTHINGS}

    def surprise(leaning: float, adjacent: float, temperature: float, smoothing: float) -> float:
        first, second, beside = parts[smoothing]
        joint = (leaning * first + (2 - leaning) * second + adjacent * beside) / temperature
        joint -= np.log(np.exp(joint - joint.max(1, keepdims=True)).sum(1, keepdims=True)) + joint.max(1, keepdims=True)
        return -float(joint[np.arange(len(truth)), truth].mean())

    leaning, adjacent, temperature, smoothing = min(
        product(FACE_WEIGHTS, ADJACENT_WEIGHTS, TEMPERATURES, SMOOTHINGS), key=lambda weights: surprise(*weights)
    )
    alone = surprise(leaning, 0, temperature, smoothing)
    print(f"surprise {surprise(leaning, adjacent, temperature, smoothing):.5f}; without adjacent faces {alone:.5f}")
    return replace(
        start,
        log_weights=(leaning, round(2 - leaning, 3)),
        adjacent_log_weight=adjacent,
        temperature=temperature,
        digit_smoothing=smoothing,
    )


def _stacked(heard: list[Trial], fitted: Parameters) -> list[Floats]:
    """`_evidence` of every frame of every trial, each part of shape (frames, 10)."""
    words = [_evidence(one, fitted) for trial in heard for one in trial.heard]
    return [np.array(column) for column in zip(*words, strict=True)]


def likeliest(
    heard: list[Trial], choices: Sequence[Choice], share: Callable[[Testimony, int, Choice], float]
) -> Choice:
    """The choice under which the truth is likeliest, frame by frame.

    Args:
        heard: at least one.
        choices: to choose from.
        share: probability of a value, heard so, under a choice.
    """

    def surprise(choice: Choice) -> float:
        return -sum(float(np.log(share(one, trial.digit, choice))) for trial in heard for one in trial.heard)

    return min(choices, key=surprise)


def _cube_share(one: Testimony, digit: int, fitted: Parameters) -> float:
    if one.cube is None:
        return 1.0
    share = posterior.cube_share(one.told, numeral_seen(one.cube))
    return float(cube_odds(one.cube, share, fitted)[digit])


def _pip_share(one: Testimony, pips: int, fitted: Parameters) -> float:
    return 1.0 if one.close is None else float(posterior.pip_odds(one.told, one.close, fitted)[pips - 1])


def _chip_share(one: Testimony, face: int, fitted: Parameters) -> float:
    return float(posterior.chip_odds(one.told, fitted)[face - HIT])


def _kind_share(one: Testimony, digit: int, fitted: Parameters) -> float:
    """Probability that it is a d10, or that it is none if nothing may be told of it."""
    kinds = posterior.kinds_seen(one.told, fitted)
    return max(float(kinds[posterior.OTHER if digit == NO_NUMERAL else posterior.D10]), LEAST_SHARE)


class Single(NamedTuple):
    """A number that is fitted alone.

    Attributes:
        name: in `Parameters`.
        kinds: of the things it is fitted on.
        values: to choose from.
        share: probability of a value, heard so.
    """

    name: str
    kinds: tuple[str, ...]
    values: tuple[float, ...]
    share: Callable[[Testimony, int, Parameters], float]


SINGLES = (
    Single("face_kind_log_weight", ("d10", *ALIENS), KIND_WEIGHTS, _kind_share),
    Single("d6_temperature", ("d6",), TEMPERATURES, _cube_share),
    Single("pip_log_weight", ("pips",), PIP_WEIGHTS, _pip_share),
    Single("chip_sharpness", ("chip",), CHIP_SHARPNESSES, _chip_share),
)
TOGETHER = (
    "log_weights",
    "adjacent_log_weight",
    "temperature",
    "digit_smoothing",
    "frame_correlation",
    "threshold",
)
"""What is fitted together, on d10s."""
FITTED = (*TOGETHER, *(single.name for single in SINGLES))


def calibrated(heard: list[Trial], start: Parameters) -> dict[str, Any]:
    """The numbers that the trials say something of, by name.

    Half of the d10s choose, the other half is reported on.
    """
    d10s = [trial for trial in heard if trial.kind == "d10"]
    found, names = start, list[str]()
    if len(d10s) > 1:
        found, names = _calibrated_on_d10s(d10s[::2], d10s[1::2], start), [*TOGETHER]
    for name, kinds, values, share in SINGLES:
        if seen := [trial for trial in heard if trial.kind in kinds]:
            found = likeliest(seen, [_changed(found, {name: value}) for value in values], share)
            names.append(name)
            print(f"{name} = {getattr(found, name)}, of {len(seen)} things")
    return {name: getattr(found, name) for name in names}


def _changed(fitted: Parameters, changes: dict[str, Any]) -> Parameters:
    return replace(fitted, **changes)


def odds(heard: Testimony, found: Parameters) -> Floats:
    """Joint probabilities of the digits in one frame."""
    first, second, ring = _evidence(heard, found)
    weighed = found.log_weights[0] * first + found.log_weights[1] * second + found.adjacent_log_weight * ring
    joint = weighed / found.temperature
    shares = np.exp(joint - joint.max())
    return np.asarray(shares / shares.sum())


def _calibrated_on_d10s(fitted: list[Trial], heard: list[Trial], start: Parameters) -> Parameters:
    """Fit weights, frame correlation and threshold, and print what would be accepted from which threshold on.

    Args:
        fitted: what all is fitted to.
        heard: what it is reported on.
        start: what is not fitted.
    """
    found = fit(fitted, start)
    frames = [np.array([odds(one, found) for one in trial.heard]) for trial in fitted]
    correlation = min(CORRELATIONS, key=lambda share: _fused_surprise(fitted, frames, share))
    found = replace(found, frame_correlation=correlation)
    singly = _singly(fitted)
    looks = verdicts(singly, found)
    # On single frames: what is sure at first sight is accepted at once.
    found = replace(found, threshold=min(THRESHOLDS, key=lambda share: _cost(singly, looks, share, found)))
    print(", ".join(f"{name} = {getattr(found, name)}" for name in TOGETHER))
    for name, each in (("single frames", _singly(heard)), (f"{FRAMES} frames together", heard)):
        _table(name, each, found)
    return found


def _singly(heard: list[Trial]) -> list[Trial]:
    """Each frame as a trial of its own."""
    return [Trial((one,), trial.digit) for trial in heard for one in trial.heard]


def _table(name: str, heard: list[Trial], found: Parameters) -> None:
    seen = verdicts(heard, found)
    print(f"{len(heard)} looks at other d10s, {name}: likeliest right {seen.right.mean():.4f}")
    for threshold in THRESHOLDS:
        told = _told(heard, seen, threshold, found)
        print(f"  from {threshold:.3f} on: told {told.mean():.4f}, wrong {(told & ~seen.right).sum()} of {told.sum()}")


def verdicts(heard: list[Trial], found: Parameters) -> Verdicts:
    """All frames of each trial put together."""
    frames = (np.array([odds(one, found) for one in each.heard]) for each in heard)
    joint = np.array([frame_fusion.joined(each, found.frame_correlation) for each in frames])
    likeliest = joint.argmax(1)
    return Verdicts(likeliest, joint.max(1), likeliest == np.array([trial.digit for trial in heard]))


def _cost(heard: list[Trial], seen: Verdicts, threshold: float, found: Parameters) -> float:
    """Questions, and misreadings as so many questions."""
    told = _told(heard, seen, threshold, found)
    return float((~told).sum() + WRONG_COSTS * (told & ~seen.right).sum())


def _told(heard: list[Trial], seen: Verdicts, threshold: float, found: Parameters) -> npt.NDArray[np.bool_]:
    agreed = [_agreed(trial, int(best), found) for trial, best in zip(heard, seen.likeliest, strict=True)]
    return np.array(agreed) & (seen.share >= threshold)


def _fused_surprise(heard: list[Trial], frames: list[Floats], dependence: float) -> float:
    shares = [frame_fusion.joined(each, dependence)[trial.digit] for each, trial in zip(frames, heard, strict=True)]
    return -float(np.log(np.array(shares) + 1e-9).mean())


def _agreed(trial: Trial, best: int, found: Parameters) -> bool:
    """Whether most frames' networks agree, and on the value that all frames together name."""
    named = [
        one.close is not None
        and posterior.witnesses_agree(one.told, one.close)
        and one.close[:DIGITS].argmax() == best
        and posterior.die_kind(one.told, found) == posterior.D10
        and _d10_share(one, one.close, found) >= posterior.LEAST_KIND
        for one in trial.heard
    ]
    return bool(sum(named) > frame_fusion.MOST_FRAMES * len(named))


def _d10_share(one: Testimony, close: Floats, found: Parameters) -> float:
    ring = posterior.ring_word(one.neighbours, fitted=found)
    return posterior.kind_share(one.told, close, ring, found)


def write(model: Path, heard: list[Trial], keep: Iterable[str], folders: Iterable[Path]) -> None:
    """Calibrate the networks in ``model`` and write their numbers beside them.

    Args:
        model: folder with the networks.
        heard: what they said of things whose values are known.
        keep: names of numbers that stay as they are.
        folders: where those things came from.
    """
    found = calibrated(heard, present(model))
    looks, names = sum(len(trial.heard) for trial in heard), ", ".join(sorted(folder.name for folder in folders))
    data = f"{looks:,} looks at {len(heard):,} things of {names}"
    today = datetime.now(UTC).date().isoformat()
    save(model, {name: Entry(value, data, today) for name, value in found.items() if name not in keep})


def present(model: Path) -> Parameters:
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
    wanted = parser.parse_args()
    heard = trials(wanted.model, wanted.renders, wanted.most, unseen=wanted.unseen)
    write(wanted.model, heard, wanted.keep, wanted.renders)


if __name__ == "__main__":
    main()
