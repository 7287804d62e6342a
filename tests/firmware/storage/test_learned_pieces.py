"""What was learned of pieces is kept with its figures, and a file that cannot be used is as none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from firmware.storage.learned_pieces import keep_pieces, learned_pieces
from vision.board.fitted_pieces import FitTrial, LookTally, PieceFit
from vision.enrolled.color_model import ColorModel

FIT = PieceFit({"red": ColorModel.of([np.array((50.0, 30.0, 12.0)), np.array((52.0, 29.0, 14.0))])}, 0.8)
TRIAL = FitTrial(FIT, LookTally(84, 8, 0), LookTally(92, 0, 0))


def test_what_was_learned_is_kept(tmp_path: Path) -> None:
    """With its figures, in a folder that is made for it."""
    file = tmp_path / "cache" / "pieces.json"
    keep_pieces(file, TRIAL)
    kept = learned_pieces(file)
    assert (FIT.width, ["red"]) == (kept.width, list(kept.models))
    assert FIT.models["red"].shares == kept.models["red"].shares
    assert np.array_equal(FIT.models["red"].mean, kept.models["red"].mean)
    assert np.array_equal(FIT.models["red"].covariance, kept.models["red"].covariance)
    assert b'"before":{"right":84,"asked":8,"wrong":0}' in file.read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:-9],
        lambda text: text.replace('"version":1', '"version":2'),
        lambda text: text.replace('"width":0.8', '"width":-1'),
        lambda text: text.replace('"mean":[51.0,', '"mean":['),
        lambda text: text.replace('"covariance":[[', '"covariance":[[-'),
        lambda _: "\0",
    ],
    ids=["cut short", "of a later version", "no width", "no mean", "no covariance", "no text"],
)
def test_a_file_that_cannot_be_used_is_as_none(tmp_path: Path, damage: object) -> None:
    """The game is played as before anything was learned."""
    file = tmp_path / "pieces.json"
    keep_pieces(file, TRIAL)
    before = file.read_text()
    after = damage(before)  # type: ignore[operator] # a function
    assert before != after
    file.write_text(after)
    assert {} == learned_pieces(file).models
    assert {} == learned_pieces(tmp_path / "nowhere").models
