"""Which settings are shown first, and which only to who looks for them: the one thing that no schema can say."""

from __future__ import annotations

from typing import Final

from scoreboard.web.owner.setting_words import Level

FIRST: Final = ("game.language", "panel.brightness", "sound.volume", "panel.night", "sound.mute")
"""What families change."""
EXPERT: Final = (
    *("game.house", "game.rallybird", "game.away.lineup", "game.home.lineup"),
    *("camera.path", "camera.index", "camera.device", "camera.settled", "camera.lens", "camera.locked"),
    *("eyes.threshold", "eyes.dice", "eyes.learn", "eyes.colors", "buttons"),
    *("panel.driver", "panel.width", "panel.height", "panel.spi_port", "panel.spi_device", "panel.block_orientation"),
    *("panel.chain", "panel.max7219", "panel.ws2812"),
    *("journal", "pictures.games", "pictures.limit_mb", "web", "network", "sound.driver", "sound.device"),
)
"""Keys, and tables with all that is in them, that are set once when the box is built, or never."""


def level_of(key: str) -> Level:
    """Where a setting is shown; one that is named nowhere among the others."""
    if key in FIRST:
        return "first"
    return "expert" if any(key == each or key.startswith(f"{each}.") for each in EXPERT) else "usual"
