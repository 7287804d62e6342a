"""``python -m vision.training``: draw, load the renders, train, write the networks; seeds fix all of it.

Two stages. First everything is learned from drawn dice, which are cheap and endless; then half of every batch comes
from rendered ones, which look like dice. A slice of the renders is kept aside for ``vision.training.calibrate``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

from vision.training.batches import Mixer
from vision.training.fit import PEAK_RATE, RECIPES, Source, train
from vision.training.pool import Shelf, stock
from vision.training.scenes import CACHE, Mixed, Scene, Scenes, is_aside, load

Process = get_context("fork").Process  # children share the pictures instead of copying them
MODEL_FOLDER = Path(__file__).parent.parent / "model"
STEPS = {"finder": 4000, "whole": 9000, "close": 5000}
LATER = 0.6
"""Of the steps of the first stage, those of the second."""
LATER_RATE = 1.5e-3
RENDERED = 0.6
"""Share of a batch of the second stage that is rendered."""


def main() -> None:
    """Train the networks named on the command line, or all, side by side on the same pictures."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("nets", nargs="*", choices=[*RECIPES, []], help="which networks; all when none is named")
    parser.add_argument("--sprites", type=int, default=14000, help="how many tokens to draw first")
    parser.add_argument(
        "--renders", type=Path, default=CACHE / "renders" / "train", help="folder of rendered scenes; see docs/eyes.md"
    )
    parser.add_argument("--start", type=Path, help="networks to go on from, which spares the first stage")
    parser.add_argument("--pace", type=float, default=1.0, help="share of the full number of steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="where the ONNX files go")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    shelf = stock(wanted.seed, wanted.sprites, unseen=False)
    print(f"drew {len(shelf.labels)} sprites", flush=True)
    scenes = load(wanted.renders, lambda record: not is_aside(record)) if wanted.renders.is_dir() else []
    print(f"loaded {len(scenes)} rendered scenes", flush=True)
    _side_by_side(lambda name: _train(name, shelf, scenes, wanted), wanted.nets or list(RECIPES))


def _side_by_side(work: Callable[[str], None], names: list[str]) -> None:
    crew = [Process(target=work, args=(name,)) for name in names]
    for one in crew:
        one.start()
    for one in crew:
        one.join()


def _train(name: str, shelf: Shelf, scenes: list[Scene], wanted: argparse.Namespace) -> None:
    drawn: Source = Mixer(shelf, wanted.seed)
    steps = round(STEPS[name] * wanted.pace)
    start = None if wanted.start is None else wanted.start / f"{name}.onnx"
    if start is None:
        train(name, drawn, steps, wanted.out)
        start = wanted.out / f"{name}.onnx"
    if scenes:
        both = Mixed((drawn, 1 - RENDERED), (Scenes(scenes, wanted.seed), RENDERED))
        train(name, both, round(steps * LATER), wanted.out, start=start, rate=LATER_RATE)
    elif wanted.start is not None:
        train(name, drawn, steps, wanted.out, start=start, rate=PEAK_RATE / 2)


if __name__ == "__main__":
    main()
