"""The live settings: those that need no restart, and what makes a change of each hold at once.

Rule kept here: a value that is read on every use is set here, in the loop's turn or on the camera's thread. All other
settings are of devices and ports that are opened once, at the start, and are marked as needing a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from msgspec import convert, to_builtins

from firmware.config.overrides import RunOptions, configured
from firmware.config.schema import Config
from firmware.devices.dial import Dial, DialName
from firmware.notice import Notice
from firmware.play.faces.announcer import how_much_talk
from firmware.play.inputs.page_input import PageInput
from firmware.play.inputs.page_requests import PageRequests
from firmware.play.state.rest_options import night_of
from firmware.play.state.table_language import TableLanguage
from firmware.setup.sight import Sight
from firmware.storage.next_game import NextGame, NextGameFile
from scoreboard.display.moments import PanelMoments
from scoreboard.language import language

Celebrations: TypeAlias = Callable[[Config], tuple[PanelMoments | None, Sequence[Notice]]]
"""What plays are celebrated with by a configuration, and what is wrong with it."""


@dataclass(frozen=True)
class LiveSettings:
    """Has them hold; all methods are called in the loop.

    Attributes:
        overrides: the command line's, which go first, as at the start.
        sight: how throws are seen.
        page: has things done in the loop's turn.
        language: of the table.
        next_game: keeps what is chosen for the next game.
        dials: what is turned while the appliance runs.
        celebrations: of a configuration.
    """

    overrides: RunOptions
    sight: Sight
    page: PageRequests
    language: TableLanguage
    next_game: NextGameFile
    dials: Mapping[DialName, Dial]
    celebrations: Celebrations

    @property
    def by_key(self) -> Mapping[str, Callable[[Config], None]]:
        """Key, or table -> what is called with the configuration as it is written now."""
        table: Mapping[str, Callable[[Config], None]] = {
            "game.language": self._speak,
            "game": self._plan_games,
            "opponent": self._play_against,
            **dict.fromkeys(("camera.markers", "camera.lens", "camera.locked"), self._restart_tracker),
            **dict.fromkeys(("eyes.threshold", "eyes.die_mm", "eyes.learn", "eyes.board"), self._restart_tracker),
            "eyes.colors": self._call_dice,
            **dict.fromkeys(("panel.brightness", "sound.volume", "sound.mute", "sound.talk"), self._turn),
            "panel.moments": self._celebrate,
            **dict.fromkeys(("panel.clock", "panel.night"), self._rest),
            "pictures": self._keep_pictures,
        }
        return {key: partial(self._apply, table.keys(), do) for key, do in table.items()}

    def _apply(self, live: Collection[str], do: Callable[[Config], None], written: Config) -> None:
        now = configured(self.overrides, written)
        self.sight.calibrator.look(in_force(self.sight.calibrator.config, now, live))
        do(now)

    def _speak(self, config: Config) -> None:
        self.language.speak(language(config.game.language))

    def _plan_games(self, config: Config) -> None:
        game = config.game
        self.next_game.configured = NextGame(game.setup(), config.opponent.opponent())
        self.page.tell(lambda page: page.new_games(game.setup(), game.house, config.named))

    def _play_against(self, config: Config) -> None:
        opponent = config.opponent.opponent()
        self.next_game.configured = NextGame(config.game.setup(), opponent)
        self.page.tell(lambda page: page.play_against(opponent))

    def _restart_tracker(self, _: Config) -> None:
        self.sight.restart_tracker()

    def _call_dice(self, config: Config) -> None:
        self.sight.throws.call_dice(config.eyes.colors)

    def _turn(self, config: Config) -> None:
        wanted: Mapping[DialName, int] = {
            "brightness": config.panel.brightness,
            "volume": 0 if config.sound.mute else config.sound.volume,
            "talk": how_much_talk(config.sound.talk),
        }
        for name, dial in self.dials.items():
            dial.now = wanted[name]

    def _celebrate(self, config: Config) -> None:
        moments, mistakes = self.celebrations(config)
        self.page.tell(lambda page: page.celebrate(moments))
        for mistake in mistakes:
            self.page.tell(partial(PageInput.note, given=mistake))

    def _rest(self, config: Config) -> None:
        panel = config.panel
        self.page.tell(lambda page: page.set_idle_mode(clock=panel.clock, night=night_of(panel.night)))

    def _keep_pictures(self, config: Config) -> None:
        self.sight.throws.configure(config.pictures)


def in_force(before: Config, written: Config, live: Collection[str]) -> Config:
    """What is in force while the program runs: as before, but the ``live`` keys and tables are as written."""
    values, wanted = to_builtins(before), to_builtins(written)
    for key in live:
        *tables, name = key.split(".")
        into, of = _within(values, tables), _within(wanted, tables)
        into[name] = of[name]
    return convert({**values, "named": wanted["named"]}, Config)


def _within(values: dict[str, Any], tables: Collection[str]) -> dict[str, Any]:
    for table in tables:
        values = values[table]
    return values
