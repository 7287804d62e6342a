"""The composition root: from a configuration to a lit score, everything that `stadium run` needs, put together.

`build` opens and connects, one stage after the other, each of which uses only what was opened before it: the games, the
devices with the dice reader, the background services, the displays, the loop. `Appliance.run` plays until something
ends the run. The terminal is taken over last, so that what is missing can still be reported in it.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial

from firmware import throw_reader, wiring
from firmware.config.faces import owners_face, owners_moments
from firmware.config.overrides import RunOptions
from firmware.config.schema import ON_SPI, Config
from firmware.config.teams import owners_offers
from firmware.console.stdout import ConsoleWriter
from firmware.console.streams import warn, warn_of_house_rules, warnings_written_by
from firmware.demo import ReadingTally
from firmware.devices.health import DeviceChange, Health, Part
from firmware.devices.job_control import TerminalUser, job
from firmware.devices.keyboard import HELP, Keyboard
from firmware.devices.protocols import Devices, Frame, Panel
from firmware.devices.recording_camera import recorded
from firmware.devices.restrung import RestrungPanel
from firmware.errors import StadiumError
from firmware.files.atomic import MEGABYTE
from firmware.network import privileged_requests
from firmware.network.wifi import NETWORKS
from firmware.notice import Notice
from firmware.paths import old_games
from firmware.play.camera.lent_camera import LentCamera
from firmware.play.faces.announcer import Announcer
from firmware.play.faces.page_invitation import invite_to_page
from firmware.play.faces.terminal_view import ChanceLines, LiveView, PlainLines, can_be_drawn_in, has_colors, narrowed
from firmware.play.faces.warnings import PanelWarnings, PanelWithWarnings, found, why_not
from firmware.play.inputs.autopilot import Autopilot
from firmware.play.loop import PlayLoop
from firmware.play.menus.actions import MenuAction, menu_actions
from firmware.play.menus.main_menu import APPLIANCE_CHOICES, BY_HAND_CHOICES
from firmware.play.menus.screen import Choice
from firmware.play.state.options import DEFAULT_TICKS, Options
from firmware.play.state.rest_options import RestOptions, night_of
from firmware.play.state.shown import Observer
from firmware.play.state.table_language import TableLanguage
from firmware.play.table.corrections import Corrections
from firmware.rehearsal import Rehearsal, Rehearsed, rehearse
from firmware.service import log, systemd
from firmware.service.background import BackgroundServices, PageSources
from firmware.service.journal_maintenance import JournalMaintenance
from firmware.service.journal_retry import JournalRetry
from firmware.service.malloc import limit_arenas, unmap_libraries
from firmware.service.throw_keeping import ThrowKeeping
from firmware.setup.errands import Errands
from firmware.setup.game_calibration import Calibrator
from firmware.setup.kept_settings import keeps_chosen, keeps_measured
from firmware.setup.owner_pages import PageParts, page_control
from firmware.setup.panel_wizard import wizard
from firmware.simulated.scenario import device_fault
from firmware.startup import RESTORE
from firmware.storage.expectancy_file import SolvedTable
from firmware.storage.next_game import ENDING, NextGame, NextGameFile
from firmware.storage.opened_games import open_games
from firmware.storage.recordings import keep_game, keep_start, unrecorded_rulings
from scoreboard.commentary import scoreline
from scoreboard.display.moments import PanelMoments
from scoreboard.journal.salvage import Remark
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words, message
from scoreboard.record import house_rules_for
from scoreboard.rules.history import begin

SIMULATED_PORTS = 20
"""Ports that the page of a simulated game tries: nobody has a bookmark of it."""
RESTART_S = 2.0
"""Seconds after which the program ends that is to start again."""


class NotSavedError(StadiumError, OSError):
    """The program ends, and the disk has not taken all that was played."""


class RestartError(StadiumError):
    """The program ends to start again, as systemd has it do after an error."""


class Appliance:
    """Everything that a game needs, open and connected; ``held`` gives back what is opened here."""

    def __init__(self, config: Config, overrides: RunOptions, messages: Sequence[Notice], held: ExitStack) -> None:
        self._config, self._overrides, self._held = config, overrides, held
        self._restarts, self._restored = False, [each for each in messages if each.about == RESTORE]
        # 1. The games, and what was found wrong with them.
        self._games = games = open_games(config, overrides, held)
        self.journal = games.journal
        self._layouts, faulty = owners_face(config.panel, overrides.config_file)
        self._moments, wrong = self._celebrated(config)
        self._offers, bad_teams = owners_offers(config, overrides.config_file)
        messages = [*messages, *faulty, *wrong, *map(found, games.store.remarks), *bad_teams]
        configured = NextGame(config.game.setup(), config.opponent.opponent())
        self._next_game = NextGameFile(games.journal.with_suffix(ENDING), configured)
        is_logged = log.set_up()
        self.language = TableLanguage(language(config.game.language))
        self._say = ENGLISH if is_logged else self.language.sentence
        self._warn_of(messages)
        self._runner = held.enter_context(asyncio.Runner())
        # 2. The dice reader and the devices; from here on no sentence waits for a terminal.
        self._taught = wiring.dice_store(config, simulate=overrides.simulate)
        self._reader = throw_reader.throw_reader(config, self._taught.dice())
        self._dials = wiring.dials(config)
        opened, self._rehearsed = self._open_devices()
        streams = (ConsoleWriter(stream, warn) for stream in (sys.stdout, sys.stderr))
        self._out, err = (held.enter_context(closing(stream)) for stream in streams)
        held.enter_context(warnings_written_by(err.line))
        held.enter_context(closing(opened))
        devices = recorded(opened, overrides.record, warn, overrides.record_limit)
        self._keyboard = devices.buttons if isinstance(devices.buttons, Keyboard) else None
        # 3. The background services.
        ports = SIMULATED_PORTS if overrides.simulate else 1
        self._background = BackgroundServices(devices, config.web, err.line, lambda: games.store.refused, ports)
        if self._background.port is None:
            wiring.check(devices.health, devices.camera, has_page=False)
        once = [each.panel for each in messages]
        self._throws = ThrowKeeping(config, games.journal, self._reader.read, self._reader.restart)
        self._lent = LentCamera(self._throws.read, self._throws.restart)
        self._calibrator = Calibrator(config, self._reader, devices.camera, keeps_measured(overrides, games.journal))
        self._errands = Errands(self._calibrator, self._reader, self._taught, self.language, self._lent)
        warnings = PanelWarnings(once, lambda: self._journal_retry.words, time.monotonic)
        work = JournalMaintenance(games.journal, config.journal.limit_mb * MEGABYTE, old_games(games.journal))
        report = devices.health.reporter("card")
        self._journal_retry = JournalRetry(games.store, report, partial(self._warn_later, warnings), work)
        # 4. The displays, and the loop that feeds them.
        self._view = self._live_view()
        self._panels = [RestrungPanel(panel) for panel in devices.panels]
        panels: list[Panel] = [*self._panels, *([] if self._view is None else [self._view])]
        devices = replace(devices, panels=[PanelWithWarnings(panel, warnings, self.language) for panel in panels])
        observers = list(self._observers(devices, is_logged=is_logged))
        players = None if self._rehearsed is None else self._rehearsed.players
        self._autopilot = None if players is None else Autopilot(players, lambda: games.session.game.setup)
        self._app = PlayLoop(
            games.session, devices, self._lent.read, self._options(devices), observers, autopilot=self._autopilot
        )
        self._control = page_control(self._owner_pages(devices), self._says_code(devices.health, is_logged), held)
        if self._keyboard is not None and devices.camera is None and self._background.port is None:
            devices.health.listen(partial(_end_without_keys, self._app.stop))

    def run(self) -> ReadingTally | None:
        """Play until something ends it.

        Returns:
            How well the dice of a simulated game were read; None for a real one.

        Raises:
            StadiumError, ScoreboardError: in words for the person at the table.
        """
        self._runner.run(self._play())
        systemd.stopping()
        if self._overrides.record is not None:
            keep_game(self._games.session.history, self._overrides.record)
            warn_of_house_rules(unrecorded_rulings(self._games.session.history))
        if self._restarts:
            raise RestartError(message("job.restart"))
        return None if self._rehearsed is None else self._rehearsed.players.tally

    def check_saved(self) -> None:
        """Raise `NotSavedError` if the disk has not taken all that was played."""
        if (trouble := self._games.store.trouble) is not None:
            raise NotSavedError(f"The end of the game is lost: {ENGLISH(why_not(trouble))}.")

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        unmap_libraries()
        retry_task = loop.create_task(self._journal_retry.run())
        users: list[TerminalUser] = [each for each in (self._keyboard, self._view) if each is not None]
        async with self._background.running(self._page_sources()):
            # Both last, and in this order: whatever ends the program from now on gives the terminal back.
            self._handle_signals(loop)
            if self._overrides.simulate:
                ports = self._background.port, self._config.web.port
                invite_to_page(*ports, self._view, self._tell, self.language.sentence)
            with job(users, self._out.flush):
                await self._app.run(self._ready)
        retry_task.cancel()

    def _page_sources(self) -> PageSources:
        """What the pages look at."""
        size = self._config.panel.size
        return PageSources(
            self._app.live,
            self._app.seen,
            partial(Journal.open_readonly, self.journal),
            lambda: self._app.picture(size),
            self._control.tables,
            throws=self._throws.kept,
            phone_of=self._control.phone_of,
        )

    def _ready(self) -> None:
        """The score is lit and no frame has been taken: a recording keeps the game and the settings of its start."""
        if self._overrides.record is not None:
            # a finished game is left for a new one by OK, and a recording has no buttons
            new, session = self.language.named(self._config.game.setup(), self._offers.called), self._games.session
            history = session.history if session.in_play else begin(new, house_rules_for(new, self._config.game.house))
            keep_start(history, self._config, self._reader.enrolled.dice, self._overrides.record)
        systemd.ready()

    @property
    def _is_lit(self) -> bool:
        """Whether there is a panel of lights."""
        return self._config.panel.driver in ON_SPI and not self._overrides.simulate

    def _handle_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """End in good order; a closed terminal ends only a game that no panel of lights shows."""
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._app.stop)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup has it
            loop.add_signal_handler(signal.SIGHUP, (lambda: None) if self._is_lit else self._app.stop)

    def _warn_of(self, messages: Sequence[Notice]) -> None:
        """Write what there is to report at the start, and which options have no effect on the game that goes on."""
        for each in messages:
            warn(self._say(each.sentence))
        if unheard := self._games.unheard(self._overrides, self._config.game):
            warn(self._say(unheard))

    def _warn_later(self, warnings: PanelWarnings, remark: Remark) -> None:
        """A fault that was found in the middle of a game is reported as at the start of one."""
        said = found(remark)
        warn(self._say(said.sentence))
        warnings.add(said.panel)

    def _open_devices(self) -> tuple[Devices, Rehearsed | None]:
        """Those that the configuration names, or simulated ones with players at them."""
        config, overrides, restart = self._config, self._overrides, self._reader.restart
        if overrides.simulate:  # a game that goes on is played with its own dice, whatever --rules says
            setup = self._games.session.game.setup if self._games.goes_on else config.game.setup()
            faults = [device_fault(text) for text in overrides.fault]
            rehearsal = Rehearsal(setup, overrides.seed, overrides.speed, faults, overrides.save_pictures)
            rehearsed = rehearse(config, rehearsal, restart, self._runner.get_loop())
            return rehearsed.devices, rehearsed
        parts: tuple[Part, ...] = () if systemd.supervises() else ("camera", "buttons", "panel")
        needed = [part for part in parts if getattr(overrides, part) is not None]
        opened = wiring.devices(
            config, pictures=overrides.save_pictures, needed=needed, restart=restart, dials=self._dials,
            has_page=config.web.port != "none",
        )  # fmt: skip
        return opened, None

    def _live_view(self) -> LiveView | None:
        """The view in a terminal, if there is one to draw in, and no real panel to look at instead."""
        config, overrides, out = self._config, self._overrides, self._out
        drawn = overrides.simulate or config.panel.driver == "simulated"
        if not drawn or overrides.headless or not can_be_drawn_in(sys.stdout):
            return None
        keys = "" if self._keyboard is None else HELP
        size, speaks, color = narrowed(config.panel.size), self.language, has_colors()
        view = LiveView(size, speaks, out.write, keys=keys, draw=out.draw, color=color, away=True)
        return self._held.enter_context(closing(view))

    def _observers(self, devices: Devices, *, is_logged: bool) -> Iterator[Observer]:
        """The observers of the game; each play is a line in the terminal where nothing is drawn or logged."""
        yield from self._background.observers
        yield lambda shown: systemd.status(ENGLISH(scoreline(shown.game)))
        if self._view is not None:
            yield self._view
        elif not is_logged:
            yield from (PlainLines(self.language, self._out.line), ChanceLines(self.language, self._out.line))
            if self._keyboard is not None:
                self._out.line(self.language.sentence(HELP))
        if self._rehearsed is not None:
            self._rehearsed.watch(lambda: self._lent.is_lent)
            yield from (self._rehearsed.players, self._rehearsed.hands)
        yield self._held.enter_context(closing(self._throws.keeper(self._games.session)))
        learns = lambda: self._calibrator.config.eyes.learn  # noqa: E731 - as it is set by then
        yield Corrections(self._reader.enrolled, self._taught, self._throws.colors, warn, learns)
        if devices.speaker is not None:
            yield Announcer(devices.speaker, self.language)

    def _options(self, devices: Devices) -> Options:
        config, overrides = self._config, self._overrides
        settled, simulate = config.camera.settled, overrides.simulate
        choices = APPLIANCE_CHOICES if privileged_requests.FOLDER.exists() else BY_HAND_CHOICES
        return Options(
            config.game.setup(),
            config.game.house,
            colors=self._throws.colors,
            settled=settled,
            patient=settled or simulate,
            ignore=self._reader.ignore,
            on_frame=self._on_frame,
            choices=choices,
            default_ticks=0 if settled or self._is_hasty else DEFAULT_TICKS,
            actions=self._actions(devices),
            until_over=simulate,
            stays=self._stays,
            begin_new=self._games.begin_new,
            opponent=config.opponent.opponent(),
            worth=SolvedTable(),
            language=self.language,
            layouts=self._layouts,
            moments=self._moments,
            rest=RestOptions(config.panel.clock, night_of(config.panel.night)),
            chosen=self._next_game.read(),
            keep_next=self._next_game.keep,
            offers=self._offers,
            dials=self._dials,
            keep=keeps_chosen(overrides),
            has_phones=lambda: self._port() is not None and self._control.can_score,
        )

    def _port(self) -> int | None:
        """The page's port now."""
        return self._background.port

    def _stays(self) -> bool:
        """Whether a simulated game that is over stays to be seen: somebody took over, or a page shows it at a desk."""
        is_taken_over = self._autopilot is not None and not self._autopilot.on
        return is_taken_over or (self._view is not None and self._port() is not None)

    @property
    def _is_hasty(self) -> bool:
        """Whether a game is played faster than anybody could follow."""
        return self._overrides.simulate and self._overrides.speed == "max"

    def _celebrated(self, config: Config) -> tuple[PanelMoments | None, list[Notice]]:
        """What plays are celebrated with by that configuration, and what is wrong with it."""
        if self._is_hasty:
            return None, []
        return owners_moments(config.panel, self._overrides.config_file)

    def _actions(self, devices: Devices) -> dict[Choice, MenuAction]:
        """What the menu does besides the game, as far as there are devices for it."""
        config, file = self._config, self._overrides.config_file
        actions: dict[Choice, MenuAction] = {
            **menu_actions(NETWORKS[config.network.driver](), port=self._port, invite=self._invite)
        }
        actions["check"] = self._errands.check(self.journal, file, devices.health)
        if self._is_lit:
            actions["panel"] = wizard(self._panels[0], config.panel, file)
        if self._is_live(devices):
            actions |= self._errands.with_the_camera()
        return actions

    def _is_live(self, devices: Devices) -> bool:
        """Whether a camera looks at a table."""
        is_live = self._overrides.simulate or self._config.camera.source in wiring.LIVE
        return is_live and devices.camera is not None

    def _owner_pages(self, devices: Devices) -> PageParts:
        camera, rehearsed = self._lent if self._is_live(devices) else None, self._rehearsed
        hands = (lambda _: None) if rehearsed is None else rehearsed.hands.do
        return PageParts(
            self._config, self._calibrator, self._overrides, self._app.page, self.journal, devices.health, self._taught,
            self._reader.enrolled, self.language, camera, self._restart, self._next_game, self._dials,
            self._port, self._throws, self._celebrated,
            partial(self._lent.see_anew, self._calibrator.lock), self._autopilot, hands,
            has_buttons=devices.buttons is not None and not self._overrides.simulate, restored=self._restored,
        )  # fmt: skip

    def _restart(self) -> None:
        """End in a moment, to start again; the page that asked for it learns so first.

        Raises `NotSavedError` while the disk has not taken all that was played: that would be lost.
        """
        if self._games.store.trouble is not None:
            raise NotSavedError(message("job.restart-loses"))
        loop = self._runner.get_loop()
        loop.call_soon_threadsafe(loop.call_later, RESTART_S, self._end_to_restart)

    def _end_to_restart(self) -> None:
        """End, unless the disk has refused a play since: the game goes on then."""
        if self._games.store.trouble is None:
            self._restarts = True
            self._app.stop()

    def _invite(self, owner: bool) -> None:
        """Show the code that pairs a phone."""
        self._control.open_at_box(owner=owner)

    def _tell(self, words: Words) -> None:
        """Say it in the terminal."""
        self._out.line(self.language.sentence(words))

    def _says_code(self, health: Health, is_logged: bool) -> Callable[[Words], None] | None:
        """Says the code that pairs a phone, where no panel of lights shows it; the log must not have it."""
        if not self._is_lit:
            return self._tell if self._view is None else self._uncover
        return None if is_logged else lambda words: self._tell(words) if health.lacks("panel") else None

    def _uncover(self, _: Words) -> None:
        """Somebody waits for digits on the panel: show it instead of the address."""
        if self._view is not None:
            self._view.uncover()

    def _on_frame(self, frame: Frame) -> None:
        """Count a frame, and draw it."""
        self._background.film(frame)
        if self._view is not None:
            self._view.show_frame(frame)


@contextmanager
def build(config: Config, overrides: RunOptions, messages: Sequence[Notice] = ()) -> Iterator[Appliance]:
    """Open the games and the devices, connect everything, and give it all back at the end.

    ``config`` has the overrides laid over it; ``messages`` are reported at the start, such as of a configuration that
    could not be used.

    Raises:
        StadiumError, ScoreboardError: in words for the person at the table.
    """
    limit_arenas()
    with ExitStack() as held:
        yield Appliance(config, overrides, messages, held)


def _end_without_keys(stop: Callable[[], None], change: DeviceChange) -> None:
    """A game that is played by keys alone, by no phone either, ends with them: it is kept, and goes on next time."""
    if change.part == "buttons" and change.trouble is not None:
        stop()
