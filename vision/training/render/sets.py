"""Whole sets of pictures: which scenes they hold, and making them so that an interrupted set goes on where it stopped.

A line of ``labels.jsonl`` is written after its picture is whole and in the order of the scenes, so the lines tell
exactly what there is. The same seed makes the same set.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import BinaryIO

import cv2
import msgspec

from vision.training.render.cubes import draw_cubes
from vision.training.render.enrolment import DIE_COUNT, PICTURES_PER_DIE, enrolment_scene
from vision.training.render.film import develop
from vision.training.render.labels import Label, scene_labels
from vision.training.render.legibility import MIN_CONTRAST, MIN_CONTRAST_TO_GRAIN, contrast
from vision.training.render.paints import (
    CUBE_FAMILIES,
    ENROLMENT_FAMILIES,
    HARD_INK_DIFFERENCE,
    MIN_INK_DIFFERENCE,
    PATTERNED_FAMILIES,
    RANDOM_PATTERN_FAMILIES,
    TEST_FAMILIES,
    TRAIN_FAMILIES,
)
from vision.training.render.scene import (
    CLUTTERED_PRINT_GROUNDS,
    CUBE_GROUNDS,
    TEST_GROUNDS,
    TRAIN_GROUNDS,
    Scene,
    draw_scene,
)
from vision.training.render.typefaces import typefaces

RENDERER_VERSION = 4
"""Raised whenever the same seed would make other pictures; ``recipe`` in the labels."""
SAMPLES_PER_PIXEL = 3
"""Samples a pixel. With Cycles' denoiser, more only made fewer dice in the same time."""
LABELS = "labels.jsonl"
SCENES_PER_SEED = 10_000_000
"""Scenes of one seed before those of the next."""
SCENES_PER_WORKER = 40
"""Scenes after which a worker starts again: Blender never gives all memory back."""
QUEUED_PER_WORKER = 3
"""Scenes queued for each worker."""


@dataclass(frozen=True)
class SetRecipe:
    """What a set is made of: how to draw its scenes, what ``set.json`` says, how many dice from which seed.

    Only dice of the kind ``counted`` count; what lies beside them comes as it comes.
    """

    scene: Callable[[int], Scene]
    test: bool
    count: int
    seed: int
    bodies: tuple[str, ...]
    grounds: tuple[str, ...]
    scenes: int | None = None
    counted: str = "d10"


# The names of the sets are on disk. In the field's terms: patterned and medley are d10s with textured bodies, of chosen
# families and at random; company is mixed tokens; marked is cluttered print; cubes are six-sided dice, symbols and
# print; lesson and teach are enrolment, lesson of the materials to train on, teach of the test's.
RECIPES = {
    "train": SetRecipe(partial(draw_scene, test=False), False, 14000, 1, TRAIN_FAMILIES, TRAIN_GROUNDS),
    "patterned": SetRecipe(
        partial(draw_scene, test=False, families=PATTERNED_FAMILIES),
        False,
        14000,
        3,
        PATTERNED_FAMILIES,
        TRAIN_GROUNDS,
    ),
    "medley": SetRecipe(
        partial(draw_scene, test=False, families=RANDOM_PATTERN_FAMILIES),
        False,
        14000,
        9,
        RANDOM_PATTERN_FAMILIES,
        TRAIN_GROUNDS,
    ),
    "company": SetRecipe(
        partial(draw_scene, test=False, families=TRAIN_FAMILIES + PATTERNED_FAMILIES, mixed=True),
        False,
        3000,
        6,
        TRAIN_FAMILIES + PATTERNED_FAMILIES,
        TRAIN_GROUNDS,
        counted="d6",
    ),
    "marked": SetRecipe(
        partial(draw_scene, test=False, families=TRAIN_FAMILIES + PATTERNED_FAMILIES, cluttered_print=True),
        False,
        3500,
        8,
        TRAIN_FAMILIES + PATTERNED_FAMILIES,
        CLUTTERED_PRINT_GROUNDS,
    ),
    "cubes": SetRecipe(partial(draw_cubes, test=False), False, 4000, 10, CUBE_FAMILIES, CUBE_GROUNDS, counted="d6"),
    "test-cubes": SetRecipe(partial(draw_cubes, test=True), True, 1600, 11, TEST_FAMILIES, TEST_GROUNDS, counted="d6"),
    "test": SetRecipe(partial(draw_scene, test=True), True, 15000, 2, TEST_FAMILIES, TEST_GROUNDS),
    "lesson": SetRecipe(
        partial(enrolment_scene, test=False),
        False,
        DIE_COUNT * PICTURES_PER_DIE * 10,
        7,
        TRAIN_FAMILIES + PATTERNED_FAMILIES,
        TRAIN_GROUNDS,
        scenes=DIE_COUNT * PICTURES_PER_DIE,
    ),
    "teach": SetRecipe(
        enrolment_scene,
        True,
        DIE_COUNT * PICTURES_PER_DIE * 10,
        0,
        ENROLMENT_FAMILIES,
        TEST_GROUNDS,
        scenes=DIE_COUNT * PICTURES_PER_DIE,
    ),
}


def cache() -> Path:
    """Where sets are kept, each in a folder of its name."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "stadium-scoreboard" / "renders"


@dataclass(frozen=True)
class SetOrder:
    """A set wanted: its name, where it goes, how many dice of those that count, which seed, how many workers."""

    name: str
    folder: Path
    count: int
    seed: int
    workers: int


def make(order: SetOrder) -> int:
    """Render what is missing of a set; its number of dice of the kind that is counted."""
    order.folder.mkdir(parents=True, exist_ok=True)
    with (order.folder / LABELS).open("ab+") as labels:
        _lock(labels)
        lines = _read_lines(labels)
        _describe(order, lines)
        for line in _missing(order, lines):
            labels.write(json.dumps(line).encode() + b"\n")
            labels.flush()
            lines.append(line)
        _describe(order, lines)
    return _dice_in(order, lines)


def _lock(labels: BinaryIO) -> None:
    """Lock the set, for two runs would mix their pictures up."""
    try:
        fcntl.flock(labels, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SystemExit(f"another run is making this set already ({labels.name}); wait for it or stop it") from None


def _read_lines(labels: BinaryIO) -> list[Label]:
    """The lines so far; an incomplete last one is removed."""
    labels.seek(0)
    whole = [line for line in labels.read().splitlines(keepends=True) if line.endswith(b"\n")]
    labels.truncate(sum(map(len, whole)))
    return [msgspec.json.decode(line) for line in whole]


def _missing(order: SetOrder, lines: list[Label]) -> Iterator[Label]:
    """New lines until there are dice enough."""
    done = _dice_in(order, lines)
    pace = ProgressEstimate(order, done)
    if done >= order.count:
        return
    for line in _rendered(order, len(lines)):
        done += _dice_in(order, [line])
        pace.report(done)
        yield line
        if done >= order.count:
            return


def _dice_in(order: SetOrder, lines: list[Label]) -> int:
    wanted = RECIPES[order.name].counted
    return sum(token["kind"] == wanted for line in lines for token in line["tokens"])  # type: ignore[attr-defined]


def _rendered(order: SetOrder, start: int) -> Iterator[Label]:
    """Lines in the order of the scenes, a few of which are always in hand."""
    last = RECIPES[order.name].scenes
    spawn = get_context("spawn")
    with ProcessPoolExecutor(order.workers, spawn, _silence_blender, max_tasks_per_child=SCENES_PER_WORKER) as workers:
        waiting: deque[Future[Label]] = deque()
        number = start
        try:
            while last is None or number < last or waiting:
                while len(waiting) < order.workers * QUEUED_PER_WORKER and (last is None or number < last):
                    waiting.append(
                        workers.submit(render_picture, order.name, order.folder, order.seed * SCENES_PER_SEED, number)
                    )
                    number += 1
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            workers.shutdown(cancel_futures=True)


def _silence_blender() -> None:
    """Discard what Blender prints past Python, which would spoil the progress line. Runs in a worker."""
    cv2.setNumThreads(1)
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), 1)


def render_picture(name: str, folder: Path, base: int, number: int) -> Label:
    """Draw, render and develop one scene; what is true of it. Runs in a worker."""
    from vision.training.render.blender import render

    scene = RECIPES[name].scene(base + number)
    developed = develop(render(scene, samples=SAMPLES_PER_PIXEL), scene.exposure)
    file = f"{number:05d}.png"
    if not cv2.imwrite(str(folder / file), developed):
        raise OSError(f"cannot write {folder / file}; is the disk full?")
    line: Label = {"file": file, "seed": scene.seed, "recipe": RENDERER_VERSION, "tokens": [], "illegible": []}
    if name in {"teach", "lesson"}:
        line["taught"] = number % PICTURES_PER_DIE == 0
    for token, label in zip(scene.placed, scene_labels(scene), strict=True):
        seen = contrast(developed, token, scene.camera)
        kept = seen is None or seen.legible or token.thing.value is None
        more = {} if seen is None else {"contrast": seen.ink, "grain": seen.grain}
        line["tokens" if kept else "illegible"].append(label | more)  # type: ignore[attr-defined]
    return line


def _describe(order: SetOrder, lines: list[Label]) -> None:
    recipe = RECIPES[order.name]
    counts: dict[str, int] = {}
    for line in lines:
        for token in line["tokens"]:  # type: ignore[attr-defined]
            counts[token["kind"]] = counts.get(token["kind"], 0) + 1
    words = {
        "set": order.name, "recipe": RENDERER_VERSION, "seed": order.seed, "samples": SAMPLES_PER_PIXEL,
        "pictures": len(lines), "tokens": counts, "illegible": sum(len(line["illegible"]) for line in lines),  # type: ignore[arg-type, misc]
        "bodies": sorted(set(recipe.bodies)), "grounds": sorted(set(recipe.grounds)),
        "fonts": sorted(path.stem for path in typefaces(test=recipe.test)),
        "contrast": {
            "paper": MIN_INK_DIFFERENCE, "paper_low": HARD_INK_DIFFERENCE, "picture": MIN_CONTRAST,
            "of_grain": MIN_CONTRAST_TO_GRAIN,
        },
    }  # fmt: skip
    (order.folder / "set.json").write_text(json.dumps(words, indent=1) + "\n", encoding="utf-8")


class ProgressEstimate:
    """Reports how far a set is and how long the rest will take."""

    def __init__(self, order: SetOrder, done: int) -> None:
        self._order, self._first, self._start = order, done, time.monotonic()

    def report(self, done: int) -> None:
        """One line that writes over itself."""
        spent = time.monotonic() - self._start
        rate = (done - self._first) / max(spent, 1e-6)
        left = max(self._order.count - done, 0) / max(rate, 1e-6)
        kind = RECIPES[self._order.name].counted
        text = f"{self._order.name}: {done} of {self._order.count} {kind}s, {rate * 60:.0f} a minute"
        print(f"\r{text}, {left / 60:.0f} min left   ", end="", flush=True)
