"""How fast a simulated stadium plays."""

from __future__ import annotations

import time
from collections.abc import Callable

FRAMES_A_SECOND = 15
"""Of the simulated camera."""
READING_S: dict[str, float] = {"1": 1.0, "4": 0.5, "max": 0.0}
"""How long a simulated coach leaves on the panel what it asks, for each --speed, in seconds."""
PACES: dict[str, Callable[[float], None]] = {
    "1": time.sleep,
    "4": lambda seconds: time.sleep(seconds / 4),
    "max": lambda _: None,
}
"""What passes between two frames of the simulated camera, for each --speed."""
