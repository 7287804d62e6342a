"""Where pieces stand on the board of this box: as its owner has tapped it in, or as the printed stadium has it.

Rule kept here: all who look at a board take its places from here, and an owner's file that cannot be used is an error;
pieces are never taken to stand where another board has its places.
"""

from __future__ import annotations

from pathlib import Path

from firmware.config.schema import Config
from firmware.errors import ConfigError
from firmware.files.atomic import write_whole
from firmware.paths import PLACES, home
from scoreboard.errors import why_and_remedy
from scoreboard.message import message
from vision.board.marked_places import MarkedPlaces
from vision.board.places_file import PRINTED, PlacedBoard, as_text, read_places
from vision.errors import PlacesError


def board_places(config: Config) -> MarkedPlaces:
    """The places for a game: the owner's, but for a simulated stadium, which is the printed one.

    Raises:
        ConfigError: the owner's file cannot be used; names it and the key.
    """
    return (PRINTED if config.camera.source == "none" else owners_board()).places


def has_own_places(config: Config) -> bool:
    """Whether a game takes its places from the owner's file."""
    return config.camera.source != "none" and (home() / PLACES).exists()


def keep_places(places: MarkedPlaces, folder: Path | None = None) -> Path:
    """Keep them as the owner's; returns the file. Raises ConfigError if it cannot be written."""
    file = (folder or home()) / PLACES
    try:
        write_whole(file, as_text(places).encode())
    except OSError as error:
        raise ConfigError(message("places.unkept", file=str(file), why=why_and_remedy(error))) from error
    return file


def owners_board(folder: Path | None = None) -> PlacedBoard:
    """The owner's board, else the printed stadium; ``folder`` is that of the games. Raises as `board_places`."""
    file = (folder or home()) / PLACES
    if not file.exists():
        return PRINTED
    try:
        return read_places(file)
    except PlacesError as error:
        raise ConfigError(message("places.unusable", error=str(error))) from error
