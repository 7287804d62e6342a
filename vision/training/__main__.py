"""``python -m vision.training``: draw, load the renders, train, write the networks; seeds fix all of it.

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
import torch

from vision.training.batches import Mixer
from vision.training.fit import PEAK_RATE, RECIPES, Pace, Source, train
from vision.training.lures import all_baited
from vision.training.pool import Shelf, stock
from vision.training.scenes import RENDERS, Mixed, Scene, Scenes, is_aside, load

Process = get_context("fork").Process  # children share the pictures instead of copying them
MODEL_FOLDER = Path(__file__).parent.parent / "model"
STEPS = {"finder": 7000, "whole": 28000, "close": 36000, "face": 28000}
LATER_RATE = 2.5e-3
"""The largest step when going on from networks that are trained already."""
RENDERED = 0.7
"""Share of a batch that is rendered."""
STRIDE = 10_000
"""From one loader's seed to the next one's."""


def main() -> None:
    """Train the networks named on the command line, or all, side by side on the same pictures."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("nets", nargs="*", choices=[*RECIPES, []], help="which networks; all when none is named")
    parser.add_argument("--sprites", type=int, default=14000, help="how many tokens to draw first")
    parser.add_argument(
        "--renders", type=Path, nargs="*", default=RENDERS, help="folders of rendered scenes; see docs/eyes.md"
    )
    parser.add_argument("--start", type=Path, help="folder of networks to go on from")
    parser.add_argument("--pace", type=float, default=1.0, help="share of the full number of steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=["auto", "cpu", "cuda"], default="auto", help="where the networks learn")
    parser.add_argument(
        "--loaders",
        type=int,
        help="processes that make a network's pictures; by default none on the processor, and all cores on a card",
    )
    parser.add_argument(
        "--guided",
        action="store_true",
        help="beside each network but the finder a twenty times larger one learns, and it learns from that as well: "
        "for a card, slow on a processor",
    )
    parser.add_argument("--batches", type=int, default=1, help="batches that are shown at once; 2 suit a card")
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="where the ONNX files go")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)  # a fork would copy its threads half alive
    try:
        shelf = stock(wanted.seed, wanted.sprites, unseen=False, workers=os.cpu_count() or 1)
    except FileNotFoundError as missing:
        parser.exit(1, f"{missing}\n")
    print(f"drew {len(shelf.labels)} sprites", flush=True)
    for folder in (folder for folder in wanted.renders if not folder.is_dir()):
        print(f"no renders in {folder}: `make training` makes them; without, the networks learn less", flush=True)
    folders = [folder for folder in wanted.renders if folder.is_dir()]
    scenes = [scene for folder in folders for scene in load(folder, lambda record: not is_aside(record))]
    print(f"loaded {len(scenes)} rendered scenes", flush=True)
    names = wanted.nets or list(RECIPES)
    if "whole" in names:
        scenes = list(all_baited(scenes, wanted.seed))
    sources = partial(_source, shelf, scenes, wanted.seed)
    failed = _side_by_side(lambda name: _train(name, sources, wanted, len(names)), names)
    if failed:
        raise SystemExit(f"not trained: {', '.join(failed)}; why is told above")


def _side_by_side(work: Callable[[str], None], names: list[str]) -> list[str]:
    """Do the work for all names at once; those for which it failed."""
    crew = {name: Process(target=work, args=(name,)) for name in names}
    for one in crew.values():
        one.start()
    for one in crew.values():
        one.join()
    return [name for name, one in crew.items() if one.exitcode]


def _source(shelf: Shelf, scenes: list[Scene], seed: int, loader: int) -> Source:
    """What a loader draws from."""
    own = seed + STRIDE * loader
    drawn = Mixer(shelf, own)
    return Mixed((drawn, 1 - RENDERED), (Scenes(scenes, own), RENDERED)) if scenes else drawn


def _train(name: str, sources: Callable[[int], Source], wanted: argparse.Namespace, beside: int) -> None:
    """Train one of so many networks ``beside`` each other. In its own process: a card met before a fork is lost."""
    device = _device(wanted.device)
    loaders = _loaders(device, beside) if wanted.loaders is None else wanted.loaders
    rate, start = (PEAK_RATE, None) if wanted.start is None else (LATER_RATE, wanted.start / f"{name}.onnx")
    pace = Pace(round(STEPS[name] * wanted.pace), rate, device, loaders, wanted.batches, wanted.guided)
    train(name, sources, wanted.out, pace, start)


def _device(wanted: str) -> str:
    there = torch.cuda.is_available()
    if wanted == "cuda" and not there:
        raise SystemExit("torch finds no graphics card here; leave --device out to train on the processor")
    return "cuda" if there and wanted != "cpu" else "cpu"


def _loaders(device: str, networks: int) -> int:
    """On a processor the networks themselves take all cores."""
    return max(1, (os.cpu_count() or 1) // networks) if device == "cuda" else 0


if __name__ == "__main__":
    main()
