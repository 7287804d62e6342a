"""What a card needs is resolved and fetched by apt itself, from sources and for a computer that are not this one's."""

from __future__ import annotations

import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from firmware.card.boot_partition import CardError
from firmware.card.package_closure import PackageSources, asked_for, fetch, mirrors_of_this_system, sources_of_a_pi

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not (shutil.which("apt-get") and shutil.which("dpkg-deb")), reason="apt is not installed"),
]


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


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """Our package."""
    fields = "Depends: one (>= 1.0), two | three\nRecommends: four, nobodys\nSuggests: five\n"
    return built(tmp_path, "stadium-scoreboard", fields)


@pytest.fixture
def sources(tmp_path: Path) -> PackageSources:
    """A source of packages for a computer of another kind than this one."""
    pool = tmp_path / "pool"
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


def test_all_that_is_needed_is_fetched(tmp_path: Path, ours: Path, sources: PackageSources) -> None:
    """What it depends on, what that depends on, and what it recommends itself; what no source has is named."""
    fetched = fetch(ours, tmp_path / "apt", sources)
    names = [file.name.split("_")[0] for file in fetched.files]
    assert ["stadium-scoreboard", "base", "four", "one", "two", "Packages"] == names
    assert ["nobodys"] == fetched.missing
    assert fetched == fetch(ours, tmp_path / "apt", sources)


def test_apt_installs_from_the_index(tmp_path: Path, ours: Path, sources: PackageSources) -> None:
    """As the card's first start has it: the index is a source itself, and has all. No name is unfit for a FAT."""
    fetched = fetch(ours, tmp_path / "apt", sources)
    card = tmp_path / "card"
    card.mkdir()
    for file in fetched.files:
        shutil.copy(file, card)
    assert not [file.name for file in card.iterdir() if set(file.name) & set(':%?*"<>|\\')]
    of_the_card = PackageSources((f"deb [trusted=yes] file:{card} ./",), "mips64el")
    again = fetch(ours, tmp_path / "again", of_the_card)
    assert [file.name for file in fetched.files] == [file.name for file in again.files]


def test_source_without_a_needed_package_is_reported(tmp_path: Path, ours: Path, sources: PackageSources) -> None:
    """The error has apt's own words and the name of the package."""
    (tmp_path / "pool/Packages").write_text("")
    with pytest.raises(CardError, match=r"cannot be fetched; apt-get says: .*one"):
        fetch(ours, tmp_path / "apt", sources)


def test_missing_source_is_reported(tmp_path: Path, ours: Path) -> None:
    """By an error, not by a traceback."""
    nowhere = PackageSources((f"deb [trusted=yes] copy:{tmp_path}/nowhere ./",), "arm64")
    with pytest.raises(CardError, match="the packages cannot be fetched"):
        fetch(ours, tmp_path / "apt", nowhere)


def test_names_are_read_without_versions_and_alternatives(ours: Path) -> None:
    """Of what it depends on, and of what it recommends."""
    assert (["one", "two"], ["four", "nobodys"]) == asked_for(ours)


def test_a_pi_has_packages_of_debian_that_are_signed() -> None:
    """Of the release that the package is for."""
    sources = sources_of_a_pi({"Debian": "http://one.example", "Debian-Security": "http://other.example"})
    assert "arm64" == sources.architecture
    assert all(" [signed-by=/usr/share/keyrings/" in line for line in sources.lines)
    assert {"trixie", "trixie-updates", "trixie-security"} <= {line.split()[3] for line in sources.lines}
    assert {"http://one.example", "http://other.example"} <= {line.split()[2] for line in sources.lines}


def test_mirrors_are_those_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As apt lists them; a computer without Debian's is told what it takes."""
    apt = tmp_path / "apt-get"
    apt.write_text("#!/bin/sh\necho Debian http://one.example/\necho Mine http://two.example/\necho $LISTED\n")
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("LISTED", "Debian-Security http://other.example/")
    assert {"Debian": "http://one.example/", "Debian-Security": "http://other.example/"} == mirrors_of_this_system()
    monkeypatch.setenv("LISTED", "")
    with pytest.raises(CardError, match=r"no package source of Debian-Security: .*sudo apt update"):
        mirrors_of_this_system()
