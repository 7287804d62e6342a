"""What was learned of the owner's pieces, kept in a file beside the games that can be made again by playing.

Rule kept here: a file that cannot be used is as none: what was learned costs nobody a game.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta, Struct

from firmware.files.atomic import make_folder, read_plain, write_whole
from firmware.paths import CACHE, home
from scoreboard.msgspec_errors import DECODE_ERRORS
from vision.board.fitted_pieces import FitTrial, LookTally, PieceFit
from vision.enrolled.color_model import ColorModel

NAME, VERSION = "pieces.json", 1


class _Color(Struct, frozen=True):
    mean: list[float]
    covariance: list[list[float]]
    shares: tuple[float, float]


class _Pieces(Struct, frozen=True):
    version: int
    width: Annotated[float, Meta(gt=0.2, lt=5)]
    colors: dict[str, _Color]
    before: LookTally
    after: LookTally


def pieces_file() -> Path:
    """Where it is kept."""
    return home() / CACHE / NAME


def learned_pieces(file: Path) -> PieceFit:
    """What was learned; nothing where there is no such file, or none that can be used."""
    with suppress(OSError, ValueError, *DECODE_ERRORS, np.linalg.LinAlgError):
        kept = msgspec.json.decode(read_plain(file), type=_Pieces)
        models = {name: _model(color) for name, color in kept.colors.items()}
        if kept.version == VERSION:
            return PieceFit(models, kept.width)
    return PieceFit()


def keep_pieces(file: Path, trial: FitTrial) -> None:
    """Keep what was learned, with the figures before and after; an OSError where it cannot be kept."""
    colors = {
        name: _Color(model.mean.tolist(), model.covariance.tolist(), model.shares)
        for name, model in trial.fit.models.items()
    }
    make_folder(file.parent)
    write_whole(file, msgspec.json.encode(_Pieces(VERSION, trial.fit.width, colors, trial.before, trial.after)))


def _model(color: _Color) -> ColorModel:
    """Of a colour that was kept. ValueError or LinAlgError where it is none."""
    mean, covariance = np.array(color.mean).reshape(3), np.array(color.covariance).reshape(3, 3)
    np.linalg.cholesky(covariance)
    return ColorModel(mean, covariance, color.shares)
