"""The box as a player: it decides for one side, and a person throws all the dice.

Rule kept here: the box says only what a player of that side may say, by the same lines, and knows no more: the state,
and never a die that has not fallen. `alternatives` lists what may be said now, in Diamante; `choice` picks.
"""

from scoreboard.opponent.alternatives import alternatives, decider, decides_in
from scoreboard.opponent.choice import Decision, Opponent, Strength, decide

__all__ = ["Decision", "Opponent", "Strength", "alternatives", "decide", "decider", "decides_in"]
