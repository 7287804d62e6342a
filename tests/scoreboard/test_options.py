"""An option of a game is one field; each has all that follows from it, or it is said what lacks and where."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from zipfile import ZipFile

import pytest
from second_law.coaches import ASIDE, CARD_OPTIONS
from second_law.four_dice import LENGTHS

from scoreboard.language import language, languages
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import RulesName
from scoreboard.rules.options import Option
from scoreboard.stats import sign_wins

DOCS = Path(__file__).parents[2] / "docs"
PAGES: dict[RulesName, str] = {"four-dice": "play.md", "rallybird": "rallybird.md"}
"""Where players read how each game is played otherwise."""
ALL = [pytest.param(rules, option, id=option) for rules, each in RULE_SETS.items() for option in each.options]


@pytest.mark.parametrize(("rules", "option"), ALL)
@pytest.mark.parametrize("code", languages())
def test_option_has_words(rules: RulesName, option: Option, code: str) -> None:  # noqa: ARG001 - one list for all
    """In the menu and on the page, in every language."""
    spoken, folder = language(code), f"scoreboard/language/catalogues/{code}"
    assert spoken.has(f"option.{option}", "short"), f"add option.{option} (short) to {folder}/menu.po"
    assert spoken.has(f"option.{option}", "panel"), f"add option.{option} (panel) to {folder}/menu.po"
    assert spoken.has(f"setting-choice.{option}", "short"), f"add setting-choice.{option} (short) to {folder}/page.po"


@pytest.mark.parametrize(("rules", "option"), ALL)
def test_option_is_explained(rules: RulesName, option: Option) -> None:
    """By the name that it has in the settings and in a game line."""
    page = (DOCS / PAGES[rules]).read_text(encoding="utf-8")
    assert f"`{option}`" in page.replace('"', ""), f"say in docs/{PAGES[rules]} what `{option}` changes"


def test_second_law_knows_every_option() -> None:
    """So that its random games are played with each."""
    known = RULE_SETS["four-dice"].options
    assert known == LENGTHS, "add these to `LENGTHS` of tests/second_law/four_dice.py, with what the clause changes"
    known = RULE_SETS["rallybird"].options
    assert known.keys() == {*CARD_OPTIONS, *ASIDE}, "add these to `CARD_OPTIONS` of tests/second_law/coaches.py"


@pytest.mark.parametrize("options", sign_wins.PLAYED, ids="-".join)
def test_option_is_solved(options: tuple[Option, ...]) -> None:
    """Each alone, as they are usually played: the box knows the sign that wins most often."""
    with ZipFile(str(files("scoreboard.stats").joinpath(sign_wins.FILE))) as kept:
        assert f"signs-{'-'.join(options)}.npy" in kept.namelist(), (
            'run `make half-innings OPTIONS="--rules four-dice"`'
        )
