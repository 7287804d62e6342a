"""Print the line scores of a season, one record a game: `python examples/line_scores.py tests/golden/games/*.jsonl`."""

import sys
from pathlib import Path

from scoreboard.record import read, replay
from scoreboard.stats.box_score import box_score

for file in map(Path, sys.argv[1:]):
    with file.open("rb") as record:
        *_, last = replay(read(record, warn=print))
    print(file.stem)
    box = box_score(last.after)
    for team in (box.away, box.home):
        innings = " ".join("-" if runs is None else str(runs) for runs in team.innings)
        print(f"  {team.name:12} {innings}  {team.runs} runs, {team.hits} hits, {team.left} left on base")
