"""A stadium in a real Home Assistant, which runs in a Debian 13 on this machine. Run by ``make lab-house``; needs root.

It needs Python 3.13.2 or later, so a tree is made by debootstrap, and Home Assistant installed in it from PyPI. Tried:
what appears, and with which values; a highlight, and our blueprint on it; a button and a number that come back as
commands; that everything is unavailable once the stadium has gone, and there again; and that it is told again when the
house starts anew.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.broker import Mosquitto, PublishedTable

from scoreboard.rules.events import Roll

TREE = Path(__file__).parents[2] / "build/house"
PACKAGES = "python3,python3-venv,python3-dev,gcc,libc6-dev,libffi-dev,libssl-dev,ca-certificates,zlib1g-dev,git"
LIBRARIES = ("homeassistant", "paho-mqtt==2.1.0")
INSIDE = Path(__file__).with_name("house_inside.py")
AUTHORITIES = Path("etc/ssl/certs/ca-certificates.crt")
BLUEPRINT = Path(__file__).parents[2] / "docs/home-assistant/stadium_highlights.yaml"
CONFIGURATION = """
homeassistant:
  name: Lab
counter:
  home_runs: {}
automation:
  - use_blueprint:
      path: stadium/stadium_highlights.yaml
      input:
        highlights: event.stadium_highlights
        home_run:
          - action: counter.increment
            target:
              entity_id: counter.home_runs
"""
"""A house that counts home runs by our blueprint."""
TRIES, EVERY_S = 60, 1.0
"""How often it is looked whether something has become so, and seconds between."""


class House:
    """A Home Assistant that runs."""

    def __init__(self, tree: Path, port: int) -> None:
        folder = tree / "lab/config"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        (folder / "configuration.yaml").write_text(CONFIGURATION, encoding="utf-8")
        blueprints = folder / "blueprints/automation/stadium"
        blueprints.mkdir(parents=True)
        shutil.copy(BLUEPRINT, blueprints)
        shutil.copy(INSIDE, tree / "lab/house_inside.py")
        certificates = f"SSL_CERT_FILE=/{AUTHORITIES}"
        command = ["chroot", str(tree), "env", certificates, "/ha/bin/python", "/lab/house_inside.py", str(port)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen([*command, "/lab/config"], text=True, **pipes)  # type: ignore[call-overload]
        print("the house has its broker:", self._answer()["state"])

    def _answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def ask(self, line: str) -> dict[str, Any]:
        """What it says to that."""
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._answer()

    async def until(self, what: str, entity: str, state: str) -> list[Any]:
        """Wait until an entity has that state; its attributes."""
        found: list[Any] = []
        for _ in range(TRIES):
            found = self.ask("states").get(entity, [])
            if found and found[0] == state:
                print(f"{what}: {entity} is {state}")
                return found
            await asyncio.sleep(EVERY_S)
        raise SystemExit(f"{what}: {entity} is {found[:1]}, and should be {state}")

    def stop(self) -> None:
        """End it."""
        self._process.stdin.close()
        self._process.wait()


def made(tree: Path) -> Path:
    """The tree with Home Assistant in it."""
    if not (tree / "usr").exists():
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "trixie", str(tree)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    if not (tree / "ha/bin/hass").exists():
        shutil.copy(Path("/") / AUTHORITIES, tree / AUTHORITIES)
        shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
        subprocess.run(["chroot", str(tree), "python3", "-m", "venv", "/ha"], check=True)
        subprocess.run(["chroot", str(tree), "/ha/bin/pip", "install", "--quiet", *LIBRARIES], check=True)
    return tree


async def tried(tree: Path) -> None:
    """Everything, one after the other."""
    with tempfile.TemporaryDirectory() as path, Mosquitto(Path(path)) as broker:
        house = House(tree, broker.port)
        folder = Path(path) / "stadium"
        folder.mkdir()
        table = begun(folder, broker.port)
        with table[0]:
            await house.until("it appears", "sensor.stadium_score", "Ospreys 0 - 0 Herons")
            await house.until("nothing is asked", "binary_sensor.stadium_question_open", "off")
            await house.until("all devices work", "binary_sensor.stadium_devices", "off")
            table[0].play(Roll(values=(6, 6)))
            await house.until("a home run counts", "sensor.stadium_visitors", "1")
            await house.until("the blueprint does its work", "counter.home_runs", "1")
            highlight = house.ask("states")["event.stadium_highlights"]
            print("a highlight:", highlight[1]["event_type"], "-", highlight[1]["told"])
            house.ask('call button press {"entity_id":"button.stadium_undo"}')
            house.ask('call number set_value {"entity_id":"number.stadium_volume","value":3}')
            await asyncio.sleep(EVERY_S)
            print("commands:", table[1].record_line.call_args.args[0], table[2].change.call_args.args[0])
        await house.until("it is switched off", "sensor.stadium_score", "unavailable")
        with begun(folder, broker.port)[0]:
            await house.until("it is there again", "sensor.stadium_visitors", "1")
            house.stop()
            house = House(tree, broker.port)
            await house.until("the house starts anew", "sensor.stadium_visitors", "1")
        count = sum(each.split(".")[1].startswith("stadium") for each in house.ask("states"))
        print(f"{count} entities")
        house.stop()


def begun(folder: Path, port: int) -> tuple[PublishedTable, AsyncMock, AsyncMock]:
    """A table whose publisher has begun, and what commands come to."""
    table = PublishedTable(folder, port, commands="owner", discovery="homeassistant")
    if not table.session.has_game:
        table.begin(innings=9)
    table.show()
    play, settings = AsyncMock(), AsyncMock()
    play.record_line.return_value = Mock(live=table.live)
    table.publisher.take_commands(play, settings, "http://192.168.1.9")
    table.publisher.start()
    return table, play, settings


def main() -> None:
    """Try it, and say what was seen."""
    options = argparse.ArgumentParser()
    options.add_argument("--tree", type=Path, default=TREE, help="where the Debian 13 is, or is to be made")
    tree = made(options.parse_args().tree.resolve())
    program = (
        "import homeassistant.const as c, sys; print('Home Assistant', c.__version__, 'on Python', sys.version[:7])"
    )
    subprocess.run(["chroot", str(tree), "/ha/bin/python", "-c", program], check=True)
    asyncio.run(tried(tree))


if __name__ == "__main__":
    main()
