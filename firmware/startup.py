"""The steps before anything is opened: what a pulled plug interrupted is finished, and the configuration is found.

In this order: an interrupted restore or reset is carried out; the owner's file is read, or what holds in its
place (`firmware.config.fallback`); the command line's overrides are laid over it; and if two buttons are held,
everything is reset and the shipped configuration holds.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, closing, suppress

from firmware.config.fallback import LoadedConfig, keep_last_good, settings
from firmware.config.overrides import RunOptions, configured, overruled
from firmware.config.schema import Config, shipped
from firmware.errors import DeviceError
from firmware.files.atomic import sweep_undone
from firmware.files.staged_replace import RESTORING, DataPaths, reset, resume
from firmware.notice import Notice, notice
from firmware.paths import SYSTEM_FILE, home
from firmware.setup.factory_reset import DONE, PanelAnnouncer, is_asked_for
from firmware.update.gate import UpdatePlaces
from firmware.update.outcome import read_outcome
from firmware.wiring import buttons_of, panel_of
from scoreboard.errors import JournalInUseError, why_and_remedy
from scoreboard.language import language

RESTORE = "restore"
"""What a notice is about that tells what has become of a backup: the page tells it as the last such job."""


def prepared(overrides: RunOptions) -> LoadedConfig:
    """The configuration to play with, overrides laid over it, and the messages of the start.

    Raises:
        ConfigError: if the file that the command line names, or an override, cannot be used.
    """
    paths = DataPaths(home(), SYSTEM_FILE)
    unfinished = (*finish(paths), *taken_back())
    found = settings(paths.home, overrides.config_file, paths.owners, overruled(overrides))
    if overrides.config_file is None:
        keep_last_good(paths.home, paths.owners)
    loaded = LoadedConfig(configured(overrides, found.config), (*unfinished, *found.warnings))
    return loaded if overrides.simulate else _reset_if_asked(overrides, paths, loaded)


def finish(paths: DataPaths) -> tuple[Notice, ...]:
    """Carry out what a pulled plug interrupted; returns what has become of it, or why it has to wait."""
    with suppress(OSError):
        for folder in (paths.home, *paths.home.iterdir()):
            if not folder.is_symlink():
                sweep_undone(folder)
    try:
        finished = resume(paths)
    except JournalInUseError:  # a simulation beside the scoreboard that plays
        return (notice("start.restore-waits"),)
    except OSError as error:
        unfinished = "start.half-restored" if (paths.home / RESTORING).exists() else "start.half-reset"
        return (notice(unfinished, path=str(error.filename or paths.home), why=why_and_remedy(error)),)
    if finished is None:
        return ()
    return (Notice(finished.words, finished.words, "green" if finished.well else "amber", about=RESTORE),)


def taken_back(places: UpdatePlaces | None = None) -> tuple[Notice, ...]:
    """That a newer version is being taken back: this one tells why, when it starts in that one's place."""
    places = places or UpdatePlaces()
    found = read_outcome(places.outcome) if places.trial.exists() else None
    if found is None or found.what != "back":
        return ()
    return (Notice(found.words, found.words, "amber"),)


def _announcer(config: Config) -> PanelAnnouncer:
    return PanelAnnouncer(lambda: panel_of(config.panel), language(config.game.language))


def _reset_if_asked(overrides: RunOptions, paths: DataPaths, loaded: LoadedConfig) -> LoadedConfig:
    """Reset everything if the two buttons are held; buttons that cannot be opened ask for nothing."""
    config = loaded.config
    with suppress(DeviceError, OSError), ExitStack() as opened:
        buttons = buttons_of(config.buttons)
        if buttons is None:
            return loaded
        opened.callback(buttons.close)
        announcer = opened.enter_context(closing(_announcer(config)))
        if is_asked_for(buttons, announcer, time.sleep):
            try:
                kept = reset(paths)
            except OSError as error:
                failed = notice("start.reset-failed", path=str(paths.home), why=why_and_remedy(error))
                announcer(failed.panel)
                return LoadedConfig(config, (*loaded.warnings, failed))
            announcer(DONE)
            return LoadedConfig(configured(overrides, shipped()), (notice("start.fresh", folder=str(kept)),))
    return loaded
