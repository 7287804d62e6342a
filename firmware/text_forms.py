"""How a text in the settings must be written where another program, a library or the network is given it.

Rule kept here: a form is anchored at both ends and names the letters that it allows. It has no blank, no quote and no
``|``, and what it allows never begins with ``-``, which a program would take for an option.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Meta

from scoreboard.message import Message, message


class TextForm(NamedTuple):
    """What a text must be like.

    Attributes:
        pattern: the regular expression that it matches.
        allowed: what is to be written, in English, for errors about the file.
        words: the same for who changes it on the page.
    """

    pattern: str
    allowed: str
    words: Message


def text_form(pattern: str, allowed: str, words: Message) -> Meta:
    """Marks a text of that form, as in ``device: Annotated[str, CARD]``: checks and errors follow from it."""
    return Meta(pattern=pattern, extra={"form": TextForm(pattern, allowed, words)})


CARD: Final = text_form(
    r"^(default|sysdefault|null|(default|sysdefault|hw|plughw|dmix|front|hdmi)"
    r":(CARD=)?[0-9A-Za-z_][0-9A-Za-z_-]{0,14}(,(DEV=)?[0-9]{1,3})?(,(SUBDEV=)?[0-9]{1,3})?)\Z",
    "a card as `aplay -L` lists it, such as default, hw:0,0 or plughw:CARD=Device",
    message("setting-wrong.card"),
)
"""A sound card as ``aplay -L`` lists it. Others of ALSA's names hold definitions, and some of those run commands."""
USB_CAMERA: Final = text_form(
    r"^(/dev/(video[0-9]{1,3}|v4l/by-(id|path)/[0-9A-Za-z_][0-9A-Za-z._:+@=-]{0,200}))?\Z",
    "the whole path of a camera, such as /dev/video0 or /dev/v4l/by-id/usb-…-index0",
    message("setting-wrong.camera"),
)
"""A camera's device, by its number or as udev names it; may be empty."""
LISTENS: Final = text_form(
    r"^([0-9A-Za-z:][0-9A-Za-z._:%-]*)?\Z",
    "an address, such as 127.0.0.1, or a name",
    message("setting-wrong.form"),
)
"""An address of this machine, or its name; may be empty."""
HOST: Final = text_form(
    r"^([0-9A-Za-z:][0-9A-Za-z._:%-]*)?\Z",
    "a name, such as homeassistant.local, or an address, such as 192.168.1.20; the port has a line of its own",
    message("setting-wrong.host"),
)
"""The name or address of another machine; may be empty."""
HOST_AND_PORT: Final = text_form(
    r"^([0-9A-Za-z][0-9A-Za-z.-]*(:[0-9]{1,5})?)?\Z",
    "a name or an address, with a port if it is not 80, such as 192.168.1.30 or wled-den.local",
    message("setting-wrong.host-and-port"),
)
"""Another machine that speaks HTTP; may be empty."""
ORIGINS: Final = text_form(
    r"^(https?://[0-9A-Za-z][0-9A-Za-z.-]*(:[0-9]{1,5})?(,https?://[0-9A-Za-z][0-9A-Za-z.-]*(:[0-9]{1,5})?)*)?\Z",
    "how the address of a page begins, such as http://homeassistant.local:8123; several with commas and no blanks",
    message("setting-wrong.origins"),
)
"""The origins of pages of other programs (HTML, 7.1.1), with commas between them; may be empty."""
LOGIN: Final = text_form(
    r"^([0-9A-Za-z_@.][0-9A-Za-z_@.+:-]*)?\Z",
    "letters without accents, digits and _ @ . + : -, such as stadium",
    message("setting-wrong.form"),
)
"""A name to log in with; may be empty."""
HOUSE: Final = text_form(
    r"^([^\W_][\w.-]*)?\Z",
    "letters, digits, _ . and -, such as Attic or Anas-attic",
    message("setting-wrong.house"),
)
"""What a house is called; may be empty."""
TOPIC: Final = text_form(
    r"^([0-9A-Za-z_][0-9A-Za-z_-]*(/[0-9A-Za-z_][0-9A-Za-z_-]*)*)?\Z",
    "letters, digits, _ and -, in parts with / between them, such as stadium or club/stadium",
    message("setting-wrong.topic"),
)
"""How topics begin (MQTT 5, 4.7), without a blank or a wildcard; may be empty."""
TOPIC_LEVEL: Final = text_form(
    r"^([0-9A-Za-z_][0-9A-Za-z_-]*)?\Z",
    "letters, digits, _ and -, such as den",
    message("setting-wrong.topic-level"),
)
"""One level of a topic, which Home Assistant takes for an id, too; may be empty."""
NIGHT: Final = text_form(
    r"^(([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?\Z",
    "two times, such as 22:00-07:00",
    message("setting-wrong.hours"),
)
"""From when to when a panel is dimmed; may be empty."""
