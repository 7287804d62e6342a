"""The law of every game. Pure: no I/O, no clock, no randomness, no logging."""

from scoreboard.rules.aloud import sayable
from scoreboard.rules.errors import BadSetupError, Refused, RulesError, UnknownRulesError, words_of
from scoreboard.rules.house_rules import HouseRules, ruled, ruled_otherwise
from scoreboard.rules.registry import (
    RULE_SETS,
    allows,
    apply,
    colors_of,
    dice_due,
    find_rule_set,
    has_ten_sided_dice,
    name_of_game,
    roll_of,
    ruled_setup,
    set_up,
    sides_of,
    start,
    title_named,
    title_of,
    usual_innings,
)
from scoreboard.rules.state import Game

__all__ = [
    "RULE_SETS",
    "BadSetupError",
    "Game",
    "HouseRules",
    "Refused",
    "RulesError",
    "UnknownRulesError",
    "allows",
    "apply",
    "colors_of",
    "dice_due",
    "find_rule_set",
    "has_ten_sided_dice",
    "name_of_game",
    "roll_of",
    "ruled",
    "ruled_otherwise",
    "ruled_setup",
    "sayable",
    "set_up",
    "sides_of",
    "start",
    "title_named",
    "title_of",
    "usual_innings",
    "words_of",
]
