"""How large the things are that are played with, in millimetres; what is printed is `vision.geometry.stadium`'s."""

from __future__ import annotations

DIE_MM = 16.0
"""What shops call the size of a die: a d10's girdle across, a d6's edge. Most are of this one."""
CHIP_RADIUS = 12.5
CHIP_THICKNESS = 3.0
