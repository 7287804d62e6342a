"""Where layouts lie: those that ship, and over them an owner's own.

A layout is a TOML file that is called as its size, such as ``64x16.toml`` (docs/panels.md). One of an owner's that
begins with ``like = "64x16"`` changes single values of ours; ``theme.toml`` beside it has colours for all sizes.

Rule kept here: a file is read when its size is first asked for, and a mistake in it names file, key and what would be
right.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

from scoreboard.display.layout import Mistake, PanelLayout, color_of, layout_of
from scoreboard.errors import ScoreboardError

Size: TypeAlias = tuple[int, int]
SHIPPED: Final = Path(__file__).parent / "layouts"
THEME: Final = "theme.toml"
CALLED: Final = re.compile(r"([1-9]\d{0,2})x([1-9]\d{0,2})")
"""What a layout's file is called."""


class DisplayError(ScoreboardError):
    """The root of this package."""


class UnknownPanelSizeError(DisplayError, ValueError):
    """There is no layout for a panel of that size; names the sizes there are."""


class LayoutError(DisplayError, ValueError):
    """A layout's file has a mistake: names the file, the key and what would be right."""


def called(size: Size) -> str:
    """The name of a size, such as 64x16."""
    return f"{size[0]}x{size[1]}"


def size_called(name: str) -> Size | None:
    """The size of that name; None if it is none."""
    match = CALLED.fullmatch(name)
    return None if match is None else (int(match[1]), int(match[2]))


class PanelLayouts(Mapping[Size, PanelLayout]):
    """The layouts by size.

    Args:
        owners: the folder of an owner's layouts, which need not exist.
        mono: for a panel of one colour, where a field with the key ``mono`` has that for a block.
    """

    def __init__(self, owners: Path | None = None, *, mono: bool = False) -> None:
        self.owners, self.mono = owners, mono
        self._read: dict[Size, PanelLayout] = {}

    @cached_property
    def files(self) -> dict[Size, Path]:
        """The file of each size, from the lowest; an owner's takes the place of ours."""
        folders = [SHIPPED] if self.owners is None else [SHIPPED, self.owners]
        found = {size: file for folder in folders for file in folder.glob("*.toml") if (size := size_called(file.stem))}
        return dict(sorted(found.items(), key=lambda each: each[0][::-1]))

    def is_owners(self, size: Size) -> bool:
        """Whether an owner's file decides about that size."""
        return self.files[size].parent == self.owners

    def __getitem__(self, size: Size) -> PanelLayout:
        """The layout for a panel of ``size``.

        Raises:
            UnknownPanelSizeError: there is none.
            LayoutError: its file cannot be read, or has a mistake.
        """
        if size not in self.files:
            known = ", ".join(map(called, self.files))
            raise UnknownPanelSizeError(f"no face for a panel of {called(size)}: choose {known}")
        if size not in self._read:
            self._read[size] = _made(self.files[size], size, self._theme, mono=self.mono)
        return self._read[size]

    def __iter__(self) -> Iterator[Size]:
        return iter(self.files)

    def __len__(self) -> int:
        return len(self.files)

    def __contains__(self, size: object) -> bool:
        return size in self.files

    @cached_property
    def _theme(self) -> dict[str, Any]:
        """The colours that an owner wants at every size."""
        file = None if self.owners is None else self.owners / THEME
        return _theme(file) if file is not None and file.exists() else {}


SHIPPED_LAYOUTS: Final = PanelLayouts()
MONO_LAYOUTS: Final = PanelLayouts(mono=True)
"""Those of panels of one colour."""


def _made(file: Path, size: Size, theme: dict[str, Any], *, mono: bool) -> PanelLayout:
    try:
        values = laid_over({"colors": theme}, _on_base(values_in(file)))
        return layout_of(values, size, mono=mono)
    except Mistake as mistake:
        raise LayoutError(f"{file}: {mistake}") from mistake


def _on_base(values: dict[str, Any]) -> dict[str, Any]:
    """The values laid over those of the shipped layout that they are like."""
    base = values.pop("like", None)
    if base is None:
        return values
    known = sorted(file.stem for file in SHIPPED.glob("*.toml"))
    if base not in known:
        raise Mistake(f"like: there is no {base}; choose {', '.join(known)}")
    return laid_over(_on_base(values_in(SHIPPED / f"{base}.toml")), values)


def laid_over(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    """The values of ``top`` over those of ``base``, key by key; but a field that says its kind is a new one."""
    both = {
        key: laid_over(base[key], value)
        for key, value in top.items()
        if isinstance(value, dict) and isinstance(base.get(key), dict) and "kind" not in value
    }
    return base | top | both


def _theme(file: Path) -> dict[str, Any]:
    try:
        return _colors(values_in(file))
    except Mistake as mistake:
        raise LayoutError(f"{file}: {mistake}") from mistake


def _colors(values: dict[str, Any]) -> dict[str, Any]:
    colors = values.get("colors")
    if not isinstance(colors, dict) or len(values) > 1:
        raise Mistake('a theme has the table [colors] and nothing else, such as amber = "#ffb000"')
    for name, written in colors.items():
        color_of(f"colors.{name}", written)
    return colors


def values_in(file: Path) -> dict[str, Any]:
    """What stands in a TOML file; a Mistake if it cannot be read."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise Mistake(f"cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise Mistake(f"is not text in UTF-8 (byte {error.start})") from error
    except (ValueError, RecursionError) as error:
        raise Mistake(f"is not TOML: {error}") from error
