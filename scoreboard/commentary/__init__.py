"""State change -> messages and sounds: the play by play, the questions, and which sound is played.

Theory of operation. The rules are not applied a second time here. The input is a line of the record with the states
before and after it; the output follows from their difference.

1. `facts` lists what a line made happen, as messages: ``play.strike``, ``play.fly``. First what was done, then its
   consequences: runs, outs, a new half-inning, the end. `telling` adds the notes of a play of several lines.
2. `names` names a line of the record by itself, without its effect; `standing` says who bats and who pitches.
3. `sounds` maps some keys to what is heard on the field, from the umpire and from the stands; `voice` has what is
   called of a line, and how the game stands for who cannot see it; `speakable` writes that for a voice.
4. `prompts` asks what may be said before a throw (bunt, steal, tag-up), and tells the default answer just taken and the
   one die that is due. `call_names` has what is said of a call; `card_names` and `rallybird` are RallyBird's part.
5. `corrections` compares the play by play of before an amendment with that of after it, and returns the lines that
   differ; `consequences` tells what a correction would change before it is made; `play_by_play` says what an amendment,
   UNDO and REDO say of the play that they are about.

All functions are pure, and none knows a language: the wording is in the catalogues of `scoreboard.language`. The golden
games pin every phrase, so a changed word shows in a test.
"""

from scoreboard.commentary.card_names import played_with
from scoreboard.commentary.consequences import beyond_its_name, consequences, has_effect
from scoreboard.commentary.corrections import MARK, CorrectedLine, corrected_lines
from scoreboard.commentary.names import line_name
from scoreboard.commentary.play_by_play import NoLongerFits, foretold, no_longer_fits, said_of
from scoreboard.commentary.prompts import default_notice, die_words, prompt
from scoreboard.commentary.sounds import CALLS, Sound, sounds
from scoreboard.commentary.speakable import speakable
from scoreboard.commentary.standing import who_is_up
from scoreboard.commentary.telling import describe, scoreline, tell, when
from scoreboard.commentary.voice import announced, called, due, on_base, standing

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
    "describe",
    "die_words",
    "due",
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
