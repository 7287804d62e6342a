"""The light of a scene: bulbs, panels and windows, and what comes from all around."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.training.data.numerals import Rng
from vision.training.render.paints import Color, any_color
from vision.types import Points

SHADED_SHARE = 0.22
"""Share of lamps with something in their way."""
WARM, COLD = (1.0, 0.78, 0.55), (0.78, 0.88, 1.0)


@dataclass(frozen=True)
class SceneLamp:
    """A rectangular lamp in millimetres that looks at ``target``; ``power`` is the light that it gives there."""

    position: tuple[float, float, float]
    target: tuple[float, float, float]
    size: tuple[float, float]
    power: float
    color: Color
    shade: tuple[float, float, float] | None = None


def _light_color(rng: Rng) -> Color:
    share = rng.random()
    mixed = np.array(WARM) * (1 - share) + np.array(COLD) * share
    if rng.random() < 0.06:
        mixed = mixed * 0.4 + 0.6 * np.array(any_color(rng))
    red, green, blue = mixed.tolist()
    return red, green, blue


def draw_lamps(rng: Rng, reach: float, *, even_light: bool) -> tuple[SceneLamp, ...]:
    """One to three lamps: bulbs, panels, windows; some half hidden, so that part of the table lies in the shade."""
    return tuple(_lamp(rng, reach, even_light=even_light) for _ in range(rng.choice([1, 1, 2, 2, 3])))


def _lamp(rng: Rng, reach: float, *, even_light: bool) -> SceneLamp:
    azimuth, lean = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(38 if even_light else 0, 68))
    away = rng.uniform(300, 1500)
    toward = np.array((np.sin(lean) * np.cos(azimuth), np.sin(lean) * np.sin(azimuth), np.cos(lean)))
    wide = float(away * np.exp(rng.uniform(np.log(0.2 if even_light else 0.03), np.log(0.5 if even_light else 0.9))))
    size = (wide, wide * float(rng.uniform(0.3, 1)))
    aim = np.append(rng.normal(0, 0.3, 2) * reach, 0.0)
    shaded = rng.random() < SHADED_SHARE and not even_light
    shade = np.append(rng.uniform(-0.6, 0.6, 2) * reach, 0.0) + toward * rng.uniform(120, 260)
    power = float(np.exp(rng.normal(0, 0.6)))
    return SceneLamp(
        _triple(toward * away), _triple(aim), size, power, _light_color(rng), _triple(shade) if shaded else None
    )


def _triple(vector: Points) -> tuple[float, float, float]:
    x, y, z = vector.tolist()
    return x, y, z


def draw_sky(rng: Rng) -> tuple[Color, Color, float]:
    """Colours of the light from all around, above and below the horizon, and its strength."""
    high, low = _light_color(rng), tuple((np.array(_light_color(rng)) * rng.uniform(0.1, 1)).tolist())
    return high, low, float(np.exp(rng.uniform(np.log(0.12), np.log(0.9))))
