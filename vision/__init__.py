"""Frames in, readings out. Knows no rules, no pins and no screen."""

from vision.annotate import annotate, describe
from vision.errors import FrameError, ModelError, VisionError
from vision.fuse import fused
from vision.judgement import THRESHOLD
from vision.reading import Box, ChipFace, ChipReading, DieKind, DieReading, Evidence, Reading
from vision.see import Eyes, see
from vision.views import Above, Frame

__all__ = [
    "THRESHOLD",
    "Above",
    "Box",
    "ChipFace",
    "ChipReading",
    "DieKind",
    "DieReading",
    "Evidence",
    "Eyes",
    "Frame",
    "FrameError",
    "ModelError",
    "Reading",
    "VisionError",
    "annotate",
    "describe",
    "fused",
    "see",
]
