"""``python -m vision.training``: draw, load the renders, train, write the networks; seeds fix all of it.

Most of every batch comes from rendered dice, which look like dice; the rest from drawn ones, which are endless. A slice
of the renders is kept aside for ``vision.training.calibrate``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

import cv2

from vision.training.batches import Mixer
from vision.training.fit import RECIPES, Source, train
from vision.training.pool import Shelf, stock
from vision.training.scenes import RENDERS, Mixed, Scene, Scenes, is_aside, load

Process = get_context("fork").Process  # children share the pictures instead of copying them
MODEL_FOLDER = Path(__file__).parent.parent / "model"
STEPS = {"finder": 7000, "whole": 28000, "close": 36000, "face": 28000}
LATER_RATE = 2.5e-3
"""The largest step when going on from networks that are trained already."""
RENDERED = 0.7
"""Share of a batch that is rendered."""


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
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="where the ONNX files go")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)  # a fork would copy its threads half alive
    shelf = stock(wanted.seed, wanted.sprites, unseen=False)
    print(f"drew {len(shelf.labels)} sprites", flush=True)
    folders = [folder for folder in wanted.renders if folder.is_dir()]
    scenes = [scene for folder in folders for scene in load(folder, lambda record: not is_aside(record))]
    print(f"loaded {len(scenes)} rendered scenes", flush=True)
    _side_by_side(lambda name: _train(name, shelf, scenes, wanted), wanted.nets or list(RECIPES))


def _side_by_side(work: Callable[[str], None], names: list[str]) -> None:
    crew = [Process(target=work, args=(name,)) for name in names]
    for one in crew:
        one.start()
    for one in crew:
        one.join()


def _train(name: str, shelf: Shelf, scenes: list[Scene], wanted: argparse.Namespace) -> None:
    source: Source = Mixer(shelf, wanted.seed)
    if scenes:
        source = Mixed((source, 1 - RENDERED), (Scenes(scenes, wanted.seed), RENDERED))
    steps = round(STEPS[name] * wanted.pace)
    if wanted.start is None:
        train(name, source, steps, wanted.out)
    else:
        train(name, source, steps, wanted.out, start=wanted.start / f"{name}.onnx", rate=LATER_RATE)


if __name__ == "__main__":
    main()
