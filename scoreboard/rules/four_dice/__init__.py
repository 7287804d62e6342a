"""Four-Dice Baseball: the team in the field rolls, a roll is a pitch, and the side at bat puts signs on."""

from scoreboard.rules.four_dice.law import LAW, NOT_NOW, read_out
from scoreboard.rules.four_dice.rolls import counts_harder, find_play, pitch_in_doubt
from scoreboard.rules.four_dice.tables import PLAYS, SIGNS

__all__ = ["LAW", "NOT_NOW", "PLAYS", "SIGNS", "counts_harder", "find_play", "pitch_in_doubt", "read_out"]
