"""Where moments lie: those that ship, and over them an owner's own.

A moment is a TOML file that is called as what it celebrates, such as ``home-run.toml`` (docs/panels.md). The pictures
in ``sprites.toml`` can be named in every one.

Rule kept here: a file is read when its moment first comes, and a mistake in it names file, key and what would be right.
An owner's mistake never ends a game: the moment that ships is shown instead.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from scoreboard.display.fields import Drawn
from scoreboard.display.layout import Mistake, color_of, converted, drawn, named, painted_with
from scoreboard.display.layout_files import LayoutError, values_in
from scoreboard.display.moments.effects import Border, Fill, Fireworks, Flash, Wipe
from scoreboard.display.moments.parts import LONGEST_S, Lap, MovingPicture, Part, Text
from scoreboard.display.pixels import Color

Name = Literal[
    "ball", "strike-swinging", "strike-called", "foul", "out", "strikeout", "double-play", "triple-play", "hit", "bunt",
    "steal", "tag-up", "walk", "run", "home-run", "grand-slam", "side-change", "extra-innings", "walk-off", "final",
    "helmet", "balk",
]  # fmt: skip
"""Every moment there is."""
NAMES: Final[tuple[Name, ...]] = get_args(Name)
SHORTEST_S: Final = 1.0
SHIPPED: Final = Path(__file__).parent / "shipped"
SPRITES: Final = "sprites.toml"
PARTS: Final[Mapping[str, type[Part]]] = {
    str(kind.__struct_config__.tag): kind for kind in (Text, MovingPicture, Lap, Fill, Wipe, Flash, Border, Fireworks)
}
"""Every kind of part by the name that a file has for it."""
KEYS: Final = {"seconds", "teams", "colors", "patterns", "parts"}
_log = logging.getLogger(__name__)


class Animation(Struct, frozen=True, kw_only=True):
    """How a moment is shown.

    Attributes:
        seconds: how long, 1 to 4.
        teams: it has those who bat and field ``before`` the play, or ``after`` it.
        colors: those that it names itself.
        parts: one over the other.
    """

    seconds: float
    teams: Literal["before", "after"]
    colors: dict[str, Color]
    parts: tuple[Part, ...]


class PanelMoments:
    """The animations by name.

    Args:
        owners: the folder of an owner's moments, which need not exist.
    """

    def __init__(self, owners: Path | None = None) -> None:
        self.owners = owners
        self._read: dict[Name, Animation] = {}

    def __getitem__(self, name: Name) -> Animation:
        """The animation of that moment; the one that ships where an owner's cannot be used."""
        if name not in self._read:
            self._read[name] = self._sound(name)
        return self._read[name]

    def mistakes(self) -> list[str]:
        """What is wrong with an owner's moments."""
        return [str(mistake) for name in self._own if (mistake := self._mistake(name))]

    @cached_property
    def _own(self) -> dict[str, Path]:
        files = () if self.owners is None else self.owners.glob("*.toml")
        return {file.stem: file for file in files if file.name != SPRITES}

    def _sound(self, name: Name) -> Animation:
        if (mistake := self._mistake(name)) is not None:
            _log.warning("%s", mistake)
        is_own = name in self._own and mistake is None
        return animation(self._own[name] if is_own else SHIPPED / f"{name}.toml")

    def _mistake(self, name: str) -> LayoutError | None:
        if name not in self._own:
            return None
        if name not in NAMES:
            return LayoutError(f"{self._own[name]}: there is no such moment; choose {', '.join(sorted(NAMES))}")
        try:
            animation(self._own[name])
        except LayoutError as error:
            return error
        return None


SHIPPED_MOMENTS: Final = PanelMoments()


def animation(file: Path) -> Animation:
    """The animation that a file describes.

    Raises:
        LayoutError: it cannot be read, or has a mistake.
    """
    try:
        return _animation(values_in(file), _sprites(file.parent))
    except Mistake as mistake:
        raise LayoutError(f"{file}: {mistake}") from mistake


def _animation(values: Mapping[str, Any], sprites: Mapping[str, Drawn]) -> Animation:
    if unknown := values.keys() - KEYS:
        raise Mistake(f"there is no such key as {min(unknown)}; choose {', '.join(sorted(KEYS))}")
    seconds = converted("seconds", values.get("seconds"), float)
    if not SHORTEST_S <= seconds <= LONGEST_S:
        raise Mistake(f"seconds: write {SHORTEST_S:g} to {LONGEST_S:g}, not {seconds:g}")
    colors = {name: color_of(f"colors.{name}", written) for name, written in values.get("colors", {}).items()}
    own = {name: drawn(f"patterns.{name}", rows) for name, rows in values.get("patterns", {}).items()}
    hook = painted_with({**sprites, **own}, colors)
    listed = converted("parts", values.get("parts"), list[dict[str, Any]])
    parts = tuple(
        converted(f"parts[{number}]", value, named(f"parts[{number}].kind", value.get("kind"), PARTS), hook)
        for number, value in enumerate(listed)
    )
    teams = named("teams", values.get("teams", "before"), {"before": "before", "after": "after"})
    return Animation(seconds=seconds, teams=teams, colors=colors, parts=parts)


def _sprites(folder: Path) -> dict[str, Drawn]:
    """The pictures that every moment may name: ours, and over them those of the folder."""
    files = [SHIPPED / SPRITES] + [folder / SPRITES] * ((folder / SPRITES).exists() and folder != SHIPPED)
    return {name: drawn(name, rows) for file in files for name, rows in values_in(file).items()}
