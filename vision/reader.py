"""The eyes: one frame in, readings out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from vision.enrolled.embedding import Likeness
from vision.enrolled.matcher import Memory
from vision.errors import FrameError
from vision.readings import DieReading, Reading
from vision.recognition.adjacent_faces import neighbour_views
from vision.recognition.classifiers import FACE_NUDGES, ROUND, Statement, UprightWitness, WholeWitness
from vision.recognition.color import color_name
from vision.recognition.crops import FACE, FLAT, Above, Halvings, Level
from vision.recognition.d6 import Round, is_corner, judge_cube, turned, ways
from vision.recognition.detector import Finder, Sighting
from vision.recognition.network import MODEL_FOLDER, OnnxNetwork
from vision.recognition.parameters import NETWORKS, SHIPPED, THRESHOLD, Parameters, load
from vision.recognition.posterior import (
    D6,
    D10,
    LEAST_SIZE,
    PIPS,
    asked,
    die_kind,
    is_blank,
    is_chip,
    is_token,
    judge_chip,
    judge_die,
    ring_word,
)
from vision.recognition.viewpoint import VIEWPOINTS, Looks, Viewpoints, agreed
from vision.types import Floats, Frame, Matrix

OVERLAP = 0.5
"""Of two sightings that share more than this of the smaller, one is a second look at the same token."""
PART, AS_HOT, WITHIN = 0.75, 0.7, 0.8
"""What lies in a sighting is a token of its own: at most this share of its size, at least these of heat and of area."""
PIECE, PIECES = 0.6, (0.0, 0.5, 1.0)
"""Where one of two dice that touch is looked for in what both make: its size, and how far along each side it begins."""
CLEAR = 0.5
"""Heat from which what is none at a glance may be such two."""
CERTAIN = frozenset({"d10", "d6", "pips", "chip"})
"""Kinds of tokens that are read."""
PIP, SURE = 0.3, 0.9
"""Pips look like tokens, too: they take at most this share of a die, and none is so surely of one kind."""
LADEN = 0.5
"""How surely what lies on a die with a single pip is a token, so that the die may be a sheet of paper under it.

One in a hundred drawn aces whose value is told is asked about for that, as its pip looks like a die.
"""
NUMERAL_ROOM, PIPS_ROOM = -0.03, -0.1
"""How far within the picture a die must lie, in sizes of it, for its numeral or its pips to be told.

It may reach out by no more than boxes err: of dice that just lie within three in a hundred seem to reach farther out.

A die with numerals that is cut off may show but a side's. Pips lie farther from a die's edge than a tenth of it.
"""
FAINTEST_TOKEN = 0.25
"""Heat, after the first witness's glance, below which there is no token."""


class Eyes:
    """Finds and reads dice and chips. Loads its networks once; not for two threads at a time.

    Args:
        folder: where the networks are.
        fitted: their numbers; without them those in ``folder``, which must have been fitted to these networks.
        viewpoints: that are tried where nothing is known of the camera.

    Attributes:
        fitted: likewise.
        memory: of the dice that their owner has taught; none at first.

    Raises:
        ModelError: a network is missing or damaged, or was replaced without its numbers.
    """

    def __init__(
        self, folder: Path = MODEL_FOLDER, fitted: Parameters | None = None, viewpoints: Viewpoints = VIEWPOINTS
    ) -> None:
        self._viewpoints = viewpoints
        networks = {name: OnnxNetwork(name, folder) for name in NETWORKS}
        digests = {name: network.sha256 for name, network in networks.items()}
        self.fitted = load(folder, digests) if fitted is None else fitted
        finder, whole, face, close = networks.values()
        self._finder, self._whole = Finder(finder), WholeWitness(whole)
        self._face, self._close = UprightWitness(face, FACE, FACE_NUDGES), UprightWitness(close)
        self.memory = Memory(Likeness(close, face, whole), self.fitted)

    def see(self, frame: Frame, *, threshold: float = THRESHOLD, above: Above | None = None) -> tuple[Reading, ...]:
        """Every die and chip in ``frame``, from left to right.

        Args:
            frame: BGR, uint8, shape (height, width, 3).
            threshold: probability, 0 to 1, from which a reading is told rather than asked about.
            above: how the camera looks on, where that is known; without it, `vision.recognition.viewpoint` finds out,
            for three times
                the time.

        Raises:
            FrameError: ``frame`` is no such array.
        """
        if above is None:
            picture, tokens = self._find(frame)
            looked = [self._looks(frame, picture, token, threshold) for token in tokens]
            told = agreed([looks for _, looks in looked], threshold, self._viewpoints)
            readings = [self._plain(one, reading) for (one, _), reading in zip(looked, told, strict=True) if reading]
        else:
            heard = self.hear(frame, above=above)
            readings = [self._plain(one.told, self._reading(frame, one, threshold)) for one in heard]
        return tuple(sorted(readings, key=lambda reading: reading.box))

    def hear(self, frame: Frame, *, above: Above | None = None) -> tuple[Testimony, ...]:
        """What the witnesses say of every die and chip in ``frame``, unjudged; arguments and errors as of `see`.

        Without ``above`` the camera is taken to look straight down.
        """
        picture, tokens = self._find(frame)
        told = [self._told(picture, token, _level(token, above)) for token in tokens]
        heard = (self._testimony(picture, one) for one in told if is_token(one))
        return tuple(one for one in heard if not one.is_nothing(self.fitted))

    def hear_again(self, frame: Frame, told: Statement) -> Testimony:
        """What the other witnesses say if the numeral lies as ``told`` has it."""
        picture = Halvings(frame)
        return self._testimony(picture, self._all_round(picture, told))

    def look_round(self, frame: Frame, told: Statement) -> Statement:
        """``told``, with where its numeral lies in each of twelve looks of the first witness; four may disagree."""
        return self._whole.all_round(Halvings(frame), told)

    def _find(self, frame: Frame) -> tuple[Halvings, list[Sighting]]:
        _check(frame)
        picture, found = Halvings(frame), self._finder.find(frame)
        glanced = self._whole.glance(picture, found)
        tokens = _distinct(glanced)
        none = [one for one, seen in zip(found, glanced, strict=True) if seen.kind == "none"]
        tokens = _apart([*tokens, *self._parted(frame, picture, _doubles(none, tokens))])
        return picture, [replace(one, room=_room(one, frame), laden=_is_laden(one, glanced)) for one in tokens]

    def _parted(self, frame: Frame, picture: Halvings, doubles: list[Sighting]) -> list[Sighting]:
        """The dice of a taught colour in what may be two that touch, likeliest first."""
        colored = [one for one in doubles if self.memory.is_of_color(frame, one.pixels)]
        dice = [
            one
            for both in colored
            for one in self._whole.glance(picture, _pieces(both))
            if one.kind == "d10" and one.sureness >= SURE and one.size <= PART * both.size
        ]
        dice.sort(key=lambda one: -one.sureness)
        return [one for one in dice if self.memory.is_of_color(frame, one.pixels)]

    def _looks(self, frame: Frame, picture: Halvings, token: Sighting, threshold: float) -> tuple[Statement, Looks]:
        """A token from straight above, and what it reads as under each stance; if no d10, it is seen so alone."""
        straight = self._told(picture, token)
        told = [straight]
        if die_kind(straight, self.fitted) == D10 and not is_chip(straight):
            aslant = (self._told(picture, token, level) for level in self._viewpoints.levels[1:])
            told += [replace(one, kinds=straight.kinds) for one in aslant]
        heard = (self._testimony(picture, one) if is_token(one) else None for one in told)
        there = (one if one is not None and not one.is_nothing(self.fitted) else None for one in heard)
        looks = [None if one is None else self._reading(frame, one, threshold) for one in there]
        return straight, looks

    def _told(self, picture: Halvings, token: Sighting, level: Level = FLAT) -> Statement:
        return self._all_round(picture, self._whole.testify(picture, token, level))

    def _all_round(self, picture: Halvings, told: Statement) -> Statement:
        """What looks like a chip is looked at all round, for its word may stand any way."""
        return self._whole.all_round(picture, told) if is_chip(told) else told

    def _testimony(self, picture: Halvings, told: Statement) -> Testimony:
        if is_chip(told):
            return Testimony(told)
        if die_kind(told, self.fitted) == D6:
            turns = [turned(told, by) for by in ROUND]
            face, close = (witness.all_round(picture, turns) for witness in (self._face, self._close))
            return Testimony(told, cube=Round(face, close, ways(self._whole.all_round(picture, told))))
        told = replace(told, face=self._face.testify(picture, told))
        neighbours: list[Matrix | None] = neighbour_views(told) if die_kind(told, self.fitted) == D10 else [None, None]
        return Testimony(told, self._close.testify(picture, told), tuple(self._close.neighbours(picture, neighbours)))

    def _reading(self, frame: Frame, heard: Testimony, threshold: float) -> Reading:
        if heard.cube is not None:
            return judge_cube(heard.told, heard.cube, color_name(frame, heard.told.box.pixels), threshold, self.fitted)
        if heard.close is None:
            return judge_chip(heard.told, threshold, self.fitted)
        color = color_name(frame, heard.told.box.pixels, heard.told.top)
        judged = partial(judge_die, heard.told, heard.close, color, threshold, fitted=self.fitted)
        adjacent = partial(ring_word, heard.neighbours, fitted=self.fitted)
        reading = judged(adjacent())
        return self.memory.weigh(frame, heard.told, reading, threshold, lambda known: judged(adjacent(known, 1.0)))

    def _plain(self, told: Statement, reading: Reading) -> Reading:
        """The reading, to be asked about if what it rests on may be no die's whole top."""
        kind = die_kind(told, self.fitted)
        return asked(reading) if _is_cut_off(told, kind) or _is_sheet(told, reading, kind) else reading


@dataclass(frozen=True, eq=False)
class Testimony:
    """What the witnesses say of one token.

    Attributes:
        told: by the first, and by the one that sees the top face.
        close: by the one that sees the numeral alone, shape (17,); None for a chip, which has none, and for a cube.
        neighbours: by the same of the numerals left and right of a d10's top one; None for one not seen.
        cube: by both who see it upright of a d6 with numerals, looked at all round; None of anything else.
    """

    told: Statement
    close: Floats | None = None
    neighbours: tuple[Floats | None, ...] = (None, None)
    cube: Round | None = None

    def is_nothing(self, fitted: Parameters = SHIPPED) -> bool:
        """Whether what looks like a die is the corner of a box, or a knot in the wood."""
        return is_corner(self.told, self.close, self.cube, fitted) or is_blank(self.told, self.close, fitted)


@lru_cache(maxsize=1)
def _eyes() -> Eyes:
    return Eyes()


def see(frame: Frame, *, threshold: float = THRESHOLD, above: Above | None = None) -> tuple[Reading, ...]:
    """Read ``frame`` with the networks that come with the project; see ``Eyes.see``."""
    return _eyes().see(frame, threshold=threshold, above=above)


def _level(token: Sighting, above: Above | None) -> Level:
    return FLAT if above is None else Level.of(above(*token.centre))


def _check(frame: Frame) -> None:
    if frame.shape[2:] != (3,) or frame.dtype != np.uint8 or not frame.size:
        raise FrameError(f"a frame is BGR uint8 of shape (height, width, 3), not {frame.dtype} of shape {frame.shape}")


def _distinct(sightings: list[Sighting]) -> list[Sighting]:
    """The hottest sighting of each token.

    What is too small to be read takes no die away: pips of a large one surely look like dice.
    """
    large = (one for one in sightings if one.heat >= FAINTEST_TOKEN and one.size >= LEAST_SIZE)
    hot = sorted(large, key=lambda sighting: -sighting.heat)
    sure = [one for one in hot if one.kind in CERTAIN and one.sureness >= SURE]
    pipped = [one for one in hot if one.kind == "pips" and not _is_group(one, sure)]
    tokens = [one for one in hot if one in sure or not any(_is_pip(one, die) for die in pipped)]
    return _apart(one for one in tokens if not _is_group(one, tokens))


def _apart(sightings: Iterable[Sighting]) -> list[Sighting]:
    """Those that are no second look at one before them."""
    kept: list[Sighting] = []
    for one in sightings:
        if all(one.covers(other) < OVERLAP for other in kept):
            kept.append(one)
    return kept


def _doubles(none: list[Sighting], tokens: list[Sighting]) -> list[Sighting]:
    """Of what is none at a glance, what may be two dice that touch and were not both sighted themselves."""
    return [one for one in none if one.heat >= CLEAR and sum(one.covers(token) >= OVERLAP for token in tokens) <= 1]


def _pieces(both: Sighting) -> list[Sighting]:
    """Where in it one of two dice may lie."""
    side = PIECE * both.size
    across, down = both.right - both.left - side, both.bottom - both.top - side
    corners = [(both.left + right * across, both.top + low * down) for low in PIECES for right in PIECES]
    return [Sighting(left, top, left + side, top + side, both.heat) for left, top in corners]


def _is_pip(one: Sighting, die: Sighting) -> bool:
    """Whether it is no token, but a pip on one that has some."""
    return one.size <= PIP * die.size and one.covers(die) >= WITHIN and die.heat >= AS_HOT * one.heat


def _room(one: Sighting, frame: Frame) -> float:
    """How far within the picture it lies, in sizes of it."""
    height, width = frame.shape[:2]
    return float(min(one.left, one.top, width - one.right, height - one.bottom) / one.size)


def _is_laden(one: Sighting, sightings: list[Sighting]) -> bool:
    """Whether what is as small as a pip on it looks like a token itself."""
    dice = (other for other in sightings if other.kind in CERTAIN and other.sureness >= LADEN)
    return any(
        other.size <= PIP * one.size and other.heat >= FAINTEST_TOKEN and one.covers(other) >= WITHIN for other in dice
    )


def _is_cut_off(told: Statement, kind: int) -> bool:
    """Whether the picture's edge may hide what is on top of it."""
    return told.box.room < (PIPS_ROOM if kind == PIPS else NUMERAL_ROOM)


def _is_sheet(told: Statement, reading: Reading, kind: int) -> bool:
    """Whether its single pip may be a die, and itself what that lies on."""
    known = reading.evidence if isinstance(reading, DieReading) else None
    return told.box.laden and kind == PIPS and known is not None and int(np.argmax(known.odds)) == 0


def _is_group(one: Sighting, hot: list[Sighting]) -> bool:
    """Whether it holds two tokens and more that were sighted themselves: dice that touch, or a whole ballpark."""
    within = (
        other
        for other in hot
        if other.size <= PART * one.size and other.heat >= AS_HOT * one.heat and one.covers(other) >= WITHIN
    )
    return len(_apart(within)) > 1
