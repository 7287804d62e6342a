"""The past of a game as an undo stack: which of its lines count, and what an UNDO or an amendment does to the rest.

Rule kept here: *history is only ever added to*. Undo, redo and amendments are lines like any other, and no line that
was there before is touched. A history is a fold of a record's lines, one and the same for a game being played, a game
resumed after a power cut and a game replayed from a file, so the three cannot disagree.

**Recorded lines.** Every line is numbered, the refused ones and the expectations included. The game line is 1.

**Steps.** Every accepted line but undo and redo is one step: what one press of UNDO takes back. What is recorded while
a step is on top and is no step itself, as a refused line or an expectation, is attached to it. The third was refused::

      step 5  chip hit                        -- UNDO -->    step 4  red 7                           undone: step 5
      step 4  red 7                           <-- REDO --    step 2  blue 3, attached: 3 green 5
      step 2  blue 3, attached: 3 green 5                    step 1  game line
      step 1  game line

UNDO takes the top step off with what is attached to it, REDO puts it back, and a new step lets go of what was undone.
No amendment judges an undone line again before it is put back.

**Effective lines.** An amendment is a step that puts a replacement beside the line it names: another line, none at all,
or one more just before it. Each step holds the replacements of all amendments up to it, so that UNDO of an amendment
finds the earlier ones in force. The game is what the effective lines on the stack come to, judged in order; a line
that was refused may count now, and one that counted may be refused: then it is unfit, and the amendment names it::

      step 6  amend 2: 7     replacements: line 2 is blue 7       unfit: 4, 5
      step 5  chip hit       judged again: refused
      step 4  red 7          judged again: refused
      step 2  blue 3         takes effect as blue 7, a called strike

**Checkpoints.** So that this is quick however long the game is, the states of the newest steps are held, and every so
many lines one is kept as a checkpoint. An UNDO farther back judges on from the checkpoint below. An amendment judges on
from the checkpoint below the line that it names, up to one where the game is what it was: from there on it is the same.

Each module imports only those before it: `stack`, `lines`, `steps`, `amendments`, `undo_stack`, `views`.
"""

from scoreboard.rules.history.lines import READING, Entry, RecordedLine, Throw
from scoreboard.rules.history.steps import JudgedLine
from scoreboard.rules.history.undo_stack import History, UndoneStep, begin, judge
from scoreboard.rules.history.views import (
    AcceptedLine,
    Change,
    JudgedPlays,
    changes,
    judged_lines,
    newest_lines,
    plays_of,
)

__all__ = [
    "READING",
    "AcceptedLine",
    "Change",
    "Entry",
    "History",
    "JudgedLine",
    "JudgedPlays",
    "RecordedLine",
    "Throw",
    "UndoneStep",
    "begin",
    "changes",
    "judge",
    "judged_lines",
    "newest_lines",
    "plays_of",
]
