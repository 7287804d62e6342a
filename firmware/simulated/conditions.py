"""What may be wrong with a simulated stadium before a game, by its name on the command line."""

from __future__ import annotations

from typing import Literal

Fault = Literal["marker", "markers", "dark", "bright", "glare", "flicker", "uneven", "knocked", "aslant", "color"]
