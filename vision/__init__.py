"""Frames in, readings out. Knows no rules, no pins and no screen."""

from vision.annotate import annotate, describe
from vision.errors import FrameError, ModelError, VisionError
from vision.judgement import THRESHOLD
from vision.reading import Box, ChipFace, ChipReading, DieKind, DieReading, Reading
from vision.see import Eyes, see
from vision.views import Frame

__all__ = [
    "THRESHOLD",
    "Box",
    "ChipFace",
    "ChipReading",
    "DieKind",
    "DieReading",
    "Eyes",
    "Frame",
    "FrameError",
    "ModelError",
    "Reading",
    "VisionError",
    "annotate",
    "describe",
    "see",
]
