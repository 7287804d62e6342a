"""What counts as a throw: the small stream is watched, the large one is read where something has come to rest.

A frame goes through three questions: what has changed and is it still (``vision.tracking.background``), is it a hand, a
light or a thing (here), and what has become of what lay there (``vision.tracking.association``,
``vision.tracking.table_state``). Rule kept here: nothing is read while it, or any other small thing, still moves; what
is unsure is looked at a few times (``vision.tracking.multi_frame``); and what cannot be read is said once and then left
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from vision.geometry.registration import Board, Registration
from vision.geometry.stadium import STADIUM
from vision.recognition.crops import Above
from vision.recognition.parameters import THRESHOLD
from vision.tracking.association import Change, Token, compare
from vision.tracking.background import WORKING_WIDTH, Blob, Calm, Scene
from vision.tracking.camera_bump import as_seen_now, cutting_around, hands_in, overlooked, table_without
from vision.tracking.events import Report, Waiting
from vision.tracking.foreground import Bare
from vision.tracking.multi_frame import Looks
from vision.tracking.pose_monitor import Bearings
from vision.tracking.region_reader import See, Sight, alone, look_at
from vision.tracking.resting_pose import DIE_MM
from vision.tracking.resting_tokens import Ground
from vision.tracking.table_state import Look, Lying, Outcome, lifted
from vision.types import Box, Frame, Point

Still = Callable[[], Frame]
"""Takes a frame of the large stream, of the moment that is being watched."""

BULKY = 0.6
"""Area of its largest piece over length squared, from which a long thing is bulky like a hand and no small things."""
COVERED = 45
"""Frames after which something that rests in the way is mentioned."""
PATIENCE = 240
"""Frames after which something large that never moves, say a book, becomes part of the table."""
HELD_UP = 60
"""Frames for which a moving thing may keep the eyes from what lies still beside it: longer is no die."""
PERCHED = 14
"""Frames that a die must lie still which seems to stand on an edge: if it does, it falls over meanwhile."""
SET_DOWN = 2
"""Frames between a hand's leaving and a die's rest up to which the die has not rolled by itself."""
ROUND = 60
"""Frames from one look at the markers to the next."""
NEARBY = 3.0
"""Working pixels around a change that belong to it: a shadow's edge, half a die."""
PRINT = 0.25
"""Probability of the likeliest face up to which something that cannot be read is print rather than a die."""
NOTHING: Frame = np.zeros((0, 0, 3), np.uint8)
"""A picture of no table."""


class Watcher:
    """Watches frame after frame. Not for two threads at a time, except for `ignore_until_lifted`.

    Args:
        see: reads what lies at rest in a frame, or in a piece cut from one.
        board: the stadium to take bearings by; None for a camera over any table.
        calm: when a scene counts as still.
        die_mm: across a die.
        threshold: probability, 0 to 1, from which ``see`` tells a value rather than three likely ones.
    """

    def __init__(
        self,
        see: See,
        board: Board | None = None,
        calm: Calm | None = None,
        *,
        die_mm: float = DIE_MM,
        threshold: float = THRESHOLD,
    ) -> None:
        self._see = see
        self._die_mm = die_mm
        self._field = STADIUM if board is None else board.field
        self._calm, self._threshold = calm, threshold
        self._bearings = Bearings(board)
        self._shape: tuple[int, ...] = ()
        self._forget()

    @property
    def lying(self) -> tuple[Token, ...]:
        """What is known to lie on the table."""
        return tuple(self._table.tokens)

    def ignore_until_lifted(self) -> None:
        """Report nothing of what lies there before a hand has lifted it: a throw was undone, and it may be any."""
        self._table.ignored.update([token.name for token in self.lying])

    def piece(self, still: Frame, box: Box) -> tuple[Frame, Above | None]:
        """What lies in and around ``box`` of a still frame, alone on plain cloth, as it was shown to the eyes.

        With it comes what they were told of the camera's tilt; see `vision.tracking.region_reader.See`.
        """
        ground = self._ground(still)
        return alone(still, self._bare, _around(box, ground), ground)

    def see(self, watch: Frame, still: Still | None = None) -> tuple[Report, ...]:
        """Take in the next frame.

        Args:
            watch: BGR, uint8, of the small stream.
            still: takes the large stream's frame of the same moment; called only when it is to be read. None where
                there is but one stream.

        Returns:
            What has come to pass with this frame; mostly nothing.
        """
        if watch.shape != self._shape:
            self._shape = watch.shape
            self._forget()
        self._frames += 1
        take = still or (lambda: watch)
        blobs = self._scene.take(watch)
        if not self._begun:
            return self._begin(watch, take)
        told = self._look_after(watch, take, blobs)
        if self._bearings.swaying:
            self._scene.linger([blob for blob in blobs if self._is_hand(blob)])
        unjudged = self._bearings.swaying or self._shaken == self._frames
        return told if unjudged else (*told, *self._judge(take, blobs))

    # -- the beginning, and a knocked camera

    def _forget(self) -> None:
        """Know nothing but where the stadium is: as at the beginning, or when the pictures become of another size."""
        self._scene = Scene(self._calm)
        self._bare = Bare(NOTHING)
        self._table = Lying()
        self._looks = Looks(self._threshold)
        self._begun = False
        self._held_up = self._frames = self._afresh = self._shaken = 0

    def _begin(self, watch: Frame, still: Still) -> tuple[Report, ...]:
        """What lies there when the watch begins is known, not thrown."""
        if self._scene.still < self._scene.calm.frames and self._frames < HELD_UP:
            return ()
        told = self._bearings.check(watch, still)
        if self._bearings.swaying:
            return ()
        self._begun = True
        picture = still()
        ground = self._ground(picture)
        seen = [ground.token(reading) for reading in self._see(picture, above=ground.above)]
        tokens = [token for token in seen if ground.is_plausible(token)]
        self._table.learn([token for token in tokens if not token.reading.likely])
        self._table.doubtful = [token for token in tokens if token.reading.likely and token.reading.confidence > PRINT]
        self._start_afresh(picture)
        return () if told is None else (told,)

    def _look_after(self, watch: Frame, still: Still, blobs: Sequence[Blob]) -> tuple[Report, ...]:
        """Look at the markers now and then, and whenever something comes to rest that a knock could explain."""
        due = self._bearings.swaying or not self._frames % ROUND
        if not due and all(blob.still != self._scene.calm.frames for blob in blobs):
            return ()
        before = self._bearings.registration
        told = self._bearings.check(watch, still)
        now = self._bearings.registration
        gone: tuple[Report, ...] = ()
        if before is not None and now is not None and now is not before:
            gone = self._start_over(still(), before, now)
        elif now is not before:
            self._start_afresh(still(), placed=False)
        return gone if told is None else (told, *gone)

    def _start_over(self, picture: Frame, before: Registration, now: Registration) -> tuple[Report, ...]:
        """After a knock: what came to rest meanwhile is left to be read; all else is accounted for.

        What lies elsewhere now has been lifted meanwhile, which nobody saw, and that is told.
        """
        ground = self._ground(picture)
        fresh = overlooked(self._see(picture, above=ground.above), self._table.tokens, ground)
        cuttings = [cutting_around(found.token, picture) for found in fresh]
        drawn = as_seen_now(self._bare, (before, now))
        hands = hands_in(picture, drawn, self._hand_share * picture.shape[1] / 2)
        table, new = table_without(picture, drawn, cuttings)
        for hand in hands:
            table[hand.slices] = drawn[hand.slices]
        former = [found.former for found, cutting in zip(fresh, cuttings, strict=True) if cutting in new]
        gone = [token for token in former if token is not None]
        self._table.learn([token for token in self._table.tokens if token not in gone])
        self._start_afresh(table)
        if new or hands:
            self._scene.expect(table, (*new, *hands))
            self._shaken = self._frames
        return tuple(lifted(token, ground) for token in gone)

    def _start_afresh(self, picture: Frame, *, placed: bool = True) -> None:
        """Take the whole picture for accounted for; the dice lie where they lay, and nothing is looked at again.

        Where they lay is known in pixels alone if no bearings had been taken before: then they are ``placed`` now.
        """
        self._afresh = self._frames
        if not placed:
            ground = self._ground(picture)
            self._table.learn([_placed(token, ground) for token in self._table.tokens])
            self._table.doubtful = [ground.token(token.reading) for token in self._table.doubtful]
        self._scene.absorb()
        self._bare = Bare(NOTHING)  # what was known before goes first: a bare table is two large pictures
        self._bare = Bare(picture, self._boxes(picture))

    # -- what has come to rest

    def _judge(self, still: Still, blobs: Sequence[Blob]) -> tuple[Report, ...]:
        told: list[Report] = []
        for blob in blobs:
            if self._is_hand(blob):
                told += self._judge_hand(blob, still, [other for other in blobs if not self._is_hand(other)])
        rested = self._rested([blob for blob in blobs if not self._is_hand(blob)])
        return (*told, *self._read(still(), rested)) if rested else tuple(told)

    def _is_hand(self, blob: Blob) -> bool:
        """Large and bulky, or reaching in from the picture's edge."""
        box = blob.box
        edge = box.x == 0 or box.y == 0 or box.right == WORKING_WIDTH or box.bottom == self._scene.height
        long = self._hand_share * WORKING_WIDTH
        return blob.size >= long / 2 if edge else blob.size >= long and blob.core >= BULKY * long**2

    def _judge_hand(self, blob: Blob, still: Still, others: Sequence[Blob]) -> tuple[Report, ...]:
        calm = self._scene.calm.frames
        drawing = self._scene.drawing(blob) if blob.still == calm else None
        if drawing is not None:
            things = self._scene.absorb_light(blob, drawing)
            if self._scene.is_first(drawing):
                self._look_again(blob, still())
            self._get_used_to(blob, still(), [*things, *(other.box for other in others)])
            return ()
        if blob.still >= PATIENCE:
            self._scene.absorb(blob)
            self._get_used_to(blob, still(), [other.box for other in others])
            return ()
        self._scene.cover(blob)
        if blob.still < COVERED or blob.due:
            return ()
        self._scene.set_aside(blob)
        return (Waiting("covered"),)

    def _look_again(self, blob: Blob, picture: Frame) -> None:
        """What lay beneath an arm that was taken for the table may have gone with it, and nothing would show that."""
        ground, zoom = self._ground(picture), _zoom(picture)
        for token in [token for token in self._table.tokens if _holds(blob, ground.pixel(token), zoom)]:
            self._scene.look_again(Box(*(round(side / zoom) for side in _box(token, ground))))

    def _rested(self, blobs: Sequence[Blob]) -> list[Blob]:
        """What is to be read now: nothing while anything small moves, unless that goes on and on."""
        calm = self._scene.calm
        rested = [blob for blob in blobs if blob.still >= max(calm.frames, blob.due)]
        for speck in [blob for blob in rested if blob.area <= calm.speck]:
            self._scene.absorb(speck)
        things = [blob for blob in rested if blob.area > calm.speck]
        restless = bool(things) and any(blob.still < calm.frames for blob in blobs)
        self._held_up = self._held_up + 1 if restless else 0
        return [] if 0 < self._held_up <= HELD_UP else things

    def _get_used_to(self, blob: Blob, picture: Frame, things: Iterable[Box]) -> None:
        """Another light, or a book that is there to stay: from now on the table looks like that, but for ``things``."""
        zoom = _zoom(picture)
        lying = [Box(*(round(side * zoom) for side in box)) for box in things]
        self._bare.learn(picture, self._cutting(blob, picture), [*self._boxes(picture), *lying])

    def _read(self, picture: Frame, blobs: Sequence[Blob]) -> tuple[Report, ...]:
        look = self._look(picture, blobs)
        outcome = self._table.take(look)
        self._looks.keep(token.reading for token in (*outcome.perched, *outcome.unclear))
        here = [*outcome.perched, *outcome.unclear, *outcome.unsettled, *self._table.tokens]
        for blob in blobs:
            held = [token for token in here if _holds(blob, look.ground.pixel(token), _zoom(picture))]
            self._leave(blob, held, outcome)
            if not held:
                self._bare.learn(picture, self._cutting(blob, picture), self._boxes(picture))
        return (*self._bearings.focus(picture, self._frames), *outcome.reports)

    def _leave(self, blob: Blob, held: Sequence[Token], outcome: Outcome) -> None:
        """What becomes of a blob that was read: what is unclear in it is simply read again with the next frame."""
        if any(token in outcome.perched for token in held):
            self._scene.set_aside(blob, due=PERCHED)
        elif any(token in outcome.unclear for token in held):
            return
        elif any(token in outcome.unsettled for token in held):
            self._scene.set_aside(blob)
        else:
            self._scene.absorb(blob)

    def _look(self, picture: Frame, blobs: Sequence[Blob]) -> Look:
        ground, zoom, last = self._ground(picture), _zoom(picture), self._afresh == self._frames

        def under(token: Token) -> list[Blob]:
            return [blob for blob in blobs if _holds(blob, ground.pixel(token), zoom)]

        def rested(box: Box) -> int:
            return _stillness(blob for blob in blobs if _holds(blob, box.centre, zoom))

        touched = [token for token in self._table.tokens if under(token)]
        cuttings = [self._cutting(blob, picture) for blob in blobs]
        lying = [_box(token, ground) for token in touched]
        cuttings += [_around(box, ground) for box in lying]  # or some would be seen cut in two
        sight = look_at(self._see, picture, self._bare, cuttings, ground, lying)
        readings = self._looks.put_together(sight.readings, self._frames, rested)
        seen = [ground.token(reading) for reading in readings]
        change = compare(touched, [token for token in seen if under(token) and ground.is_plausible(token)])
        missed = self._looks.missed(token for token in change.gone if _seems_there(token, change, sight, ground))
        return Look(
            ground,
            change.without(missed),
            tuple(token for token in self._table.tokens if token not in touched),
            missed,
            sight.crowds,
            lambda token: any(_was_set_down(blob) for blob in under(token)),
            lambda token: last or _stillness(under(token)) >= PERCHED,
            lambda token: last or self._looks.enough(token.reading),
        )

    def _cutting(self, blob: Blob, picture: Frame) -> Box:
        margin = self._ground(picture).margin_share * WORKING_WIDTH
        left, top, right, bottom = blob.grown(margin, _zoom(picture))
        return Box.from_edges(left, top, int(right) + 1, int(bottom) + 1)

    def _boxes(self, picture: Frame) -> list[Box]:
        """Where in the picture everything is seen that is known to lie there."""
        ground = self._ground(picture)
        return [_box(token, ground) for token in self._table.tokens]

    @property
    def _hand_share(self) -> float:
        return self._over(WORKING_WIDTH, self._scene.height).hand_share

    def _ground(self, picture: Frame) -> Ground:
        return self._over(picture.shape[1], picture.shape[0])

    def _over(self, width: int, height: int) -> Ground:
        return Ground((width, height), self._field, self._bearings.registration, self._die_mm)


def _placed(token: Token, ground: Ground) -> Token:
    """A token that was known in pixels, as it lies on this ground: where it is, and not where it was told of."""
    _, _, width, height = token.reading.box
    box = Box(int(token.at[0] - width / 2), int(token.at[1] - height / 2), width, height)
    return replace(ground.token(replace(token.reading, box=box)), reading=token.reading)


def _zoom(picture: Frame) -> float:
    width: int = picture.shape[1]
    return width / WORKING_WIDTH


def _box(token: Token, ground: Ground) -> Box:
    """Where it lies in the still frame."""
    (x, y), (_, _, width, height) = ground.pixel(token), token.reading.box
    return Box(int(x - width / 2), int(y - height / 2), width, height)


def _around(box: Box, ground: Ground) -> Box:
    """The box with what is to be seen around it."""
    return box.expanded(round(ground.margin_share * ground.size[0]))


def _seems_there(gone: Token, change: Change, sight: Sight, ground: Ground) -> bool:
    """Whether something lies where ``gone`` lay, and nothing else was read there."""
    there = any(thing.contains(ground.pixel(gone)) for thing in sight.things)
    return there and not any(found.token.lies_upon(gone) for found in change.found)


def _holds(blob: Blob, pixel: Point, zoom: float) -> bool:
    left, top, right, bottom = blob.grown(NEARBY, zoom)
    return left <= pixel[0] <= right and top <= pixel[1] <= bottom


def _stillness(blobs: Iterable[Blob]) -> int:
    """Frames since anything moved in any of them; 0 for none."""
    return min((blob.still for blob in blobs), default=0)


def _was_set_down(blob: Blob) -> bool:
    """Whether nothing has moved there since a hand was over it: what lies there left the hand at rest."""
    return blob.uncovered - blob.still <= SET_DOWN
