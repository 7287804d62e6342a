"""How well the reader reads, and how long they take. `make bench-vision` prints all of it, `make bench` the pace alone.

Every module beside this one in ``vision/`` tells its own part: a function ``report()`` that yields lines. Nothing is
trained here. Photos and renders are not part of the project; where they are absent this says so and ends well.
`renders` ends with the model card's figures: what was told, asked about, told wrong and missed of every kind of token,
by view (0 to 20, 20 to 35 and over 35 degrees off the vertical), over the board and without; `photos` likewise.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from importlib import util
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np

from vision import DiceReader
from vision.recognition.network import MODEL_FOLDER

sys.path.append(str(Path(__file__).parents[1]))  # for tests/support

PARTS = Path(__file__).parent / "vision"
REPEATS = 7


def pace(reader: DiceReader) -> str:
    """Time of one look at a 2304 x 1296 frame with one die, as a ratio to one blur of that frame in this same run."""
    frame = np.full((1296, 2304, 3), (60, 110, 50), np.uint8)
    cv2.circle(frame, (1100, 600), 24, (40, 40, 200), -1)
    look, blur = _least(lambda: reader.read(frame)), _least(lambda: cv2.GaussianBlur(frame, (0, 0), 5))
    return f"one look at 2304 x 1296: {look * 1000:.0f} ms = {look / blur:.1f} Gaussian blurs (sigma 5) of it"


def _least(work: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


def parts(names: list[str]) -> list[ModuleType]:
    """The modules of ``vision/`` in alphabetical order, or those named."""
    return [_module(path) for path in sorted(PARTS.glob("*.py")) if path.stem in names or not names]


def _module(path: Path) -> ModuleType:
    spec = util.spec_from_file_location(f"bench_vision_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no module")
    module = util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Print every part, or those named, and the pace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="of the modules beside this; none for the pace alone, `all` for all")
    parser.add_argument("--model", type=Path, default=MODEL_FOLDER, help="folder with the networks")
    wanted = parser.parse_args()
    print(f"The eyes (OpenCV {cv2.__version__}). What they were trained on: vision/model/CARD.md.")
    for part in parts([] if "all" in wanted.parts else wanted.parts) if wanted.parts else ():
        print(f"\n--- {part.__name__.removeprefix('bench_vision_')}")
        for line in part.report(wanted.model):
            print(line, flush=True)
    print(pace(DiceReader(wanted.model)))


if __name__ == "__main__":
    sys.exit(main())
