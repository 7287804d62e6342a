"""Games of a table of throws, as files."""

from scoreboard.rules.parks.chart import Chart, Effect, chart_of, shipped_chart
from scoreboard.rules.parks.park import TABLE_GAMES, Park

__all__ = ["TABLE_GAMES", "Chart", "Effect", "Park", "chart_of", "shipped_chart"]
