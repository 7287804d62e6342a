"""Print each play as it happens, until the game is over: `python examples/follow_the_stream.py http://stadium.local`.

The page describes its stream itself, in `/api/openapi.json`.
"""

import json
import sys
from urllib.request import urlopen

with urlopen(f"{sys.argv[1]}/api/stream") as stream:  # noqa: S310 - an address of one's own
    event = ""
    for line in stream:
        name, _, value = line.decode().strip().partition(": ")
        if name == "event":
            event = value
        elif name == "data" and event == "state":
            play = json.loads(value)
            print(f"{play['away']}-{play['home']}", play["told"] or play["said"])
            if play["over"]:
                break
