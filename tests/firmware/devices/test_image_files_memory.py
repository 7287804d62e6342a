"""A phone's photograph of 48 megapixels is read on a Pi with 512 MB."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

SIZE = (8064, 6048)
WHOLE_MB = SIZE[0] * SIZE[1] * 3 / 1e6
"""What the picture takes decoded in full, and only once."""
ONCE = """
import resource, sys
from pathlib import Path
from firmware.devices.image_files import load_picture
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
load_picture(Path(sys.argv[2]))
before = peak()
picture = load_picture(Path(sys.argv[1]))
print(picture.part, *picture.frame.shape, peak() - before)
"""


@pytest.mark.debian13  # the decoder of a Pi, in a program of its own
@pytest.mark.parametrize(("name", "share"), [("1.jpg", 0.75), ("1.png", 1.75)])
def test_large_picture_is_held_in_full_once_at_most(tmp_path: Path, name: str, share: float) -> None:
    """A JPEG is not held in full at all; what cannot be decoded at a part of its size is, at four bytes a pixel."""
    noise = np.random.default_rng(1).integers(0, 255, (63, 84, 3), np.uint8)
    cv2.imwrite(str(tmp_path / "small.jpg"), noise)
    cv2.imwrite(str(tmp_path / "small.png"), noise)
    cv2.imwrite(str(tmp_path / name), cv2.resize(noise, SIZE))
    files = [str(tmp_path / name), str(tmp_path / f"small{name[1:]}")]
    printed = subprocess.run([sys.executable, "-c", ONCE, *files], capture_output=True, text=True, check=True).stdout
    *shape, taken_mb = printed.split()
    assert ["2", "3024", "4032", "3"] == shape
    assert float(taken_mb) < share * WHOLE_MB
