"""The scoring dock in a real browser: one tap a die, nothing that jumps, and the score in view, in every game."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Browser, Page, expect
from support.browser import TABLET, TV, barriers, opened, phone, small_targets, throw
from support.page_table import GOLDEN, Served, Table, golden, served
from support.scoring import SETUP, blue, red, white

from scoreboard.record import decode
from scoreboard.rules.events import Chip, Die, End, Expect, Press, Roll, Set, Setup
from scoreboard.rules.history import Entry
from scoreboard.rules.parks import Park

pytestmark = [pytest.mark.newest, pytest.mark.untraced]

TYPED = (("5", "beat 5"), ("0", "again"), ("4", "toss"), ("h", "white die"), ("u", "toss"), ("o", "pitch"))
"""A key of the keyboard, and what is due then."""
MOST = 16
"""Lines of a half-inning that are played: by then each kind of throw has come."""
GAMES = ("diamante-amateur", "diamante-major", "four-dice", "rallybird", "one-die", "two-dice", "three-dice")
SIZES = {(360, 640): (300, 360), (390, 844): (300, 360), (844, 390): (190, 190), TABLET: (190, 190)}
"""A window, and how high the dock may be in it: in a game with at most two rows of keys, and with more."""
SHOWN = {
    (360, 640): {"diamante-amateur", "three-dice"},
    (390, 844): {"four-dice", "two-dice"},
    (844, 390): {"diamante-major", "one-die"},
    TABLET: {"rallybird"},
}
"""Each game once, and both heights on a phone; the lab shows every game in every window."""
PLACES = """() => {
  const at = (node) => ["left", "top", "right", "bottom"].map((side) => node.getBoundingClientRect()[side]);
  const [pad, dock] = [document.querySelector(".dock .pad"), document.querySelector(".dock")];
  return {
    kind: pad.className,
    keys: [...pad.querySelectorAll("button")].map(at),
    undo: at(dock.querySelector(".undo")),
    seen: [...dock.querySelectorAll(".standing, .at-inning, .all-lamps, .bases, .last")].map(at),
    dock: dock.offsetHeight,
    cut: [...dock.querySelectorAll(".last, .words-due, .chips button")].filter((each) =>
      each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.innerText),
    scrolled: scrollY,
  };
}"""
"""Where everything of the dock is."""


def places(page: Page) -> dict[str, Any]:
    """Where everything of the dock is, once its keys do not rest."""
    expect(page.locator(".dock .pad")).not_to_have_attribute("aria-disabled", "true")
    found: dict[str, Any] = page.evaluate(PLACES)
    return found


def keys_of(line: Die | Chip | Roll) -> list[int]:
    """Which keys of the pad, counted from the first, enter that throw."""
    if isinstance(line, Roll):
        return [6 * die + value - 1 for die, value in enumerate(line.values)]
    return [line.value - 1] if isinstance(line, Die) else [("hit", "out").index(line.face)]


def half_inning(name: str) -> tuple[Table, list[Entry]]:
    """A table at the first throw of that game, and the lines until the sides change, or most of them."""
    _, *lines = (decode(raw) for raw in (GOLDEN / f"whole-{name}.jsonl").read_bytes().splitlines())
    table, half = golden(f"whole-{name}", 0), list[Entry]()
    for line in lines:
        if table.history.game.half != "top" or len(half) == MOST:
            break
        if not isinstance(line, Expect | Setup):
            table.play(line)
            half.append(line)
    return Table(table.setup), half


@pytest.mark.parametrize(
    ("size", "name"),
    [
        pytest.param(size, name, id=f"{size[0]}x{size[1]}-{name}", marks=[pytest.mark.slow] * (name not in SHOWN[size]))
        for size, name in product(SIZES, GAMES)
    ],
)
def test_a_half_inning_is_one_tap_a_die(browser: Browser, name: str, size: tuple[int, int]) -> None:
    """Without a scroll: a key stays at its place, Undo too, and how the game stands is in view at every throw."""
    table, lines = half_inning(name)
    highest = SIZES[size][name in {"three-dice", "four-dice"}]
    kinds, undo = dict[str, object](), list[object]()
    with served(table) as stadium, opened(browser, stadium, size=size) as page:
        page.locator(".plays-list .play").first.wait_for()
        for line in lines:
            before = page.locator(".plays-list").inner_text()
            if not isinstance(line, Die | Chip | Roll):
                stadium.tell(line)
                page.wait_for_function("was => document.querySelector('.plays-list').innerText !== was", arg=before)
                continue
            at = places(page)
            chase = page.locator(".chips .offer:has(.thing)")
            if isinstance(line, Die) and line.color != table.history.game.awaits:
                chase.tap()  # the other die that may be thrown now
                at = places(page)
            assert at["keys"] == kinds.setdefault(at["kind"], at["keys"])
            undo.append(at["undo"])
            assert (0, True, []) == (at["scrolled"], at["dock"] <= highest, at["cut"])
            assert all(0 <= left and right <= size[0] for left, _, right, _ in at["seen"])
            assert all(0 <= top and bottom <= size[1] for _, top, _, bottom in at["seen"] + at["keys"])
            with page.expect_response("**/api/lines*"):
                for key in keys_of(line):
                    left, top, right, bottom = at["keys"][key]
                    page.touchscreen.tap((left + right) / 2, (top + bottom) / 2)
            page.wait_for_function("was => document.querySelector('.plays-list').innerText !== was", arg=before)
    thrown = [line for line in lines if isinstance(line, Die | Chip | Roll)]
    assert len(thrown) == len(undo) == len(table.sent) > 0
    assert all(each == undo[0] for each in undo)


CUT_OFF = """parts => parts.flatMap(part => [...part.querySelectorAll(":scope > *, :scope > div > *")].filter(child =>
  child.getBoundingClientRect().width && child.getBoundingClientRect().right > part.getBoundingClientRect().right + .5)
  .map(child => child.outerHTML))"""
"""What leaves the part of the dock where it stands; chips stand in a box without one."""


def test_narrow_status_line_names_teams_by_letters(browser: Browser) -> None:
    """The letters are the panel's, none of them cut; where names have room, and after the game, it has the names."""
    table = golden("whole-diamante-major", 30)
    letters, names = [["OSP", "HER"], ["Ospreys", "Herons"]]
    with served(table) as stadium, opened(browser, stadium, size=(360, 640)) as page:
        seen = page.locator(".of-team :is(bdi, .letters):visible")
        expect(seen).to_have_text(letters)
        stadium.tell(Set(away=10, home=12))
        expect(page.locator(".of-team b")).to_have_text(["10", "12"])
        for width in (360, 640, 844):
            page.set_viewport_size({"width": width, "height": 640})
            assert [] == page.locator(".standing > span, .of-team").evaluate_all(CUT_OFF)
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(seen).to_have_text(names)
        stadium.tell(End(why="called", winner=None))
        page.set_viewport_size({"width": 360, "height": 640})
        expect(seen).to_have_text(names)


def test_keys_are_large_enough(browser: Browser, stadium: Served) -> None:
    """On the narrowest phone: a ten-sided die's are 56 by 44 pixels, those of four dice 40 high."""
    with opened(browser, stadium, size=(360, 640)) as page:
        keys = [(right - left, bottom - top) for left, top, right, bottom in places(page)["keys"]]
        assert (10, True) == (len(keys), all(width >= 56 and height >= 44 for width, height in keys))
        assert ([], []) == (barriers(page), small_targets(page))
    with served(golden("whole-four-dice", 0)) as dice, opened(browser, dice, size=(360, 640)) as page:
        keys = [(right - left, bottom - top) for left, top, right, bottom in places(page)["keys"]]
        assert (24, True) == (len(keys), all(width >= 44 and height >= 40 for width, height in keys))
        assert [] == barriers(page)


def test_a_tapped_die_can_be_another(browser: Browser) -> None:
    """A roll is sent once its last die is tapped; until then another value of a die takes the first one's place."""
    with served(Table(structs.replace(SETUP, rules="three-dice"))) as stadium, opened(browser, stadium) as page:
        throw(page, "2", "5")
        throw(page, "6")
        expect(page.locator(".pad [aria-pressed=true]")).to_have_text(["6", "5"])
        expect(page.locator(".die-number")).to_have_text(["Die 1", "Die 2", "Die 3"])
        page.get_by_role("group", name="Die 3").get_by_role("button", name="1").tap()
        expect(page.locator(".dock .last")).to_contain_text("6 5 1")
        expect(page.locator(".pad [aria-pressed=true]")).to_have_count(0)
    assert [{"type": "roll", "values": [6, 5, 1]}] == stadium.table.sent


def test_a_keyboard_has_the_pads_digits(browser: Browser, stadium: Served) -> None:
    """A zero is a ten, H and O are the chip, U is Undo; nothing of that while a sheet is open."""
    with opened(browser, stadium, size=TABLET) as page:
        due, keys = page.locator(".dock .due"), page.keyboard
        expect(due).to_contain_text("pitch")
        for typed, next_due in TYPED:
            keys.press(typed)
            expect(due).to_contain_text(next_due)
        page.get_by_role("button", name="More").tap()
        keys.press("7")
        page.get_by_role("button", name="Close").tap()
        expect(due).to_contain_text("pitch")
    assert len(TYPED) == len(stadium.table.sent)


def test_the_focus_stays_where_it_is(browser: Browser, stadium: Served) -> None:
    """A key of the pad and Undo keep the keyboard's focus while their rows are drawn anew."""
    with opened(browser, stadium, size=TABLET) as page:
        seven, undo = (page.get_by_role("button", name=name, exact=True) for name in ("7", "Undo"))
        seven.focus()
        stadium.tell(blue(5))
        expect(page.locator(".dock .due")).to_contain_text("beat 5")
        expect(seven).to_be_focused()
        undo.focus()
        stadium.tell(Press(button="strike"))
        expect(page.locator(".dock .due")).to_contain_text("pitch")
        expect(undo).to_be_focused()


def test_refusal_and_long_play_move_nothing(browser: Browser, stadium: Served) -> None:
    """A refusal stands where the last play stands, over it; a long play is shown whole by a tap."""
    with opened(browser, stadium, size=(360, 640)) as page:
        before = places(page)
        page.route("**/api/lines*", lambda route: route.fulfill(status=409, json={"error": "Not so. " * 20}))
        throw(page, "7")
        expect(page.locator(".dock").get_by_role("alert")).to_contain_text("Not so.")
        after = places(page)
        assert (before["keys"], before["undo"]) == (after["keys"], after["undo"])
        assert page.locator(".dock .reply").evaluate("node => node.scrollHeight <= node.clientHeight")


def test_another_die_may_be_thrown(browser: Browser, stadium: Served) -> None:
    """The batter's die where he may chase the pitch: its chip turns the pad to it, and back."""
    stadium.table.play(blue(1))
    with opened(browser, stadium) as page:
        pad, chip = page.locator(".pad"), page.locator(".chips").get_by_role("button", name="Swing anyway")
        expect(pad).to_have_attribute("data-color", "blue")
        chip.tap()
        expect(pad).to_have_attribute("data-color", "red")
        chip.tap()
        expect(pad).to_have_attribute("data-color", "blue")
        chip.tap()
        throw(page, "8")
        expect(page.locator(".dock .last")).to_contain_text("8")
    assert [{"type": "die", "color": "red", "value": 8}] == stadium.table.sent


def test_an_answer_in_effect_is_ticked(browser: Browser, stadium: Served) -> None:
    """The others stand beside it, each whole; whose notes the line of the last play would have, the list has."""
    stadium.table.play(blue(5), red(7), Chip(face="hit"), white(1), blue(9))
    with opened(browser, stadium) as page:
        chips = page.locator(".chips .offer")
        expect(chips.locator("visible=true").first).to_have_attribute("aria-pressed", "true")
        expect(chips.first).to_have_css("content", re.compile("✓"), pseudo="before")  # they may be drawn once more
        assert [] == page.locator(".chips").evaluate_all(CUT_OFF)
        expect(page.locator(".plays-list")).to_contain_text("(")
        expect(page.locator(".dock .last")).not_to_contain_text("(")


def test_what_is_due_comes_before_answers_to_the_last_throw(browser: Browser) -> None:
    """On the narrowest phone the chip that holds the ball is whole, and the answers stand behind a label."""
    with served(golden("whole-diamante-major", 49)) as stadium, opened(browser, stadium, size=(360, 640)) as page:
        shown = page.locator(".chips > div > *")
        expect(shown.nth(0)).to_have_text("Hold the ball")
        expect(shown.nth(0)).to_be_in_viewport(ratio=1)
        expect(shown.nth(1)).to_have_text("Last throw:")
        expect(shown.nth(2)).to_have_attribute("aria-pressed", "true")
        right = "node => node.getBoundingClientRect().right"
        assert shown.nth(0).evaluate(right) <= page.locator(".chips").evaluate(right)


SLICED = """() => {
  const top = document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll(".told, .awaits")].map((each) => [each, each.getBoundingClientRect()])
    .filter(([, { width, bottom }]) => width > 1 && bottom > top).map(([each]) => each.innerText);
}"""
"""What of the words above the dock is cut by it; what is only read aloud is a pixel wide."""


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    ("name", "number"), [("diamante-major", 4), ("diamante-major", 66), ("four-dice", 1), ("rallybird", 0)]
)
def test_words_above_the_dock_are_whole_or_absent(browser: Browser, name: str, number: int, lang: str) -> None:
    """On a low window, where the dock has them as well."""
    table = golden(f"whole-{name}", number)
    with served(table) as stadium, opened(browser, stadium, f"/?lang={lang}", size=(360, 640)) as page:
        page.locator(".dock .pad button").first.wait_for()
        assert [] == page.evaluate(SLICED)


def test_a_secret_has_one_wording(browser: Browser) -> None:
    """Gloves: the key and what is due; neither tells them, and what lies open is a chip of its own."""
    with served(golden("whole-rallybird", 1)) as stadium, opened(browser, stadium, size=(360, 640)) as page:
        expect(page.locator(".pad button")).to_have_text("Herons: lay your gloves in secret")
        expect(page.locator(".due")).to_have_text("Herons: lay your gloves")
        expect(page.locator(".chips .offer")).to_have_text("Open on the table")
        box = page.locator(".awaits").bounding_box()
        assert box
        assert box["width"] <= 1


def test_answers_that_come_to_the_same_are_one(browser: Browser) -> None:
    """He is out wherever he stops: nothing is to be chosen there."""
    with served(golden("whole-diamante-amateur", 115)) as stadium, opened(browser, stadium) as page:
        page.locator(".pad button").first.wait_for()
        expect(page.locator(".answers button")).to_have_count(0)


def test_a_game_without_a_count_shows_outs_alone(browser: Browser, stadium: Served) -> None:
    """Balls and strikes are lamps where they are counted, on the board, in the dock and over a stream."""
    with opened(browser, stadium) as page:
        expect(page.locator(".lamps.balls")).to_have_count(2)
    with served(golden("whole-one-die", 3)) as die:
        with opened(browser, die) as page:
            expect(page.locator(".lamps.outs")).to_have_count(2)
            expect(page.locator(".lamps.balls, .lamps.strikes")).to_have_count(0)
        with opened(browser, die, "/overlay", TV, paired=False) as page:
            expect(page.locator(".lamps.outs")).to_have_count(1)
            expect(page.locator(".pitches")).to_have_count(0)


def test_spoken_signs_are_on_a_sheet_behind_the_dock(browser: Browser) -> None:
    """Both sides would hear one: the dock offers a secret sign, the sheet the spoken ones; that in force is marked."""
    with served(golden("whole-four-dice", 0)) as stadium, opened(browser, stadium, size=(360, 640)) as page:
        chips = page.locator(".chips .offer")
        expect(chips).to_have_text(["Ospreys: secret sign", "Say it aloud"])
        assert [] == page.locator(".chips").evaluate_all(CUT_OFF)
        chips.last.tap()
        page.get_by_role("dialog").get_by_role("button", name="Bunt").tap()
        expect(chips.first).to_have_text("Ospreys: change sign")
        chips.last.tap()
        expect(page.locator(".openly [aria-pressed=true]")).to_have_text("Bunt")
        assert [] == barriers(page)


def test_only_a_paired_phone_has_a_dock(browser: Browser, stadium: Served) -> None:
    """Who only looks on has none, nor a TV; one that is forgotten loses it."""
    for path, size, paired in (("/", (390, 844), False), ("/tv", TV, True), ("/overlay", TV, True)):
        with opened(browser, stadium, path, size, paired=paired) as page:
            page.locator("body[data-script=shown]").wait_for(state="attached")
            expect(page.locator(".dock")).to_have_count(0)
    cookie = stadium.pair("Leo", owner=False)
    with phone(browser, stadium.address, cookie=cookie) as page:
        expect(page.locator(".dock")).to_be_visible()
        stadium.forget("Leo")
        throw(page, "7")
        expect(page.locator(".dock")).to_have_count(0)
        expect(page.get_by_role("link", name="Score from this phone")).to_be_visible()


def test_a_finished_game_is_played_again(browser: Browser, stadium: Served) -> None:
    """The pad has what may be played next; the last play can still be taken back."""
    stadium.table.play(End(why="called", winner=None))
    with opened(browser, stadium) as page:
        expect(page.locator(".pad button")).to_have_count(3)
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.locator(".pad button").first.tap()
        expect(page.locator(".dock .due")).to_contain_text("pitch")
    assert 1 == len(stadium.table.begun)


TWENTY = Park(name="attic", dice=1, sides=20, table={"20": "double", "else": "out"})
BY_COLOR = Park(name="attic", dice=("red", "blue"), sides=8, table={"8-x": "double", "else": "out"})


@pytest.mark.parametrize(
    ("park", "keys", "line"),
    [
        (TWENTY, (19,), {"type": "roll", "values": [20], "sides": 20}),
        (BY_COLOR, (7, 8), {"type": "roll", "values": [8, 1], "sides": 8}),
    ],
    ids=["one die of twenty sides", "two of eight, by colour"],
)
def test_dice_of_an_owners_own_game_have_their_keys(
    browser: Browser, park: Park, keys: tuple[int, ...], line: dict[str, Any]
) -> None:
    """As many as a die has sides, all in view, and dice that are told apart are called by their colours."""
    table = Table(structs.replace(SETUP, rules="park", park=park))
    with served(table) as stadium, opened(browser, stadium) as page:
        pad = page.locator(".dock .pad")
        found = pad.get_by_role("button")
        expect(found).to_have_count(park.sides * park.count)
        assert list(park.colors) == pad.locator(".die-number").all_inner_texts()
        for key in (0, park.sides * park.count - 1):
            expect(found.nth(key)).to_be_in_viewport(ratio=1)
        with page.expect_response("**/api/lines*"):
            for key in keys:
                found.nth(key).tap()
    assert [line] == [{key: each[key] for key in line} for each in table.sent if isinstance(each, dict)]
