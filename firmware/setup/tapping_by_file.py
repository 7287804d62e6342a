"""Where pieces stand on the owner's own stadium, by taps in a file: the work of `stadium calibrate --places`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click
import cv2
import numpy as np

from firmware import throw_reader, wiring
from firmware.config.fallback import as_it_stands
from firmware.config.overrides import camera_named
from firmware.devices.protocols import Frame
from firmware.errors import ConfigError, DeviceError
from firmware.files.atomic import write_whole
from firmware.paths import REPORT_PICTURE, home
from firmware.setup.calibrating import CalibrateOptions
from firmware.storage.board_places import keep_places
from scoreboard.errors import why_and_remedy
from scoreboard.language import ENGLISH, language
from scoreboard.message import message
from vision.board.marked_places import MarkedPlaces
from vision.board.places_file import PRINTED, as_text, read_taps
from vision.board.tapped_places import TAPPED_FIRST, by_name, is_diamond, moved, proposed, too_close
from vision.errors import MarkersError
from vision.geometry.registration import Registration
from vision.overlay import annotate_places


def run_tapping(taps: Path | None, options: CalibrateOptions) -> None:
    """Keep the places that ``taps`` has in pixels of the camera's picture; without that say how a phone taps them.

    Raises ConfigError, DeviceError or PlacesError where that cannot be done.
    """
    config = as_it_stands(home(), options.config_file)
    say = language(options.lang or config.game.language).say
    if taps is None:
        click.echo(say(message("calibrate.places-page")))
        return
    tapped = read_taps(taps, by_name(PRINTED.places), TAPPED_FIRST)
    if (board := throw_reader.board(config)) is None:
        raise ConfigError(message("job.places-need-markers"))
    if (opened := wiring.camera_of(camera_named(config.camera, options.camera))) is None:
        raise ConfigError("there is no camera: name one, or a picture, with --camera")
    with closing(opened):
        if opened.frame() is None:
            raise DeviceError("the camera showed no picture")
        still = opened.still()
    try:
        seen = board.register(still)
    except MarkersError as error:
        raise DeviceError(f"{error}; without the printed markers no places can be kept") from error
    places = _placed(seen, tapped, taps)
    drawn = _drawn(annotate_places(still, seen, places), options.picture or home() / REPORT_PICTURE)
    click.echo(say(message("calibrate.picture", file=str(drawn))))
    if options.dry_run:
        click.echo(say(message("calibrate.would-be", changes=as_text(places))))
    else:
        click.echo(say(message("calibrate.written", file=str(keep_places(places)))))


def _placed(seen: Registration, taps: dict[str, tuple[float, float]], file: Path) -> MarkedPlaces:
    """The places in mm of the print; ConfigError if they cannot be a stadium's."""
    on_board = zip(taps, seen.to_board(np.array(list(taps.values()))), strict=True)
    millimetres = {name: (float(x), float(y)) for name, (x, y) in on_board}
    if not is_diamond(millimetres):
        raise ConfigError(message("config.places", file=str(file), why=message("job.places-no-diamond")))
    places = moved(proposed(millimetres), millimetres)
    if (pair := too_close(places)) is not None:
        why = message("job.places-too-close", one=str(pair[0]), other=str(pair[1]))
        raise ConfigError(message("config.places", file=str(file), why=why))
    return places


def _drawn(picture: Frame, path: Path) -> Path:
    try:
        write_whole(path, cv2.imencode(".png", picture)[1].tobytes())
    except OSError as error:
        raise DeviceError(f"cannot keep the picture at {path}: {ENGLISH(why_and_remedy(error))}") from error
    return path
