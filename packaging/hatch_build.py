"""Has every wheel, and every environment of a developer, made with compiled catalogues."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from catalogues import compile_outdated


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg] # hatchling's own parameter means nothing here
    """Compiles what was changed since."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the signature of a hook
        """Compile, and add what git does not have to the wheel."""
        compile_outdated()
        build_data["artifacts"].append("scoreboard/language/catalogues/*.mo")
