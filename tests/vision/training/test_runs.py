"""The file of training runs: what ships is sound, and a mistake in it is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.training.render.sets import RECIPES
from vision.training.runs import SHIPPED, Run, load, rendered_sets

SETS = ("train", "patterned", "medley", "company", "marked", "cubes")
STEPS = {"finder": 7000, "whole": 28000, "close": 36000, "face": 28000}
RUN = Run(
    steps=STEPS,  # type: ignore[arg-type]
    renders=SETS,  # type: ignore[arg-type]
    rendered_share=0.7,
    sprites=14000,
    seed=1,
    peak_rate=4e-3,
    resume_rate=2.5e-3,
)


def changed(folder: Path, old: str, new: str) -> Path:
    """The shipped file with one piece of text replaced."""
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    file = folder / "training.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


def test_one_run_trains_the_four_networks_on_all_sets() -> None:
    """The shipped file: another number in it makes other networks."""
    assert (RUN,) == load()


def test_sets_can_be_rendered_and_none_is_a_test() -> None:
    """A network that learned from a test set would be measured on what it knows."""
    recipes = [RECIPES[name] for name in rendered_sets(load())]
    assert not any(recipe.test or recipe.scenes for recipe in recipes)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("sprites", "sprite", "unknown field `sprite` - at `$.runs[0]`"),
        ("seed = 1", "", "missing required field `seed` - at `$.runs[0]`"),
        ("finder = 7000", "spotter = 7000", "'spotter' - at `key` in `$.runs[0].steps`"),
        ("28000", "0", "`int` >= 1 - at `$.runs[0].steps[...]`"),
        ('"marked"', '"test"', "'test' - at `$.runs[0].renders[4]`"),
        ("0.7", "7", "`float` < 1.0 - at `$.runs[0].rendered_share`"),
        ("[[runs]]", "[[run]]", "unknown field `run`"),
        ("seed = 1", "seed 1", "at line 13"),
    ],
)
def test_mistake_is_named_by_file_and_key(tmp_path: Path, old: str, new: str, named: str) -> None:
    """So that nobody trains for hours what the file does not say."""
    file = changed(tmp_path, old, new)
    with pytest.raises(ValueError, match=r"training\.toml: ") as error:
        load(file)
    assert named in str(error.value)


def test_run_can_be_cut_to_networks_and_steps() -> None:
    """As the command line asks, in the order it names them."""
    assert [("face", 280), ("whole", 280)] == list(RUN.only(["face", "whole"]).paced(0.01).steps.items())


def test_whole_run_by_default() -> None:
    """`make training` names no network, and makes all."""
    assert RUN == RUN.only([]).paced(1.0)
