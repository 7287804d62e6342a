"""Photos of real dice by block: read by the network that never saw a photo, and by those that saw all other dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from counting import HEAD, Count, figures, reliability
from photographs import FOLDER, Photograph, photographs

from vision import DiceReader, ModelError
from vision.recognition.network import MODEL_FOLDER
from vision.training.data.rendered_batches import CACHE

FOLDS = CACHE / "folds"
UNSURE_BAR = 0.2
OTHER_DICE = ("d100", "d8", "d12", "d20")
KINDS = ("d10", "d6", *OTHER_DICE)


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
    yield from _figures(base, folder)


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


def _figures(reader: DiceReader, folder: Path) -> Iterator[str]:
    """Every photo by its row; a die read as one of another kind counts as missed, or as wrong if a value is told."""
    rows: dict[tuple[str, str], Count] = {}
    for kind in KINDS:
        for shot in photographs(kind, folder):
            seen = shot.on_it(reader.read(shot.picture))
            ours = [one.value for one in seen if one.kind == kind]
            stray = any(one.value is not None for one in seen if one.kind != kind)
            count = rows.setdefault((_row(shot), "photos"), Count())
            truth = None if kind in OTHER_DICE else shot.value
            count.note(truth, -1 if stray else next(iter(ours), None), found=bool(ours or stray))
    yield "Photos of real dice, single frames, nothing known of the camera (pips are small and grey)"
    yield from figures(rows)


def _row(shot: Photograph) -> str:
    if shot.kind in OTHER_DICE:
        return "other dice"
    return {"d10": "d10", "d6": "d6 pips" if shot.block == "pips" else "d6 numerals"}[shot.kind]
