"""`stadium look`: photos in; sentences, JSON and drawings out."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from support.pawned import pawn_board

from firmware.cli.look import look
from firmware.cli.main import main
from firmware.simulated.world.stadium import PLAIN, HelmetSet, SimulatedStadium
from vision.geometry.registration import Board
from vision.geometry.stadium import STADIUM

pytestmark = pytest.mark.untraced


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stadium with a red + helmet on place 12 and another half way to the next, and the chip on the field."""
    stadium = SimulatedStadium(3, helmets=HelmetSet(signs=(("+", "", "", ""), PLAIN)))
    at = stadium.carry(0.0, "away 1", STADIUM.path[12])
    at = stadium.carry(at, "away 2", (-55.4, -74.6))
    at = stadium.carry(stadium.toss(at, "hit"), "chip", (-128.0, 140.0))
    file = tmp_path_factory.mktemp("photos") / "board.png"
    cv2.imwrite(str(file), stadium.still(at + 1))
    return file


def run(*arguments: object) -> Result:
    """The command with these arguments."""
    return CliRunner().invoke(main, ["look", *map(str, arguments)])


def test_json_is_one_object_a_picture(photo: Path) -> None:
    """With the ball, every piece and whether there is a hand; a piece at no place is there, too."""
    result = run("--json", photo)
    found = json.loads(result.stdout)
    assert (0, str(photo), False) == (result.exit_code, found["file"], found["hand"])
    assert {"at": "Z7", "face": "hit"} == {key: found["ball"][key] for key in ("at", "face")}
    pieces = {piece["at"]: piece for piece in found["pieces"]}
    assert {"color", "sign", "at", "mm", "confidence"} == set(pieces[12])
    assert ("red", "+") == (pieces[12]["color"], pieces[12]["sign"])
    assert STADIUM.path[12] == pytest.approx(pieces[12]["mm"], abs=2)
    stray = next(piece for piece in found["pieces"] if piece.get("state") == "between")
    assert ("red", None) == (stray["color"], stray["at"])
    assert (-55.4, -74.6) == pytest.approx(stray["mm"], abs=2.5)


def test_without_json_a_short_sentence_tells_each(photo: Path, tmp_path: Path) -> None:
    """And the pictures are written with what was found drawn in."""
    result = run("--out", tmp_path / "new", photo)
    assert 0 == result.exit_code
    assert "board.png: red + stands at 12 (" in result.stdout
    assert "board.png: red stands at no place (" in result.stdout
    assert "board.png: the ball lies at Z7, hit (" in result.stdout
    drawn, plain = cv2.imread(str(tmp_path / "new" / "board-looked.png")), cv2.imread(str(photo))
    assert drawn is not None
    assert plain is not None
    assert drawn.shape == plain.shape
    assert np.count_nonzero(np.abs(drawn.astype(int) - plain).max(axis=2) > 40) > 2000


def test_the_places_of_another_board_may_be_named(tmp_path: Path) -> None:
    """By its corners in the picture and its size; the output has its own places, and the markers are not needed."""
    frame, truth = pawn_board(37, 4, off=2.0)
    registration = Board().register(frame)
    for x, y in (marker.centre for marker in STADIUM.markers):
        left, top, right, bottom = (x - 25, y + 25, x + 25, y - 25)
        corners = registration.to_pixels(np.array([(left, top), (right, top), (right, bottom), (left, bottom)]))
        cv2.fillPoly(frame, [np.rint(corners).astype(np.int32)], (90, 90, 90))
    cv2.imwrite(str(tmp_path / "other.png"), frame)
    half = STADIUM.side / 2
    corners = registration.to_pixels(np.array([(-half, half), (half, half), (half, -half), (-half, -half)]))
    places = "\n".join(f'"place {n}" = [{x + half:.1f}, {y + half:.1f}]' for n, (x, y) in enumerate(STADIUM.path))
    (tmp_path / "other.toml").write_text(
        f"[board]\ncorners = {corners.round(1).tolist()}\nsize = [450, 450]\n[places]\n{places}\n", encoding="utf-8"
    )
    result = run("--json", "--places", tmp_path / "other.toml", tmp_path / "other.png")
    colors = {piece["at"]: piece["color"] for piece in json.loads(result.stdout)["pieces"]}
    assert {f"place {pawn.place}": pawn.color for pawn in truth} == colors


def test_a_board_that_is_not_found_is_one_line(tmp_path: Path) -> None:
    """It says what to uncover, and how to name another board; the other pictures are looked at all the same."""
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((300, 400, 3), 90, np.uint8))
    result = run(tmp_path / "empty.png", tmp_path / "missing.png")
    assert 2 == result.exit_code
    first, second = result.output.splitlines()
    assert "only 0 of 6 markers can be seen" in first
    assert "--places" in first
    assert first.startswith("stadium look: ")
    assert "missing.png" in second


def test_a_photo_that_cannot_be_looked_at_costs_only_itself(photo: Path, tmp_path: Path) -> None:
    """One without colours, and one that does not show where the board is: a line each, and the next is told."""
    frame, half = cv2.imread(str(photo)), STADIUM.side / 2
    assert frame is not None
    corners = Board().register(frame).to_pixels(np.array([(-half, half), (half, half), (half, -half), (-half, -half)]))
    x, y = STADIUM.path[12]
    (tmp_path / "places.toml").write_text(
        f"[board]\ncorners = {corners.round(1).tolist()}\nsize = [450, 450]\n[places]\n12 = [{x + half}, {y + half}]\n"
        f"13 = [{x + half - 16}, {y + half - 16}]\n",
        encoding="utf-8",
    )
    cv2.imwrite(str(tmp_path / "grey.png"), cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    cv2.imwrite(str(tmp_path / "tiny.png"), frame[:30, :30])
    photos = tmp_path / "grey.png", tmp_path / "tiny.png", photo
    result = run("--places", tmp_path / "places.toml", *photos)
    assert 2 == result.exit_code
    assert "grey.png: has no colours, by which pieces are told; take it in colour" in result.output
    assert "tiny.png: the board is not in this picture of 30 x 30 pixels" in result.output
    assert "board.png: red + stands at 12 (" in result.stdout


@pytest.mark.parametrize(
    ("option", "value", "named"),
    [("--pieces", "red,puce", "'puce' is no colour"), ("--pieces", ",", "at least one colour"), ("--places", "x", "x")],
)
def test_what_cannot_be_used_is_named(photo: Path, option: str, value: str, named: str) -> None:
    """A colour that there is not, and a file."""
    result = run(option, value, photo)
    assert 2 == result.exit_code
    assert named in result.output
    assert "Traceback" not in result.output


def test_help_teaches_with_an_example() -> None:
    """And shows a whole file of places."""
    text = CliRunner().invoke(look, ["--help"]).output
    assert "stadium look --json board.jpg" in text
    assert "[places]" in text
