"""What a card needs is resolved and fetched by apt itself, from sources and for a computer that are not this one's."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from support.apt_source import ASKS_FOR, built, package_source

from firmware.card import package_closure
from firmware.card.boot_partition import CardError
from firmware.card.package_closure import (
    FetchError,
    PackageSources,
    asked_for,
    fetch,
    mirrors_of_this_system,
    sources_of_a_pi,
)

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not (shutil.which("apt-get") and shutil.which("dpkg-deb")), reason="apt is not installed"),
]


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    """Our package."""
    return built(tmp_path, "stadium-scoreboard", ASKS_FOR)


@pytest.fixture
def sources(tmp_path: Path) -> PackageSources:
    """A source of packages for a computer of another kind than this one."""
    return package_source(tmp_path)


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


@pytest.fixture
def apt_get(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that is found instead of apt-get; a test says what it does."""
    program = tmp_path / "bin/apt-get"
    program.parent.mkdir()
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    return program


def test_missing_network_is_named(tmp_path: Path, ours: Path, sources: PackageSources, apt_get: Path) -> None:
    """By itself apt only warns of it, and finds then that it knows no package."""
    apt_get.write_text(
        """#!/bin/sh
grep -q 'Update::Error-Mode "any"' "$APT_CONFIG" && echo "E: Could not resolve 'deb.example'" >&2 && exit 100
echo "W: Could not resolve 'deb.example'" >&2
[ "$2" = update ] || { echo "E: Unable to locate package one" >&2; exit 100; }
"""
    )
    with pytest.raises(FetchError, match="apt-get says: E: Could not resolve") as caught:
        fetch(ours, tmp_path / "apt", sources)
    assert "E: Could not resolve 'deb.example'" == caught.value.complaint


def test_progress_is_reported(tmp_path: Path, ours: Path, sources: PackageSources) -> None:
    """In bytes of all packages, from nothing to all; what was fetched before counts from the beginning."""
    looks = list[tuple[int, int]]()
    for _ in range(2):
        fetched = fetch(ours, tmp_path / "apt", sources, lambda there, wanted: looks.append((there, wanted)))
    size = sum(file.stat().st_size for file in fetched.files[1:-1])
    known = [each for each in looks if each[1]]
    assert [(0, size), (size, size)] == [known[0], known[-1]]
    assert sorted(known) == known
    assert 2 <= known.count((size, size))


def test_whoever_watches_ends_it(
    tmp_path: Path, ours: Path, sources: PackageSources, apt_get: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where apt waits for a network that says nothing; it does not go on by itself."""
    monkeypatch.setattr(package_closure, "EVERY_S", 0.01)
    os.mkfifo(tmp_path / "silence")
    process = tmp_path / "process"
    process.touch()
    apt_get.write_text(f'#!/bin/sh\necho $$ >"{process}"\nread -r word <"{tmp_path}/silence"\n')

    def watch(*_: int) -> None:
        if process.read_text().endswith("\n"):
            raise CardError("enough")

    with pytest.raises(CardError, match="enough"):
        fetch(ours, tmp_path / "apt", sources, watch)
    with pytest.raises(ProcessLookupError):
        os.kill(int(process.read_text()), 0)


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


def test_mirrors_are_those_of_this_computer(apt_get: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As apt lists them; a computer without Debian's is told what it takes."""
    apt_get.write_text("#!/bin/sh\necho Debian http://one.example/\necho Mine http://two.example/\necho $LISTED\n")
    monkeypatch.setenv("LISTED", "Debian-Security http://other.example/")
    assert {"Debian": "http://one.example/", "Debian-Security": "http://other.example/"} == mirrors_of_this_system()
    monkeypatch.setenv("LISTED", "")
    with pytest.raises(CardError, match=r"no package source of Debian-Security: .*sudo apt update"):
        mirrors_of_this_system()
