"""How often one presses for what a table often does, on nine pins, with nothing to go by but the panel.

Each row is a claim: so few presses are enough, counted at the pins, a hold as one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec import structs
from support.finger import Finger, at_the_box
from support.stadium import SETUP

from firmware.play.state.shown import Shown
from firmware.play.state.table_language import TableLanguage
from scoreboard.display import message_picture
from scoreboard.language import language
from scoreboard.rules.events import Setup
from scoreboard.rules.state import Game

FOUR_DICE = structs.replace(SETUP, rules="four-dice")
MAJOR = structs.replace(SETUP, rules="diamante-major")
NUMBERED = ("ball", "strike", "out", "run", "homerun", "batter")
Doing = Callable[[Finger], Awaitable[None]]


async def nothing(_: Finger) -> None:
    """Nothing happened before."""


async def die(finger: Finger, number: int) -> None:
    """The button of a number: held from seven on."""
    await finger.press(NUMBERED[(number - 1) % 6], held=number > 6)


async def by_number(finger: Finger, what: str, number: int) -> None:
    """One die by hand."""
    await finger.press("next", held=True)
    assert finger.is_asked(what, 1)
    await die(finger, number)


async def four_dice(finger: Finger) -> None:
    """Each is asked with those before it."""
    await finger.press("next", held=True)
    rolled = (3, 1, 6, 2)
    for nth, number in enumerate(rolled):
        assert finger.is_asked("dice", 1, 4, rolled[:nth])
        await die(finger, number)


async def hit(finger: Finger, text: str) -> None:
    """A hit as a result."""
    await finger.press("homerun", held=True)
    await finger.take(text)


async def outs(finger: Finger, number: int) -> None:
    """The outs as they really are; NEXT held goes back."""
    await finger.press("out", held=True)
    back = number < finger.game.outs
    await finger.press("next", held=back)
    assert finger.reads(f"OUTS {number}?")
    await finger.press("ok")


async def man_on_first(finger: Finger) -> None:
    """A walk."""
    for _ in range(4):
        await finger.press("ball")


async def moved(finger: Finger) -> None:
    """From first to second."""
    await finger.press("batter", held=True)
    await finger.take("1ST TO 2ND?")


async def man_on_second(finger: Finger) -> None:
    """A double before."""
    await hit(finger, "DOUBLE?")


async def all_by_hand(finger: Finger) -> None:
    """A pitch of 3, a hit to zone 8, HIT, the man on second runs 10 and stops on third, the batter on first."""
    await by_number(finger, "blue", 3)
    await by_number(finger, "red", 8)
    await finger.press("run")
    await by_number(finger, "white", 10)
    await by_number(finger, "white", 6)


async def five_throws(finger: Finger) -> None:
    """Blue balls, but for the third and last, and the fourth, of which one is looked for."""
    for number in (1, 7, 10, 1, 10):
        await by_number(finger, "blue", number)


async def misread(finger: Finger) -> None:
    """Four throws back a seven was a one: five throws, of which the second is put right."""
    await finger.press("ball", held=True)
    for _ in range(3):
        await finger.press("next")
    assert finger.reads("BLUE 7?")
    await die(finger, 1)
    await finger.press("ok")


async def again(finger: Finger) -> None:
    """The same game again, in the middle of one."""
    await finger.press("ok", held=True)
    await finger.press("undo", held=True)
    assert finger.reads("BEGIN NEW?")
    await finger.press("ok")


async def caught(finger: Finger, zone: int) -> None:
    """The batter is out, and in which zone."""
    await finger.press("out", held=True)
    await die(finger, zone)
    assert finger.reads(f"CAUGHT IN {zone}?")
    await finger.press("ok")


async def box_plays(finger: Finger) -> None:
    """BATTER held in the menu."""
    await finger.press("ok", held=True)
    await finger.press("batter", held=True)
    await finger.take("BOX REDS?")
    assert finger.reads("STRONG?")
    await finger.press("ok")
    assert finger.sees(message_picture("BOX REDS"))


async def help_wanted(finger: Finger) -> None:
    """OK held twice."""
    await finger.press("ok", held=True)
    await finger.press("ok", held=True)
    assert finger.reads("NOW: PITCH")


async def played(finger: Finger) -> None:
    """Something that a new game would lose."""
    await finger.press("ball")


async def pitch(finger: Finger) -> None:
    """The batter must swing."""
    await by_number(finger, "blue", 3)


async def two_outs(finger: Finger) -> None:
    """Of three."""
    await finger.press("out")
    await finger.press("out")


def is_at(**fields: object) -> Callable[[Game], bool]:
    """Whether the game has these values."""
    return lambda game: all(getattr(game, name) == value for name, value in fields.items())


Task = tuple[int, Setup, Doing, Doing, Callable[[Game], bool]]
TASKS: dict[str, Task] = {
    "a ball": (1, SETUP, nothing, lambda finger: finger.press("ball"), is_at(balls=1)),
    "an undo": (1, SETUP, played, lambda finger: finger.press("undo"), is_at(balls=0)),
    **{
        f"one ten-sided die by hand, {number}": (
            2, SETUP, nothing, lambda finger, number=number: by_number(finger, "blue", number),
            lambda game, number=number: game.phase == ("pitch" if number in {1, 7, 10} else "swing"),
        )
        for number in range(1, 11)
    },
    "four dice by hand": (5, FOUR_DICE, nothing, four_dice, lambda game: game.outs == 1 or game.runners == (6,)),
    "a hit with a runner on second, all dice by hand": (12, SETUP, man_on_second, all_by_hand, is_at(runners=(18, 6))),
    "a single": (4, SETUP, nothing, lambda finger: hit(finger, "SINGLE?"), is_at(runners=(6,))),
    "a double": (4, SETUP, man_on_first, lambda finger: hit(finger, "DOUBLE?"), is_at(runners=(18, 12))),
    "a triple": (4, SETUP, man_on_first, lambda finger: hit(finger, "TRIPLE?"), is_at(runners=(18,), away=1)),
    "a runner from first to second": (4, SETUP, man_on_first, moved, is_at(runners=(12,))),
    "the same with helmets": (4, MAJOR, man_on_first, moved, is_at(runners=(12,))),
    "the outs, one more": (3, SETUP, two_outs, lambda finger: outs(finger, 1), is_at(outs=1)),
    "the outs, one less": (3, SETUP, nothing, lambda finger: outs(finger, 1), is_at(outs=1)),
    **{
        f"an out in zone {zone}": (3, SETUP, nothing, lambda finger, zone=zone: caught(finger, zone), is_at(outs=1))
        for zone in range(1, 10)
    },
    "an out in zone 8, a pitch of 3 entered": (3, SETUP, pitch, lambda finger: caught(finger, 8), is_at(outs=1)),
    "an out in zone 4 by a + helmet": (3, MAJOR, nothing, lambda finger: caught(finger, 4), is_at(outs=1)),
    "the opponent": (5, SETUP, nothing, box_plays, is_at()),
    "help": (2, SETUP, nothing, help_wanted, is_at()),
    "a misread four throws back": (6, SETUP, five_throws, misread, is_at(balls=1, strikes=0)),
    "the same game again": (3, SETUP, played, again, is_at(balls=0, fresh=True)),
}  # fmt: skip


@pytest.mark.parametrize("task", TASKS)
async def test_task_takes_no_more_presses_than_its_limit(task: str, tmp_path: Path) -> None:
    """And the game is then as it was wanted."""
    most, setup, before, do, is_done = TASKS[task]
    async with at_the_box(tmp_path / "games.sqlite", setup) as finger:
        await before(finger)
        pressed = finger.presses
        await do(finger)
        assert is_done(finger.game), finger.game
        assert finger.presses - pressed <= most


async def test_another_language_takes_four_presses(tmp_path: Path) -> None:
    """BALL held in the menu shows the language that is spoken, and NEXT the other."""
    speaks = TableLanguage(language("en"))
    async with at_the_box(tmp_path / "games.sqlite", SETUP, speaks=speaks) as finger:
        await finger.press("ok", held=True)
        await finger.press("ball", held=True)
        await finger.take("Español?")
        assert ("es", 4) == (speaks.now.code, finger.presses)


async def test_press_in_an_open_menu_counts_and_is_shown(tmp_path: Path) -> None:
    """It closes the menu, is scored, and the panel names it."""
    async with at_the_box(tmp_path / "games.sqlite", SETUP) as finger:
        await finger.press("ok", held=True)
        await finger.press("ball")
        assert (1, True) == (finger.game.balls, finger.sees(message_picture("BALL COUNTS")))
        await finger.press("ok", held=True)
        await finger.press("homerun")
        assert (1, True) == (finger.game.away, finger.sees(message_picture("HOMERUN COUNTS")))


async def test_next_held_goes_back_in_a_list(tmp_path: Path) -> None:
    """One press too many costs one more, not a lap of the list."""
    async with at_the_box(tmp_path / "games.sqlite", SETUP) as finger:
        await finger.press("ok", held=True)
        await finger.press("next")
        shown = finger.reads("FIX?", "GAME?")
        await finger.press("next")
        assert not finger.reads("GO ON?")
        for _ in range(2):
            await finger.press("next", held=True)
        assert (True, True) == (shown, finger.reads("GO ON?"))


async def test_next_held_goes_back_among_the_numbers(tmp_path: Path) -> None:
    """From 1 to 10."""
    async with at_the_box(tmp_path / "games.sqlite", SETUP) as finger:
        for _ in range(2):
            await finger.press("next", held=True)
        assert finger.is_asked("blue", 10)


async def test_keeping_the_old_game_is_shown(tmp_path: Path) -> None:
    """What was chosen for another is dropped, and the panel says which one goes on."""
    async with at_the_box(tmp_path / "games.sqlite", SETUP) as finger:
        await finger.press("ball")
        await finger.menu("new game?", "PLAY BALL?", "KEEP OLD?")
        assert (1, True) == (finger.game.balls, finger.sees(message_picture("OLD GAME GOES ON")))


async def test_a_walk_off_single_ends_the_game(tmp_path: Path) -> None:
    """The run that wins is a run that is pressed, so the game is over with OK; what it ends is shown before."""
    async with at_the_box(tmp_path / "games.sqlite", structs.replace(SETUP, innings=1)) as finger:
        for _ in range(3):
            await finger.press("out")
        await hit(finger, "TRIPLE?")
        await hit(finger, "SINGLE?")
        assert finger.reads("GAME OVER BLUES WIN BLUES 0 > 1 BLUES HITS 1 > 2 BASES EMPTY OK?")
        assert not finger.game.over
        await finger.press("ok")
        assert (1, True, "home", 2) == (finger.game.home, finger.game.over, finger.game.winner, finger.game.hits.home)


@pytest.mark.parametrize("zone", range(1, 10))
async def test_an_out_by_zone_is_one_in_the_record(zone: int, tmp_path: Path) -> None:
    """A pitch, a hit to that zone and the chip, which UNDO takes back; the scorebook has who caught it."""
    moments: list[Shown] = []
    async with at_the_box(tmp_path / "games.sqlite", SETUP, observers=[moments.append]) as finger:
        await caught(finger, zone)
        assert f"zone {zone}" in " ".join(str(shown.words) for shown in moments)
        for _ in range(4):
            await finger.press("undo")
        assert 0 == finger.game.outs


async def test_a_zone_that_no_throw_hits_is_not_offered(tmp_path: Path) -> None:
    """A + helmet hits nothing to zone 1; where no ball is hit to a zone, none is offered at all."""
    async with at_the_box(tmp_path / "games.sqlite", MAJOR) as finger:
        await finger.press("out", held=True)
        await finger.take("CAUGHT?")
        assert finger.reads("CAUGHT IN 2?")
        await die(finger, 1)
        assert finger.reads("CAUGHT IN 2?")
        await finger.press("ok")
        assert 1 == finger.game.outs
    async with at_the_box(tmp_path / "dice.sqlite", FOUR_DICE) as finger:
        await finger.press("out", held=True)
        await finger.press("next", held=True)
        assert finger.reads("OUTS 2?")


async def test_a_single_moves_every_helmet(tmp_path: Path) -> None:
    """Each keeps his own, the one who scores goes to the end of the dugout, and the next is at bat."""
    async with at_the_box(tmp_path / "games.sqlite", MAJOR) as finger:
        first = finger.game
        await hit(finger, "TRIPLE?")
        await hit(finger, "SINGLE?")
        game = finger.game
        assert ((first.bench[0],), first.bench[1], (first.bench[2], first.at_bat)) == (
            tuple(man.helmet for man in game.men),
            game.at_bat,
            game.bench,
        )


async def test_a_new_box_asks_for_its_language_first(tmp_path: Path) -> None:
    """Before anything else, in two presses; at its next start it does not ask again."""
    speaks = TableLanguage(language("en"))
    async with at_the_box(tmp_path / "games.sqlite", SETUP, speaks=speaks, asks_language=True) as finger:
        assert finger.reads("English?")
        await finger.press("next")
        assert finger.reads("Español?")
        await finger.press("ok")
        assert "es" == speaks.now.code
    async with at_the_box(tmp_path / "games.sqlite", SETUP, speaks=speaks, asks_language=True) as finger:
        assert not finger.reads("English?", "Español?")
