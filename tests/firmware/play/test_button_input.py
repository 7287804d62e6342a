"""What a hand says and enters by NEXT, OK and UNDO: calls, skips, dice that nobody read, and the menu at work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from msgspec import UNSET, structs
from PIL import Image
from support.english import on_panel
from support.hang import GIVE_UP_S
from support.stadium import SETUP, Evening, Sights, chip, die, lines, play

from firmware.devices.protocols import Gesture
from firmware.play.state.scorer_state import WALK_TICKS
from firmware.play.state.shown import Shown
from firmware.play.table.wording import GAME_IS_OVER
from scoreboard import display
from scoreboard.commentary import default_notice
from scoreboard.language import ENGLISH
from scoreboard.rules.events import Amend, Call, Chip, Die, End, Press, Roll, Set, Skip

MAJOR = structs.replace(SETUP, rules="diamante-major")
TWO_DICE = structs.replace(SETUP, rules="two-dice")
Hand = Callable[[Shown], Gesture | None]


def hand(*overrides: str) -> Hand:
    """A hand that does one wish after another, then stops the appliance by its menu.

    A wish is a gesture, or ``=TEXT``: NEXT until a sentence begins so, and then OK.
    """
    left = [*overrides, "menu", "=Menu: stop."]

    def press(shown: Shown) -> Gesture | None:
        if not left or shown.words == ENGLISH(GAME_IS_OVER):  # it is said besides the play that ended the game
            return None
        if not left[0].startswith("="):
            return left.pop(0)  # type: ignore[return-value] # a wish without = is a gesture
        if not shown.words.startswith(left[0][1:]):
            return "next"
        left.pop(0)
        return "ok"

    return press


def recorded(journal: Path) -> list[object]:
    """The lines of the game, as they were said."""
    return [structs.replace(line, at=UNSET, by=UNSET, confidence=UNSET) for line in lines(journal)]  # type: ignore[type-var]


def entered(color: str, value: int) -> tuple[str, str]:
    """The overrides that enter a die by hand."""
    return "by-hand", f"=Is the {color} die {value}?"


PITCH = entered("blue", 3)
SEVEN = "=Menu: The blue die showed 7"


def test_next_walks_through_the_calls_and_ok_takes_one(journal: Path) -> None:
    """D56: after a pitch that must be swung at, Major League offers a bunt, large on the panel."""
    evening, lit = Evening(), set[bytes]()
    press = hand(*PITCH, "=Is it a bunt")

    def look(shown: Shown) -> Gesture | None:
        lit.add(evening.panel.picture.tobytes())
        return press(shown)

    play(journal, hand=look, setup=MAJOR, evening=evening)
    assert [Die(color="blue", value=3), Call(call="bunt")] == recorded(journal)
    assert display.message_picture("BUNT?", ok=True).tobytes() in lit


def test_undo_closes_the_walk_and_takes_nothing_back(journal: Path) -> None:
    """D56: nothing of the walk is recorded but what was said."""
    play(journal, hand=hand(*PITCH, "next", "undo"), setup=MAJOR)
    assert [Die(color="blue", value=3)] == recorded(journal)


def test_another_button_closes_the_walk_and_counts(journal: Path) -> None:
    """Who looks what may be called, and then presses STRIKE, means the strike."""
    play(journal, hand=hand(*PITCH, "next", "strike"), setup=MAJOR)
    assert Press(button="strike") == recorded(journal)[-1]


def test_a_throw_closes_the_walk(journal: Path) -> None:
    """D56: the swing lies there, so no runner bunts any more; what OK means then is what it always means."""

    def look(shown: Shown) -> Gesture | None:
        return {"phase pitch": None, "phase swing": "next"}.get(f"phase {shown.game.phase}")  # type: ignore[return-value]

    evening = play(journal, [die("blue", 3), die("red", 2)], look, setup=MAJOR, settled=False)
    assert [Die(color="blue", value=3), Die(color="red", value=2)] == recorded(journal)
    assert 1 == evening.shown[-1].game.strikes


def test_ten_seconds_close_the_walk(journal: Path) -> None:
    """D56: who pressed NEXT by mistake sees the score again."""
    evening, closed = Evening(), list[str]()
    opening, leaving = hand(*PITCH, "next"), hand()

    def look(shown: Shown) -> Gesture | None:
        if shown.words.startswith("Is it a bunt"):
            closed.append("open")
            return None
        if closed == ["open"] and shown.words == "":
            closed.append("closed")
        return leaving(shown) if "closed" in closed else opening(shown)

    play(journal, hand=look, setup=MAJOR, evening=evening, tick_s=0.001)
    assert (["open", "closed"], 20) == (closed, WALK_TICKS)


def test_next_is_refused_with_what_to_do(journal: Path) -> None:
    """Before the first pitch there is nothing to call."""
    evening = play(journal, hand=hand("next"))
    assert any(sentence.startswith("Not now: There is nothing to choose now.") for sentence in evening.sentences)


def test_a_runner_stays_by_button(journal: Path) -> None:
    """D27: on a fair ball the man on second need not run; NEXT offers it before the white die."""
    fair = (*PITCH, *entered("red", 7), "by-hand", "=Is the chip hit?")
    wishes = ("menu", "=Menu: fix score.", "=Menu: Which bases", *RUNNER_ON_2B, *fair, "=Does this runner stay")
    evening = play(journal, hand=hand(*wishes))
    assert Skip() == recorded(journal)[-1]
    assert (12,) == evening.shown[-1].game.runners


def test_out_of_another_man_is_shown_before_ok(journal: Path) -> None:
    """D27: with men on third and second an 8 scores; that it was the next runner's would put him out, which is asked.

    NEXT goes on to the answer that stands, and UNDO leaves it.
    """
    runners = ("=Menu: First base: nobody", *(f"=Menu: {at} base: a runner" for at in ("Second", "Third")))
    on = ("menu", "=Menu: fix score.", "=Menu: Which bases", *runners, "=Menu: Runners then: second base, third base")
    fair = (*PITCH, *entered("red", 7), "by-hand", "=Is the chip hit?", *entered("white", 8))
    evening = play(journal, hand=hand(*on, *fair, "next", "next", "undo", "=Does he stay, and the die was"))
    asked = [shown for shown in evening.shown if shown.words.startswith("Does he stay")]
    assert [(0, 1)] * 2 == [(shown.game.outs, shown.game.away) for shown in asked]
    assert all("Outs 0, then 1." in shown.words for shown in asked)
    assert any(shown.words.startswith("He scores? OK") for shown in evening.shown)
    assert [Die(color="white", value=8), Skip()] == recorded(journal)[-2:]
    assert (1, 0) == (evening.shown[-1].game.outs, evening.shown[-1].game.away)


RUNNER_ON_2B = (
    *("=Menu: First base: nobody", "=Menu: Second base: a runner", "=Menu: Third base: nobody"),
    "=Menu: Runners then: second base. OK makes it so.",
)


def test_a_whole_plate_appearance_is_entered_by_hand(journal: Path) -> None:
    """D56: NEXT held asks about what is due, whichever die that is, and the chip."""
    dice = (*PITCH, *entered("red", 7), "by-hand", "=Is the chip hit?", *entered("white", 9), "ok", *entered("blue", 8))
    play(journal, hand=hand(*dice))
    red, white, blue = Die(color="red", value=7), Die(color="white", value=9), Die(color="blue", value=8)
    ok = Press(button="ok")
    assert [Die(color="blue", value=3), red, Chip(face="hit"), white, ok, blue] == recorded(journal)


def test_dice_of_a_roll_are_entered_one_after_the_other(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D56 in the table games: as many questions as there are dice, and one line."""
    monkeypatch.setattr("firmware.play.state.question.READ_TICKS", 0)
    play(journal, hand=hand("by-hand", "=Is the die 2?", "=Is the die 5?"), setup=TWO_DICE)
    assert [Roll(values=(2, 5))] == recorded(journal)


def test_a_die_entered_by_hand_is_not_read_once_more(journal: Path) -> None:
    """It lies there after all: until it was lifted it is not thrown."""
    assert [True] == play(journal, hand=hand(*PITCH)).ignored


def test_undo_leaves_a_die_unentered(journal: Path) -> None:
    """Nothing is recorded, and no player is asked to throw."""
    evening = play(journal, hand=hand("by-hand", "next", "undo"))
    assert ([], []) == (recorded(journal), evening.ignored)


def test_nothing_to_enter_after_the_game(journal: Path) -> None:
    """NEXT held says that there is nothing to enter."""
    ended = ("menu", "=Menu: game.", "=Menu: end game.", "=Menu: Blues win")
    evening = play(journal, hand=hand(*ended, "by-hand"))
    assert "The game is over: nothing is thrown now." in evening.sentences
    assert [End(why="forfeit", winner="home")] == recorded(journal)


def test_score_is_corrected_by_menu(journal: Path) -> None:
    """And UNDO takes the correction back."""
    fixed = (
        "menu",
        "=Menu: fix score.",
        "=Menu: How many are out",
        "=Menu: Outs: 2.",
        "=Menu: Outs 0, then 2. OK makes it so.",
    )
    evening = play(journal, hand=hand(*fixed, "undo"))
    assert [Set(outs=2), Press(button="undo")] == recorded(journal)
    assert [2, 0] == [shown.game.outs for shown in evening.shown if shown.kind == "play"]


def test_a_throw_long_ago_is_put_right_from_the_menu(journal: Path) -> None:
    """The pitch was a called strike: the swing no longer counts, and a sentence says that before."""
    fixed = (
        "menu",
        "=Menu: fix.",
        "=Menu: fix throws.",
        "=Menu: Line 2",
        "=Menu: It was misread",
        "=Menu: The blue die showed 7",
    )
    evening = play(journal, hand=hand(*PITCH, *entered("red", 2), *fixed, "ok"))
    assert any("This would no longer count: line 3" in sentence for sentence in evening.sentences)
    assert Amend(line=2, value=7) == recorded(journal)[-1]


def test_white_dice_thrown_off_say_who_is_home(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D6: the higher is Home; a tie is thrown again, and only the white die counts."""
    sights = [die("white", 4), die("blue", 9), die("white", 4), die("white", 7), die("white", 2)]
    begun = Event()
    monkeypatch.setattr(Sights, "frame", waiting(begun, Sights.frame))
    begin = hand("menu", "=Menu: game.", "=Menu: throw-off.")

    def look(shown: Shown) -> Gesture | None:
        if "throw the white die" in shown.words:
            begun.set()
        return None if begun.is_set() else begin(shown)

    evening = play(journal, sights, look, settled=False)
    notices = [shown.words.partition(": throw")[0] for shown in evening.shown if "throw the white die" in shown.words]
    assert ["Reds", "Reds threw 4. Blues", "Both threw 4: again. Reds", "Reds threw 7. Blues"] == notices
    game = evening.shown[-1].game
    assert ("Reds", "Blues") == (game.setup.home.name, game.setup.away.name)


def waiting(begun: Event, frame: Callable[[Sights], object]) -> Callable[[Sights], object]:
    """A camera that shows nothing before that."""

    def wait(camera: Sights) -> object:
        begun.wait(GIVE_UP_S)
        return frame(camera)

    return wait


RUNNING = [die("blue", 3), die("red", 7), chip("hit"), die("white", 9), die("blue", 8)]


def test_default_is_shown_before_the_next_die_counts(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """D32: the fielders' die may lie there already; it counts once the table could read what the runner did."""
    evening, lit = Evening(), list[tuple[int, bytes]]()
    show = evening.panel.show

    def keep(picture: Image.Image) -> None:
        show(picture)
        lit.append((len(recorded_now()), picture.tobytes()))

    def recorded_now() -> list[Shown]:
        return [shown for shown in evening.shown if shown.line is not None]

    monkeypatch.setattr(evening.panel, "show", keep)
    play(journal, RUNNING, evening=evening, settled=False, default_ticks=5, tick_s=0.001)
    ran, thrown = [shown.game for shown in evening.shown if shown.line is not None][3:5]
    notice = default_notice(ran)
    assert notice is not None
    picture = display.message_picture(on_panel(notice), color="white").tobytes()
    noticed_at = [number for number, shown in lit if shown == picture]
    assert (True, {3, 4}) == (len(noticed_at) > 5, set(noticed_at))
    assert ("pitch", "swing") == (ran.phase, thrown.phase)


def test_choice_made_final_is_not_shown(journal: Path) -> None:
    """OK ends the wait: the next die counts at once."""

    def press(shown: Shown) -> Gesture | None:
        return "ok" if shown.line is not None and shown.game.options else None

    evening = play(journal, RUNNING, press, settled=False, default_ticks=10_000_000, tick_s=0.001)
    assert Press(button="ok") == recorded(journal)[4]
    assert 6 == len([shown for shown in evening.shown if shown.line is not None])


def test_waiting_die_is_forgotten_with_its_throw(journal: Path) -> None:
    """UNDO takes the white die back, and the fielders' die that lay there already is not thrown again."""

    def press(shown: Shown) -> Gesture | None:
        return "undo" if shown.line is not None and shown.game.options else None

    play(journal, RUNNING, press, settled=False, default_ticks=10_000_000, tick_s=0.001)
    assert [Die(color="white", value=9), Press(button="undo")] == recorded(journal)[3:]
