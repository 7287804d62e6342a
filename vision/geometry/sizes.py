"""How large the dice and the chip are, in millimetres; what is printed is in `vision.geometry.stadium`."""

from __future__ import annotations

DIE_MM = 16.0
"""What shops call the size of a die: a d10's girdle across, a d6's edge."""
CHIP_RADIUS = 12.5
CHIP_THICKNESS = 3.0
