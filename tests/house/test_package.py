"""The Debian package holds what a Pi needs to play, in its place, and nothing else."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from firmware.config import schema
from firmware.update import gate
from firmware.update.gate import UpdatePlaces

ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "packaging/debian"
PRIVATE = "usr/share/stadium-scoreboard"
OWNERS = f"{PRIVATE}/owners.toml"
"""What is copied to /etc/stadium/stadium.toml."""
NAMED_OTHERWISE = {"opencv-python-headless": "python3-opencv", "pillow": "python3-pil"}
"""What Debian calls otherwise than python3-NAME."""
DOCUMENTED = re.compile(r"file:/(usr/share/doc/\S+)").findall
"""The files that a unit names as its documentation."""

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")


def build(out: Path, *options: str, umask: int = 0o022) -> Path:
    """Build the package as of one fixed moment, under whatever habits of file modes; how small it is matters not."""
    command = [sys.executable, str(ROOT / "packaging/build_deb.py"), "--out", str(out), *options]
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000", "DPKG_DEB_COMPRESSOR_LEVEL": "0"}
    subprocess.run(command, check=True, capture_output=True, env=environment, umask=umask)
    return next(out.glob("*.deb"))


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package."""
    return build(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def root(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What it installs, under a folder of ours."""
    folder = tmp_path_factory.mktemp("root")
    subprocess.run(["dpkg-deb", "--extract", str(package), str(folder)], check=True)
    return folder


def field(package: Path, name: str) -> str:
    """One field of the package's description."""
    command = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def installed(root: Path) -> set[str]:
    """Every file that is installed, by its path."""
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_it_is_named_after_its_version(package: Path) -> None:
    """File name and fields tell the version that pyproject.toml does."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"stadium-scoreboard_{version}_all.deb" == package.name
    assert (version, "all") == (field(package, "Version").strip(), field(package, "Architecture").strip())


def test_the_same_sources_give_the_same_bytes(package: Path, tmp_path: Path) -> None:
    """Built again, by somebody with other habits, it is the same file."""
    assert package.read_bytes() == build(tmp_path, umask=0o077).read_bytes()


def test_our_packages_are_private(root: Path) -> None:
    """Nothing of ours stands where everybody's Python would find it."""
    python = [path for path in installed(root) if path.endswith((".py", ".onnx"))]
    assert [] == [path for path in python if not path.startswith(f"{PRIVATE}/")]
    assert {"firmware", "scoreboard", "vision"} == {Path(path).relative_to(PRIVATE).parts[0] for path in python}


def test_nothing_is_shipped_that_is_never_imported(root: Path) -> None:
    """How the networks were trained, and caches, stay at home."""
    left_out = ("training", "__pycache__")
    ours = [path for path in installed(root) if path.startswith(PRIVATE)]
    assert [] == [path for path in ours if any(f"/{word}" in path for word in left_out)]


def test_every_point_of_its_changelog_says_of_what_sort_it_is(root: Path) -> None:
    """Debian knows no headings: a point under *Fixed* alone would read as if it were still so."""
    text = gzip.decompress((root / "usr/share/doc/stadium-scoreboard/changelog.gz").read_bytes()).decode()
    points = re.findall(r"^  \* (.*)", text, flags=re.MULTILINE)
    assert len(points) > 10
    assert not [point for point in points if not point.startswith(("Added: ", "Changed: ", "Fixed: "))]
    assert "#" not in text


def test_it_says_what_it_is_made_of(package: Path, root: Path) -> None:
    """The bill of materials lies beside the manuals, and is of this version."""
    made = json.loads((root / "usr/share/doc/stadium-scoreboard/bom.cdx.json").read_text(encoding="utf-8"))
    assert ("CycloneDX", field(package, "Version").strip()) == (
        made["bomFormat"],
        made["metadata"]["component"]["version"],
    )


def test_the_networks_come_with_their_numbers(root: Path) -> None:
    """One file for all four, which the installed networks fit."""
    model = root / PRIVATE / "vision/model"
    digests = {path.stem: sha256(path.read_bytes()).hexdigest() for path in model.glob("*.onnx")}
    assert json.loads((model / "parameters.json").read_text(encoding="utf-8"))["networks"] == digests


def test_the_installed_command_runs(root: Path) -> None:
    """The launcher finds our packages in their place, and them alone, and knows its version."""
    launcher = (root / "usr/bin/stadium").read_text(encoding="utf-8")
    assert launcher.startswith("#!/usr/bin/python3 -I\n")
    moved = launcher.replace(f"/{PRIVATE}", str(root / PRIVATE))
    command = [sys.executable, "-IB", "-c", moved, "--version"]
    printed = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert (f"stadium {field_version()}", "") == (printed.stdout.strip(), printed.stderr)


def field_version() -> str:
    """The version that the program should tell."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def test_what_an_owner_reads_is_installed_and_its_links_lead_on(package: Path, root: Path) -> None:
    """The documentation with its pictures, and the sheet of markers to print; the description says where it is."""
    docs = root / "usr/share/doc/stadium-scoreboard"
    pages = list(docs.rglob("*.md"))
    assert field(package, "Homepage").strip() == "http://stadium.local"
    assert {"README.md", "docs/install.md", "docs/care.md", "hardware/sheets/markers-a4.pdf"} <= installed(docs)
    links = [
        (page, link) for page in pages for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    ]
    assert len(links) > 50
    assert [] == [(str(page), link) for page, link in links if not (page.parent / link).exists()]
    named = {
        path for unit in (root / "usr/lib/systemd/system").glob("*") for path in DOCUMENTED(unit.read_text("utf-8"))
    }
    assert [] == [path for path in named if not (root / path).exists()]


def test_the_guides_come_with_it_once(tmp_path: Path) -> None:
    """As a site for the page; a picture that the manuals have, too, is there once, and they lead to it."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("Guides", encoding="utf-8")
    shutil.copy(ROOT / "docs/panel.png", site)
    package = build(tmp_path, "--site", str(site))
    subprocess.run(["dpkg-deb", "--extract", str(package), str(tmp_path / "root")], check=True)
    guides = tmp_path / "root" / PRIVATE / "guides"
    manual = tmp_path / "root/usr/share/doc/stadium-scoreboard/docs/panel.png"
    assert {"index.html", "panel.png"} == {path.name for path in guides.iterdir()}
    assert manual.is_symlink()
    assert (guides / "panel.png").read_bytes() == manual.read_bytes()


def test_the_keys_come_with_it(root: Path) -> None:
    """Those by which a stadium knows the next version, and no secret one."""
    keys = root / PRIVATE / "keys"
    assert (
        {key.name for key in (ROOT / "packaging/keys").glob("*.pub")} == {key.name for key in keys.iterdir()} != set()
    )
    assert all(len(key.read_text(encoding="utf-8").split()[-1]) == 56 for key in keys.iterdir())


def test_the_gate_is_where_the_scripts_copy_it_from(root: Path) -> None:
    """And it can be run as it lies there, by itself."""
    places = UpdatePlaces()
    shipped = root / places.shipped.relative_to("/")
    loads = f"import runpy; runpy.run_path({str(shipped)!r})"
    printed = subprocess.run([sys.executable, "-IB", "-c", loads], check=False, capture_output=True, text=True)
    assert (0, "") == (printed.returncode, printed.stderr)
    assert f"python3 -I {places.shipped} adopt" in (DEBIAN / "postinst").read_text(encoding="utf-8")
    assert {unit for unit in gate.UNITS if (root / places.shipped_units.relative_to("/") / unit).exists()} == {
        *gate.UNITS
    }


def test_a_package_needs_no_environment_of_the_tests() -> None:
    """`make deb` sets up Babel alone, and not even that where the machine has it."""
    needed = subprocess.run(
        ["make", "--dry-run", "--always-make", "deb"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"MAKEFLAGS": ""},
    ).stdout
    assert "packaging/build_deb.py" in needed
    assert ".[dev]" not in needed
    assert ".venv/bin" not in needed


def test_every_library_comes_from_apt(package: Path) -> None:
    """What pyproject.toml needs at run time, the package depends on by its Debian name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.split(r"[<>=; ]", needed)[0].lower() for needed in project["dependencies"]]
    wanted = {NAMED_OTHERWISE.get(name, f"python3-{name}") for name in names}
    assert set() == wanted - {word.split()[0] for word in field(package, "Depends").split(", ")}


def test_what_only_a_pi_has_is_recommended(package: Path) -> None:
    """On a computer without Raspberry Pi's archive it installs all the same."""
    recommended = field(package, "Recommends").replace("\n", "").split(", ")
    assert {"python3-lgpio", "python3-picamera2"} <= set(recommended)


def test_the_owners_file_changes_nothing(root: Path) -> None:
    """As installed every setting is switched off, so the shipped defaults hold, and later ones will."""
    file = root / OWNERS
    assert schema.load(Path(os.devnull)) == schema.load(file)


def test_every_setting_can_be_switched_on(root: Path) -> None:
    """With the # before every setting taken away, the file is what the program ships with."""
    text = (root / OWNERS).read_text(encoding="utf-8")
    switched_on = tomllib.loads(re.sub(r"^#(?! )", "", text, flags=re.MULTILINE))
    shipped = tomllib.loads((ROOT / "firmware/stadium.toml").read_text(encoding="utf-8"))
    assert shipped == switched_on
    assert leaves(shipped) == len(re.findall(r"^#(?! )", text, flags=re.MULTILINE))


def leaves(values: dict[str, Any]) -> int:
    """How many settings there are."""
    return sum(leaves(value) if isinstance(value, dict) else 1 for value in values.values())


def upgraded(tmp_path: Path, mine: str) -> str | None:
    """What is left of an owner's file ``mine`` when a newer package begins to be installed."""
    file, shipped = tmp_path / "etc/stadium/stadium.toml", tmp_path / OWNERS
    for path in (file, shipped):
        path.parent.mkdir(parents=True)
    shipped.write_text("#innings = 3\n", encoding="utf-8")
    file.write_text(mine, encoding="utf-8")
    environment = {"PATH": os.environ["PATH"], "DPKG_ROOT": str(tmp_path)}
    subprocess.run(["sh", str(DEBIAN / "preinst"), "upgrade", "0.1.0"], check=True, env=environment)
    return file.read_text(encoding="utf-8") if file.exists() else None


def test_upgrade_keeps_the_owners_file(tmp_path: Path) -> None:
    """A changed configuration stays as it is."""
    assert "innings = 5\n" == upgraded(tmp_path, "innings = 5\n")


def test_unchanged_file_makes_room(tmp_path: Path) -> None:
    """As it was installed it is replaced, so that it tells of every setting there is."""
    assert upgraded(tmp_path, "#innings = 3\n") is None


def test_no_questions_are_asked(package: Path) -> None:
    """There is no file about which dpkg would ask a family."""
    command = ["dpkg-deb", "--ctrl-tarfile", str(package)]
    held = subprocess.run(command, check=True, capture_output=True).stdout
    assert b"conffiles" not in held


def test_every_program_that_a_unit_starts_is_installed(root: Path) -> None:
    """No unit of ours points to a program of ours that is not there, or cannot be run."""
    units = (root / "usr/lib/systemd/system").iterdir()
    started = {
        path for unit in units for path in re.findall(r"^ExecStart=-?(\S+)", unit.read_text("utf-8"), re.MULTILINE)
    }
    ours = {path for path in started if "stadium" in path}
    assert {"/usr/bin/stadium"} < ours
    assert [] == [path for path in ours if not os.access(root / path[1:], os.X_OK)]


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm"])
def test_every_unit_that_starts_with_the_pi_is_seen_to(root: Path, script: str) -> None:
    """A unit that installs itself is enabled, stopped and forgotten with the others."""
    units = (root / "usr/lib/systemd/system").iterdir()
    enabled = {unit.name for unit in units if "[Install]" in unit.read_text("utf-8")}
    assert enabled == set(re.findall(r"stadium[a-z-]*\.(?:service|socket|path)", without_paths(script)))


def test_what_outlives_a_unit_goes_with_the_package(root: Path) -> None:
    """A folder under /run that systemd is told to keep is taken away on removal."""
    texts = [unit.read_text("utf-8") for unit in (root / "usr/lib/systemd/system").glob("*.service")]
    kept = {
        folder for text in texts if "\nRuntimeDirectoryPreserve=yes\n" in text
        for folder in re.findall(r"^RuntimeDirectory=(\S+)$", text, re.MULTILINE)
    }  # fmt: skip
    removed = re.findall(r"/run/(stadium-\S+)", (DEBIAN / "postrm").read_text(encoding="utf-8"))
    assert {"stadium-network"} == kept
    assert [] == sorted(kept - set(removed))


def without_paths(script: str) -> str:
    """A maintainer script, less the names that are files of other programs."""
    text = (DEBIAN / script).read_text(encoding="utf-8")
    return re.sub(r"/etc/avahi/services/stadium\.service", "", text)


@pytest.mark.parametrize(
    "script", [*sorted(DEBIAN.glob("p*")), ROOT / "packaging/download"], ids=lambda path: path.name
)
def test_every_script_is_one_that_a_shell_understands(script: Path) -> None:
    """A slip in a maintainer script would leave a family with a half-installed package."""
    assert subprocess.run(["sh", "-n", str(script)], check=False, capture_output=True).returncode == 0
    assert "\nset -e" in script.read_text(encoding="utf-8")
