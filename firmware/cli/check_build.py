"""`stadium check-build`: a freshly built stadium looked over part by part, with somebody at it."""

from __future__ import annotations

import sys
from typing import Any, get_args

import click

from firmware.cli.arguments import PathOf, spoken_option
from firmware.cli.doctor import EXIT_ILL, line
from firmware.cli.games import journal_option
from firmware.console.streams import loading
from firmware.errors import ConfigError
from firmware.notice import Notice
from firmware.simulated.scenario import BuildFault, SceneFault
from scoreboard.language import Language
from scoreboard.message import message

FAULTS = tuple(fault for fault in (*get_args(SceneFault), *get_args(BuildFault)) if fault != "color")
"""What may be wrong with a simulated stadium; dice are a calibration's."""
REPORT = "build-check.html"


@click.command("check-build")
@click.option("--config", "config_file", type=PathOf(), metavar="FILE", help="Your configuration.")
@click.option(
    "--report", type=PathOf(folder=False, written=True), metavar="FILE", help=f"Else {REPORT} beside the games."
)
@click.option("--simulate", is_flag=True, help="No hardware: a simulated stadium, and somebody who looks it over.")
@click.option("--fault", "faults", type=click.Choice(FAULTS), multiple=True, help="What is wrong there; repeatable.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated stadium.")
@spoken_option
@journal_option
def check_build(**given: Any) -> None:  # noqa: ANN401 - click gives what the options above say
    """Look over a stadium that you have just built: panel, buttons, sound, camera, markers, lamp and supply.

    It lights the panel, asks for each button and plays two notes. You say what you see and hear: Enter, n and u are
    your answers, m leaves. Then it looks at the bare field. What it finds is told with what to do, and with the guide
    that says how. All of it goes into one file, which can be opened, photographed and sent.

    Stop the scoreboard first (sudo systemctl stop stadium), for it has the devices. While it plays, its menu has the
    same (SETTINGS, CHECKS), and so has an owner's phone (Settings, Care).

    \b
    Try it with nothing:   stadium check-build --simulate
                           stadium check-build --simulate --fault turned-panel --fault blurred

    Exit code 0: it can be played with; 1: something is red; 2: trouble.
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    if given["faults"] and not given["simulate"]:
        raise ConfigError("--fault is for --simulate: a real stadium is looked over as it is.")
    with loading():
        from firmware.setup.build_check.at_terminal import CheckOptions
        from firmware.setup.build_check.at_terminal import check_build as look_over

    worst = look_over(CheckOptions(**given), CheckPrinter())
    if worst == "red":
        sys.exit(EXIT_ILL)


class CheckPrinter:
    """Says what is asked, and shows what was found as the doctor does."""

    def say(self, sentence: str) -> None:
        """A sentence."""
        click.echo(sentence)

    def show(self, found: Notice, guide: str, speaks: Language) -> None:
        """A finding."""
        click.echo(line(found, speaks))
        if guide and found.severity in ("amber", "red"):
            click.echo(f"{'':28}{speaks.say(message('build.guide', guide=guide))}")
