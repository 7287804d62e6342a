"""The game at the table: readings and presses in, lines of the record and pictures out.

The drawers, from the ground up; each imports itself and what stands before it:

- ``camera``: the camera's thread, and the camera lent to a job.
- ``menus``: what covers the score during a choice.
- ``state``: what is known of the table besides the game, and how it is set up.
- ``faces``: what shows and speaks it: panels, terminal, voice.
- ``table``: the scorer, and the umpire who makes lines of readings.
- ``inputs``: buttons, phones, the box as a player, simulated players.

``loop`` runs them, one item of its queue after the other.
"""
