"""Measurements of a calibration -> findings: a severity, and one sentence that says what to do.

The limits below say what is good enough; each was tried on the simulated stadium. Rule kept here: *red* means that no
game can be played, *amber* that more will be asked about than need be, and neither goes without a remedy.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import TypeAlias

import numpy as np

from firmware.devices.protocols import CameraSettings
from firmware.notice import Notice, Severity, finding
from scoreboard.message import Message, Words, message
from vision.enrolled.color_model import delta_e
from vision.errors import MarkersError
from vision.geometry.camera_mount import LEAST_DIE_PX, STEEPEST_SLANT
from vision.geometry.lens_calibration import LensEstimate
from vision.geometry.registration import FEWEST_MARKERS, Registration
from vision.geometry.stadium import Field, Marker
from vision.quality.exposure import BLURRED, Gleam, Patch, unevenness
from vision.types import Floats, Point

Limits: TypeAlias = tuple[float, float]
"""From where a figure is amber, and from where red."""

DARK: Limits = (120.0, 75.0)
"""Of white paper, of 255."""
BURNT_WHITE = 249.0
BURNT_OUT = message("calibrate.brightness.burnt-out")
FAINT = 60.0
"""Of 255, between white paper and black ink; with less there is haze."""
UNEVEN: Limits = (2.2, 5.0)
"""Light of the best lit marker, in that of the worst."""
BLUR: Limits = (BLURRED, 0.07)
"""Width of a marker's edge, in its sides; beyond the second, 2.4 mm, dice are no longer found."""
FLICKER: Limits = (0.02, 0.15)
"""Fraction of the light, either way; the tracker corrects that much."""
COLOR_DISTANCE: Limits = (35.0, 15.0)
"""Of two dice: of orange and red it is 30, of red and blue 90."""
MARKER_ERROR: Limits = (0.6, 1.2)
"""How far the markers lie from where they are printed, mm."""
OTHER_PRINT = 0.03
"""Fraction by which the markers must differ from their size for their sheet not to have been printed at 100 %."""
STEEP: Limits = (STEEPEST_SLANT, 50.0)
"""Degrees off straight above under which a corner of the field is seen; a camera right over its middle sees 26."""
DIE_PX: Limits = (LEAST_DIE_PX, 27.0)
"""Of a die's silhouette where it is smallest. Of 24 pixels hardly any is found, of 26 two in three, of 28 all."""
OTHER_SIZE = 0.14
"""Fraction by which the dice must differ from their configured size to be of another."""
SIZES = (10, 12, 14, 16, 18, 20, 22, 25, 30)
"""In which dice are sold, mm."""
# one of: spot.first, spot.home, spot.second, spot.third
BASES = tuple(Message(f"spot.{base}") for base in ("home", "first", "second", "third"))


def severity_of(figure: float, limits: Limits) -> Severity:
    """Where ``figure`` falls; limits that grow downwards mean that less is worse."""
    amber, red = limits
    sign = 1 if red >= amber else -1
    if sign * figure >= sign * red:
        return "red"
    return "amber" if sign * figure >= sign * amber else "green"


def _graded(about: str, severity: Severity, good: Words, fault: Words, remedy: Words) -> Notice:
    """The finding ``good`` if the severity is green, else the fault with its remedy."""
    if severity == "green":
        return finding("green", good, about=about)
    return finding(severity, fault, remedy, about=about)


def of_camera(settings: CameraSettings | None, *, steady: bool) -> Notice:
    """Whether the camera has settled, and can be locked so; ``settings`` is None for one that cannot be."""
    if settings is None:
        return _fault("amber", "camera", "calibrate.camera.alone")
    if not steady:
        return _fault("red", "camera", "calibrate.camera.restless")
    return finding("green", message("calibrate.camera.well", settings=_locked(settings)), about="camera")


def _fault(severity: Severity, about: str, key: str) -> Notice:
    """A finding whose sentence and remedy say no figure."""
    # one of: calibrate.camera.alone.remedy, calibrate.camera.restless.remedy, calibrate.dice.none.remedy
    # one of: calibrate.markers.mirrored.remedy, calibrate.picture.none.remedy
    return finding(severity, Message(key), Message(f"{key}.remedy"), about=about)


def _locked(settings: CameraSettings) -> tuple[Words, ...]:
    parts = list[Words]()
    if settings.exposure_us is not None:
        parts.append(message("locked.exposure", ms=f"{settings.exposure_us / 1000:.1f}"))
    if settings.gain is not None:
        parts.append(message("locked.gain", gain=f"{settings.gain:.1f}"))
    if settings.white_balance is not None:
        parts.append(message("locked.white-balance"))
    if settings.focus is not None:
        parts.append(message("locked.focus", dioptres=f"{settings.focus:.1f}"))
    return tuple(parts) or (message("locked.nothing"),)


def of_markers(field: Field, seen: Collection[int]) -> Notice:
    """Which markers are seen, and where those are that are not."""
    lost = [marker for marker in field.markers if marker.number not in seen]
    if not lost:
        return finding("green", message("calibrate.markers.well", total=len(field.markers)), about="markers")
    *others, last = _named(lost, field)
    named = message("calibrate.nor", others=tuple(others), last=last) if others else last
    seen_of = {"seen": len(seen), "total": len(field.markers)}
    fault = message("calibrate.markers.lost", **seen_of, markers=named, count=len(lost))
    remedy = message("calibrate.markers.lost.remedy", count=len(lost))
    return finding("red" if len(seen) < FEWEST_MARKERS else "amber", fault, remedy, about="markers")


NO_PICTURE = _fault("red", "picture", "calibrate.picture.none")
NO_DICE = _fault("amber", "dice", "calibrate.dice.none")
MIRRORED = _fault("red", "markers", "calibrate.markers.mirrored")


def _numbered(field: Field, numbers: Collection[int]) -> list[Marker]:
    return [marker for marker in field.markers if marker.number in numbers]


def _named(markers: Iterable[Marker], field: Field) -> tuple[Message, ...]:
    named = ((marker.number, _direction(marker.centre, field)) for marker in markers)
    return tuple(message("calibrate.marker", id=number, where=where) for number, where in named)


def _direction(place: Point, field: Field) -> str:
    """As seen from home plate; ``where.far-left`` words it."""
    (x, y), third = place, field.side / 3
    depth = "far" if y > third else "near" if y < -third else "middle"
    return f"{depth}-{'left' if x < 0 else 'right'}"


def of_lens(estimate: LensEstimate, registration: Registration, printed: float) -> Notice:
    """How well the lens is known, and how precisely the print lies with it; ``printed`` is as in `is_other_print`."""
    error = f"{registration.error_mm:.1f}"
    found = severity_of(registration.error_mm, MARKER_ERROR)
    if found != "green":
        if is_other_print(printed):
            return of_print(found, printed)
        off = message("calibrate.lens.off", mm=error)
        return finding(found, off, message("calibrate.lens.off.remedy"), about="lens")
    known = "calibrate.lens.measured" if estimate.measured else "calibrate.lens.assumed"
    return finding("green", message(known, count=round(estimate.view), mm=error), about="lens")


def is_other_print(printed: float) -> bool:
    """Whether the markers' sheet was not printed at 100 %; ``printed`` is their size as `printed_at` estimates it."""
    return abs(printed - 1) >= OTHER_PRINT


def of_print(found: Severity, printed: float) -> Notice:
    """That it was not, as by a printer that fits a sheet to its page."""
    other = message("calibrate.lens.print", percent=round(100 * printed))
    return finding(found, other, message("calibrate.lens.print.remedy"), about="lens")


def of_misfit(error: MarkersError) -> Notice:
    """That the markers lie nowhere near their printed places."""
    fault = message("calibrate.lens.far" if error.off_mm == math.inf else "calibrate.lens.few")
    if error.off_mm is not None and math.isfinite(error.off_mm):
        fault = message("calibrate.lens.misfit", mm=f"{error.off_mm:.1f}")
    return finding("red", fault, message("calibrate.lens.misfit.remedy"), about="lens")


def of_flatness(field: Field, found: tuple[int, float] | None, severity: Severity) -> Notice:
    """Whether the print lies flat; ``found`` is the marker that stands up, and how high, mm."""
    if found is None:
        return finding("green", message("calibrate.flatness.well"), about="flatness")
    number, height = found
    up = message("calibrate.flatness.raised", markers=_named(_numbered(field, {number}), field), mm=round(height))
    return finding(severity, up, message("calibrate.flatness.remedy"), about="flatness")


def of_astray(field: Field, wrong: Collection[int]) -> Notice:
    """That all markers lie as printed but these: in another's place, turned, or another print's."""
    which = _named(_numbered(field, wrong), field)
    astray = message("calibrate.lens.astray", markers=which)
    return finding("red", astray, message("calibrate.lens.astray.remedy"), about="lens")


def of_angle(field: Field, registration: Registration) -> Notice:
    """Whether the camera looks down on the dice, or at their sides."""
    x, y, height = registration.eye
    corners: list[Point] = [(float(x), float(y)) for x, y in field.tray.corners]
    slant, corner = max((math.degrees(math.atan2(math.dist(corner, (x, y)), height)), corner) for corner in corners)
    good = message("calibrate.angle.well", count=round(slant))
    fault = message("calibrate.angle.steep", where=_direction(corner, field), count=round(slant))
    return _graded("angle", severity_of(slant, STEEP), good, fault, message("calibrate.angle.remedy"))


def of_places(field: Field, registration: Registration, size: tuple[int, int], die_mm: float) -> Notice:
    """Whether the camera sees every place of the game, large enough."""
    hidden = _outside(field, registration, size)
    if hidden:
        fault = message("calibrate.places.hidden", spot=hidden[0])
        return finding("red", fault, message("calibrate.places.hidden.remedy"), about="places")
    least = min(registration.scale_at((float(x), float(y))) for x, y in field.tray.corners) * die_mm
    good = message("calibrate.places.well", zones=len(field.zones), count=round(least))
    fault = message("calibrate.places.small", count=round(least))
    return _graded("places", severity_of(least, DIE_PX), good, fault, message("calibrate.places.small.remedy"))


def _outside(field: Field, registration: Registration, size: tuple[int, int]) -> list[Message]:
    """The places that are not whole in the picture."""
    places = [(name, at, 0.0) for name, at in zip(BASES, field.bases, strict=True)]
    places += [(message("calibrate.zone", id=zone.number), zone.centre, zone.radius) for zone in field.zones]
    corners = [(0.99 * float(x), 0.99 * float(y)) for x, y in field.tray.corners]
    places += [(message("calibrate.corner", where=_direction(at, field)), at, 0.0) for at in corners]
    around = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    seen = {name: registration.to_pixels(around * reach + at) for name, at, reach in places}
    return [name for name, pixels in seen.items() if not ((pixels >= 0).all() and (pixels < size).all())]


def of_brightness(patches: Sequence[Patch], fallback: float) -> Notice:
    """Whether white is white and black is black; ``fallback`` goes where no marker is seen."""
    white = median(patch.white for patch in patches) if patches else fallback
    if white >= BURNT_WHITE:
        return finding("amber", BURNT_OUT, message("calibrate.brightness.burnt-out.remedy"), about="brightness")
    depth = median(patch.white - patch.black for patch in patches) if patches else white
    found = severity_of(white, DARK)
    if found == "green" and depth < FAINT:
        haze = message("calibrate.brightness.haze", depth=round(depth))
        return finding("amber", haze, message("calibrate.brightness.haze.remedy"), about="brightness")
    good = message("calibrate.brightness.well", white=round(white))
    fault = message("calibrate.brightness.dark", white=round(white))
    return _graded("brightness", found, good, fault, message("calibrate.brightness.dark.remedy"))


def of_evenness(patches: Sequence[Patch], field: Field) -> Notice:
    """Whether the light is the same everywhere."""
    ratio = unevenness(patches)
    dark = min(patches, key=lambda patch: patch.white)
    where = next(_direction(marker.centre, field) for marker in field.markers if marker.number == dark.number)
    good = message("calibrate.evenness.well", ratio=f"{ratio:.1f}")
    fault = message("calibrate.evenness.uneven", ratio=f"{ratio:.1f}", where=where)
    return _graded("evenness", severity_of(ratio, UNEVEN), good, fault, message("calibrate.evenness.remedy"))


def of_sharpness(patches: Sequence[Patch]) -> Notice:
    """Whether the picture is in focus."""
    found = severity_of(median(patch.edge for patch in patches), BLUR)
    good, fault = message("calibrate.sharpness.well"), message("calibrate.sharpness.blurred")
    return _graded("sharpness", found, good, fault, message("calibrate.sharpness.remedy"))


def of_glare(gleams: Sequence[Gleam], field: Field) -> Notice:
    """Whether a lamp is mirrored in the print."""
    if not gleams:
        return finding("green", message("calibrate.glare.well"), about="glare")
    places = dict(zip(BASES, field.bases, strict=True))
    places |= {message("calibrate.zone", id=zone.number): zone.centre for zone in field.zones}
    nearest = min(places, key=lambda name: math.dist(places[name], gleams[0].place))
    gleam = message("calibrate.glare.gleams", spot=nearest)
    return finding("amber", gleam, message("calibrate.glare.remedy"), about="glare")


def of_flicker(fraction: float) -> Notice:
    """Whether the lamp flickers."""
    good, fault = (
        message("calibrate.flicker.well"),
        message("calibrate.flicker.flickers", percent=round(100 * fraction)),
    )
    return _graded("flicker", severity_of(fraction, FLICKER), good, fault, message("calibrate.flicker.remedy"))


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die on the field: the name and shade of its colour, and its silhouette's size in mm if a board is registered.

    The longer side of a d10's silhouette seen from above is as large as the die, on average over its turns.
    """

    name: str
    shade: Floats
    size: float | None


def of_dice(wanted: Sequence[str], seen: Sequence[FoundDie], colors: Mapping[str, str], *, lit: bool) -> Notice:
    """Whether every colour that the game needs is seen, and far enough from the others.

    Args:
        wanted: the colours, as the game calls them; at least one.
        seen: the dice on the field.
        colors: the owner's names for colours, seen -> meant.
        lit: whether the light is such that a colour's name can be trusted.
    """
    meant = {colors.get(die.name, die.name): die for die in seen}
    lost = [color for color in wanted if color not in meant]
    if lost:
        return _lost(lost, [name for name in meant if name not in wanted], lit=lit)
    return _closest({color: meant[color].shade for color in wanted})


def _lost(lost: Sequence[str], others: Sequence[str], *, lit: bool) -> Notice:
    if not lit:
        unlit = message("calibrate.dice.unlit", color=tuple(lost))
        return finding("red", unlit, message("calibrate.dice.unlit.remedy"), about="dice")
    if len(lost) == 1 and len(others) == 1:
        other = message("calibrate.dice.other", lost=_colored(lost[0]), other=_colored(others[0]))
        remedy = message("calibrate.dice.other.remedy", seen=others[0], meant=lost[0])
        return finding("red", other, remedy, about="dice")
    fault = message("calibrate.dice.lost", color=tuple(lost))
    return finding("red", fault, message("calibrate.dice.lost.remedy"), about="dice")


def _colored(color: str) -> Message:
    return message("calibrate.color", color=color)


def _closest(shades: Mapping[str, Floats]) -> Notice:
    apart = {(one, other): delta_e(shades[one], shades[other]) for one, other in combinations(shades, 2)}
    if not apart:
        return finding("green", message("calibrate.dice.one", color=tuple(shades)), about="dice")
    one, other = min(apart, key=lambda pair: apart[pair])
    good = message("calibrate.dice.well", color=tuple(shades))
    fault = message("calibrate.dice.alike", one=_colored(one), other=_colored(other))
    severity = severity_of(apart[one, other], COLOR_DISTANCE)
    return _graded("dice", severity, good, fault, message("calibrate.dice.alike.remedy"))


def of_size(seen: Sequence[FoundDie], die_mm: float) -> list[Notice]:
    """Whether the dice are as large as the configuration says; nothing if no size is known."""
    sizes = [die.size for die in seen if die.size is not None]
    if not sizes:
        return []
    size = median(sizes)
    if abs(size - die_mm) <= OTHER_SIZE * die_mm:
        return [finding("green", message("calibrate.size.well", mm=round(die_mm)), about="size")]
    measured = min(SIZES, key=lambda each: abs(each - size))
    remedy = message("calibrate.size.write", mm=measured)
    if abs(measured - die_mm) < 1:  # the nearest that is sold, and still far off
        measured, remedy = round(size), message("calibrate.size.take", least=SIZES[0], most=SIZES[-1])
    fault = message("calibrate.size.other", mm=measured, configured=round(die_mm))
    return [finding("amber", fault, remedy, about="size")]


def whole(found: Notice) -> Words:
    """The finding and its remedy, in one sentence."""
    if found.remedy:
        return message("calibrate.ill", said=found.sentence, remedy=found.remedy)
    return message("calibrate.well", said=found.sentence)
