"""Tell a game play by play: `python examples/replay_a_record.py tests/golden/games/whole-two-dice.jsonl`."""

import sys
from pathlib import Path

from scoreboard.commentary import play_by_play, scoreline
from scoreboard.language import ENGLISH
from scoreboard.record import read, replay
from scoreboard.rules.events import Expect, Setup

with Path(sys.argv[1]).open("rb") as record:
    for step in replay(read(record, warn=print)):
        if step.refused is None and not isinstance(step.line, Setup | Expect):
            print(step.number, ENGLISH(play_by_play(step.before.game, step.line, step.after)))
print(ENGLISH(scoreline(step.after.game)))
