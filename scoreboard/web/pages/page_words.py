"""The words of the page's script, in one language: it has none of its own.

They go to the browser as the catalogue has them, with their placeholders, so a key must have no plural and no form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from scoreboard.display.palette import PANEL_COLORS
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.rules.diamante.board import spoken_spot
from scoreboard.rules.state import HOME
from scoreboard.stats.credits import STATS

SPOTS: Final = ("Z1", "HP", *(f"Z{zone}" for zone in range(3, 10)), "1B", "2B", "3B")
STATISTICS: Final = (*STATS, "ip", "pitches")
PRIVACY: Final = ("games", "names", "pictures", "phones", "settings", "dice", "backups", "logs", "nowhere")
"""What is kept, kind by kind."""
WORDS: Final = (
    # where everybody is
    *("team", "line-score", "r", "h", "runs", "hits", "inning", "top", "bottom", "final", "bats", "won", "no-winner"),
    *("count-balls", "count-strikes", "count-outs", "lamp-balls", "lamp-strikes", "lamp-outs"),
    *("at-bat", "dugout", "dugout-is", "helmet-plus", "helmet-minus", "helmet-plain"),
    *("runners", "bases-empty", "ball-at", "panel-says", "not-saved", "not-live", "no-game", "no-game-yet", "sorry"),
    "no-contact",
    # plays, box score, past games
    *(
        "plays",
        "plays-amend",
        "plays-look",
        "no-plays",
        "by-button",
        "by-web",
        "by-mqtt",
        "by-box",
        "box",
        "player",
        "all",
        "batting-of",
    ),
    *("pitching-of", "games", "loading", "no-games", "damaged", "play", "pause", "moment", "back", "forth", "share"),
    # controls
    *("controls", "answers", "calls", "by-hand", "by-hand-hint", "hold-hint", "set-score", "waiting", "not-sent"),
    *("stands-put-right", "stands-undone", "stands-unfit", "stands-taken-out", "stands-added", "earlier-plays"),
    *("look-again", "finished-game", "amend-unfinished", "throw-is-in"),
    *("overtaken", "close", "asking", "do-it", "unfit", "hit", "out", "die-number", "no-dice"),
    *("press-ball", "press-strike", "press-out", "press-run", "press-homerun", "press-batter"),
    *("press-next", "press-ok", "press-undo", "press-redo", "thing-die", "thing-chip", "thing-dice"),
    "thing-roll",
    *("set-runners", "set-runner", "set-helmet", "nobody", "see-first"),
    *("amend", "it-was", "never", "missed", "other-die"),
    *("question", "question-picture", "question-waits", "question-hint"),
    # pairing
    *("code-shows", "code-gone", "show-again"),
    *("score-here", "pair-title", "pair-why", "show-code", "code", "phone-name", "my-phone", "pair", "paired"),
    # sounds, camera, the end
    *("sound", "sound-on", "sound-off", "sound-tap"),
    *("final-score", "date-and-length", "best-plays", "stars", "star-pitches-W", "star-pitches-L", "star-bats"),
    *("chance", "send", "sent-by-hand", "copied", "whole-game"),
    *("camera", "camera-picture", "camera-none", "camera-fault"),
    *("role-owner", "role-scorer", "to-game", "scan", "scan-other", "scan-alt"),
    # another game, and one that plays itself
    *("new-game", "another-game", "again", "in-play", "in-play-now", "keep-it", "leave-it", "leave-for", "play-on"),
    *("play-ball", "plays-itself", "take-over", "taken-over", "let-play"),
    # who plays, and what is chosen in secret
    *("whose-phone", "phone-of", "nobodys"),
    *("batter-of", "pitcher-of", "throws-now", "your-hand", "which-side", "i-play", "i-play-too", "side-elsewhere"),
    *("free-side", "leave-side", "look-at", "cover", "cover-hint", "deal", "deal-why", "choose-card"),
    *("choose-gloves", "choose-sign", "lay-gloves", "no-choice-now", "must-choose", "chosen-waits", "take-back"),
    *("not-this-half", "glove-here", "glove-away", "glove-none", "on-the-table", "is-choosing", "face-down"),
    *("card-of", "gloves-of", "tests", "roll-more", "roll-equal", "roll-less", "kind-ground", "kind-air"),
    *("kind-bunt", "kind-steal", "kind-take", "which-phones"),
    # the umpire's review, best moments, privacy
    *("review", "review-picture", "review-clip", "review-watch", "review-again", "review-asked", "review-read"),
    *("review-by-button", "review-by-web", "review-by-mqtt", "review-by-box", "review-by-nobody", "review-none"),
    *("review-recorded", "review-others", "review-least", "review-share", "best", "best-go", "privacy"),
    *(f"{begins}-{kind}" for kind in PRIVACY for begins in ("privacy-head", "privacy")),
    *(
        "privacy-owner",
        "privacy-button",
        "privacy-really",
        "privacy-erased",
        "erase-game",
        "erase-game-why",
        "keep-game",
    ),
)
"""What the script says, by the name that it uses; ``page.ui.`` and the name is the key."""
NEW_GAME_WORDS: Final = (
    *("which-game", "how-long", "who-plays", "side-away", "side-home", "pick-team", "own-team", "team-name"),
    *("team-color", "swap-sides", "throw-for-home", "throw-for-home-why", "throw-now", "to-score"),
    *("lineup", "lineup-why", "lineup-of", "helmet-nth", "earlier", "later", "bats-nth"),
    *("partners", "partners-why", "first-up", "partner", "opponent", "box-none", "box-side", "how-well"),
    *("otherwise", "first-inning", "deck", "house", "house-why", "end-game", "end-how"),
)
"""What only the view of a new game says."""
PAIRING_WORDS: Final = (
    *("no-cookies", "phone-before", "is-before", "not-before", "pair-again", "paired-elsewhere"),
    *("take-along", "take-along-why", "take-along-name", "paired-since", "phone-owner", "phone-scorer"),
)
"""What only the view that pairs a phone says."""


@lru_cache
def page_words(language: Language, own: tuple[str, ...] = ()) -> str:
    """All that a view says, as JSON; ``own`` are the words of that view alone."""
    words = {**{name: _wording(language, name) for name in (*WORDS, *own)}, **_named(language)}
    return msgspec.json.encode(words).decode()


def _wording(language: Language, name: str) -> str:
    return language.wording(f"page.ui.{name}", "sentence") or ""


def _named(language: Language) -> Mapping[str, str]:
    return dict([*_spots(language), *_colors(language), *_stats(language)])


def _spots(language: Language) -> Iterator[tuple[str, str]]:
    for spot in (*SPOTS, *range(1, HOME + 1)):
        yield f"spot.{spot}", language.say(spoken_spot(spot))


def _colors(language: Language) -> Iterator[tuple[str, str]]:
    for color in PANEL_COLORS:
        if language.has(f"color.{color}", "short"):
            yield f"color.{color}", language.say(message(f"color.{color}"))


def _stats(language: Language) -> Iterator[tuple[str, str]]:
    for stat in STATISTICS:
        yield f"stat-{stat}", language.say(message(f"box-score.{stat}"))
        yield f"stat-{stat}-whole", language.say(message(f"page.stat.{stat}"))
