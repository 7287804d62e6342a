"""A piece lies whose outline is another than those of its kind that stand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.board.piece_outlines import FEWEST, PieceOutline, lies

ALIKE = st.builds(PieceOutline, st.floats(200, 240), st.floats(1.0, 1.1))
KIND = st.lists(ALIKE, min_size=FEWEST, max_size=40)


def disc(across: float, *, half: bool = False) -> PieceOutline:
    """Of a disc of so many mm, whole or the half of it, in pixels of a millimetre."""
    x, y = np.meshgrid(np.arange(-30.0, 31), np.arange(-30.0, 31))
    inside = (np.hypot(x, y) <= across / 2) & ((x > 0) | (not half))
    return PieceOutline.of(np.column_stack((x[inside], y[inside])), 1.0)


def test_an_outline_is_measured() -> None:
    """A disc is as long as wide; half of one nearly twice as long, and half as large."""
    whole, half = disc(40), disc(40, half=True)
    assert (np.pi * 400, 1.0) == (pytest.approx(whole.area, rel=0.02), pytest.approx(whole.stretch, rel=0.01))
    assert (0.5, 1.9) == (pytest.approx(half.area / whole.area, rel=0.05), pytest.approx(half.stretch, rel=0.03))


@given(KIND, ALIKE)
def test_of_pieces_that_are_alike_none_lies(standing: list[PieceOutline], another: PieceOutline) -> None:
    """However many stood."""
    assert not lies(another, standing)


@given(KIND, st.booleans())
def test_what_is_much_smaller_or_longer_lies(standing: list[PieceOutline], smaller: bool) -> None:
    """Even if it is one of them; but nothing is told by a few."""
    other = PieceOutline(130.0, 1.05) if smaller else PieceOutline(220.0, 1.4)
    assert lies(other, standing)
    assert lies(other, [*standing * 2, other])
    assert not lies(other, standing[: FEWEST - 1])


@given(KIND)
def test_outlines_of_mixed_pieces_show_none_as_lying(standing: list[PieceOutline]) -> None:
    """Such as those of pawns and meeples together."""
    mixed = [*standing, *(PieceOutline(each.area, 1.7) for each in standing)]
    assert not lies(PieceOutline(200.0, 3.0), mixed)
    assert not lies(PieceOutline(60.0, 1.0), [*standing, *(PieceOutline(400.0, each.stretch) for each in standing)])
