"""Calibration: whether camera, print, light and dice will do for a game, and what to change if not."""
