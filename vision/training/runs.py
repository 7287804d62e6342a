"""The training runs of ``vision/model/training.toml``, read strictly.

``python -m vision.training.runs`` prints the names of the rendered sets that the runs learn from; ``make training``
renders those that are missing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

MODEL_FOLDER = Path(__file__).parent.parent / "model"
SHIPPED = MODEL_FOLDER / "training.toml"

Network = Literal["finder", "whole", "close", "face"]
RenderSet = Literal["train", "patterned", "medley", "company", "marked", "cubes"]
"""The sets that networks may learn from; ``test``, ``test-cubes``, ``teach`` and ``lesson`` are for measuring."""
Count: TypeAlias = Annotated[int, Meta(ge=1)]
Share: TypeAlias = Annotated[float, Meta(gt=0, lt=1)]
Rate: TypeAlias = Annotated[float, Meta(gt=0)]


class Run(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some networks trained side by side on the same pictures.

    Attributes:
        steps: how many optimizer steps each network gets, by its name.
        renders: the rendered sets to learn from.
        rendered_share: the share of a batch that is rendered; the rest is drawn.
        sprites: how many tokens to draw first.
        seed: of everything drawn.
        peak_rate: the largest learning rate of a network that starts from nothing.
        resume_rate: the same of one that goes on from trained weights.
        batches: how many batches are shown at once.
        guided: each network but the finder also learns from a larger one beside it (distillation).
        resume: go on from the networks that the runs before left in the output folder.
    """

    steps: dict[Network, Count]
    renders: tuple[RenderSet, ...]
    rendered_share: Share
    sprites: Count
    seed: int
    peak_rate: Rate
    resume_rate: Rate
    batches: Count = 1
    guided: bool = False
    resume: bool = False

    def only(self, networks: Sequence[str]) -> Run:
        """The run of these networks alone; of all its networks if none is named."""
        chosen = {name: self.steps[name] for name in (networks or self.steps) if name in self.steps}
        return msgspec.structs.replace(self, steps=chosen)

    def paced(self, share: float) -> Run:
        """The run with this share of its steps."""
        return msgspec.structs.replace(self, steps={name: round(count * share) for name, count in self.steps.items()})


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    runs: Annotated[tuple[Run, ...], Meta(min_length=1)]


def load(path: Path = SHIPPED) -> tuple[Run, ...]:
    """The runs of a file, in order.

    Raises:
        ValueError: naming the file and the key that is missing, unknown or out of bounds.
    """
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).runs
    except (msgspec.ValidationError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error


def rendered_sets(runs: Sequence[Run]) -> tuple[str, ...]:
    """The names of all rendered sets that the runs learn from, each once."""
    return tuple(dict.fromkeys(name for run in runs for name in run.renders))


if __name__ == "__main__":
    print(*rendered_sets(load()))
