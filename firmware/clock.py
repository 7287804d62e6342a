"""The time, asked for in one place so that tests can tell it."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from scoreboard import moments


class SystemClock:
    """The machine's own clock; satisfies `firmware.devices.Clock`."""

    def now(self) -> str:
        """The moment as ISO 8601 in UTC, to the millisecond."""
        return moments.written(datetime.now(UTC))

    def monotonic(self) -> float:
        """Seconds since the machine started, never going back."""
        return time.monotonic()
