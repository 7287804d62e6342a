"""A set of renders is made once, in order and by one run; its loader adds what a camera adds. No Blender needed."""

from __future__ import annotations

import fcntl
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import numpy as np
import pytest

from vision.training.data import numerals
from vision.training.data.stills import stills
from vision.training.render import __main__ as command
from vision.training.render import sets, show, typefaces
from vision.training.render.film import develop
from vision.training.render.labels import Label
from vision.training.render.sets import LABELS, SetOrder, make

ROOT = Path(__file__).parents[4]
PICTURE = np.broadcast_to(np.linspace(60, 190, 250).astype(np.uint8)[None, :, None], (200, 250, 3)).copy()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Scenes asked of the renderer, which is replaced by one that puts three ten-sided dice into every scene."""
    wanted: list[int] = []

    def rendered(_order: SetOrder, start: int) -> Iterator[Label]:
        for number in range(start, 99):
            wanted.append(number)
            yield {"file": f"{number:05d}.png", "tokens": [{"kind": "d10"}] * 3 + [{"kind": "d6"}], "illegible": []}

    monkeypatch.setattr(sets, "_rendered", rendered)
    monkeypatch.setattr(sets, "typefaces", lambda *, test: (Path(f"{test}.ttf"),))
    return wanted


def test_a_set_ends_with_the_scene_that_fills_it(tmp_path: Path, asked: list[int]) -> None:
    """Scenes are rendered until there are as many ten-sided dice as wanted, and their lines say which."""
    assert 9 == make(SetOrder("train", tmp_path, 8, 1, 1))
    files = [json.loads(line)["file"] for line in (tmp_path / LABELS).read_text().splitlines()]
    assert ["00000.png", "00001.png", "00002.png"] == files
    assert [0, 1, 2] == asked


def test_company_is_counted_by_its_d6s(tmp_path: Path, asked: list[int]) -> None:
    """The set of all that is no d10 is full when it has d6s enough."""
    assert 2 == make(SetOrder("company", tmp_path, 2, 1, 1))
    assert [0, 1] == asked


def test_an_interrupted_set_goes_on_where_it_stopped(tmp_path: Path, asked: list[int]) -> None:
    """A line cut off by a pulled plug is dropped and its scene rendered again; whole lines are kept."""
    make(SetOrder("train", tmp_path, 6, 1, 1))
    with (tmp_path / LABELS).open("a") as labels:
        labels.write('{"file": "00002.p')
    asked.clear()
    make(SetOrder("train", tmp_path, 12, 1, 1))
    assert [2, 3] == asked
    assert 4 == len([json.loads(line) for line in (tmp_path / LABELS).read_text().splitlines()])


def test_a_full_set_asks_for_nothing_more(tmp_path: Path, asked: list[int]) -> None:
    """Giving the command of a finished set again renders nothing."""
    make(SetOrder("train", tmp_path, 6, 1, 1))
    asked.clear()
    assert 6 == make(SetOrder("train", tmp_path, 6, 1, 1))
    assert [] == asked


def test_two_runs_do_not_mix_one_set_up(tmp_path: Path, asked: list[int]) -> None:
    """A second run on the same folder stops at once and says why."""
    with (tmp_path / LABELS).open("a") as labels:
        fcntl.flock(labels, fcntl.LOCK_EX)
        with pytest.raises(SystemExit, match="another run"):
            make(SetOrder("train", tmp_path, 3, 1, 1))
    assert [] == asked


def test_a_set_says_what_it_is_made_of(tmp_path: Path, asked: list[int]) -> None:
    """Beside each set lie its recipe, seed, counts, materials and fonts."""
    make(SetOrder("test", tmp_path, 2, 5, 1))
    words = json.loads((tmp_path / "set.json").read_text())
    assert ("test", 5, {"d10": 3, "d6": 1}, ["True.ttf"[:-4]]) == tuple(
        words[key] for key in ("set", "seed", "tokens", "fonts")
    )
    assert [0] == asked


def test_no_family_letters_both_train_and_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test family's styles are in the test alone, wherever they lie."""
    names = ["Lato-Bold", "LatoX-Bold", "Cabin-Bold", "Inter-Bold", "Andika-Regular", "NotoSans-Bold", "Mplus1-Bold"]
    monkeypatch.setattr(typefaces, "fonts", lambda: tuple(Path(f"{name}.ttf") for name in names))
    monkeypatch.setattr(typefaces, "is_legible", lambda _path: True)
    typefaces.typefaces.cache_clear()
    train, test = (
        {path.stem.split("-")[0] for path in typefaces.typefaces(test=test)} - {"LatoX"} for test in (False, True)
    )
    typefaces.typefaces.cache_clear()
    assert train
    assert {"Andika", "Lato", "Mplus1", "NotoSans"} <= test
    assert not train & test


def test_fetched_families_differ() -> None:
    """By name; and each is told once."""
    names = (Path(typefaces.__file__).parent.parent / "typefaces.txt").read_text().split()
    assert sorted(set(names)) == names
    kept = re.compile("andika|comic-neue|lato$|old-standard|rocknroll|yusei|m-plus|noto|libertin|open-sans|carlito")
    assert not [name for name in names if kept.match(name)]


def test_families_that_were_fetched_letter_dice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Beside those of the machine, of which the ones with a test family's numerals are left out."""
    here, fetched = tmp_path / "fonts", tmp_path / "fetched"
    for path in (here / "Cabin-Bold.ttf", here / "OpenSans-Bold.ttf", fetched / "abel-latin-400-normal.woff2"):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    monkeypatch.setattr(numerals, "FONT_ROOT", here)
    monkeypatch.setattr(numerals, "MORE_FONTS", fetched)
    numerals.fonts.cache_clear()
    names = [path.stem for path in numerals.fonts()]
    numerals.fonts.cache_clear()
    assert ["Cabin-Bold", "abel-latin-400-normal"] == names


# --- what a camera adds ---


def test_still_frames_differ_only_by_noise_and_shake() -> None:
    """Frames of one throw agree on average to within a code, and no two are the same."""
    shots = stills(np.random.default_rng(1), PICTURE, 6)
    means = [float(shot.mean()) for shot in shots]
    assert max(means) - min(means) < 1
    assert 6 == len({shot.tobytes() for shot in shots})
    assert {PICTURE.shape} == {shot.shape for shot in shots}


def test_a_seed_fixes_its_frames() -> None:
    """The same seed photographs the same way."""
    first, again = (stills(np.random.default_rng(3), PICTURE, 2) for _ in range(2))
    assert all((one == other).all() for one, other in zip(first, again, strict=True))


def test_a_white_die_on_a_dark_tray_does_not_burn_out() -> None:
    """The meter looks at bright things too: shades of a white die stay apart on a nearly black table."""
    light = np.full((100, 100, 3), 0.01, np.float32)
    light[40:60, 40:50], light[40:60, 50:60] = 1.0, 0.8
    picture = develop(light, 0.0)
    assert int(picture[50, 45, 1]) - int(picture[50, 55, 1]) >= 8


def test_labels_are_drawn_over_a_picture_twice_as_large() -> None:
    """Every box, value and direction is shown on the set's picture."""
    token: Label = {
        "kind": "d10", "value": 7, "box": [5, 5, 30, 30], "middle": [17, 17], "up": [0, -1], "height": 9,
        "above": [[0.2, 0], [0, 0.2]], "away": [1, 0],
    }  # fmt: skip
    drawn = show.overlay(np.zeros((40, 50, 3), np.uint8), {"tokens": [token], "illegible": []})
    assert (80, 100, 3) == drawn.shape
    assert list(show.BOX) == drawn[10, 30].tolist()


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        (ModuleNotFoundError("No module named 'bpy'"), "make renders"),
        (BrokenProcessPool(), "--workers 1"),
        (OSError("cannot write 00001.png; is the disk full?"), "is the disk full"),
        (KeyboardInterrupt(), "goes on from here"),
    ],
)
def test_what_stops_a_set_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fault: BaseException, advice: str
) -> None:
    """Without Blender, memory, disk or patience the user reads one line of advice, and no traceback."""

    def failing(_order: SetOrder) -> int:
        raise fault

    monkeypatch.setattr(command, "make", failing)
    monkeypatch.setattr(sys, "argv", ["renders", "train"])
    with pytest.raises(SystemExit):
        command.main()
    assert advice in capsys.readouterr().err


def test_all_but_the_rendering_itself_works_without_blender() -> None:
    """Scenes, labels, sets and loaders import where no Blender is installed, and nothing else in vision asks for it."""
    names = ["sets", "labels", "scene", "enrolment", "show", "legibility", "film", "__main__"]
    code = "import sys; sys.modules['bpy'] = sys.modules['mathutils'] = None\n"
    code += "\n".join(f"import vision.training.render.{name}" for name in names)
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
