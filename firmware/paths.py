"""Where the appliance keeps what it must not lose.

Rule kept here: one place decides, so that `stadium run`, `games`, `export` and `import` speak of the same games.
"""

from __future__ import annotations

import os
from pathlib import Path

JOURNAL = "games.sqlite"
APPLIANCE = Path("/var/lib/stadium")
"""The state directory of the installed service, where there is one."""


def home() -> Path:
    """Return the folder of the games.

    $STADIUM_HOME, else systemd's state directory, else the installed scoreboard's for whoever may write there, as
    ``sudo stadium backup`` must, else the user's data folder.
    """
    named = os.environ.get("STADIUM_HOME") or os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if named:
        return Path(named).expanduser()
    if os.access(APPLIANCE, os.W_OK):
        return APPLIANCE
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "stadium"


def default_journal() -> Path:
    """Return the journal that is used where none is named."""
    return home() / JOURNAL


def old_games(journal: Path) -> Path:
    """Return the folder into which games are packed before they leave ``journal``."""
    return journal.with_name("old-games")
