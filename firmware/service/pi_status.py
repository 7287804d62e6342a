"""The Pi's temperature and undervoltage; None where a file is missing, as on any other machine."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

SYS = Path("/sys")


def temperature(sys: Path = SYS) -> float | None:
    """Of the processor, in degrees Celsius."""
    millidegrees = _number(sys / "class/thermal/thermal_zone0/temp")
    return None if millidegrees is None else millidegrees / 1000


def undervoltage(sys: Path = SYS) -> bool | None:
    """Whether the supply's voltage has fallen below what the Pi needs (the firmware's own alarm)."""
    for monitor in sorted((sys / "class/hwmon").glob("hwmon*")):
        if _text(monitor / "name") == "rpi_volt":
            alarm = _number(monitor / "in0_lcrit_alarm")
            return None if alarm is None else bool(alarm)
    return None


def _number(file: Path) -> int | None:
    text = _text(file)
    return int(text) if text.lstrip("-").isdecimal() else None


def _text(file: Path) -> str:
    with suppress(OSError):
        return file.read_text(encoding="ascii").strip()
    return ""
