"""The game at the table: readings and presses in, lines of the record and pictures out.

D1 to D57 are the clauses of the stadium game: `scoreboard.rules.diamante` carries them out and names them function by
function, each test in ``tests/scoreboard/rules`` cites its own, and ``docs/rulings.md`` has the rulings on them. Those
on buttons and answers (D55 to D57) are carried out here.
"""
