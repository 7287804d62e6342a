"""RallyBird: the offence plays a card in secret, the defence lays its gloves, and two dice decide (R1 to R10)."""

from scoreboard.rules.rallybird.cards import deck_of, digest_of, hand, in_hand, name_shown, to_draw, unrolled
from scoreboard.rules.rallybird.gloves import laid_out, shown_values, written
from scoreboard.rules.rallybird.law import LAW, NOT_NOW, begin, check
from scoreboard.rules.rallybird.prompts import read_out, speaker
from scoreboard.rules.rallybird.results import COMPARISONS, compared, play_out, result_of, tested_sum, tested_zones

__all__ = [
    "COMPARISONS",
    "LAW",
    "NOT_NOW",
    "begin",
    "check",
    "compared",
    "deck_of",
    "digest_of",
    "hand",
    "in_hand",
    "laid_out",
    "name_shown",
    "play_out",
    "read_out",
    "result_of",
    "shown_values",
    "speaker",
    "tested_sum",
    "tested_zones",
    "to_draw",
    "unrolled",
    "written",
]
