"""Frames in, readings out. Knows no rules, no pins and no screen."""

from vision.errors import FrameError, ModelError
from vision.overlay import annotate, describe
from vision.reader import DiceReader
from vision.readings import ChipReading, DieReading, Reading
from vision.recognition.parameters import THRESHOLD
from vision.types import Frame

__all__ = [
    "THRESHOLD",
    "ChipReading",
    "DiceReader",
    "DieReading",
    "Frame",
    "FrameError",
    "ModelError",
    "Reading",
    "annotate",
    "describe",
]
