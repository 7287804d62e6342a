"""What is said of a game: the play by play, the questions, the corrections, and which sounds are played.

The path of a line: state change → facts → words → language. The rules are not applied a second time here: the input is
a line of the record with the states before and after it, and the output follows from their difference.

1. *State change → facts.* `facts` lists what a line made happen, as messages such as ``play.strike``: first what was
   done, then its consequences, such as runs, outs and the end. `four_dice` and `rallybird` have those of their games,
   `counts` what all of them share, `names` how lines, calls, cards and places are called.
2. *Facts → words.* `play_by_play` adds the notes of a play of several lines, and the play that an UNDO or an amendment
   is about; `voice` is what is called of a line, `sounds` what is heard of it, `clauses` which clause made the call,
   `chances` what it did to the chances to win, and `story` sums up a finished game.
3. *The state alone → words.* `standing` is how the game stands, `prompts` what may be said before the next throw,
   `corrections` what a correction brings, `box` what the box chose as an opponent.
4. *Words → language.* `scoreboard.language` has the wording of each message, for each length; nothing here knows one.

`chances`, `story` and `box` need the statistics and the opponent, and are imported as modules; what other rooms use of
all others is here. All functions are pure. The golden games pin every phrase, so a changed word shows in a test.
"""

from scoreboard.commentary.clauses import clause_of, other_clauses
from scoreboard.commentary.corrections import (
    PENCIL,
    CorrectedLine,
    consequences,
    corrected_lines,
    correction_preview,
    has_effect,
    side_effects,
    unfit_plays,
)
from scoreboard.commentary.facts import facts_of, helmet_sum
from scoreboard.commentary.names import deck_message, line_name, place_name
from scoreboard.commentary.play_by_play import play_by_play
from scoreboard.commentary.prompts import (
    answer_name,
    default_notice,
    next_puts_out,
    open_choice,
    prompt,
    spot_name,
    without_man,
)
from scoreboard.commentary.sounds import CALLS, Sound, comes_up, names_up, sounds
from scoreboard.commentary.standing import half_inning, on_base, scoreline, standing, who_is_up
from scoreboard.commentary.voice import DETAILS, Announcement, Detail, announcement, detail_length, due, speakable

__all__ = [
    "CALLS",
    "DETAILS",
    "PENCIL",
    "Announcement",
    "CorrectedLine",
    "Detail",
    "Sound",
    "announcement",
    "answer_name",
    "clause_of",
    "comes_up",
    "consequences",
    "corrected_lines",
    "correction_preview",
    "deck_message",
    "default_notice",
    "detail_length",
    "due",
    "facts_of",
    "half_inning",
    "has_effect",
    "helmet_sum",
    "line_name",
    "names_up",
    "next_puts_out",
    "on_base",
    "open_choice",
    "other_clauses",
    "place_name",
    "play_by_play",
    "prompt",
    "scoreline",
    "side_effects",
    "sounds",
    "speakable",
    "spot_name",
    "standing",
    "unfit_plays",
    "who_is_up",
    "without_man",
]
