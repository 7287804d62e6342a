"""The words of the page's scripts, in one language: they have none of their own.

Rule kept here: no word is listed. What a script says stands in it, as ``t("no-dice")``, and is a key of the catalogues,
``page.ui.no-dice``; a view is sent what its modules say, those that it imports later too. Only where a script puts a
name together, as in ``t(`press-${button}`)``, the members of that family are listed here.

The words go to the browser as the catalogue has them, with their placeholders, so a key must have no plural and no
form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

import msgspec

from scoreboard.display.palette import PANEL_COLORS
from scoreboard.exports import FORMS
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.rules.diamante.board import spoken_spot
from scoreboard.rules.state import HOME
from scoreboard.stats.credits import STATS
from scoreboard.web.pages.page_views import OWNERS
from scoreboard.web.pages.static_files import modules_of, static_files

SPOTS: Final = ("Z1", "HP", *(f"Z{zone}" for zone in range(3, 10)), "1B", "2B", "3B")
STATISTICS: Final = (*STATS, "ip", "pitches")
PRIVACY: Final = ("games", "names", "pictures", "phones", "settings", "dice", "backups", "logs", "nowhere")
"""What is kept, kind by kind."""
JOBS: Final = (
    "doctor",
    "check-build",
    "calibrate",
    "places",
    "teach",
    "backup",
    "restore",
    "update",
    "card",
    "restart",
)
"""The work that an owner may ask for, in the order in which the page offers it."""
LAMPS: Final = ("balls", "strikes", "outs")
ROLES: Final = ("owner", "scorer")
FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "begin-": JOBS,
    "count-": LAMPS,
    "form-": tuple(FORMS),
    "helmet-": ("plus", "minus", "plain"),
    "job-": JOBS,
    "kind-": ("ground", "air", "bunt", "steal", "take"),
    "lamp-": LAMPS,
    "owner-": tuple(OWNERS),
    "phone-": ROLES,
    "press-": ("ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo"),
    "privacy-": PRIVACY,
    "privacy-head-": PRIVACY,
    "review-by-": ("button", "web", "mqtt", "box"),
    "role-": ROLES,
    "roll-": ("more", "equal", "less"),
    "secret-": ("card", "gloves", "sign", "change", "show"),
    "severity-": ("red", "amber", "skipped", "green"),
    "side-": ("away", "home"),
    "spot.": (),
    "stands-": ("put-right", "undone", "unfit", "taken-out", "added"),
    "star-pitches-": ("W", "L"),
    "stat-": (),
    "tap-": ("0", "6", "12", "18", "Z1"),
    "taps-seat-": ("away", "home"),
    "thing-": ("dice", "chip"),
    "why-": JOBS,
}
"""How a name begins that a script puts together -> how it may end; `_named` has those without a list."""
BY_VALUE: Final = ("top", "bottom", "hit", "out")
"""What scripts say by a value that the server sends, as in ``t(state.half)``."""
NAMED_OUTRIGHT: Final = re.compile(r'\bt\(\s*"([^"]+)"')
MADE: Final = re.compile(r"\bt\(`([^`$]+)\$")


@cache
def names_in(script: str) -> frozenset[str]:
    """The names that a script, and whatever it imports, may say."""
    found = {*BY_VALUE}
    for name in (script, *modules_of(script, later=True)):
        text = static_files()[name].plain.decode()
        found.update(NAMED_OUTRIGHT.findall(text))
        found.update(f"{family}{end}" for family in MADE.findall(text) for end in FAMILIES[family])
    return frozenset(found)


@lru_cache
def page_words(language: Language, *scripts: str) -> str:
    """All that these scripts say, as JSON: by the name that they use."""
    names = sorted(set[str]().union(*map(names_in, scripts)))
    # one of: page.ui.* and a name that a script says
    words = {**{name: language.wording(f"page.ui.{name}", "sentence") or "" for name in names}, **_named(language)}
    return msgspec.json.encode(words).decode()


def _named(language: Language) -> Mapping[str, str]:
    return dict([*_spots(language), *_colors(language), *_stats(language)])


def _spots(language: Language) -> Iterator[tuple[str, str]]:
    for spot in (*SPOTS, *range(1, HOME + 1)):
        yield f"spot.{spot}", language.say(spoken_spot(spot))


def _colors(language: Language) -> Iterator[tuple[str, str]]:
    for color in PANEL_COLORS:
        # one of: color.* and a name of PANEL_COLORS
        if language.has(f"color.{color}", "short"):
            yield f"color.{color}", language.say(message(f"color.{color}"))


def _stats(language: Language) -> Iterator[tuple[str, str]]:
    for stat in STATISTICS:
        yield f"stat-{stat}", language.say(message(f"box-score.{stat}"))
        # one of: page.stat.* and a name of STATISTICS
        yield f"stat-{stat}-whole", language.say(message(f"page.stat.{stat}"))
