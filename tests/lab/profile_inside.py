"""Inside the lab's machine: gives NetworkManager a profile of ours and prints what it has read, name and password.

Its arguments are the name of a Wi-Fi and its password.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, "/usr/share/stadium-scoreboard")

from firmware.network.home_wifi import CONNECTION, wanted

FILE = Path("/run/NetworkManager/system-connections/lab.nmconnection")
FIELDS = "802-11-wireless.ssid,802-11-wireless-security.psk"


def main(name: str, password: str) -> None:
    """Hand it over, look at it, and take it back."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.touch(mode=0o600)
    FILE.write_text(wanted(name, password, hidden=True).profile(trial=False), encoding="ascii")
    nmcli("connection", "load", str(FILE))
    show = ("--show-secrets", "--escape", "no", "--get-values", FIELDS, "connection", "show", CONNECTION)
    sys.stdout.write(nmcli(*show))
    nmcli("connection", "delete", CONNECTION)


def nmcli(*words: str) -> str:
    """Run it; what it prints."""
    return subprocess.run(["nmcli", *words], check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main(*sys.argv[1:])
