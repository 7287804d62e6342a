"""Packages made for a test, and a source that apt fetches them from: on the disk, for a computer of another kind."""

from __future__ import annotations

import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from firmware.card.package_closure import PackageSources

ASKS_FOR = "Depends: one (>= 1.0), two | three\nRecommends: four, nobodys\nSuggests: five\n"
"""What ours asks for, as its fields."""
WANTED = ("base", "four", "one", "two")
"""What apt brings for it."""


def built(folder: Path, name: str, fields: str = "", version: str = "1.0", architecture: str = "all") -> Path:
    """A package with those fields, in ``folder``."""
    root = folder / f"{name}-root"
    (root / "DEBIAN").mkdir(parents=True)
    control = (
        f"Package: {name}\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: us <us@example.invalid>\n"
    )
    (root / "DEBIAN/control").write_text(f"{control}{fields}Description: for a test\n")
    command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(root), str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    shutil.rmtree(root)
    return next(folder.glob(f"{name}_*.deb"))


def package_source(folder: Path) -> PackageSources:
    """A source in ``folder``/pool with all that `ASKS_FOR` names, but for ``nobodys``."""
    pool = folder / "pool"
    pool.mkdir()
    built(pool, "one", "Depends: base\nRecommends: six\n", "1:1.0", "mips64el")
    for name in ("base", "two", "three", "four", "five", "six"):
        built(pool, name)
    stanzas = []
    for file in sorted(pool.glob("*.deb")):
        fields = subprocess.run(["dpkg-deb", "--field", str(file)], check=True, capture_output=True, text=True).stdout
        digest = sha256(file.read_bytes()).hexdigest()
        stanzas.append(f"{fields}Filename: ./{file.name}\nSize: {file.stat().st_size}\nSHA256: {digest}\n")
    (pool / "Packages").write_text("\n".join(stanzas))
    return PackageSources((f"deb [trusted=yes] copy:{pool} ./",), "mips64el")
