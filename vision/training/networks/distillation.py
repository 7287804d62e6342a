"""Losses by which a network learns from another one's outputs.

Methods: Hinton et al., "Distilling the knowledge in a neural network"; Li and Hoiem, "Learning without forgetting".
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from vision.recognition.outputs import NEITHER, NO_NUMERAL, PIPS_KIND
from vision.recognition.outputs import TokenOutputLayout as Channels

DISTILLATION_TEMPERATURE = 2.0
"""Temperature of both networks' scores."""


def distillation_loss(answers: Tensor, teacher_outputs: Tensor, scores: tuple[slice, ...]) -> Tensor:
    """Kullback-Leibler divergence from the teacher's scores, both softened by the temperature."""
    losses = [
        functional.kl_div(
            functional.log_softmax(answers[:, each, 0, 0] / DISTILLATION_TEMPERATURE, 1),
            functional.log_softmax(teacher_outputs[:, each, 0, 0] / DISTILLATION_TEMPERATURE, 1),
            reduction="batchmean",
            log_target=True,
        )
        for each in scores
    ]
    return torch.stack(losses).sum() * DISTILLATION_TEMPERATURE**2


def anchor_loss(answers: Tensor, anchor_outputs: Tensor, truth: dict[str, Tensor], scores: tuple[slice, ...]) -> Tensor:
    """The distillation loss of the views that the anchor reads rightly: digits, words and pips, not what shows none."""
    rows = _read_token(anchor_outputs, truth) if "kind" in truth else _read_numeral(anchor_outputs, truth)
    if not rows.any():
        return answers.sum() * 0
    return distillation_loss(answers[rows], anchor_outputs[rows], scores) * rows.float().mean()


def _read_token(outputs: Tensor, truth: dict[str, Tensor]) -> Tensor:
    kind = outputs[:, Channels.KINDS, 0, 0].argmax(1)
    label = outputs[:, Channels.LABELS, 0, 0].argmax(1)
    pips = outputs[:, Channels.PIPS, 0, 0].argmax(1)
    digit_or_word = (truth["label"] < NEITHER) & (label == truth["label"])
    counted = (truth["kind"] == PIPS_KIND) & (pips == truth["pips"] - 1)
    return (kind == truth["kind"]) & (digit_or_word | counted)


def _read_numeral(outputs: Tensor, truth: dict[str, Tensor]) -> Tensor:
    return (truth["label"] != NO_NUMERAL) & (outputs[:, :, 0, 0].argmax(1) == truth["label"])
