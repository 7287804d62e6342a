"""Writes the tables of the pages of `hardware` that the parts file, the pin-out and the field say.

    python hardware/tables.py FOLDER

`make hardware` runs it. A table stands between two comments, ``<!-- table: NAME -->`` and ``<!-- end -->``. What is
between them is replaced; a test compares it. The bill of materials goes into the folder as a spreadsheet, too.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import get_args

from mechanics import heights
from netlist import Kind
from parts import HARDWARE, Part, Use, parts, pinout
from power import budget

from firmware.devices.panel_power import BRIGHTEST, USUAL_BRIGHTNESS
from scoreboard.display import LAYOUTS
from vision.geometry.stadium import STADIUM

PAGES = (HARDWARE / "README.md", HARDWARE / "wiring.md", HARDWARE / "markers/README.md")
TABLE = re.compile(r"(<!-- table: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
NEEDED_FOR: dict[Use, str] = {
    "every": "always",
    "camera": "a camera",
    "buttons": "buttons",
    "panel": "a panel",
    "max7219": "a 64×16 panel of one colour",
    "ws2812": "a 64×16 panel of all colours",
}
KINDS: dict[Kind, str] = {"max7219": "one colour (MAX7219)", "ws2812": "all colours (WS2812)"}


def rewritten(page: str) -> str:
    """A page with its tables as they must be; KeyError for a table that nobody makes."""
    return TABLE.sub(lambda found: f"{found[1]}\n{table(found[2])}\n{found[3]}", page)


def table(name: str) -> str:
    """A table by its name; KeyError if there is no such."""
    makers: dict[str, Callable[[], Iterator[tuple[str, ...]]]] = {
        "bill": bill,
        "cameras": alternatives,
        "heights": heights.rows,
        "power": power_rows,
        "level-shifter": shifter_rows,
        "reserved": reserved_rows,
        "boot-straps": strap_rows,
        "markers": marker_rows,
    }
    if name not in makers:
        raise KeyError(f"no table is called {name}")
    return drawn(makers[name]())


def bill() -> Iterator[tuple[str, ...]]:
    """The bill of materials, by what each part is needed for."""
    yield "part", "how many", "for", "in the drawings", "what to look for"
    for use in get_args(Use):
        for part in parts().parts.values():
            if part.needed_for == use and part.count:
                marks = part.designators
                shown = f"{marks[0]} to {marks[-1]}" if len(marks) > 2 else ", ".join(marks)  # noqa: PLR2004 - two are named
                yield part.name, str(part.count), NEEDED_FOR[use], shown, part.look_for


def alternatives() -> Iterator[tuple[str, ...]]:
    """The cameras that may take the place of the one in the bill."""
    yield "camera", "sees, across and down", "what to look for"
    for part in parts().parts.values():
        if "view_deg" in part.figures:
            across, down = part.numbers("view_deg")
            yield part.name, f"{across:g}° × {down:g}°", _unlinked(part)


def power_rows() -> Iterator[tuple[str, ...]]:
    """The power budget of each panel that has a face."""
    yield (
        "panel", "lights", "a score", f"all white at {USUAL_BRIGHTNESS}", f"all white at {BRIGHTEST}", "5 V supply",
        "kept below", "fuses", "wires",
    )  # fmt: skip
    for kind in get_args(Kind):
        for size in sorted(LAYOUTS, key=lambda size: (size[0] * size[1], size)):
            found = budget(parts(), kind, size)
            yield (
                f"{size[0]}×{size[1]}, {KINDS[kind]}",
                str(size[0] * size[1]),
                *(f"{amps:.1f} A" for amps in (found.typical, found.usual, found.most)),
                f"**{found.supply:g} A**",
                f"{found.limit:.1f} A",
                f"{found.feeds} of {found.fuse:g} A",
                f"{found.wire_mm2:g} mm² (AWG {found.wire_awg})",
            )


def shifter_rows() -> Iterator[tuple[str, ...]]:
    """The pins of each level shifter."""
    chips = pinout().level_shifter
    yield "", *chips
    yield "the panel's 5 V", *(_listed(chip.power) for chip in chips.values())
    yield "ground", *(_listed(sorted(chip.ground)) for chip in chips.values())
    for line in ("din", "clk", "cs"):
        pins = [chip.channel(line) for chip in chips.values()]
        yield f"{line.upper()}: from the Pi, to the panel", *(f"{pin.enters}, {pin.leaves}" for pin in pins)


def reserved_rows() -> Iterator[tuple[str, ...]]:
    """The pins that are left free, or are the panel's."""
    yield "BCM", "what wants them"
    for reserved in pinout().reserved.values():
        yield _listed(reserved.gpio), reserved.use


def strap_rows() -> Iterator[tuple[str, ...]]:
    """The pins that decide how a Pi starts, if that was burnt into it."""
    yield "BCM", "counts when", "burnt by", "on a Pi", "what it does"
    for strap in pinout().boot_straps.values():
        setting = f"[`{strap.burnt_by}`]({strap.source})"
        yield _listed(strap.gpio), strap.counts, setting, strap.boards, strap.effect


def marker_rows() -> Iterator[tuple[str, ...]]:
    """Where the middle of each marker goes, as the printed sheet says it."""
    yield "number", "from the left wall", "from the wall behind home plate"
    for marker in STADIUM.markers:
        yield str(marker.number), *(f"{value + STADIUM.side / 2:g} mm" for value in marker.centre)


def drawn(rows: Iterable[tuple[str, ...]]) -> str:
    """Rows as a table of Markdown, with the first as its head."""
    head, *body = rows
    lines = [head, ("---",) * len(head), *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines).replace("|  |", "| |")


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _unlinked(part: Part) -> str:
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", part.look_for)


def main(folder: Path) -> None:
    """Write the tables into their pages, and the bill of materials into the folder."""
    for page in PAGES:
        page.write_text(rewritten(page.read_text(encoding="utf-8")), encoding="utf-8")
    with (folder / "bill-of-materials.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell) for cell in row] for row in bill())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
