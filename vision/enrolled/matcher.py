"""Dice that their owner has shown: each face once seen is a prototype, and a new embedding is compared with all ten.

The networks know what numerals look like in general, the prototypes what these ten look like in particular. Both are
probabilities and are multiplied. If the result is unsure, textures are correlated as well. Rules kept here: a die of
another colour than any enrolled one reads as if none were enrolled, and only one of its very colour takes its name; a
value is accepted only if two of three name it, network, prototypes and texture, or a texture stands out; and what
players corrected later never outweighs what the owner showed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from vision.enrolled.color_model import ALIKE, RELIT, ColorModel, body_color
from vision.enrolled.embedding import FaceEmbedder, unit
from vision.enrolled.texture import correlations, patches
from vision.geometry.numbering import Numbering
from vision.geometry.tilt import NO_TILT, Tilt
from vision.readings import DieReading
from vision.recognition.crops import ImagePyramid, rectified_view
from vision.recognition.decision import MIN_POSE_CONSISTENCY, accept_or_abstain
from vision.recognition.detections import Bounds
from vision.recognition.parameters import SHIPPED, Parameters
from vision.recognition.pose import TopFacePose
from vision.recognition.posterior import AdjacentFaces, inferred_numbering
from vision.types import Box, Floats, Frame, Point

FACES = 10
VALUES = range(1, FACES + 1)
MARGIN = 2.0
"""Side of a kept picture over the longer side of the die: room enough to turn every view that is cut from it."""
LARGEST = 160
"""Most pixels a side of a kept picture."""
MOST_CORRECTIONS = 5
"""Corrections kept for a face; the oldest goes first."""
CORRECTION_WEIGHT = 1 / 3
"""Weight of all corrections of a face together, at most, beside what the owner showed."""
CONTRARY = 0.05
"""By how much a correction may look more like another face that was shown and still be believed."""


@dataclass(frozen=True)
class Weighing:
    """How a view of an enrolled die is weighed.

    Distances are 1 less a cosine or a correlation, and compared by their ratio: in a clear view the right face is near
    and every other one far all the same, in a blurred one all are about as far. Fitted on dice of the training set.

    Attributes:
        sharpness: power by which a face gets less likely the farther its prototype is; ``texture_``… likewise.
        nearest: what is added to every distance of a prototype; ``texture_``… likewise.
        naming: factor from a cosine to a log-probability of which die it is, of several of like colour.
        familiar: cosine to the nearest prototype below which none of the faces that were shown is seen.
        familiar_relit: the same in other light.
        least: the correlation that a face's texture must reach to name it.
        apart: how many times nearer than the next it must be.
        fewest: faces that must be known before a texture names one: a face alone fits whatever is blurred.
    """

    sharpness: float = 10.0
    nearest: float = 0.02
    naming: float = 20.0
    familiar: float = 0.45
    familiar_relit: float = 0.7
    texture_sharpness: float = 24.0
    texture_nearest: float = 0.2
    least: float = 0.5
    apart: float = 1.6
    fewest: int = 2


WEIGHING = Weighing()


@dataclass(frozen=True, eq=False)
class EnrolledSample:
    """One labelled picture of a die, as from straight above if the camera's tilt was known; sizes are in its pixels.

    Attributes:
        value: of the face on top, 1 to 10.
        picture: BGR, square, the die in its middle.
        centre: x, y of the top numeral, whose up is at ``angle`` (radians clockwise from the picture's up).
        size: longer side of the die.
        across: square root of its box's area: its size if it lies askew.
        corrected: by a player during a game; else the owner showed it.
        slope: as of a `vision.geometry.tilt.Tilt`.
    """

    value: int
    picture: Frame
    centre: Point
    angle: float
    height: float
    size: float
    across: float
    corrected: bool = False
    slope: Point = NO_TILT.slope

    @cached_property
    def color(self) -> Floats:
        """Of the die's body; see `vision.enrolled.color_model`."""
        left, side = round((len(self.picture) - self.size) / 2), round(self.size)
        return body_color(self.picture, Box(left, left, side, side))

    @property
    def pose(self) -> TopFacePose:
        """How the die lies in the picture; its bounds have the area of the die's box."""
        middle, half = len(self.picture) / 2, self.across / 2
        bounds = Bounds(middle - half, middle - half, middle + half, middle + half)
        return TopFacePose(bounds, self.centre, self.angle, self.height, Tilt(NO_TILT.stretch, self.slope))


def sample_of(picture: Frame, pose: TopFacePose, value: int, *, corrected: bool = False) -> EnrolledSample:
    """Cut a sample out of the picture in which a die lies so."""
    bounds = pose.bounds
    side = max(round(bounds.size * MARGIN), 1)
    pixels = min(side, LARGEST)
    matrix = rectified_view(bounds.centre, side, 0.0, pixels, pose.tilt)
    zoom = pixels / side
    x, y = matrix @ (*pose.centre, 1.0)
    angle, height = pose.upright
    size, across = min(bounds.size * zoom, pixels), min(np.sqrt(bounds.area) * zoom, pixels)
    crop = ImagePyramid(picture).view(matrix, pixels)
    lies = (float(x), float(y)), angle, height * zoom, size, float(across)
    return EnrolledSample(value, crop, *lies, corrected, pose.tilt.slope)


def sample_seen(picture: Frame, reading: DieReading, value: int) -> EnrolledSample | None:
    """The sample that a player's correction of ``reading`` makes; None if its numeral's pose is not known."""
    lies = reading.numeral
    if lies is None:
        return None
    pose = TopFacePose(Bounds(*reading.box.edges), lies.centre, lies.angle, lies.height, lies.tilt)
    return sample_of(picture, pose, value, corrected=True)


@dataclass(frozen=True, eq=False)
class EnrolledDie:
    """A die as its owner showed it.

    Attributes:
        samples: its labelled pictures, in the order they came.
        prototypes: the faces' embeddings: unit vectors, shape (10, D), 1 first; zero if unknown.
        network: fingerprint of the networks that made them, and read the numbering.
        numbering: None if it is not known for certain.
    """

    name: str
    samples: tuple[EnrolledSample, ...]
    prototypes: Floats = field(default_factory=lambda: np.zeros((FACES, 0), np.float32))
    network: str = ""
    numbering: Numbering | None = None

    @cached_property
    def color_model(self) -> ColorModel:
        """Its colour, from what the owner showed."""
        return ColorModel.of([sample.color for sample in self.samples if not sample.corrected])

    @property
    def shown(self) -> tuple[int, ...]:
        """The faces that its owner has shown, in order."""
        return tuple(sorted({sample.value for sample in self.samples if not sample.corrected}))

    @cached_property
    def patterns(self) -> dict[int, Floats]:
        """The texture of each face that was shown: its index, 0 to 9 -> `vision.enrolled.texture.patches`."""
        firm = [sample for sample in self.samples if not sample.corrected]
        return {sample.value - 1: patches(sample.picture, sample.pose) for sample in firm}

    def with_sample(self, sample: EnrolledSample) -> EnrolledDie:
        """The die with one more sample; showing a face again replaces it, a correction pushes out the oldest."""
        like = [old for old in self.samples if (old.value, old.corrected) == (sample.value, sample.corrected)]
        out = like[: 1 - MOST_CORRECTIONS] if sample.corrected else like
        return replace(self, samples=(*(old for old in self.samples if old not in out), sample), network="")

    def without_corrections(self) -> EnrolledDie:
        """The die as its owner showed it."""
        return replace(self, samples=tuple(old for old in self.samples if not old.corrected), network="")


def prototypes(samples: Iterable[tuple[EnrolledSample, Floats]]) -> Floats:
    """Each face's prototype, shape (10, D), from samples with their embeddings (D,); zero for a face never shown."""
    known = list(samples)
    firm = [[one for sample, one in known if not sample.corrected and sample.value == value] for value in VALUES]
    late = [[one for sample, one in known if sample.corrected and sample.value == value] for value in VALUES]
    blank = np.zeros(len(known[0][1]), np.float32)
    shown = np.array([unit(np.sum(looks, axis=0)) if looks else blank for looks in firm])
    return np.array([_corrected(shown, place, late[place]) for place in range(FACES)])


def _corrected(shown: Floats, place: int, corrections: list[Floats]) -> Floats:
    """The prototype at ``place``, drawn a little towards its corrections, but for those that are more like another."""
    believed = [one for one in corrections if shown[place] @ one >= (shown @ one).max() - CONTRARY]
    if not believed or not shown[place].any():
        return np.asarray(shown[place])
    return unit(shown[place] + CORRECTION_WEIGHT * len(believed) / MOST_CORRECTIONS * np.mean(believed, axis=0))


class EnrolledDice:
    """The enrolled ``dice``, which any thread may assign, and how a view of one is weighed."""

    def __init__(self, embedder: FaceEmbedder, parameters: Parameters = SHIPPED, weighing: Weighing = WEIGHING) -> None:
        self.embedder, self._parameters, self._weighing = embedder, parameters, weighing
        self._looks: WeakKeyDictionary[EnrolledSample, Floats] = WeakKeyDictionary()
        self._adjacent: WeakKeyDictionary[EnrolledSample, AdjacentFaces] = WeakKeyDictionary()
        self._ready: dict[EnrolledDie, EnrolledDie] = {}
        self.dice: tuple[EnrolledDie, ...] = ()

    def refreshed(self, die: EnrolledDie) -> EnrolledDie:
        """The die with these networks' prototypes and numbering; itself if they made it."""
        if die.network == self.embedder.fingerprint or not die.samples:
            return die
        made = prototypes((sample, self._look_at(sample)) for sample in die.samples)
        return replace(die, prototypes=made, network=self.embedder.fingerprint, numbering=self._numbering(die))

    def _numbering(self, die: EnrolledDie) -> Numbering | None:
        """By all ten faces as its owner showed them; with fewer nothing is certain."""
        firm = [sample for sample in die.samples if not sample.corrected]
        if len(die.shown) < FACES:
            return None
        return inferred_numbering({s.value % FACES: self._look_at_adjacent(s) for s in firm}, self._parameters)

    def _look_at_adjacent(self, sample: EnrolledSample) -> AdjacentFaces:
        if sample not in self._adjacent:
            self._adjacent[sample] = self.embedder.adjacent_scores(ImagePyramid(sample.picture), sample.pose)
        return self._adjacent[sample]

    def _look_at(self, sample: EnrolledSample) -> Floats:
        if sample not in self._looks:
            self._looks[sample] = self.embedder(ImagePyramid(sample.picture), sample.pose)
        return self._looks[sample]

    def refine(
        self,
        picture: Frame,
        pose: TopFacePose,
        reading: DieReading,
        threshold: float,
        renumbered: Callable[[Numbering], DieReading] | None = None,
    ) -> DieReading:
        """What the networks' ``reading`` of a die in ``picture`` becomes if it is of an enrolled die; itself if not.

        ``threshold`` is the probability from which a value is accepted; ``renumbered`` gives the networks' reading of a
        die with a known numbering.
        """
        if reading.kind != "d10" or reading.evidence is None or not self.dice:
            return reading
        # Step 1: which enrolled die it may be, by its colour; under another lamp the limit is wider.
        self._ready = {die: self._ready.get(die) or self.refreshed(die) for die in self.dice}
        color = body_color(picture, reading.box)
        own = [die for die in _colored(self._ready.values(), color, ALIKE) if die.color_model.is_lit_alike(color)]
        alike = own or _colored(self._ready.values(), color, RELIT)
        if not alike:
            return reading
        # Step 2: of these the die one of whose faces has the nearest embedding, by cosine similarity.
        seen = self.embedder(ImagePyramid(picture), pose)
        weighing = self._weighing
        die = max(alike, key=lambda die: _fit(die, color, seen, weighing.naming))
        cosines = die.prototypes @ seen
        familiar = cosines.max() >= (weighing.familiar if own else weighing.familiar_relit)
        # Step 3: the networks' posterior under its numbering, times the faces' probabilities by embedding.
        upright = pose.consistency >= MIN_POSE_CONSISTENCY and familiar
        numbered = reading if renumbered is None or die.numbering is None or not upright else renumbered(die.numbering)
        named = replace(numbered, color=die.name) if own else numbered
        shares = face_shares(cosines, die.prototypes, weighing)
        judged = _judged(named, shares, cosines, threshold) if upright else named
        if judged.value is not None:
            return judged
        # Step 4: what is still unsure is compared with the stored texture of each face.
        both = set[int]()
        if familiar and named.evidence is not None and len(die.shown) == FACES:
            both = {int(np.argmax(named.evidence.posterior)), int(cosines.argmax())}
        return _refined_by_texture(judged, texture_scores(die, picture, pose, weighing), both, threshold, weighing)


def texture_scores(die: EnrolledDie, picture: Frame, pose: TopFacePose, weighing: Weighing = WEIGHING) -> Floats | None:
    """Each face's correlation with the texture that is seen, shape (10,); None if too few were shown."""
    faces = die.patterns
    if len(faces) < weighing.fewest:
        return None
    known = correlations(picture, pose, np.stack(list(faces.values())))
    fits = np.full(FACES, np.sort(known)[-2])
    fits[list(faces)] = known
    return fits


def values_by_texture(die: EnrolledDie, picture: Frame, pose: TopFacePose) -> int | None:
    """The value, 1 to 10, whose texture stands out; None if none does."""
    fits = texture_scores(die, picture, pose)
    return None if fits is None or not stands_out(fits) else int(fits.argmax()) + 1


def stands_out(fits: Floats, weighing: Weighing = WEIGHING) -> bool:
    """Whether one face's texture fits so well, and so much better than any other, that it is that face."""
    next_best, best = np.sort(fits)[-2:]
    near, far = (1 - fit + weighing.texture_nearest for fit in (best, next_best))
    return bool(best >= weighing.least and far >= weighing.apart * near)


def _refined_by_texture(
    reading: DieReading, fits: Floats | None, named_too: set[int], threshold: float, weighing: Weighing
) -> DieReading:
    """A reading with its posterior weighted by textures, if one stands out or is ``named_too``."""
    if reading.evidence is None or fits is None:
        return reading
    best = int(fits.argmax())
    if best not in named_too and not stands_out(fits, weighing):
        return reading
    shares = nearness(fits, weighing.texture_sharpness, weighing.texture_nearest)
    odds = (np.array(reading.evidence.posterior) + 1e-6) * shares
    return accept_or_abstain(reading, odds / odds.sum(), bool(odds.argmax() == best), threshold)


def _colored(dice: Iterable[EnrolledDie], color: Floats, limit: float) -> list[EnrolledDie]:
    """The dice whose colour this may be."""
    return [die for die in dice if die.shown and die.color_model.distance(color) <= limit]


def _fit(die: EnrolledDie, color: Floats, seen: Floats, naming: float) -> float:
    """Log-probability of a die's colour and of its likeliest face."""
    return naming * float((die.prototypes @ seen).max()) - die.color_model.distance(color) / 2


def face_shares(cosines: Floats, prototypes: Floats, weighing: Weighing = WEIGHING) -> Floats:
    """Probabilities of 1 to 10, shape (10,), by the prototypes alone; one not shown is as likely as the second."""
    known = np.linalg.norm(prototypes, axis=1) > 0
    next_best = np.sort(cosines[known])[-2:][0]
    return nearness(np.where(known, cosines, next_best), weighing.sharpness, weighing.nearest)


def nearness(fits: Floats, sharpness: float, nearest: float) -> Floats:
    """Probabilities, by how many times nearer one is than another; see `Weighing`."""
    far = 1 - fits + nearest
    lifted = (far.min() / far) ** sharpness
    return np.asarray(lifted / lifted.sum())


def _judged(reading: DieReading, shares: Floats, cosines: Floats, threshold: float) -> DieReading:
    if reading.evidence is None:
        return reading
    before = np.array(reading.evidence.posterior)
    odds = (before + 1e-6) * shares
    odds = odds / odds.sum()
    best = int(odds.argmax())
    agreed = bool(best == before.argmax() and (reading.evidence.agreed or best == cosines.argmax()))
    return accept_or_abstain(reading, odds, agreed, threshold)
