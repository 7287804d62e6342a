"""State change -> words and sounds: the play by play, the questions, and which sound is played.

Theory of operation. The rules are not applied a second time here. The input is a line of the record with the states
before and after it; the output follows from their difference.

1. `facts` lists what a line made happen, as keys and values without words: ``strike 2``, ``fly to zone 7``. First what
   was done, then its consequences: runs, outs, a new half-inning, the end.
2. `english` has a phrase for each key, and a formatter for each kind of value. Another language is another such module.
   `line_names` names a line of the record by itself, without its effect; `lineup` says who bats and who pitches.
3. `sounds` maps some keys to a sound; of several, the most important one is played.
4. `prompts` words what may be said before a throw (bunt, steal, tag-up), the default answer just taken and the one die
   that is due, as a sentence and in capitals for the panel. `card_names` and `card_facts` are RallyBird's part of all
   that.
5. `corrections` compares the play by play of before an amendment with that of after it, and returns the lines that
   differ.

All functions are pure. Every phrase is pinned by the golden games, so a changed word shows in a test.
"""

from scoreboard.commentary.card_names import played_with
from scoreboard.commentary.corrections import MARK, CorrectedLine, corrected_lines
from scoreboard.commentary.english import describe, scoreline, tell, when
from scoreboard.commentary.line_names import line_name, short_name
from scoreboard.commentary.lineup import who_is_up
from scoreboard.commentary.prompts import default_notice, die_words, panel_words, prompt
from scoreboard.commentary.sounds import Sound, sound

__all__ = [
    "MARK",
    "CorrectedLine",
    "Sound",
    "corrected_lines",
    "default_notice",
    "describe",
    "die_words",
    "line_name",
    "panel_words",
    "played_with",
    "prompt",
    "scoreline",
    "short_name",
    "sound",
    "tell",
    "when",
    "who_is_up",
]
