"""Figures of a game: the box score of one that is played, and the odds of a half-inning.

`box_score` is a fold of the history. Nothing is counted during play, so a correction corrects the box, too. It first
splits a line that stands for two plays and replaces each play by its final answer, then asks of every play what changed
between the state before it and the state after it: who was at the plate, who reached which base, who scored.

`odds` applies the rules to every throw. A half-inning of a table game is an absorbing Markov chain over outs and
occupied bases: `scoreboard.rules.apply` gives its transitions, and two linear systems give the expected runs and the
chance of none. In Diamante the players decide too much for that, so half-innings are simulated under a stated policy,
and every figure has its standard error.
"""
