"""The layouts of panels, with the owner's own.

Rule kept here: a mistake in an owner's layout never keeps the panel dark: ours is used, and terminal and panel say so.
"""

from __future__ import annotations

from pathlib import Path

from firmware.config.schema import PanelConfig, owners_layouts
from firmware.notice import Notice, notice
from firmware.paths import MOMENTS, SYSTEM_FILE
from scoreboard.display import LAYOUTS, MONO_LAYOUTS, LayoutError, PanelLayouts
from scoreboard.display.moments import PanelMoments


def owners_face(panel: PanelConfig, config_file: Path | None = None) -> tuple[PanelLayouts, tuple[Notice, ...]]:
    """The layouts beside the configuration, and a notice if the one of this panel has a mistake and ours is used.

    Raises:
        LayoutError: it has, and there is none of ours.
    """
    mono = panel.kind.is_mono
    layouts = owners_layouts(config_file or SYSTEM_FILE, mono=mono)
    try:
        layouts[panel.size]
    except LayoutError as error:
        if panel.size not in LAYOUTS:
            raise
        return MONO_LAYOUTS if mono else LAYOUTS, (notice("notice.own-face", "amber", error=str(error)),)
    return layouts, ()


def owners_moments(panel: PanelConfig, config_file: Path | None = None) -> tuple[PanelMoments | None, list[Notice]]:
    """The moments beside the configuration, None where they are off, and a notice for each that has a mistake."""
    if not panel.moments:
        return None, []
    moments = PanelMoments((config_file or SYSTEM_FILE).parent / MOMENTS)
    return moments, [notice("notice.own-moment", "amber", error=mistake) for mistake in moments.mistakes()]
