"""Whole games without a camera: nine pins, and nothing read but the bytes sent to the panel."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs
from support.finger import Finger, at_the_box
from support.scoring import SETUP, SHORT_MAJOR
from support.stadium import lines

from scoreboard.rules.events import Amend, Call, Hold, Press, Set, Skip

pytestmark = pytest.mark.usefixtures("quick_reader")


async def a_major_league_game(finger: Finger) -> None:
    """Away: a bunt, a steal, a held runner, keep-running, a tag-up, two out on tens. Home: two mistakes put right."""
    await finger.enter("blue", 5)
    await finger.say("BUNT?")
    await finger.enter("red", 3)
    await finger.enter("white", 9)  # to first base

    await finger.enter("blue", 1)
    await finger.say("STEAL?")
    await finger.enter("white", 6)  # to second base

    await finger.enter("blue", 2)
    await finger.enter("red", 9)
    await finger.enter("chip", "hit")
    await finger.enter("white", 4)  # the man on second base stays: it was the batter's
    await finger.press("next")
    await finger.press("ok")
    await finger.enter("blue", 3)  # too short
    await finger.enter("white", 5)  # to first base
    await finger.say("KEEP RUNNING?")
    await finger.say("HOLD?")
    await finger.say("RUN 2B?")
    await finger.enter("white", 6)  # to third base
    await finger.press("ok")

    await finger.enter("blue", 2)
    await finger.enter("red", 8)
    await finger.enter("chip", "out")
    await finger.say("TAG UP?")
    await finger.enter("white", 6)  # home
    await finger.press("ok")
    await finger.say("SKIP?")

    await finger.enter("blue", 2)
    await finger.enter("red", 7)
    await finger.enter("chip", "hit")
    await finger.enter("white", 2)
    await finger.press("ok")
    await finger.enter("white", 2)
    await finger.press("ok")
    await finger.enter("blue", 10)  # out at second base
    await finger.enter("blue", 10)  # out at first base

    # Home is at bat: a ball misread as a strike, found four throws later.
    await finger.enter("red", 7)
    await finger.enter("red", 2)
    await finger.enter("blue", 9)
    await finger.enter("chip", "hit")
    await finger.enter("white", 9)
    await finger.fix("fix throws?", "RED 7?", "CHANGE IT?", "red 1?", changes="SCORE STAYS OK?")
    # The helmet stands on second base, not on first.
    await finger.fix("fix score?", "RUNNERS", "1B EMPTY?", "2B RUNNER?", "3B EMPTY?", changes="ON: 2B OK?")
    await finger.enter("red", 2)
    await finger.enter("blue", 10)
    await finger.enter("blue", 10)


async def test_major_league_game_by_nine_buttons_and_panel(tmp_path: Path) -> None:
    """With every call, a held runner, two mistakes put right, and to its end (D54 to D57)."""
    async with at_the_box(tmp_path / "games.sqlite", SHORT_MAJOR) as finger:
        await a_major_league_game(finger)
    game = finger.game
    entries = [line for line in lines(tmp_path / "games.sqlite") if not isinstance(line, Press)]
    called = [line.call for line in entries if isinstance(line, Call)]
    assert ["bunt", "steal", "keep-running", "run 2B", "tag-up"] == called
    assert [Hold, Skip, Amend, Set] == [type(line) for line in entries if isinstance(line, Hold | Skip | Amend | Set)]
    assert (True, "home", 1, 2) == (game.over, game.winner, game.away, game.home)


OUT_AND_HOMER = {
    "one-die": ((6,), (4,)),
    "two-dice": ((2, 4), (6, 6)),
    "three-dice": ((2, 2, 2), (1, 2, 2)),
    "dice-baseball": ((1, 3), (1, 1)),
    "four-dice": ((1, 2, 3, 6), (6, 6, 6, 6)),
}


@pytest.mark.parametrize("rules", OUT_AND_HOMER)
@pytest.mark.untraced
async def test_table_games_by_nine_buttons_and_panel(tmp_path: Path, rules: str) -> None:
    """Three outs, or none at three dice, and a run that wins: every die is entered by NEXT held."""
    out, run = OUT_AND_HOMER[rules]
    async with at_the_box(tmp_path / "games.sqlite", structs.replace(SETUP, rules=rules, innings=1)) as finger:  # type: ignore[arg-type]
        for _ in range(1 if rules == "three-dice" else 3):
            await finger.enter("dice", *out)
        await finger.enter("dice", *run)
    game = finger.game
    assert (True, "home", 0, 1) == (game.over, game.winner, game.away, game.home)


async def four_dice(finger: Finger) -> None:
    """Away: hit and run, a steal thrown out, a sign appealed, a balk; Home: a bunt and a home run."""
    await finger.say("HIT AND RUN?")
    await finger.enter("dice", 1, 2, 3, 6)  # a single
    await finger.say("STEAL?")
    await finger.enter("dice", 1, 1, 2, 3)
    await finger.enter("dice", 2)  # caught stealing
    await finger.say("BUNT?")
    await finger.say("APPEAL?")
    await finger.enter("dice", 1)  # it does not count
    await finger.enter("dice", 3, 4, 5, 6)  # a single
    await finger.say("BALK?")
    await finger.enter("dice", 1, 2, 3, 6)  # out at first
    await finger.enter("dice", 1, 4, 5, 6)  # out, and over
    await finger.say("BUNT?")
    await finger.enter("dice", 1, 2, 3, 6)  # out
    await finger.enter("dice", 6, 6, 6, 6)


async def test_four_dice_by_nine_buttons_and_panel(tmp_path: Path) -> None:
    """NEXT walks the signs, and OK says the one that is shown (D56)."""
    journal = tmp_path / "games.sqlite"
    async with at_the_box(journal, structs.replace(SETUP, rules="four-dice", innings=1)) as finger:
        await four_dice(finger)
    game = finger.game
    called = [line.call for line in lines(journal) if isinstance(line, Call)]
    assert ["hit-and-run", "steal", "bunt", "appeal", "balk", "bunt"] == called
    assert (True, "home", 0, 1) == (game.over, game.winner, game.away, game.home)
