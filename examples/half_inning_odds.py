"""Compute how many runs a half-inning of each table game brings: `python examples/half_inning_odds.py`."""

from scoreboard.language import ENGLISH
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import RulesName
from scoreboard.stats.odds import solve

games: tuple[RulesName, ...] = ("one-die", "two-dice", "three-dice", "dice-baseball")
for rules in games:
    odds = solve(rules)
    print(f"{ENGLISH(RULE_SETS[rules].title):30} {odds.expected['runs']:.4f} runs, none in {odds.scoreless:.2%}")
