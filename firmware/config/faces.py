"""The layouts of panels, with the owner's own.

Rule kept here: a mistake in an owner's layout never keeps the panel dark: ours is used, and terminal and panel say so.
"""

from __future__ import annotations

from pathlib import Path

from firmware.config.schema import SYSTEM_FILE, PanelConfig, layouts_beside
from firmware.notice import Notice, notice
from scoreboard.display import LAYOUTS, LayoutError, PanelLayouts


def owners_face(panel: PanelConfig, config_file: Path | None = None) -> tuple[PanelLayouts, tuple[Notice, ...]]:
    """The layouts beside the configuration, and a notice if the one of this panel has a mistake and ours is used.

    Raises:
        LayoutError: it has, and there is none of ours.
    """
    layouts = layouts_beside(config_file or SYSTEM_FILE)
    try:
        layouts[panel.size]
    except LayoutError as error:
        if panel.size not in LAYOUTS:
            raise
        return LAYOUTS, (notice("notice.own-face", "amber", error=str(error)),)
    return layouts, ()
