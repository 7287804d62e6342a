"""What was measured -> what the owner is told: a severity, and one sentence that says what to do.

The figures below say what is good enough; each was tried on the simulated stadium. Rule kept here: *red* is what a game
cannot be played with, *amber* is what will be asked about more than need be, and neither goes without a remedy.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import TypeAlias

import numpy as np

from firmware.devices.protocols import AUTOMATIC, CameraSettings
from firmware.messages import Message, Severity, finding
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
"""Of 255, how bright white paper is."""
BURNT_WHITE = 249.0
BURNT_OUT = "White paper is burnt out"
FAINT = 60.0
"""Of 255, between white paper and black ink; with less there is haze."""
UNEVEN: Limits = (2.2, 5.0)
"""How many times as bright the best lit marker is."""
BLUR: Limits = (BLURRED, 0.07)
"""Width of a marker's edge, in its sides; beyond the second, 2.4 mm, dice are no longer found."""
FLICKER: Limits = (0.02, 0.15)
"""Share of the light, either way; that much the watcher levels."""
APART: Limits = (35.0, 15.0)
"""Distance of two dice's colours: of orange and red it is 30, of red and blue 90."""
ASTRAY: Limits = (0.6, 1.2)
"""How far the markers lie from where they are printed, mm."""
OTHER_PRINT = 0.03
"""Share by which the markers must differ from their size for their sheet not to have been printed at 100 %."""
STEEP: Limits = (35.0, 50.0)
"""Degrees off straight above under which a corner of the field is seen; a camera right over its middle sees 26.

Most of what is told wrongly is seen from more than 30, and no die was learned from that was seen from more than 50.
"""
DIE_PX: Limits = (32.0, 27.0)
"""Of a die's silhouette where it is smallest. Of 24 pixels hardly any is found, of 26 two in three, of 28 all."""
OTHER_SIZE = 0.14
"""Share by which the dice must differ from their configured size to be of another."""
SIZES = (10, 12, 14, 16, 18, 20, 22, 25, 30)
"""In which dice are sold, mm."""
SILHOUETTE = 1.0
"""Longer side of a d10's silhouette seen from above, in its size, on average over its turns."""
BASES = ("home plate", "first base", "second base", "third base")


def severity_of(figure: float, bars: Limits) -> Severity:
    """Where ``figure`` falls; bars that grow downwards mean that less is worse."""
    amber, red = bars
    sign = 1 if red >= amber else -1
    if sign * figure >= sign * red:
        return "red"
    return "amber" if sign * figure >= sign * amber else "green"


# -- the camera


def of_camera(settings: CameraSettings | None, *, steady: bool) -> Message:
    """Whether the camera has come to rest, and can be told to stay so; None for one that cannot."""
    if settings is None:
        saw = "This camera decides by itself how it takes pictures, and cannot be told to keep its exposure"
        return finding("amber", saw, "keep the lamps as they are during a game", about="Camera")
    if not steady:
        do = "keep hands and moving shadows out of its sight, and calibrate again"
        return finding("red", "The camera does not settle", do, about="Camera")
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


# -- the markers, the lens, and what lies where


def of_markers(field: Field, seen: Collection[int]) -> Message:
    """Which markers are found, and where those are that are not."""
    lost = [marker for marker in field.markers if marker.number not in seen]
    if not lost:
        return finding("green", f"All {len(field.markers)} markers are seen", about="Markers")
    where = listed([_named(marker, field) for marker in lost], "nor")
    few = len(seen) < FEWEST_MARKERS
    remedy = f"uncover {'it' if len(lost) == 1 else 'them'}, or bring the whole field into the picture"
    saw = f"Only {len(seen)} of {len(field.markers)} markers are seen, not {where}"
    return finding("red" if few else "amber", saw, remedy, about="Markers")


MIRRORED = finding(
    "red",
    "The camera mirrors its pictures, so that no marker can be read",
    "write mirror = true under [camera] in stadium.toml, and calibrate again",
    about="Markers",
)


def _named(marker: Marker, field: Field) -> str:
    return f"number {marker.number} ({_whereabouts(marker.centre, field)})"


def _whereabouts(place: Point, field: Field) -> str:
    """As seen from home plate."""
    (x, y), third = place, field.side / 3
    depth = "far" if y > third else "near" if y < -third else "middle"
    return f"{depth} {'left' if x < 0 else 'right'}"


def of_lens(estimate: LensEstimate, registration: Registration, printed: float) -> Message:
    """How well the lens is known, and how true the print lies with it.

    Args:
        estimate: the lens.
        registration: how the camera sees the field with it.
        printed: see `is_other_print`.
    """
    true = f"the markers lie true to {registration.error_mm:.1f} mm"
    found = severity_of(registration.error_mm, ASTRAY)
    if found != "green" and is_other_print(printed):
        return of_print(found, printed)
    if found != "green":
        saw = f"Even so the markers lie {registration.error_mm:.1f} mm off"
        return finding(found, saw, "lay the print flat, and measure its side", about="Lens")
    if estimate.measured:
        return finding(
            "green", f"It sees {estimate.view:.0f} degrees across and its bend is known; {true}", about="Lens"
        )
    saw = f"Its bend is known and {true}; {estimate.view:.0f} degrees across are taken for granted"
    return finding("green", saw, about="Lens")


def is_other_print(printed: float) -> bool:
    """Whether the markers' sheet was not printed at 100 %: they are that share of their size, as `printed_at` tells."""
    return abs(printed - 1) >= OTHER_PRINT


def of_print(found: Severity, printed: float) -> Message:
    """That it was not; a printer that fits a sheet to its page does so."""
    do = "print their sheet at 100 %, so that its bar is 100 mm long, and glue them anew"
    return finding(found, f"The markers are printed at about {100 * printed:.0f} %", do, about="Lens")


def of_misfit(error: MarkersError) -> Message:
    """That the print lies nowhere near where it should."""
    saw, _, _ = str(error).partition("; ")
    do = "lay the print flat, and see that every marker lies in its own place, upright as seen from home plate"
    return finding("red", saw.capitalize(), do, about="Lens")


def of_astray(field: Field, wrong: Collection[int]) -> Message:
    """That all markers lie as printed but these: in another's place, turned, or another print's."""
    which = listed([_named(marker, field) for marker in field.markers if marker.number in wrong])
    do = "lay the print flat, put each in its own place, upright as seen from home plate, and take any second one away"
    return finding("red", f"The other markers lie true, but not {which}", do, about="Lens")


def of_angle(field: Field, registration: Registration) -> Message:
    """Whether the camera looks down on the dice, or at their sides."""
    corners: list[Point] = [(float(x), float(y)) for x, y in field.tray.corners]
    slant, corner = max((_slant(corner, registration), corner) for corner in corners)
    found = severity_of(slant, STEEP)
    if found != "green":
        saw = f"The {_whereabouts(corner, field)} corner is seen from {slant:.0f} degrees off straight above"
        return finding(
            found, saw, "hang the camera over the middle of the field; if it hangs there, higher", about="Angle"
        )
    return finding("green", f"It looks down on the whole field, from {slant:.0f} degrees at most", about="Angle")


def _slant(place: Point, registration: Registration) -> float:
    """Degrees off the vertical from which ``place`` is seen."""
    x, y, height = registration.eye
    return math.degrees(math.atan2(math.dist(place, (x, y)), height))


def of_places(field: Field, registration: Registration, size: tuple[int, int], die_mm: float) -> Message:
    """Whether the camera sees every place of the game, large enough."""
    hidden = _outside(field, registration, size)
    if hidden:
        saw = f"The camera does not see the whole of {hidden[0]}"
        return finding("red", saw, "raise it, or move it that way", about="Bases and zones")
    least = min(registration.scale_at((float(x), float(y))) for x, y in field.tray.corners) * die_mm
    found = severity_of(least, DIE_PX)
    if found != "green":
        do = "bring the camera nearer, or take one with larger pictures"
        return finding(found, f"A die is only {least:.0f} pixels wide", do, about="Bases and zones")
    count = f"All four bases and {len(field.zones)} zones are in view"
    return finding("green", f"{count}, and a die is at least {least:.0f} pixels wide", about="Bases and zones")


def _outside(field: Field, registration: Registration, size: tuple[int, int]) -> list[str]:
    """The places that are not whole in the picture."""
    places = [(name, at, 0.0) for name, at in zip(BASES, field.bases, strict=True)]
    places += [(f"zone {zone.number}", zone.centre, zone.radius) for zone in field.zones]
    corners = [(0.99 * float(x), 0.99 * float(y)) for x, y in field.tray.corners]
    places += [(f"the {_whereabouts(at, field)} corner", at, 0.0) for at in corners]
    return [name for name, at, reach in places if not _in_view(at, reach, registration, size)]


def _in_view(at: Point, reach: float, registration: Registration, size: tuple[int, int]) -> bool:
    around = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)]) * reach + at
    seen = registration.to_pixels(around)
    return bool((seen >= 0).all() and (seen < size).all())


# -- the light


def of_brightness(patches: Sequence[Patch], fallback: float) -> Message:
    """Whether white is white and black is black; ``fallback`` goes where no marker is seen."""
    white = median(patch.white for patch in patches) if patches else fallback
    if white >= BURNT_WHITE:
        return finding("amber", BURNT_OUT, "dim the lamp or move it away, then calibrate again", about="Brightness")
    found = severity_of(white, DARK)
    if found != "green":
        saw = f"White paper is only at {white:.0f} of 255"
        return finding(found, saw, "add a lamp, or bring it nearer", about="Brightness")
    depth = median(patch.white - patch.black for patch in patches) if patches else white
    if depth < FAINT:
        saw = f"Black ink is only {depth:.0f} of 255 darker than white paper"
        return finding("amber", saw, "wipe the lens, and keep the lamp from shining into it", about="Brightness")
    return finding("green", f"White paper is at {white:.0f} of 255, bright and not burnt out", about="Brightness")


def of_evenness(patches: Sequence[Patch], field: Field) -> Message:
    """Whether the light is the same everywhere."""
    ratio = unevenness(patches)
    found = severity_of(ratio, UNEVEN)
    if found == "green":
        return finding("green", f"The light differs by no more than {ratio:.1f} times over the field", about="Evenness")
    dark = min(patches, key=lambda patch: patch.white)
    where = next(_whereabouts(marker.centre, field) for marker in field.markers if marker.number == dark.number)
    saw = f"One part of the field has {ratio:.1f} times the light of the {where} corner"
    return finding(found, saw, "draw the curtain, or add light", about="Evenness")


def of_sharpness(patches: Sequence[Patch]) -> Message:
    """Whether the picture is in focus."""
    edge = median(patch.edge for patch in patches)
    found = severity_of(edge, BLUR)
    if found == "green":
        return finding("green", "The print is in focus", about="Sharpness")
    do = "wipe the lens, focus it, and see that the mount is firm"
    return finding(found, "The print is blurred", do, about="Sharpness")


def of_glare(gleams: Sequence[Gleam], field: Field) -> Message:
    """Whether a lamp is mirrored in the print."""
    if not gleams:
        return finding("green", "Nothing gleams", about="Glare")
    place = _nearest(gleams[0].place, field)
    do = "move the lamp aside or higher, draw the curtain, or use a matt print"
    return finding("amber", f"Something gleams near {place}", do, about="Glare")


def _nearest(place: Point, field: Field) -> str:
    named = dict(zip(BASES, field.bases, strict=True))
    named |= {f"zone {zone.number}": zone.centre for zone in field.zones}
    return min(named, key=lambda name: math.dist(named[name], place))


def of_flicker(share: float) -> Message:
    """Whether the lamp flickers."""
    found = severity_of(share, FLICKER)
    if found == "green":
        return finding("green", "The lamp does not flicker", about="Flicker")
    saw = f"The lamp flickers by {share:.0%} either way"
    return finding(found, saw, "do not dim it, or take another lamp", about="Flicker")


# -- the dice


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die that was seen on the field.

    Attributes:
        name: of its colour, as the eyes say it.
        shade: of its body.
        size: of its silhouette, mm; None where no board is registered.
    """

    name: str
    shade: Floats
    size: float | None


def of_dice(wanted: Sequence[str], seen: Sequence[FoundDie], colors: Mapping[str, str], *, lit: bool) -> Message:
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


def _lost(lost: Sequence[str], others: Sequence[str], *, lit: bool) -> Message:
    several = listed(lost, "or")
    if not lit:
        return finding(
            "red", f"No {several} die is seen in this light", "mend the light, and calibrate again", about="Dice"
        )
    if len(lost) == 1 and len(others) == 1:
        remedy = f'if that is it, write {others[0]} = "{lost[0]}" under [eyes.colors]'
        return finding("red", f"No {several} die is seen, but {_article(others[0])} one", remedy, about="Dice")
    do = "lay it on the field by itself, numeral up, and calibrate again"
    return finding("red", f"No {several} die is seen", do, about="Dice")


def _article(color: str) -> str:
    return f"{'an' if color[0] in 'aeiou' else 'a'} {color}"


def _closest(shades: Mapping[str, Floats]) -> Message:
    apart = {(one, other): delta_e(shades[one], shades[other]) for one, other in combinations(shades, 2)}
    if not apart:
        return finding("green", f"The {listed(list(shades))} die is seen", about="Dice")
    one, other = min(apart, key=lambda pair: apart[pair])
    found = severity_of(apart[one, other], APART)
    if found == "green":
        return finding(
            "green", f"The {listed(list(shades))} dice are seen, and their colours lie far apart", about="Dice"
        )
    saw = f"The {one} and the {other} die look alike in this light"
    return finding(found, saw, "add light, or take dice of other colours", about="Dice")


def whole(message: Message) -> str:
    """What was found and what to do about it, in one sentence."""
    return f"{message.sentence}: {message.remedy}." if message.remedy else f"{message.sentence}."


def listed(names: Sequence[str], last: str = "and") -> str:
    """Several names as one says them."""
    return f" {last} ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]


def of_size(seen: Sequence[FoundDie], die_mm: float) -> list[Message]:
    """Whether the dice are as large as the configuration says; nothing where that cannot be told."""
    sizes = [die.size / SILHOUETTE for die in seen if die.size is not None]
    if not sizes:
        return []
    size = median(sizes)
    if abs(size - die_mm) <= OTHER_SIZE * die_mm:
        return [finding("green", f"The dice are about {die_mm:.0f} mm across, as the configuration says", about="Size")]
    sold = min(SIZES, key=lambda each: abs(each - size))
    if abs(sold - die_mm) < 1:  # the nearest there is, and still far off
        saw = f"The dice are about {size:.0f} mm across, not {die_mm:.0f}"
        return [finding("amber", saw, f"take dice of {SIZES[0]} to {SIZES[-1]} mm", about="Size")]
    saw = f"The dice are about {sold} mm across, not {die_mm:.0f}"
    return [finding("amber", saw, f"write die_mm = {sold} under [eyes]", about="Size")]
