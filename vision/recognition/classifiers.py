"""Three witnesses for every token, so that one misreading is noticed.

The first sees the whole token, turned four ways: it names its kind, pips or word, and says where the numeral lies and
which way is up. By that it is set upright for the other two: one sees the numeral alone, the other the face around it
as well, and a digit is told only when they agree. Where it is known how the camera looks on, all see the token as from
straight above.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import cos, hypot, pi, sin

import numpy as np
import numpy.typing as npt

from vision.recognition.crops import (
    CLOSE,
    CLOSE_MARGIN,
    FLAT,
    WHOLE_MARGIN,
    WHOLE_SIZE,
    Crop,
    Halvings,
    Level,
    leant,
    level_view,
    standardised,
    up_angle,
)
from vision.recognition.detector import Sighting
from vision.recognition.network import OnnxNetwork
from vision.recognition.outputs import DIGITS, KINDS, NEITHER
from vision.recognition.outputs import TokenOutputLayout as Channels
from vision.types import Box, Floats, Matrix, Tensor

TURNS = tuple(turn * pi / 2 for turn in range(4))
"""By quarters of a circle, so that in each of them a silhouette's box is a box."""
ROUND = tuple(turn * pi / 6 for turn in range(12))
"""All round, for what may stand any way: in one of these a numeral or word is upright enough."""
NUDGES = tuple((tilt, stretch) for tilt in (-0.17, 0.0, 0.17) for stretch in (0.9, 1.1))
"""How the upright numeral is turned (radians) and zoomed for who sees it alone."""
FACE_NUDGES = ((0.0, 1.0),)
"""The same for who sees the face around it: more looks cost more and told nothing more."""
UPRIGHTNESS = 10.0
"""How little a look counts in which the chip's word does not stand upright: a quarter if it is 30 degrees off.

Of 205 rendered chips kept out of training 173 are told so, 163 if all looks count alike. More would tell a few more.
"""
SURELY_NONE = 0.95
"""How surely nothing must have been seen at a glance, so that it is not looked at again."""


@dataclass(frozen=True)
class Statement:
    """What the first witness says of one token, averaged over four turns.

    Attributes:
        box: the silhouette.
        shares: probabilities of 0 to 9, HIT, OUT and neither, shape (13,).
        middle: x, y of the numeral's or word's middle in the frame.
        angle: of its up, in radians clockwise from the frame's up.
        height: of the numeral in pixels.
        steadiness: 0 to 1, how well the four turns agree on which way is up.
        heads: from the numeral's foot to its head, as each look has it, pixels of the frame, shape (looks, 2).
        middles: where each look has its middle, likewise.
        pips: probabilities of 1 to 6 pips on top, shape (6,).
        kinds: probabilities of `vision.recognition.outputs.KINDS`, shape (6,).
        level: what undid the camera's tilt.
        face: what is said by who sees the top face set upright, shape (17,); see `vision.recognition.outputs`;
            None until it was asked.
    """

    box: Sighting
    shares: Floats
    middle: tuple[float, float]
    angle: float
    height: float
    steadiness: float
    pips: Floats = field(default_factory=lambda: np.full(6, 1 / 6))
    kinds: Floats = field(default_factory=lambda: np.eye(6)[0])
    level: Level = FLAT
    face: Floats | None = None
    heads: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    middles: Floats = field(default_factory=lambda: np.zeros((0, 2)))

    @property
    def each(self) -> list[Statement]:
        """How the numeral lies as each look alone has it."""
        lies = zip(self.heads.tolist(), self.middles.tolist(), strict=True)
        return [replace(self, middle=(x, y), angle=up_angle((a, b)), height=hypot(a, b)) for (a, b), (x, y) in lies]

    @property
    def digits(self) -> Floats:
        """Probabilities of 0 to 9, shape (10,): of the face set upright, where it was looked at so."""
        return self.shares[:DIGITS] if self.face is None else self.face[:DIGITS]

    @property
    def top(self) -> Box:
        """Where its top face lies, and nothing else: around the numeral, as large as who sees that alone is shown."""
        side = self.height * CLOSE_MARGIN
        x, y = (place - side / 2 for place in self.middle)
        return Box(round(x), round(y), round(side), round(side))


class WholeWitness:
    """Sees whole tokens.

    Args:
        network: the trained ``whole``.
    """

    def __init__(self, network: OnnxNetwork) -> None:
        self._network = network

    def glance(self, picture: Halvings, sightings: list[Sighting]) -> list[Sighting]:
        """Each sighting looked at once: its box corrected, its heat lowered by the share given to 'neither'.

        What seems none, but not surely, is looked at again upside down, and taken for what it then looks like if that
        looks more like a token.
        """
        seen = self._glanced(picture, sightings, TURNS[0])
        doubtful = [place for place, one in enumerate(seen) if one.kind == "none" and one.sureness < SURELY_NONE]
        again = self._glanced(picture, [sightings[place] for place in doubtful], TURNS[2])
        for place, upside_down in zip(doubtful, again, strict=True):
            seen[place] = max(seen[place], upside_down, key=lambda one: one.heat)
        return seen

    def _glanced(self, picture: Halvings, sightings: list[Sighting], turn: float) -> list[Sighting]:
        if not sightings:
            return []
        framings = [_framing(sighting, turn, FLAT) for sighting in sightings]
        answers = self._answers(picture, framings)
        return [_corrected(*parts) for parts in zip(sightings, answers, framings, strict=True)]

    def testify(self, picture: Halvings, box: Sighting, level: Level = FLAT) -> Statement:
        """Look at a token four ways, as from straight above where ``level`` tells how."""
        framings = [_framing(box, turn, level) for turn in TURNS]
        return _statement(box, self._answers(picture, framings), framings)

    def all_round(self, picture: Halvings, told: Statement) -> Statement:
        """The same token looked at all round: what it is and what it says, by the looks that show a word upright.

        Its ``heads`` and ``middles`` are what each of the twelve looks has for them; box, middle and angle stay as they
        were.
        """
        framings = [_framing(told.box, turn, told.level) for turn in ROUND]
        answers = self._answers(picture, framings)
        worth = _uprightness(answers)
        shares, kinds = (worth @ _softmax(answers[:, part]) for part in (Channels.LABELS, Channels.KINDS))
        heads, middles = _poses(answers, framings)
        return replace(told, shares=shares, kinds=kinds, heads=heads, middles=middles)

    def _answers(self, picture: Halvings, framings: list[Framing]) -> Tensor:
        views = np.stack([picture.view(framing.matrix, WHOLE_SIZE) for framing in framings])
        leans = np.array([framing.level.seen_turned(framing.turn) for framing in framings])
        return self._network(leant(views, leans))[:, :, 0, 0]


class UprightWitness:
    """Sees upright numerals.

    Args:
        network: the trained ``close``, or ``face``.
        crop: how much of the die it sees.
        nudges: how each view is turned and zoomed.
    """

    def __init__(
        self, network: OnnxNetwork, crop: Crop = CLOSE, nudges: Sequence[tuple[float, float]] = NUDGES
    ) -> None:
        self._network, self._crop, self._nudges = network, crop, nudges

    def testify(self, picture: Halvings, told: Statement) -> Floats:
        """Probabilities of 0 to 9, of 'no upright numeral' and of 1 to 6 pips, shape (17,)."""
        return self._shares(self.views(picture, told))

    def all_round(self, picture: Halvings, ways: Iterable[Statement]) -> Floats:
        """The same of a numeral that may stand in several ways, shape (ways, 17); nudged in size alone."""
        sizes = [(0.0, stretch) for tilt, stretch in self._nudges if tilt == 0]
        views = [upright_views(picture, told, self._crop, sizes) for told in ways]
        shares = _softmax(self._network(standardised(np.concatenate(views)))[:, :, 0, 0])
        return np.asarray(shares.reshape(-1, len(sizes), shares.shape[1]).mean(axis=1))

    def neighbours(self, picture: Halvings, matrices: list[Matrix | None]) -> list[Floats | None]:
        """The same of views that `vision.recognition.adjacent_faces` frames, one each; None if not seen."""
        seen = [picture.view(matrix, self._crop.size) for matrix in matrices if matrix is not None]
        if not seen:
            return [None] * len(matrices)
        shares = iter(_softmax(self._network(standardised(np.stack(seen)))[:, :, 0, 0]))
        return [None if matrix is None else next(shares) for matrix in matrices]

    def _shares(self, views: npt.NDArray[np.uint8]) -> Floats:
        return np.asarray(_softmax(self._network(standardised(views))[:, :, 0, 0]).mean(axis=0))

    def views(self, picture: Halvings, told: Statement) -> npt.NDArray[np.uint8]:
        """The top numeral set upright, a little askew and zoomed in as many ways as nudged, shape (N, S, S, 3)."""
        return upright_views(picture, told, self._crop, self._nudges)


def upright_views(
    picture: Halvings, told: Statement, crop: Crop, nudges: Sequence[tuple[float, float]] = NUDGES
) -> npt.NDArray[np.uint8]:
    """What ``crop`` shows of a die with its top numeral upright, once for each of the nudges, shape (N, S, S, 3)."""
    angle, height = upright(told)
    side, size = height * crop.margin, crop.size
    matrices = [level_view(told.middle, side * stretch, angle + tilt, size, told.level) for tilt, stretch in nudges]
    return np.stack([picture.view(matrix, size) for matrix in matrices])


def upright(told: Statement) -> tuple[float, float]:
    """Angle and height of the top numeral as seen from straight above."""
    x, y = told.level.stretch @ (told.height * np.array((sin(told.angle), -cos(told.angle))))
    return up_angle((x, y)), float(np.hypot(x, y))


@dataclass(frozen=True, eq=False)
class Framing:
    """How one view of a token is taken: the map to its pixels, shape (2, 3), and what turned and levelled it."""

    matrix: Matrix
    turn: float
    level: Level


def _framing(box: Sighting, turn: float, level: Level) -> Framing:
    side = box.size * WHOLE_MARGIN * level.room
    return Framing(level_view(box.centre, side, turn, WHOLE_SIZE, level), turn, level)


def _corrected(sighting: Sighting, answer: Tensor, framing: Framing) -> Sighting:
    labels, kinds = _softmax(answer[Channels.LABELS]), _softmax(answer[Channels.KINDS])
    heat = sighting.heat * float(1 - labels[NEITHER])
    likeliest = int(np.argmax(kinds))
    return replace(_boxed(_edges(answer, framing), heat), kind=KINDS[likeliest], sureness=float(kinds[likeliest]))


def _edges(answer: Tensor, framing: Framing) -> tuple[float, float, float, float]:
    """Left, top, right and bottom in the frame, from a view turned by quarters of a circle."""
    left, top, right, bottom = (answer[Channels.BOX] / 4 + 0.5) * WHOLE_SIZE
    (x0, y0), (x1, y1) = _back(framing.matrix, (left, top)), _back(framing.matrix, (right, bottom))
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _tightened(box: Sighting, answers: Tensor, framings: list[Framing]) -> Sighting:
    """The middle of what all views say, where no levelling has sheared them."""
    if framings[0].level is not FLAT:
        return box
    seen = [_edges(*one) for one in zip(answers, framings, strict=True)]
    return replace(_boxed(np.median(seen, axis=0), box.heat), room=box.room, laden=box.laden)


def _boxed(edges: Iterable[float], heat: float) -> Sighting:
    """A sighting with such edges, never narrower than can be looked at."""
    left, top, right, bottom = map(float, edges)
    return Sighting(left, top, max(right, left + 4), max(bottom, top + 4), heat)


def _statement(box: Sighting, answers: Tensor, framings: list[Framing]) -> Statement:
    heads, middles = _poses(answers, framings)
    lengths = np.hypot(*heads.T)
    up, middle = np.mean(heads / lengths[:, None], axis=0), np.median(middles, axis=0)
    return Statement(
        _tightened(box, answers, framings),
        _softmax(answers[:, Channels.LABELS]).mean(axis=0),
        (float(middle[0]), float(middle[1])),
        up_angle((float(up[0]), float(up[1]))),
        float(np.median(lengths)),
        float(np.hypot(*up)),
        _softmax(answers[:, Channels.PIPS]).mean(axis=0),
        _softmax(answers[:, Channels.KINDS]).mean(axis=0),
        framings[0].level,
        heads=heads,
        middles=middles,
    )


def _poses(answers: Tensor, framings: list[Framing]) -> tuple[Floats, Floats]:
    """The numeral's foot-to-head vectors and its middles in the frame, as each look has them, shape (looks, 2) each."""
    poses = [_pose(answer, framing.matrix) for answer, framing in zip(answers, framings, strict=True)]
    return np.array([head for head, _ in poses]), np.array([middle for _, middle in poses])


def _pose(answer: Tensor, matrix: Matrix) -> tuple[Floats, tuple[float, float]]:
    """The numeral's foot-to-head vector and its middle, in the frame, from one view's answer."""
    head = answer[Channels.UP] / max(float(np.hypot(*answer[Channels.UP])), 1e-6)
    height = float(np.exp(np.clip(answer[Channels.LOG_HEIGHT], -5, 0))) * WHOLE_SIZE
    middle = _back(matrix, tuple((answer[Channels.CENTRE] / 4 + 0.5) * WHOLE_SIZE))
    return np.linalg.solve(matrix[:, :2], height * head.astype(np.float64)), middle


def _uprightness(answers: Tensor) -> Floats:
    """How much each look counts, by how upright it has the word stand; together 1."""
    heads = answers[:, Channels.UP].astype(np.float64)
    near = np.exp(-UPRIGHTNESS * (1 + heads[:, 1] / np.maximum(np.hypot(*heads.T), 1e-6)))
    return np.asarray(near / near.sum())


def _back(matrix: Matrix, point: tuple[float, ...]) -> tuple[float, float]:
    """A view's point in the frame."""
    x, y = np.linalg.solve(matrix[:, :2], np.asarray(point, np.float64) - matrix[:, 2])
    return float(x), float(y)


def _softmax(scores: Tensor) -> Floats:
    lifted = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True))
