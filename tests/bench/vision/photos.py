"""Photos of real dice by block: read by the network that never saw a photo, and by those that saw all other dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from counting import HEAD, Count, reliability
from photographs import FOLDER, Photograph, photographs

from vision import DiceReader, ModelError
from vision.recognition.network import MODEL_FOLDER
from vision.training.data.rendered_batches import CACHE

FOLDS = CACHE / "folds"
UNSURE_BAR = 0.2
OTHER_DICE = ("d100", "d8", "d12", "d20")


def report(model: Path = MODEL_FOLDER, folder: Path = FOLDER) -> Iterator[str]:
    """The lines to print."""
    shots = list(photographs("d10", folder))
    if not shots:
        yield f"No photos of real dice at {folder.parent.name}/{folder.name}: nothing to score."
        return
    base = DiceReader(model)
    yield "Photos of real d10s, single frames, nothing known of the camera"
    yield from _blocks("renders only", shots, lambda _: base)
    try:
        reader = {die: DiceReader(FOLDS / die) for die in {shot.die for shot in shots}}
    except ModelError:  # there are none, or they were made before there was another network
        yield "with photos: the folds' networks are not here; `python -m vision.training.cross_validate` makes them"
    else:
        yield from _blocks("with photos of the other dice", shots, lambda shot: reader[shot.die])
    yield from _sixes(base, folder)
    yield from _others(base, folder)


def _blocks(name: str, shots: Iterable[Photograph], reader: Callable[[Photograph], DiceReader]) -> Iterator[str]:
    blocks: dict[str, Count] = {}
    judged: list[tuple[float, bool]] = []
    extra = 0
    for shot in shots:
        readings = reader(shot).read(shot.picture)
        seen = shot.on_it(readings)
        extra += len(readings) - len(seen[:1])
        blocks.setdefault(shot.block, Count()).note(shot.value, seen[0].value if seen else None, found=bool(seen))
        if seen and seen[0].evidence:
            odds = seen[0].evidence.posterior
            judged.append((max(odds), odds.index(max(odds)) + 1 == shot.value))
    yield HEAD.replace(" " * len(name), name, 1)
    for block, count in blocks.items():
        yield f"{count.line('  ' + block)}  {count.verdict}"
    yield from _verdict(blocks, extra)
    yield from reliability(judged)


def _verdict(blocks: dict[str, Count], extra: int) -> Iterator[str]:
    every = sum(blocks.values(), Count())
    right = sum(count.verdict == "right" for count in blocks.values())
    wrong = sum(count.wrong > 0 for count in blocks.values())
    yield every.line("  all")
    yield f"  blocks right by most frames: {right} of {len(blocks)}; blocks with a frame silently wrong: {wrong}"
    unsure = (every.unsure + every.missed) / every.total
    yield f"  frames unsure: {unsure:.1%}, bar {UNSURE_BAR:.0%}; things read beside the die: {extra}"


def _sixes(reader: DiceReader, folder: Path) -> Iterator[str]:
    rows: dict[str, Count] = {}
    for shot in photographs("d6", folder):
        seen = [one for one in shot.on_it(reader.read(shot.picture)) if one.kind == "d6"]
        rows.setdefault(shot.block, Count()).note(shot.value, seen[0].value if seen else None, found=bool(seen))
    yield "Photos of real d6s (pips are small and grey; a die read as a d10 counts as missed)"
    yield from (count.line(f"  {block}") for block, count in rows.items())


def _others(reader: DiceReader, folder: Path) -> Iterator[str]:
    yield "Photos of dice that are neither d10 nor d6: none should be told a value"
    for kind in OTHER_DICE:
        shots = list(photographs(kind, folder))
        accepted = sum(any(one.value is not None for one in shot.on_it(reader.read(shot.picture))) for shot in shots)
        yield f"  {kind}: {len(shots)} photos, a value told of {accepted}"
