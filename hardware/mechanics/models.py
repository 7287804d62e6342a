"""Makes the printed parts: STL files that are checked, and a picture of each step of the assembly.

    python hardware/mechanics/models.py FOLDER

Measures come from the field (`vision.geometry.stadium`), from the parts (`hardware/parts.toml`), from where the camera
must hang (`vision.geometry.camera_mount`) and from `parameters.toml`. They are written to ``parameters.scad``, which
all models include; a model that is opened in OpenSCAD has them, too.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import ceil
from os import cpu_count
from pathlib import Path
from typing import Any, NamedTuple

from parts import Part, parts
from PIL import Image, ImageChops

from vision.geometry.camera_mount import best_mount
from vision.geometry.registration import lens_of_view
from vision.geometry.stadium import MARKER_QUIET, STADIUM

HERE = Path(__file__).resolve().parent
MEASURES, PARAMETERS = HERE / "parameters.toml", HERE / "parameters.scad"
LOOKS = {
    1: (70, 0, 115),
    2: (60, 0, 20),
    3: (60, 0, 125),
    4: (75, 0, 140),
    5: (130, 0, 30),
    6: (60, 0, 20),
    7: (62, 0, 28),
}
"""The steps of the assembly, and how their pictures look at it: OpenSCAD's angles, degrees."""
PICTURE = (1600, 1200)
"""Width and height of a picture, pixels, before the empty space around is cut off."""
BOX_BUTTONS = ("ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo")
"""The buttons of the box in the order of their places: a row of six; NEXT and OK below, and UNDO far from them."""
CLASHES = 13
"""Groups of things in the assembly that must leave each other room."""
RIM = 20
"""Empty pixels that are left around a picture."""


class Piece(NamedTuple):
    """Something to print.

    Attributes:
        name: of its STL file.
        model: the file that has its module.
        call: the module, with its arguments.
        count: how many one appliance needs; 0: an alternative to another.
    """

    name: str
    model: str
    call: str
    count: int = 1


def pieces(measures: Mapping[str, Any]) -> Iterator[Piece]:
    """All that is printed; of bezels those of the panel that ships, and as alternatives those of the others."""
    tube = measures["mast_tubes"], measures["mast_length"]
    yield Piece("mast-tube", "mast", f"mast_tube({tube[1]:g})", tube[0])
    yield Piece("arm-tube-table", "mast", f"mast_tube({measures['arm_table']:g})")
    yield Piece("arm-tube-wall", "mast", f"mast_tube({measures['arm_wall']:g})", 0)
    yield Piece("splice", "mast", "splice()", tube[0] - 1)
    yield Piece("elbow", "mast", "elbow()")
    yield Piece("clamp-table", "mast", "clamp_table()")
    yield Piece("clamp-wall", "mast", "clamp_wall()", 0)
    yield Piece("clamp-cap", "mast", "clamp_cap()")
    yield Piece("clamp-knob", "mast", "clamp_knob()")
    yield Piece("camera-head", "mast", "camera_head()")
    yield Piece("tripod-head", "mast", "tripod_head()", 0)
    yield Piece("pi-tray", "mast", "pi_tray()")
    yield Piece("clip-cable", "clips", "clip_cable()", 4)
    yield Piece("clip-ribbon", "clips", "clip_ribbon()", 2)
    yield Piece("box-lid", "button_box", "box_lid()")
    yield Piece("box-body", "button_box", "box_body()")
    yield Piece("bezel-joiner", "bezel", "bezel_joiner()", 2)
    for number, (name, size) in enumerate(measures["panels"].items()):
        shipped = int(number == 0)
        panel = f"[{', '.join(f'{value:g}' for value in size)}]"
        for end in ("bezel-end", "back-end"):
            yield Piece(f"{end}-{name}", "bezel", f"{end.replace('-', '_')}({panel})", 2 * shipped)
        if segments(measures, size) > 2:  # noqa: PLR2004 - two ends need no middle
            for middle in ("bezel-middle", "back-middle"):
                yield Piece(f"{middle}-{name}", "bezel", f"{middle.replace('-', '_')}({panel})", 0)
        if shipped:
            yield Piece("foot-table", "bezel", f"foot_table({panel})", 2)
            yield Piece("foot-wall", "bezel", f"foot_wall({panel})", 0)


def segments(measures: Mapping[str, Any], panel: tuple[float, ...]) -> int:
    """Into how many pieces a panel's bezel is cut, as `bezel.scad` cuts it."""
    return max(2, ceil((panel[0] + 2 * (measures["bezel_end_wall"] + measures["panel_gap"])) / measures["bed"]))


def camera_height(camera: Part) -> float:
    """How high a camera hangs best over the middle of the field, mm.

    Raises:
        SystemExit: it sees the whole field well from nowhere.
    """
    width, height = (int(value) for value in camera.numbers("still_px"))
    mount = best_mount(lens_of_view((width, height), camera.numbers("view_deg")[0]))
    if mount is None:
        raise SystemExit(f"{camera.name}: it sees dice and markers well enough from nowhere")
    return mount.height


def all_measures(file: Path = MEASURES) -> dict[str, Any]:
    """Every parameter of the models by its name: numbers, lists of numbers, and the panels' sizes by their names.

    Raises:
        SystemExit: a value is missing, or something gets longer than the printer prints.
    """
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    panels = tables.pop("panels")
    given = {key: value for table in tables.values() for key, value in table.items()}
    known = parts().parts
    try:
        camera, pi = known[given.pop("camera")], known["pi"]
        given |= {
            "field": STADIUM.side,
            "marker_places": [marker.centre for marker in STADIUM.markers],
            "marker_side": STADIUM.markers[0].side,
            "marker_quiet": MARKER_QUIET,
            "base_places": STADIUM.bases,
            "zone_places": [zone.centre for zone in STADIUM.zones if zone.centre != STADIUM.bases[0]],
            "camera_board": camera.numbers("board_mm"),
            "camera_holes": camera.numbers("hole_spacing_mm"),
            "camera_depth": camera.number("depth_mm"),
            "camera_height": camera_height(camera),
            "pi_board": pi.numbers("board_mm"),
            "pi_holes": pi.numbers("hole_spacing_mm"),
            "button_hole": known["buttons"].number("hole_mm"),
            "button_depth": known["buttons"].number("depth_mm"),
            "button_rim": known["buttons"].number("rim_mm"),
            "panels": {name: _panel(known[panel["part"]], panel["boards"]) for name, panel in panels.items()},
        }
        given |= _mast(given) | _box(given)
    except KeyError as error:
        raise SystemExit(f"{file}: {error} is missing") from error
    longest = max(given["arm_table"], given["arm_wall"])
    if longest > given["tallest"]:
        raise SystemExit(f"{file}: an arm of {longest:g} mm is longer than `tallest`")
    return given


def _panel(board: Part, boards: list[int]) -> tuple[float, float, float]:
    """Width and height of all boards together, and their depth."""
    width, height = board.numbers("board_mm")
    return width * boards[0], height * boards[1], board.number("depth_mm")


def _mast(given: Mapping[str, Any]) -> dict[str, Any]:
    """How long the tubes are, so that the lens is in its place."""
    plug = given["tube_inner"] - 2 * given["clearance"]
    lens = plug / 2 - given["head_plate"] - given["post_height"] - given["camera_depth"]  # from the arm's middle, up
    elbow = given["tube_outer"] / 2
    mast = given["camera_height"] + given["board_thick"] - given["clamp_top"] - elbow - lens
    tubes = ceil(mast / given["tallest"])
    ends = elbow + given["head_reach"] + given["lens_from_edge"]
    outside = given["wall_thick"] + given["clamp_gap"] + given["clamp_jaw"] - given["clamp_mast_in"]
    return {
        "mast_tubes": tubes,
        "mast_length": float(ceil(mast / tubes)),
        "lens_above_arm": lens,
        "arm_table": float(ceil(given["field"] / 2 + outside - ends)),
        "arm_wall": float(ceil(given["field"] / 2 + given["wall_opening"] / 2 - ends)),
    }


def _box(given: Mapping[str, Any]) -> dict[str, Any]:
    """The button box: its size, and where each button is, from the lid's middle."""
    pitch, row = given["button_pitch"], given["row_pitch"] / 2
    columns = [pitch * (column - 2.5) for column in range(6)]
    places = [*((x, row) for x in columns), (columns[0], -row), (columns[1], -row), (columns[5], -row)]
    size = (5 * pitch + 2 * given["edge"], given["row_pitch"] + 2 * given["edge"], given["box_height"])
    return {"button_places": places, "box_size": size}


def as_scad(measures: Mapping[str, Any]) -> str:
    """The parameters in OpenSCAD's words, in the order of their names."""
    first = next(iter(measures["panels"].values()))
    values = {**{key: value for key, value in measures.items() if key != "panels"}, "panel_shipped": first}
    lines = (f"{key} = {_in_scad(values[key])};" for key in sorted(values))
    return "\n".join(("// Made by models.py from parameters.toml and parts.toml: change those.", *lines, ""))


def _in_scad(value: float | list[Any] | tuple[Any, ...]) -> str:
    if isinstance(value, int | float):
        return f"{value:g}"
    return f"[{', '.join(map(_in_scad, value))}]"


def _openscad(folder: Path, name: str, text: str, *options: str) -> None:
    """Run OpenSCAD on a text beside the models; what it warns of is an error. Of nothing it writes no file."""
    source = folder / f"{Path(name).stem}.tmp.scad"
    source.write_text(text, encoding="utf-8")
    command = ["openscad", "--hardwarnings", "-o", str(folder / name), *options, str(source)]
    if name.endswith("png"):
        command = ["xvfb-run", "-a", *command]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    source.unlink()
    if done.returncode and "top level object is empty" not in done.stderr:
        raise SystemExit(f"{name}: {done.stderr.strip()}")


def _clash(folder: Path, number: int) -> None:
    _openscad(folder, f"clash-{number}.stl", f"include <assembly.scad>\nclash({number});\n")


def _model(folder: Path, piece: Piece) -> None:
    text = f"include <parameters.scad>\nuse <{piece.model}.scad>\n{piece.call};\n"
    _openscad(folder, f"{piece.name}.stl", text)


def _picture(folder: Path, step: int) -> None:
    size = ",".join(str(side) for side in PICTURE)
    camera = ",".join(map(str, (0, 0, 0, *LOOKS[step], 500)))
    options = (f"--imgsize={size}", f"--camera={camera}", "--colorscheme=Tomorrow", "--viewall", "--autocenter")
    _openscad(folder, f"step-{step}.png", f"include <assembly.scad>\nstep({step});\n", *options)
    with Image.open(folder / f"step-{step}.png") as opened:
        picture = opened.convert("RGB")
    paper = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(picture, paper).getbbox() or (0, 0, *picture.size)
    cut = picture.crop((max(0, left - RIM), max(0, top - RIM), right + RIM, bottom + RIM))
    cut.quantize(64).save(folder / f"step-{step}.png", optimize=True)


def main(folder: Path) -> None:
    """Write all into the folder.

    Raises:
        SystemExit: a piece cannot be printed as it lies, with what is wrong with it.
    """
    from mechanics.printable import faults_of, overlap_of  # what only `make hardware` has installed

    measures = all_measures()
    for source in HERE.glob("*.scad"):
        shutil.copy(source, folder)
    (folder / PARAMETERS.name).write_text(as_scad(measures), encoding="utf-8")
    all_pieces = list(pieces(measures))
    with ThreadPoolExecutor(cpu_count()) as pool:
        list(pool.map(partial(_model, folder), all_pieces))
        list(pool.map(partial(_picture, folder), LOOKS))
        list(pool.map(partial(_clash, folder), range(1, CLASHES + 1)))
    wrong = [
        f"{piece.name}: {fault}"
        for piece in all_pieces
        for fault in faults_of(folder / f"{piece.name}.stl", measures["bed"], measures["tallest"])
    ]
    overlaps = {number: overlap_of(folder / f"clash-{number}.stl") for number in range(1, CLASHES + 1)}
    wrong += [f"assembly.scad, clash({n}): {volume:.0f} mm³ overlap" for n, volume in overlaps.items() if volume > 1]
    for file in folder.glob("clash-*.stl"):
        file.unlink()
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
