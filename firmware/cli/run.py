"""`stadium run` and `stadium record-video`: what may be said to them; what they do is in `firmware.appliance`."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any, NoReturn, get_args

import click

from firmware.cli.arguments import PathOf, RecordSource, spoken_option
from firmware.cli.game import GameName
from firmware.config.schema import ButtonsDriver, PanelName, PixelsDriver
from firmware.console.streams import loading
from firmware.errors import StadiumError
from firmware.simulated.scenario import PACES
from scoreboard.message import message

PATH = PathOf()
FOLDER = PathOf(file=False)
RECORDED_MB = 3500
"""What a recording takes unless its owner says otherwise: some six minutes of the camera module."""
STARTED_AGAIN = "STADIUM_STARTED_AGAIN"
"""In the environment of a program that has started itself again: it goes on with the game that is there then."""


@click.command()
@click.option("--config", "config_file", type=PATH, metavar="FILE", help="Your configuration.")
@spoken_option
@click.option("--rules", type=GameName(), help="The game that is begun; or one of your own, by its name.")
@click.option(
    "--camera",
    type=RecordSource(),
    metavar="SOURCE",
    help="Picture folder, video, USB camera number or device, picamera2, none.",
)
@click.option("--settled", is_flag=True, help="Every picture is one throw, already at rest.")
@click.option("--buttons", type=click.Choice(get_args(ButtonsDriver)), help="Where the buttons are.")
@click.option("--panel", type=click.Choice(get_args(PanelName)), help="Where the score is lit.")
@click.option("--journal", type=PathOf(folder=False), metavar="FILE", help="Where games are kept.")
@click.option("--game", type=click.IntRange(1, 2**63 - 1), metavar="N", help="Go on with game N of `stadium games`.")
@click.option("--new", "begin_new", is_flag=True, help="Begin a new game even if one is unfinished.")
@click.option("--innings", type=click.IntRange(1, 99), help="How many innings a new game has.")
@click.option("--opponent", type=click.Choice(("away", "home", "none")), help="The side that the box decides for.")
@click.option("--strength", type=click.Choice(("strong", "fair", "easy")), help="How well the box plays.")
@click.option("--simulate", is_flag=True, help="No hardware: simulated players throw, the same eyes read.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Which simulated game.")
@click.option(
    "--speed", type=click.Choice(list(PACES)), default="4", show_default=True, help="How fast simulated players play."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), envvar="STADIUM_PORT", help="The port of the web page; 0: no page."
)
@click.option("--fault", multiple=True, metavar="DEVICE@S", help="Simulated: fails after S seconds, as camera@30-45.")
@click.option(
    "--untidy",
    metavar="NAME[,NAME]",
    help="Simulated: how hands move the pieces, as loose, short or fallen.",
)
@click.option("--pixels", type=click.Choice(get_args(PixelsDriver)), help="Dice that say by radio what they show.")
@click.option("--headless", is_flag=True, help="Plain lines instead of a live view.")
@click.option(
    "--save-pictures", type=FOLDER, metavar="DIR", help="Keep every picture the panel shows, those of moments too."
)
@click.option("--record", type=FOLDER, metavar="DIR", help="Keep what the camera sees, for a bug report.")
@click.option(
    "--record-limit",
    type=click.IntRange(1, 10_000_000),
    default=RECORDED_MB,
    show_default=True,
    metavar="MB",
    help="What a recording may take: it ends there, and the game goes on.",
)
def run(**given: Any) -> None:  # noqa: ANN401 - click gives what the options above say
    """Keep the score of a game: read the throws, call the plays, light the panel.

    An unfinished game goes on where it was. Every play is kept before it is shown, so the plug may be pulled at any
    moment. Ctrl-C stops.

    With --buttons keys: b ball · s strike · o out · r run · h homerun · t batter · n next · e by-hand · Enter ok ·
    u undo · y redo · m menu.

    \b
    Without any hardware:  stadium run --simulate
    From photographs:      stadium run --camera FOLDER --settled --panel simulated --buttons keys
    With a webcam:         stadium run --camera 0 --panel simulated --buttons keys
    """  # noqa: D301 - click knows a kept paragraph by a backspace
    _keep_score(**given)


@click.command(
    "record-video",
    params=[click.Argument(["record"], type=FOLDER, metavar="DIR"), *(p for p in run.params if p.name != "record")],
)
def record_video(**given: Any) -> None:  # noqa: ANN401 - as above
    """Do as `stadium run` does, and keep what the camera sees in DIR, with the game, as a bug report.

    It says at its start what a minute takes: with the camera module some 540 MB. It ends at --record-limit, or before
    its disk is full, and says so; the game goes on.

    Nothing is kept unless asked for here. What is kept: every frame that was watched, the pictures that were read, the
    game's record and set-up, how the eyes were set, and the dice you taught. No sound. It stays in DIR; look at it
    before you give it away, for hands and faces may be in it.

    `stadium run --camera DIR --config DIR/stadium.toml` plays it again, apart from your own games.
    """
    _keep_score(**given)


def _keep_score(**given: Any) -> None:  # noqa: ANN401 - as above
    """Load all that a game needs, which takes a while, play it, and print how it went.

    Where systemd does not start it again, as one that a person has started, it does so itself.

    Raises:
        StadiumError, ScoreboardError: in words for the person at the table.
    """
    with loading():
        from firmware.appliance import RestartError, build
        from firmware.config.overrides import RunOptions
        from firmware.devices.recording_camera import next_folder
        from firmware.service import systemd
        from firmware.startup import prepared
    if os.environ.pop(STARTED_AGAIN, ""):
        given |= {"game": None, "begin_new": False, "record": next_folder(given["record"])}
    overrides = RunOptions(**given)
    loaded = prepared(overrides)
    config = loaded.config
    try:
        with build(config, overrides, loaded.warnings) as appliance:
            tally = appliance.run()
    except RestartError:
        if systemd.supervises():
            raise
        start_again()
    if appliance.rehearsed is not None and appliance.rehearsed.players.pieces is not None:
        click.echo(appliance.language.sentence(appliance.rehearsed.players.pieces.tally.words))
    if tally is not None:
        click.echo(appliance.language.sentence(tally.words))
    appliance.check_saved()
    if tally is None and config.camera.source == "recording":
        click.echo(appliance.language.sentence(message("run.played-again", journal=str(appliance.journal))))
    elif tally is None:
        click.echo(appliance.language.sentence(message("run.stopped")))


def start_again() -> NoReturn:
    """Become a new program of the same command line, in the same terminal: no memory of this one is kept.

    Everything is closed by now; Python opens files such that a new program does not have them.

    Raises:
        StadiumError: the system does not allow it.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    command = [sys.executable, *sys.orig_argv[1:]]
    try:
        os.execve(sys.executable, command, os.environ | {STARTED_AGAIN: "1"})  # noqa: S606 - this program
    except OSError as error:
        raise StadiumError(f"it cannot start again: {error.strerror}; start it by hand") from error
