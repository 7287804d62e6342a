"""A player who looks at the lights finds out how a panel is strung, whatever the configuration says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from support.lab import examples
from support.strung import LINES, Player, opened, panel_config, peer, shows, tiles

from firmware.config import schema
from firmware.config.schema import PanelConfig, load
from firmware.devices.led_layout import Boards, Chain, Layout, Order
from firmware.devices.restrung import RestrungPanel
from firmware.notice import Notice, notice
from firmware.setup.doctor.devices import pattern
from firmware.setup.panel_wizard import PanelWizard, kept_in, upright_picture, wizard
from scoreboard.language import ENGLISH
from scoreboard.message import Message

SIZES = ((32, 8), (64, 8), (32, 16), (64, 16), (64, 32))
OWNERS = """# Ours.
[panel] # bought in 2019
driver = "{driver}" # the long one
width = 64
height = 16

[panel.chain]
begins = "top-left" # we think
"""


@pytest.fixture(autouse=True)
def _any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels of sizes that no face is drawn for yet."""
    monkeypatch.setattr(schema, "LAYOUTS", SIZES)


@st.composite
def strung(draw: st.DrawFn, size: tuple[int, int] = (0, 0)) -> PanelConfig:
    """A panel that is strung in any way that the configuration can express."""
    size = draw(st.sampled_from(SIZES)) if size == (0, 0) else size
    driver = draw(st.sampled_from(["max7219", "ws2812"]))
    begins, runs, serpentine = draw(st.sampled_from(LINES))
    chain = Chain(begins=begins, runs=runs, serpentine=serpentine, turned=draw(st.booleans()))
    tile = draw(st.sampled_from(tiles(size)))
    begins, runs, serpentine = draw(st.sampled_from(LINES))
    mirrored, order = draw(st.booleans()), draw(st.sampled_from(get_args(Order)))
    turn = draw(st.sampled_from([0, 90, -90, 180]))
    boards = Boards(tile=tile, begins=begins, runs=runs, serpentine=serpentine, mirrored=mirrored)
    layout = Layout(tile=tile, begins=begins, runs=runs, serpentine=serpentine, order=order)
    return panel_config(size, driver, chain=chain, block_orientation=turn, max7219=boards, ws2812=layout)


def keep_nothing(found: PanelConfig) -> Notice:
    """What was found is seen by the test."""
    return notice("wizard.kept", file=repr(found))


@pytest.mark.untraced
@settings(deadline=None, max_examples=examples(25))
@given(truth=strung(), data=st.data())
@pytest.mark.newest
def test_a_truthful_player_ends_with_an_upright_picture(truth: PanelConfig, data: st.DataObject) -> None:
    """Decoded from the wire's bytes, with whatever settings it began."""
    begun: PanelConfig = data.draw(strung(truth.size))
    begun = panel_config(
        truth.size,
        str(truth.driver),
        chain=begun.chain,
        max7219=begun.max7219,
        ws2812=begun.ws2812,
        block_orientation=begun.block_orientation,
    )
    lights, found = peer(truth), list[PanelConfig]()
    panel = opened(begun, lights)
    asked = PanelWizard(begun, lambda config: (found.append(config), keep_nothing(config))[1])
    player = Player(lights, truth.size)
    player.play(asked, panel)
    opened(found[0], lights).show(pattern(truth.size))
    assert shows(lights, pattern(truth.size))
    assert truth.driver != "ws2812" or found[0].ws2812.order == truth.ws2812.order
    assert player.answers <= 10


def right(truth: PanelConfig, found: PanelConfig) -> bool:
    """Whether a panel that is strung in truth shows its picture upright with the settings found."""
    lights = peer(truth)
    opened(found, lights).show(pattern(truth.size))
    return shows(lights, pattern(truth.size))


ODD = {
    "max7219": panel_config(
        (64, 16),
        "max7219",
        block_orientation=180,
        chain=Chain(begins="bottom-left", serpentine=True, turned=True),
        max7219=Boards(tile=(32, 8), begins="top-right", mirrored=True),
    ),
    "ws2812": panel_config(
        (64, 16),
        "ws2812",
        chain=Chain(begins="top-right", runs="columns", serpentine=True),
        ws2812=Layout(tile=(16, 8), begins="bottom-left", runs="rows", serpentine=False, order="BRG"),
    ),
}
"""Strung as hardly any other."""


@pytest.mark.parametrize("driver", ODD)
@pytest.mark.untraced
def test_the_owners_file_has_it_with_every_comment(driver: str, tmp_path: Path) -> None:
    """Read again, the file gives the upright picture; what stood there before lies beside it."""
    truth, file = ODD[driver], tmp_path / "stadium.toml"
    before = OWNERS.format(driver=driver)
    file.write_text(before, encoding="utf-8")
    begun, lights = load(file).panel, peer(truth)
    asked = PanelWizard(begun, kept_in(file))
    Player(lights, truth.size).play(asked, opened(begun, lights))
    text = file.read_text(encoding="utf-8")
    assert right(truth, load(file).panel)
    assert truth.driver != "ws2812" or load(file).panel.ws2812.order == "BRG"
    assert [] == [
        comment for comment in ("# Ours.", "# bought in 2019", "# the long one", "# we think") if comment not in text
    ]
    assert before == (tmp_path / "stadium.toml.bak").read_text(encoding="utf-8")
    assert asked.result is not None
    assert f"The panel is right now, and its settings are kept in {file}." == ENGLISH(asked.result.sentence)


def test_a_panel_that_is_right_changes_nothing(tmp_path: Path) -> None:
    """What was found is what the file says already, so no value is added."""
    file = tmp_path / "stadium.toml"
    file.write_text(OWNERS.format(driver="max7219"), encoding="utf-8")
    lights = peer(load(file).panel)
    Player(lights, (64, 16)).play(PanelWizard(load(file).panel, kept_in(file)), opened(load(file).panel, lights))
    assert tomllib.loads(OWNERS.format(driver="max7219")) == tomllib.loads(file.read_text(encoding="utf-8"))


def test_panel_that_cannot_be_saved_is_reported(tmp_path: Path) -> None:
    """A broken file stays as it is; the panel is right all the same until the program ends."""
    file = tmp_path / "stadium.toml"
    file.write_text("[panel\n", encoding="utf-8")
    held = list[PanelConfig]()
    truth, begun = ODD["max7219"], panel_config((64, 16))
    lights = peer(truth)
    asked = PanelWizard(begun, kept_in(file, held.append))
    Player(lights, truth.size).play(asked, opened(begun, lights))
    assert asked.result is not None
    assert ("amber", "NOT KEPT") == (asked.result.severity, ENGLISH(asked.result.panel, "panel"))
    assert right(truth, held[0])
    assert "[panel\n" == file.read_text(encoding="utf-8")


@pytest.mark.untraced
@settings(deadline=None, max_examples=12)
@given(truth=strung((32, 16)), wrong=st.integers(0, 3), at=st.integers(0, 6))
@pytest.mark.newest
def test_a_wrong_answer_is_found_out(truth: PanelConfig, wrong: int, at: int) -> None:
    """Whoever errs once sees no right light or picture after that, begins again, and ends upright all the same."""
    begun, lights, found = panel_config(truth.size, str(truth.driver)), peer(truth), list[PanelConfig]()
    panel = opened(begun, lights)
    asked = PanelWizard(begun, lambda config: (found.append(config), keep_nothing(config))[1])
    player = Player(lights, truth.size)
    for answers in range(wrong + 1):
        while asked.result is None and isinstance(asked.words, Message) and asked.words.key == "wizard.picture":
            break
        panel.show(asked.picture(truth.size, 0))
        for _ in range(at if answers == wrong else 0):
            asked.press("next")
        panel.show(asked.picture(truth.size, 0))
        if answers == wrong:
            asked.press("ok")
        else:
            while not player.sees_it(asked.words):
                asked.press("next")
                panel.show(asked.picture(truth.size, 0))
            asked.press("ok")
    if asked.result is None:
        doubting(player, asked, panel)
        assert right(truth, found[0])


def doubting(player: Player, asked: PanelWizard, panel: RestrungPanel | object) -> None:
    """As `Player.play`; in the dark the player agrees that nothing was right."""
    for _ in range(400):
        if asked.result is not None:
            return
        panel.show(asked.picture(panel.size, 0))  # type: ignore[union-attr,attr-defined] # a panel
        none = isinstance(asked.words, Message) and asked.words.key == "wizard.none"
        asked.press("ok" if none or player.sees_it(asked.words) else "next")
    raise AssertionError("It never ends")


def test_an_error_that_is_noticed_is_taken_back() -> None:
    """UNDO asks the same again, with the same lights."""
    asked = PanelWizard(panel_config((64, 16)), keep_nothing)
    asked.press("next")
    before = asked.words
    asked.press("ok")
    asked.press("undo")
    asked.press("undo")
    assert before == asked.words


def test_only_three_buttons_answer_and_ok_held_leaves() -> None:
    """RUN, BALL and the others do nothing; leaving keeps the settings."""
    kept = list[PanelConfig]()
    asked = PanelWizard(panel_config((64, 16)), lambda config: (kept.append(config), keep_nothing(config))[1])
    before = asked.words, asked.picture((64, 16), 0).tobytes()
    for gesture in ("ball", "strike", "out", "run", "homerun", "batter", "redo", "by-hand"):
        asked.press(gesture)  # type: ignore[arg-type] # gestures, each of them
    assert before == (asked.words, asked.picture((64, 16), 0).tobytes())
    asked.press("menu")
    assert asked.result is not None
    assert ("AS IT WAS", []) == (ENGLISH(asked.result.panel, "panel"), kept)


def test_what_is_asked_about_blinks_and_what_is_known_stays() -> None:
    """For three half seconds of four it is lit, from the press on."""
    asked = PanelWizard(panel_config((64, 16)), keep_nothing)
    lit = [asked.picture((64, 16), tick).getbbox() is not None for tick in range(7, 15)]
    assert [True, True, True, False] * 2 == lit
    for _ in range(2):
        asked.press("ok")
    steady = asked.picture((64, 16), 20), asked.picture((64, 16), 23)
    assert all(picture.getpixel((0, 0)) != (0, 0, 0) for picture in steady)
    assert steady[0].tobytes() != steady[1].tobytes()


def test_the_picture_is_right_in_one_way_only() -> None:
    """Neither turned nor mirrored does it look the same, on any size."""
    for size in SIZES:
        picture = upright_picture(size)
        turned = [picture.transpose(way) for way in (Image.Transpose.ROTATE_180, Image.Transpose.FLIP_LEFT_RIGHT)]
        turned.append(picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM))
        assert all(picture.tobytes() != other.tobytes() for other in turned)


@pytest.mark.untraced
def test_the_panel_is_right_at_once_and_may_be_asked_again(tmp_path: Path) -> None:
    """It is not opened anew; the next time, the wizard begins with what it found."""
    truth, file, begun = ODD["ws2812"], tmp_path / "stadium.toml", panel_config((64, 16), "ws2812")
    lights = peer(truth)
    panel = RestrungPanel(opened(begun, lights))
    begin = wizard(panel, begun, file)
    for rounds in (1, 2):
        plain = RestrungPanel(opened(begun, lights))
        plain.rearranged = panel.rearranged
        asked, player = begin(), Player(lights, truth.size)
        player.play(asked, plain)
        panel.show(Image.new("RGB", truth.size, (255, 0, 0)))
        assert (0, 0) == lights.picture().convert("RGB").getextrema()[2], rounds
        panel.show(pattern(truth.size))
        assert shows(lights, pattern(truth.size))
    assert player.presses == player.answers
