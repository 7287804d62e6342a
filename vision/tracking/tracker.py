"""The tracker: takes each frame through the stages that `vision.tracking` describes, and owns the state between frames.

Rule kept here: nothing is read while it, or any other small thing, still moves; and what cannot be read is reported
once and then left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from vision.geometry.registration import Board, Registration
from vision.geometry.sizes import DIE_MM
from vision.geometry.stadium import STADIUM
from vision.geometry.tilt import TiltField
from vision.recognition.parameters import THRESHOLD
from vision.tracking.association import Token, associate
from vision.tracking.background import FOREVER, WORKING_WIDTH, Absorbed, BackgroundModel, Blob, Calm
from vision.tracking.camera_bump import after_bump, warped_background
from vision.tracking.events import Report, Waiting
from vision.tracking.foreground import EmptyTable
from vision.tracking.motion import MotionTracks
from vision.tracking.multi_frame import MultiFrameReads
from vision.tracking.pose_monitor import PoseMonitor
from vision.tracking.region_reader import PictureReader, cut_out, read_regions
from vision.tracking.table_geometry import NO_BOARD, BoardGeometry, StillView, TableGeometry
from vision.tracking.table_state import PERCHED_FRAMES, Observation, TableState
from vision.types import Box, Frame

TakeStill = Callable[[], Frame]
"""Takes a still, of the moment of the current frame."""

MIN_HAND_CORE = 0.6
"""Area of its largest piece, in squares of the shortest hand, from which a long blob is a hand and no small things."""
COVERED_FRAMES = 45
"""Frames after which something that rests in the way is mentioned."""
MAX_HELD_UP_FRAMES = 60
"""Frames for which a moving blob may hold up the reading of what lies still: longer is no die."""
SET_DOWN_FRAMES = 2
"""Frames between a hand's leaving and a die's rest up to which the die has not rolled by itself."""
MARKER_CHECK_FRAMES = 60
"""Frames from one check of the markers to the next."""
MAX_PRINT_PROBABILITY = 0.25
"""Probability of the likeliest face up to which something unsure is print rather than a die."""
NO_PICTURE: Frame = np.zeros((0, 0, 3), np.uint8)


class ThrowTracker:
    """Tracks the tokens on a table, frame after frame. Not for two threads at a time, except `ignore_until_lifted`.

    Args:
        read: the single-picture reader, which accepts a value from ``threshold`` on.
        board: the stadium whose markers give the camera's pose; None for a camera over any table.
        calm: when a scene counts as still.
        die_mm: across a die.
        threshold: probability, 0 to 1.
        no_board: geometry as long as no board is registered.

    Attributes:
        rereads: whether a token over which anything has moved is read again, though it looks as before: the small
            stream shows little more of a die than its colour, so one that was turned up in its place can look the same.
    """

    def __init__(
        self,
        read: PictureReader,
        board: Board | None = None,
        calm: Calm | None = None,
        *,
        die_mm: float = DIE_MM,
        threshold: float = THRESHOLD,
        no_board: TableGeometry = NO_BOARD,
    ) -> None:
        self._read, self.rereads = read, False
        self._die_mm = die_mm
        self._field = STADIUM if board is None else board.field
        self._calm, self._threshold, self._no_board = calm, threshold, no_board
        self._pose = PoseMonitor(board)
        self._shape: tuple[int, ...] = ()
        self._reset()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that are known to lie on the table."""
        return tuple(self._table.tokens)

    def ignore_until_lifted(self) -> None:
        """Report nothing of what lies there before a hand has lifted it: a throw was undone, and it may be any."""
        self._table.ignored.update([token.name for token in self.tokens])

    def cut_out(self, still: Frame, box: Box) -> tuple[Frame, TiltField | None]:
        """What is new in and around ``box`` of a still, as the reader is shown it; and the tilt field of its pixels."""
        view = self._view(still)
        return cut_out(view, self._empty, view.crop_around(box))

    def update(self, frame: Frame, still: TakeStill | None = None) -> tuple[Report, ...]:
        """Take in the next frame; ``still`` takes a still of the same moment. Mostly nothing is reported."""
        if frame.shape != self._shape:
            self._shape = frame.shape
            self._reset()
        self._frames += 1
        take = still or (lambda: frame)
        blobs = self._background.update(frame)
        if not self._begun:
            return self._begin(frame, take)
        reports = self._check_pose(frame, take, blobs)
        hands = [blob for blob in blobs if self._is_hand(blob)]
        things = [blob for blob in blobs if blob not in hands]
        large = [blob for blob in things if blob.box.size >= self._hand_share * WORKING_WIDTH]
        self._motion.update(things, [*hands, *large], self._background)
        if self._pose.unstable:
            self._background.keep_present(hands)
        if self._pose.unstable or self._bumped_at_frame == self._frames:
            return reports
        reports += tuple(report for hand in hands for report in self._judge_hand(hand, take, things))
        if rested := self._rested(things):
            reports += self._read_rested(self._view(take(), rested))
        return reports

    # -- the start, and the camera's pose

    def _reset(self) -> None:
        """Forget all but the camera's pose: at the start, or when the pictures become of another size."""
        self._background = BackgroundModel(self._calm)
        self._empty = EmptyTable(NO_PICTURE)
        self._table = TableState()
        self._motion = MotionTracks()
        self._reads = MultiFrameReads(self._threshold)
        self._begun = False
        self._held_up = self._frames = self._absorbed_at_frame = self._bumped_at_frame = 0

    def _begin(self, frame: Frame, take: TakeStill) -> tuple[Report, ...]:
        """What lies there at the start is known, not thrown."""
        if self._background.frames_still < self._background.calm.frames and self._frames < MAX_HELD_UP_FRAMES:
            return ()
        report = self._pose.check(frame, take)
        if self._pose.unstable:
            return ()
        self._begun = True
        view, geometry = self._view(take()), self._geometry
        readings = self._read(view.picture, tilt_field=geometry.tilt_field)
        tokens = [token for token in map(geometry.token, readings) if geometry.is_plausible(token)]
        self._table.tokens = [token for token in tokens if token.reading.is_sure]
        unread = [token for token in tokens if not token.reading.is_sure]
        self._table.unread = [token for token in unread if token.reading.confidence > MAX_PRINT_PROBABILITY]
        self._absorb_all(view)
        return () if report is None else (report,)

    def _check_pose(self, frame: Frame, take: TakeStill, blobs: Sequence[Blob]) -> tuple[Report, ...]:
        """Check the markers now and then, and whenever something comes to rest that a bump could explain."""
        check_now = self._pose.unstable or not self._frames % MARKER_CHECK_FRAMES
        if not check_now and all(blob.frames_still != self._background.calm.frames for blob in blobs):
            return ()
        before = self._pose.registration
        report = self._pose.check(frame, take)
        reports = () if report is None else (report,)
        now = self._pose.registration
        if now is None or now is before:
            return reports
        view = self._view(take())
        if before is None:
            self._relocate(view)
            return reports
        return (*reports, *self._recover(view, (before, now)))

    def _recover(self, view: StillView, poses: tuple[Registration, Registration]) -> tuple[Report, ...]:
        """After a camera bump: report what was lifted unseen, leave what came to rest to be read, absorb all else."""
        readings = self._read(view.picture, tilt_field=view.geometry.tilt_field)
        drawn = warped_background(self._empty, poses)
        found = after_bump(view, readings, self._table.tokens, drawn, self._hand_share * view.picture.shape[1] / 2)
        reports = self._table.remove(found.moved, view.geometry)
        self._absorb_all(replace(view, picture=found.table))
        if found.unread:
            self._background.expect_table(found.table, found.unread)
            self._bumped_at_frame = self._frames
        else:
            self._watch(view, self._table.tokens)
        return reports

    def _relocate(self, view: StillView) -> None:
        """Once the first markers are found: what was known in pixels is known in millimetres."""
        self._table.tokens = [_relocated(token, view.geometry) for token in self._table.tokens]
        self._table.unread = [view.geometry.token(token.reading) for token in self._table.unread]
        self._absorb_all(view)

    def _absorb_all(self, view: StillView) -> None:
        """Take the whole picture for accounted for; the tokens lie where they lay, and nothing is read again."""
        self._absorbed_at_frame = self._frames
        self._background.absorb()
        self._empty = EmptyTable(NO_PICTURE)  # the one before goes first: an empty table is two large pictures
        self._empty = EmptyTable(view.picture, view.boxes(self._table.tokens))

    def _watch(self, view: StillView, tokens: Iterable[Token]) -> None:
        """Have tokens that are accounted for read again once anything moves over them, if that is asked for."""
        if self.rereads:
            self._background.invalidate(map(view.in_stream, view.boxes(tokens)), FOREVER)

    # -- hands and light

    def _is_hand(self, blob: Blob) -> bool:
        """Large and bulky, or reaching in from the picture's edge."""
        box = blob.box
        edge = box.x == 0 or box.y == 0 or box.right == WORKING_WIDTH or box.bottom == self._background.height
        long = self._hand_share * WORKING_WIDTH
        return box.size >= long / 2 if edge else box.size >= long and blob.core >= MIN_HAND_CORE * long**2

    def _judge_hand(self, blob: Blob, take: TakeStill, things: Sequence[Blob]) -> tuple[Report, ...]:
        """What is as large as a hand: another light, a thing that is there to stay, or something in the way."""
        absorbed = self._background.absorb_large(blob)
        if absorbed is not None:
            self._learn_empty(self._view(take()), blob, absorbed, things)
        elif blob.frames_still >= COVERED_FRAMES and not blob.due:
            self._background.snooze(blob)
            return (Waiting("covered"),)
        return ()

    def _learn_empty(self, view: StillView, blob: Blob, absorbed: Absorbed, things: Sequence[Blob]) -> None:
        """The still becomes the empty table at a large blob, but for the tokens and things there.

        What lay beneath an arm that was taken for the table may have gone with it: those tokens are read again.
        """
        boxes, crop = view.boxes(self._table.tokens), view.crop_around_blob(blob)
        boxes += [view.in_still(box) for box in (*absorbed.things, *(thing.box for thing in things))]
        covered = view.tokens_under(blob, self._table.tokens) if absorbed.uncertain else []
        unknown = [view.in_stream(box) for box in view.boxes(covered)]
        self._background.invalidate(unknown)
        self._empty.learn(view.picture, crop, boxes)

    # -- what has come to rest

    def _rested(self, blobs: Sequence[Blob]) -> list[Blob]:
        """What is to be read now: nothing while anything small moves, unless that goes on and on."""
        calm = self._background.calm
        rested = [blob for blob in blobs if blob.frames_still >= max(calm.frames, blob.due)]
        for speck in [blob for blob in rested if blob.area <= calm.speck]:
            self._background.absorb(speck)
        things = [blob for blob in rested if blob.area > calm.speck]
        restless = bool(things) and any(blob.frames_still < calm.frames for blob in blobs)
        self._held_up = self._held_up + 1 if restless else 0
        return [] if 0 < self._held_up <= MAX_HELD_UP_FRAMES else things

    def _read_rested(self, view: StillView) -> tuple[Report, ...]:
        """Read a still, update the table, and decide for each blob whether it is read again."""
        outcome = self._table.update(self._observe(view))
        waiting = (*outcome.perched, *outcome.unsure)
        self._reads.retain(token.reading for token in waiting)
        here = [*waiting, *outcome.rejected, *self._table.tokens]
        for blob in view.blobs:
            tokens = view.tokens_under(blob, here)
            reread_after = outcome.reread_after(tokens)
            if reread_after is None:
                self._background.absorb(blob)
                self._watch(view, tokens)
            elif reread_after:
                self._background.snooze(blob, reread_after)
            if not tokens:
                self._empty.learn(view.picture, view.crop_around_blob(blob), view.boxes(self._table.tokens))
        return (*self._pose.check_focus(view.picture, self._frames), *outcome.reports)

    def _observe(self, view: StillView) -> Observation:
        """What a still shows at its blobs: read, combined with earlier stills, matched with what lay there."""
        geometry, is_final = view.geometry, self._absorbed_at_frame == self._frames
        # 1. Crops: around each blob, and around each known token at one, or some would be seen cut in two.
        touched = [token for token in self._table.tokens if view.blobs_over(token)]
        boxes = view.boxes(touched)
        crops = [*map(view.crop_around_blob, view.blobs), *map(view.crop_around, boxes)]
        # 2. Readings: of what is new there, combined with those of earlier frames since which it has not moved.
        regions = read_regions(self._read, view, self._empty, crops, boxes)
        readings = self._reads.combine(regions.readings, self._frames, view.frames_still)
        # 3. Tokens: what lies at a blob and has a token's size, and how it came to rest. In the frame in which the
        #    whole picture is absorbed there is no second chance: nothing is left to fall over or to become clearer.
        over = {token: view.blobs_over(token) for token in map(geometry.token, readings)}
        seen = [token for token, blobs in over.items() if blobs and geometry.is_plausible(token)]
        unfinished = frozenset(token for token in seen if not is_final and not self._reads.is_complete(token.reading))
        frames_still = {token: min(blob.frames_still for blob in over[token]) for token in seen}
        unsettled = frozenset(token for token in seen if not is_final and frames_still[token] < PERCHED_FRAMES)
        since_hand = {token: min(blob.frames_uncovered - blob.frames_still for blob in over[token]) for token in seen}
        # 4. Association: by place and name. Something may lie where a token lay, and not be read: that one is missed.
        association = associate(touched, seen)
        rolled = {
            match.token
            for match in association.matches
            if match.turned or any(map(self._motion.tumbled, over[match.token]))
        }
        placed = frozenset(token for token in seen if since_hand[token] <= SET_DOWN_FRAMES or token not in rolled)
        lay = [(token, geometry.pixel(token)) for token in association.unexplained]
        unread = [token for token, at in lay if any(thing.contains(at) for thing in regions.things)]
        missed = self._reads.still_missing(unread)
        return Observation(
            geometry,
            replace(association, gone=tuple(token for token in association.gone if token not in missed)),
            bystanders=tuple(token for token in self._table.tokens if token not in touched),
            missed=missed,
            clusters=regions.clusters,
            placed=placed,
            unsettled=unsettled,
            unfinished=unfinished,
        )

    def _view(self, still: Frame, blobs: Iterable[Blob] = ()) -> StillView:
        return StillView(still, self._geometry, tuple(blobs))

    @property
    def _hand_share(self) -> float:
        return self._geometry.hand_share((WORKING_WIDTH, self._background.height))

    @property
    def _geometry(self) -> TableGeometry:
        seen = self._pose.registration
        return self._no_board if seen is None else BoardGeometry(self._field, seen, self._die_mm)


def _relocated(token: Token, geometry: TableGeometry) -> Token:
    """A token that was known in pixels, as it lies on the board; its reading keeps the box that was reported."""
    _, _, width, height = token.reading.box
    box = Box(int(token.at[0] - width / 2), int(token.at[1] - height / 2), width, height)
    return replace(geometry.token(replace(token.reading, box=box)), reading=token.reading)
