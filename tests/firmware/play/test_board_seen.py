"""What the board shows reaches the faces, and is no throw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from support.scoring import SETUP
from support.stadium import FixedClock, die

from firmware.devices.protocols import Devices
from firmware.play.camera.camera_thread import FrameReports
from firmware.play.state.options import Options
from firmware.play.table.scorer import Scorer
from scoreboard.journal.store import Journal
from scoreboard.rules.events import Die
from scoreboard.session import Session
from vision.board.board_reader import SeenBoard
from vision.tracking.events import BoardSeen, Report, Thrown

SEEN = BoardSeen(SeenBoard((), None, False, {}))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """A session whose journal is on the disk."""
    with Session(Journal.create(tmp_path / "games.sqlite", alone=True), FixedClock()) as session:
        yield session


@pytest.fixture
def scorer(session: Session) -> Scorer:
    """A scorer that has begun a game."""
    scorer = Scorer(session, Devices(()), Options(SETUP), (), lambda: 0.0)
    scorer.begin()
    return scorer


def frame(*reports: Report) -> FrameReports:
    """A frame of which these are reported."""
    return FrameReports(np.zeros((2, 2, 3), np.uint8), reports, 0.0)


def test_a_look_at_the_board_alone_is_kept_and_judged_no_further(scorer: Scorer, session: Session) -> None:
    """It is not the last picture that was read, and asks nothing."""
    scorer.see(frame(SEEN))
    assert scorer.state.board.seen is SEEN.seen
    assert (None, None) == (scorer.state.question.picture, scorer.state.question.asked)
    assert 1 == session.history.number


def test_a_throw_beside_a_look_at_the_board_counts(scorer: Scorer, session: Session) -> None:
    """Both may be in one frame."""
    scorer.see(frame(SEEN, Thrown(die("blue", 3)[0], None)))
    assert [Die] == [type(recorded.line) for recorded in session.history.lines]
    assert scorer.state.question.picture is not None
    assert not any(isinstance(report, BoardSeen) for report in scorer.state.question.picture.reports)


def test_a_throw_that_waits_for_the_end_of_a_takeover_is_not_lost_to_a_look(scorer: Scorer) -> None:
    """Whatever is seen then waits; a look does not."""
    scorer.begin_takeover(Mock())
    thrown = frame(Thrown(die("blue", 3)[0], None))
    scorer.see(thrown)
    scorer.see(frame(SEEN))
    assert scorer.state.early.waiting is thrown
