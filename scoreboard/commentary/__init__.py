"""What is said of a game: the play by play, the questions, the corrections, and which sounds are played.

The path of a line: state change → facts → words → language. The rules are not applied a second time here: the input is
a line of the record with the states before and after it, and the output follows from their difference.

1. *State change → facts.* `facts` lists what a line made happen, as messages such as ``play.strike``: first what was
   done, then its consequences, such as runs, outs and the end. `four_dice` and `rallybird` have those of their games,
   `counts` what all of them share, `names` how lines, calls, cards and places are called.
2. *Facts → words.* `play_by_play` adds the notes of a play of several lines, and the play that an UNDO or an amendment
   is about; `voice` is what is called of a line, `sounds` what is heard of it, `clauses` which clause made the call,
   `chances` what it did to the chances to win, and `story` what is told of a finished game.
3. *The state alone → words.* `standing` is how the game stands, `prompts` what may be said before the next throw,
   `corrections` what a correction brings, `box` what the box chose as an opponent.
4. *Words → language.* `scoreboard.language` has the wording of each message, for each length; nothing here knows one.

All functions are pure. The golden games pin every phrase, so a changed word shows in a test.
"""

from scoreboard.commentary.corrections import (
    MARK,
    CorrectedLine,
    NoLongerFits,
    beyond_its_name,
    consequences,
    corrected_lines,
    foretold,
    has_effect,
    no_longer_fits,
)
from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.names import line_name, played_with
from scoreboard.commentary.play_by_play import said_of, tell
from scoreboard.commentary.prompts import default_notice, die_words, prompt
from scoreboard.commentary.sounds import CALLS, Sound, sounds
from scoreboard.commentary.standing import on_base, scoreline, standing, when, who_is_up
from scoreboard.commentary.voice import announced, called, due, speakable

__all__ = [
    "CALLS",
    "MARK",
    "CorrectedLine",
    "NoLongerFits",
    "Sound",
    "announced",
    "beyond_its_name",
    "called",
    "consequences",
    "corrected_lines",
    "default_notice",
    "die_words",
    "due",
    "facts_of",
    "foretold",
    "has_effect",
    "line_name",
    "no_longer_fits",
    "on_base",
    "played_with",
    "prompt",
    "said_of",
    "scoreline",
    "sounds",
    "speakable",
    "standing",
    "tell",
    "when",
    "who_is_up",
]
