"""Fitted numbers of no network: a test of what follows from them stays as it is when the networks are fitted anew."""

from __future__ import annotations

from vision.recognition.parameters import Parameters

FITTED = Parameters(
    threshold=0.99,
    log_weights=(0.6, 1.4),
    temperature=1.8,
    smoothing=0.004,
    digit_smoothing=0.00025,
    max_probability=0.9999,
    adjacent_log_weight=1.0,
    adjacent_kind_log_weight=0.5,
    face_kind_log_weight=0.5,
    pip_log_weight=3.05,
    chip_sharpness=1.5,
    d6_temperature=1.0,
    frame_correlation=0.9,
)
