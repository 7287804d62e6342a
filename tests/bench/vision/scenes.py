"""What is not told at every seed: figures of the simulated stadium, and of a camera that looks on from the side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from support.aslant import SHOWN, read
from support.region import leaning_chip
from support.scenes import Filter, clear, hunts, moments, reported
from support.script import ScriptedStadium
from support.shipped import tracker

from vision import DiceReader
from vision.recognition.network import MODEL_FOLDER
from vision.recognition.viewpoint import Viewpoints

SEEDS = (5, 3, 11, 1, 2, 4, 6, 7, 8, 9)
LEAN = 33.0
"""Degrees that a chip leans."""
Scene = Callable[[ScriptedStadium], tuple[float, Filter]]
"""Plays a scene; when it ends, in seconds, and what lies before the lens."""


def leans(stadium: ScriptedStadium) -> tuple[float, Filter]:
    """The chip comes to rest against a die."""
    return stadium.lean_chip(stadium.throw(1.0, "white", 4) + 0.4, "hit", "white") + 0.5, clear


def hunted(stadium: ScriptedStadium) -> tuple[float, Filter]:
    """A die comes to rest while the lens looks for its focus."""
    end = stadium.throw(stadium.throw(1.0, "red", 7) + 1.0, "white", 4)
    return end + 1.5, hunts(end - 0.5)


def report(model: Path = MODEL_FOLDER) -> Iterator[str]:
    """The lines to print; the scenes are seen with the shipped networks, and the pictures with those in ``model``."""
    yield f"Scenes at {len(SEEDS)} seeds, with the shipped networks; bars: what today's tell"
    yield _line("a chip that leans on a die is noticed", _noted(leans, {"chip on a die", "touching"}), 7)
    yield _line("a die thrown while the lens hunts is told, not asked about", _noted(hunted, {"white 4"}), 7)
    ways = range(0, 360, 20)
    flat = sum(leaning_chip(LEAN, way)[1] for way in ways)
    yield f"  a chip at {LEAN:.0f} degrees is told to lean in {len(ways) - flat} of {len(ways)} directions, bar 10"
    yield "Dice seen from the side, right and wrong, with all viewpoints and taken for seen from above; bar: none wrong"
    every, from_above = DiceReader(model), DiceReader(model, viewpoints=Viewpoints(tilts=(0.0,)))
    yield from (f"  {name}: {read(every, name)}, {read(from_above, name)} of {len(SHOWN[name])}" for name in SHOWN)


def _noted(scene: Scene, words: set[str]) -> int:
    """At how many seeds one of the words is told."""
    return sum(bool(words & {*_reported(scene, ScriptedStadium(seed=seed))}) for seed in SEEDS)


def _reported(scene: Scene, stadium: ScriptedStadium) -> list[str]:
    end, through = scene(stadium)
    return reported(stadium, tracker(), moments(end, 15), through)


def _line(what: str, count: int, bar: int) -> str:
    return f"  {what}: {count} of {len(SEEDS)}, bar {bar}"
