"""The game at the table: readings and presses in, lines of the record and pictures out.

`camera_thread` reads frames and posts reports, buttons post presses; `loop` takes both from one queue. It hands presses
to `button_input`, which walks the `menus` or answers a question, and reports to the `scorer`. The scorer has `umpire`
and `roll_collector` judge them: the result is a line, which it submits to the session, or a `question`; of what is
neither, `wording` makes a message. `displays` light the panels and notify the observers of what is `shown`.

D1 to D57 are the clauses of the stadium game: `scoreboard.rules.diamante` carries them out and names them function by
function, each test in ``tests/scoreboard/rules`` cites its own, and ``docs/rulings.md`` has the rulings on them. Those
on buttons and answers (D55 to D57) are carried out here.
"""
