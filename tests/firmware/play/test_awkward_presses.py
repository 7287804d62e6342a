"""Pressed and thrown at awkward moments: a menu over a question, a throw-off left half-way, no room, no game."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing

import pytest
from msgspec import UNSET, structs
from support.english import on_panel
from support.restless import DAMAGED, Table
from support.stadium import SETUP

from firmware.play.state.throw_off import ThrowOff
from firmware.play.table.scorer import OVER_TICKS
from scoreboard.rules.events import Amend, Call, Die, End, Move, Press, Roll, Set, Setup

MAJOR = structs.replace(SETUP, rules="diamante-major")
TWO_DICE = structs.replace(SETUP, rules="two-dice")
HIT = (("blue", 3), ("red", 7), ("chip", "hit"))
"""A pitch, a swing and a fair ball, throw after throw."""


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that does not run: each thing happens when the test says so."""
    with closing(asyncio.new_event_loop()) as loop:
        yield loop


def recorded(table: Table) -> list[object]:
    """The lines of the game in play, as they were said."""
    lines = table.shelf.games[table.session.number][1:]
    return [structs.replace(line, at=UNSET, by=UNSET, confidence=UNSET) for line in lines]  # type: ignore[type-var]


def thrown(loop: asyncio.AbstractEventLoop, *throws: tuple[str, int | str], setup: Setup = SETUP) -> Table:
    """A table at which these were thrown and read, one after the other."""
    table = Table(setup, loop)
    for throw in throws:
        table.throw(throw)
    return table


def test_a_throw_that_cannot_be_read_closes_the_walk_too(loop: asyncio.AbstractEventLoop) -> None:
    """D56: the swing lies there, so OK says yes to what it shows and no runner bunts."""
    table = thrown(loop, ("blue", 3), setup=MAJOR)
    table.press("next")
    table.throw(("red", None))
    table.press("ok")
    assert [Die(color="blue", value=3), Die(color="red", value=1)] == recorded(table)


def test_a_button_that_is_refused_closes_the_walk_as_well(loop: asyncio.AbstractEventLoop) -> None:
    """What OK means after it is what it always means, and the panel says that nothing came of the button."""
    table = thrown(loop, ("blue", 3), setup=MAJOR)
    table.press("next")
    table.press("run")
    assert (None, "refused") == (table.scorer.state.overlay.screen, table.shown[-1].kind)
    table.press("ok")
    assert [Die(color="blue", value=3)] == recorded(table)


def test_next_held_goes_on_asking_about_what_lies_there(loop: asyncio.AbstractEventLoop) -> None:
    """Who keeps NEXT down too long still answers about the die that the camera saw, and UNDO throws it again."""
    table = thrown(loop)
    table.throw(("blue", None))
    table.press("by-hand")
    table.press("undo")
    assert "Throw the blue die again." == table.shown[-1].words


def test_roll_is_entered_by_hand_despite_extra_dice(loop: asyncio.AbstractEventLoop) -> None:
    """D56: whatever the camera takes for a die, the players go on."""
    table = Table(TWO_DICE, loop)
    table.throw(("red", 3), ("white", 4), ("red", 5))
    table.press("by-hand")
    table.press("ok")
    table.wait(4)
    table.press("ok")
    assert [Roll(values=(1, 1))] == recorded(table)


def test_a_correction_leaves_the_question_open(loop: asyncio.AbstractEventLoop) -> None:
    """The die still lies there and was not read; UNDO of the menu is not about it."""
    table = thrown(loop)
    table.throw(("blue", None))
    table.fix("fix score?", "OUTS", "OUTS 1?")
    table.press("ok")
    assert [Set(outs=1), Die(color="blue", value=1)] == recorded(table)


def test_correction_closes_a_question_no_longer_due(loop: asyncio.AbstractEventLoop) -> None:
    """The pitch was a called strike: the swing that lies there does not count."""
    table = thrown(loop, ("blue", 3))
    table.throw(("red", None))
    table.fix("fix throws?", "BLUE 3?", "CHANGE IT?", "blue 7?")
    assert (None, Amend(line=2, value=7)) == (table.scorer.state.question.asked, recorded(table)[-1])


def test_dice_that_lie_still_count_after_a_correction(loop: asyncio.AbstractEventLoop) -> None:
    """A roll of which one die lies there already is not thrown again because the outs were put right."""
    table = Table(TWO_DICE, loop)
    table.throw(("red", 3))
    table.fix("fix score?", "OUTS", "OUTS 1?")
    table.throw(("white", 4))
    assert [Set(outs=1), Roll(values=(3, 4))] == recorded(table)


def test_unseated_players_are_shown_as_they_stood(loop: asyncio.AbstractEventLoop) -> None:
    """Dice fall while a player walks the menu: the swing that was thrown meanwhile is named before OK, too."""
    table = thrown(loop, ("blue", 3))
    table.menu("fix throws?", "BLUE 3?", "CHANGE IT?", "blue 7?")
    table.throw(("red", 2))
    table.take("COUNT 0-0 > 0-1 THEN: BLUE OK?")
    table.take("SCORE STAYS 1 LINE GOES?")
    assert Amend(line=2, value=7) == recorded(table)[-1]


def test_home_team_is_shown_once_play_begins(loop: asyncio.AbstractEventLoop) -> None:
    """D6: the panel says it, too, and the game that begins does not wipe it away."""
    table = Table(SETUP, loop)
    table.menu("throw off?")
    table.throw(("white", 9))
    table.throw(("white", 4))
    assert ("Reds", "REDS HOME") == (table.session.game.setup.home.name, on_panel(table.scorer.displays.text))


def test_who_tries_another_answer_has_read_the_question(loop: asyncio.AbstractEventLoop) -> None:
    """OK right after NEXT counts, however soon the question followed another."""
    table = Table(TWO_DICE, loop)
    for gesture in ("by-hand", "ok", "next", "ok"):
        table.press(gesture)  # type: ignore[arg-type] # gestures all
    assert [Roll(values=(1, 2))] == recorded(table)


def test_a_new_game_ends_a_throw_off(loop: asyncio.AbstractEventLoop) -> None:
    """Who leaves it half-way by the menu plays at once: the next white die is no throw for Home."""
    table = thrown(loop)
    table.menu("throw off?")
    table.throw(("white", 4))
    table.menu("new game?", "PLAY BALL?")
    table.throw(("blue", 3))
    assert ([Die(color="blue", value=3)], None) == (recorded(table), table.scorer.state.throw_off)


def test_a_throw_off_takes_no_die_that_was_thrown_before_it(loop: asyncio.AbstractEventLoop) -> None:
    """A die that waited for the default to be read is not one for Home (D6, D32)."""
    table = thrown(loop, *HIT, ("white", 9))
    table.throw(("white", 4))  # too early
    table.menu("throw off?", "BEGIN NEW?")
    table.wait(OVER_TICKS)
    throw_off = table.scorer.state.throw_off
    assert isinstance(throw_off, ThrowOff)
    assert throw_off.first is None


def test_a_game_that_cannot_be_read_leaves_the_one_in_play(loop: asyncio.AbstractEventLoop) -> None:
    """The table is told why, on panel and terminal, and plays on."""
    table = thrown(loop, ("blue", 3))
    table.throw(("red", None))
    table.menu("other game?", f"GAME {DAMAGED} 0-0?")
    last = table.shown[-1]
    assert (True, True) == ("game 77, line 3" in last.words, last.words.endswith("This game goes on."))
    assert "CANNOT OPEN IT" == on_panel(table.scorer.displays.text)
    table.press("ok")
    assert 1 == table.session.game.strikes


def test_a_new_game_that_finds_no_room_leaves_the_one_in_play(loop: asyncio.AbstractEventLoop) -> None:
    """Likewise; and what lies on the table is still asked about."""
    table = thrown(loop, ("blue", 3))
    table.throw(("red", None))
    table.shelf.full = 1.0
    table.menu("new game?", "PLAY BALL?", "BEGIN NEW?")
    assert "The disk is full. This game goes on." == table.shown[-1].words
    assert "NOT BEGUN" == on_panel(table.scorer.displays.text)
    table.press("ok")
    assert 1 == table.session.game.strikes


def test_after_the_end_a_new_game_may_find_no_room_either(loop: asyncio.AbstractEventLoop) -> None:
    """OK begins none then, and the old one stays on the board."""
    table = thrown(loop)
    table.menu("end game?", "Blues WIN?")
    table.shelf.full = 1.0
    table.wait(OVER_TICKS)
    table.press("ok")
    assert ([End(why="forfeit", winner="home")], "NOT BEGUN") == (recorded(table), on_panel(table.scorer.displays.text))


def test_refusal_is_shown_on_the_panel_too(loop: asyncio.AbstractEventLoop) -> None:
    """Without a terminal one sees that the button was heard and why nothing happened; the score is soon back."""
    table = thrown(loop, *HIT)
    table.press("ball")
    assert "NOT NOW" == on_panel(table.scorer.displays.text)
    table.wait(4)
    assert "" == on_panel(table.scorer.displays.text)


def test_die_mistaken_for_another_is_corrected(loop: asyncio.AbstractEventLoop) -> None:
    """By `as`: the pitch of a red die was the blue one's."""
    table = thrown(loop, ("blue", 1), ("red", 5))  # chased
    table.fix("fix throws?", "RED 5?", "OTHER?", "blue DIE", "blue 5?")
    assert isinstance(recorded(table)[-1], Amend)
    assert ((1, 0), "swing") == ((table.session.game.balls, table.session.game.strikes), table.session.game.phase)


def test_strike_out_a_press(loop: asyncio.AbstractEventLoop) -> None:
    """A press and a call are struck out as any throw."""
    table = thrown(loop, ("blue", 1), setup=MAJOR)
    table.press("strike")
    table.throw(("blue", 3))
    table.press("next")
    table.take("BUNT?")
    table.fix("fix throws?", "BUNT?", "REMOVE IT?")
    assert Call(call="bunt") not in table.session.game.calls
    table.fix("fix throws?", "STRIKE KEY?", "REMOVE IT?")
    assert (1, 0) == (table.session.game.balls, table.session.game.strikes)
    assert "swing" == table.session.game.phase
    assert ("bunt",) == table.session.game.calls


@pytest.mark.untraced
def test_where_a_runner_went_long_ago_is_put_right(loop: asyncio.AbstractEventLoop) -> None:
    """He ran on past first base, and nobody pressed NEXT: his move is added before the next throw."""
    table = thrown(loop, *HIT, ("white", 9))
    table.press("ok")
    table.throw(("blue", 8))
    table.fix("fix throws?", "OK KEY?", "ADD BEFORE?", "TO 3 BEFORE 2B?")
    assert isinstance(recorded(table)[-1], Amend)
    assert (9,) == table.session.game.runners


def test_stated_answer_can_be_changed(loop: asyncio.AbstractEventLoop) -> None:
    """OK made first base final; it was the step behind it."""
    table = thrown(loop, *HIT, ("white", 9))
    table.press("ok")
    table.fix("fix throws?", "OK KEY?", "OTHER?", "TO 3 BEFORE 2B?")
    assert (9,) == table.session.game.runners
    assert Press(button="ok") in recorded(table)
    assert Move(to=9) not in recorded(table)


def test_single_item_offers_no_next(loop: asyncio.AbstractEventLoop) -> None:
    """NEXT would show the same again."""
    table = thrown(loop, ("blue", 3), setup=MAJOR)
    table.press("next")
    assert "Is it a bunt? OK: the next swing is one. UNDO leaves." == table.shown[-1].words
    table.press("menu")
    assert table.shown[-1].words.endswith("OK takes it, NEXT shows another, UNDO leaves.")
