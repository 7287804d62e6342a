"""The model of the table: its background in the small stream, its empty picture in stills, and the tokens on it.

Rule kept here: the three change together. What is accounted for becomes background; so does its place in the empty
picture, with the tokens painted over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.readings import Reading
from vision.tracking.association import Token
from vision.tracking.background import FOREVER, Absorbed, BackgroundModel, Blob, Calm
from vision.tracking.camera_bump import BumpedStill
from vision.tracking.events import Lifted
from vision.tracking.foreground import EmptyTable
from vision.tracking.table_geometry import StillView, TableGeometry
from vision.tracking.table_state import MAX_PRINT_PROBABILITY, Observation, Outcome, TableState
from vision.types import Box, Frame

NO_PICTURE: Frame = np.zeros((0, 0, 3), np.uint8)


class TableModel:
    """The table as it is known.

    Attributes:
        state: the tokens on it, and what is unsure about them.
        frames: how many were taken in.
        is_begun: whether it is known what lay there at the start.
        is_absorbed: whether the whole picture was accounted for in this frame.
        is_expecting: whether something in it was left to be read then.
    """

    def __init__(self, calm: Calm | None = None) -> None:
        self.background = BackgroundModel(calm)
        self.empty = EmptyTable(NO_PICTURE)
        self.state = TableState()
        self.frames = 0
        self.is_begun = self.is_absorbed = self.is_expecting = False

    def observe(self, frame: Frame) -> tuple[Blob, ...]:
        """Take in the next frame; everything that is not accounted for in it is returned."""
        self.frames += 1
        self.is_absorbed = self.is_expecting = False
        return self.background.update(frame)

    def begin(self, view: StillView, readings: Iterable[Reading]) -> None:
        """What lies there at the start is known, not thrown."""
        self.is_begun = True
        tokens = [token for token in map(view.geometry.token, readings) if view.geometry.is_plausible(token)]
        self.state.tokens = [token for token in tokens if token.reading.is_sure]
        unread = [token for token in tokens if not token.reading.is_sure]
        self.state.unread = [token for token in unread if token.reading.confidence > MAX_PRINT_PROBABILITY]
        self.absorb(view)

    def relocate(self, view: StillView) -> None:
        """Once the first markers are found: what was known in pixels is known in millimetres."""
        self.state.tokens = [_relocated(token, view.geometry) for token in self.state.tokens]
        self.state.unread = [view.geometry.token(token.reading) for token in self.state.unread]
        self.absorb(view)

    def absorb(self, view: StillView) -> None:
        """Take the whole picture for accounted for; the tokens lie where they lay, and nothing is read again."""
        self.is_absorbed = True
        self.background.absorb()
        self.empty = EmptyTable(NO_PICTURE)  # the one before goes first: an empty table is two large pictures
        self.empty = EmptyTable(view.picture, view.boxes(self.state.tokens))

    def expect(self, view: StillView, bumped: BumpedStill, *, rereads: bool) -> tuple[Lifted, ...]:
        """After a camera bump: report what was lifted unseen, leave what came to rest to be read, absorb all else."""
        reports = self.state.remove(bumped.moved, view.geometry)
        self.absorb(replace(view, picture=bumped.table))
        self.is_expecting = bool(bumped.unread)
        if bumped.unread:
            self.background.expect_table(bumped.table, bumped.unread)
        elif rereads:
            self._reread(view, self.state.tokens, due=FOREVER)
        return reports

    def learn_light(self, view: StillView, blob: Blob, absorbed: Absorbed, things: Iterable[Blob]) -> None:
        """The still becomes the empty table at a large blob, but for the tokens and things there.

        What lay beneath an arm that was taken for the table may have gone with it: those tokens are read again.
        """
        boxes = view.boxes(self.state.tokens)
        boxes += [view.in_still(box) for box in (*absorbed.things, *(thing.box for thing in things))]
        covered = view.tokens_under(blob, self.state.tokens) if absorbed.uncertain else []
        self.empty.learn(view.picture, view.crop_around_blob(blob), boxes)
        self._reread(view, covered)

    def learn(self, view: StillView, seen: Observation, *, rereads: bool) -> Outcome:
        """Take in what a still shows at its blobs: each is accounted for, or is to be read again."""
        outcome = self.state.update(seen)
        here = [*outcome.perched, *outcome.unsure, *outcome.rejected, *self.state.tokens]
        for blob in view.blobs:
            tokens = view.tokens_under(blob, here)
            reread_after = outcome.reread_after(tokens)
            if reread_after is None:
                self.background.absorb(blob)
                if rereads:
                    self._reread(view, tokens, due=FOREVER)
            elif reread_after:
                self.background.snooze(blob, reread_after)
            if not tokens:
                self.empty.learn(view.picture, view.crop_around_blob(blob), view.boxes(self.state.tokens))
        return outcome

    def _reread(self, view: StillView, tokens: Iterable[Token], due: int = 0) -> None:
        """Have tokens that are accounted for read again, as `BackgroundModel.snooze` says."""
        self.background.invalidate(map(view.in_stream, view.boxes(tokens)), due)


def _relocated(token: Token, geometry: TableGeometry) -> Token:
    """A token that was known in pixels, as it lies on the board; its reading keeps the box that was reported."""
    _, _, width, height = token.reading.box
    box = Box(int(token.at[0] - width / 2), int(token.at[1] - height / 2), width, height)
    return replace(geometry.token(replace(token.reading, box=box)), reading=token.reading)
