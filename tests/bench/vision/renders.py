"""Dice rendered in typefaces and materials that no network was trained on, each judged from several noisy frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from counting import Count, figures, reliability, table
from rendered import FRAMES, Look, read_all

from vision.recognition.network import MODEL_FOLDER
from vision.training.data.rendered_batches import CACHE, records
from vision.training.render.legibility import MIN_CONTRAST

TOKENS = 15_000
HIDDEN = 0.35
"""Share of the top face that something may hide, up to which a die is to be read."""
FIRST = 70
"""Scenes that are also read as if nothing were known of the camera, and as never compressed: some 1,500 d10s."""
BARS = {"right": 0.995, "unsure": 0.02, "wrong": 2 / TOKENS}
DICE = ("d10", "d6", "pips")
ROWS = {
    "d10": "d10", "d6": "d6 numerals", "pips": "d6 pips", "chip": "chip",
    "percentile": "other dice", "d8": "other dice", "d12": "other dice", "d20": "other dice",
    "symbols": "symbols", "print": "print", "other": "other things",
}  # fmt: skip
"""Kinds of labels -> rows of the figures by view."""
VIEWS = ((20, "0-20"), (35, "20-35"), (90, "35 on"))
"""Degrees off the vertical below which a view has that name."""


def counts(found: Iterable[Look], key: str) -> dict[str, Count]:
    """Looks counted by what ``key`` names."""
    rows: dict[str, Count] = {}
    for look in found:
        rows.setdefault(str(KEYS[key](look)), Count()).note(look.truth, look.reported, found=look.found)  # type: ignore[arg-type]
    return dict(sorted(rows.items()))


def by_view(found: Iterable[Look]) -> dict[tuple[str, str], Count]:
    """Looks at tokens that little hides, counted by row and view, in the order of ``ROWS``."""
    rows = {(row, view): Count() for row in dict.fromkeys(ROWS.values()) for _, view in VIEWS}
    for look in found:
        if (look.token["hidden"] or 0) <= HIDDEN:
            view = next(name for limit, name in VIEWS if np.degrees(look.token["tilt"]) < limit)
            rows[ROWS[look.token["kind"]], view].note(look.truth, look.reported, found=look.found)  # type: ignore[arg-type]
    return {place: count for place, count in rows.items() if count.total}


def _tilt(token: dict[str, Any]) -> str:
    degrees = np.degrees(token["tilt"])
    return f"{int(degrees // 15) * 15:02} to {int(degrees // 15) * 15 + 15} degrees off the vertical"


def _size(token: dict[str, Any]) -> str:
    return next(name for limit, name in SIZES if token["size"] < limit)


def _contrast(token: dict[str, Any]) -> str:
    """How the numeral stands out, measured as in ``vision.training.render.legibility``; below 9 it is unreadable."""
    grainy = " on an uneven body" if token["contrast"] < EVEN * token["grain"] else ""
    return next(name for limit, name in CONTRASTS if token["contrast"] < limit) + grainy


def _seen(look: Look) -> str:
    """How the numeral stands out in the frames, after blur, noise and JPEG, in units of what is uneven around it."""
    if look.seen is None:
        return "not known: it was rendered elsewhere"
    if look.seen.ink < MIN_CONTRAST:
        return f"0 nothing: under {MIN_CONTRAST:.0f}"
    return next(name for limit, name in STANDING_OUT if look.seen.ink < limit * max(look.seen.grain, 1e-6))


STANDING_OUT = (
    (1.5, "1 drowned: under 1.5 times"),
    (2.5, "2 hardly: 1.5 to 2.5 times"),
    (4, "3 somewhat: 2.5 to 4"),
    (1e9, "4 clearly: 4 and more"),
)
CONTRASTS = ((20, " faint, 9 to 20"), (35, " plain, 20 to 35"), (1e9, " strong, 35 and more"))
EVEN = 4.0
"""Times the body's own unevenness that a numeral must stand out for the body to count as even."""
SIZES = ((32, " under 32 pixels"), (48, " 32 to 48 pixels"), (80, " 48 to 80 pixels"), (1e9, " 80 pixels and more"))
KEYS: dict[str, Callable[[Look], str]] = {
    "kind": lambda look: str(look.token["kind"]),
    "tilt": lambda look: _tilt(look.token),
    "size": lambda look: _size(look.token),
    "contrast": lambda look: _contrast(look.token),
    "what the frames show of the numeral": _seen,
    "numbering": lambda look: f"numbered {look.token['numbering']}",
}


def report(model: Path = MODEL_FOLDER, most: int | None = None) -> Iterator[str]:
    """The lines to print."""
    folder, cubes = CACHE / "renders" / "test", CACHE / "renders" / "test-cubes"
    yield f"Renders in typefaces and materials unseen in training, {FRAMES} noisy frames of each throw"
    if not (folder / "labels.jsonl").exists():
        yield "  none here; `make renders` makes them, in about an hour on two cores"
        return
    found, strays = read_all(folder, model, most)
    yield from lines(found, strays)
    first = min(most or FIRST, FIRST)
    dice = {token["die"] for record in islice(records(folder), first) for token in record["tokens"]}
    yield f"The first {first} scenes of these"
    yield from _tens_by_tilt(look for look in found if look.token["die"] in dice)
    yield "The same, never compressed, as the Pi's own camera gives them: JPEG halves the colours' resolution"
    yield from _tens_by_tilt(read_all(folder, model, first, jpeg=False)[0])
    yield "The same scenes, nothing known of the camera, single frames, JPEG"
    unplaced = read_all(folder, model, first, board=False)[0]
    yield from _tens_by_tilt(unplaced)
    for rig, looks in (("over the board, six frames", found), ("nothing known of the camera, one frame", unplaced)):
        there = (cubes / "labels.jsonl").exists()
        more = read_all(cubes, model, most, board=looks is found)[0] if there else []
        yield f"By view, degrees off the vertical: {rig}; sets test{' and test-cubes' if there else ' alone'}"
        yield from figures(by_view([*looks, *more]))


def _tens_by_tilt(found: Iterable[Look]) -> Iterator[str]:
    clear = [look for look in found if look.token["kind"] == "d10" and (look.token["hidden"] or 0) <= HIDDEN]
    yield from table(counts(clear, "tilt"))


def lines(found: list[Look], strays: int) -> Iterator[str]:
    """What there is to say of all looks."""
    dice = [look for look in found if look.token["kind"] in DICE]
    clear, covered = (
        [look for look in dice if ((look.token["hidden"] or 0) > HIDDEN) == hidden] for hidden in (False, True)
    )
    yield from table(counts(clear, "kind"))
    tens = [look for look in clear if look.token["kind"] == "d10"]
    for key in ("tilt", "size", "contrast", "what the frames show of the numeral", "numbering"):
        yield f"d10s by {key}"
        yield from table(counts(tens, key))
    yield from _bars(sum(counts(clear, "kind").values(), Count()))
    for look in _wrong(clear):
        true, body = f"{look.token['kind']} {look.truth}", look.token["body"]
        yield f"  told wrongly: {look.token['die']} of {body}, {true} told as {look.kind} {look.value}"
    yield f"top face more than {HIDDEN:.0%} hidden: {len(covered)}, of which told and wrong {len(_wrong(covered))}"
    others = Counter(look.token["kind"] for look in found if look.token["kind"] not in (*DICE, "chip"))
    accepted = Counter(look.token["kind"] for look in found if look.value is not None)
    for kind, many in sorted(others.items()):
        yield f"{kind}: {many}, of which a value was told {accepted[kind]}"
    chips = [look for look in found if look.token["kind"] == "chip"]
    yield from table({"chip": counts(chips, "kind").get("chip", Count())})
    yield f"values told of nothing at all: {strays}"
    yield from reliability((look.confidence, look.likeliest == look.truth) for look in clear if look.likeliest)


def _wrong(found: list[Look]) -> list[Look]:
    return [look for look in found if look.reported not in (None, look.truth)]


def _bars(count: Count) -> Iterator[str]:
    shares = {"right": count.right, "unsure": count.unsure + count.missed, "wrong": count.wrong}
    for name, bar in BARS.items():
        share = shares[name] / max(count.total, 1)
        held = share >= bar if name == "right" else share <= bar
        yield f"  {name}: {share:.3%}, bar {bar:.3%}: {'held' if held else 'NOT held'}"
