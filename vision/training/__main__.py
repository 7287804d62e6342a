"""``python -m vision.training``: do the runs of ``vision/model/training.toml``; options change them.

A run draws sprites, loads the renders, trains and writes the networks; seeds fix all of it.

It trains on a graphics card if torch finds one. Most of every batch comes from rendered dice, which look like dice; the
rest from drawn ones, which are endless. A slice of the renders is kept aside for ``vision.training.calibrate``.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import msgspec
import torch

from vision.training.data.drawn_batches import DrawnBatches
from vision.training.data.hard_negatives import mine_all
from vision.training.data.rendered_batches import (
    LabelledScene,
    MixedBatches,
    RenderedBatches,
    is_held_out,
    load,
    render_folders,
)
from vision.training.data.sprite_cache import SpriteCache, draw_sprites
from vision.training.networks.fit import RECIPES, BatchSource, TrainingSchedule, train
from vision.training.runs import MODEL_FOLDER, Network, Run
from vision.training.runs import load as load_runs

Process = get_context("fork").Process  # children share the pictures instead of copying them
SEED_STRIDE = 10_000
"""From one loader's seed to the next one's."""


def main() -> None:
    """Do the runs of the shipped file, as the command line changes them."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("nets", nargs="*", choices=[*RECIPES, []], help="which networks; all when none is named")
    parser.add_argument("--sprites", type=int, help="how many tokens to draw first")
    parser.add_argument(
        "--renders", type=Path, nargs="*", help="folders of rendered scenes; see docs/vision/training.md"
    )
    parser.add_argument("--start", type=Path, help="folder of networks to go on from")
    parser.add_argument("--pace", type=float, default=1.0, help="share of the full number of steps")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--device", choices=["auto", "cpu", "cuda"], default="auto", help="where the networks learn")
    parser.add_argument(
        "--loaders",
        type=int,
        help="processes that make a network's pictures; by default none on the processor, and all cores on a card",
    )
    parser.add_argument(
        "--guided",
        action="store_true",
        default=None,
        help="beside each network but the finder a twenty times larger one learns, and it learns from that as well: "
        "for a card, slow on a processor",
    )
    parser.add_argument("--anchors", type=Path, help="folder of networks to keep to where they read a token rightly")
    parser.add_argument("--rate", type=float, help="the largest learning rate")
    parser.add_argument("--batches", type=int, help="batches that are shown at once; 2 suit a card")
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="where the ONNX files go")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)  # a fork would copy its threads half alive
    try:
        for run in _runs(options):
            _train_run(run, options)
    except FileNotFoundError as missing:
        parser.exit(1, f"{missing}\n")


def _runs(options: argparse.Namespace) -> list[Run]:
    """The runs of the shipped file, as the command line changes them."""
    try:
        runs = load_runs()
    except ValueError as fault:
        raise SystemExit(str(fault)) from fault
    given = {name: getattr(options, name) for name in ("sprites", "seed", "guided", "batches")}
    changes = {name: value for name, value in given.items() if value is not None}
    return [msgspec.structs.replace(run.only(options.nets).paced(options.pace), **changes) for run in runs]


def _train_run(run: Run, options: argparse.Namespace) -> None:
    """Train the networks of one run side by side on the same pictures."""
    if not run.steps:
        return
    sprites = draw_sprites(run.seed, run.sprites, unseen=False, workers=os.cpu_count() or 1)
    print(f"drew {len(sprites.labels)} sprites", flush=True)
    scenes = _scenes(render_folders(run.renders) if options.renders is None else options.renders)
    if "whole" in run.steps:
        scenes = list(mine_all(scenes, run.seed))
    start = options.start or (options.out if run.resume else None)
    sources = partial(_source, sprites, scenes, run)
    failed = _in_parallel(lambda name: _train(name, sources, options, run, start), list(run.steps))
    if failed:
        raise SystemExit(f"not trained: {', '.join(failed)}; why is told above")


def _scenes(folders: list[Path]) -> list[LabelledScene]:
    """The scenes of these folders, but for those kept aside for calibration."""
    for folder in (folder for folder in folders if not folder.is_dir()):
        print(f"no renders in {folder}: `make training` makes them; without, the networks learn less", flush=True)
    there = [folder for folder in folders if folder.is_dir()]
    scenes = [scene for folder in there for scene in load(folder, lambda record: not is_held_out(record))]
    print(f"loaded {len(scenes)} rendered scenes", flush=True)
    return scenes


def _in_parallel(work: Callable[[Network], None], names: list[Network]) -> list[Network]:
    """Do the work for all names at once; those for which it failed."""
    processes = {name: Process(target=work, args=(name,)) for name in names}
    for one in processes.values():
        one.start()
    for one in processes.values():
        one.join()
    return [name for name, one in processes.items() if one.exitcode]


def _source(sprites: SpriteCache, scenes: list[LabelledScene], run: Run, loader: int) -> BatchSource:
    """What a loader draws from."""
    own = run.seed + SEED_STRIDE * loader
    drawn, share = DrawnBatches(sprites, own), run.rendered_share
    return MixedBatches((drawn, 1 - share), (RenderedBatches(scenes, own), share)) if scenes else drawn


def _train(
    name: Network, sources: Callable[[int], BatchSource], options: argparse.Namespace, run: Run, start: Path | None
) -> None:
    """Train one network of a run. In its own process: a card met before a fork is lost."""
    device = _device(options.device)
    loaders = _loaders(device, len(run.steps)) if options.loaders is None else options.loaders
    rate = options.rate or (run.peak_rate if start is None else run.resume_rate)
    schedule = TrainingSchedule(run.steps[name], rate, device, loaders, run.batches, run.guided, options.anchors)
    train(name, sources, options.out, schedule, start and start / f"{name}.onnx")


def _device(options: str) -> str:
    there = torch.cuda.is_available()
    if options == "cuda" and not there:
        raise SystemExit("torch finds no graphics card here; leave --device out to train on the processor")
    return "cuda" if there and options != "cpu" else "cpu"


def _loaders(device: str, networks: int) -> int:
    """On a processor the networks themselves take all cores."""
    return max(1, (os.cpu_count() or 1) // networks) if device == "cuda" else 0


if __name__ == "__main__":
    main()
