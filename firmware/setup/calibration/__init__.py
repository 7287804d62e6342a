"""Calibration: whether camera, print, light and dice will do for a game, and what to change if not."""

from firmware.setup.calibration.steps import ASKED, Calibration, Plan, Step, drive

__all__ = ["ASKED", "Calibration", "Plan", "Step", "drive"]
