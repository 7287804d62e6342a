"""``python -m vision.training.render train``: render a set, or go on with one that was interrupted."""

from __future__ import annotations

import argparse
import os
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from vision.training.render.sets import RECIPES, SetOrder, cache, make


def main() -> None:
    """Make the set named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.render", description=__doc__)
    parser.add_argument(
        "set",
        choices=RECIPES,
        help="train, patterned, company, marked, cubes and lesson (to train and weigh by), test and test-cubes (unseen "
        "fonts and materials) or teach (hard dice of the test's)",
    )
    parser.add_argument("--out", type=Path, help="the set's folder; what lies there is kept (default: in the cache)")
    parser.add_argument("--count", type=int, help="d10s wanted in all; of company, d6s")
    parser.add_argument("--seed", type=int, help="another seed makes another set")
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        help="processes that render side by side (default: all cores)",
    )
    options = parser.parse_args()
    recipe, folder = RECIPES[options.set], options.out or cache() / options.set
    seed = recipe.seed if options.seed is None else options.seed
    try:
        done = make(SetOrder(options.set, folder, options.count or recipe.count, seed, options.workers))
    except KeyboardInterrupt:
        parser.exit(130, "\nstopped; the same command goes on from here\n")
    except ModuleNotFoundError as missing:
        parser.exit(1, f"\n{missing}: `make renders` sets up what rendering needs\n")
    except BrokenProcessPool:
        parser.exit(1, "\na worker was killed, perhaps for want of memory; the same command goes on, try --workers 1\n")
    except OSError as fault:
        parser.exit(1, f"\n{fault}\n")
    print(f"\n{done} {recipe.counted}s in {folder}")


if __name__ == "__main__":
    main()
