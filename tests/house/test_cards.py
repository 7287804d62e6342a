"""`make card` and `make imager-list`: what a maker's own computer does for a card."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
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


def test_a_package_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Not a traceback."""
    for name in ("config.txt", "cmdline.txt", "user-data"):
        (tmp_path / name).touch()
    refused = card(str(tmp_path), str(tmp_path / "none.deb"))
    assert (1, 1) == (refused.returncode, len(refused.stderr.splitlines()))
    assert "none.deb" in refused.stderr


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


@pytest.mark.parametrize("source", ["nowhere.json", "http://127.0.0.1:9/list.json"])
def test_a_list_that_cannot_be_read_is_a_line(source: str) -> None:
    """Not a traceback."""
    with pytest.raises(SystemExit) as ended:
        main([source])
    assert str(ended.value.code).startswith(f"make imager-list: {source}: ")
