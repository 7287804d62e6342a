"""Calibration: whether camera, print, light and dice will do for a game, and what to change if not."""

from firmware.calibration.drive import drive
from firmware.calibration.findings import Finding, Grade
from firmware.calibration.steps import ASKED, Calibration, Plan, Step

__all__ = ["ASKED", "Calibration", "Finding", "Grade", "Plan", "Step", "drive"]
