"""The printed parts: they are as large as what they hold, hold the camera where it must be, and can be printed."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import trimesh
from mechanics import heights, models, printable
from parts import parts

from vision.geometry.camera_mount import height_range
from vision.geometry.registration import lens_of_view

MECHANICS = Path(models.__file__).parent
MEASURES = models.all_measures()
PIECES = list(models.pieces(MEASURES))

pytestmark = pytest.mark.once


def test_every_camera_has_its_height() -> None:
    """A test of the tables holds the page to these rows."""
    head, *rows = heights.rows()
    assert [camera.name for camera in heights.cameras()] == [row[0] for row in rows]
    assert 5 == len(rows)
    assert {len(head)} == {len(row) for row in rows}


def test_the_models_have_the_measures_of_field_and_parts() -> None:
    """What OpenSCAD includes is what the files say."""
    assert models.as_scad(MEASURES) == models.PARAMETERS.read_text(encoding="utf-8"), "run: make hardware"


def test_the_lens_hangs_where_it_sees_best() -> None:
    """On a table at the best height and a millimetre a tube more at most; on the wall at a good one."""
    camera = parts().parts["camera-module-3"]
    heights_mm = height_range(lens_of_view((2304, 1296), camera.numbers("view_deg")[0]))
    assert heights_mm is not None
    lowest, highest = heights_mm
    tubes = MEASURES["mast_tubes"] * MEASURES["mast_length"]
    above_foot = tubes + MEASURES["tube_outer"] / 2 + MEASURES["lens_above_arm"]
    on_table = MEASURES["clamp_top"] + above_foot - MEASURES["board_thick"]
    on_wall = MEASURES["wall_height"] + MEASURES["clamp_back"] + above_foot
    assert lowest <= on_table < lowest + MEASURES["mast_tubes"]
    assert lowest <= on_wall <= highest


def test_the_lens_hangs_over_the_middle() -> None:
    """By either clamp, to a millimetre."""
    ends = MEASURES["tube_outer"] / 2 + MEASURES["head_reach"] + MEASURES["lens_from_edge"]
    jaw = MEASURES["clamp_jaw"] - MEASURES["clamp_mast_in"]
    from_field = MEASURES["wall_thick"] + MEASURES["clamp_gap"] + jaw
    assert 225 + from_field == pytest.approx(MEASURES["arm_table"] + ends, abs=1)
    assert 225 + MEASURES["wall_opening"] / 2 == pytest.approx(MEASURES["arm_wall"] + ends, abs=1)


def test_every_piece_is_a_module_and_in_the_list() -> None:
    """The list of what to print names each with its number, and no other."""
    for piece in PIECES:
        module = piece.call.partition("(")[0]
        assert f"module {module}(" in (MECHANICS / f"{piece.model}.scad").read_text(encoding="utf-8")
    page = (MECHANICS / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w-]+)` \| (\d+) \|", page, flags=re.MULTILINE)
    assert [(piece.name, str(piece.count)) for piece in PIECES] == listed


def test_the_bezel_hides_no_light() -> None:
    """Lights of 3 mm stand in the middle of their pixels."""
    board = parts().parts["max7219-board"]
    assert MEASURES["lip_overlap"] < board.number("pixel_mm") / 2 - 1.5


def test_every_step_has_its_picture_and_its_words() -> None:
    """And no picture is left over."""
    page = (MECHANICS / "README.md").read_text(encoding="utf-8")
    pictures = sorted(path.name for path in MECHANICS.glob("*.png"))
    assert [f"step-{step}.png" for step in models.LOOKS] == pictures == sorted(re.findall(r"\((step-\d\.png)\)", page))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("clamp_jaw = 50.0", "clamp_jaw = 150.0", "an arm of 332 mm is longer than `tallest`"),
        ("head_plate = 4.0", "", "'head_plate' is missing"),
        ('camera = "camera-module-3"', 'camera = "telescope"', "'telescope' is missing"),
        ('camera = "camera-module-3"', "", "'camera' is missing"),
    ],
)
def test_a_wrong_measure_is_named(tmp_path: Path, old: str, new: str, words: str) -> None:
    """With its file."""
    file = tmp_path / "parameters.toml"
    file.write_text(models.MEASURES.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(SystemExit, match=re.escape(words)) as raised:
        models.all_measures(file)
    assert str(file) in str(raised.value)


def saved(folder: Path, mesh: trimesh.Trimesh) -> list[str]:
    """What is wrong with a model."""
    mesh.export(folder / "piece.stl")
    return list(printable.faults_of(folder / "piece.stl", bed=220, tallest=240))


def box(*size: float, low: float = 0.0) -> trimesh.Trimesh:
    """A box on the bed, or with its lower side so high."""
    made = trimesh.creation.box(size)
    made.apply_translation((0, 0, size[2] / 2 + low))
    return made


def test_what_can_be_printed_has_no_fault(tmp_path: Path) -> None:
    """A block, and a cone whose sides lean less than 45 degrees."""
    assert [] == saved(tmp_path, box(20, 20, 20))
    assert [] == saved(tmp_path, trimesh.creation.cone(20, 30))


@pytest.mark.parametrize(
    ("mesh", "fault"),
    [
        (box(221, 20, 20), "larger than the printer"),
        (box(20, 20, 241), "larger than the printer"),
        (box(20, 20, 20, low=3), "its lowest point is at 3.00 mm"),
        (box(9, 9, 20), "only 81 mm² of it lie on the bed"),
        (trimesh.util.concatenate(box(20, 20, 20), box(20, 20, 9, low=30)), "it is in 2 pieces"),
        (trimesh.Trimesh(box(20, 20, 20).vertices, box(20, 20, 20).faces[1:]), "it is not closed"),
    ],
)  # fmt: skip
def test_fault_of_an_unprintable_model(tmp_path: Path, mesh: trimesh.Trimesh, fault: str) -> None:
    """Each such model has the fault that it is named for."""
    assert [each for each in saved(tmp_path, mesh) if fault in each]


def test_fault_of_a_model_that_lies_the_wrong_way_up(tmp_path: Path) -> None:
    """A bowl upside down hangs over; on its foot it does not."""
    outline = [(0, 0), (20, 0), (20, 30), (15, 30), (15, 5), (0, 5)]
    bowl = trimesh.creation.revolve(outline)
    assert [] == saved(tmp_path, bowl.copy())
    bowl.apply_transform(trimesh.transformations.rotation_matrix(np.pi, (1, 0, 0))).apply_translation((0, 0, 30))
    faults = saved(tmp_path, bowl)
    assert ["mm² hang over by more than 45 degrees", "another way up less of it would hang over"] == [
        fault.lstrip("0123456789 ") for fault in faults
    ]


def test_fault_of_an_empty_model(tmp_path: Path) -> None:
    """OpenSCAD writes no file of it, and it overlaps nothing."""
    assert ["it is empty"] == list(printable.faults_of(tmp_path / "none.stl", 220, 240))
    assert 0 == printable.overlap_of(tmp_path / "none.stl")


def test_what_overlaps_is_measured(tmp_path: Path) -> None:
    """In cubic millimetres."""
    box(2, 3, 4).export(tmp_path / "clash.stl")
    assert 24 == pytest.approx(printable.overlap_of(tmp_path / "clash.stl"))
