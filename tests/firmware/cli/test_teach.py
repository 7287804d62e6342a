"""`stadium teach`: it can be tried with nothing, resumes after a pulled plug, and undoes what it did."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from click.testing import Result
from support.scoring import command_line
from support.teach import picture, taught

from firmware.cli.main import main
from firmware.storage.taught_dice import TaughtDiceStore
from vision.geometry.registration import Board
from vision.readings import PictureReader
from vision.tracking.tracker import ThrowTracker

SIMULATE = ("--simulate", "--speed", "max", "--panel", "simulated")


@pytest.fixture
def dice(tmp_path: Path) -> Path:
    """Where the dice are kept."""
    return tmp_path / "dice"


def teach(dice: Path, *options: str) -> Result:
    """`stadium teach` with these options."""
    return command_line().invoke(main, ["teach", "--dice", str(dice), *options])


def photographs(folder: Path, *values: int) -> Path:
    """A folder with one picture of the red die for each value, in this order."""
    folder.mkdir()
    for place, value in enumerate(values):
        cv2.imwrite(str(folder / f"{place}.png"), picture("red", value))
    return folder


def from_pictures(folder: Path) -> tuple[str, ...]:
    """The options of a lesson from a folder of pictures."""
    return ("--camera", str(folder), "--settled", "--buttons", "none", "--panel", "simulated")


def test_a_simulated_hand_teaches_a_simulated_die(dice: Path, tmp_path: Path) -> None:
    """Panel and terminal ask, the hand obeys, the reader looks, and the die is kept in the simulation's own folder."""
    pictures = tmp_path / "panel"
    result = teach(dice, "red", "--faces", "6,9", *SIMULATE, "--save-pictures", str(pictures))
    assert 0 == result.exit_code, result.output
    assert ["Put red 6 up", "Put red 9 up"] == [
        line.partition("] ")[2][:12] for line in result.output.splitlines() if "Put red" in line
    ]
    assert f"Simulated dice lie in {dice.with_name('dice-simulated')}, apart from your own." in result.output
    (die,) = TaughtDiceStore(dice.with_name("dice-simulated")).dice()
    assert ("red", (6, 9), False) == (die.name, die.shown, dice.exists())
    assert list(pictures.iterdir())


def test_owner_is_asked_in_spanish(dice: Path, tmp_path: Path) -> None:
    """By the terminal, and in the table of what is known."""
    result = teach(dice, "red", "--faces", "4", "--lang", "es", *from_pictures(photographs(tmp_path / "photos", 4)))
    assert "[0/10] Pon hacia arriba el 4 del dado rojo. Déjalo en medio y quita la mano." in result.output.splitlines()
    assert "        Listo: rojo 4." in result.output.splitlines()
    assert "rojo  1 de 10" in teach(dice, "--list", "--lang", "es").output


@pytest.mark.newest
@pytest.mark.untraced
def test_large_dice_are_taught_as_large_as_they_are(
    dice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The configuration says how large; it is so in the game, and in the lesson as well."""
    sizes = []

    class Sized(ThrowTracker):
        def __init__(self, see: PictureReader, board: Board | None, *, die_mm: float) -> None:
            sizes.append(die_mm)
            super().__init__(see, board, die_mm=die_mm)

    monkeypatch.setattr("firmware.setup.teaching.ThrowTracker", Sized)
    config = tmp_path / "stadium.toml"
    config.write_text("[eyes]\ndie_mm = 25.0\n", encoding="utf-8")
    result = teach(dice, "red", "--faces", "1,2", *SIMULATE, "--config", str(config))
    assert 0 == result.exit_code, result.output
    assert "red  2 of 10" in result.output
    assert [25.0] == sizes


def test_pictures_in_a_folder_teach_a_die(dice: Path, tmp_path: Path) -> None:
    """One picture a face, in the order that is asked for; when they end, what is missing is said."""
    result = teach(dice, "red", *from_pictures(photographs(tmp_path / "pictures", 1, 2)))
    assert 0 == result.exit_code, result.output
    assert "red  2 of 10  0            unknown   3, 4, 5, 6, 7, 8, 9, 10" == result.output.splitlines()[-2]


@pytest.mark.parametrize(
    ("name", "configured", "counts"),
    [
        ("ruby", "", False),
        ("green", "", True),
        ("ruby", '[game.away]\ncolor = "ruby"', True),
        ("ruby", '[eyes.colors]\nruby = "red"', True),
        ("ruby", '[eyes.colors]\nruby = "garnet"', False),
        ("ruby", '[game]\nrules = "one-die"', True),
    ],
)
def test_unknown_team_is_named(dice: Path, tmp_path: Path, name: str, configured: str, *, counts: bool) -> None:
    """Once taught it is the die's name in the game, which would wait for another one without a word."""
    config = tmp_path / "stadium.toml"
    config.write_text(configured, encoding="utf-8")
    result = teach(dice, name, "--config", str(config), *from_pictures(photographs(tmp_path / "pictures", 1)))
    assert 0 == result.exit_code, result.output
    assert counts is (f"no team plays with a {name} die" not in result.stderr)


def test_the_same_command_goes_on_with_what_is_missing(dice: Path, tmp_path: Path) -> None:
    """The plug was pulled after two faces; the third is asked for first."""
    teach(dice, "red", *from_pictures(photographs(tmp_path / "first", 1, 2)))
    result = teach(dice, "red", *from_pictures(photographs(tmp_path / "then", 3)))
    assert "[2/10] Put red 3 up" == result.output.splitlines()[0][:19]
    (die,) = TaughtDiceStore(dice).dice()
    assert (1, 2, 3) == die.shown


@pytest.mark.newest
def test_the_plug_is_pulled_in_the_middle_of_a_lesson(dice: Path) -> None:
    """Killed without warning after a face was taken, that face is kept, whole."""
    command = [sys.executable, "-m", "firmware", "teach", "red", "--dice", str(dice), *SIMULATE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as lesson:
        assert lesson.stdout is not None
        while "Got red 1" not in lesson.stdout.readline():
            assert lesson.poll() is None
        lesson.send_signal(signal.SIGKILL)
    (die,) = TaughtDiceStore(dice.with_name("dice-simulated")).dice()
    assert die.shown[0] == 1


@pytest.mark.newest
def test_a_stopped_lesson_ends_well(dice: Path) -> None:
    """Ctrl-C is no error: what was taken is kept, and it says how to go on."""
    command = [sys.executable, "-m", "firmware", "teach", "red", "--dice", str(dice), *SIMULATE[:-2]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as lesson:
        assert lesson.stdout is not None
        lesson.stdout.readline()
        lesson.send_signal(signal.SIGINT)
        rest = lesson.stdout.read()
    assert (0, True) == (lesson.returncode, "teach again to go on" in rest)


def test_a_picture_that_will_not_do_is_explained(dice: Path, tmp_path: Path) -> None:
    """A 7 instead of the 1 is doubted, and with no button to say otherwise it is not kept."""
    result = teach(dice, "red", *from_pictures(photographs(tmp_path / "pictures", 7)))
    assert "That looks like a 7." in result.output
    assert () == TaughtDiceStore(dice).dice()


def test_list_of_dice(dice: Path) -> None:
    """A line a die says which faces are known and which are missing."""
    assert "No die was taught yet" in teach(dice, "--list").output
    TaughtDiceStore(dice).keep(taught("red", 3, 4))
    lines = teach(dice, "--list").output.splitlines()
    assert [
        "DIE  FACES    CORRECTIONS  NUMBERED  MISSING",
        "red  2 of 10  0            unknown   1, 2, 5, 6, 7, 8, 9, 10",
        f"Taught dice lie in {dice}.",
    ] == lines


def test_a_die_is_forgotten_with_every_picture(dice: Path) -> None:
    """And forgetting one that is not there is no error."""
    TaughtDiceStore(dice).keep(taught("red", 3, 4))
    assert "is forgotten" in teach(dice, "--forget", "red").output
    assert [] == list(dice.iterdir())
    assert "There is no taught die called red." in teach(dice, "--forget", "red").output


def test_a_die_that_cannot_be_read_can_be_forgotten(dice: Path) -> None:
    """It was damaged, or a newer Stadium wrote it: there are pictures in it all the same."""
    for content in (b"damaged", b"stadium-die 9 0\n{}\n"):
        dice.mkdir(exist_ok=True)
        (dice / "red.die").write_bytes(content)
        assert "is forgotten" in teach(dice, "--forget", "red").output
        assert [] == list(dice.iterdir())


def test_no_corrections_to_erase_where_nothing_was_taught(dice: Path) -> None:
    """It says so, and makes no folder for a die that was never taught."""
    assert "There is no taught die called red." in teach(dice, "--forget", "red", "--corrections").output
    assert not dice.exists()


def test_erasing_leaves_the_faces(dice: Path) -> None:
    """`--corrections` leaves the lesson."""
    die = taught("red", 3, 4)
    TaughtDiceStore(dice).keep(die.with_sample(replace(die.samples[0], corrected=True)))
    assert "erased" in teach(dice, "--forget", "red", "--corrections").output
    kept = TaughtDiceStore(dice).die("red")
    assert kept is not None
    assert [False, False] == [sample.corrected for sample in kept.samples]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), "Say which die"),
        (("red", "--camera", "none"), "needs a camera"),
        (("red", "--camera", "nowhere"), "no such folder"),
        (("../red", "--simulate"), "cannot be called"),
        (("red", "--faces", "0"), "faces from 1 to 10"),
        (("red", "--faces", "4,x"), "faces from 1 to 10"),
        (("blue", "--forget", "red"), "One thing at a time"),
        (("blue", "--list"), "One thing at a time"),
        (("--list", "--forget", "red"), "One thing at a time"),
        (("red", "--corrections"), "goes with --forget"),
        (("mauve", *SIMULATE), "mauve"),
    ],
)
def test_impossible_lesson_is_refused_in_plain_words(dice: Path, options: tuple[str, ...], expected: str) -> None:
    """Exit code 2, no traceback, and no file is made."""
    result = teach(dice, *options)
    assert (2, True) == (result.exit_code, expected in result.stderr), result.stderr
    assert not dice.exists()
