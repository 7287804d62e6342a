"""What an owner may call things."""

from __future__ import annotations

import re

NAMES = re.compile(r"(?!(chip|dice)$)[a-z][a-z0-9-]{0,19}")
"""What a die may be called: it is a file's name, stands on the panel, and is what the configuration calls colours.

``chip`` and ``dice`` are what the game itself calls other things: a die of that name would be scored as one.
"""

ENDING = ".die"
"""Of a taught die's file, whose name is the die's."""
