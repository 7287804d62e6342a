"""Frames in, readings out. Knows no rules, no pins and no screen."""

from vision.errors import FrameError, ModelError, VisionError
from vision.geometry.tilt import TiltField
from vision.overlay import annotate, describe
from vision.reader import DiceReader, see
from vision.readings import ChipFace, ChipReading, DieKind, DieReading, Evidence, Reading
from vision.recognition.frame_fusion import fused
from vision.recognition.parameters import THRESHOLD
from vision.types import Box, Frame

__all__ = [
    "THRESHOLD",
    "Box",
    "ChipFace",
    "ChipReading",
    "DiceReader",
    "DieKind",
    "DieReading",
    "Evidence",
    "Frame",
    "FrameError",
    "ModelError",
    "Reading",
    "TiltField",
    "VisionError",
    "annotate",
    "describe",
    "fused",
    "see",
]
