"""People who show with their pieces what they mean, tidily and not, in every way that the simulator knows."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from support.rules import MAJOR
from support.untidy_table import UntidyPeople

from firmware.simulated.scenario import GRADES, TIDY, Handling, Untidiness


def played(folder: Path, hands: Handling, seed: int, throws: int) -> Counter[str]:
    """What came of so many throws."""
    people = UntidyPeople(folder, MAJOR, hands, seed)
    with closing(people.table.session):
        return people.play(throws)


def test_tidy_people_never_press(tmp_path: Path) -> None:
    """All that they mean is read, at once or with the next throw."""
    counts = played(tmp_path, TIDY, 102, 60)
    assert counts["plays"] > 10
    assert (0, 0) == (counts["by hand"], counts["wrong"])


@pytest.mark.parametrize("habit", get_args(Untidiness))
def test_no_untidiness_gives_a_wrong_score(habit: Untidiness, tmp_path: Path) -> None:
    """Every play is untidy in that way: it is read right, or not at all."""
    counts = played(tmp_path, Handling((habit,), 1.0), 7, 24)
    assert counts["plays"] > 2
    assert 0 == counts["wrong"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("grade", ["tidy", *GRADES])
def test_every_grade_of_hands_is_never_read_wrongly(grade: str, seed: int, tmp_path: Path) -> None:
    """Tidy and usual hands press in less than one play of ten, whatever game it is."""
    counts = played(tmp_path, GRADES.get(grade, TIDY), 1000 + seed, 80)
    assert 0 == counts["wrong"]
    if grade in {"tidy", "usual"}:
        assert counts["by hand"] <= 2 + counts["plays"] / 10
