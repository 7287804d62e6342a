"""What is wrong is seen over the score for as long as it should be, and the score is never hidden for good."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal, get_args

import pytest
from support.english import on_panel
from support.faults import FaultyDisk, disk
from support.scoring import SETUP, CountingClock, blue, red

from firmware.devices.health import Health
from firmware.play.faces.warnings import EVERY_S, FOR_S, ONCE_S, PanelWarnings, found, not_saved
from firmware.service.journal_retry import JournalRetry
from scoreboard.display.fonts import LARGE, plain
from scoreboard.display.text_layout import wrapped
from scoreboard.errors import Cause, JournalError, JournalFullError, JournalTooNewError
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.salvage import Remark
from scoreboard.language import ENGLISH, Language, language, languages
from scoreboard.message import Words, message
from scoreboard.session import Session

__all__ = ["disk"]

KINDS: tuple[Literal["damaged", "newer", "gone", "game"], ...] = ("damaged", "newer", "gone", "game")
NOT_SAVED = [message(f"not-saved.{cause}") for cause in get_args(Cause) if cause != "misplaced"]
"""No journal is misplaced: of what is in its place, its folder is missing."""


class Hands:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        """Seconds."""
        return self.now


def seen(warnings: PanelWarnings, now: Hands, *moments: float) -> list[str]:
    """What hangs over the score at these moments, from the first picture on; ``score`` for nothing."""
    shown = []
    warnings.current()
    for now.now in moments:
        due = warnings.current()
        shown.append("score" if due is None else due[0])
    return shown


def test_findings_are_shown_in_turn_once() -> None:
    """Then the score has the panel to itself."""
    warnings = PanelWarnings(["A", "B"], lambda: None, now := Hands())
    assert ["A", "B", "score"] == seen(warnings, now, 0, ONCE_S, 2 * ONCE_S)


def test_what_lasts_comes_back_and_leaves_room_for_the_score() -> None:
    """As long as a card takes nothing, it is said every few seconds."""
    warnings = PanelWarnings([], lambda: "NOT SAVED", now := Hands())
    assert ["NOT SAVED", "score", "NOT SAVED", "score"] == seen(warnings, now, 0, FOR_S, EVERY_S, EVERY_S + FOR_S)


def test_sign_ends_with_its_cause() -> None:
    """The sign goes at once with its cause."""
    words: list[str | None] = ["NOT SAVED", None]
    warnings = PanelWarnings([], lambda: words[0], now := Hands())
    assert ["NOT SAVED"] == seen(warnings, now, 1)
    del words[0]
    assert ["score"] == seen(warnings, now, 1.1)


@pytest.mark.parametrize("spoken", [*map(language, languages())], ids=lambda spoken: spoken.code)
@pytest.mark.parametrize("sign", [*NOT_SAVED, *(found(Remark(kind, "")).panel for kind in KINDS)])
def test_every_sign_can_be_read_in_its_time(sign: Words, spoken: Language) -> None:
    """On the smallest panel all lines of a sign pass by before the score is back, in letters that the font has."""
    words = plain(spoken.say(sign, "panel"))
    lines = wrapped(words, 64, LARGE)
    seconds = FOR_S if sign in NOT_SAVED else ONCE_S
    assert 1.5 * (len(lines) - 1) <= seconds, lines
    assert words.split() == " ".join(lines).split()


def test_every_trouble_has_its_words() -> None:
    """Also one that nobody thought of."""
    assert "NOT SAVED CARD FULL" == on_panel(not_saved(JournalFullError("…")).panel)
    for error in (JournalTooNewError("…"), JournalError("…")):
        assert "NOT SAVED CARD FAILS" == on_panel(not_saved(error).panel)


def test_games_put_aside_in_play_are_reported(tmp_path: Path, disk: FaultyDisk) -> None:
    """The sign of it hangs for a moment, and no report says that the file could not be put aside."""
    path, reported, now = tmp_path / "games.sqlite", list[str](), iter(range(1000))
    health = Health()
    health.listen(lambda change: reported.append(ENGLISH(change.message.sentence)))
    warnings = PanelWarnings([], lambda: None, lambda: float(next(now)))
    with closing(ResilientJournal.open(path)) as keeper:
        keeper.add([SETUP, *[blue(3)] * 300])
    with closing(ResilientJournal.open(path)) as keeper:
        retry = JournalRetry(keeper, health.reporter("card"), lambda remark: warnings.add(found(remark).panel))
        session = Session(keeper, CountingClock())
        assert [None] * 40 == [warnings.current() for _ in range(40)]
        raw = path.read_bytes()
        path.write_bytes(raw[:4096] + b"\xa5" * (len(raw) - 4096))
        disk.fault = sqlite3.SQLITE_CORRUPT
        session.submit(red(9))
        disk.fault = None
        retry.look()
        assert (None, 1) == (keeper.trouble, len(keeper.remarks))
        retry.look()
    assert not [sentence for sentence in reported if "cannot be put aside" in sentence]
    hung = [on_panel(due[0]) for due in (warnings.current() for _ in range(20)) if due is not None]
    assert ({"GAMES DAMAGED PUT ASIDE"}, True) == (set(hung), 5 < len(hung) < 12)


def test_faults_and_their_ends_are_shown_once_each(tmp_path: Path, disk: FaultyDisk) -> None:
    """While the card is full every face says so; when there is room everything is written, and that is said."""
    health, reported = Health(), list[str]()
    health.listen(lambda change: reported.append(ENGLISH(change.message.sentence)))
    with closing(ResilientJournal.open(tmp_path / "games.sqlite")) as keeper:
        session, retry = Session(keeper, CountingClock()), JournalRetry(keeper, health.reporter("card"))
        session.new_game(SETUP)
        retry.look()
        assert ([], None) == (reported, retry.words)
        disk.fault = sqlite3.SQLITE_FULL
        session.submit(blue(3))
        retry.look()
        retry.look()
        assert (1, "NOT SAVED CARD FULL") == (len(reported), on_panel(retry.words or ""))
        assert reported[0].startswith("NOT SAVED: the card is full")
        disk.fault = None
        retry.look()
        assert ("Everything is saved again.", None) == (reported[-1], retry.words)
