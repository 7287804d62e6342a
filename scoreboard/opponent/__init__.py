"""The box as a player: it decides for one side, and a person throws all the dice.

Rule kept here: the box says only what a player of that side may say, by the same lines, and knows no more: the state,
and never a die that has not fallen or a card that is a secret. `choice` picks among what a `Playbook` offers; Diamante
has its own in `diamante`, Four-Dice Baseball in `signs`, RallyBird in `card_play`.
"""

from scoreboard.opponent.choice import Decision, Opponent, asks_first, decide, decides_in, offered, policy
from scoreboard.opponent.playbook import Strength

__all__ = ["Decision", "Opponent", "Strength", "asks_first", "decide", "decides_in", "offered", "policy"]
