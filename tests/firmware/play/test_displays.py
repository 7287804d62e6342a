"""The panels of a game in play: drawn by the owner's layouts, with the line score of the game so far."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image
from support.rallybird import PLAIN
from support.scoring import SETUP

from firmware.devices.health import DeviceChange, Health, lost
from firmware.devices.protocols import Devices, SystemClock
from firmware.notice import SHORT
from firmware.play.faces.displays import Displays
from firmware.play.menus.coaching import pick
from firmware.play.menus.screen import Item, Screen
from firmware.play.state.options import Options
from firmware.play.state.question import (
    EVERY_FACE,
    EVERY_SIDE,
    EVERY_VALUE,
    LISTED_TICKS,
    OFFERED_TICKS,
    Asked,
    QuestionState,
)
from firmware.play.state.scorer_state import ScorerState
from firmware.play.state.secret_card import drawn
from firmware.play.state.throw_off import ThrowOff
from scoreboard.display import LAYOUTS, PanelLayouts, Question, draw, list_picture, message_picture
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH
from scoreboard.message import message
from scoreboard.rules import apply
from scoreboard.rules.events import Press
from scoreboard.rules.history import begin
from scoreboard.session import Session
from scoreboard.web.state.live import ASKED_PICTURE, OpenQuestion

LINE_TICK = 20
"""A half second at which 128 x 32 has its line score."""


class Shelf:
    """A panel that keeps what it shows."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.shown = Image.new("RGB", size)

    def show(self, picture: Image.Image) -> None:
        """Keep it."""
        self.shown = picture

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A game with a home run."""
    with Session(Journal.create(tmp_path / "games.sqlite", alone=True), SystemClock()) as opened:
        opened.new_game(SETUP)
        opened.submit(Press(button="homerun"))
        yield opened


def lit(session: Session, size: tuple[int, int], tick: int = 0, layouts: PanelLayouts = LAYOUTS) -> Image.Image:
    """What such a panel shows at that half second."""
    panel = Shelf(size)
    displays = Displays(
        session, ScorerState(tick=tick), Devices((panel,)), (), lambda: 0.0, Options(SETUP, layouts=layouts)
    )
    displays.light()
    return panel.shown


@pytest.mark.parametrize("size", LAYOUTS)
def test_every_size_of_panel_is_lit(session: Session, size: tuple[int, int]) -> None:
    """With the face of that size."""
    assert draw(session.game, size).tobytes() == lit(session, size).tobytes()


def test_the_line_score_follows_every_line(session: Session) -> None:
    """Runs stand in their innings, and a correction changes them at once."""
    panel = Shelf((128, 32))
    displays = Displays(session, ScorerState(tick=LINE_TICK), Devices((panel,)), (), lambda: 0.0, Options(SETUP))
    for runs in (1, 2):
        displays.light()
        expected = draw(session.game, (128, 32), tick=LINE_TICK, innings=lambda runs=runs: ((runs,), ()))  # type: ignore[misc] # bound now
        assert expected.tobytes() == panel.shown.tobytes()
        session.submit(Press(button="homerun"))


def test_a_warning_stands_over_whatever_is_on_a_panel_and_on_no_page(session: Session) -> None:
    """It is scrolled as its seconds pass, also over a question; after it what it covered is seen."""
    panel, now = Shelf((64, 16)), iter([("Card full of games", 0.0), ("Card full of games", 1.5), None])
    state = ScorerState(question=QuestionState().put(Asked("red", (7,)), 0))
    displays = Displays(session, state, Devices((panel,)), (), lambda: 0.0, Options(SETUP, warning=lambda: next(now)))
    asked = draw(session.game, panel.size, question=Question("red", 7))
    first, then = (message_picture("Card full of games", panel.size, tick=tick) for tick in (0, 3))
    for expected in (first, then, asked):
        displays.light()
        assert expected.tobytes() == panel.shown.tobytes()
        assert (public := displays.public_picture(panel.size)) is not None
        assert asked.tobytes() == public.tobytes()


@pytest.mark.parametrize(("what", "sides"), [("red", EVERY_VALUE), ("dice", EVERY_SIDE), ("chip", EVERY_FACE)])
def test_question_and_numbers_of_the_buttons_take_turns(
    what: str, sides: tuple[int | str, ...], session: Session
) -> None:
    """An answer that is entered by hand is shown first, and again as soon as another is offered."""
    size = (64, 16)
    asked = Asked(what, sides, by_hand=True)
    question = draw(session.game, size, question=Question(what, sides[0])).tobytes()
    lists = {"red": ["asked.numbers", "asked.numbers-held"], "dice": ["asked.numbers"]}.get(what, [])
    state, seen = ScorerState(question=QuestionState().put(asked, 0)), list[bytes]()
    panel = Shelf(size)
    displays = Displays(session, state, Devices((panel,)), (), lambda: 0.0, Options(SETUP))
    for tick in range(0, 4 * (OFFERED_TICKS + LISTED_TICKS), 2):
        state.tick = tick
        displays.light()
        seen.append(panel.shown.tobytes())
    state.question = state.question.put(asked.next(), state.tick)
    displays.light()
    assert panel.shown.tobytes() == draw(session.game, size, question=Question(what, sides[1])).tobytes()
    assert {question} == {*seen[: OFFERED_TICKS // 2]}
    lists_shown = {
        list_picture(ENGLISH(message(key), "panel").split(", "), size, share=share).tobytes()
        for key in lists
        for share in (0.0, 0.5)
    }
    assert {question, *lists_shown} == {*seen}


def test_an_owners_layout_is_used(session: Session, tmp_path: Path) -> None:
    """A theme, here."""
    (tmp_path / "theme.toml").write_text('[colors]\nchalk = "#ff80ff"\n', encoding="utf-8")
    picture = lit(session, (64, 16), layouts=PanelLayouts(tmp_path))
    assert (255, 128, 255) in {color for _, color in picture.getcolors() or []}


def looked_at(session: Session, state: ScorerState) -> Displays:
    """The displays of that state of the table."""
    return Displays(session, state, Devices(()), (), lambda: 0.0, Options(SETUP))


def test_pages_have_what_the_table_is_shown(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game, and that play is not on the disk; no notice while the score is shown."""
    monkeypatch.setattr(Journal, "is_held", True)
    live = looked_at(session, ScorerState()).live()
    assert live is not None
    assert (1, 2, None, "", True) == (live.game, live.history.number, live.asked, live.notice, live.held)


def test_pages_have_the_open_question(session: Session) -> None:
    """Every answer and the one that OK takes; a picture only if something was seen."""
    for asked, picture in (
        (Asked("red", (7, 1, 4), 1), ASKED_PICTURE),
        (Asked("red", (7, 1, 4), 1, by_hand=True), None),
    ):
        state = ScorerState(question=QuestionState().put(asked, 0))
        state.panel_text.say("NOT SEEN", 0)
        live = looked_at(session, state).live()
        assert live is not None
        assert OpenQuestion("red", (7, 1, 4), 1, picture) == live.asked
        assert "" == live.notice  # the panel shows the question


def test_pages_have_the_words_that_cover_the_score(session: Session) -> None:
    """Words, a menu that lies over them, a throw-off; in that order of what the panel shows."""
    state = ScorerState(throw_off=ThrowOff(SETUP))
    displays = looked_at(session, state)
    assert state.throw_off is not None
    assert state.throw_off.message.panel == displays.covering_words
    state.panel_text.say("THROW AGAIN", 0)
    assert "THROW AGAIN" == displays.covering_words
    screen = Screen((Item("NEW GAME?", "a new game", lambda: None),))
    state.overlay.open(screen, 0)
    assert screen.shown.panel == displays.covering_words


def test_pages_do_not_have_a_secret_card(session: Session) -> None:
    """The side in the field looks away from the panel, and could look at its phone (R2): all cards look alike there."""
    state = ScorerState()
    displays, (secret, other) = looked_at(session, state), secret_cards()
    public, states = [], []
    for card in (secret, other):
        state.overlay.open(Screen((card,)), 0)
        public.append(displays.public_picture((64, 16)))
        states.append(displays.live())
    assert ["A card is on the panel."] * 2 == [ENGLISH(live.notice) for live in states if live is not None]
    first, second = (picture.tobytes() for picture in public if picture is not None)
    assert first == second
    panel = Shelf((64, 16))
    Displays(session, state, Devices((panel,)), (), lambda: 0.0, Options(SETUP)).light()
    assert panel.shown.tobytes() != second


def secret_cards() -> tuple[Item, Item]:
    """The first of the hand, and the one that is set aside."""
    game = begin(structs.replace(SETUP, rules="rallybird", innings=1, deck=PLAIN)).game
    for line in drawn(game)[:1]:
        game = apply(game, line)
    look_away = pick(game)
    assert isinstance(look_away, Screen)
    cards = look_away.taken()
    assert isinstance(cards, Screen)
    return cards.items[0], cards.items[-1]


def test_pages_see_the_panel_without_the_code(session: Session) -> None:
    """A code that pairs a phone is for who is there; the table sees it and the network sees the score."""
    state = ScorerState()
    displays = looked_at(session, state)
    score = displays.public_picture((64, 16))
    state.code.show("123456", 0, 100)
    public = displays.public_picture((64, 16))
    assert score is not None
    assert public is not None
    assert score.tobytes() == public.tobytes()
    panel = Shelf((64, 16))
    Displays(session, state, Devices((panel,)), (), lambda: 0.0, Options(SETUP)).light()
    assert panel.shown.tobytes() != public.tobytes()


def test_the_code_has_the_first_turn_beside_an_address(session: Session) -> None:
    """An address to be scanned stands for long: whoever asks for digits sees them at once, and the address after."""
    state, panel = ScorerState(tick=3), Shelf((64, 16))
    displays = Displays(session, state, Devices((panel,)), (), lambda: 0.0, Options(SETUP))
    state.panel_text.say("SCAN", state.tick, ticks=100)
    state.code.show("123456", state.tick, 100)
    seen = []
    for _ in range(4):
        displays.light()
        seen.append(panel.shown.tobytes() == message_picture("123456", (64, 16)).tobytes())
        state.tick += SHORT
    assert [True, False, True, False] == seen


def test_a_page_says_what_is_lost_beside_what_covers_that_on_the_panel(session: Session) -> None:
    """A screen or a question hides NO CAMERA on the lights; a page has room for both."""
    state, health = ScorerState(), Health()
    displays = Displays(session, state, Devices((), health=health), (), lambda: 0.0, Options(SETUP))
    health.reporter("camera")(trouble := lost("camera", "it is gone"))
    displays.note(DeviceChange("camera", trouble).message)
    assert trouble.panel == displays.covering_words
    state.overlay.screen = Screen((Item("a menu", "a menu", lambda: None),))  # type: ignore[arg-type,return-value] # no outcome
    assert (trouble.panel, "a menu") == displays.covering_words
    state.overlay.screen = None
    state.question = QuestionState().put(Asked("red", (1, 2)), 0)
    assert trouble.panel == displays.covering_words
