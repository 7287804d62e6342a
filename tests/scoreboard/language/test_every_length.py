"""Every message is worded at every length that a face may ask for, and every key that the code puts together is one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from catalogues import catalogue

from firmware.cli import box_lines, odds, solved_odds
from firmware.devices.dial import DialName
from firmware.devices.health import Part
from firmware.mqtt.home_assistant import HouseDevice, discovery
from firmware.mqtt.topics import CommandName, Topics
from firmware.network.home_wifi import WORDED as OUTCOMES
from firmware.notice import Severity
from firmware.play.inputs.page_new_game import BASEBALL, RULINGS
from firmware.play.menus import help as buttons_help
from firmware.play.menus.new_games import HOUSE_VALUES
from firmware.play.menus.screen import Choice
from firmware.play.menus.setting_up import SIGNS as HELMETS
from firmware.play.state.secret_card import SIDES
from firmware.service.page_news import NEWS
from firmware.setup.calibration.steps import Step
from firmware.setup.doctor.checks import DEVICES, DURING_A_GAME
from firmware.storage.backup import NAMED
from firmware.update.gate import Why as BackAgain
from firmware.update.installer import Doubt as PressFor
from firmware.update.installer import Refusal
from scoreboard.away.house_letters import Why
from scoreboard.commentary import clauses
from scoreboard.display.batting_lines import MORE
from scoreboard.display.due import SHORTENED
from scoreboard.display.idle_pages import STATS as IDLE
from scoreboard.errors import SYSTEM, Cause
from scoreboard.journal.salvage import Remark
from scoreboard.language import languages
from scoreboard.language.catalogue import CATALOGUES, FALLBACKS, language
from scoreboard.message import Words, message
from scoreboard.msgspec_errors import KINDS as FAULTS_OF_LINES
from scoreboard.rules import RULE_SETS, rallybird
from scoreboard.rules.diamante.board import BASE_NAMES, BASES
from scoreboard.rules.events import Button
from scoreboard.rules.four_dice import SIGNS
from scoreboard.rules.four_dice.tables import NO_SIGN
from scoreboard.rules.state import CHIP, DICE, LowHigh
from scoreboard.season import people, report, standings
from scoreboard.season.bests import BESTS, RECORDS
from scoreboard.season.fair_dice import Verdict
from scoreboard.season.report import TABLES as SEASON_TABLES
from scoreboard.season.season_game import FACES
from scoreboard.season.series import SERIES
from scoreboard.season.stat_table import OF_A_BOX_SCORE
from scoreboard.stats.sign_chain import ORDER
from scoreboard.stats.win_probability import Uncounted
from scoreboard.web.http import malformed_words, refusals
from scoreboard.web.league.league_page import VIEWS as LEAGUES_VIEWS
from scoreboard.web.pages import page, page_words
from scoreboard.web.pages.page_views import HEAD
from scoreboard.web.play.away_routes import PictureStands
from scoreboard.web.watch.best_moments import BEST
from vision.enrolment.session import Doubt
from vision.tracking.events import WaitFor

ROOT = Path(__file__).parents[3]
FOR_A_PANEL_ALONE = re.compile(r"(moment|idle|panel|reset|ordinal)\.|due\.(who|bunts)|helmet\.[+-]")
"""What only the drawing of a panel asks for, or the voice: it stands on no page."""
COUNTS = (0, 1, 2, 5, 21)
VALUES = ("Reds", 3, message("color.red"), ("Ana", "Leo"), "")
HALVES = ("top", "bottom")
BUILT_WRONGLY = ("stuck", "dead", "swapped", "bounces")
DICE_ON_A_PANEL = (CHIP, DICE)
LOST = [part for part in get_args(Part) if part != "card"]
"""The devices; of the card it is said that it does not save."""
JOURNALS_CAUSES = [cause for cause in get_args(Cause) if cause != "misplaced"]
"""What may be wrong with a journal."""
SEASON_COLUMNS = {
    key.partition(":")[0]
    for table in (standings.STANDINGS, standings.MEETINGS, standings.GAMES, people.BATTING, people.PITCHING, SERIES)
    for key in table.split()
} | {key for table in (people.GAME_BATTING, people.GAME_PITCHING, BESTS, report.DICE) for key in table.split()}
SEASON_COLUMNS -= OF_A_BOX_SCORE
FAMILIES: dict[str, Iterable[object]] = {
    "houses.picture-{}": set(get_args(PictureStands)) - {"none", "here"},
    "houses.stop-{}": get_args(Why),
    "houses.wants-{}": ("redo", "undo"),
    "about.{}": (
        *DURING_A_GAME,
        *DEVICES,
        "camera",
        "devices",
        "markers",
        "dice",
        "places",
        "size",
        "lens",
        "glare",
        "height",
    ),
    "aside.{}": ("damaged", "newer", "gone", "nothing"),
    "at.{}": BASE_NAMES,
    "back.{}": get_args(Part),
    "backup.holds.{}": ("packed", "dice", *NAMED),
    "box-score.{}": (*page_words.STATISTICS, *box_lines.PITCHING, "not-batted", "all"),
    "build.buttons.{}": BUILT_WRONGLY,
    "build.buttons.{}.remedy": BUILT_WRONGLY,
    "build.summary.{}": get_args(Severity),
    "calibrate.ask.{}": get_args(Step),
    "cause.{}": JOURNALS_CAUSES,
    "change.due.{}": DICE_ON_A_PANEL,
    "chances.rule.{}": get_args(Uncounted),
    "check.{}": get_args(Severity),
    "choice.{}": (choice.replace(" ", "-") for choice in get_args(Choice)),
    "clause.{}": {
        *(clause for *_, clause in clauses.BY_FACT),
        *clauses.BY_LINE.values(),
        *clauses.BY_CALL.values(),
        *clauses.BY_CARD.values(),
        *("H1", "H2", "H3", "H5"),
        *(clauses.CHART, clauses.HELMET, clauses.SIGN, clauses.HARD, clauses.HOUSE, clauses.DOUBLE_PLAY),
    },
    "decision.{}": ("W", "L"),
    "dial.{}": get_args(DialName),
    "dice.{}": ("erased", "folder", "unread", "stuck", "unkept"),
    "doctor.summary.{}": get_args(Severity),
    "doubt.{}": get_args(Doubt),
    "due.low-high-{}": filter(None, get_args(LowHigh)),
    "found.{}": get_args(Remark.__annotations__["kind"]) or ("damaged", "newer", "gone", "game"),
    "game.{}": RULE_SETS,
    "half.{}": HALVES,
    "hand.base.{}": ("first", "second", "third"),
    "helmet.{}": HELMETS.values(),
    "help.{}": (*buttons_help.CONTROLS, *buttons_help.PLAYS),
    "idle.{}": ("r", *IDLE, *MORE),
    "instead.{}": ("camera", "buttons"),
    "journal.{}": ("folder", "strange", "empty", "missing"),
    "lost.{}": LOST,
    "malformed.{}": (
        *malformed_words.OF_LINES.values(),
        *malformed_words.TEXTS.values(),
        *(name for name, _ in FAULTS_OF_LINES),
    ),
    "malformed.type.{}": malformed_words.TYPES,
    "month.{}": range(1, 13),
    "network.home.{}": OUTCOMES,
    "page.welcome.{}": (*page.WELCOME_STEPS, "why"),
    "new.about.{}": RULE_SETS,
    "new.house.{}": ("mercy", "cap", "tie_after", "minutes", *(f"{name}-none" for name in ("mercy", "cap", "minutes"))),
    "new.{}": SIDES,
    "update.press.{}": get_args(PressFor),
    "update.refused.{}": get_args(Refusal),
    "update.why.{}": filter(None, get_args(BackAgain)),
    "news.{}": (key for keys in NEWS.values() for key in keys),
    "not-saved.{}": JOURNALS_CAUSES,
    "notice.waiting.{}": (why.replace(" ", "-") for why in get_args(WaitFor)),
    "odds.head.{}": (*solved_odds.HEADS, "out", "men-on", "outs"),
    "odds.mark.{}": ORDER,
    "odds.sign.{}": (*ORDER, "best"),
    "odds.{}": odds.FIGURES,
    "on-base.{}": ("1b", "2b", "3b"),
    "in-the-count.{}": range(4),
    "outs-counted.{}": range(4),
    "page.best.{}": BEST,
    "page.device.{}": get_args(Part),
    "house.{}": tuple(
        discovery(HouseDevice(Topics("stadium", "den"), "1", None, get_args(CommandName)), language("en"))["cmps"]
    ),
    "page.inning.{}": (*range(1, page.ORDINALS + 1), "later"),
    "league.nav.{}": [view.name for view in LEAGUES_VIEWS],
    "page.nav.{}": [view.name for view in HEAD],
    "page.outs.{}": range(page.MOST_OUTS + 1),
    "page.stat.{}": page_words.STATISTICS,
    "page.status.{}": (*refusals.SENTENCES, "other"),
    "page.theme.{}": page.THEMES,
    "page.ui.privacy-head-{}": page_words.PRIVACY,
    "page.ui.privacy-{}": page_words.PRIVACY,
    "page.ui.{}": HALVES,
    "page.{}": HALVES,
    "panel.asked.{}": DICE_ON_A_PANEL,
    "panel.due.{}": SHORTENED,
    "panel.sign.{}": (sign for sign in SIGNS if sign != NO_SIGN),
    "sign.{}": (sign for sign in SIGNS if sign != NO_SIGN),
    "partner.next-{}": ("bats", "bats-or-pitches"),
    "partner.role.{}": ("bats", "pitches"),
    "path.{}": BASE_NAMES,
    "play.press-{}": (button for button in get_args(Button) if button not in {"ball", "strike"}),
    "remedy.page.{}": get_args(Cause),
    "remedy.{}": get_args(Cause),
    "play.rolled.{}": (*rallybird.COMPARISONS, "wild-pitch", "sign-off", "struck-out"),
    "record.game-line-{}": ("first", "twice"),
    "ruling.{}": {*BASEBALL, *(ruling for rulings in RULINGS.values() for ruling in rulings)},
    "season.column.{}": SEASON_COLUMNS,
    "season.die.{}": (*get_args(Verdict), *FACES),
    "season.in-words.{}": SEASON_COLUMNS,
    "season.record.{}": RECORDS,
    "season.table.{}": (*SEASON_TABLES, "game-batting", "game-pitching", "games"),
    "ruling-choice.{}": (*HOUSE_VALUES.keys() - {"away_start", "home_start"}, "tie_after-0"),
    "set.hit.{}": (1, 2, 3),
    "setting-wrong.{}": ("unknown", "table", "value"),
    "severity.{}": get_args(Severity),
    "stands.{}": HALVES,
    "story.{}": HALVES,
    "system.{}": (name.lower() for name in SYSTEM),
    "target.z{}": range(1, 10),
    "target.{}": (base.lower() for base in BASES),
    "thing.{}": DICE_ON_A_PANEL,
    "voice.{}": HALVES,
    "when.{}": HALVES,
}
"""The keys that the code puts together, and of what; each may be all there is, or all that is written down."""
PLAYED = {
    "calibrate.{}", "color.{}", "corrected.{}", "games.{}", "hand.batter.{}", "hand.to.{}", "over.{}", "play.{}",
    "put-right.{}", "spot.{}", "teach.column.{}", "teach.{}", "{}-while", "{}.remedy", "{}.{}",
}  # fmt: skip
"""Made of what is in a game, a table or another key; each is said in the tests of its own, where no key may lack."""


def wordings() -> Iterator[tuple[str, str, set[str]]]:
    """The length, the key and the names of the values of every English wording."""
    for each in catalogue(CATALOGUES / "en"):
        if each.id:
            key = each.id if isinstance(each.id, str) else each.id[0]
            texts = (each.string,) if isinstance(each.string, str) else each.string
            names = {name for text in texts for _, name, _, _ in Formatter().parse(str(text)) if name is not None}
            yield str(each.context), key, names


WORDINGS = tuple(wordings())
KEYS = {key for _, key, _ in WORDINGS}


def made_keys() -> Iterator[str]:
    """The pattern of every key that the code puts together."""
    for room in ("scoreboard", "firmware"):
        for file in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(args=[key, *_]) if _makes_a_message(node.func):
                        yield from _patterns(key)


def _patterns(key: ast.expr) -> Iterator[str]:
    """Of a key that is put together, one of two that stand for choice included."""
    match key:
        case ast.IfExp(body=one, orelse=other):
            yield from _patterns(one)
            yield from _patterns(other)
        case ast.JoinedStr(values=parts):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in parts)  # type: ignore[misc] # text


def _makes_a_message(function: ast.expr) -> bool:
    return getattr(function, "id", "") in {"message", "once", "Message", "notice"}


def values_of(names: set[str]) -> Iterator[dict[str, Words]]:
    """Values for a wording: of each kind that there is, and counts for what is counted."""
    others = names - {"count"}
    yield from ({**dict.fromkeys(others, value), "count": COUNTS[-1]} for value in VALUES)
    if "count" in names:
        yield from ({**dict.fromkeys(others, VALUES[0]), "count": count} for count in COUNTS)


@pytest.mark.parametrize("code", languages())
def test_every_message_at_every_length(code: str) -> None:
    """Whatever is said can be said by every face, whatever stands in it."""
    speaks = language(code)
    names = dict[str, set[str]]()
    for _, key, named in WORDINGS:
        names.setdefault(key, set()).update(named)
    for key, named in names.items():
        for length, values in product(FALLBACKS, values_of(named)):
            text = speaks.say(message(key, **values), length)
            assert not re.search(r"\{\w*(:\w+)?\}", text), (key, length, text)


def test_what_a_panel_says_a_page_says_in_words_of_its_own() -> None:
    """A page says what the panel says instead of the score; only what a panel draws has no other words."""
    lengths: dict[str, set[str]] = {}
    for length, key, _ in WORDINGS:
        lengths.setdefault(key, set()).add(length)
    alone = {key for key, has in lengths.items() if not has & {"sentence", "short"}}
    assert [key for key in sorted(alone) if not FOR_A_PANEL_ALONE.match(key)] == []


def test_every_pattern_is_known() -> None:
    """Whoever puts a key together says here of what, or where all of them are said."""
    assert set(made_keys()) == FAMILIES.keys() | PLAYED


@pytest.mark.parametrize("pattern", FAMILIES)
def test_every_made_key_is_worded(pattern: str) -> None:
    """No device, phase, fault or choice is without words."""
    made = [pattern.replace("{}", str(each)) for each in FAMILIES[pattern]]
    assert made
    assert [key for key in made if key not in KEYS] == []
