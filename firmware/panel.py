"""What every panel holds to, real or simulated."""

from __future__ import annotations

from PIL import Image


def check_size(picture: Image.Image, size: tuple[int, int]) -> None:
    """Refuse a picture that is not the panel's size.

    Raises:
        ValueError: names both sizes.
    """
    if picture.size != size:
        raise ValueError(f"a picture of {picture.size} is not for a panel of {size}")
