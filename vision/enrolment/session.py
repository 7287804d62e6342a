"""Enrolling one die: ask for a face, look at it when it lies still, keep it or say what is wrong, ask for the next.

A state machine without any I/O: frames and answers go in, prompts come out, and its driver (a terminal, a page) keeps
`EnrolmentSession.die` after every `Kept`. Rule kept here: a picture whose label could be wrong is never kept without
the owner's word, because a wrong prototype is worse than none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from vision.enrolled.matcher import VALUES, EnrolledDie, EnrolledSample, sample_of, values_by_texture
from vision.enrolment.capture import Unusable, is_unchanged, is_unsteady, outline_trouble, picture_trouble
from vision.geometry.tilt import TiltField
from vision.reader import DiceReader
from vision.readings import DieReading, PictureReader, Reading
from vision.recognition.classifiers import upright_views
from vision.recognition.crops import NUMERAL_CROP, ImagePyramid
from vision.recognition.decision import read_die
from vision.recognition.outputs import D10_KIND
from vision.recognition.posterior import die_kind
from vision.recognition.scores import TokenOutputs, UprightScores
from vision.tracking.events import Cocked, OutOfTray, Report, Thrown, Waiting
from vision.tracking.tracker import TakeStill, ThrowTracker
from vision.types import Box, Frame

STILLS = 5
"""Stills that make one picture of a face: their mean has half the noise of one."""
SAME_FACE = 0.82
"""Cosine from which two embeddings are of the same face."""
ANOTHER = 30.0
"""Squared Mahalanobis distance from which the die has another colour than in its earlier pictures."""
NUDGE = 150
"""Frames without any event after which there is advice what to do: ten seconds."""
FEW = 3
"""Faces that must be known before their colour says what the others' should be."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The face was taken; `EnrolmentSession.die` has it."""

    value: int


Doubt = Literal["chip", "no-d10", "another-face", "another-die", "shown-before"]
"""Why the label of a picture may be wrong."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The picture is kept only if the owner says `EnrolmentSession.accept`; ``seen`` is the face that it looks like."""

    why: Doubt
    seen: int = 0


Outcome = Kept | Unusable | Doubtful


class EnrolmentSession:
    """Enrols one die.

    Args:
        reader: of single pictures.
        name: that its owner gives the die.
        die: as known from an earlier enrolment, which then goes on.
        faces: the values to ask for; those that ``die`` lacks if None.
        make_tracker: makes the `ThrowTracker`, from a reader.
        settled: every frame shows the die at rest, as pictures in a folder do.
    """

    def __init__(
        self,
        reader: DiceReader,
        name: str,
        die: EnrolledDie | None = None,
        faces: Iterable[int] | None = None,
        *,
        make_tracker: Callable[[PictureReader], ThrowTracker] = ThrowTracker,
        settled: bool = False,
    ) -> None:
        self._reader = reader
        self.die = die or EnrolledDie(name, ())
        self._faces = [value for value in VALUES if value not in self.die.shown] if faces is None else list(faces)
        self._settled, self._crowded = settled, False
        self._place = self._attempt = self._waited = 0
        self._tracker = make_tracker(self._onlooker)
        self._tracker.rereads = True
        self._sitting: tuple[list[Frame], Box] | None = None
        self._judged: tuple[Box, Frame] | None = None
        self._doubted: EnrolledSample | None = None

    @property
    def asked(self) -> int | None:
        """The face to be put up, 1 to 10; None once all were asked for."""
        return self._faces[self._place] if self._place < len(self._faces) else None

    @property
    def is_at_its_beginning(self) -> bool:
        """Whether the first face is asked for, and nothing doubted, so that `redo` has nothing to take back."""
        return self._place == 0 and self._doubted is None

    @property
    def progress(self) -> tuple[int, int]:
        """How many faces are known, of how many."""
        return len(self.die.shown), len(VALUES)

    @property
    def is_doubted(self) -> bool:
        """Whether a picture waits for `accept`."""
        return self._doubted is not None

    # -- what the owner says

    def accept(self) -> Kept | None:
        """Keep the picture that was doubted; None if there is none."""
        sample, self._doubted = self._doubted, None
        return None if sample is None else self._keep(sample)

    def redo(self) -> None:
        """Ask again: for this face if its picture was doubted, else for the one before."""
        if self._doubted is None:
            self._place = max(self._place - 1, 0)
        self._look_again()

    def skip(self) -> None:
        """Leave this face out; it can be shown another day."""
        self._place = min(self._place + 1, len(self._faces))
        self._waited = 0
        self._look_again()

    def caught_up(self, known: EnrolledDie | None) -> EnrolledDie:
        """The die, with what a game or another enrolment has kept of it since this one began."""
        if known is None:
            return self.die
        shown = [sample for sample in self.die.samples if not sample.corrected]
        theirs = [sample for sample in known.samples if sample.corrected or sample.value not in self.die.shown]
        if len(theirs) + len(shown) > len(self.die.samples):
            both = replace(self.die, samples=(*theirs, *shown), network="")
            self.die = self._reader.enrolled.refreshed(both)
        return self.die

    # -- what the camera sees

    def see(self, frame: Frame, still: TakeStill | None = None) -> Outcome | None:
        """Take in the next frame; ``still`` takes a still of the same moment. Mostly nothing comes of it."""
        take = still or (lambda: frame)
        if self.asked is None:
            return None
        if self._settled:
            picture = take()
            dice = self._reader.classify(picture)
            return self._judge(picture, dice[0]) if len(dice) == 1 else _count_trouble(len(dice))
        outcome = self._watch(frame, take) if self._sitting is None else self._pose(*self._sitting, take())
        outcome = outcome or self._nudge()
        if outcome is not None:
            self._waited = NUDGE
            self._look_again(keep_doubt=True)
        return outcome

    def _watch(self, frame: Frame, take: TakeStill) -> Outcome | None:
        reports = self._tracker.update(frame, take)
        if any(isinstance(report, Thrown) for report in reports) or (self._crowded and len(self._laid) == 1):
            picture = take()
            there = self._there(picture)
            self._crowded = len(there) > 1  # which of them was meant is unknown, until one is left
            if not self._crowded and self._lies_as_judged(picture):
                self._look_again(keep_doubt=True)
                return None
            self._doubted = self._judged = None  # an OK from now on is meant for what has been laid down since
            if self._crowded:
                return _count_trouble(len(there))
            return self._pose([], there[0].box, picture)
        return next(filter(None, map(_trouble, reports)), None)

    def _lies_as_judged(self, picture: Frame) -> bool:
        """Whether something was over the die, and no more."""
        return self._judged is not None and is_unchanged(_cut(picture, self._judged[0]), self._judged[1])

    def _nudge(self) -> Outcome | None:
        """Advice if nothing happens, once a face: a die may lie there that was never laid down."""
        self._waited += self._sitting is None
        if self._waited != NUDGE:
            return None
        return Unusable("not-laid")

    @property
    def _laid(self) -> list[DieReading]:
        """The dice that were laid down since the enrolment began; what had lain there before is read as attempt 0."""
        read = (token.reading for token in self._tracker.tokens)
        return [one for one in read if isinstance(one, DieReading) and one.value]

    def _there(self, picture: Frame) -> list[DieReading]:
        """The same as far as they are seen: one that was lifted while the camera was bumped is remembered still."""
        laid = self._laid
        if len(laid) == 1:
            return laid
        pieces = [self._tracker.cut_out(picture, one.box) for one in laid]
        seen = [self._reader.classify(piece, tilt_field=tilt_field) for piece, tilt_field in pieces]
        return [one for one, there in zip(laid, seen, strict=True) if there] or laid

    def _pose(self, stills: list[Frame], box: Box, picture: Frame) -> Outcome | None:
        """Take one more still of the die; with the last of them, judge their mean."""
        piece, tilt_field = self._tracker.cut_out(picture, box)
        stills.append(piece)
        self._sitting = (stills, box) if len(stills) < STILLS else None
        if self._sitting is not None:
            return None
        if is_unsteady(stills):
            return Unusable("moved")
        self._judged = box, _cut(picture, box)
        average = np.asarray(np.rint(np.mean(stills, axis=0)), np.uint8)
        found = self._reader.classify(average, tilt_field=tilt_field)
        if not found:
            return _count_trouble(0)
        x, y = piece.shape[1] / 2, piece.shape[0] / 2
        nearest = min(found, key=lambda one: math.dist(one.pose.bounds.centre, (x, y)))
        return self._judge(average, nearest)

    def _onlooker(self, frame: Frame, /, *, tilt_field: TiltField | None) -> tuple[Reading, ...]:
        """For the tracker: each die there is this one, and shows another face in every attempt, so that none is old."""
        attempt, self._attempt = self._attempt, max(self._attempt, 1)
        boxes = [one.pose.bounds.box for one in self._reader.classify(frame, tilt_field=tilt_field)]
        return tuple(DieReading("d10", self.die.name, attempt, 1.0, (), box) for box in boxes)

    def _look_again(self, *, keep_doubt: bool = False) -> None:
        self._attempt += 1
        self._sitting = None
        self._doubted = self._doubted if keep_doubt else None

    # -- whether a picture will do

    def _judge(self, picture: Frame, outputs: TokenOutputs) -> Outcome:
        self._doubted = None
        if (trouble := outline_trouble(picture, outputs.pose.bounds)) is not None:
            return trouble
        value = self.asked or 0
        pose = self._reader.pose_showing(picture, outputs, value % len(VALUES))
        views = upright_views(ImagePyramid(picture), pose, NUMERAL_CROP)
        if (trouble := picture_trouble(views)) is not None:
            return trouble
        poses = [pose] if pose is outputs.pose else [pose, outputs.pose]
        sample, *as_seen = (sample_of(picture, each, value) for each in poses)
        doubt = self._doubt(outputs, [sample, *as_seen])
        if doubt is None:
            return self._keep(sample)
        self._doubted = sample
        return doubt

    def _doubt(self, outputs: TokenOutputs, views: list[EnrolledSample]) -> Doubtful | None:
        """Why the label may be wrong, of a die as it is kept and, if that differs, as it was classified; or None."""
        sample, parameters, upright = views[0], self._reader.parameters, outputs.upright
        if outputs.scores.is_chip:
            return Doubtful("chip")
        if die_kind(outputs.scores, outputs.face, parameters) != D10_KIND or not isinstance(upright, UprightScores):
            return Doubtful("no-d10")
        named = read_die(outputs.token, upright, "", 0.0, parameters=parameters).value
        if named is not None and named != sample.value:
            return Doubtful("another-face", named)
        firm = [old for old in self.die.samples if not old.corrected]
        if len(firm) >= FEW and self.die.color_model.distance(sample.color) > ANOTHER:
            return Doubtful("another-die")
        same = next(filter(None, map(self._shown_before, views)), None) if named is None else None
        return None if same is None else Doubtful("shown-before", same)

    def _shown_before(self, sample: EnrolledSample) -> int | None:
        """Another face that looks the same, or has the same texture, if one was shown."""
        if not self.die.samples:
            return None
        enrolled = self._reader.enrolled
        die = enrolled.refreshed(self.die)
        cosines = die.prototypes @ enrolled.embedder(ImagePyramid(sample.picture), sample.pose)
        same = cosines.max() >= SAME_FACE
        likest = int(np.argmax(cosines)) + 1 if same else values_by_texture(die, sample.picture, sample.pose)
        return likest if likest != sample.value else None

    def _keep(self, sample: EnrolledSample) -> Kept:
        self.die = self._reader.enrolled.refreshed(self.die.with_sample(sample))
        self.skip()
        return Kept(sample.value)


def _cut(picture: Frame, box: Box) -> Frame:
    return picture[box.slices].copy()


def _count_trouble(count: int) -> Unusable:
    return Unusable("several" if count else "no-die", count)


def _trouble(report: Report) -> Unusable | None:
    match report:
        case Cocked():
            return Unusable("leans")
        case OutOfTray():
            return Unusable("outside")
        case Waiting(why="covered"):
            return Unusable("covered")
        case Waiting():
            return Unusable("touches")
    return None
