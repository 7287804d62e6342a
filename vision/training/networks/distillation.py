"""Losses by which a network learns from another one's outputs.

Methods: Hinton et al., "Distilling the knowledge in a neural network"; Li and Hoiem, "Learning without forgetting".
"""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from vision.recognition.outputs import D10_KIND, DIGITS

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
    """The distillation loss of the views whose digit the anchor reads rightly; of whole tokens, of d10s alone."""
    labels = truth["label"]
    read = (labels < DIGITS) & (anchor_outputs[:, scores[0], 0, 0].argmax(1) == labels)
    rows = read & (truth["kind"] == D10_KIND) if "kind" in truth else read
    if not rows.any():
        return answers.sum() * 0
    return distillation_loss(answers[rows], anchor_outputs[rows], scores) * rows.float().mean()
