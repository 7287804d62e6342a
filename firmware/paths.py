"""Where the appliance keeps what it must not lose: one place decides, so that all commands use the same games."""

from __future__ import annotations

import os
from pathlib import Path

from firmware.errors import ConfigError
from firmware.text import shortened

CACHE = "cache"
"""The folder beside the games of what can be made again at any time."""
JOURNAL, DICE, REPORT_PICTURE = "games.sqlite", "dice", "calibration.png"
"""The games; beside them the folder of the taught dice, and the picture that `stadium calibrate` draws."""
PHONES = ".phones"
"""Ending of the file beside a journal with the phones that are paired, and the secret that signs their cookies."""
AWAY = ".away.json"
"""Ending of the file beside a journal with what must not be forgotten of a game with another house."""
BOX_KEY = ".key"
"""Ending of the file beside a journal with the key by which the stadium seals its games for a league."""
SEASON_NAMES = ".names.json"
"""Ending of the file beside a journal with what owners call teams and people over a season."""
PICTURES = ".pictures"
"""Ending of the folder beside a journal with the pictures of throws."""
MQTT = ".mqtt"
"""Ending of the folder beside a journal with what a broker has taken of its games, and the secrets for it."""
LAYOUTS, MOMENTS = "layouts", "moments"
"""The folder, beside the owner's configuration, of what the owner's own panels show (docs/panels.md)."""
GAMES = "games"
"""Likewise, of the owner's own games (docs/games.md)."""
LOGOS, LOGO = "logos", ".png"
"""The folder beside the games of the teams' logos, and their ending."""
WALK_UPS, WALK_UP = "walk-ups", ".wav"
"""Likewise, of walk-up sounds."""
PLACES = "places.toml"
"""The file beside the games that says where pieces stand on the owner's own stadium."""
SIMULATED, REPLAYED = "simulated.sqlite", "replayed.sqlite"
"""Likewise: the games of simulated players, and those of recordings that are played again."""
SYSTEM_FILE = Path("/etc/stadium/stadium.toml")
"""The owner's settings, on an installed scoreboard."""
APPLIANCE = Path("/var/lib/stadium")
"""The state directory of the installed service, where there is one."""
LONGEST_NAME, LONGEST_PATH = 255, 4095
"""Bytes: what Linux takes (limits.h)."""
OUT_OF_REACH = f"The scoreboard that is installed here has its own in {APPLIANCE}: put sudo before the command."


def home() -> Path:
    """The folder of the games.

    $STADIUM_HOME, else systemd's state directory, else the installed scoreboard's if this account may write there, as
    ``sudo stadium backup`` must, else the user's data folder.

    Raises:
        ConfigError: if no folder can be called what the environment names.
    """
    if named := _named():
        return _folder(named)
    if _is_ours(APPLIANCE):
        return APPLIANCE
    return _folder(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "stadium"


def _folder(named: str) -> Path:
    """The folder that the environment names. Raises `ConfigError` if no folder can be called that."""
    why = unusable(named)
    try:
        if not why:
            return Path(named).expanduser()
    except RuntimeError:
        why = "is in nobody's home here"
    raise ConfigError(f"no games can lie in {shortened(named, 80)!r}: it {why}; name another folder in STADIUM_HOME")


def is_out_of_reach() -> bool:
    """Whether this account may not write to the installed scoreboard's games, so that `home` is another folder."""
    return not _named() and APPLIANCE.is_dir() and not _is_ours(APPLIANCE)


def default_journal() -> Path:
    """The default journal."""
    return home() / JOURNAL


def default_dice_folder() -> Path:
    """The default folder of the taught dice."""
    return home() / DICE


def old_games(journal: Path) -> Path:
    """The folder into which games are packed before they leave ``journal``."""
    return journal.with_name("old-games")


def guides_folder() -> Path | None:
    """The folder of the guides as a site: where the package has it, or where `make docs` builds it; None without."""
    root = Path(__file__).parents[1]
    return next((folder for folder in (root / "guides", root / "build/site") if folder.is_dir()), None)


def throw_pictures(journal: Path) -> Path:
    """The folder of the pictures of throws of the games in ``journal``."""
    return journal.with_suffix(PICTURES)


def unusable(path: str, *, typed: bool = True) -> str:
    """Why no file can have that path, or it cannot be meant; empty if it is sound.

    ``typed``: it comes from the command line, where a shell may give any name; else it was written by hand in a file.
    """
    if "\0" in path or not (typed or path.isprintable()):
        return "has a character in it that cannot be in a file's name"
    if path and not path.strip():
        return "has only blanks for a name"
    written = os.fsencode(path)
    if len(written) > LONGEST_PATH or any(len(part) > LONGEST_NAME for part in written.split(b"/")):
        return f"is too long: a name has {LONGEST_NAME} bytes at most, a path {LONGEST_PATH}"
    return ""


def _named() -> str:
    return os.environ.get("STADIUM_HOME") or os.environ.get("STATE_DIRECTORY", "").partition(":")[0]


def _is_ours(folder: Path) -> bool:
    return os.access(folder, os.W_OK)
