"""What an owner's own pieces look like, fitted to looks at his board of which it is known what stood where.

Method: the colour of each team's pieces is modelled as that of a taught die is (`vision.enrolled.color_model`), and
counts besides the colour's name, so that another lamp finds no fewer of them. How narrow the model is and how wide a
foot, is chosen among a few. Rule kept here: what was fitted to half of the looks is tried on the other half, beside
what was used before; it is better only if it tells more there, and nothing more wrongly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace

import cv2
import numpy as np

from vision.board.board_reader import SeenBoard, look_at
from vision.board.marked_places import MarkedPlaces, PlaceName
from vision.board.piece_colors import PieceColor
from vision.board.rectified import RectifiedBoard
from vision.enrolled.color_model import ColorModel, body_color
from vision.geometry.registration import Lens, Registration
from vision.types import Box, Floats, Frame, Point

NARROWNESS, WIDTHS = (0.25, 0.1, 0.5), (0.8, 1.25)
"""Factors of a colour's covariance, and of a foot's width, that are tried."""
FEWEST_LOOKS, FEWEST_PIECES = 8, 6
"""Looks, and pieces of a colour in those that it is fitted to, below which nothing is."""
QUALITY = 95
"""Of the JPEG that a look is kept as; its colours are as sharp as its light."""


@dataclass(frozen=True, eq=False)
class PieceFit:
    """What was fitted: the colours of pieces by name, and by which factor their feet are wider than a board says."""

    models: Mapping[str, ColorModel] = field(default_factory=dict)
    width: float = 1.0

    def learned(self, color: PieceColor) -> PieceColor:
        """A colour with what was learned of pieces in it."""
        return replace(color, learned=self.models.get(color.name))

    def places(self, places: MarkedPlaces) -> MarkedPlaces:
        """The places of a board, for pieces with such feet."""
        return replace(places, piece=places.piece * self.width)


@dataclass(frozen=True, eq=False)
class ConfirmedLook:
    """A board at rest, from above, as a JPEG, and what stood there.

    Attributes:
        view: how that picture shows the board.
        held: the colour of the piece at each place, empty for none.
        feet: where the feet of pieces were seen, mm.
    """

    jpeg: bytes
    view: Registration
    held: Mapping[PlaceName, str]
    feet: tuple[Point, ...]

    @classmethod
    def of(cls, board: RectifiedBoard, seen: SeenBoard, held: Mapping[PlaceName, str]) -> ConfirmedLook:
        """What is known to stand on a board that was looked at."""
        sharp = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
        settings = [cv2.IMWRITE_JPEG_QUALITY, QUALITY, *sharp]
        _, jpeg = cv2.imencode(".jpg", board.picture, settings)
        return cls(jpeg.tobytes(), _view(board), held, tuple(piece.foot for piece in seen.pieces))

    @property
    def picture(self) -> Frame:
        """The board."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _view(board: RectifiedBoard) -> Registration:
    """How a rectified picture shows its board."""
    height, width = board.picture.shape[:2]
    scale, (x, y) = board.scale, board.below_eye
    flat = np.array(
        ((scale, 0, -scale * board.left - 0.5), (0, -scale, scale * board.top - 0.5), (0, 0, 1)), np.float64
    )
    lens = Lens((width, height), (1.0, 1.0), (0.0, 0.0))
    return Registration(lens, flat, (x, y, board.eye_height), 0.0, ())


@dataclass(frozen=True)
class LookTally:
    """Places that were told right, asked about and told wrong."""

    right: int = 0
    asked: int = 0
    wrong: int = 0

    def __add__(self, other: LookTally) -> LookTally:
        return LookTally(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    def is_better(self, than: LookTally) -> bool:
        """Whether more is told, and no more of it is wrong."""
        return self.right > than.right and self.wrong <= than.wrong


@dataclass(frozen=True, eq=False)
class FitTrial:
    """What was fitted, and what is told of looks that it was not fitted to, before and with it."""

    fit: PieceFit
    before: LookTally
    after: LookTally

    @property
    def is_better(self) -> bool:
        """Whether it is to be used from now on."""
        return self.after.is_better(self.before)


def tried_fit(
    looks: Sequence[ConfirmedLook], places: MarkedPlaces, colors: Sequence[PieceColor], now: PieceFit
) -> FitTrial | None:
    """Fit to every second look, and try it on the others; None where there are too few, or nothing else is better.

    Args:
        looks: at the same pieces.
        places: of the board.
        colors: of the pieces, without what was learned.
        now: what was learned before.
    """
    if len(looks) < FEWEST_LOOKS:
        return None
    known, others = looks[::2], looks[1::2]
    paints = {color.name: _paints(known, color.name, places) for color in colors}
    models = {name: ColorModel.of(seen) for name, seen in paints.items() if len(seen) >= FEWEST_PIECES}
    narrower = [PieceFit({**now.models, **_narrowed(models, share)}, now.width) for share in NARROWNESS if models]
    best = _best((now, *narrower), known, places, colors)
    best = _best((best, *(replace(best, width=now.width * width) for width in WIDTHS)), known, places, colors)
    if best is now:
        return None
    return FitTrial(best, tally_of(others, places, colors, now), tally_of(others, places, colors, best))


def _narrowed(models: Mapping[str, ColorModel], share: float) -> dict[str, ColorModel]:
    return {name: replace(model, covariance=model.covariance * share) for name, model in models.items()}


def _best(
    fits: Sequence[PieceFit], looks: Sequence[ConfirmedLook], places: MarkedPlaces, colors: Sequence[PieceColor]
) -> PieceFit:
    """The one by which most is told; of equals the first."""
    best, most = fits[0], tally_of(looks, places, colors, fits[0])
    for fit in fits[1:]:
        tally = tally_of(looks, places, colors, fit)
        if tally.is_better(most):
            best, most = fit, tally
    return best


def tally_of(
    looks: Sequence[ConfirmedLook], places: MarkedPlaces, colors: Sequence[PieceColor], fit: PieceFit
) -> LookTally:
    """What is told of looks with these colours."""
    learned = tuple(map(fit.learned, colors))
    return sum((_tally(look, fit.places(places), learned) for look in looks), LookTally())


def _tally(look: ConfirmedLook, places: MarkedPlaces, colors: Sequence[PieceColor]) -> LookTally:
    seen = look_at(look.picture, look.view, places, colors)
    states = [(seen.places[name].holds, held) for name, held in look.held.items() if name in seen.places]
    asked = sum(holds is None for holds, _ in states)
    right = sum(holds == held for holds, held in states)
    return LookTally(right, asked, len(states) - asked - right)


def _paints(looks: Sequence[ConfirmedLook], name: str, places: MarkedPlaces) -> list[Floats]:
    """The colours of all pieces that are known to be of that team, L*, a*, b*."""
    return [color for look in looks for color in _paints_in(look, name, places)]


def _paints_in(look: ConfirmedLook, name: str, places: MarkedPlaces) -> Iterator[Floats]:
    picture, side = look.picture, round(places.piece * look.view.homography[0, 0])
    for foot in look.feet:
        at, away = places.nearest(foot)
        if away <= places.reach and look.held.get(at) == name:
            x, y = look.view.to_pixels(np.array([foot]))[0]
            yield body_color(picture, Box(round(x - side / 2), round(y - side / 2), side, side))
