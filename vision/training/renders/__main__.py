"""``python -m vision.training.renders train --out DIR``: render a set, or go on with one that was interrupted."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.training.renders.sets import RECIPES, Order, make


def main() -> None:
    """Make the set named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.renders", description=__doc__)
    parser.add_argument(
        "set", choices=RECIPES, help="train, test (unseen fonts and materials) or teach (twenty hard dice)"
    )
    parser.add_argument("--out", type=Path, required=True, help="the set's folder; what lies there is kept")
    parser.add_argument("--count", type=int, default=15000, help="ten-sided dice wanted in all (default 15000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="processes that render side by side")
    wanted = parser.parse_args()
    try:
        done = make(Order(wanted.set, wanted.out, wanted.count, wanted.seed, wanted.workers))
    except KeyboardInterrupt:
        parser.exit(130, "\nstopped; the same command goes on from here\n")
    print(f"\n{done} ten-sided dice in {wanted.out}")


if __name__ == "__main__":
    main()
