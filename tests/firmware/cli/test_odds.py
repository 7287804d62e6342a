"""`stadium odds`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TextIO

import numpy as np
import pytest
from support import signs
from support.parks import example_park
from support.scoring import command_line

from firmware.cli.main import main
from firmware.cli.odds import progress
from firmware.storage import expectancy_file
from scoreboard.language import Language, language
from scoreboard.stats import sign_chain
from scoreboard.stats.expectancy import Expectancy
from scoreboard.stats.odds import simulate, solve
from scoreboard.stats.play_graph import moment_code, openings


@pytest.fixture(autouse=True)
def _one_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds to make is made once for all that is asked here."""
    monkeypatch.setattr(sign_chain, "SignChain", signs.chain)


def odds(*options: str) -> str:
    """What the command prints."""
    result = command_line().invoke(main, ["odds", *options])
    assert 0 == result.exit_code, result.stderr
    return result.stdout


@pytest.mark.parametrize("rules", ["one-die", "two-dice", "dice-baseball"])
def test_exact_odds_as_json(rules: str) -> None:
    """One line with the keys in their order, and nothing about simulation."""
    printed = json.loads(odds("--rules", rules, "--json"))
    assert ["rules", "runs", "scoreless", "from_second", "loaded"] == list(printed)
    assert rules == printed["rules"]


def test_game_of_a_maker_s_own_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its file, or by its name where the stadium's own lie; a name that is not there is told with those that are."""
    file = tmp_path / "games/mine.toml"
    file.parent.mkdir()
    monkeypatch.setattr("firmware.config.parks.SYSTEM_FILE", tmp_path / "stadium.toml")
    command_line().invoke(main, ["game", "new", str(file)])
    park = example_park()
    known = solve(park)
    printed = json.loads(odds("--rules", park.name, "--json"))
    assert {"rules": park.name, **known.expected, "scoreless": known.scoreless} == printed
    assert odds("--rules", str(file)) == odds("--rules", park.name)
    assert odds("--rules", str(file)).startswith(park.title["en"])
    refused = command_line().invoke(main, ["odds", "--rules", "no-such-park"])
    assert refused.exit_code == 2
    assert park.name in refused.stderr


def test_three_dice_have_no_men() -> None:
    """So only the first two figures are told."""
    assert ["rules", "runs", "scoreless"] == list(json.loads(odds("--rules", "three-dice", "--json")))


def test_simulated_odds_state_their_policy_and_error() -> None:
    """For Diamante every figure has its standard error, and the policy is said."""
    printed = json.loads(odds("--rules", "diamante-major", "--halves", "5", "--json"))
    assert ({"runs", "scoreless", "from_second", "loaded"}, 5) == (set(printed["standard_error"]), printed["halves"])
    assert "never hold" in printed["policy"]
    assert "± " in odds("--rules", "diamante-amateur", "--halves", "5")
    assert "neither coach" in odds("--rules", "rallybird", "--halves", "5")


ENGLISH = language("en")


class Terminal(StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize("looked_at", [True, False])
def test_a_simulation_says_how_far_it_is(looked_at: bool) -> None:
    """On a terminal; a script reads nothing of it."""
    stream = Terminal() if looked_at else StringIO()
    with progress(ENGLISH, 6, stream) as played:
        simulate("diamante-major", 2, played=played)
    assert ("Half-innings" in stream.getvalue(), "100%" in stream.getvalue()) == (looked_at, looked_at)


def test_every_half_inning_that_is_played_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command asks for a bar that is as long as what it plays."""
    lengths, counted = list[int](), list[int]()

    @contextmanager
    def counting(_: Language, length: int, __: TextIO) -> Iterator[Callable[[int], None]]:
        lengths.append(length)
        yield counted.append

    monkeypatch.setattr("firmware.cli.odds.progress", counting)
    odds("--rules", "diamante-major", "--halves", "2")
    assert [sum(counted)] == lengths
    assert counted


EXPECTED = Expectancy(
    np.array(sorted({moment_code(game) or 0 for game in openings()})),
    np.tile(np.array([0.5, 0.25, 0.125], np.float32), (96, 1)),
)


def test_expectancy_of_the_solved_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By bases and outs; it is kept, and so made once."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    monkeypatch.setattr(expectancy_file, "solved", lambda: EXPECTED)
    printed = odds("--rules", "diamante-amateur", "--expectancy").splitlines()
    assert ["men on  0 out  1 out  2 out", "- - -   0.500  0.250  0.125"] == printed[1:3]
    assert "1 2 3   0.500  0.250  0.125" == printed[-1]
    monkeypatch.setattr(expectancy_file, "solved", lambda: 1 / 0)
    kept = json.loads(odds("--rules", "diamante-amateur", "--expectancy", "--json"))["expectancy"]
    assert (8, [0.5, 0.25, 0.125]) == (len(kept), kept["1 - 3"])


def test_expectancy_of_another_game_is_refused() -> None:
    """It names the games that are solved."""
    result = command_line().invoke(main, ["odds", "--rules", "two-dice", "--expectancy"])
    assert (2, True) == (result.exit_code, "solved: diamante-amateur and four-dice." in result.stderr)


@pytest.mark.once
def test_what_each_sign_brings() -> None:
    """A row for each sign and one for the best; docs/odds.md has them too. As JSON the best come first."""
    rows = odds("--rules", "four-dice").splitlines()[2:-1]
    assert ["none", "take", "bunt", "steal", "hit-and-run", "best"] == [row.split()[0] for row in rows]
    documented = (Path(__file__).parents[3] / "docs" / "odds.md").read_text(encoding="utf-8")
    for row in rows:
        assert f"| {' | '.join(row.replace('%', ' %').split())} |".replace(" | % ", " % ") in documented
    printed = json.loads(odds("--rules", "four-dice", "--json"))
    assert (printed["runs"], 6) == (printed["signs"]["best"]["runs"], len(printed["signs"]))


@pytest.mark.once
def test_the_best_sign_in_each_state() -> None:
    """24 rows of twelve counts; nobody hits and runs with two out, and three balls and no strike are taken."""
    title, heads, *rows, legend = odds("--rules", "four-dice", "--expectancy").splitlines()
    assert (24, 12, True) == (len(rows), len(heads.split()) - 4, legend.startswith("t take"))
    assert not any("h" in row for row in rows if row[0] == "2")
    states = json.loads(odds("--rules", "four-dice", "--expectancy", "--json"))["states"]
    assert {"take"} == {state["sign"] for state in states if (state["balls"], state["strikes"]) == (3, 0)}
    assert (288, True) == (len(states), "runs still to come at 0-0" in title)


def test_odds_for_people() -> None:
    """A line for each figure, with what it is."""
    printed = odds("--rules", "two-dice")
    assert "  0.7316  expected runs of a half-inning\n" in printed
    assert printed.endswith("Solved exactly.\n")


@pytest.mark.untraced
@pytest.mark.newest
def test_odds_in_another_language() -> None:
    """The figures, how they were found, and the signs with their marks."""
    assert "  0.7316  carreras esperadas de media entrada\n" in odds("--rules", "two-dice", "--lang", "es")
    assert "al azar" in odds("--rules", "rallybird", "--halves", "5", "--lang", "es")
    assert "bateo y corrido  " in odds("--rules", "four-dice", "--lang", "es")
    _, heads, *rows, legend = odds("--rules", "four-dice", "--expectancy", "--lang", "es").splitlines()
    assert ("outs", True) == (heads.split()[0], legend.startswith("d dejar pasar"))
    assert {"d", "t", "r", "c", "."} >= {mark for row in rows for mark in row.split()[-12:]}
