"""The main job, from a configuration to a lit score: everything that `stadium run` needs, put together."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from firmware import wiring
from firmware.config.fallback import Settings, remember, settings
from firmware.config.overrides import RunOptions, configured, journal_of, overruled
from firmware.config.schema import ON_SPI, SYSTEM_FILE, Config, shipped
from firmware.console.stderr import said_by, say_house, warn
from firmware.console.stdout import ConsoleWriter
from firmware.devices.health import DeviceChange, Part
from firmware.devices.job_control import Taker, job
from firmware.devices.keyboard import HELP, Keyboard
from firmware.devices.protocols import Devices, Frame, SystemClock
from firmware.devices.recording_camera import RecordingCamera
from firmware.errors import ConfigError, DeviceError, StadiumError
from firmware.files.atomic import MEGABYTE
from firmware.files.staged_replace import RESTORING, DataPaths, reset, resume
from firmware.messages import Message
from firmware.network import privileged_requests
from firmware.network.wifi import NETWORKS
from firmware.paths import home, old_games
from firmware.play.corrections import Corrections
from firmware.play.loop import App
from firmware.play.menus import APPLIANCE, BY_HAND
from firmware.play.menus.actions import errands
from firmware.play.options import Options
from firmware.play.shown import Watcher
from firmware.play.terminal_view import LiveView, PlainLines, can_be_drawn_in, has_colors
from firmware.play.ticks import DEFAULT_TICKS
from firmware.play.warnings import PanelWarnings, PanelWithWarnings, found, why_not
from firmware.service import log, systemd
from firmware.service.background import BackgroundServices
from firmware.service.journal_maintenance import JournalMaintenance
from firmware.service.journal_retry import JournalRetry
from firmware.service.malloc import limit_arenas, unmap_libraries
from firmware.setup.factory_reset import DONE, FAILED, PanelAnnouncer, is_asked_for
from firmware.simulated.demo import Players, Tally
from firmware.simulated.faults import fault
from firmware.simulated.rehearsal import Rehearsal, rehearse
from firmware.storage.recordings import keep_game, keep_start, lines_before, unsaid
from firmware.wiring import buttons_of, panel_of
from scoreboard.commentary import scoreline
from scoreboard.journal.resilient import ResilientJournal
from scoreboard.journal.salvage import Remark
from scoreboard.record import house_of
from scoreboard.rules.events import Setup
from scoreboard.rules.history import begin
from scoreboard.session import Session
from vision.enrolled.matcher import TaughtDie


def keep_score(overrides: RunOptions) -> None:
    """The main job: open what the configuration names, play until it ends, and say how it went.

    Raises:
        StadiumError, ScoreboardError: in words for the person at the table.
    """
    paths = DataPaths(home(), SYSTEM_FILE)
    unfinished = _resumed(paths)
    told = settings(paths.home, overrides.config_file, paths.owners, overruled(overrides))
    told = told._replace(warnings=(*unfinished, *told.warnings))
    if overrides.config_file is None:
        remember(paths.home, paths.owners)
    config = configured(overrides, told.config)
    if not overrides.simulate:
        told = _reset_if_asked(config, paths, told)
        config = configured(overrides, told.config)
    limit_arenas()
    with ExitStack() as opened:
        keeper = opened.enter_context(closing(_keeper(overrides, config)))
        if config.camera.source == "recording":  # it is a game of its own
            overrides = replace(overrides, anew=overrides.anew or not _taken_up(keeper, config))
        session = opened.enter_context(Session(keeper, SystemClock()))
        if overrides.game is not None:
            session.resume(overrides.game)
        warnings = [*told.warnings, *map(found, keeper.remarks)]
        for sign in warnings:
            warn(sign.sentence)
        _say_what_goes_on(session, overrides, config)
        tally = asyncio.run(_play(session, config, overrides, House(keeper, [sign.panel for sign in warnings])))
        if overrides.record is not None:
            keep_game(session.history, overrides.record)
            say_house(unsaid(session.history))
    if tally is not None:
        click.echo(str(tally))
    if keeper.trouble is not None:
        raise NotSavedError(f"The end of the game is lost: {why_not(keeper.trouble)}.")
    if tally is None:
        click.echo(_farewell(overrides, config))


def _say_what_goes_on(session: Session, overrides: RunOptions, config: Config) -> None:
    """Tell who asked for another game than the unfinished one how to begin it."""
    if not session.in_play or overrides.anew:
        return
    game, new = session.game, config.game
    asked = overrides.rules or game.setup.rules, overrides.innings or game.innings
    if asked != (game.setup.rules, game.innings):
        goes_on = f"A {game.setup.rules} game of {game.innings} innings goes on"
        warn(f"{goes_on}; --new begins a {new.rules} one of {new.innings}.")


def _resumed(paths: DataPaths) -> tuple[Message, ...]:
    """Carry out what a pulled plug interrupted; what there is to tell where the card will not have it."""
    try:
        resume(paths)
    except OSError as error:
        why = f"cannot be finished ({error.filename or paths.home}: {error.strerror})"
        if (paths.home / RESTORING).exists():
            return (Message(f"An interrupted restore {why}. Run it again with sudo.", "RESTORE HALF DONE"),)
        return (Message(f"An interrupted fresh start {why}. See to the card, then hold OK and UNDO again.", FAILED),)
    return ()


def _taken_up(keeper: ResilientJournal, config: Config) -> bool:
    """Whether the recording begins in the middle of a game, which then stands as it stood before the first frame."""
    lines = lines_before(Path(config.camera.path).expanduser(), config.game.house, warn)
    if lines:
        keeper.add(lines, rulings=config.game.house)
    return bool(lines)


def _farewell(overrides: RunOptions, config: Config) -> str:
    if config.camera.source != "recording":
        return "Stopped. The game is kept and goes on next time."
    return f"Played again. Its game is among those of `stadium games --journal {journal_of(overrides, config)}`."


def _reset_if_asked(config: Config, paths: DataPaths, told: Settings) -> Settings:
    """Reset everything if somebody holds the two buttons; buttons that cannot be opened ask for nothing.

    Returns:
        The settings to go on with, and what there is to tell.
    """
    with suppress(DeviceError, OSError), ExitStack() as opened:
        buttons = buttons_of(config.buttons)
        if buttons is None:
            return told
        opened.callback(buttons.close)
        crier = opened.enter_context(closing(PanelAnnouncer(lambda: panel_of(config.panel))))
        if is_asked_for(buttons, crier, time.sleep):
            try:
                kept = reset(paths)
            except OSError as error:
                crier(FAILED)
                said = f"Not wholly begun afresh: {paths.home} cannot be written ({error.strerror}). See to the card."
                return Settings(told.config, (*told.warnings, Message(said, FAILED)))
            crier(DONE)
            return Settings(shipped(), (Message(f"Begun afresh. What was is in {kept}.", "FRESH START"),))
    return told


class NotSavedError(StadiumError, OSError):
    """The program ends, and the disk has not taken all that was played."""


class House(NamedTuple):
    """What there is to say besides the score.

    Attributes:
        keeper: of the games, who may be in trouble.
        remarks: words for the panels, told once.
    """

    keeper: ResilientJournal
    remarks: Sequence[str]


def _keeper(overrides: RunOptions, config: Config) -> ResilientJournal:
    """Open the games. A file that somebody has just named is used or refused; the appliance's own is made to do."""
    return ResilientJournal.open(journal_of(overrides, config), repair=overrides.journal is None)


def _housework(overrides: RunOptions, config: Config) -> JournalMaintenance:
    path = journal_of(overrides, config)
    return JournalMaintenance(path, config.journal.limit_mb * MEGABYTE, old_games(path))


async def _play(session: Session, config: Config, overrides: RunOptions, house: House) -> Tally | None:
    """Wire everything up and play until it ends; the tally of a simulated game.

    The terminal is taken over last, so that whatever is missing can still be told in it.
    """
    loop = asyncio.get_running_loop()
    journalled = log.set_up()
    dice = wiring.dice_store(config, simulate=overrides.simulate)
    look, ignore, afresh, memory = wiring.sight(config, dice.dice())
    goes_on = session.in_play and not overrides.anew  # and is played with its own dice, whatever --rules says
    opened, players = _opened(config, overrides, session.game.setup if goes_on else config.game.setup(), afresh)
    with ExitStack() as held:
        out, err = (held.enter_context(closing(ConsoleWriter(stream, warn))) for stream in (sys.stdout, sys.stderr))
        held.enter_context(said_by(err.line))
        held.enter_context(closing(opened))
        devices = _recorded(opened, overrides.record)
        services = BackgroundServices(devices, config.web, err.line, lambda: house.keeper.refused)
        options = _options(config, overrides, ignore, services.port)
        films = [services.metrics.film]
        typed = devices.buttons if isinstance(devices.buttons, Keyboard) else None
        takers: list[Taker] = [] if typed is None else [typed]
        keys = "" if typed is None else HELP
        watchers: list[Watcher] = [*services.watchers, lambda shown: systemd.status(scoreline(shown.game))]
        if _is_live(config, overrides):
            view = LiveView(config.panel.size, out.write, keys=keys, draw=out.draw, color=has_colors(), away=True)
            takers.append(held.enter_context(closing(view)))
            devices = replace(devices, panels=(*devices.panels, view))
            films.append(view.film)
            watchers.append(view)
        elif not journalled:
            watchers.append(PlainLines(out.line))
            if keys:
                out.line(keys)
        if players is not None:
            watchers.append(players)
        if config.eyes.learn:
            watchers.append(Corrections(memory, dice, config.eyes.colors, warn))
        warnings = PanelWarnings(house.remarks, lambda: retry.words, time.monotonic)
        work = _housework(overrides, config)
        retry = JournalRetry(house.keeper, devices.health.reporter("card"), partial(_tell, warnings), work)
        devices = replace(devices, panels=[PanelWithWarnings(panel, warnings) for panel in devices.panels])
        app = App(session, devices, look, replace(options, film=_each(films)), watchers)
        if typed is not None and devices.camera is None:
            devices.health.listen(partial(_end_without_keys, app.stop))
        unmap_libraries()
        looking = loop.create_task(retry.run())
        async with services.running():
            # Both last, and one after the other: whatever ends us from now on gives the terminal back.
            _heed_signals(loop, app.stop, _go_on if _is_lit(config, overrides) else app.stop)
            with job(takers, out.settle):
                await app.run(partial(_ready, session, config, memory.dice, overrides.record))
        looking.cancel()
    systemd.stopping()
    return None if players is None else players.tally


def _ready(session: Session, config: Config, dice: Iterable[TaughtDie], folder: Path | None) -> None:
    """The score is lit and no frame has been taken: a recording keeps what its film begins with."""
    if folder is not None:
        # a finished game is left for a new one by OK, and a recording has no buttons
        new = config.game.setup()
        history = session.history if session.in_play else begin(new, house_of(new, config.game.house))
        keep_start(history, config, dice, folder)
    systemd.ready()


def _tell(warnings: PanelWarnings, remark: Remark) -> None:
    """What was found in the middle of a game is told as at the start of one."""
    sign = found(remark)
    warn(sign.sentence)
    warnings.add(sign.panel)


def _heed_signals(loop: asyncio.AbstractEventLoop, stop: Callable[[], None], hung_up: Callable[[], None]) -> None:
    """End in good order when we are told to, and do as ``hung_up`` says when the terminal is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup has it
        loop.add_signal_handler(signal.SIGHUP, hung_up)


def _is_lit(config: Config, overrides: RunOptions) -> bool:
    """Whether there is a panel of lights: then the game is seen without a terminal, and goes on when that is closed."""
    return config.panel.driver in ON_SPI and not overrides.simulate


def _go_on() -> None:
    """Let the terminal go: a face is lost, and no more."""


def _end_without_keys(stop: Callable[[], None], change: DeviceChange) -> None:
    """Nobody can play where keys were all there was to play with: the game is kept, and goes on next time."""
    if change.part == "buttons" and change.trouble is not None:
        stop()


def _each(films: Sequence[Callable[[Frame], None]]) -> Callable[[Frame], None]:
    """Show a frame to each of them."""

    def film(frame: Frame) -> None:
        for each in films:
            each(frame)

    return film


def _is_live(config: Config, overrides: RunOptions) -> bool:
    """Whether there is a terminal to draw in, and no real panel to look at instead."""
    drawn = overrides.simulate or config.panel.driver == "simulated"
    return drawn and not overrides.headless and can_be_drawn_in(sys.stdout)


def _opened(
    config: Config, overrides: RunOptions, setup: Setup, afresh: Callable[[], None]
) -> tuple[Devices, Players | None]:
    if overrides.simulate:
        faults = [fault(text) for text in overrides.fault]
        return rehearse(
            config, Rehearsal(setup, overrides.seed, overrides.speed, faults, overrides.save_pictures), afresh
        )
    named: dict[Part, str | None] = {"camera": overrides.camera, "buttons": overrides.buttons, "panel": overrides.panel}
    needed = [part for part, name in named.items() if name is not None]
    return wiring.devices(config, pictures=overrides.save_pictures, needed=needed, afresh=afresh), None


def _recorded(devices: Devices, folder: Path | None) -> Devices:
    if folder is None:
        return devices
    if devices.camera is None:
        raise ConfigError("there is no camera, and a recording keeps what one sees: name it with --camera.")
    camera = RecordingCamera(devices.camera, folder, warn)
    devices.health.listen(camera.hear)
    return replace(devices, camera=camera)


def _options(config: Config, overrides: RunOptions, ignore: Callable[[], None], port: int | None) -> Options:
    return Options(
        config.game.setup(),
        config.game.house,
        colors=config.eyes.colors,
        settled=config.camera.settled,
        patient=config.camera.settled or overrides.simulate,
        ignore=ignore,
        choices=APPLIANCE if privileged_requests.FOLDER.exists() else BY_HAND,
        default_ticks=0
        if config.camera.settled or (overrides.simulate and overrides.speed == "max")
        else DEFAULT_TICKS,
        errands=errands(NETWORKS[config.network.driver](), port=port),
        until_over=overrides.simulate,
        anew=overrides.anew,
    )
