"""Pitchers' lines: who threw, who answers for a run, who won and who lost."""

from __future__ import annotations

import pytest
from msgspec import structs
from support.box import PARTNERS, box, boxed
from support.rules import read

from scoreboard.rules.events import End
from scoreboard.rules.history import Entry
from scoreboard.stats.box_score import BoxScore, TeamBox

OUTS = "press:out press:out press:out"
ONE_INNING = structs.replace(PARTNERS, innings=1)


def lines(team: TeamBox) -> list[tuple[str, str, int, int, int, int]]:
    """Name, innings, hits, runs, walks and strikeouts of each."""
    return [(each.name, each.ip, each.h, each.r, each.bb, each.k) for each in team.pitching]


def decisions(score: BoxScore) -> dict[str, str]:
    """Who won and who lost."""
    return {line.decision: line.name for team in (score.away, score.home) for line in team.pitching if line.decision}


def ended(words: str, *more: Entry) -> BoxScore:
    """The box of a game of one inning with partners."""
    return box(*map(read, words.split()), *more, setup=ONE_INNING)


def test_partners_have_a_line_each() -> None:
    """D53: the pitcher changes after a hit or walk, and a run is charged to who let the runner on."""
    homers = "press:homerun set:balls=3 press:ball press:homerun"
    score = boxed("diamante-amateur", f"{homers} {OUTS}", PARTNERS)
    assert [("Mia", "0.0", 2, 2, 0, 0), ("Tom", "1.0", 0, 1, 1, 0)] == lines(score.home)
    assert () == score.away.pitching


def test_a_forced_runner_leaves_his_place_to_the_batter() -> None:
    """The run on the fielder's choice is charged to who let the one on who was forced."""
    score = boxed("dice-baseball", "roll:25 roll:23 roll:11", PARTNERS)
    assert [("Mia", "0.0", 1, 1, 0, 0), ("Tom", "0.1", 1, 1, 0, 0)] == lines(score.home)
    score = boxed("dice-baseball", "roll:25 roll:34 roll:11", PARTNERS)  # he who scores leaves nothing
    assert [("Mia", "0.0", 2, 2, 0, 0), ("Tom", "0.0", 1, 1, 0, 0)] == lines(score.home)


def test_helmets_that_change_places_take_no_charge_with_them() -> None:
    """D51: with the bases full and the batter out, the runs are still charged by where the runners stood."""
    walk = "set:balls=3 press:ball"
    score = boxed("diamante-major", f"{walk} {walk} {walk} press:out press:homerun", PARTNERS)
    assert [("Mia", 2), ("Tom", 2)] == [(line.name, line.r) for line in score.home.pitching]


def test_a_walk_with_the_bases_full_moves_the_charges_along() -> None:
    """The same bases are taken as before, by others."""
    walk = "set:balls=3 press:ball"
    score = boxed("diamante-amateur", f"{walk} {walk} {walk} {walk} press:homerun", PARTNERS)
    assert [("Mia", 3), ("Tom", 2)] == [(line.name, line.r) for line in score.home.pitching]


def test_pitches_are_each_pitchers_own() -> None:
    """A pitch is thrown, or told by button; a table game has none."""
    score = boxed("diamante-amateur", "blue7 blue1 press:homerun blue7 blue7 blue7", PARTNERS)
    assert [("Mia", 2), ("Tom", 3)] == [(line.name, line.pitches) for line in score.home.pitching]
    assert [None] == [line.pitches for line in boxed("two-dice", "roll:25").home.pitching]


def test_a_team_without_players_has_one_line() -> None:
    """Under its name as it is now, and its strikeouts and batters hit are there."""
    (line,) = boxed("four-dice", "set:names=home:Crows roll:2221 set:strikes=2 roll:1123").home.pitching
    assert ("Crows", "0.1", 0, 0, 0, 1, 1, 2) == (
        *(line.name, line.ip, line.h, line.r, line.bb),
        *(line.hbp, line.k, line.pitches),
    )


def test_what_a_scorer_states_is_charged_to_who_pitches() -> None:
    """Runs and outs; taken back they are taken off."""
    stated = boxed("diamante-amateur", "blue7 set:outs=2,away=3 set:away=1 press:out").home
    assert [("Blues", "1.0", 0, 1, 0, 0)] == lines(stated)
    fielding = boxed("diamante-amateur", "blue7 set:home=2").away
    assert [("Reds", "0.0", 0, 2, 0, 0)] == lines(fielding)


@pytest.mark.parametrize(
    "words",
    [
        "press:out set:inning=2 press:out press:out",
        f"{OUTS} set:half=top,outs=2 press:out",
        f"{OUTS} set:half=top,outs=2 set:half=bottom set:half=top,outs=2 press:out",
        "press:out set:outs=2 press:out",
    ],
)
def test_a_half_inning_has_three_outs(words: str) -> None:
    """Also where it is renumbered, or taken up again because the third was none."""
    score = boxed("diamante-amateur", words)
    assert ["1.0"] == [line.ip for line in score.home.pitching]
    assert score.away.proof.holds


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"press:homerun {OUTS} press:homerun press:homerun", {"W": "Tom", "L": "Leo"}),
        (f"press:homerun {OUTS} set:balls=3 press:ball press:homerun", {"W": "Tom", "L": "Leo"}),
        (f"press:homerun {OUTS} {OUTS}", {"W": "Ana", "L": "Mia"}),
        (f"{OUTS} press:homerun", {"W": "Mia", "L": "Leo"}),
        (f"press:homerun {OUTS} press:homerun {OUTS}", {}),
        (f"press:homerun {OUTS} set:home=3 {OUTS}", {"W": "Tom", "L": "Ana"}),
    ],
)
def test_won_and_lost(words: str, expected: dict[str, str]) -> None:
    """W for who pitched last before the lead that held, L for who let the runner on who took it."""
    assert expected == decisions(ended(words))


def test_a_game_given_up_is_won_by_who_led() -> None:
    """A forfeit by the side that is ahead is nobody's win on the mound."""
    assert {"W": "Ana", "L": "Mia"} == decisions(ended(f"press:homerun {OUTS} red7", End(why="forfeit", winner="away")))
    assert {} == decisions(ended(f"press:homerun {OUTS} red7", End(why="forfeit", winner="home")))
    assert {} == decisions(ended(f"press:homerun {OUTS} red7", End(why="called", winner=None)))
