"""The three top-level names are ours alone: another distribution that owned one would be imported instead."""

from __future__ import annotations

from importlib.metadata import Distribution, distributions
from pathlib import Path

OURS = "stadium-scoreboard"
PACKAGES = {"firmware", "scoreboard", "vision"}


def foreign_owners(path: list[str] | None = None) -> set[str]:
    """Names of the distributions, other than ours, that install into one of our packages."""
    found = distributions() if path is None else Distribution.discover(path=path)
    return {
        each.name
        for each in found
        if each.name != OURS and PACKAGES & {file.parts[0].removesuffix(".py") for file in each.files or ()}
    }


def test_no_other_distribution_owns_one_of_our_packages() -> None:
    """Nothing else that is installed brings a package called firmware, scoreboard or vision."""
    assert set() == foreign_owners()


def test_a_planted_owner_is_found(tmp_path: Path) -> None:
    """A distribution that installs a `vision` of its own is named."""
    info = tmp_path / "eyeglasses-1.0.dist-info"
    info.mkdir()
    (tmp_path / "vision").mkdir()
    (tmp_path / "vision" / "__init__.py").touch()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: eyeglasses\nVersion: 1.0\n", encoding="utf-8")
    (info / "RECORD").write_text("vision/__init__.py,,\neyeglasses-1.0.dist-info/RECORD,,\n", encoding="utf-8")
    assert {"eyeglasses"} == foreign_owners([str(tmp_path)])
