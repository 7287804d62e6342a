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

from firmware.devices.protocols import AUTOMATIC, CameraSettings
from firmware.notice import Notice, Severity, finding
from vision.enrolled.color_model import delta_e
from vision.errors import MarkersError
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
BURNT_OUT = "White paper is burnt out"
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
STEEP: Limits = (35.0, 50.0)
"""Degrees off straight above under which a corner of the field is seen; a camera right over its middle sees 26."""
DIE_PX: Limits = (32.0, 27.0)
"""Of a die's silhouette where it is smallest. Of 24 pixels hardly any is found, of 26 two in three, of 28 all."""
OTHER_SIZE = 0.14
"""Fraction by which the dice must differ from their configured size to be of another."""
SIZES = (10, 12, 14, 16, 18, 20, 22, 25, 30)
"""In which dice are sold, mm."""
BASES = ("home plate", "first base", "second base", "third base")


def severity_of(figure: float, limits: Limits) -> Severity:
    """Where ``figure`` falls; limits that grow downwards mean that less is worse."""
    amber, red = limits
    sign = 1 if red >= amber else -1
    if sign * figure >= sign * red:
        return "red"
    return "amber" if sign * figure >= sign * amber else "green"


def _graded(about: str, severity: Severity, good: str, fault: str, remedy: str) -> Notice:
    """The finding ``good`` if the severity is green, else the fault with its remedy."""
    if severity == "green":
        return finding("green", good, about=about)
    return finding(severity, fault, remedy, about=about)


def of_camera(settings: CameraSettings | None, *, steady: bool) -> Notice:
    """Whether the camera has settled, and can be locked so; ``settings`` is None for one that cannot be."""
    if settings is None:
        fault = "This camera decides by itself how it takes pictures, and cannot be told to keep its exposure"
        return finding("amber", fault, "keep the lamps as they are during a game", about="Camera")
    if not steady:
        remedy = "keep hands and moving shadows out of its sight, and calibrate again"
        return finding("red", "The camera does not settle", remedy, about="Camera")
    return finding("green", f"Settled and locked: {_locked(settings)}", about="Camera")


def _locked(settings: CameraSettings) -> str:
    parts = []
    if settings.exposure_us is not None:
        parts.append(f"exposure {settings.exposure_us / 1000:.1f} ms")
    if settings.gain is not None:
        parts.append(f"gain {settings.gain:.1f}")
    if settings.white_balance is not None:
        parts.append("white balance")
    if settings.focus is not None:
        parts.append(f"focus {settings.focus:.1f} dioptres")
    return ", ".join(parts) if settings != AUTOMATIC else "nothing, as it tells nothing of itself"


def of_markers(field: Field, seen: Collection[int]) -> Notice:
    """Which markers are seen, and where those are that are not."""
    lost = [marker for marker in field.markers if marker.number not in seen]
    if not lost:
        return finding("green", f"All {len(field.markers)} markers are seen", about="Markers")
    remedy = f"uncover {'it' if len(lost) == 1 else 'them'}, or bring the whole field into the picture"
    fault = f"Only {len(seen)} of {len(field.markers)} markers are seen, not {_listed_markers(lost, field, 'nor')}"
    return finding("red" if len(seen) < FEWEST_MARKERS else "amber", fault, remedy, about="Markers")


MIRRORED = finding(
    "red",
    "The camera mirrors its pictures, so that no marker can be read",
    "write mirror = true under [camera] in stadium.toml, and calibrate again",
    about="Markers",
)


def _listed_markers(markers: Iterable[Marker], field: Field, last: str = "and") -> str:
    return listed([f"number {marker.number} ({_direction(marker.centre, field)})" for marker in markers], last)


def _direction(place: Point, field: Field) -> str:
    """As seen from home plate."""
    (x, y), third = place, field.side / 3
    depth = "far" if y > third else "near" if y < -third else "middle"
    return f"{depth} {'left' if x < 0 else 'right'}"


def of_lens(estimate: LensEstimate, registration: Registration, printed: float) -> Notice:
    """How well the lens is known, and how precisely the print lies with it; ``printed`` is as in `is_other_print`."""
    error = f"{registration.error_mm:.1f} mm"
    found = severity_of(registration.error_mm, MARKER_ERROR)
    if found != "green":
        if is_other_print(printed):
            return of_print(found, printed)
        return finding(
            found, f"Even so the markers lie {error} off", "lay the print flat, and measure its side", about="Lens"
        )
    if estimate.measured:
        known = f"It sees {estimate.view:.0f} degrees across and its bend is known; the markers lie true to {error}"
        return finding("green", known, about="Lens")
    known = f"Its bend is known and the markers lie true to {error}"
    return finding("green", f"{known}; {estimate.view:.0f} degrees across are taken for granted", about="Lens")


def is_other_print(printed: float) -> bool:
    """Whether the markers' sheet was not printed at 100 %; ``printed`` is their size as `printed_at` estimates it."""
    return abs(printed - 1) >= OTHER_PRINT


def of_print(found: Severity, printed: float) -> Notice:
    """That it was not, as by a printer that fits a sheet to its page."""
    remedy = "print their sheet at 100 %, so that its bar is 100 mm long, and glue them anew"
    return finding(found, f"The markers are printed at about {100 * printed:.0f} %", remedy, about="Lens")


def of_misfit(error: MarkersError) -> Notice:
    """That the markers lie nowhere near their printed places."""
    fault, _, _ = str(error).partition("; ")
    remedy = "lay the print flat, and see that every marker lies in its own place, upright as seen from home plate"
    return finding("red", fault.capitalize(), remedy, about="Lens")


def of_astray(field: Field, wrong: Collection[int]) -> Notice:
    """That all markers lie as printed but these: in another's place, turned, or another print's."""
    which = _listed_markers((marker for marker in field.markers if marker.number in wrong), field)
    remedy = (
        "lay the print flat, put each in its own place, upright as seen from home plate, and take any second one away"
    )
    return finding("red", f"The other markers lie true, but not {which}", remedy, about="Lens")


def of_angle(field: Field, registration: Registration) -> Notice:
    """Whether the camera looks down on the dice, or at their sides."""
    x, y, height = registration.eye
    corners: list[Point] = [(float(x), float(y)) for x, y in field.tray.corners]
    slant, corner = max((math.degrees(math.atan2(math.dist(corner, (x, y)), height)), corner) for corner in corners)
    good = f"It looks down on the whole field, from {slant:.0f} degrees at most"
    fault = f"The {_direction(corner, field)} corner is seen from {slant:.0f} degrees off straight above"
    remedy = "hang the camera over the middle of the field; if it hangs there, higher"
    return _graded("Angle", severity_of(slant, STEEP), good, fault, remedy)


def of_places(field: Field, registration: Registration, size: tuple[int, int], die_mm: float) -> Notice:
    """Whether the camera sees every place of the game, large enough."""
    hidden = _outside(field, registration, size)
    if hidden:
        fault = f"The camera does not see the whole of {hidden[0]}"
        return finding("red", fault, "raise it, or move it that way", about="Bases and zones")
    least = min(registration.scale_at((float(x), float(y))) for x, y in field.tray.corners) * die_mm
    good = f"All four bases and {len(field.zones)} zones are in view, and a die is at least {least:.0f} pixels wide"
    remedy = "bring the camera nearer, or take one with larger pictures"
    fault = f"A die is only {least:.0f} pixels wide"
    return _graded("Bases and zones", severity_of(least, DIE_PX), good, fault, remedy)


def _outside(field: Field, registration: Registration, size: tuple[int, int]) -> list[str]:
    """The places that are not whole in the picture."""
    places = [(name, at, 0.0) for name, at in zip(BASES, field.bases, strict=True)]
    places += [(f"zone {zone.number}", zone.centre, zone.radius) for zone in field.zones]
    corners = [(0.99 * float(x), 0.99 * float(y)) for x, y in field.tray.corners]
    places += [(f"the {_direction(at, field)} corner", at, 0.0) for at in corners]
    around = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    seen = {name: registration.to_pixels(around * reach + at) for name, at, reach in places}
    return [name for name, pixels in seen.items() if not ((pixels >= 0).all() and (pixels < size).all())]


def of_brightness(patches: Sequence[Patch], fallback: float) -> Notice:
    """Whether white is white and black is black; ``fallback`` goes where no marker is seen."""
    white = median(patch.white for patch in patches) if patches else fallback
    if white >= BURNT_WHITE:
        return finding("amber", BURNT_OUT, "dim the lamp or move it away, then calibrate again", about="Brightness")
    depth = median(patch.white - patch.black for patch in patches) if patches else white
    found = severity_of(white, DARK)
    if found == "green" and depth < FAINT:
        fault = f"Black ink is only {depth:.0f} of 255 darker than white paper"
        return finding("amber", fault, "wipe the lens, and keep the lamp from shining into it", about="Brightness")
    good, fault = f"White paper is at {white:.0f} of 255", f"White paper is only at {white:.0f} of 255"
    return _graded("Brightness", found, f"{good}, bright and not burnt out", fault, "add a lamp, or bring it nearer")


def of_evenness(patches: Sequence[Patch], field: Field) -> Notice:
    """Whether the light is the same everywhere."""
    ratio = unevenness(patches)
    dark = min(patches, key=lambda patch: patch.white)
    where = next(_direction(marker.centre, field) for marker in field.markers if marker.number == dark.number)
    good = f"The light differs by no more than {ratio:.1f} times over the field"
    fault = f"One part of the field has {ratio:.1f} times the light of the {where} corner"
    return _graded("Evenness", severity_of(ratio, UNEVEN), good, fault, "draw the curtain, or add light")


def of_sharpness(patches: Sequence[Patch]) -> Notice:
    """Whether the picture is in focus."""
    found = severity_of(median(patch.edge for patch in patches), BLUR)
    remedy = "wipe the lens, focus it, and see that the mount is firm"
    return _graded("Sharpness", found, "The print is in focus", "The print is blurred", remedy)


def of_glare(gleams: Sequence[Gleam], field: Field) -> Notice:
    """Whether a lamp is mirrored in the print."""
    if not gleams:
        return finding("green", "Nothing gleams", about="Glare")
    places = dict(zip(BASES, field.bases, strict=True)) | {f"zone {zone.number}": zone.centre for zone in field.zones}
    nearest = min(places, key=lambda name: math.dist(places[name], gleams[0].place))
    remedy = "move the lamp aside or higher, draw the curtain, or use a matt print"
    return finding("amber", f"Something gleams near {nearest}", remedy, about="Glare")


def of_flicker(fraction: float) -> Notice:
    """Whether the lamp flickers."""
    fault, remedy = f"The lamp flickers by {fraction:.0%} either way", "do not dim it, or take another lamp"
    return _graded("Flicker", severity_of(fraction, FLICKER), "The lamp does not flicker", fault, remedy)


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
    fault = f"No {listed(lost, 'or')} die is seen"
    if not lit:
        return finding("red", f"{fault} in this light", "mend the light, and calibrate again", about="Dice")
    if len(lost) == 1 and len(others) == 1:
        remedy = f'if that is it, write {others[0]} = "{lost[0]}" under [eyes.colors]'
        article = "an" if others[0][0] in "aeiou" else "a"
        return finding("red", f"{fault}, but {article} {others[0]} one", remedy, about="Dice")
    return finding("red", fault, "lay it on the field by itself, numeral up, and calibrate again", about="Dice")


def _closest(shades: Mapping[str, Floats]) -> Notice:
    apart = {(one, other): delta_e(shades[one], shades[other]) for one, other in combinations(shades, 2)}
    if not apart:
        return finding("green", f"The {listed(list(shades))} die is seen", about="Dice")
    one, other = min(apart, key=lambda pair: apart[pair])
    good = f"The {listed(list(shades))} dice are seen, and their colours lie far apart"
    fault, remedy = (
        f"The {one} and the {other} die look alike in this light",
        "add light, or take dice of other colours",
    )
    return _graded("Dice", severity_of(apart[one, other], COLOR_DISTANCE), good, fault, remedy)


def of_size(seen: Sequence[FoundDie], die_mm: float) -> list[Notice]:
    """Whether the dice are as large as the configuration says; nothing if no size is known."""
    sizes = [die.size for die in seen if die.size is not None]
    if not sizes:
        return []
    size = median(sizes)
    if abs(size - die_mm) <= OTHER_SIZE * die_mm:
        return [finding("green", f"The dice are about {die_mm:.0f} mm across, as the configuration says", about="Size")]
    measured, remedy = min(SIZES, key=lambda each: abs(each - size)), "write die_mm = {} under [eyes]"
    if abs(measured - die_mm) < 1:  # the nearest that is sold, and still far off
        measured, remedy = round(size), f"take dice of {SIZES[0]} to {SIZES[-1]} mm"
    fault = f"The dice are about {measured} mm across, not {die_mm:.0f}"
    return [finding("amber", fault, remedy.format(measured), about="Size")]


def whole(message: Notice) -> str:
    """The finding and its remedy, in one sentence."""
    return f"{message.sentence}: {message.remedy}." if message.remedy else f"{message.sentence}."


def listed(names: Sequence[str], last: str = "and") -> str:
    """Several names in a sentence."""
    return f" {last} ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
