"""How a text in the settings must be written where another program, a library or the network is given it.

Rule kept here: a form is anchored at both ends and names the letters that it allows. It has no blank, no quote and no
``|``, and what it allows never begins with ``-``, which a program would take for an option.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoreboard.message import Message, message

CARD: Final = (
    r"^(default|sysdefault|null|(default|sysdefault|hw|plughw|dmix|front|hdmi)"
    r":(CARD=)?[0-9A-Za-z_][0-9A-Za-z_-]{0,14}(,(DEV=)?[0-9]{1,3})?(,(SUBDEV=)?[0-9]{1,3})?)\Z"
)
"""A sound card as ``aplay -L`` lists it. Others of ALSA's names hold definitions, and some of those run commands."""
USB_CAMERA: Final = r"^(/dev/(video[0-9]{1,3}|v4l/by-(id|path)/[0-9A-Za-z_][0-9A-Za-z._:+@=-]{0,200}))?\Z"
"""A camera's device, by its number or as udev names it; may be empty."""
LISTENS: Final = r"^([0-9A-Za-z:][0-9A-Za-z._:%-]*)?\Z"
"""An address of this machine, or its name; may be empty."""
NIGHT: Final = r"^(([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?\Z"
"""From when to when a panel is dimmed; may be empty."""
ALLOWED: Final[Mapping[str, tuple[str, Message]]] = {
    CARD: (
        "a card as `aplay -L` lists it, such as default, hw:0,0 or plughw:CARD=Device",
        message("setting-wrong.card"),
    ),
    USB_CAMERA: (
        "the whole path of a camera, such as /dev/video0 or /dev/v4l/by-id/usb-…-index0",
        message("setting-wrong.camera"),
    ),
    LISTENS: ("an address, such as 127.0.0.1, or a name", message("setting-wrong.form")),
    NIGHT: ("two times, such as 22:00-07:00", message("setting-wrong.hours")),
}
"""What is to be written: in English for errors about the file, and the same for who changes it on the page."""
