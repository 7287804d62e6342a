"""The settings that need no restart: what makes a change of each hold at once.

Rule kept here: what is looked at each time that it is used is set there, in the loop's turn or on the camera's thread.
All others are of devices and ports that are opened once, at the start, and have the mark that they need one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import convert, to_builtins

from firmware.config.overrides import configured
from firmware.config.schema import Config
from firmware.devices.dial import DialName
from firmware.play.inputs.page_input import PageInput
from firmware.play.state.rest_options import night_of
from firmware.storage.next_game import NextGame
from scoreboard.language import language

if TYPE_CHECKING:
    from firmware.setup.owner_pages import PageParts


def applied_at_once(parts: PageParts) -> Mapping[str, Callable[[Config], None]]:
    """Key, or table -> what is called with the configuration as it is written now."""
    doing = _AtOnce(parts)
    table: Mapping[str, Callable[[Config], None]] = {
        "game.language": doing.speak,
        "game": doing.begin_so,
        "opponent": doing.play_against,
        **dict.fromkeys(("camera.markers", "camera.lens", "camera.locked"), doing.see_so),
        **dict.fromkeys(("eyes.threshold", "eyes.die_mm", "eyes.learn"), doing.see_so),
        "eyes.colors": doing.call_dice,
        **dict.fromkeys(("panel.brightness", "sound.volume", "sound.mute"), doing.turn),
        "panel.moments": doing.celebrate,
        **dict.fromkeys(("panel.clock", "panel.night"), doing.rest),
        "pictures": doing.keep_pictures,
    }
    return {key: partial(_apply, parts, table.keys(), do) for key, do in table.items()}


def _apply(parts: PageParts, at_once: Collection[str], do: Callable[[Config], None], written: Config) -> None:
    """Do it; what the command line says goes first, as at the start."""
    now = configured(parts.overrides, written)
    parts.calibrator.look(in_force(parts.calibrator.config, now, at_once))
    do(now)


def in_force(before: Config, written: Config, at_once: Collection[str]) -> Config:
    """What is in force while the program runs: as before, but for those keys and tables, which are as written."""
    values, wanted = to_builtins(before), to_builtins(written)
    for key in at_once:
        *tables, name = key.split(".")
        into, of = _within(values, tables), _within(wanted, tables)
        into[name] = of[name]
    return convert({**values, "named": wanted["named"]}, Config)


def _within(values: dict[str, Any], tables: Collection[str]) -> dict[str, Any]:
    for table in tables:
        values = values[table]
    return values


@dataclass(frozen=True)
class _AtOnce:
    """Each of them, with what the page works with; all are called in the loop."""

    parts: PageParts

    def speak(self, config: Config) -> None:
        self.parts.language.speak(language(config.game.language))

    def begin_so(self, config: Config) -> None:
        game = config.game
        self.parts.next_game.configured = NextGame(game.setup(), config.opponent.opponent())
        self.parts.play.tell(lambda page: page.new_games(game.setup(), game.house, config.named))

    def play_against(self, config: Config) -> None:
        opponent = config.opponent.opponent()
        self.parts.next_game.configured = NextGame(config.game.setup(), opponent)
        self.parts.play.tell(lambda page: page.play_against(opponent))

    def see_so(self, _: Config) -> None:
        self.parts.see_anew()

    def call_dice(self, config: Config) -> None:
        self.parts.throws.call_dice(config.eyes.colors)

    def turn(self, config: Config) -> None:
        """Set what the devices look at all the time."""
        wanted: Mapping[DialName, int] = {
            "brightness": config.panel.brightness,
            "volume": 0 if config.sound.mute else config.sound.volume,
        }
        for name, dial in self.parts.dials.items():
            dial.now = wanted[name]

    def celebrate(self, config: Config) -> None:
        moments, mistakes = self.parts.celebrated(config)
        self.parts.play.tell(lambda page: page.celebrate(moments))
        for mistake in mistakes:
            self.parts.play.tell(partial(PageInput.note, said=mistake))

    def rest(self, config: Config) -> None:
        panel = config.panel
        self.parts.play.tell(lambda page: page.rest_so(clock=panel.clock, night=night_of(panel.night)))

    def keep_pictures(self, config: Config) -> None:
        self.parts.throws.keep_so(config.pictures)
