"""What is set by button holds at once, is seen while it is chosen, and is kept for the next start."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.english import on_panel
from support.finger import SIZE, at_the_box
from support.hang import until
from support.scoring import SETUP
from support.stadium import Evening, play
from support.worded import ENGLISH_TABLE

from firmware.config.toml_edit import Changes
from firmware.devices.dial import Dial
from firmware.devices.protocols import Gesture
from firmware.notice import Notice, notice
from firmware.play.faces.announcer import TALK
from firmware.play.menus.main_menu import BY_HAND_CHOICES, main_menu
from firmware.play.state.scorer_state import EXPLAINED_TICKS, Overlay
from firmware.play.state.shown import Shown
from firmware.play.state.table_language import TableLanguage
from firmware.wiring import BRIGHT, LOUD
from scoreboard import display
from scoreboard.language import language
from scoreboard.rules.history import begin


async def test_brightness_is_seen_while_it_is_chosen(tmp_path: Path) -> None:
    """NEXT shows each level on the LEDs; UNDO leaves it as it was, OK keeps it."""
    dial, kept = Dial(40, BRIGHT), list[Changes]()
    async with at_the_box(tmp_path / "games.sqlite", SETUP, dials={"brightness": dial}, keep=kept.append) as finger:
        await finger.menu("bright?")
        assert (finger.reads("LIGHT 3?"), finger.brightness) == (True, {2})
        await finger.press("next")
        assert (finger.reads("LIGHT 4?"), finger.brightness) == (True, {5})
        await finger.press("undo")
        assert (finger.brightness, dial.now) == ({2}, 40)
        await finger.press("ok", held=True)
        await finger.menu("bright?", "LIGHT 8?")
        assert finger.brightness == {15}
        await until(lambda: bool(kept))
    assert [{"panel": {"brightness": 255}}] == kept


async def test_sound_may_be_silent(tmp_path: Path) -> None:
    """Silence leaves the volume as it was for whoever turns it up again."""
    dial, kept = Dial(6, LOUD), list[Changes]()
    async with at_the_box(tmp_path / "games.sqlite", SETUP, dials={"volume": dial}, keep=kept.append) as finger:
        for number, choice in enumerate(("SILENCE?", "SOUND 2?"), 1):
            await finger.menu("loud?", choice)
            await until(lambda: len(kept) == number)  # noqa: B023 - waited for at once
    assert [{"sound": {"mute": True}}, {"sound": {"mute": False, "volume": 2}}] == kept
    assert 2 == dial.now


async def test_how_much_the_voice_says_is_chosen(tmp_path: Path) -> None:
    """Three levels; it holds at once, and is kept by its name."""
    dial, kept = Dial(2, TALK), list[Changes]()
    async with at_the_box(tmp_path / "games.sqlite", SETUP, dials={"talk": dial}, keep=kept.append) as finger:
        await finger.menu("talk?", "TALK 3?")
        await until(lambda: bool(kept))
    assert [{"sound": {"talk": "all"}}] == kept
    assert 3 == dial.now


async def test_the_language_is_kept(tmp_path: Path) -> None:
    """And where it cannot be, the panel says so, in that language."""
    speaks, kept = TableLanguage(language("en")), list[Changes]()

    def keep(changes: Changes) -> Notice:
        kept.append(changes)
        return notice("settings.not-kept", "amber", why="/etc is full")

    async with at_the_box(tmp_path / "games.sqlite", SETUP, speaks=speaks, keep=keep) as finger:
        await finger.menu("language?", "Español?")
        await until(lambda: finger.sees(display.message_picture("NO SE GUARDA", SIZE)))
    assert [{"game": {"language": "es"}}] == kept


def test_a_menu_left_open_turns_back_what_was_tried() -> None:
    """Who walks away leaves no dark panel behind."""
    overlay, dial = Overlay(), Dial(40, BRIGHT)
    overlay.open(main_menu(BY_HAND_CHOICES, begin(SETUP)), 0)
    overlay.try_out(dial, 8)
    assert (overlay.close_untouched(1000), dial.now) == (True, 40)


def test_an_item_left_standing_explains_itself(tmp_path: Path) -> None:
    """Its sentence scrolls over the panel after some seconds; NEXT shows the next item."""
    overlay = Overlay()
    overlay.open(main_menu(BY_HAND_CHOICES, begin(SETUP)), 5)
    assert ENGLISH_TABLE.sentence(overlay.explains(5 + EXPLAINED_TICKS - 1)) == ""
    explained = ENGLISH_TABLE.sentence(overlay.explains(5 + EXPLAINED_TICKS))
    assert (
        "go on. Close the menu and go on. Held here: OK help, UNDO the same game again, BALL the language, "
        "BATTER the opponent."
    ) == explained
    evening, lit = Evening(), set[bytes]()
    evening.panel.show = lambda picture: lit.add(picture.tobytes())  # type: ignore[method-assign]
    rest: list[Gesture] = ["menu"]

    def hand(shown: Shown) -> Gesture | None:
        if shown.words == "" and not rest:  # it has closed by itself
            rest.extend(["menu", "next", "next", "ok"])
        return rest.pop(0) if rest else None

    play(tmp_path / "games.sqlite", hand=hand, evening=evening, tick_s=0.0005)
    pictures = {display.message_picture(explained, SIZE, tick=tick).tobytes() for tick in range(60)}
    assert pictures <= lit
    assert on_panel(explained).startswith("GO ON")


@pytest.mark.parametrize("levels", [BRIGHT, LOUD])
def test_levels_go_up(levels: tuple[int, ...]) -> None:
    """Each is more than the one before, up to the most that there is."""
    assert ([*levels], True) == (sorted(set(levels)), levels[-1] in {10, 255})
