"""The composition root: from a configuration to a lit score, everything that `stadium run` needs, put together.

`build` opens and connects, one stage after the other, each of which uses only what was opened before it: the games, the
owner's files, the dice reader, the devices, the terminal, the background services, the faces, the loop, the page.
`Appliance.run` plays until something ends the run.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from firmware import throw_reader, wiring
from firmware.board_eyes import colors_on_board
from firmware.config.overrides import RunOptions
from firmware.config.owners_extras import OwnersExtras
from firmware.config.owners_settings import OwnersSettings, SettingsPlace
from firmware.config.schema import Config
from firmware.console.streams import warn, warn_of_house_rules
from firmware.demo import ReadingTally
from firmware.devices.health import DeviceChange, Health, impaired
from firmware.devices.job_control import job
from firmware.devices.protocols import Devices, Frame, Panel, SystemClock
from firmware.devices.recording_camera import recorded
from firmware.devices.restrung import RestrungPanel
from firmware.errors import StadiumError
from firmware.files.atomic import MEGABYTE
from firmware.network import privileged_requests
from firmware.network.wifi import NETWORKS
from firmware.notice import Notice
from firmware.opened_devices import open_devices
from firmware.paths import AWAY, BOX_KEY, MQTT, PHONES, home, old_games
from firmware.play.faces.announcer import Announcer
from firmware.play.faces.page_invitation import invite_to_page
from firmware.play.faces.run_terminal import Terminal
from firmware.play.faces.warnings import PanelWarnings, found, why_not
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
from firmware.play.table.piece_lessons import PieceLessons
from firmware.service import log, systemd
from firmware.service.background import BackgroundServices
from firmware.service.jobs import Work
from firmware.service.journal_maintenance import JournalMaintenance
from firmware.service.journal_retry import JournalRetry
from firmware.service.life_signs import LifeSigns
from firmware.service.malloc import limit_arenas, unmap_libraries
from firmware.service.metrics import DISTRIBUTION
from firmware.service.page_control import OwnerAccess, PageControl
from firmware.service.page_network import PageNetwork
from firmware.service.page_news import PageNews
from firmware.service.table_pages import TablePages
from firmware.setup.build_check.at_the_table import BuildAtTheTable, bench_of
from firmware.setup.build_check.on_page import BuildOnPage
from firmware.setup.build_check.part_check import BuildBench
from firmware.setup.doctor import bench
from firmware.setup.doctor.checks import Checks, must_be_mended
from firmware.setup.doctor.machine import Machine
from firmware.setup.errands import Errands
from firmware.setup.game_calibration import Calibrator
from firmware.setup.kept_settings import KeptSettings
from firmware.setup.live_settings import LiveSettings
from firmware.setup.opened_jobs import network_for, open_jobs
from firmware.setup.page_jobs import PageJobs
from firmware.setup.panel_orientation import is_strung
from firmware.setup.panel_wizard import wizard
from firmware.setup.sight import Sight
from firmware.startup import RESTORE
from firmware.storage.box_key import BoxKeyError, box_key
from firmware.storage.erased_games import erase_game
from firmware.storage.expectancy_file import SolvedTable
from firmware.storage.learned_pieces import keep_pieces, learned_pieces, pieces_file
from firmware.storage.next_game import ENDING as NEXT_GAME
from firmware.storage.next_game import NextGame, NextGameFile
from firmware.storage.opened_games import open_games
from firmware.storage.phones_file import PhonesFile
from firmware.storage.recordings import keep_game, keep_start, unrecorded_rulings
from firmware.storage.team_logos import team_logos
from firmware.storage.version_file import ENDING as VERSION
from firmware.storage.version_file import note_version
from firmware.storage.walk_ups import tune_of, walk_up_sounds
from firmware.update.outcome import press_awaited
from scoreboard.commentary import scoreline
from scoreboard.journal.salvage import Remark
from scoreboard.journal.store import Journal
from scoreboard.language import ENGLISH, language
from scoreboard.message import Words, message
from scoreboard.record import house_rules_for
from scoreboard.rules.history import begin
from scoreboard.web.owner.job_types import JobName
from scoreboard.web.state.view import Status
from vision.board.fitted_pieces import FitTrial

if TYPE_CHECKING:
    from firmware.mqtt.house_post import HousePost
    from firmware.mqtt.publisher import Publisher

SIMULATED_PORTS = 20
"""Ports that the page of a simulated game tries: nobody has a bookmark of it."""
RESTART_S = 2.0
"""Seconds after which the program ends that is to start again."""


class NotSavedError(StadiumError, OSError):
    """The program ends, and the disk has not taken all that was played."""


class RestartError(StadiumError):
    """The program ends to start again, as systemd has it do after an error."""


class Appliance:
    """Everything that a game needs, open and connected; ``held`` gives back what is opened here.

    Attributes:
        journal: the games.
        language: what the table is spoken to in.
        rehearsed: what plays a simulated game, if one is played.
        sight: what sees with the camera.
        autopilot: whether the players of a simulated game throw by themselves.
        app: the loop.
        control: what phones may change.
    """

    def __init__(self, config: Config, overrides: RunOptions, messages: Sequence[Notice], held: ExitStack) -> None:
        self._config, self._overrides, self._held, self._restarts = config, overrides, held, False
        # 1. The games.
        self._games = games = open_games(config, overrides, held)
        self.journal = games.journal
        self._kept = KeptSettings(overrides, games.journal)
        self._next_game = NextGameFile(
            games.journal.with_suffix(NEXT_GAME), NextGame(config.game.setup(), config.opponent.opponent())
        )
        # 2. The owner's files, and what was found wrong so far.
        self._extras = OwnersExtras(config, overrides.config_file, has_moments=not self._is_hasty)
        self._walk_ups = walk_up_sounds(games.journal)
        self._is_logged = log.set_up()
        self.language = TableLanguage(language(config.game.language))
        messages = [*messages, *self._extras.faults, *map(found, games.store.remarks)]
        for words in (*(each.sentence for each in messages), games.ineffective_options):
            if words:
                self._warn(words)
        # 3. The dice reader, the devices, and what sees with them.
        self._runner = held.enter_context(asyncio.Runner())
        taught = wiring.dice_store(config, simulate=overrides.simulate)
        has_own_pieces = not overrides.simulate and config.camera.source != "recording"
        pieces = learned_pieces(pieces_file()) if has_own_pieces else None
        reader = throw_reader.throw_reader(config, taught.dice(), pieces)
        # A game that goes on is played with its own dice, whatever --rules says.
        setup = games.session.game.setup if games.goes_on else config.game.setup()
        opened = open_devices(config, overrides, setup, reader.restart, self._runner.get_loop())
        self._dials, self.rehearsed = opened.dials, opened.rehearsed
        # 4. The terminal: from here on no sentence waits for it.
        self._terminal = Terminal(self.language, opened.devices.buttons, held)
        held.enter_context(closing(opened.devices))
        devices = recorded(opened.devices, overrides.record, warn, overrides.record_limit)
        is_live = (overrides.simulate or config.camera.source in wiring.LIVE) and devices.camera is not None
        reader = reader._replace(dice=devices.dice)
        calibrator = Calibrator(config, reader, devices.camera, self._kept.keep_measured)
        self.sight = Sight(config, games.journal, reader, taught, calibrator, is_live=is_live)
        # 5. The background services.
        self._background = BackgroundServices(
            devices,
            config.web,
            self._terminal.err.line,
            lambda: games.store.refused,
            SIMULATED_PORTS if overrides.simulate else 1,
        )
        if (witness := self.sight.throws.witness) is not None:
            self._background.metrics.witness = witness.outcomes
        if self._background.port is None:
            wiring.check(devices.health, devices.camera, has_page=False)
        self._warnings = PanelWarnings(
            [each.panel for each in messages], lambda: self._journal_retry.words or self._update_words(), time.monotonic
        )
        work = JournalMaintenance(games.journal, config.journal.limit_mb * MEGABYTE, old_games(games.journal))
        self._journal_retry = JournalRetry(games.store, devices.health.reporter("card"), self._warn_later, work)
        # 6. The faces.
        if not overrides.headless and (overrides.simulate or config.panel.driver == "simulated"):
            self._terminal.open_view(config.panel.size)
        self._strung = [RestrungPanel(panel) for panel in devices.panels]
        view = self._terminal.view
        panels: list[Panel] = [*self._strung, *([] if view is None else [view])]
        self._devices = devices = replace(devices, panels=panels)
        self._publisher = self._open_publisher(devices.health)
        observers = list(self._observers(devices))
        # 7. The loop.
        players = None if self.rehearsed is None else self.rehearsed.players
        self.autopilot = None if players is None else Autopilot(players, lambda: games.session.game.setup)
        self.app = PlayLoop(
            games.session, devices, self.sight.lent.read, self._options(devices), observers, autopilot=self.autopilot
        )
        self._letters = self._meet_other_houses()
        # 8. The page.
        self.control = self._open_page(devices, [each for each in messages if each.about == RESTORE])
        if self._terminal.keyboard is not None and devices.camera is None and self._background.port is None:
            devices.health.listen(partial(_end_without_keys, self.app.stop))

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
        return None if self.rehearsed is None else self.rehearsed.players.tally

    def check_saved(self) -> None:
        """Raise `NotSavedError` if the disk has not taken all that was played."""
        if (trouble := self._games.store.trouble) is not None:
            raise NotSavedError(f"The end of the game is lost: {ENGLISH(why_not(trouble))}.")

    async def _play(self) -> None:
        loop, terminal = asyncio.get_running_loop(), self._terminal
        unmap_libraries()
        retry_task = loop.create_task(self._journal_retry.run())
        pages = TablePages(
            self.app,
            self._background,
            self._config.panel.size,
            journal=self.journal,
            throws=self.sight.throws.kept,
            control=self.control,
        )
        tasks = [retry_task]
        if systemd.supervises():
            tasks.append(loop.create_task(self._life_signs().run()))
        publisher = self._publisher
        if publisher is not None:
            owner = self.control.owner.settings
            publisher.take_commands(self.app.page, owner, pages.address(), self._letters)
            tasks.append(loop.create_task(publisher.follow(self.app.live, self._status)))
        async with self._background.running(pages, self.control.tables(pages)):
            # Both last, and in this order: whatever ends the program from now on gives the terminal back.
            self._handle_signals(loop)
            if self._overrides.simulate:
                ports = self._background.port, self._config.web.port
                invite_to_page(*ports, terminal.view, terminal.tell, self.language.sentence)
            with job(terminal.users, terminal.out.flush):
                await self.app.run(self._ready)
        for task in tasks:
            task.cancel()

    @staticmethod
    def _update_words() -> Words | None:
        """What an update asks of whoever stands at the box."""
        return press_awaited() if systemd.supervises() else None

    def _life_signs(self) -> LifeSigns:
        """What an update is judged by."""
        config, overrides, metrics = self._config, self._overrides, self._background.metrics
        on = Checks(
            Machine(), config, overrides.config_file, bench.configured(config), self.journal, SystemClock(), time.sleep
        )
        return LifeSigns(
            version(DISTRIBUTION),
            frames=lambda: metrics.frames,
            is_lit=lambda: any(panel.is_lit for panel in self._strung) and not metrics.health.lacks("panel"),
            can_write=self._games.store.can_write,
            check_up=partial(must_be_mended, on),
        )

    def _ready(self) -> None:
        """The score is lit and no frame has been taken: a recording keeps the game and the settings of its start."""
        if self._overrides.record is not None:
            # a finished game is left for a new one by OK, and a recording has no buttons
            new = self.language.named(self._config.game.setup(), self._extras.offers.called)
            session = self._games.session
            history = session.history if session.in_play else begin(new, house_rules_for(new, self._config.game.house))
            keep_start(history, self._config, self.sight.enrolled.dice, self._overrides.record)
        systemd.ready()

    def _handle_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """End in good order; a closed terminal ends only a game that no panel of lights shows."""
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.app.stop)
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as nohup has it
            loop.add_signal_handler(signal.SIGHUP, (lambda: None) if self._is_lit else self.app.stop)

    # -- what stands written in the configuration

    @property
    def _is_lit(self) -> bool:
        """Whether there is a panel of lights."""
        return self._config.panel.kind.is_lit and not self._overrides.simulate

    @property
    def _is_hasty(self) -> bool:
        """Whether a game is played faster than anybody could follow."""
        return self._overrides.simulate and self._overrides.speed == "max"

    # -- what was found wrong

    def _warn_later(self, remark: Remark) -> None:
        """A fault that was found in the middle of a game is reported as at the start of one."""
        notice = found(remark)
        self._warn(notice.sentence)
        self._warnings.add(notice.panel)

    def _warn(self, words: Words) -> None:
        """Write it in the language of the table; the log is in English."""
        warn(ENGLISH(words) if self._is_logged else self.language.sentence(words))

    # -- the faces

    def _observers(self, devices: Devices) -> Iterator[Observer]:
        """The observers of the game."""
        sight, rehearsed = self.sight, self.rehearsed
        yield from self._background.observers
        yield lambda shown: systemd.status(ENGLISH(scoreline(shown.game)))
        yield from self._terminal.observers(is_logged=self._is_logged)
        if rehearsed is not None:
            is_busy = lambda: sight.lent.is_lent or self.app.scorer.houses.is_due  # noqa: E731 - there is no loop yet
            rehearsed.watch(is_busy, lambda: self.app.scorer.state.board)
            yield from (rehearsed.players, rehearsed.hands)
        pictures = self._held.enter_context(closing(sight.throws.keeper(self._games.session)))
        # what lies here was not thrown there
        yield lambda shown: None if self.app.scorer.houses.threw_last else pictures(shown)
        learns = lambda: sight.calibrator.config.eyes.learn  # noqa: E731 - as it is set by then
        if (board_eyes := sight.reader.board_eyes) is not None:
            yield lambda shown: board_eyes.follow(colors_on_board(shown.game), sight.throws.colors)
            if not self._overrides.simulate:
                yield PieceLessons(board_eyes, _keep_pieces, learns)
        yield Corrections(sight.enrolled, sight.taught, sight.throws.colors, warn, learns)
        if (publisher := self._publisher) is not None:
            yield lambda _: publisher.show(self.app.live(), self._status())
        if self._config.wled.address and not self._is_hasty:
            from firmware.service.wled import WledLights

            lights = self._held.enter_context(closing(WledLights(self._config.wled.address)))
            yield lambda _: lights.show(self.app.live())
        if devices.speaker is not None:
            tunes = partial(tune_of, self._walk_ups)
            yield Announcer(devices.speaker, self.language, self._dials.get("talk"), tunes)

    def _open_publisher(self, health: Health) -> Publisher | None:
        """What sends the game to a broker, where one is configured: whoever has none loads no library for it.

        Neither simulated games nor recordings are sent, unless the command line names the settings to play with.
        """
        config, overrides, journal = self._config.mqtt, self._overrides, self.journal
        is_played = not overrides.simulate and self._config.camera.source != "recording"
        if not config.broker or not (is_played or overrides.config_file is not None):
            return None
        report = health.reporter("broker")
        try:
            from firmware.mqtt.publisher import BrokerPlace, Publisher
        except ImportError:
            report(impaired(message("broker.no-library"), message("lost.broker")))
            return None
        place = BrokerPlace(config, journal.with_suffix(MQTT), partial(Journal.open_readonly, journal))
        return self._held.enter_context(closing(Publisher(place, lambda: self.language.now, report)))

    def _meet_other_houses(self) -> HousePost | None:
        """Let another house play along, through the broker, where this one has a name for it."""
        publisher, config = self._publisher, self._config.mqtt
        if publisher is None or not config.house:
            return None
        from firmware.mqtt.house_post import HousePost
        from firmware.play.inputs.house_desk import HouseDesk
        from firmware.play.inputs.house_meeting import OwnHouse
        from firmware.storage.away_file import AwayFile

        try:
            key = box_key(self.journal.with_suffix(BOX_KEY))
        except BoxKeyError as error:
            self._warn(error.words)
            return None
        file, own = AwayFile(self.journal.with_suffix(AWAY)), OwnHouse(config.house, key, self.sight.throws.kept)
        desk = HouseDesk(self.app.scorer, self._games.session, file, own, publisher.wake)
        self.app.scorer.meet(desk)
        return HousePost(config.base, desk, self.app.page.tell)

    def _status(self) -> Status:
        """The condition of the appliance."""
        return self._background.metrics.status()

    def _on_frame(self, frame: Frame) -> None:
        """Count a frame, and draw it."""
        self._background.film(frame)
        if self._terminal.view is not None:
            self._terminal.view.show_frame(frame)

    # -- the loop

    def _options(self, devices: Devices) -> Options:
        config, simulate, sight = self._config, self._overrides.simulate, self.sight
        settled = config.camera.settled
        return Options(
            config.game.setup(),
            config.game.house,
            colors=self.sight.throws.colors,
            settled=settled,
            patient=settled or simulate,
            ignore=self.sight.reader.ignore,
            on_frame=self._on_frame,
            choices=APPLIANCE_CHOICES if privileged_requests.FOLDER.exists() else BY_HAND_CHOICES,
            default_ticks=0 if settled or self._is_hasty else DEFAULT_TICKS,
            actions=self._actions(devices.health),
            until_over=simulate,
            stays=self._stays,
            begin_new=self._games.begin_new,
            asks_language=privileged_requests.FOLDER.exists(),
            opponent=config.opponent.opponent(),
            worth=SolvedTable(),
            language=self.language,
            layouts=self._extras.layouts,
            warning=self._warnings.current,
            moments=self._extras.moments,
            rest=RestOptions(config.panel.clock, night_of(config.panel.night)),
            chosen=self._next_game.read(),
            keep_next=self._next_game.keep,
            offers=self._extras.offers,
            dials=self._dials,
            keep=self._kept.keep_chosen,
            board=lambda: "off" if settled else sight.calibrator.config.eyes.board,
            has_phones=lambda: self._port() is not None and self.control.can_score,
        )

    def _actions(self, health: Health) -> Mapping[Choice, MenuAction]:
        """What the menu does besides the game, as far as there are devices for it."""
        config, file, sight = self._config, self._overrides.config_file, self.sight
        errands = Errands(sight.calibrator, sight.reader, sight.taught, self.language, sight.lent)
        invite = lambda owner: self.control.open_at_box(owner=owner)  # noqa: E731 - there is no page yet
        actions: dict[Choice, MenuAction] = {
            **menu_actions(NETWORKS[config.network.driver](), port=self._port, invite=invite)
        }
        actions["check"] = errands.check(self.journal, file, health)
        if is_strung(config.panel) and not self._overrides.simulate:
            actions["panel"] = wizard(self._strung[0], config.panel, file)
        if sight.is_live:
            actions |= errands.with_the_camera()
        self._begin_check = errands.check_build(self._build_bench)
        actions["check build"] = errands.check_build_from_menu(self._begin_check)
        return actions

    def _build_bench(self) -> BuildBench:
        config = self.sight.calibrator.config
        plan = bench.configured(config).plan if self.sight.is_live else None
        return bench_of(config, self._devices, plan, simulate=self._overrides.simulate)

    def _stays(self) -> bool:
        """Whether a simulated game that is over stays to be seen: somebody took over, or a page shows it at a desk.

        One that is played with another house stays, too: that may not have the last line yet.
        """
        if self.app.scorer.houses.side is not None:
            return True
        is_taken_over = self.autopilot is not None and not self.autopilot.on
        return is_taken_over or (self._terminal.view is not None and self._port() is not None)

    # -- the page

    def _port(self) -> int | None:
        """The page's port now."""
        return self._background.port

    def _open_page(self, devices: Devices, restored: Sequence[Notice]) -> PageControl:
        """What phones may change: play, settings, jobs, the network."""
        config, overrides, sight, health = self._config, self._overrides, self.sight, devices.health
        live = LiveSettings(
            overrides,
            sight,
            self.app.page,
            language=self.language,
            next_game=self._next_game,
            dials=self._dials,
            celebrations=self._extras.celebrations,
        )
        check = BuildOnPage(self._begin_check, self._hand_over, lambda: self.language.now, time.sleep)
        hands = (lambda _: None) if self.rehearsed is None else self.rehearsed.hands.do
        others = PageJobs(
            lambda: sight.calibrator.config, overrides.config_file, self.journal, health, self._restart,
            is_simulated=overrides.simulate,
        )  # fmt: skip
        works: dict[JobName, Work] = {**others.works, "check-build": check.work}
        desk = open_jobs(sight, self.app.page, self.language, works, hands, self._held)
        for each in restored:
            desk.remember("restore", each)
        owner = OwnerAccess(
            OwnersSettings(SettingsPlace(home(), self._kept.file), live.by_key),
            desk,
            PageNetwork(network_for(config, simulate=overrides.simulate), self._port, self._tell_table),
            sight.throws.store.erase,
            partial(erase_game, self.journal, pictures=sight.throws.store),
            PageNews(note_version(self.journal.with_suffix(VERSION), version(DISTRIBUTION))),
            team_logos(self.journal),
            self._walk_ups,
        )
        has_buttons = devices.buttons is not None and not overrides.simulate
        return PageControl(
            self.app.page,
            PhonesFile(self.journal.with_suffix(PHONES), warn),
            owner,
            self._code_teller(health),
            has_menu=lambda: has_buttons and not health.lacks("buttons"),
        )

    def _hand_over(self, table: BuildAtTheTable) -> None:
        self.app.page.tell(lambda page: page.hand_over(table, table.leave))

    def _tell_table(self, note: Notice) -> None:
        self.app.page.tell(lambda page: page.note(note))

    def _code_teller(self, health: Health) -> Callable[[Words], None] | None:
        """Says the code that pairs a phone, where no panel of lights shows it; the log must not have it."""
        terminal = self._terminal
        if not self._is_lit:
            return terminal.tell_code
        return None if self._is_logged else lambda words: terminal.tell(words) if health.lacks("panel") else None

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
            self.app.stop()


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


def _keep_pieces(trial: FitTrial) -> None:
    keep_pieces(pieces_file(), trial)
    before, after = trial.before.right, trial.after.right
    log.event("pieces", f"the pieces were learned: of looks kept back {after} places are told, {before} before")


def _end_without_keys(stop: Callable[[], None], change: DeviceChange) -> None:
    """A game that is played by keys alone, by no phone either, ends with them: it is kept, and goes on next time."""
    if change.part == "buttons" and change.trouble is not None:
        stop()
