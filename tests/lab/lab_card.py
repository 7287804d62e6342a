#!/usr/bin/env python3
"""`make lab-card`: a card of Imager's, made by `make card`, in an emulated computer: from its first start to a game.

The computer has Debian 13's kernel and cloud-init, set up as Raspberry Pi OS does (`card_machine.py`); its network
leads nowhere. With `--contained` it is the same system under systemd-nspawn, on this machine's kernel. What Imager
leaves is written here in its kind. The plug is pulled once while the scoreboard is being installed. Proved is what
happens, never how fast, and it is no Raspberry Pi.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from appliance import NAME, PROJECT, build  # noqa: E402 - what follows is found on the path above
from card_container import ContainedComputer  # noqa: E402
from card_machine import (  # noqa: E402
    PLACE,
    CardComputer,
    kernel_of,
    make_boot_partition,
    make_system,
    missing_tools,
    names_on,
    over,
    read_boot_partition,
)
from nspawn import until  # noqa: E402
from telling import count_failed, demand, needs_root, tell  # noqa: E402

from firmware.card.boot_partition import OURS, lay_down  # noqa: E402
from firmware.card.package_closure import fetch, mirrors_of_this_system, sources_of_a_pi  # noqa: E402

PATIENCE_S = 1500.0
"""When something that does not happen is given up; nothing is measured by it."""
EACH_S = 3.0
"""Seconds between two looks at the page: to answer takes an emulated processor long, and the game waits meanwhile."""
A_FEW = 4
"""Lines of a game."""
SECRETS = {
    "Wi-Fi's": "5e0f3c9a1b7d5e0f3c9a1b7d5e0f3c9a1b7d5e0f3c9a1b7d5e0f3c9a1b7d5e0f",
    "the user's": "$y$j9T$Nf3lQyVh0xZr7mKc$u5cT8pPq2YbWvD0sH4kL9nM6xR1zA3eG7jB",
}
IMAGER = {
    "config.txt": "# For more options\ndtparam=audio=on\n#dtparam=spi=on\n\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n",
    "cmdline.txt": "console=tty1 root=PARTUUID=0-02 rootwait cfg80211.ieee80211_regdom=ES ds=nocloud;i=rpi-imager-1\n",
    "meta-data": "instance-id: rpi-imager-1790000000000\n",
    "user-data": f"""\
#cloud-config
hostname: stadium
manage_etc_hosts: true
packages:
- avahi-daemon
apt:
  conf: |
    Acquire {{
      Check-Date "false";
    }};
timezone: Europe/Madrid
keyboard:
  model: pc105
  layout: "es"
enable_ssh: true
users:
- name: ana
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,sudo
  shell: /bin/bash
  lock_passwd: false
  passwd: {SECRETS["the user's"]}
ssh_pwauth: true
rpi:
  interfaces:
    serial: true
runcmd:
  - [ sh, -c, "echo ours as well > /etc/of-imager" ]
""",
    "network-config": f"""\
network:
  version: 2
  ethernets:
    eth0:
      dhcp4: true
      optional: true
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "ES"
      access-points:
        "Casa de Ana":
          password: "{SECRETS["Wi-Fi's"]}"
      optional: true
""",
}
"""What Imager leaves (rpi-imager, src/customization_generator.cpp), and the two files that make it a boot partition."""
SIMULATED = """\
[Service]
ExecStart=
ExecStart=/usr/bin/stadium run --simulate --headless --speed max --rules one-die --innings 9
TimeoutStartSec=900
WatchdogSec=600
"""
"""There is no camera, and everything takes its time: of all games, in this one a throw is read soonest."""


@dataclass
class CardTrial:
    """A card, and the computer that it is in.

    Attributes:
        folder: where all of it lies.
        boot: the card's boot partition, as an image or a folder.
        computer: the computer.
        moments: how long what took, in seconds.
    """

    folder: Path
    boot: Path
    computer: CardComputer | ContainedComputer
    moments: dict[str, float] = field(default_factory=dict)

    def files(self) -> dict[str, str]:
        """What lies on the boot partition now."""
        if self.boot.is_dir():
            return _texts(self.boot)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            read_boot_partition(self.boot, Path(folder) / "boot")
            return _texts(Path(folder) / "boot")

    def has_ours(self) -> bool:
        """Whether any of our files still lies on the boot partition; the last of them goes at the very end."""
        if self.boot.is_dir():
            return (self.boot / OURS).exists()
        return any(name.startswith(f"{OURS}/") for name in names_on(self.boot))

    def line(self) -> int:
        """How far the game on the page has come; 0 before there is a page."""
        return int(str(self.computer.state().get("line", 0)))


def _texts(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes()[:65536].decode(errors="replace") for file in files}


def main() -> None:
    """Make computer and card, and run every check."""
    parser = argparse.ArgumentParser(prog="make lab-card", description=__doc__)
    parser.add_argument("--contained", action="store_true", help="on this machine's kernel, which takes minutes")
    asked = parser.parse_args()
    needs_root("lab-card", "This makes a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    began = time.monotonic()
    system = make_system(tell)
    with tempfile.TemporaryDirectory(dir=PLACE) as folder:
        place = Path(folder)
        boot = made_card(place)
        if not asked.contained:
            boot = as_partition(boot)
        with _computer(place, system, boot, is_contained=asked.contained) as computer:
            trial = CardTrial(place, boot, computer)
            failed = count_failed({name: partial(check, trial) for name, check in CHECKS.items()}, RuntimeError)
    minutes = (time.monotonic() - began) / 60
    where = "a container" if asked.contained else "QEMU"
    passed = f"{len(CHECKS) - failed} of {len(CHECKS)} checks passed"
    tell(f"lab-card: {passed}, from a card of Imager's to a game on the page, in {where}; {minutes:.1f} min")
    sys.exit(1 if failed else 0)


def _computer(place: Path, system: Path, boot: Path, *, is_contained: bool) -> CardComputer | ContainedComputer:
    disk = system / "root.ext4"
    if is_contained:
        return ContainedComputer(place, disk, boot, SIMULATED)
    return CardComputer(place, kernel_of(system), (over(disk, place / "root.qcow2"), boot), SIMULATED)


def made_card(place: Path) -> Path:
    """The folder of a card of Imager's with ours, as `make card OFFLINE=yes` lays it, for this kind of processor."""
    bootfs = place / "bootfs"
    bootfs.mkdir()
    for name, text in IMAGER.items():
        (bootfs / name).write_text(text, encoding="utf-8")
    build(place, str(PROJECT["version"]))
    package = place / f"{NAME}_{PROJECT['version']}_all.deb"
    tell("Fetching what the package wants ...")
    sources = sources_of_a_pi(mirrors_of_this_system())
    architecture = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout
    fetched = fetch(package, PLACE / "packages", sources._replace(architecture=architecture.strip()))
    for _ in range(2):  # whoever does it twice has done no harm
        lay_down(bootfs, package, fetched.files)
    size = sum(file.stat().st_size for file in fetched.files) >> 20
    tell(f"The card has {len(fetched.files) - 1} packages, {size} MB; missing: {', '.join(fetched.missing) or 'none'}")
    return bootfs


def as_partition(bootfs: Path) -> Path:
    """The same as the image of a FAT; this machine's kernel may know none, and a container has the folder."""
    image = bootfs.with_suffix(".vfat")
    make_boot_partition(bootfs, image)
    return image


# -- the checks, in order


def begins_and_is_cut(trial: CardTrial) -> str:
    """The first start begins to install, and the plug is pulled meanwhile."""
    began = time.monotonic()
    trial.computer.switch_on(PATIENCE_S)
    until("packages are unpacked", lambda: trial.computer.says("Unpacking python3-"), PATIENCE_S)
    trial.computer.pull_the_plug()
    demand(trial.has_ours(), "the card is done already")
    return f"after {time.monotonic() - began:.0f} s"


def goes_on(trial: CardTrial) -> str:
    """The next start goes on where it was, and the page shows a simulated game: nobody logged in, no network."""
    began = time.monotonic()
    trial.computer.switch_on(PATIENCE_S)
    until("there is a page", lambda: bool(trial.computer.page("/")), PATIENCE_S, EACH_S)
    first = time.monotonic() - began
    until("a game goes on", lambda: trial.line() > A_FEW, PATIENCE_S, EACH_S)
    state = trial.computer.state()
    demand(state["autopilot"] is True, f"nobody plays: {state}")
    return f"the page after {first:.0f} s, line {state['line']} of the game after {time.monotonic() - began:.0f} s"


def cleans_up(trial: CardTrial) -> str:
    """Nothing of the installation is left on the card, and no secret; the rest of Imager's is as it was."""
    until("the card is cleaned", lambda: not trial.has_ours(), PATIENCE_S, EACH_S)
    files = trial.files()
    demand(set(IMAGER) == set(files), f"on the card are {sorted(files)}")
    for whose, secret in SECRETS.items():
        demand(not any(secret in text for text in files.values()), f"{whose} password is on the card")
        demand(
            trial.boot.is_dir() or secret.encode() not in trial.boot.read_bytes(),
            f"{whose} password is in the card's free blocks",
        )
    for name in ("user-data", "network-config", "meta-data", "cmdline.txt"):
        changed = [
            was
            for was, now in zip(IMAGER[name].splitlines(), files[name].splitlines(), strict=True)
            if was != now and "passw" not in was
        ]
        demand(not changed, f"{name} has changed: {changed}")
    demand("\ndtparam=spi=on" in files["config.txt"], "SPI is off")
    return f"{len(files)} files, as Imager left them but for the passwords and SPI"


def keeps_imagers_settings(trial: CardTrial) -> str:
    """What was entered in Imager is in force in the system: name, user, Wi-Fi, and commands of its own."""
    trial.computer.pull_the_plug()
    has = trial.computer.file
    demand(has("/etc/hostname").strip() == "stadium", f"it is called {has('/etc/hostname')}")
    demand("\nana:" in has("/etc/passwd"), "the user is missing")
    demand(SECRETS["the user's"] in has("/etc/shadow"), "the user's password is another")
    demand(SECRETS["Wi-Fi's"] in has("/etc/netplan/50-cloud-init.yaml"), "the Wi-Fi is not known")
    demand("ours as well" in has("/etc/of-imager"), "the command of Imager's did not run")
    demand(not has("/etc/systemd/system/stadium-first-boot.timer"), "the timer is still there")
    return "name, user, password, Wi-Fi and commands"


def starts_by_itself(trial: CardTrial) -> str:
    """Switched on again it plays on."""
    began = time.monotonic()
    trial.computer.switch_on(PATIENCE_S)
    until("the game goes on", lambda: trial.line() > A_FEW, PATIENCE_S, EACH_S)
    demand(set(IMAGER) == set(trial.files()), "something was laid on the card")
    return f"the game after {time.monotonic() - began:.0f} s"


CHECKS: dict[str, Callable[[CardTrial], str]] = {
    "the first start installs, and is cut": begins_and_is_cut,
    "the next goes on, to a game on the page": goes_on,
    "the card is clean": cleans_up,
    "Imager's settings are in force": keeps_imagers_settings,
    "from now on it plays by itself": starts_by_itself,
}

if __name__ == "__main__":
    main()
