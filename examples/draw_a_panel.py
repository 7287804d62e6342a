"""Draw what a panel shows at the end of a game: `python examples/draw_a_panel.py RECORD panel.png`."""

import sys
from functools import partial
from pathlib import Path

from scoreboard.display import draw, led_picture
from scoreboard.record import read, replay
from scoreboard.stats.box_score import runs_by_inning

with Path(sys.argv[1]).open("rb") as record:
    *_, last = replay(read(record, warn=print))
lights = draw(last.after.game, (64, 32), innings=partial(runs_by_inning, last.after))
led_picture(lights, pitch=10).save(sys.argv[2])
