"""Scenes for enrolment: dice that are hard to read, each face shown once to enrol it and many times to recognise it.

Twenty dice of the test's materials and typefaces measure enrolment. Twenty of those to train on fit the weights of an
enrolled die's evidence.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from vision.training.render.paints import ENROLMENT_FAMILIES, PATTERNED_FAMILIES, TRAIN_FAMILIES, draw_paint
from vision.training.render.scene import TEST_GROUNDS, TOKEN_MM, TRAIN_GROUNDS, Scene, compose
from vision.training.render.tokens import DieModel, model_d10, resting_die

DIE_COUNT = 20
PICTURES_PER_DIE = 16
"""Pictures of each die, every face once in each; it is enrolled from the first."""
ENROLMENT_TILT, MAX_TILT = np.radians(5), np.radians(26)
SIZE_RANGE_PX = (46, 92)
"""Pixels along the die; after perspective some 40 to 100."""
HARD_TEST_FAMILIES = (("granite", "terrazzo"), ("smoke", "wax"), ENROLMENT_FAMILIES)
"""Speckled dice, clear ones, and any whose ink is near the body's colour."""
HARD_TRAIN_FAMILIES = (
    ("speckled", "camouflage", "crackled", "splashed", "dusted"),
    ("translucent", "frosted", "nebula"),
    TRAIN_FAMILIES + PATTERNED_FAMILIES,
)
"""The same of what may be trained on."""


def enrolment_scene(seed: int, *, test: bool = True) -> Scene:
    """Picture ``seed % PICTURES_PER_DIE`` of die ``seed // PICTURES_PER_DIE``: ten copies, each with another face up.

    ``test`` chooses the materials, typefaces and grounds of the test, else those to train on.
    """
    which, number = divmod(seed, PICTURES_PER_DIE)
    model = _model(which, test=test)
    rng = np.random.default_rng((seed, 53))
    size = float(rng.uniform(60, 90) if number == 0 else np.exp(rng.uniform(*np.log(SIZE_RANGE_PX))))
    tilt = float(rng.uniform(0, ENROLMENT_TILT if number == 0 else MAX_TILT))
    things = [
        resting_die(model, face, rng.uniform(0, 2 * np.pi), scale=size / TOKEN_MM) for face in rng.permutation(10)
    ]
    grounds = TEST_GROUNDS if test else TRAIN_GROUNDS
    return compose(rng, seed, things, size=size, tilt=tilt, grounds=grounds, even_light=number == 0)


@lru_cache(maxsize=DIE_COUNT)
def _model(which: int, *, test: bool) -> DieModel:
    rng = np.random.default_rng((which, 52))
    hard = HARD_TEST_FAMILIES if test else HARD_TRAIN_FAMILIES
    kind = which % len(hard)
    paint = draw_paint(rng, hard[kind], low=kind == len(hard) - 1)
    return model_d10(rng, f"teach-{which % DIE_COUNT:02d}", test=test, paint=paint)
