"""How long things last at the table, in ticks: half seconds, for that is how fast a picture blinks."""

from __future__ import annotations

BLINK_S = 0.5
"""A tick, in seconds: a blinking picture stays that long, two changes a second, slow enough for the eye."""

REMINDER_TICKS = 60
"""Between two reminders of a device that is lost."""
LOOK_TICKS = 4
"""The end of a game is looked at before OK begins another: whoever presses twice means the first."""
READ_TICKS = 2
"""A question that follows an answer is looked at before OK answers it, too: for the same reason."""
GATHER_TICKS = 12
"""Dice of one roll are waited for after the last look: by then all that were thrown lie still."""
MENU_TICKS = 60
"""The menu stays open when nobody presses a button: who opened it by mistake sees the score again."""
WALK_TICKS = 20
"""What may be said stays offered (D56): ten seconds."""
DEFAULT_TICKS = 4
"""A default that was just taken is told before the next die counts: two seconds, to be read (D32)."""
NOT_NOW_TICKS = 4
"""The panel says that the law refused what was pressed."""
