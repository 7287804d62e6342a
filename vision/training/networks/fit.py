"""The training loop, and each network's batches and loss.

Method: AdamW with a one-cycle learning rate. Losses: cross-entropy with label smoothing for classes, smooth L1 for
poses and boxes, focal loss for the detector's heat map. Rule kept here: batches depend on seeds alone, never on which
loader is done first. So the same seed and number of loaders give the same pictures in the same order, on any device.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.recognition.crops import FACE_CROP, NUMERAL_CROP, Crop, normalised, with_tilt_planes
from vision.recognition.outputs import DIGITS, NEITHER, DetectorOutputLayout
from vision.recognition.outputs import TokenOutputLayout as Channels
from vision.training.data.crop_targets import TokenView
from vision.training.data.drawn_dice import SOLID, TENS
from vision.training.networks import architecture
from vision.training.networks.architecture import ConvLayer, ConvNet, build, load_weights, save
from vision.training.networks.distillation import anchor_loss, distillation_loss
from vision.types import Floats, Frame

TEACHER_RATE = 2e-3
"""The largest learning rate of a teacher."""
CROPS = {"close": NUMERAL_CROP, "face": FACE_CROP}
"""The crop of each upright numeral classifier."""
REPORT_EVERY = 100
SAVE_EVERY = 500
PREFETCHED_BATCHES = 4
"""Batches that each loader prefetches."""
DISTILLATION_WEIGHT = 0.7
"""Share of the distillation loss in the end."""
TEACHER_EMA_DECAY = 0.999
"""Decay of the exponential moving average of a teacher's weights, whose outputs are the targets."""
ANCHOR_WEIGHT = 3.0
"""Weight of the distillation loss from an anchor: with 1 that loss rose fivefold at a rate of 8e-4."""


class BatchSource(Protocol):
    """A source of batches: drawn dice, rendered ones, photos, or a mixture."""

    def token_views(self, count: int) -> list[TokenView]:
        """Views of whole tokens."""

    def upright_views(self, count: int, crop: Crop = NUMERAL_CROP) -> tuple[Frame, npt.NDArray[np.int64]]:
        """Views of numerals and their labels."""

    def detector_tiles(
        self, count: int
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.floating[Any]], npt.NDArray[np.floating[Any]]]:
        """Scenes, their heat maps and boxes."""


Sources = Callable[[int], BatchSource]
"""The source of each loader, by its number: no two draw the same."""


class Batch(NamedTuple):
    """Inputs, shape (N, planes, high, wide), and targets by name, N long each."""

    shown: Floats
    truth: dict[str, npt.NDArray[Any]]


class NetworkRecipe(NamedTuple):
    """A network's layers, batches and loss.

    Attributes:
        layers: of the network.
        batch: draws a batch.
        loss: of its outputs.
        scores: the outputs that are one softmax each, for distillation; empty for none.
    """

    layers: tuple[ConvLayer, ...]
    batch: Callable[[BatchSource], Batch]
    loss: Callable[[Tensor, dict[str, Tensor]], Tensor]
    scores: tuple[slice, ...] = ()


class TrainingSchedule(NamedTuple):
    """How a network is trained.

    Attributes:
        steps: how many batches.
        rate: the largest learning rate.
        device: as torch calls it, ``cpu`` or ``cuda``.
        loaders: processes that make the batches; 0 makes them in the process that trains.
        batches: how many are joined to one.
        guided: whether a teacher is trained beside it, and it learns from that as well.
        anchors: folder of networks that it keeps to where they read a token rightly; None for none.
    """

    steps: int
    rate: float
    device: str = "cpu"
    loaders: int = 0
    batches: int = 1
    guided: bool = False
    anchors: Path | None = None


class Learner:
    """A network with its optimizer and learning-rate schedule.

    Args:
        net: on its device.
        schedule: its steps and rate.
    """

    def __init__(self, net: ConvNet, schedule: TrainingSchedule) -> None:
        self.net = net
        self._optimizer = torch.optim.AdamW(net.parameters(), lr=schedule.rate, weight_decay=0.02)
        self._scheduler = torch.optim.lr_scheduler.OneCycleLR(
            self._optimizer, schedule.rate, total_steps=schedule.steps, pct_start=0.15
        )

    def advance(self, loss: Tensor) -> None:
        """One step of the optimizer."""
        self._optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self._optimizer.step()
        self._scheduler.step()


class Teacher(Learner):
    """A large network trained on the same batches, whose outputs a small one learns from."""

    def __init__(self, name: str, schedule: TrainingSchedule) -> None:
        super().__init__(build(architecture.TEACHERS[name]).to(schedule.device), schedule)
        self.mean = AveragedModel(
            self.net, multi_avg_fn=get_ema_multi_avg_fn(TEACHER_EMA_DECAY), use_buffers=True
        ).eval()

    def advance(self, loss: Tensor) -> None:
        """One step of the optimizer."""
        super().advance(loss)
        self.mean.update_parameters(self.net)

    def outputs(self, shown: Tensor) -> Tensor:
        """The outputs of its averaged weights."""
        return _outputs(self.mean, shown)


def train(name: str, sources: Sources, folder: Path, schedule: TrainingSchedule, start: Path | None = None) -> None:
    """Train a network, print progress, and write ``folder/name.onnx``; a teacher is ``folder/name-large.onnx``.

    Args:
        name: of the network.
        sources: of its batches.
        folder: for the networks, every `SAVE_EVERY` steps and at the end.
        schedule: steps, rate and device.
        start: a network to go on from; None for random weights.
    """
    torch.manual_seed(7)
    torch.set_num_threads(1)
    torch.backends.cudnn.benchmark = True  # all batches are of one size
    cv2.setNumThreads(1)
    recipe = RECIPES[name]
    net = _network(recipe, start, sources)
    learner = Learner(net.to(schedule.device), schedule)
    anchors = schedule.anchors if recipe.scores else None
    anchor = anchors and _network(recipe, anchors / f"{name}.onnx", sources).to(schedule.device).eval()
    teacher = Teacher(name, schedule._replace(rate=TEACHER_RATE)) if schedule.guided and recipe.scores else None
    begun, losses = time.monotonic(), []
    for count, (shown, truth) in enumerate(islice(_batches(recipe, sources, schedule), schedule.steps), 1):
        seen = shown.to(schedule.device)
        targets = {each: values.to(schedule.device) for each, values in truth.items()}
        answers = _forward(net, seen)
        loss = recipe.loss(answers, targets)
        if teacher is not None:
            teacher.advance(recipe.loss(_forward(teacher.net, seen), targets))
            weight = DISTILLATION_WEIGHT * min(1.0, 2 * count / schedule.steps)  # an untrained teacher knows little
            loss = (1 - weight) * loss + weight * distillation_loss(answers, teacher.outputs(seen), recipe.scores)
        if anchor is not None:
            loss = loss + ANCHOR_WEIGHT * anchor_loss(answers, _outputs(anchor, seen), targets, recipe.scores)
        learner.advance(loss)
        losses.append(loss.detach())
        if count % REPORT_EVERY == 0:
            recent, rest = float(torch.stack(losses).mean()), (time.monotonic() - begun) * (schedule.steps / count - 1)
            losses.clear()
            print(f"{name} {count}/{schedule.steps} loss {recent:.4f}, {rest / 60:.0f} minutes to go", flush=True)
        if count % SAVE_EVERY == 0 or count == schedule.steps:
            _save(net, folder / f"{name}.onnx")
            if teacher is not None:
                _save(teacher.mean.module, folder / f"{name}-large.onnx")


def _network(recipe: NetworkRecipe, path: Path | None, sources: Sources) -> ConvNet:
    """With the weights of an ONNX file; with random ones if None."""
    net = build(recipe.layers)
    if path is not None:
        load_weights(net, path, recipe.batch(sources(0)).shown)
    return net


def _save(net: ConvNet, path: Path) -> None:
    """Write a network as it is now; training may go on."""
    learns = net.training
    save(net.eval(), path)
    net.train(learns)


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch ships no types here
def _outputs(net: nn.Module, shown: Tensor) -> Tensor:
    """What a network that does not learn makes of a batch."""
    return _forward(net, shown)


def _batches(recipe: NetworkRecipe, sources: Sources, schedule: TrainingSchedule) -> DataLoader:
    """Endless batches as tensors; several loaders take turns."""
    drawn = _BatchStream(recipe, sources, schedule.batches)
    if schedule.loaders == 0:
        return DataLoader(drawn, batch_size=None)
    return DataLoader(
        drawn,
        batch_size=None,
        num_workers=schedule.loaders,
        prefetch_factor=PREFETCHED_BATCHES,
        multiprocessing_context="fork",  # loaders share the pictures instead of copying them
    )


class _BatchStream(IterableDataset):  # type: ignore[misc]  # torch ships no types here
    """Endless batches, each of so many joined; the loader's number chooses the source."""

    def __init__(self, recipe: NetworkRecipe, sources: Sources, batches: int) -> None:
        super().__init__()
        self._recipe, self._sources, self._batches = recipe, sources, batches

    def __iter__(self) -> Iterator[Batch]:
        loader = get_worker_info()
        source = self._sources(0 if loader is None else loader.id)
        while True:
            yield _concatenated([self._recipe.batch(source) for _ in range(self._batches)])


def _concatenated(batches: list[Batch]) -> Batch:
    shown, truths = zip(*batches, strict=True)
    return Batch(np.concatenate(shown), {name: np.concatenate([one[name] for one in truths]) for name in truths[0]})


def _forward(net: nn.Module, shown: Tensor) -> Tensor:
    """The outputs in bfloat16 and channels-last memory: four times as fast on a CPU."""
    pixels = shown.contiguous(memory_format=torch.channels_last)
    with torch.autocast(pixels.device.type, torch.bfloat16):
        answers: Tensor = net(pixels)
    return answers.float()


# --- the token classifier: kind, digit, pips or word, and the pose of the numeral, from views turned any way ---


def _token_batch(source: BatchSource, count: int = 96) -> Batch:
    tokens = source.token_views(count)
    views, leans = np.stack([one.picture for one in tokens]), np.array([one.lean for one in tokens])
    there, pointed, boxed = np.array([_loss_masks(one) for one in tokens]).T
    truth = {
        "label": np.array([one.label for one in tokens]),
        "kind": np.array([one.kind for one in tokens]),
        "pips": np.array([one.pips for one in tokens]),
        "up": np.array([one.up for one in tokens], np.float32),
        "position": np.array([_position(one) for one in tokens], np.float32),
        "box": np.array([_box(one) for one in tokens], np.float32),
        "there": there,
        "pointed": pointed,
        "boxed": boxed,
    }
    return Batch(with_tilt_planes(views, leans), truth)


def _token_loss(answers: Tensor, truth: dict[str, Tensor]) -> Tensor:
    outputs, pips = answers[:, :, 0, 0], truth["pips"] - 1
    loss = functional.cross_entropy(outputs[:, Channels.LABELS], _soft_labels(truth["label"]), label_smoothing=0.01)
    loss = loss + functional.cross_entropy(outputs[:, Channels.KINDS], truth["kind"], label_smoothing=0.01)
    loss = loss + functional.cross_entropy(outputs[:, Channels.PIPS], pips, ignore_index=-1, reduction="sum") / len(
        pips
    )

    def gaps(part: slice, name: str) -> Tensor:
        return functional.smooth_l1_loss(outputs[:, part], truth[name], beta=0.1, reduction="none")

    up = _masked_mean(gaps(Channels.UP, "up"), truth["pointed"])
    position = _masked_mean(gaps(Channels.POSITION, "position"), truth["there"])
    return loss + (3 * up + position) + _masked_mean(gaps(Channels.BOX, "box"), truth["boxed"])


def _position(one: TokenView) -> tuple[float, ...]:
    return (*(4 * one.middle), np.log(one.height + 1e-3))


def _box(one: TokenView) -> npt.NDArray[np.float32]:
    return np.zeros(4, np.float32) if one.box is None else 4 * one.box


def _loss_masks(one: TokenView) -> tuple[bool, bool, bool]:
    """Whether the losses of the numeral's position, its direction and the box count for this view."""
    there = one.label != NEITHER
    return there and one.height > 0, there and bool(one.up.any()), there and one.box is not None


def _masked_mean(gaps: Tensor, chosen: Tensor) -> Tensor:
    """The mean over the chosen rows."""
    return (gaps.mean(1) * chosen).sum() / chosen.sum().clamp(min=1)


def _soft_labels(labels: Tensor) -> Tensor:
    """Target probabilities: one label, or all digits alike for a die whose digit must not be read."""
    shares = functional.one_hot(labels, SOLID + 1).float()
    shares[:, :DIGITS] += shares[:, TENS:].sum(1, keepdim=True) / DIGITS
    return shares[:, :TENS]


# --- the upright numeral classifiers: its digit ---


def _upright_batch(source: BatchSource, crop: Crop, count: int = 128) -> Batch:
    views, labels = source.upright_views(count, crop)
    return Batch(normalised(views), {"label": labels})


def _upright_loss(answers: Tensor, truth: dict[str, Tensor]) -> Tensor:
    return functional.cross_entropy(answers[:, :, 0, 0], truth["label"], label_smoothing=0.01)


# --- the detector: objectness where tokens' centres are (focal loss), and their edges there ---


def _detector_batch(source: BatchSource, count: int = 24) -> Batch:
    pictures, heats, boxes = source.detector_tiles(count)
    shown = np.ascontiguousarray((pictures.astype(np.float32) / 127.5 - 1).transpose(0, 3, 1, 2))
    return Batch(shown, {"heat": heats, "box": boxes})


def _detector_loss(answers: Tensor, truth: dict[str, Tensor]) -> Tensor:
    heat, boxes = truth["heat"], truth["box"]
    score = torch.sigmoid(answers[:, DetectorOutputLayout.OBJECTNESS]).clamp(1e-4, 1 - 1e-4)
    peak = heat > 0.99
    loss = -torch.where(
        peak, (1 - score) ** 2 * torch.log(score), (1 - heat) ** 4 * score**2 * torch.log(1 - score)
    ).sum() / peak.sum().clamp(min=1)
    inside = boxes.abs().sum(1) > 0
    gaps = functional.smooth_l1_loss(answers[:, DetectorOutputLayout.EDGES], boxes, beta=0.05, reduction="none").sum(1)
    return loss + (gaps * inside).sum() / inside.sum().clamp(min=1)


RECIPES: dict[str, NetworkRecipe] = {
    "finder": NetworkRecipe(architecture.FINDER, _detector_batch, _detector_loss),
    "whole": NetworkRecipe(architecture.WHOLE, _token_batch, _token_loss, (Channels.LABELS, Channels.KINDS)),
    "close": NetworkRecipe(
        architecture.CLOSE, partial(_upright_batch, crop=NUMERAL_CROP), _upright_loss, (slice(None),)
    ),
    "face": NetworkRecipe(architecture.FACE, partial(_upright_batch, crop=FACE_CROP), _upright_loss, (slice(None),)),
}
