"""`stadium calibrate` as a user types it: what is said, asked, saved and written."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from firmware.cli.main import main
from firmware.config.schema import load
from firmware.files.staged_replace import IGNORED
from firmware.setup.calibrating import CalibrateOptions
from firmware.simulated.calibration_camera import CalibrationCamera

OWNERS = "# Ours.\n[game]\ninnings = 9 # long ones\n"


@cache
def field() -> bytes:
    """The bare field as a photograph."""
    return cv2.imencode(".jpg", CalibrationCamera().stadium.still(9.0))[1].tobytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a photograph of the field, for a camera, and room for files."""
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "field.jpg").write_bytes(field())
    (tmp_path / "stadium.toml").write_text(OWNERS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("height", ["nan", "inf", "49"])
def test_height_must_be_a_height(folder: Path, height: str) -> None:
    """Before anything is looked at."""
    refused = stadium(folder, "--height", height)
    assert (2, True) == (refused.exit_code, "is not in the range" in refused.output), refused.output


@pytest.mark.newest
def test_old_settings_stay_aside_after_a_fresh_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the service could not move is as good as gone: the file begins again, and the old one is kept beside it."""
    owners = folder / "stadium.toml"
    monkeypatch.setenv("STADIUM_HOME", str(folder / "home"))
    (folder / "home").mkdir()
    (folder / "home" / IGNORED).write_text(sha256(owners.read_bytes()).hexdigest(), encoding="ascii")
    for module in ("firmware.setup.calibrating", "firmware.config.fallback"):
        monkeypatch.setattr(f"{module}.SYSTEM_FILE", owners)
    monkeypatch.setattr("firmware.config.fallback.loaded.__defaults__", (None, owners))
    words = ("--camera", str(folder / "photos"), "--yes", "--picture", str(folder / "seen.png"))
    result = CliRunner().invoke(main, ["calibrate", *words])
    text = owners.read_text(encoding="utf-8")
    assert ("[camera.lens]" in text, "innings" in text) == (True, False), result.output
    assert OWNERS == (folder / "stadium.toml.bak").read_text(encoding="utf-8")


def stadium(folder: Path, *words: str, typed: str = "") -> Result:
    """Type `stadium calibrate` with the folder's picture and file."""
    files = ("--config", str(folder / "stadium.toml"), "--picture", str(folder / "seen" / "picture.png"))
    return CliRunner().invoke(main, ["calibrate", *files, *words], input=typed)


def photographed(folder: Path, *words: str, typed: str = "") -> Result:
    """The same, through a camera that is a folder with one photograph."""
    return stadium(folder, "--camera", str(folder / "photos"), *words, typed=typed)


def test_simulated_stadium_is_calibrated_and_written(folder: Path) -> None:
    """Every finding is a line, the picture is where it is said to be, and the owner's file holds what was measured."""
    reported = stadium(folder, "--simulate", "--fault", "glare")
    assert 0 == reported.exit_code, reported.output
    assert "  ✓ Markers: All 6 markers are seen." in reported.output.splitlines()
    assert "  ! Glare: Something gleams near zone 4" in reported.output
    assert f"Picture: {folder / 'seen' / 'picture.png'}" in reported.output.splitlines()
    assert 1080 == len(cv2.imread(str(folder / "seen" / "picture.png")))
    assert (folder / "stadium.toml").read_text(encoding="utf-8").startswith(OWNERS + "\n[camera.lens]\n")
    config = load(folder / "stadium.toml")
    assert (8043, 9) == (config.camera.locked.exposure_us, config.game.innings)
    assert OWNERS == (folder / "stadium.toml.bak").read_text(encoding="utf-8")


@pytest.mark.newest
def test_calibration_with_a_fault_is_not_written(folder: Path) -> None:
    """A red finding leaves the owner's file alone, says so, and is told to scripts by the exit code."""
    before = (folder / "stadium.toml").read_bytes()
    reported = stadium(folder, "--simulate", "--fault", "markers")
    assert 1 == reported.exit_code
    assert "Nothing is written: mend what is marked with a cross, and calibrate again." in reported.output
    assert before == (folder / "stadium.toml").read_bytes()


@pytest.mark.newest
def test_a_dry_run_shows_and_does_not_write(folder: Path) -> None:
    """What would be written is shown as the lines it would be."""
    before = (folder / "stadium.toml").read_bytes()
    reported = photographed(folder, "--yes", "--dry-run")
    assert "Nothing is written. It would be:\n[camera.lens]\n" in reported.output
    assert before == (folder / "stadium.toml").read_bytes()
    assert ["photos", "seen", "stadium.toml"] == sorted(path.name for path in folder.iterdir())


@pytest.mark.newest
def test_programs_get_one_object(folder: Path) -> None:
    """With --json nothing else is printed, and nothing is asked."""
    reported = photographed(folder, "--json")
    answer = json.loads(reported.output)
    assert {"grade", "findings", "picture", "written", "changes"} == set(answer)
    assert {"about": "Markers", "grade": "green", "said": "All 6 markers are seen."} in answer["findings"]
    assert str(folder / "stadium.toml") == answer["written"]
    assert 4 == len(answer["changes"]["camera.lens"]["distortion"])


@pytest.mark.newest
def test_person_at_the_table_is_asked(folder: Path) -> None:
    """The field must be clear before it begins; whoever sees the circles beside the printed ones stops the writing."""
    reported = photographed(folder, typed="\nn\n")
    assert "Clear the field of dice and hands, and light it as for a game. Then press Enter" in reported.output
    assert "Do the drawn bases and zones lie on the printed ones? [Y/n]: n" in reported.output
    assert "Nothing is written: lay the print flat" in reported.output


@pytest.mark.newest
def test_person_is_asked_in_spanish(folder: Path) -> None:
    """And answers so: whatever is neither yes nor no is asked again."""
    reported = photographed(folder, "--lang", "es", typed="\ny\ns\n")
    assert "Quita dados y manos del campo, y alúmbralo como para un juego. Luego oprime Enter" in reported.output
    assert "  ✓ Marcas: Se ven las 6 marcas." in reported.output.splitlines()
    assert 2 == reported.output.count("¿Las bases y zonas dibujadas caen sobre las impresas? [S/n]: ")
    assert f"Escrito: {folder / 'stadium.toml'} (como estaba antes: " in reported.output


@pytest.mark.newest
@pytest.mark.untraced
def test_a_file_that_is_not_there_is_made(folder: Path) -> None:
    """Who has no configuration yet gets one with nothing in it but what was measured."""
    (folder / "stadium.toml").unlink()
    reported = photographed(folder, "--yes")
    assert f"Written: {folder / 'stadium.toml'}" == reported.output.splitlines()[-1]
    assert (folder / "stadium.toml").read_text(encoding="utf-8").startswith("[camera.lens]\n")


@pytest.mark.newest
def test_calibration_without_a_camera_is_refused(folder: Path) -> None:
    """A stadium scored with buttons has nothing to calibrate."""
    reported = stadium(folder, "--camera", "none")
    assert (2, "stadium: there is no camera: name one with --camera\n") == (reported.exit_code, reported.output)


@pytest.mark.parametrize("options", [("--fault", "glare"), ("--seed", "1")])
def test_simulation_options_need_a_simulated_stadium(folder: Path, options: tuple[str, ...]) -> None:
    """It would be left out in silence, and the real field taken for one with a fault."""
    reported = photographed(folder, "--yes", *options)
    assert 2 == reported.exit_code
    assert f"stadium: {options[0]} is for --simulate" == reported.output.partition(": a real")[0]


@pytest.mark.newest
def test_picture_that_cannot_be_kept_is_reported(folder: Path) -> None:
    """A folder in the way is one clear line, and nothing is written."""
    (folder / "seen").write_text("in the way", encoding="utf-8")
    reported = photographed(folder, "--yes")
    assert 2 == reported.exit_code
    assert "cannot keep the picture at" in reported.output
    assert not (folder / "stadium.toml.bak").exists()


def test_a_tryout_without_a_file_writes_nothing() -> None:
    """What is measured of a simulated camera never reaches the real one's file unless it is named."""
    flags = {"yes": False, "dry_run": False, "as_json": False, "simulate": True}
    overrides = CalibrateOptions(None, None, None, None, **flags, faults=(), seed=1)
    assert overrides.file is None


@pytest.mark.newest
@pytest.mark.untraced
def test_table_games_need_no_colours(folder: Path) -> None:
    """Six-sided dice of any colour will do, so none are asked for."""
    (folder / "stadium.toml").write_text('[game]\nrules = "two-dice"\n', encoding="utf-8")
    reported = photographed(folder, "--yes")
    assert "Dice" not in reported.output
