"""Figures of a game: the box score of one that is played, and the odds of a half-inning.

`box_score` is a fold of the history. Nothing is counted during play, so a correction corrects the box, too. It asks the
scorebook for every play with its final answer and for what that made happen; `credits` says for whom it counts, and
`pitchers` whom it is charged to. The box proves itself: whoever came up scored, was left, was put out or is on base.

`odds` applies the rules to every throw. A half-inning of a table game is an absorbing Markov chain over outs and
occupied bases: `scoreboard.rules.apply` gives its transitions, and two linear systems give the expected runs and the
chance of none. `sign_chain` does so for each sign of Four-Dice Baseball, and for the best; `sign_wins` has that game
solved for the win, and `helmet_wins` Major League as it is played by default. In the other games the
players decide too much for that, so half-innings are simulated under a stated policy, and every figure has its standard
error.
"""
