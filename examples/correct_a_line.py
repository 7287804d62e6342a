"""Correct a misread die, and see what it changes.

`python examples/correct_a_line.py tests/golden/games/a-whole-game.jsonl 7 2`: the die of line 7 showed 2.
"""

import sys
from pathlib import Path

from scoreboard.commentary import consequences, unfit_plays
from scoreboard.language import ENGLISH
from scoreboard.record import read, replay
from scoreboard.rules.events import Amend
from scoreboard.rules.history import judge

with Path(sys.argv[1]).open("rb") as record:
    *_, last = replay(read(record, warn=print))
before = last.after
after, refused = judge(before, Amend(line=int(sys.argv[2]), value=int(sys.argv[3])))
if refused is not None:
    sys.exit(ENGLISH(refused))
for change in consequences(before.game, after.game):
    print("now:", ENGLISH(change))
for unfit in unfit_plays(before, after):
    print(f"line {unfit.line} no longer fits ({ENGLISH(unfit.play)}):", ENGLISH(unfit.reason))
