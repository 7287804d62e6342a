"""Dice rendered in typefaces and materials that no network was trained on, each judged from several noisy frames."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from counting import Count, reliability, table

from vision import DieReading, Eyes, Reading
from vision.fuse import fused
from vision.network import MODEL_FOLDER
from vision.training.matching import matched
from vision.training.scenes import CACHE, records
from vision.training.stills import registration, stills

FRAMES = 6
"""Still frames of each throw."""
TOKENS = 15_000
HIDDEN = 0.35
"""Share of the top face that something may hide, up to which a die is to be read."""
REPORT_EVERY_S = 30
BARS = {"right": 0.995, "unsure": 0.02, "wrong": 2 / TOKENS}
DICE = ("d10", "d6", "pips")


@dataclass(frozen=True)
class Look:
    """One die or thing and what was read of it from all frames together.

    Attributes:
        token: its label.
        found: whether anything was read there.
        kind: of the reading.
        value: read; None when unsure.
        confidence: of the likeliest value.
        likeliest: that value.
    """

    token: dict[str, Any]
    found: bool
    kind: str = ""
    value: int | str | None = None
    confidence: float = 0.0
    likeliest: int | None = None

    @property
    def truth(self) -> int | str | None:
        """What would be right to read; None of what has no value."""
        value = self.token["value"]
        return 10 if self.token["kind"] == "d10" and value == 0 else value

    @property
    def told(self) -> int | str | None:
        """The value read; one of another kind of die can only be wrong."""
        kind = {"d10": "d10", "d6": "d6", "pips": "d6", "chip": "chip"}.get(self.token["kind"])
        return self.value if self.value is None or kind == self.kind else -1


def looks(folder: Path, record: dict[str, Any], eyes: Eyes) -> tuple[list[Look], int]:
    """Every token of a scene, and how many values were told of nothing at all."""
    picture = np.asarray(cv2.imread(str(folder / record["file"])), np.uint8)
    rng = np.random.default_rng((record["seed"], 77))
    frames, tokens = stills(rng, picture, FRAMES), record["tokens"]
    above = registration(rng, tokens)
    readings = fused([eyes.see(frame, above=above) for frame in frames])
    places = matched([token["box"] for token in tokens], [_edges(reading) for reading in readings])
    found = [_look(token, readings[places[at]] if at in places else None) for at, token in enumerate(tokens)]
    strays = [reading for place, reading in enumerate(readings) if place not in places.values()]
    return found, sum(_value(reading) is not None for reading in strays)


def _look(token: dict[str, Any], reading: Reading | None) -> Look:
    """What was read of a token."""
    if reading is None:
        return Look(token, False)
    odds = reading.evidence.odds if isinstance(reading, DieReading) and reading.evidence else ()
    best = int(np.argmax(odds)) + 1 if odds else None
    kind = reading.kind if isinstance(reading, DieReading) else "chip"
    return Look(token, True, kind, _value(reading), reading.confidence, best)


def _edges(reading: Reading) -> tuple[int, int, int, int]:
    left, top, width, height = reading.box
    return left, top, left + width, top + height


def _value(reading: Reading) -> int | str | None:
    return reading.value if isinstance(reading, DieReading) else reading.face


def _chunk(folder: Path, model: Path, part: list[dict[str, Any]]) -> list[tuple[list[Look], int]]:
    cv2.setNumThreads(1)
    eyes = Eyes(model)
    return [looks(folder, record, eyes) for record in part]


def read_all(folder: Path, model: Path = MODEL_FOLDER, most: int | None = None) -> tuple[list[Look], int]:
    """Every token of a folder of scenes, read on all cores with progress; and how much was told of nothing."""
    work = list(records(folder))[:most]
    parts = [work[at : at + 20] for at in range(0, len(work), 20)]
    found: list[Look] = []
    strays, told = 0, time.monotonic()
    with get_context("spawn").Pool() as crew:
        for done, results in enumerate(crew.imap_unordered(partial(_chunk, folder, model), parts), 1):
            for seen, extra in results:
                found += seen
                strays += extra
            if time.monotonic() - told > REPORT_EVERY_S:
                told = time.monotonic()
                print(f"  {done * 20} of {len(work)} scenes read", file=sys.stderr, flush=True)  # noqa: T201 - progress
    return found, strays


def counts(found: Iterable[Look], key: str) -> dict[str, Count]:
    """Looks counted by what ``key`` names."""
    rows: dict[str, Count] = {}
    for look in found:
        rows.setdefault(str(KEYS[key](look.token)), Count()).note(look.truth, look.told, found=look.found)  # type: ignore[arg-type]
    return dict(sorted(rows.items()))


def _tilt(token: dict[str, Any]) -> str:
    degrees = np.degrees(token["tilt"])
    return f"{int(degrees // 15) * 15:02} to {int(degrees // 15) * 15 + 15} degrees off the vertical"


def _size(token: dict[str, Any]) -> str:
    return next(name for limit, name in SIZES if token["size"] < limit)


SIZES = ((32, " under 32 pixels"), (48, " 32 to 48 pixels"), (80, " 48 to 80 pixels"), (1e9, " 80 pixels and more"))
KEYS = {
    "kind": lambda token: token["kind"],
    "tilt": _tilt,
    "size": _size,
    "numbering": lambda token: f"numbered {token['numbering']}",
}


def report(model: Path = MODEL_FOLDER, most: int | None = None) -> Iterator[str]:
    """The lines to print."""
    folder = CACHE / "renders" / "test"
    yield f"Renders in typefaces and materials unseen in training, {FRAMES} noisy frames of each throw"
    if not (folder / "labels.jsonl").exists():
        yield "  none here; `make renders-test` makes them, in about five hours on two cores"
        return
    found, strays = read_all(folder, model, most)
    yield from lines(found, strays)


def lines(found: list[Look], strays: int) -> Iterator[str]:
    """What there is to say of all looks."""
    clear = [look for look in found if look.token["kind"] in DICE and (look.token["hidden"] or 0) <= HIDDEN]
    yield from table(counts(clear, "kind"))
    tens = [look for look in clear if look.token["kind"] == "d10"]
    for key in ("tilt", "size", "numbering"):
        yield f"d10s by {key}"
        yield from table(counts(tens, key))
    yield from _bars(sum(counts(clear, "kind").values(), Count()))
    covered = [look for look in found if look.token["kind"] in DICE and look not in clear]
    yield f"top face more than {HIDDEN:.0%} hidden: {len(covered)}, of which told and wrong {_wrong(covered)}"
    others = Counter(look.token["kind"] for look in found if look.token["kind"] not in (*DICE, "chip"))
    told = Counter(look.token["kind"] for look in found if look.value is not None)
    for kind, many in sorted(others.items()):
        yield f"{kind}: {many}, of which a value was told {told[kind]}"
    chips = [look for look in found if look.token["kind"] == "chip"]
    yield from table({"chip": counts(chips, "kind").get("chip", Count())})
    yield f"values told of nothing at all: {strays}"
    yield from reliability((look.confidence, look.likeliest == look.truth) for look in clear if look.likeliest)


def _wrong(found: list[Look]) -> int:
    return sum(look.told not in (None, look.truth) for look in found)


def _bars(count: Count) -> Iterator[str]:
    shares = {"right": count.right, "unsure": count.unsure + count.missed, "wrong": count.wrong}
    for name, bar in BARS.items():
        share = shares[name] / max(count.total, 1)
        held = share >= bar if name == "right" else share <= bar
        yield f"  {name}: {share:.3%}, bar {bar:.3%}: {'held' if held else 'NOT held'}"
