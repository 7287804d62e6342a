"""`make card`, `make imager-list` and `make image`: what a maker's own computer does for another one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import UUID

import build_site
import pytest
from image import ARCHITECTURES, EFI_TYPE, FILES, LABEL, NEEDED, boot_files, grub_words, layout
from image import main as make_image
from imager_list import ListError, main, our_list

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.once


# -- make card


def card(*words: str) -> subprocess.CompletedProcess[str]:
    """Run it with Python alone: a fresh clone has no environment."""
    command = [sys.executable, "-I", "-S", str(ROOT / "packaging/card.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_card_is_made_with_python_alone(tmp_path: Path) -> None:
    """And it says what comes next."""
    package = tmp_path / "stadium-scoreboard_1.0_all.deb"
    for name in (package.name, "config.txt", "cmdline.txt", "user-data"):
        (tmp_path / name).touch()
    made = card(str(tmp_path), str(package))
    assert (0, "") == (made.returncode, made.stderr)
    assert f"{tmp_path} installs {package.name} at its first start." in made.stdout
    assert (tmp_path / "stadium" / package.name).exists()


def test_another_folder_is_refused_in_a_line(tmp_path: Path) -> None:
    """With what to do."""
    refused = card(str(tmp_path), "package.deb")
    assert (1, 1) == (refused.returncode, len(refused.stderr.splitlines()))
    assert refused.stderr.startswith(f"make card: {tmp_path} is no boot partition of Raspberry Pi OS")


def test_a_folder_is_named_as_it_was_typed() -> None:
    """One above this folder, too."""
    assert "make card: ../nowhere is no folder" in card("../nowhere", "package.deb").stderr


def test_a_package_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Not a traceback."""
    for name in ("config.txt", "cmdline.txt", "user-data"):
        (tmp_path / name).touch()
    refused = card(str(tmp_path), str(tmp_path / "none.deb"))
    assert (1, 1) == (refused.returncode, len(refused.stderr.splitlines()))
    assert "none.deb" in refused.stderr


@pytest.mark.parametrize("target", ["card", "image"])
def test_no_package_is_no_card(tmp_path: Path, target: str) -> None:
    """If the package cannot be built, what was printed until then is not taken for its name."""
    broken = "MAKE=sh -c 'echo Setting up; echo why >&2; exit 1'"
    for program in NEEDED | build_site.PROGRAMS:
        (tmp_path / program).symlink_to("/bin/true")
    # What this make was given is not for that one.
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "OPTIONS"))}
    made = subprocess.run(
        ["make", target, f"BOOTFS={tmp_path}", broken],
        cwd=ROOT,
        env=own | {"PATH": f"{own['PATH']}:{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = made.stderr.splitlines()
    assert (2, "why", "") == (made.returncode, lines[0], made.stdout)
    assert 2 == len(lines), made.stderr


@pytest.mark.parametrize(
    ("target", "packages"),
    [
        ("docs", {"graphviz"}),
        ("deb", {"graphviz"}),
        ("card", {"graphviz"}),
        ("image", {"genimage", "graphviz", "mmdebstrap", "mtools"}),
    ],
)
def test_what_apt_lacks_is_named_before_anything_is_made(tmp_path: Path, target: str, packages: set[str]) -> None:
    """In one line to type; no environment is set up by then."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "make", "nproc", "expr", "echo", "tail"):
        (tools / name).symlink_to(shutil.which(name) or "")
    made = subprocess.run(
        ["make", target, f"BOOTFS={tmp_path}", f"PYTHON={sys.executable}", "HAS_BABEL=", f"GUIDES={tmp_path}/guides",
         f"PACKING={tmp_path}/packing"],
        cwd=ROOT, env={"PATH": str(tools)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    line = next((line for line in made.stderr.splitlines() if "sudo apt install" in line), made.stderr)
    assert (2, True) == (made.returncode, packages <= set(line.partition("apt install ")[2].split())), line
    assert ["bin"] == [each.name for each in tmp_path.iterdir()]


# -- make imager-list


def system(name: str, url: str, **more: object) -> dict[str, Any]:
    """An entry as Raspberry Pi's list has it."""
    return {
        "name": name,
        "description": name,
        "url": f"https://downloads.raspberrypi.com/{url}",
        "icon": "https://downloads.raspberrypi.com/icon.png",
        "extract_size": 2_700_000_000,
        "extract_sha256": "ab" * 32,
        "image_download_size": 500_000_000,
        "release_date": "2026-05-13",
        "init_format": "cloudinit-rpi",
        "devices": ["pi5-64bit", "pi4-64bit"],
    } | more


LITE = system("Raspberry Pi OS Lite (64-bit)", "raspios_lite_arm64/2026-05-13-raspios-trixie-arm64-lite.img.xz")
OTHERS = [
    system("Raspberry Pi OS (64-bit)", "raspios_arm64/2026-05-13-raspios-trixie-arm64.img.xz"),
    system("Lite (32-bit)", "raspios_lite_armhf/2026-05-13-raspios-trixie-armhf-lite.img.xz"),
    system("Legacy Lite", "raspios/2026-06-01-raspios-bookworm-arm64-lite.img.xz", init_format="systemd"),
    system("Ubuntu Server", "ubuntu-26.04-preinstalled-server-arm64+raspi.img.xz", init_format="cloudinit"),
    {"name": "Erase", "description": "a card", "url": "internal://format"},
]


def as_list(*items: object) -> str:
    """A list as Imager fetches it, with a group in it."""
    return json.dumps({"imager": {"latest_version": "2.0.6"}, "os_list": [{"name": "Others", "subitems": items}]})


def test_the_one_system_is_found() -> None:
    """Its address, sizes, hash and the rest are Raspberry Pi's own; the name is ours."""
    (entry,) = our_list(as_list(*OTHERS, LITE))["os_list"]
    assert "Stadium Scoreboard" == entry["name"]
    assert {key for key in LITE if entry[key] != LITE[key]} == {"name", "description"}


def test_of_two_the_newest_is_taken() -> None:
    """A next release, with the program of settings that is to come."""
    newer = LITE | {"release_date": "2027-05-13", "init_format": "rpi-preseed", "extract_sha256": "cd" * 32}
    for items in ((LITE, newer), (newer, LITE)):
        assert "cd" * 32 == our_list(as_list(*items))["os_list"][0]["extract_sha256"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no JSON"),
        ("[" * 200_000, "no JSON"),
        ("[]", "no 64-bit Raspberry Pi OS Lite"),
        (as_list(*OTHERS), "no 64-bit Raspberry Pi OS Lite"),
        (as_list({key: value for key, value in LITE.items() if key != "extract_sha256"}), "no 64-bit"),
    ],
)
def test_a_list_without_it_is_refused(text: str, words: str) -> None:
    """Nothing is made up."""
    with pytest.raises(ListError, match=words):
        our_list(text)


def test_a_list_is_read_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And ours is written, with the address told."""
    source, out = tmp_path / "list.json", tmp_path / "dist/ours.json"
    source.write_text(as_list(LITE))
    main([str(source), "--out", str(out)])
    assert LITE["url"] == json.loads(out.read_text())["os_list"][0]["url"]
    assert f"{LITE['url']}, of 2026-05-13" in capsys.readouterr().out


@pytest.mark.parametrize("source", ["nowhere.json", "http://127.0.0.1:9/list.json", "http://127.0.0.1:9/a list.json"])
def test_a_list_that_cannot_be_read_is_a_line(source: str) -> None:
    """Not a traceback."""
    with pytest.raises(SystemExit) as ended:
        main([source])
    assert str(ended.value.code).startswith(f"make imager-list: {source}: ")


# -- make image


@pytest.mark.parametrize("architecture", sorted(ARCHITECTURES))
def test_a_disk_has_what_uefi_looks_for(architecture: str) -> None:
    """The loader under the name that a stick's has, GRUB beside it, and GRUB's words where Debian's looks for them."""
    files = boot_files(architecture)
    short = {"amd64": "x64", "arm64": "aa64"}[architecture]
    assert {f"EFI/BOOT/BOOT{short.upper()}.EFI", f"EFI/BOOT/grub{short}.efi", "EFI/debian/grub.cfg"} == set(files)
    laid = layout("stadium.img", architecture)
    assert all(f'file {target} {{ image = "{source}" }}' in laid for target, source in files.items())
    assert laid.count("{") == laid.count("}")
    assert ARCHITECTURES[architecture].root_type in laid


def test_a_system_is_found_by_the_name_that_it_has() -> None:
    """GRUB and the table of disks know it by one label."""
    assert grub_words("amd64").count(LABEL) == 2
    assert FILES["etc/fstab"].startswith(f"LABEL={LABEL} / ext4")


@pytest.mark.skipif(not shutil.which("genimage"), reason="genimage is not installed")
def test_genimage_makes_the_disk(tmp_path: Path) -> None:
    """Of small parts: a table with both partitions, of the kinds that UEFI and systemd know."""
    for name in ("shim.efi", "grub.efi", "grub.cfg"):
        (tmp_path / name).write_text(name)
    with (tmp_path / "root.ext4").open("wb") as root:
        root.truncate(1 << 20)
    (tmp_path / "genimage.cfg").write_text(layout("stadium.img", "amd64"))
    (tmp_path / "empty").mkdir()
    folders = {"rootpath": "empty", "tmppath": "tmp", "inputpath": ".", "outputpath": "."}
    options = [f"--{key}={tmp_path / folder}" for key, folder in folders.items()]
    environment = os.environ | {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
    made = subprocess.run(
        ["genimage", f"--config={tmp_path / 'genimage.cfg'}", *options],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == made.returncode, made.stderr
    table = (tmp_path / "stadium.img").read_bytes()[1024 : 1024 + 256]
    kinds = [str(UUID(bytes_le=table[at : at + 16])).upper() for at in (0, 128)]
    assert [EFI_TYPE, ARCHITECTURES["amd64"].root_type] == kinds


def test_a_tool_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the line to type."""
    monkeypatch.setattr("shutil.which", lambda tool: None if tool == "mcopy" else tool)
    with pytest.raises(SystemExit) as ended:
        make_image(["some.deb"])
    assert ended.value.code == "make image: this needs: sudo apt install mtools"


def test_an_architecture_that_cannot_be_run_names_what_runs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Some of its programs run while its system is made. Our own runs without an emulator."""
    monkeypatch.setattr("shutil.which", lambda tool: tool)
    monkeypatch.setattr("image.EMULATED", tmp_path)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    with pytest.raises(SystemExit) as ended:
        make_image(["--check", "--architecture", "arm64"])
    assert ended.value.code == "make image: this needs: sudo apt install binfmt-support qemu-user-static"
    make_image(["--check", "--architecture", "amd64"])
    (tmp_path / "qemu-aarch64").touch()
    make_image(["--check", "--architecture", "arm64"])
