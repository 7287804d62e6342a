"""The doctor: looks at everything a stadium needs, and says what to do about what is amiss."""

from firmware.setup.doctor.finding import Check, Finding, Level, worst
from firmware.setup.doctor.machine import Machine

__all__ = ["Check", "Finding", "Level", "Machine", "worst"]
