"""Film the home runs of a game, celebrated as you like it.

`python examples/own_moment.py tests/golden/games/whole-two-dice.jsonl film.gif`. A moment is a file of a few lines
(docs/panels.md); those that the folder lacks are the shipped ones.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from scoreboard.display import led_picture
from scoreboard.display.moments import PanelMoments, frame, moments_of
from scoreboard.language import ENGLISH
from scoreboard.record import read, replay
from scoreboard.rules.events import Expect, Setup

HOME_RUN = """
seconds = 2.0
parts = [{kind = "fireworks", bursts = 4, colors = ["amber"]}, {kind = "text", motion = "blink", color = "batting"}]
"""

pictures = []
with TemporaryDirectory() as folder, Path(sys.argv[1]).open("rb") as record:
    (Path(folder) / "home-run.toml").write_text(HOME_RUN)
    moments = PanelMoments(Path(folder))
    print(*moments.mistakes())
    for step in replay(read(record, warn=print)):
        if isinstance(step.line, Setup | Expect):
            continue
        before, after = step.before.game, step.after.game
        for moment in moments_of(before, step.line, step.after):
            if moment.name == "home-run":
                shots = (frame(moment, (64, 32), n / 8, before, after, ENGLISH, moments=moments) for n in range(16))
                pictures += [led_picture(shot, pitch=6) for shot in shots if shot is not None]
pictures[0].save(sys.argv[2], save_all=True, append_images=pictures[1:], duration=125)
