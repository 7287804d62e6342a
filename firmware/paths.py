"""Where the appliance keeps what it must not lose.

Rule kept here: one place decides, so that `stadium run`, `games`, `export` and `import` speak of the same games.
"""

from __future__ import annotations

import os
from pathlib import Path

JOURNAL = "games.sqlite"


def home() -> Path:
    """Return the folder of the games: $STADIUM_HOME, else systemd's state directory, else the user's data folder."""
    own = os.environ.get("STADIUM_HOME") or os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(own or f"{data}/stadium").expanduser()


def default_journal() -> Path:
    """Return the journal that is used where none is named."""
    return home() / JOURNAL


def old_games(journal: Path) -> Path:
    """Return the folder into which games are packed before they leave ``journal``."""
    return journal.with_name("old-games")
