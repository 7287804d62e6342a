"""State change -> words and sounds."""

from scoreboard.commentary.corrections import MARK, CorrectedLine, corrected_lines
from scoreboard.commentary.english import describe, scoreline
from scoreboard.commentary.line_names import line_name, short_name
from scoreboard.commentary.lineup import who_is_up
from scoreboard.commentary.prompts import default_notice, panel_words, prompt
from scoreboard.commentary.sounds import Sound, sound

__all__ = [
    "MARK",
    "CorrectedLine",
    "Sound",
    "corrected_lines",
    "default_notice",
    "describe",
    "line_name",
    "panel_words",
    "prompt",
    "scoreline",
    "short_name",
    "sound",
    "who_is_up",
]
