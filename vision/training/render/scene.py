"""A scene from a seed: what lies where, on which ground, in what light, before which camera. Nothing is rendered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.training.data.numerals import Rng
from vision.training.render.camera import RenderCamera, frame_all, look_at
from vision.training.render.clutter import CLUTTER, chip
from vision.training.render.lamps import SceneLamp, draw_lamps, draw_sky
from vision.training.render.paints import TEST_FAMILIES, TRAIN_FAMILIES, Color, any_color, draw_paint
from vision.training.render.tokens import DICE, Thing, resting_die
from vision.types import Points

TRAIN_GROUNDS = ("felt", "felt", "wood", "wood", "cloth", "paper", "printed", "printed", "tray", "plastic")
TEST_GROUNDS = ("felt", "wood", "cloth", "paper", "printed", "tray", "plastic", "leather", "stone", "cork")
CLUTTERED_PRINT_GROUNDS = ("marked",)
CUBE_GROUNDS = (*TRAIN_GROUNDS, "squares", "squares")
MAX_TILT = np.radians(45)
"""Largest angle of view off the vertical: as far as the reader is meant to work."""
MIN_DIE_PX = 32
"""Pixels along the longer side of every die that is to be read."""
LOG_TOKEN_PX = (np.log(55), 0.34)
"""Median and spread (of the logarithm) of token sizes: most between 40 and 120 pixels, for cost goes by area."""
HUGE_SHARE = 0.02
TOKEN_MM = 20.0
"""Millimetres along a usual token."""
MAX_PIXELS = 500_000
"""No picture is larger, so that no scene takes long."""
KINDS = ("d10", "d6", "pips", "percentile", "d8", "d12", "d20", "chip", "other")
THROW_SHARES = (0.8, 0.03, 0.03, 0.02, 0.015, 0.015, 0.015, 0.025, 0.05)
MIXED_SHARES = (0.12, 0.22, 0.22, 0.07, 0.11, 0.03, 0.03, 0.12, 0.08)
CLUTTERED_PRINT_SHARES = tuple((one + other) / 2 for one, other in zip(THROW_SHARES, MIXED_SHARES, strict=True))
"""Shares of KINDS in a throw, in a mixed scene, and on cluttered print: half and half."""
CROWDED_GAPS, WIDE_GAPS = (0.2, 2.5), (1.0, 9.0)
"""Millimetres between the cylinders around two tokens, in crowded scenes and in the others."""
CROWDED_SHARE = 0.75
CONTRACTING_STEPS = 200
TOUCHING_SHARE = 0.25


@dataclass(frozen=True)
class PlacedThing:
    """A thing at x, y millimetres."""

    thing: Thing
    place: tuple[float, float]
    touches: bool = False

    @property
    def read(self) -> bool:
        """Whether its value must be readable, so that it must be large enough."""
        return self.thing.kind in {"d10", "d6", "pips"}

    @property
    def offset(self) -> Points:
        """What to add to the thing's own coordinates."""
        return np.array((*self.place, 0.0))


@dataclass(frozen=True)
class GroundSurface:
    """What everything lies on.

    Attributes:
        family: one of the grounds above.
        colors: the first covers most.
        grain: size of the pattern in millimetres.
        turn: radians.
        rough: roughness.
        seed: of the print, for printed grounds.
    """

    family: str
    colors: tuple[Color, Color]
    grain: float
    turn: float
    rough: float
    seed: int


@dataclass(frozen=True)
class Scene:
    """All that one picture shows.

    Attributes:
        seed: where it came from.
        placed: the tokens.
        ground: below them.
        lamps: above them.
        sky: colour of the light from all around, above and below the horizon, and its strength.
        camera: the eye.
        defocus: blur of what lies farthest from the focal plane, in pixels.
        exposure: brightness beside what a meter would choose, in stops.
    """

    seed: int
    placed: tuple[PlacedThing, ...]
    ground: GroundSurface
    lamps: tuple[SceneLamp, ...]
    sky: tuple[Color, Color, float]
    camera: RenderCamera
    defocus: float
    exposure: float


def draw_scene(
    seed: int,
    *,
    test: bool,
    families: tuple[str, ...] | None = None,
    mixed: bool = False,
    cluttered_print: bool = False,
) -> Scene:
    """A throw of many dice among other things; the same for the same seed.

    Args:
        seed: of everything.
        test: whether grounds and typefaces are those of the tests.
        families: bodies to choose from; None for those that go with ``test``.
        mixed: whether most are other things than d10s, and d6s rounder and with other pips, too.
        cluttered_print: whether the ground is a board strewn with print as large as dice; half of the things are then
            drawn as in a mixed scene.
    """
    rng = np.random.default_rng((seed, 51 if test else 50))
    size = _token_size(rng)
    count = int(np.clip(rng.integers(22, 36), 4, max(4, MAX_PIXELS / (size**2 * 2.0))))
    kinds = rng.choice(
        KINDS, count, p=CLUTTERED_PRINT_SHARES if cluttered_print else MIXED_SHARES if mixed else THROW_SHARES
    )
    families = families or (TEST_FAMILIES if test else TRAIN_FAMILIES)
    things = [
        draw_thing(rng, kind, f"{'test' if test else 'train'}-{seed}-{place}", test=test, families=families,
                   scale=size / TOKEN_MM, varied=mixed or cluttered_print)
        for place, kind in enumerate(kinds)
    ]  # fmt: skip
    grounds = CLUTTERED_PRINT_GROUNDS if cluttered_print else TEST_GROUNDS if test else TRAIN_GROUNDS
    tilt = rng.uniform(0, np.radians(43)) if rng.random() < 0.8 else abs(rng.normal(0, 0.06))
    return compose(rng, seed, things, size=size, tilt=tilt, grounds=grounds)


def draw_thing(
    rng: Rng, kind: str, name: str, *, test: bool, families: tuple[str, ...], scale: float, varied: bool = False
) -> Thing:
    """A thing of ``kind``, any face up, turned any way; ``varied`` as of ``model_d6``."""
    paint = draw_paint(rng, families)
    if kind in DICE:
        more = {"varied": True} if varied and kind in {"d6", "pips"} else {}
        model = DICE[kind](rng, name, test=test, paint=paint, **more)
        face = int(rng.integers(len(model.texts)))
        return resting_die(model, face, rng.uniform(0, 2 * np.pi), scale=scale)
    if kind == "chip":
        return chip(rng, test=test, paint=paint, scale=scale)
    if rng.random() < 0.4:
        paint = replace(paint, colors=(any_color(rng),) * len(paint.colors))
    return CLUTTER[rng.integers(len(CLUTTER))](rng, test=test, paint=paint, scale=scale)


def compose(
    rng: Rng,
    seed: int,
    things: Sequence[Thing],
    *,
    size: float,
    tilt: float,
    grounds: Sequence[str],
    even_light: bool = False,
    least_px: float = MIN_DIE_PX,
    touching: float = TOUCHING_SHARE,
) -> Scene:
    """Lay ``things`` out, and add lamps and a camera.

    Args:
        rng: where all choices come from.
        seed: for the labels.
        things: what to show.
        size: pixels along a usual token.
        tilt: of the view onto the middle, radians.
        grounds: families to choose from.
        even_light: whether the lamps are wide, from aside and without shade, as enrolment asks for.
        least_px: pixels along the longer side of the smallest die that is to be read.
        touching: share of the things that are slid to a neighbour.
    """
    placed = lay_out(rng, things, touching)
    bodies = [each.thing.mesh.points + each.offset for each in placed]
    points = np.vstack(bodies)
    camera = _camera(rng, points, size / TOKEN_MM, tilt)
    least = min(
        (_extent(camera, body) for body, each in zip(bodies, placed, strict=True) if each.read), default=least_px
    )
    if least < least_px:
        camera = frame_all(
            camera.position, camera.axes, points, scale=size / TOKEN_MM * 1.02 * least_px / least, margin=8
        )
    reach = float(np.linalg.norm(points[:, :2], axis=1).max())
    return Scene(
        seed=seed,
        placed=placed,
        ground=draw_ground(rng, grounds),
        lamps=draw_lamps(rng, reach, even_light=even_light),
        sky=draw_sky(rng),
        camera=camera,
        defocus=float(rng.choice([0.0, rng.uniform(0, 0.02) * size])),
        exposure=float(rng.normal(0, 0.25)),
    )


def _extent(camera: RenderCamera, points: Points) -> float:
    return float(np.ptp(camera.project(points), axis=0).max())


def _token_size(rng: Rng) -> float:
    if rng.random() < HUGE_SHARE:
        return float(np.exp(rng.uniform(np.log(130), np.log(320))))
    return float(np.clip(np.exp(rng.normal(*LOG_TOKEN_PX)), 34, 130))


# --- layout ---


def lay_out(rng: Rng, things: Sequence[Thing], touching: float = TOUCHING_SHARE) -> tuple[PlacedThing, ...]:
    """Things pushed apart until no two cylinders meet; then some are slid together until they touch."""
    radii = np.array([thing.radius for thing in things])
    spread = np.sqrt((radii**2).sum()) * 1.1
    places = rng.uniform(-spread, spread, (len(things), 2))
    gaps = CROWDED_GAPS if rng.random() < CROWDED_SHARE else WIDE_GAPS
    spacing = radii[:, None] + radii + rng.uniform(*gaps, (len(things), len(things)))
    _push_apart(places, np.maximum(spacing, spacing.T))
    places -= places.mean(axis=0)
    outlines = [cv2.convexHull(thing.mesh.points[:, :2].astype(np.float32))[:, 0].astype(float) for thing in things]
    slid = _slide_together(rng, places, outlines, touching)
    return tuple(
        PlacedThing(thing, (float(place[0]), float(place[1])), touches)
        for thing, place, touches in zip(things, places, slid, strict=True)
    )


def _push_apart(places: Points, spacing: Points) -> None:
    """Draw all together and push apart what overlaps, until nothing does: cost goes by area, so none is wasted."""
    np.fill_diagonal(spacing, 0)
    for step in range(260):
        arms = places[:, None] - places
        distance = np.linalg.norm(arms, axis=2) + 1e-9
        lack = np.maximum(spacing - distance, 0)
        places += ((arms / distance[..., None]) * lack[..., None]).sum(axis=1) * 0.4
        if step < CONTRACTING_STEPS:
            places -= np.sign(places) * np.maximum(np.abs(places) - 0.6 * np.abs(places).max(), 0) * 0.06
            places *= 0.99
    places *= max(1.0, float((spacing / distance)[~np.eye(len(places), dtype=bool)].max()))


def _slide_together(rng: Rng, places: Points, outlines: list[Points], share: float) -> list[bool]:
    touching = [False] * len(outlines)
    for mover in np.flatnonzero(rng.random(len(outlines)) < share):
        distance = np.linalg.norm(places - places[mover], axis=1)
        distance[mover] = np.inf
        nearest = int(distance.argmin())
        way = _contact_share(places[mover], places[nearest], outlines[mover], outlines[nearest])
        goal = places[mover] + way * (places[nearest] - places[mover])
        others = [place for place in range(len(outlines)) if place not in {mover, nearest}]
        if all(_gap(outlines[mover] + goal, outlines[place] + places[place]) > 0 for place in others):
            places[mover] = goal
            touching[mover] = touching[nearest] = True
    return touching


def _contact_share(start: Points, end: Points, mover: Points, still: Points) -> float:
    """Share of the way from ``start`` to ``end`` after which the outlines just touch."""
    low, high = 0.0, 1.0
    for _ in range(14):
        half = (low + high) / 2
        if _gap(mover + start + half * (end - start), still + end) > 0:
            low = half
        else:
            high = half
    return low


def _gap(first: Points, second: Points) -> float:
    """Gap between two convex outlines along the best of their sides' normals; negative where they overlap."""
    gaps = []
    for ring in (first, second):
        along = np.roll(ring, -1, axis=0) - ring
        normals = np.column_stack((along[:, 1], -along[:, 0]))
        normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        ahead, behind = first @ normals.T, second @ normals.T
        gaps += [(ahead.min(axis=0) - behind.max(axis=0)).max(), (behind.min(axis=0) - ahead.max(axis=0)).max()]
    return float(max(gaps))


# --- camera ---


def _camera(rng: Rng, points: Points, scale: float, tilt: float) -> RenderCamera:
    """A camera that sees everything; nearer than a hand's breadth or steeper than promised is put right."""
    reach = float(np.ptp(points[:, :2], axis=0).max())
    distance = max(float(np.exp(rng.uniform(np.log(280), np.log(1100)))), reach * 1.6)
    azimuth, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.15)
    while True:
        position, axes = look_at(tilt, azimuth, distance, np.zeros(3), roll)
        camera = frame_all(position, axes, points, scale=scale, margin=6 + 0.2 * scale * TOKEN_MM * rng.random())
        if max(camera.tilt(point) for point in points[:: max(1, len(points) // 200)]) <= MAX_TILT:
            return camera
        tilt, distance = tilt * 0.96, distance * 1.04


# --- ground ---


def draw_ground(rng: Rng, families: Sequence[str]) -> GroundSurface:
    """Something to lie on."""
    family = families[int(rng.integers(len(families)))]
    first, second = any_color(rng, vivid=0.5), any_color(rng, vivid=0.5)
    if family in {"wood", "cork", "leather"}:
        first = tuple(np.array((0.75, 0.55, 0.36)) * rng.uniform(0.25, 1.15) * rng.uniform(0.85, 1.1, 3))
    if family == "paper":
        first = tuple(rng.uniform(0.75, 0.97) * rng.uniform(0.94, 1, 3))
    if family == "tray" and rng.random() < 0.6:
        first = (0.03, 0.03, 0.035)
    return GroundSurface(
        family, (first, second), float(np.exp(rng.uniform(np.log(1.0), np.log(8)))),
        float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.15, 0.7)), int(rng.integers(1 << 30)),
    )  # fmt: skip
