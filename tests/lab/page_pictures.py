"""The pictures in the README, docs/play.md and docs/stream.md: the page on phones, on a TV, on a stream, and the table.

    make page-pictures

makes them anew, or some of them: OPTIONS=page-tv.png. Look at them before you commit them. The table is one that the
simulator draws.

Beside them is written a sum of the words, the score and the offers of the page at that place, of each.
`test_guide_pictures.py` compares it with the page of today. Scripts and styles are not in that sum, on purpose: nearly
every change of one of them would have all the pictures drawn again, though most look the same afterwards. For the
style `test_page_pictures_in_a_browser.py` draws some of them again and compares the pixels: a phone, the form of a new
game, a TV and a card. All others have the same scripts and styles.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from urllib.request import urlopen

import numpy as np
import pypdfium2
from PIL import Image
from playwright.sync_api import Browser, Page
from support.browser import PHONE, TV, launched, opened
from support.games import moments, setup
from support.page_table import Table, served
from support.scoring import SETUP
from support.throws import throws

from firmware.simulated.camera import SimulatedCamera
from firmware.simulated.world.stadium import CHIP, SimulatedStadium
from scoreboard.display import draw, led_picture
from scoreboard.exports import FORMS, ExportedGame
from scoreboard.kept_throws import KeptThrow, Likely, SeenToken
from scoreboard.language import language
from scoreboard.record import decode
from scoreboard.rules.events import Die, Expect, Press, Set, Setup
from scoreboard.rules.history import begin, judge
from scoreboard.rules.state import Game

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests/golden/games/whole-diamante-major.jsonl"
LINES = 87
"""Of the game: two runs are in, and runners are on."""
FRESH = 72
"""Likewise: a batter comes up with two on."""
WHOLE = 999
"""More than it has."""
TV_HEIGHT = 560
COLORS = 128
"""Of a picture: enough for a drawing, and few bytes."""
CARD_SEED = 3
"""Of the game on the scorecard."""
DICE: Mapping[str, tuple[int, tuple[float, float]]] = {
    "red": (8, (-118.0, 75.0)), "blue": (3, (100.0, 118.0)), "white": (6, (28.0, 106.0)),
}  # fmt: skip
"""On the simulated table: what each die shows, and where it lies, mm."""
CHIP_AT = (-58.0, 118.0)
"""Where the chip lies there, mm."""
TABLE_SEED, TABLE_WIDTH, QUALITY = 4, 771, 88
"""Of that picture: the simulator's seed, its width in pixels, and its quality as a JPEG."""
BOARD_SHARE, DIE_SHARE = 1.08, 0.075
"""The side of what is seen of the table, and of a die, as a share of the field's side."""

CARDS = {
    "diamante-amateur": 64, "diamante-major": FRESH, "one-die": 14, "two-dice": 24, "three-dice": 5,
    "dice-baseball": 12, "four-dice": 40, "rallybird": 18,
}  # fmt: skip
"""The games that have a card in docs/play.md, each with so many lines of its golden game played."""
SMALL_PHONE, PITCH, SCALE, GAP = (360, 640), 6, 0.7, 24
"""Of a card's picture: the phone and how much smaller it is drawn, a light of the panel, the space between."""
PAPER = "#ffffff"

SHEET = 1920, 620
GREEN = "#5d8a52"
OVERLAYS = {"bug": ((560, 198), (20, 40)), "board": ((1280, 380), (620, 20)), "bar": ((1920, 160), (0, 430))}
"""The size of each, and where it is seen in the picture."""


def table(most: int = LINES, found: dict[int, KeptThrow] | None = None, game: Path = GAME) -> Table:
    """A table in the middle of a game, or at its end."""
    setup, *lines = (decode(raw) for raw in game.read_bytes().splitlines())
    assert isinstance(setup, Setup)
    table = Table(setup, throws=throws({} if found is None else found))
    table.play(*[line for line in lines if not isinstance(line, Expect | Setup)][:most])
    return table


def thrown() -> tuple[SimulatedStadium, float]:
    """The simulated table as the score on the panel has it, with dice and chip; and the moment, in seconds."""
    stadium = SimulatedStadium(TABLE_SEED)
    stadium.rest_ball()
    camera = SimulatedCamera(stadium)
    camera.set_up(stands())
    t = stadium.carry(camera.until, CHIP, CHIP_AT)
    for color, (value, place) in DICE.items():
        t = stadium.set_down(t, color, value, place)
    return stadium, t


def seen_around(stadium: SimulatedStadium, t: float, place: tuple[float, float], share: float) -> Image.Image:
    """What the simulated camera sees around a place in mm: a square whose side is that share of the field's."""
    x, y = stadium.pixels(np.array([(*place, 0.0)]), t)[0]
    half = stadium.field.side * share / 2
    left, right = stadium.pixels(np.array([(place[0] - half, place[1], 0.0), (place[0] + half, place[1], 0.0)]), t)[
        :, 0
    ]
    reach = (right - left) / 2
    still = Image.fromarray(np.ascontiguousarray(stadium.still(t)[..., ::-1]))
    width, height = still.size
    box = (max(x - reach, 0), max(y - reach, 0), min(x + reach, width), min(y + reach, height))
    return still.crop(tuple(round(edge) for edge in box))


def seen_table() -> Image.Image:
    """The field as the simulated camera sees it."""
    stadium, t = thrown()
    seen = seen_around(stadium, t, (0.0, 0.0), BOARD_SHARE)
    size = TABLE_WIDTH, round(seen.height * TABLE_WIDTH / seen.width)
    return seen.resize(size, Image.Resampling.LANCZOS)


def seen_die() -> Image.Image:
    """The red die, likewise."""
    stadium, t = thrown()
    seen = seen_around(stadium, t, DICE["red"][1], DIE_SHARE)
    return seen.resize((240, 240), Image.Resampling.LANCZOS)


def reviewed() -> Table:
    """A table whose last throw was read by the camera, with what is kept of it."""
    found, file = dict[int, KeptThrow](), BytesIO()
    seen_die().save(file, "JPEG")
    likely = tuple(Likely(value, share) for value, share in ((8, 0.9994), (6, 0.0004), (3, 0.0002), (9, 0.0)))
    at = table(FRESH, found)
    at.play(Die(color="red", value=8, by="camera", confidence=likely[0].likelihood))
    found[at.history.number] = KeptThrow((SeenToken("red", 8, likely[0].likelihood, likely),), file.getvalue(), b"film")
    return at


def scored(page: Page) -> None:
    """The line score is there, inning by inning, and what one scores with."""
    page.locator(".line-score .now").wait_for()
    page.locator(".dock .pad button").first.wait_for()


def tv(page: Page) -> None:
    """The chances are there, too, which come last."""
    page.locator(".words .graph").wait_for()


def review(page: Page) -> None:
    """Tap the last play."""
    scored(page)
    page.locator(".plays-list button").first.tap()
    page.locator(".seen").evaluate("image => image.decode()")
    page.get_by_role("dialog").evaluate("dialog => dialog.scrollTo(0, 0)")


def final(page: Page) -> None:
    """The end, with its best plays."""
    page.locator(".finale li").first.wait_for()


def changed(page: Page) -> None:
    """A new game, and what may be changed of it."""
    page.get_by_role("button", name="Change something").click()
    page.locator(".go button:enabled").wait_for()


def picture(browser: Browser, table: Table, path: str, shown: Callable[[Page], None]) -> Image.Image:
    """The page of that table as it is shown there."""
    size, height = (TV, TV_HEIGHT) if path.startswith("/tv") else (PHONE, PHONE[1])
    with served(table) as stadium, opened(browser, stadium, path, size) as page:
        shown(page)
        shot = Image.open(BytesIO(page.screenshot(animations="disabled")))
    return shot.resize((round(shot.width * height / shot.height), height), Image.Resampling.LANCZOS).convert("RGB")


def card_table(name: str) -> Table:
    """A table in the middle of that game."""
    return table(CARDS[name], game=GAME.with_name(f"whole-{name}.jsonl"))


def card(browser: Browser, name: str, code: str) -> Image.Image:
    """The panel in the middle of that game, and beside it a phone in the language ``code``."""
    at = card_table(name)
    panel = led_picture(draw(at.history.game, (64, 32), say=language(code).say), PITCH)
    with served(at) as stadium, opened(browser, stadium, f"/?theme=light&lang={code}", SMALL_PHONE) as page:
        scored(page)
        shot = Image.open(BytesIO(page.screenshot(animations="disabled")))
    width, height = (round(length * SCALE) for length in SMALL_PHONE)
    sheet = Image.new("RGB", (panel.width + GAP + width, height), PAPER)
    sheet.paste(panel, (0, (height - panel.height) // 2))
    sheet.paste(shot.resize((width, height), Image.Resampling.LANCZOS), (panel.width + GAP, 0))
    return sheet


def overlays(browser: Browser) -> Image.Image:
    """The three overlays, each with a play, on the green of a field."""
    sheet = Image.new("RGB", SHEET, GREEN)
    for style, (size, at) in OVERLAYS.items():
        with (
            served(table(FRESH)) as stadium,
            opened(browser, stadium, f"/overlay?style={style}", size, paired=False) as page,
        ):
            page.locator(".team.up b, .line-score .now").first.wait_for()
            stadium.tell(Press(button="homerun"))
            page.locator(".news.open .moment strong").wait_for()
            page.locator(".moment:empty").wait_for(state="attached")
            shot = Image.open(BytesIO(page.screenshot(omit_background=True)))
        sheet.paste(shot, at, shot)
    return sheet.resize((SHEET[0] // 2, SHEET[1] // 2), Image.Resampling.LANCZOS)


def stands() -> Game:
    """The game of the README's panel and table: two runs to one in the second inning, and a man on third."""
    score = Set(inning=2, half="bottom", away=2, home=1, balls=2, strikes=1, outs=1, runners=(18,))
    return judge(begin(SETUP), score).history.game


def score() -> Image.Image:
    """The panel of the README."""
    return led_picture(draw(stands(), (64, 16)), 12)


def scorecard() -> Image.Image:
    """The first page of a scorecard, as a PDF viewer shows it."""
    first = setup("diamante-major", 9)
    history = begin(first)
    for line, _ in moments(first, Random(CARD_SEED)):  # noqa: S311 - lots for a picture
        history, _ = judge(history, line)
    written = FORMS["pdf-letter"].written([ExportedGame(1, history)], language("en"))
    with pypdfium2.PdfDocument(written) as opened:
        page: Image.Image = opened[0].render(scale=75 / 72).to_pil()
    return page.convert("RGB")


PICTURES: Mapping[str, Callable[[Browser], Image.Image]] = {
    "page-phone.png": lambda browser: picture(browser, table(), "/?theme=light", scored),
    "page-review.png": lambda browser: picture(browser, reviewed(), "/?theme=light", review),
    "page-final.png": lambda browser: picture(browser, table(WHOLE), "/?theme=dark", final),
    "page-new.png": lambda browser: picture(browser, table(WHOLE), "/new?theme=light", changed),
    "page-tv.png": lambda browser: picture(browser, table(), "/tv?theme=dark", tv),
    "overlay.png": overlays,
    "table.jpg": lambda _: seen_table(),
    "panel.png": lambda _: score(),
    "scorecard.png": lambda _: scorecard(),
    **{f"play/{name}.png": partial(card, name=name, code="en") for name in CARDS},
    **{f"play/es/{name}.png": partial(card, name=name, code="es") for name in CARDS},
}
"""Each picture by its name below docs, and what draws it."""


SUMS = ROOT / "docs/page-pictures.sha256"
"""The sum of each page when it was drawn, in the format of sha256sum."""
PLACES = {
    "page-phone.png": (LINES, "/?theme=light"),
    "page-review.png": (FRESH, "/?theme=light"),
    "page-final.png": (WHOLE, "/?theme=dark"),
    "page-new.png": (WHOLE, "/new?theme=light"),
    "page-tv.png": (LINES, "/tv?theme=dark"),
    "overlay.png": (FRESH, "/overlay?style=board"),
}
"""How many lines of the game are played, and what is looked at; cards are below."""
LINKS = re.compile(rb"<(?:link|script)\b[^>]*>")
"""Where a page names its scripts and styles, which are not in the sums."""


def pages() -> list[str]:
    """The pictures that show a page."""
    return [name for name in PICTURES if name in PLACES or name.startswith("play/")]


def page_sum(name: str) -> str:
    """A sum of what the page and its panel show where that picture is taken: words, score, what may be done."""
    if name in PLACES:
        most, path = PLACES[name]
        at = table(most)
    else:
        game = Path(name).stem
        at, path = card_table(game), f"/?theme=light&lang={'es' if '/es/' in name else 'en'}"
    query = path.partition("?")[2]
    with served(at) as stadium:
        page, state = (_read(f"{stadium.address}{each}") for each in (path, f"/api/state?{query}"))
    return sha256(LINKS.sub(b"", page) + state + draw(at.history.game, (64, 32)).tobytes()).hexdigest()


def _read(address: str) -> bytes:
    with urlopen(address) as answer:  # noqa: S310 - our own server
        body: bytes = answer.read()
    return body


def main() -> None:
    """Make them all, or those that the command line names."""
    chosen = sys.argv[1:] or list(PICTURES)
    with launched() as browser:
        for name in chosen:
            made, file = PICTURES[name](browser), ROOT / "docs" / name
            file.parent.mkdir(exist_ok=True)
            if file.suffix == ".jpg":
                made.save(file, quality=QUALITY)
            else:
                made.quantize(COLORS, Image.Quantize.MAXCOVERAGE).save(file, optimize=True)
    sums = {name: found for found, name in (line.split() for line in SUMS.read_text(encoding="utf-8").splitlines())}
    sums |= {name: page_sum(name) for name in pages() if name in chosen}
    SUMS.write_text("".join(f"{sums[name]}  {name}\n" for name in pages()), encoding="utf-8")


if __name__ == "__main__":
    main()
