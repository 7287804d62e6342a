"""Inside the lab's virtual machine, in somebody's network: asks for addresses as that computer's system would.

    python3 wifi_inside.py '[["captive.apple.com", "/", ""]]'

Each is a name, a path, and the number to ask at, where the name is not to be looked up. Prints, as JSON, for each the
number that was asked, the status of the answer, where it leads, and how its text begins.
"""

from __future__ import annotations

import json
import socket
import sys
from http.client import HTTPConnection

BEGINS = 4000
"""Bytes of an answer that are printed."""
PATIENCE_S = 120.0


def answered(name: str, path: str, at: str) -> tuple[str, int, str, str]:
    """Ask, and return what comes."""
    number = at or socket.gethostbyname(name)
    connection = HTTPConnection(number, timeout=PATIENCE_S)
    connection.request("GET", path, headers={"Host": name, "Accept": "text/html"})
    answer = connection.getresponse()
    text = answer.read(BEGINS).decode("utf-8", "replace")
    return number, answer.status, answer.getheader("Location", ""), text


if __name__ == "__main__":
    sys.stdout.write(json.dumps([answered(*asked) for asked in json.loads(sys.argv[1])]))
