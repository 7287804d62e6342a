"""What a picture shows of a board: which piece stands where, where the ball lies, whether a hand is over them.

Rule kept here: likelihoods without rules of a game. What is below the operating point has no place or no colour, and
nothing is guessed from what was there before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Literal

import numpy as np

from vision.board.hand_over import HandOver, hand_over
from vision.board.marked_places import MarkedPlaces, PlaceName
from vision.board.piece_colors import PieceColor
from vision.board.piece_finder import (
    JOINED,
    TALLEST,
    ColoredBoard,
    ColoredPatch,
    LyingThing,
    colored,
    colored_patches,
)
from vision.board.piece_judge import JudgedPlaces, judged
from vision.board.piece_likelihood import likelihoods as patch_likelihoods
from vision.board.piece_outlines import PieceOutline, lies
from vision.board.rectified import RectifiedBoard, rectified
from vision.geometry.registration import Registration
from vision.geometry.sizes import CHIP_RADIUS, CHIP_THICKNESS
from vision.readings import ChipFace, ChipReading
from vision.types import Frame, Point

SURE = 0.9
"""The operating point: the least confidence from which a place, a team or an empty place is told."""
SURELY_EMPTY = 0.97
"""The same of an empty place: of what is as likely as `SURE` one in two hundred is a piece that looks like print."""
AGREED = 0.005
"""From which likelihood by the network a team is told that the patches surely show: on print of its own colour the
network often sees no piece."""
LEAST, LIKELY, FAR = 0.3, 0.75, 0.8
"""Below them nothing of a piece is seen: at a place, near one and elsewhere."""
COLORED_SHARE = 0.12
"""Of a foot's square: with more of a piece's colour a place is not surely empty."""
FALLEN, FALLEN_SLIM = 1.55, 1.45
"""How many feet wide or, beyond its lean, long a standing piece is at most; a slim one in feet as they should be."""
NEAR = 1.6
"""Half the way from a place to the next, as a multiple of how far from it a foot may be."""
UNSURE = 1.45
"""From which multiple of that on a foot surely stands elsewhere."""

TOO_CLOSE = 0.8
"""Two feet are farther from each other, in feet across."""
RIM_TURNS = np.linspace(0, 2 * np.pi, 12, endpoint=False)
"""Where around its rim it is looked whether a hand touches the ball, radians."""
PieceState = Literal["placed", "between", "fallen", "off", "hand"]
"""At a place; on the board, at none; lying; beside the board; in or under a hand."""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece.

    Attributes:
        color: of those asked for; None if it may be another.
        sign: + or -, where a mark on it shows which; None where none is read.
        at: its place; None unless it surely stands at one.
        state: where it is otherwise.
        foot: mm of the board.
        confidence: of its colour and of its being a piece, 0 to 1.
        likely: if unsure, the place or the colours that it may have, with their likelihoods, best first.
        outline: of one that surely stands at its place, and alone.
    """

    color: str | None
    sign: Literal["+", "-"] | None
    at: PlaceName | None
    state: PieceState
    foot: Point
    confidence: float
    likely: tuple[tuple[PlaceName, float], ...] = ()
    outline: PieceOutline | None = None


@dataclass(frozen=True, slots=True)
class SeenBall:
    """The chip as the ball: its place, if it lies at one, mm of the board, and the face that it was read with.

    ``state`` says where it is otherwise.
    """

    at: PlaceName | None
    centre: Point
    face: ChipFace | None
    confidence: float
    state: PieceState = "placed"


@dataclass(frozen=True, slots=True)
class PlaceLikelihood:
    """What may be at a place: the likelihood that it is empty, and of a piece of each colour there."""

    empty: float
    taken: Mapping[str, float]

    @property
    def holds(self) -> str | None:
        """The colour that surely stands there, ``""`` for a place that is surely empty; None if that is to be asked."""
        if self.empty >= SURELY_EMPTY:
            return ""
        return next((color for color, likelihood in self.taken.items() if likelihood >= SURE), None)


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """All that one picture shows; ``hand`` is None where that cannot be told."""

    pieces: tuple[SeenPiece, ...]
    ball: SeenBall | None
    hand: bool | None
    places: Mapping[PlaceName, PlaceLikelihood]


@dataclass(frozen=True, slots=True)
class KnownTable:
    """What is known of a table otherwise.

    Attributes:
        things: what lies there and is no piece.
        hand: whether a hand has come; it counts where the board itself looks like skin.
        outlines: of pieces of the same game that stood in other pictures.
    """

    things: tuple[LyingThing, ...] = ()
    hand: bool | None = None
    outlines: tuple[PieceOutline, ...] = ()


NOTHING_KNOWN = KnownTable()


def look_at(
    picture: Frame,
    registration: Registration,
    places: MarkedPlaces,
    colors: Sequence[PieceColor],
    ball: ChipReading | None = None,
    known: KnownTable = NOTHING_KNOWN,
) -> SeenBoard:
    """Everything on the board in ``picture``, which ``registration`` has found there.

    Args:
        picture: of the board.
        registration: how it is seen there.
        places: of the board.
        colors: of the pieces.
        ball: the chip that was read in it (`vision.board.ball_finder`).
        known: otherwise than from this picture.
    """
    board = rectified(picture, registration, places.area)
    hand = hand_over(board, places.area)
    if hand.there is None and known.hand is False:
        hand = replace(hand, there=False)
    shades = colored(board, tuple(colors), places.piece).without(known.things)
    patches = colored_patches(shades, len(colors), places.piece)
    quality = patch_likelihoods(patches, places, shades.printed)
    alone = alone_at_places(patches, quality.tolist(), places)
    pieces = [_piece(board, hand, places, colors, seen) for seen in alone]
    standing = (*known.outlines, *(piece.outline for piece in pieces if piece.outline is not None))
    pieces = [_unless_it_lies(piece, standing) for piece in pieces]
    there = [piece for piece, (patch, share) in zip(pieces, alone, strict=True) if _is_there(patch, share, places)]
    names = [color.name for color in colors]
    likelihoods = _likelihoods(shades, hand, places, pieces, names, known.things)
    if sure := {name: one for name, one in likelihoods.items() if one.holds is not None}:  # the others are asked about
        at = np.array([places.standing[name] for name in sure], float)
        likelihoods |= _agreed(sure, judged(board, at, colors, places.piece), names)
    return SeenBoard(
        tuple(sorted((_agreed_piece(piece, likelihoods, places) for piece in there), key=lambda piece: piece.foot)),
        None if ball is None else _ball(registration, places, hand, board, ball),
        hand.there,
        likelihoods,
    )


def _agreed(
    likelihoods: Mapping[PlaceName, PlaceLikelihood], second: JudgedPlaces, colors: Sequence[str]
) -> dict[PlaceName, PlaceLikelihood]:
    """The same, but that what the network holds for unlikely is asked about."""
    agreed = {}
    for number, (name, likelihood) in enumerate(likelihoods.items()):
        holds, seen = likelihood.holds, dict(zip(colors, (second.standing + second.fallen)[:, number], strict=True))
        mine = seen.pop(holds) if holds else 1.0
        other = max(seen.values(), default=0.0)
        doubted = holds is not None and (mine < AGREED or other > 1 - SURELY_EMPTY)
        agreed[name] = _unknown(colors) if doubted else likelihood
    return agreed


def _agreed_piece(
    piece: SeenPiece, likelihoods: Mapping[PlaceName, PlaceLikelihood], places: MarkedPlaces
) -> SeenPiece:
    """The piece; without a team and a place where its place is asked about."""
    name, away = places.nearest(piece.foot)
    if piece.state != "placed" or away > places.reach or likelihoods[name].holds == piece.color:
        return piece
    likely = piece.likely or ((name, round(min(piece.confidence, 1 - SURE), 3)),)
    return replace(piece, color=None, at=None, likely=likely)


def _unknown(colors: Sequence[str]) -> PlaceLikelihood:
    return PlaceLikelihood(0.5, dict.fromkeys(colors, 0.5 / len(colors)))


def alone_at_places(
    patches: Sequence[ColoredPatch], quality: Sequence[float], places: MarkedPlaces
) -> list[tuple[ColoredPatch, float]]:
    """Each patch with how likely it is a piece though no two stand in one: a rival at its place makes it less so.

    So does one of its colour that it goes on in, and whose foot is nearer than a piece's: one piece was cut in two.
    """
    near = [places.nearest(patch.foot) for patch in patches]
    at = [name if away <= places.reach else None for name, away in near]
    alone = []
    for here, (patch, mine, place) in enumerate(zip(patches, quality, at, strict=True)):
        others = [
            quality[there]
            for there, other in enumerate(patches)
            if there != here
            and ((at[there] == place and place is not None) or _is_cut_off(patch, other, TOO_CLOSE * places.piece))
        ]
        rival = max(others, default=0.0)
        either = mine * (1 - rival) + (1 - mine)
        alone.append((patch, mine * (1 - rival) / max(either, 1e-9)))
    return alone


def _is_cut_off(patch: ColoredPatch, other: ColoredPatch, close: float) -> bool:
    is_joined = max(patch.apart, other.apart) < JOINED and patch.color == other.color
    return is_joined and dist(patch.foot, other.foot) < close


def _is_there(patch: ColoredPatch, quality: float, places: MarkedPlaces) -> bool:
    """Whether it is told at all: away from its place print of the same colour is likelier than half a piece."""
    away = places.nearest(patch.foot)[1] / places.reach
    return quality >= (LEAST if away <= 1 else LIKELY if away <= NEAR else FAR)


def _piece(
    board: RectifiedBoard,
    hand: HandOver,
    places: MarkedPlaces,
    colors: Sequence[PieceColor],
    seen: tuple[ColoredPatch, float],
) -> SeenPiece:
    patch, quality = seen
    name, away = places.nearest(patch.foot)
    state = _state(board, hand, places, patch, away)
    color = colors[patch.color].name
    confidence = min(quality, patch.share)
    at = name if state == "placed" and quality >= SURE else None
    likely: tuple[tuple[PlaceName, float], ...] = ()
    if patch.share < SURE:
        likely = ((color, round(patch.share, 3)),)
    elif state == "placed" and at is None:
        likely = ((name, round(quality, 3)),)
    outline = patch.outline if at is not None and patch.share >= SURE and patch.apart >= JOINED else None
    return SeenPiece(color if patch.share >= SURE else None, None, at, state, patch.foot, confidence, likely, outline)


def _unless_it_lies(piece: SeenPiece, standing: Sequence[PieceOutline]) -> SeenPiece:
    if piece.outline is None or not lies(piece.outline, standing):
        return piece
    return replace(piece, at=None, state="fallen", outline=None)


def _state(board: RectifiedBoard, hand: HandOver, places: MarkedPlaces, patch: ColoredPatch, away: float) -> PieceState:
    if hand.hides(board, patch.foot):
        return "hand"
    if patch.alone >= SURE:
        widest = max(FALLEN * patch.width, FALLEN_SLIM * places.piece)
        if patch.across > widest or patch.length > widest + board.lean(patch.foot, TALLEST * places.piece):
            return "fallen"
    if away <= places.reach:
        return "placed"
    return "between" if places.area.holds(patch.foot) else "off"


def _ball(
    registration: Registration, places: MarkedPlaces, hand: HandOver, board: RectifiedBoard, chip: ChipReading
) -> SeenBall:
    centre = registration.place(chip.box.centre, CHIP_THICKNESS)
    spots = places.lying or tuple((name, place, places.reach) for name, place in places.standing.items())
    away = [(float(np.hypot(*np.subtract(place, centre))), name, reach) for name, place, reach in spots]
    near = min(((far, name) for far, name, reach in away if far <= reach), default=None)
    x, y = centre
    rim = ((x + CHIP_RADIUS * np.cos(turn), y + CHIP_RADIUS * np.sin(turn)) for turn in RIM_TURNS)
    if any(hand.hides(board, place) for place in (centre, *rim)):  # a finger on its rim moves it
        return SeenBall(None, centre, chip.face, chip.confidence, "hand")
    if near is not None:
        return SeenBall(near[1], centre, chip.face, chip.confidence)
    is_on = places.area.holds(centre)
    return SeenBall(None, centre, chip.face, chip.confidence, "between" if is_on else "off")


def _likelihoods(
    shades: ColoredBoard,
    hand: HandOver,
    places: MarkedPlaces,
    pieces: Sequence[SeenPiece],
    colors: Sequence[str],
    things: Sequence[LyingThing],
) -> dict[PlaceName, PlaceLikelihood]:
    """Of every place. Under a hand or a thing nothing is known; near what is unclear a place may be taken."""
    unknown = _unknown(colors)
    likelihoods = {}
    for name, place in places.standing.items():
        covered = any(dist(thing.at, place) <= thing.across / 2 for thing in things)
        hidden = hand.there is None or hand.hides(shades.board, place) or covered
        is_unknown = hidden or (not _near(place, places.reach, pieces) and _is_colored(shades, place, places))
        likelihoods[name] = unknown if is_unknown else _likelihood(place, places.reach, pieces, colors)
    return likelihoods


def _is_colored(shades: ColoredBoard, place: Point, places: MarkedPlaces) -> bool:
    return shades.colored_near(place, places.reach) > places.piece**2 * COLORED_SHARE


def _near(place: Point, reach: float, pieces: Sequence[SeenPiece]) -> list[SeenPiece]:
    return [piece for piece in pieces if dist(piece.foot, place) <= reach]


def _likelihood(place: Point, reach: float, pieces: Sequence[SeenPiece], colors: Sequence[str]) -> PlaceLikelihood:
    near = _near(place, reach * UNSURE, pieces)
    taken = dict.fromkeys(colors, 0.0)
    for piece in near:
        away = dist(piece.foot, place) / reach
        inside = (
            1.0 if away <= 1 and piece.state == "placed" else 0.5 * float(np.clip((UNSURE - away) / (UNSURE - 1), 0, 1))
        )
        for color in [piece.color] if piece.color else colors:
            share = piece.confidence * inside
            taken[color] = max(taken[color], share if piece.color else share / len(colors))
    return PlaceLikelihood(max(0.0, 1.0 - sum(taken.values())), taken)
