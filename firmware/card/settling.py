"""What is done on the boot partition once the scoreboard is installed: no password stays there, and SPI is on.

A secret is written over in its place, letter by letter: a new file would leave the former one's blocks readable. What
stands there then is still a valid file of settings, for cloud-init reads it at every start. Started by
`first_boot/install`; prints "restart" if the computer must be started again for SPI.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

from firmware.card.boot_partition import with_spi
from firmware.files.atomic import write_whole

SETTINGS: Final = ("user-data", "network-config", "rpi-preseed.toml")
"""Files of Imager's that may have secrets."""
SECRETS: Final = ("password", "passwd", "hashed_passwd", "plain_text_passwd", "psk", "token")
SECRET: Final = re.compile(
    rb"^[ \t]*(?:-[ \t]+)?[\"']?(?:" + "|".join(SECRETS).encode() + rb")[\"']?[ \t]*[:=][ \t]*"
    rb"(?:\"(?P<double>(?:[^\"\\\r\n]|\\.)*)\"|'(?P<single>(?:[^'\r\n]|'')*)'|(?P<plain>[^\s\"'#\[{][^\r\n]*?))"
    rb"[ \t]*(?:[ \t]#.*)?\r?$",
    re.MULTILINE,
)
TOKEN_WRITTEN: Final = re.compile(rb"printf '%s\\+n' '(?P<token>[^'\r\n]+)'")
"""How Imager's commands have the key of Raspberry Pi Connect."""
FLAGS: Final = {b"true", b"false", b"null"}
HEX_KEY: Final = re.compile(rb"[0-9A-Fa-f]{64}")


def blanked(text: bytes) -> bytes:
    """The same settings, of the same length, with every secret written over.

    A key of Wi-Fi of 64 hexadecimal digits becomes noughts, anything else "x": so it stays a valid password.
    """
    text = SECRET.sub(lambda found: _over(found, ("double", "single", "plain")), text)
    return TOKEN_WRITTEN.sub(lambda found: _over(found, ("token",)), text)


def _over(found: re.Match[bytes], groups: tuple[str, ...]) -> bytes:
    for group in groups:
        if (secret := found[group]) and secret not in FLAGS:
            mask = b"0" if HEX_KEY.fullmatch(secret) else b"x"
            start, end = (at - found.start() for at in found.span(group))
            return found[0][:start] + mask * (end - start) + found[0][end:]
    return found[0]


def settle(boot: Path) -> bool:
    """Blank the secrets of the boot partition at ``boot``, and have SPI on; whether SPI was off until now."""
    for name in SETTINGS:
        file = boot / name
        if file.is_file():
            text = file.read_bytes()
            if (clean := blanked(text)) != text:
                with file.open("r+b") as stream:
                    stream.write(clean)
                    stream.flush()
                    os.fsync(stream.fileno())
    config = boot / "config.txt"
    if not config.is_file():
        return False
    text = config.read_bytes()
    wanted = with_spi(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    if wanted == text:
        return False
    write_whole(config, wanted)
    return True


if __name__ == "__main__":
    sys.stdout.write("restart\n" if settle(Path(sys.argv[1])) else "")
