"""The figures of `hardware/parts.toml` are those that the program reckons with, and pages say what comes of them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import get_args

import numpy as np
import pytest
from netlist import Kind, Netlist
from parts import parts, pinout
from PIL import Image
from power import LIGHTS, budget, drop
from tables import PAGES, TABLE, rewritten, table

from firmware.config.schema import shipped
from firmware.devices import panel_power
from firmware.devices.panel_power import CurrentLimit
from firmware.devices.panels import DRIVERS
from scoreboard.display import LAYOUTS, monochrome
from vision.geometry.stadium import MARKER_QUIET, MARKER_SIDE, SIDE

ROOT = Path(__file__).parents[2]
FILE = parts()
PARTS = FILE.parts
KINDS: tuple[Kind, ...] = get_args(Kind)
PANELS = [(kind, size) for kind in KINDS for size in LAYOUTS]

pytestmark = pytest.mark.once


def test_the_program_reckons_with_the_parts_figures() -> None:
    """Of each kind of light, and of supplies."""
    modules, lights = PARTS["max7219-board"], PARTS["ws2812-panel"]
    chip, segment = modules.number("chip_ma"), modules.number("segment_ma")
    assert (chip / 64, segment / 8, 1) == (LIGHTS["max7219"].dark_ma, LIGHTS["max7219"].color_ma, 1)
    assert (lights.number("dark_ma"), lights.number("color_ma")) == (
        LIGHTS["ws2812"].dark_ma,
        LIGHTS["ws2812"].color_ma,
    )
    assert (1, 3) == (LIGHTS["max7219"].colors, LIGHTS["ws2812"].colors)
    assert PARTS["panel-supply"].numbers("sizes_a") == panel_power.SUPPLIES_A
    assert PARTS["panel-supply"].number("load") == panel_power.SUPPLY_LOAD
    assert shipped().panel.brightness == panel_power.USUAL_BRIGHTNESS
    assert {name: driver.lights for name, driver in DRIVERS.items()} == LIGHTS


def test_the_markers_figures_are_the_fields() -> None:
    """The sheet is in the list of parts as the camera looks for it."""
    markers = PARTS["markers"]
    assert (MARKER_SIDE, MARKER_QUIET, SIDE) == tuple(map(markers.number, ("side_mm", "quiet_mm", "field_mm")))


def test_a_score_lights_a_fifth() -> None:
    """As the budgets have it: in one colour, and by what it draws in all of them."""
    mono, color = [], []
    for file in (ROOT / "tests/golden/pictures").glob("*.png"):
        face = Image.open(file).convert("RGB")
        lights, count = LIGHTS["ws2812"], face.width * face.height
        drawn = CurrentLimit(lights, count, 500).draw(face.histogram(), 255) * 1000 / count - lights.dark_ma
        color.append(drawn / (lights.colors * lights.color_ma))
        mono.append(float(np.asarray(monochrome(face)).mean()))
    assert mean(mono) == pytest.approx(panel_power.LIT_SHARE, abs=0.03)
    assert 0.5 * panel_power.LIT_SHARE < mean(color) < panel_power.LIT_SHARE


@pytest.mark.parametrize(("kind", "size"), PANELS)
def test_supply_fuses_and_wires_go_together(kind: Kind, size: tuple[int, int]) -> None:
    """The supply carries the panel with a fifth to spare; each fuse carries its share and guards its wire."""
    found, wire, fuse = budget(FILE, kind, size), PARTS["power-wire"], PARTS["fuse"]
    assert found.typical < found.limit < found.supply
    assert found.usual <= found.limit or found.supply == max(PARTS["panel-supply"].numbers("sizes_a"))
    assert found.limit == pytest.approx(found.supply * 0.8)
    assert found.fuse * fuse.number("load") >= found.limit / found.feeds - 1e-9
    rated = dict(zip(wire.numbers("sizes_mm2"), wire.numbers("sizes_a"), strict=True))
    assert rated[found.wire_mm2] >= found.fuse
    assert drop(FILE, found.wire_mm2, found.limit / found.feeds) <= wire.number("drop_v")


def test_the_drawings_have_as_many_fuses_as_the_budget() -> None:
    """For the panel that is drawn."""
    netlist = Netlist(FILE, pinout())
    for kind in KINDS:
        wired = {link.start.part for link in netlist.power(kind) if link.start.part.startswith("F")}
        assert len(wired) == budget(FILE, kind, (64, 16)).feeds == len(netlist.fed(kind))


def test_wires_are_no_thinner_in_american_gauge() -> None:
    """By ASTM B258, and each size is thicker than the one before."""
    wire = PARTS["power-wire"]
    for mm2, awg in zip(wire.numbers("sizes_mm2"), wire.numbers("sizes_awg"), strict=True):
        assert np.pi / 4 * (0.127 * 92 ** ((36 - awg) / 39)) ** 2 >= mm2
    assert all(thin < thick for thin, thick in pairwise(wire.numbers("sizes_mm2")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_tables_of_the_pages_are_those_of_the_parts(page: Path) -> None:
    """After a change somebody ran `make hardware`."""
    text = page.read_text(encoding="utf-8")
    assert TABLE.findall(text)
    assert rewritten(text) == text, "run: make hardware OPTIONS='--only tables'"


def test_a_table_that_is_wrong_is_put_right() -> None:
    """And one that nobody makes is an error."""
    assert f"a\n<!-- table: power -->\n\n{table('power')}\n<!-- end -->\nb" == rewritten(
        "a\n<!-- table: power -->\nold\n<!-- end -->\nb"
    )
    with pytest.raises(KeyError, match="magic"):
        table("magic")


@pytest.mark.parametrize("place", ["firmware/stadium.toml", "docs/devices.md"])
def test_what_a_thousand_lights_draw_is_what_is_written(place: str) -> None:
    """In the comment of the brightness, and in the guide."""
    text = " ".join((ROOT / place).read_text(encoding="utf-8").split())
    (written,) = re.findall(r"1024 (?:WS2812 lights, all white at 40,|lights) draw (\d+) A", text)
    assert int(written) == round(LIGHTS["ws2812"].most(1024, panel_power.USUAL_BRIGHTNESS))


def test_other_prose_names_the_parts_figures() -> None:
    """What the wiring says besides its tables."""
    wiring = " ".join((ROOT / "hardware/wiring.md").read_text(encoding="utf-8").split())
    for key, figure, words in (
        ("pi", "logic_v", "A Pi gives {} V."),
        ("max7219-board", "high_v", "at least {} V for a logic one"),
        ("ws2812-panel", "high_v", "at least {} V for a logic one"),
        ("level-shifter", "high_v", "takes {} V for a logic one"),
        ("large-capacitor", "capacity_uf", "A capacitor of {} µF sits across"),
        ("power-wire", "drop_v", "a loss of less than {} V along one metre"),
    ):
        assert words.format(f"{PARTS[key].number(figure):g}") in wiring
    assert 1 == PARTS["power-wire"].number("length_m")
    assert "A capacitor of 100 nF sits" in wiring
    assert 100 == PARTS["small-capacitor"].number("capacity_nf")
    assert "with a fifth to spare" in wiring
