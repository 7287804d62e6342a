"""The reader and ``stadium see``: pictures in, readings out."""

from __future__ import annotations

import json
import os
import re
import shutil
from math import inf
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import Result
from support.scoring import command_line
from support.stills import draw_throw

from firmware.cli.see import see
from vision import ChipReading, DiceReader, DieReading, FrameError, ModelError
from vision.geometry.tilt import TiltField
from vision.recognition.decision import read_die
from vision.recognition.detections import Bounds, Candidate
from vision.recognition.gates import gated
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import KINDS
from vision.recognition.parameters import THRESHOLD
from vision.recognition.pose import TopFacePose
from vision.recognition.scores import ClassifiedToken, TokenScores, UprightScores
from vision.types import Box


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    """The networks that come with the project."""
    return DiceReader()


@pytest.fixture
def felt(tmp_path: Path) -> Path:
    """A picture of an empty green table."""
    path = tmp_path / "felt.png"
    grain = np.random.default_rng(3).normal(0, 4, (240, 320, 1))
    cv2.imwrite(str(path), np.clip(np.array((60, 110, 50)) + grain, 0, 255).astype(np.uint8))
    return path


def run(*arguments: object) -> Result:
    """What the command prints and how it ends."""
    return command_line().invoke(see, [str(argument) for argument in arguments])


@pytest.mark.parametrize("shade", [0, 90, 255])
def test_an_empty_table_shows_nothing(reader: DiceReader, shade: int) -> None:
    """No die is seen where there is none."""
    assert reader.read(np.full((240, 320, 3), shade, np.uint8)) == ()


BOUNDS = Bounds(10, 10, 60, 60)
FROM_ABOVE = np.column_stack((np.eye(2) / 5, (0.0, 0.0)))


@pytest.mark.parametrize("tilt_field", [None, lambda *_: FROM_ABOVE], ids=["untold", "told"])
@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("lacks", [0.25, 0.35, 0.45])
def test_a_die_that_the_pictures_edge_cuts_off_is_asked_about(
    reader: DiceReader, tilt_field: TiltField | None, turns: int, lacks: float
) -> None:
    """Less than half of it may show but a side's numeral: it is told no value, wherever the edge is."""
    frame = draw_throw(np.random.default_rng(5), [("red", 6)], size=(400, 300), die_px=90)
    (whole,) = reader.read(frame, tilt_field=tilt_field)
    x, _, width, _ = whole.box
    (cut,) = reader.read(
        np.ascontiguousarray(np.rot90(frame[:, : x + round((1 - lacks) * width)], turns)), tilt_field=tilt_field
    )
    assert isinstance(whole, DieReading)
    assert isinstance(cut, DieReading)
    assert (whole.value, cut.value, len(cut.alternatives)) == (6, None, 3)


@pytest.mark.parametrize(
    ("kind", "room", "value"), [("d10", 0.04, 1), ("d10", 0.02, None), ("pips", -0.05, 1), ("pips", -0.2, None)]
)
def test_of_pips_little_is_hidden_where_little_is_cut_off(kind: str, room: float, value: int | None) -> None:
    """They lie well within a die's edge; the numeral of a d10 that seems to end there may be a side's."""
    assert value == _judged(kind, 0, Candidate(BOUNDS, 1.0, room, has_inner_token=False))


@pytest.mark.parametrize(("pips", "laden", "value"), [(0, True, None), (0, False, 1), (3, True, 4)])
def test_an_ace_whose_pip_looks_like_a_die_is_asked_about(pips: int, *, laden: bool, value: int | None) -> None:
    """It may be a sheet of paper under one; several pips are no die."""
    assert value == _judged("pips", pips, Candidate(BOUNDS, 1.0, inf, has_inner_token=laden))


def _judged(kind: str, place: int, candidate: Candidate) -> int | None:
    """What is read where all classifiers are sure of the value at ``place``: 1 of a d10, or of pips."""
    upright = np.eye(17)[11 + place if kind == "pips" else 1]
    scores = TokenScores(np.eye(13)[1], np.eye(6)[place], np.eye(6)[KINDS.index(kind)])
    token = ClassifiedToken(candidate, TopFacePose(BOUNDS, (35, 35), 0.0, 20.0), scores)
    reading = gated(token, read_die(token, UprightScores(upright, upright), "grey", THRESHOLD), KINDS.index(kind))
    assert isinstance(reading, DieReading)
    return reading.value


@pytest.mark.parametrize("shape", [(1, 1, 3), (40, 3, 3), (17, 500, 3)])
def test_odd_frames_are_looked_at(reader: DiceReader, shape: tuple[int, int, int]) -> None:
    """A frame of any size is seen without complaint."""
    assert reader.read(np.zeros(shape, np.uint8)) == ()


@pytest.mark.parametrize(
    "frame",
    [np.zeros((8, 8), np.uint8), np.zeros((8, 8, 4), np.uint8), np.zeros((8, 8, 3)), np.zeros((0, 8, 3), np.uint8)],
)
def test_what_is_no_frame_is_refused(reader: DiceReader, frame: np.ndarray) -> None:
    """Grey, alpha, float and empty arrays are named as errors, not read."""
    with pytest.raises(FrameError, match="a picture is BGR uint8"):
        reader.read(frame)


def test_a_missing_network_is_named(tmp_path: Path) -> None:
    """Without its networks the reader says which file to restore."""
    with pytest.raises(ModelError, match=r"finder\.onnx is missing"):
        DiceReader(tmp_path)


def test_a_damaged_network_is_named(tmp_path: Path) -> None:
    """A file that is no network is not run."""
    (tmp_path / "finder.onnx").write_bytes(b"not a network")
    with pytest.raises(ModelError, match=r"finder\.onnx is damaged"):
        OnnxNetwork("finder", tmp_path)


def test_picture_without_dice_has_a_line(felt: Path) -> None:
    """It is no error."""
    result = run(felt)
    assert (result.exit_code, result.stdout) == (0, "felt.png: no die and no chip found\n")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_dice_that_are_too_small_are_reported(tmp_path: Path, options: tuple[str, ...]) -> None:
    """The line has their size, the one that is needed and what to do."""
    frame = draw_throw(np.random.default_rng(5), [("red", 3), ("blue", 7)], die_px=20, size=(320, 240))
    cv2.imwrite(str(tmp_path / "far.png"), frame)
    result = run(*options, tmp_path / "far.png")
    output = result.stderr if options else result.stdout
    assert re.fullmatch(
        r"far\.png: 2 dice are too small to be read: (1[6-9]|2[0-3]) of 28 pixels; move the camera closer\n", output
    )
    assert (result.exit_code, result.stdout if options else result.stderr) == (0, "")


@pytest.mark.parametrize("name", ["hit", "out", "sixes"])
def test_what_is_read_is_not_too_small(name: str) -> None:
    """Neither is print on the dice, nor what lies beside them."""
    result = run(Path(__file__).parent.parent / "golden" / "eyes" / f"{name}.jpg")
    assert "too small" not in result.stdout


def test_dice_that_are_large_enough_are_not_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else kept them from being read."""
    monkeypatch.setattr(DiceReader, "read", lambda *_, **__: ())
    result = run(Path(__file__).parent.parent / "golden" / "eyes" / "hit.jpg")
    assert result.stdout == "hit.jpg: no die and no chip found\n"


def test_small_dice_that_are_read_are_not_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one die is just large enough, only its reading is printed."""
    frame = draw_throw(np.random.default_rng(5), [("red", 3), ("blue", 7)], die_px=20, size=(320, 240))
    cv2.imwrite(str(tmp_path / "far.png"), frame)
    everywhere = ChipReading("hit", 0.99, (), Box(0, 0, 320, 240))
    monkeypatch.setattr(DiceReader, "read", lambda *_, **__: (everywhere,))
    assert run(tmp_path / "far.png").stdout == "far.png: chip reads hit (99 %)\n"


def test_nothing_found_is_no_json(felt: Path) -> None:
    """With --json only objects are on stdout."""
    result = run("--json", felt)
    assert (result.exit_code, result.stdout) == (0, "")


@pytest.mark.parametrize("content", [b"", b"not a picture"])
def test_what_is_no_picture_is_named_and_the_rest_is_read(tmp_path: Path, felt: Path, content: bytes) -> None:
    """One bad file costs one line on stderr and exit code 2, not the others' readings."""
    bad = tmp_path / "notes.txt"
    bad.write_bytes(content)
    result = run(bad, tmp_path / "absent.jpg", felt)
    assert result.exit_code == 2
    assert "felt.png" in result.stdout
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert "notes.txt: not a picture" in lines[0]
    assert "absent.jpg: No such file" in lines[1]


def test_annotated_copies_are_written(felt: Path, tmp_path: Path) -> None:
    """--out makes the folder and a picture of the same size in it."""
    result = run("--out", tmp_path / "new" / "seen", felt)
    drawn = cv2.imread(str(tmp_path / "new" / "seen" / "felt-seen.png"))
    assert result.exit_code == 0
    assert drawn is not None
    assert drawn.shape == (240, 320, 3)


def test_pictures_of_one_name_are_not_drawn_over_each_other(felt: Path, tmp_path: Path) -> None:
    """As from two cameras' folders: each has a copy of its own."""
    (tmp_path / "other").mkdir()
    shutil.copy(felt, tmp_path / "other" / felt.name)
    assert run("--out", tmp_path / "seen", felt, tmp_path / "other" / felt.name).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "seen").iterdir()) == ["felt-2-seen.png", "felt-seen.png"]


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_name_that_is_no_text_is_shown_escaped(
    felt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    """A stick from another computer may hold such names."""
    odd = tmp_path / os.fsdecode(b"die-\xff.jpg")
    shutil.copy(felt, odd)
    monkeypatch.setattr(DiceReader, "read", lambda *_, **__: (ChipReading("hit", 0.99, (), Box(1, 2, 3, 4)),))
    result = run(*options, odd)
    assert (result.exit_code, "die-\N{REPLACEMENT CHARACTER}.jpg" in result.stdout) == (0, True)


def test_a_folder_that_cannot_be_written_is_named(felt: Path, tmp_path: Path) -> None:
    """When the annotated picture cannot be written, that is one line and exit code 2."""
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    result = run("--out", tmp_path / "taken" / "below", felt)
    assert result.exit_code == 2
    assert "felt-seen.png" in result.stderr


def test_json_is_one_object_a_die(photos: Path) -> None:
    """A photo of one die gives one line with the promised keys."""
    photo = photos / "d10" / "burks_4.jpg"
    result = run("--json", photo)
    found = json.loads(result.stdout)
    assert {"file": str(photo), "kind": "d10", "color": "magenta", "value": 4}.items() <= found.items()
    assert list(found) == ["file", "kind", "color", "value", "confidence", "box"]
    assert len(found["box"]) == 4


@pytest.mark.debian13
def test_unsure_json_names_the_likely(photos: Path) -> None:
    """Below the threshold the value is null and three likely values are listed."""
    found = json.loads(run("--json", "--threshold", "1", photos / "d10" / "burks_4.jpg").stdout)
    assert found["value"] is None
    assert len(found["likely"]) == 3
    assert found["likely"][0][0] == 4


def test_boxes_are_in_the_files_own_pixels(felt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A very large photo is read at a part of its size; whoever cuts the die out of the file need not know."""
    monkeypatch.setattr("firmware.devices.image_files.MOST_READ", 320 * 240 // 4)
    monkeypatch.setattr(DiceReader, "read", lambda *_, **__: (ChipReading("hit", 0.99, (), Box(1, 2, 3, 4)),))
    assert [2, 4, 6, 8] == json.loads(run("--json", felt).stdout)["box"]


@pytest.mark.debian13
def test_truncated_photo_is_not_read_as_the_last(photos: Path, tmp_path: Path) -> None:
    """OpenCV 4.10 shows the picture that it decoded before, and the reader reads that."""
    whole, cut = photos / "d10" / "burks_4.jpg", tmp_path / "cut.jpg"
    cut.write_bytes(whole.read_bytes()[:2000])
    result = run(whole, cut)
    assert (2, 1) == (result.exit_code, len(result.stdout.splitlines()))
    assert "cut.jpg: not a whole picture; copy it again" in result.stderr


@pytest.mark.parametrize("name", ["IMG_1.HEIC", "IMG_1.dng", "scan.pdf", "still.gif"])
def test_undecodable_photo(tmp_path: Path, name: str) -> None:
    """With what to do about it."""
    (tmp_path / name).write_bytes(b"of another kind")
    result = run(tmp_path / name)
    assert (2, "") == (result.exit_code, result.stdout)
    assert f"{name}: not a picture that can be read (JPEG and PNG can); save it as JPEG" in result.stderr


def test_help_shows_examples_line_by_line() -> None:
    """The help keeps its examples one a line, as they are typed."""
    lines = [line.strip() for line in run("--help").stdout.splitlines()]
    assert "stadium see die.jpg" in lines
