"""`stadium doctor`: check everything, and print what to do about each fault."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click
import msgspec
from msgspec import structs

from firmware.cli.arguments import PathOf, spoken_option
from firmware.cli.games import journal_option
from firmware.config.fallback import settings
from firmware.console.streams import loading
from firmware.devices.protocols import SystemClock
from firmware.notice import Notice, Severity, worst
from firmware.paths import home
from firmware.setup.doctor.machine import Machine
from scoreboard.language import ENGLISH, Language, language
from scoreboard.message import Message

EXIT_ILL = 1
COLORS: dict[Severity, str] = {"green": "green", "skipped": "bright_black", "amber": "yellow", "red": "red"}
WIDTH = 16


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One line of JSON, for programs.")
@click.option("--simulate", is_flag=True, help="Look at the simulated stadium's devices instead of real ones.")
@click.option("--config", "config_file", type=PathOf(), metavar="FILE", help="Settings to look at.")
@spoken_option
@journal_option
def doctor(as_json: bool, simulate: bool, config_file: Path | None, lang: str | None, journal: Path) -> None:
    """Look at everything a stadium needs: green, amber or red, each with what to do.

    Machine, power, heat, card, time, permissions, settings and games; buttons, sound and the panel, which shows a test
    pattern; and what the camera sees, so clear the field. What this machine has not got is skipped.

    Exit code 0: it plays; 1: something is red; 2: trouble.
    """
    with loading():
        from firmware.setup.doctor import bench as benches
        from firmware.setup.doctor.checks import Checks

    config = settings(home(), config_file).config
    spoken = language(lang or config.game.language)
    bench = benches.simulated(config) if simulate else benches.configured(config)
    if simulate:
        buttons = structs.replace(config.buttons, driver="mock")
        config = structs.replace(config, buttons=buttons, panel=structs.replace(config.panel, driver="simulated"))
    checks = Checks(Machine(), config, config_file, bench, journal, SystemClock(), time.sleep)
    findings = []
    for found in checks.findings():
        findings.append(found)
        if not as_json:
            click.echo(line(found, spoken))
    if as_json:
        report = [reported(found) for found in findings]
        click.echo(msgspec.json.encode({"worst": worst(findings), "findings": report}))
    else:
        # one of: doctor.summary.amber, doctor.summary.green, doctor.summary.red, doctor.summary.skipped
        click.secho(spoken.say(Message(f"doctor.summary.{worst(findings)}")), bold=True)
    if worst(findings) == "red":
        sys.exit(EXIT_ILL)


def reported(found: Notice) -> dict[str, str]:
    """A finding for programs, in English."""
    # one of: about.angle, about.brightness, about.broker, about.buttons, about.card, about.devices, about.dice
    # one of: about.evenness, about.flatness, about.flicker, about.games, about.glare, about.height, about.lens
    # one of: about.machine, about.markers
    # one of: about.panel, about.panel-power, about.permissions, about.picture, about.places, about.power
    # one of: about.settings, about.sharpness, about.size, about.sound, about.spi, about.temperature, about.time
    # one of: about.versions, about.voice
    name = ENGLISH(Message(f"about.{found.about}"))
    return {"name": name, "level": found.severity, "said": ENGLISH(found.sentence), "do": ENGLISH(found.remedy)}


def line(found: Notice, spoken: Language) -> str:
    """A finding for people: its severity in a word and a colour, what was seen, and what to do."""
    # one of: severity.amber, severity.green, severity.red, severity.skipped
    severity, about = spoken.say(Message(f"severity.{found.severity}")), spoken.say(Message(f"about.{found.about}"))
    level = click.style(f"{severity:8}", fg=COLORS[found.severity])
    do = f"\n{'':{WIDTH + 9}}-> {spoken.say(found.remedy)}" if found.remedy else ""
    return f"{level} {about:{WIDTH}}{spoken.say(found.sentence)}{do}"
