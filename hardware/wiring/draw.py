"""Draws the wiring: harnesses by WireViz and schematics by schemdraw, each as SVG and PDF.

    python hardware/wiring/draw.py FOLDER

`make hardware` runs it. All that is drawn is joined in `hardware/netlist.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import harness
import schematic
from netlist import Kind, Netlist
from parts import parts, pinout
from reportlab.graphics import renderPDF
from svglib.svglib import svg2rlg


def drawings() -> Iterator[tuple[str, str]]:
    """The name of each drawing, and the drawing as SVG."""
    netlist = Netlist(parts(), pinout())
    for name, links in netlist.harnesses():
        yield f"harness-{name}", harness.drawn(netlist, links)
    yield "schematic-buttons", schematic.buttons(netlist)
    for kind in get_args(Kind):
        yield f"schematic-{kind}", schematic.panel(netlist, kind)


def main(folder: Path) -> None:
    """Write every drawing as SVG and as PDF."""
    for name, svg in drawings():
        lines = (line.rstrip() for line in re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL).splitlines())
        path = folder / f"{name}.svg"
        path.write_text("".join(f"{line}\n" for line in lines if line), encoding="utf-8")
        renderPDF.drawToFile(svg2rlg(str(path)), str(path.with_suffix(".pdf")))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
