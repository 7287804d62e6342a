"""Throw by hand and ask the rules what came of it: `python examples/judge_a_throw.py`."""

from scoreboard.language import ENGLISH
from scoreboard.rules import Refused, apply, start
from scoreboard.rules.events import Chip, Die, Setup, Team

away, home = Team(name="Reds", color="red"), Team(name="Blues", color="blue")
game = start(Setup(rules="diamante-amateur", away=away, home=home))
for throw in (Die(color="blue", value=3), Die(color="red", value=7), Chip(face="hit")):
    print("awaited:", game.awaits)
    game = apply(game, throw)
    print(ENGLISH(game.due))
try:
    apply(game, Die(color="blue", value=3))
except Refused as refused:
    print("refused:", ENGLISH(refused.message))
