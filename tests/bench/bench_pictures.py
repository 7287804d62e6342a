"""What the pictures of throws take: bytes on the card, time on their thread and on the camera's, and memory.

Run by ``make bench``; ``python tests/bench/bench_pictures.py 200`` throws so many dice instead of sixty. The same films
are also packed in the other ways that a browser plays without a script, which is why clips are WebP.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from statistics import mean

import cv2
import numpy as np
from PIL import Image

from firmware.config.schema import shipped
from firmware.play.table.sightings import FilmFrame, SeenThrow, Sightings, packed, unpacked
from firmware.service.throw_pictures import FRAME_MS, kept
from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.world.players import Throw
from firmware.storage.throw_store import UNLIMITED, ThrowStore
from firmware.throw_reader import throw_reader
from scoreboard.kept_throws import GameKey
from scoreboard.rules.events import Die

THROWS = 60
LARGEST_KB = 20.0
"""The bar of a clip."""


def thrown(count: int) -> Iterator[tuple[SeenThrow, Sightings]]:
    """So many dice, thrown in the simulated stadium and read."""
    camera, chance = SimulatedCamera(seed=3, fps=15), np.random.default_rng(3)
    sightings = Sightings(throw_reader(shipped()).read, {})
    for at in range(count):
        color, value = ("blue", "red", "white")[at % 3], int(chance.integers(1, 11))
        camera.lay(Throw("die", color, value), chance)
        while camera.filming:
            frame = camera.frame()
            assert frame is not None
            sightings.read(frame, camera.still)
        seen = sightings.taken(Die(color=color, value=value), asked=True)
        yield from ((each, sightings) for each in seen)


def spent(do: Callable[[], object]) -> float:
    """Milliseconds of this thread's time."""
    before = time.thread_time()
    do()
    return 1000 * (time.thread_time() - before)


def otherwise(film: tuple[FilmFrame, ...]) -> dict[str, int]:
    """Bytes of the film in other forms."""
    frames, sizes = [Image.fromarray(unpacked(each.picture)) for each in film], dict[str, int]()
    for form in ("PNG", "GIF"):
        file = BytesIO()
        frames[0].save(file, form, save_all=True, append_images=frames[1:], duration=2 * FRAME_MS, loop=1)
        sizes[{"PNG": "APNG", "GIF": "GIF"}[form]] = len(file.getvalue())
    strip = np.concatenate([np.asarray(frame)[..., ::-1] for frame in frames], axis=1)
    sizes["strip of JPEGs"] = len(cv2.imencode(".jpg", strip, [cv2.IMWRITE_JPEG_QUALITY, 60])[1])
    return sizes


def measure(count: int, folder: Path) -> None:
    """Throw, keep, and tell."""
    cv2.setNumThreads(1)
    store, game = ThrowStore(folder / "games.pictures", UNLIMITED), GameKey(1, 0)
    made, times, others, held = [], list[float](), list[dict[str, int]](), 0
    for line, (seen, sightings) in enumerate(thrown(count), 2):
        times.append(spent(lambda: made.append(kept((seen,)))))  # noqa: B023 - called at once
        times[-1] += spent(lambda: store.keep(game, line, made[-1]))  # noqa: B023 - likewise
        others.append(otherwise(seen.film))
        frames = [each.picture.nbytes for each in sightings._film._frames]
        held = max(held, sum(frames) + sum(each.picture.nbytes for each in seen.film) + seen.picture.nbytes)
    disk = sum(file.stat().st_size for file in folder.rglob("*.throw"))
    frame = np.zeros((360, 640, 3), np.uint8)
    pack = mean(spent(lambda: packed(frame)) for _ in range(200))
    clips = [len(each.clip) / 1000 for each in made]
    print(f"pictures of {len(made)} of {count} throws in the simulated stadium")
    print(
        f"  on the card {disk / len(made) / 1000:.1f} kB a throw; the clip {mean(clips):.1f}, at most {max(clips):.1f}"
    )
    print("  as " + ", ".join(f"{form} {mean(each[form] for each in others) / 1000:.1f} kB" for form in others[0]))
    print(f"  on their thread {mean(times):.1f} ms a throw, at most {max(times):.1f}")
    print(f"  on the camera's {pack:.2f} ms for each second frame")
    print(f"  held {held / 1e6:.1f} MB")
    print(f"  {'kept' if max(clips) <= LARGEST_KB else 'MISSED'}: a clip has at most {LARGEST_KB:.0f} kB")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        measure(int(sys.argv[1]) if len(sys.argv) > 1 else THROWS, Path(made))
