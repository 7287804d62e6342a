"""The tracker: takes each frame through the stages that `vision.tracking` describes, which are the steps of `update`.

Rule kept here: nothing is read while it, or any other small thing, still moves; and what cannot be read is reported
once and then left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vision.geometry.registration import Board
from vision.geometry.sizes import DIE_MM
from vision.geometry.tilt import TiltField
from vision.readings import PictureReader
from vision.recognition.parameters import THRESHOLD
from vision.tracking.association import Token
from vision.tracking.background import WORKING_WIDTH, Blob, Calm
from vision.tracking.board_watcher import TableScene
from vision.tracking.camera_bump import after_bump, warped_background
from vision.tracking.events import Report, Waiting
from vision.tracking.motion import MotionTracks
from vision.tracking.pose_monitor import PoseMonitor
from vision.tracking.region_reader import cut_out
from vision.tracking.still_reader import StillReader
from vision.tracking.table_geometry import NO_BOARD, BoardGeometry, StillView, TableGeometry
from vision.tracking.table_model import TableModel
from vision.types import Box, Frame

TakeStill = Callable[[], Frame]
"""Takes a still, of the moment of the current frame."""

MIN_HAND_CORE = 0.6
"""Area of its largest piece, in squares of the shortest hand, from which a long blob is a hand and no small things."""
COVERED_FRAMES = 45
"""Frames after which something that rests in the way is mentioned."""
MAX_HELD_UP_FRAMES = 60
"""Frames for which a moving blob may hold up the reading of what lies still: longer is no die."""
MARKER_CHECK_FRAMES = 60
"""Frames from one check of the markers to the next."""


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
        self._calm, self._threshold = calm, threshold
        self._pose = PoseMonitor(board, die_mm=die_mm, no_board=no_board)
        self._shape: tuple[int, ...] = ()
        self._hands: list[Blob] = []
        self._things: list[Blob] = []
        self._waiting: tuple[Token, ...] = ()
        self._reset()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that are known to lie on the table."""
        return tuple(self._table.state.tokens)

    @property
    def scene(self) -> TableScene | None:
        """The table after the last frame; None while no board is registered, or the camera is not where it was."""
        geometry, background = self._pose.geometry, self._table.background
        if not isinstance(geometry, BoardGeometry) or not self._table.is_begun or self._pose.unstable:
            return None
        zoom = geometry.registration.lens.size[0] / WORKING_WIDTH
        edges = geometry.registration.to_pixels(geometry.field.tray.corners) / zoom
        board = Box.from_edges(*edges.min(axis=0), *edges.max(axis=0))
        return TableScene(
            geometry,
            background.frames_still_in(board),
            background.calm.frames,
            any(hand.box.overlaps(board) for hand in self._hands),
            (*self.tokens, *(token for token in self._waiting if self._lies_there(token, geometry, zoom))),
        )

    def _lies_there(self, token: Token, geometry: BoardGeometry, zoom: float) -> bool:
        """Whether something that is not accounted for is still where a token waits."""
        x, y = geometry.pixel(token)
        return any(thing.box.contains((x / zoom, y / zoom)) for thing in self._things)

    def ignore_until_lifted(self) -> None:
        """Report nothing of what lies there before a hand has lifted it: a throw was undone, and it may be any."""
        self._table.state.ignored.update([token.name for token in self.tokens])

    def cut_out(self, still: Frame, box: Box) -> tuple[Frame, TiltField | None]:
        """What is new in and around ``box`` of a still, as the reader is shown it; and the tilt field of its pixels."""
        view = StillView(still, self._pose.geometry)
        return cut_out(view, self._table.empty, view.crop_around(box))

    def update(self, frame: Frame, still: TakeStill | None = None) -> tuple[Report, ...]:
        """Take in the next frame; ``still`` takes a still of the same moment. Mostly nothing is reported."""
        if frame.shape != self._shape:
            self._shape = frame.shape
            self._reset()
        take = still or (lambda: frame)
        # 1. Background subtraction: every change that is not accounted for. What lies there at the start is no change.
        blobs = self._table.observe(frame)
        if not self._table.is_begun:
            return self._begin(frame, take)
        # 2. The camera's pose. While it is unstable, nothing is judged.
        reports = self._check_pose(frame, take, blobs)
        # 3. Hands and light. All else is a thing, whose way over the table is followed.
        hands = [blob for blob in blobs if self._is_hand(blob)]
        things = [blob for blob in blobs if blob not in hands]
        large = [blob for blob in things if blob.box.size >= self._hand_share * WORKING_WIDTH]
        self._motion.update(things, [*hands, *large], self._table.background)
        self._hands, self._things = hands, things
        if self._pose.unstable:
            self._table.background.keep_present(hands)
        if self._pose.unstable or self._table.is_expecting:
            return reports
        reports += tuple(report for hand in hands for report in self._judge_hand(hand, take, things))
        # 4. Rest: what lies still, and is not known yet, is read.
        if rested := self._rested(things):
            reports += self._read_rested(StillView(take(), self._pose.geometry, tuple(rested)))
        return reports

    # -- the start, and the camera's pose

    def _reset(self) -> None:
        """Forget all but the camera's pose: at the start, or when the pictures become of another size."""
        self._table = TableModel(self._calm)
        self._motion = MotionTracks()
        self._reader = StillReader(self._read, self._threshold)
        self._held_up = 0
        self._hands, self._things, self._waiting = [], [], ()

    def _begin(self, frame: Frame, take: TakeStill) -> tuple[Report, ...]:
        """Read what lies there at the start, once it lies still."""
        background = self._table.background
        if background.frames_still < background.calm.frames and self._table.frames < MAX_HELD_UP_FRAMES:
            return ()
        report = self._pose.check(frame, take)
        if self._pose.unstable:
            return ()
        view = StillView(take(), self._pose.geometry)
        self._table.begin(view, self._reader.whole(view))
        return () if report is None else (report,)

    def _check_pose(self, frame: Frame, take: TakeStill, blobs: Sequence[Blob]) -> tuple[Report, ...]:
        """Check the markers now and then, and whenever something comes to rest that a bump could explain."""
        check_now = self._pose.unstable or not self._table.frames % MARKER_CHECK_FRAMES
        if not check_now and all(blob.frames_still != self._table.background.calm.frames for blob in blobs):
            return ()
        before = self._pose.registration
        report = self._pose.check(frame, take)
        reports = () if report is None else (report,)
        now = self._pose.registration
        if now is None or now is before:
            return reports
        view = StillView(take(), self._pose.geometry)
        if before is None:
            self._table.relocate(view)
            return reports
        readings = self._reader.whole(view)
        drawn = warped_background(self._table.empty, (before, now))
        bumped = after_bump(view, readings, self.tokens, drawn, self._hand_share * view.picture.shape[1] / 2)
        return (*reports, *self._table.expect(view, bumped, rereads=self.rereads))

    # -- hands and light

    def _is_hand(self, blob: Blob) -> bool:
        """Large and bulky, or reaching in from the picture's edge."""
        box = blob.box
        edge = box.x == 0 or box.y == 0 or box.right == WORKING_WIDTH or box.bottom == self._table.background.height
        long = self._hand_share * WORKING_WIDTH
        return box.size >= long / 2 if edge else box.size >= long and blob.core >= MIN_HAND_CORE * long**2

    def _judge_hand(self, blob: Blob, take: TakeStill, things: Sequence[Blob]) -> tuple[Report, ...]:
        """What is as large as a hand: another light, a thing that is there to stay, or something in the way."""
        absorbed = self._table.background.absorb_large(blob)
        if absorbed is not None:
            self._hands = [hand for hand in self._hands if hand is not blob]
            self._table.learn_light(StillView(take(), self._pose.geometry), blob, absorbed, things)
        elif blob.frames_still >= COVERED_FRAMES and not blob.due:
            self._table.background.snooze(blob)
            return (Waiting("covered"),)
        return ()

    # -- what has come to rest

    def _rested(self, blobs: Sequence[Blob]) -> list[Blob]:
        """What is to be read now: nothing while anything small moves, unless that goes on and on."""
        background, calm = self._table.background, self._table.background.calm
        rested = [blob for blob in blobs if blob.frames_still >= max(calm.frames, blob.due)]
        for speck in [blob for blob in rested if blob.area <= calm.speck]:
            background.absorb(speck)
        things = [blob for blob in rested if blob.area > calm.speck]
        restless = bool(things) and any(blob.frames_still < calm.frames for blob in blobs)
        self._held_up = self._held_up + 1 if restless else 0
        return [] if 0 < self._held_up <= MAX_HELD_UP_FRAMES else things

    def _read_rested(self, view: StillView) -> tuple[Report, ...]:
        """Read a still, and report what has changed on the table."""
        seen = self._reader.observe(view, self._table, self._motion)
        outcome = self._table.learn(view, seen, rereads=self.rereads)
        self._reader.retain((*outcome.perched, *outcome.unsure))
        elsewhere = (token for token in self._waiting if not view.blobs_over(token))
        self._waiting = (*elsewhere, *outcome.perched, *outcome.unsure, *outcome.rejected)
        return (*self._pose.check_focus(view.picture, self._table.frames), *outcome.reports)

    @property
    def _hand_share(self) -> float:
        return self._pose.geometry.hand_share((WORKING_WIDTH, self._table.background.height))
