"""``python -m vision.training``: draw, train, write the networks."""

from __future__ import annotations

import argparse
from multiprocessing import get_context
from pathlib import Path

from vision.training.batches import Mixer
from vision.training.fit import RECIPES, train
from vision.training.pool import Shelf, stock

Process = get_context("fork").Process  # children share the drawn sprites instead of copying them
MODEL_FOLDER = Path(__file__).parent.parent / "model"
STEPS = {"finder": 4000, "whole": 7000, "close": 3500}


def main() -> None:
    """Train the networks named on the command line, or all, side by side on the same drawings."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("nets", nargs="*", choices=[*RECIPES, []], help="which networks; all when none is named")
    parser.add_argument("--sprites", type=int, default=14000, help="how many tokens to draw first")
    parser.add_argument("--pace", type=float, default=1.0, help="share of the full number of steps")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=MODEL_FOLDER, help="where the ONNX files go")
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    shelf = stock(wanted.seed, wanted.sprites, unseen=False)
    print(f"drew {len(shelf.labels)} sprites", flush=True)
    names = wanted.nets or list(RECIPES)
    crew = [Process(target=_train, args=(name, shelf, wanted)) for name in names]
    for one in crew:
        one.start()
    for one in crew:
        one.join()


def _train(name: str, shelf: Shelf, wanted: argparse.Namespace) -> None:
    layers, step = RECIPES[name]
    train(name, layers, step, Mixer(shelf, wanted.seed), round(STEPS[name] * wanted.pace), wanted.out)


if __name__ == "__main__":
    main()
