"""The box score of a game as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from firmware.text import columns
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.stats.box_score import BoxScore, TeamBox
from scoreboard.stats.credits import STATS, Stat
from scoreboard.stats.pitchers import Pitching

PITCHING = ("pitchers", "ip", "h", "r", "bb", "hbp", "k", "pitches")


class BoxLines:
    """The line score, then each team's batting, then the pitching, then the proof, in that language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __call__(self, box: BoxScore) -> Iterator[str]:
        """All lines."""
        teams = (box.away, box.home)
        numbers = [str(inning) for inning in range(box.away.first, box.away.first + len(box.away.innings))]
        heads = ("", *numbers, *self._heads("r", "h", "left"))
        yield from columns([heads, *(self._line_score(team) for team in teams)])
        for team in teams:
            yield ""
            yield from self._batting(team)
        yield ""
        yield from columns(
            [self._heads(*PITCHING), *(self._pitching(each) for team in teams for each in team.pitching)]
        )
        yield ""
        yield from (self._proof(team) for team in teams)

    def _heads(self, *names: str) -> tuple[str, ...]:
        # one of: box-score.* and a name of STATS
        return tuple(self._language.say(message(f"box-score.{name}")) for name in names)

    def _line_score(self, team: TeamBox) -> tuple[str, ...]:
        (not_batted,) = self._heads("not-batted")
        runs = (not_batted if inning is None else str(inning) for inning in team.innings)
        return (team.name, *runs, str(team.runs), str(team.hits), str(team.left))

    def _batting(self, team: TeamBox) -> Iterator[str]:
        rows = [(f"{at} {each.helmet}", *_stats(each.stats)) for at, each in enumerate(team.batting, 1)]
        partners = [(each.name, *_stats(each.stats)) for each in team.players]
        total = (*self._heads("all"), *_stats(team.stats))
        yield from columns([(team.name, *self._heads(*STATS)), *rows, *partners, total])
        if team.scorebook:
            yield ", ".join(f"{note} {team.scorebook[note]}" for note in sorted(team.scorebook))

    def _pitching(self, line: Pitching) -> tuple[str, ...]:
        # one of: decision.L, decision.W
        decision = self._language.say(message(f"decision.{line.decision}")) if line.decision else ""
        name = f"{line.name} ({decision})" if decision else line.name
        numbers = (line.h, line.r, line.bb, line.hbp, line.k)
        return (name, line.ip, *map(str, numbers), "-" if line.pitches is None else str(line.pitches))

    def _proof(self, team: TeamBox) -> str:
        proof = team.proof
        came = message("proof.added" if proof.added else "proof.came", came=proof.came_up, added=proof.added)
        if proof.start:
            came = message("proof.start", came=came, start=proof.start)
        still = message("proof.still", on_base=proof.on_base) if proof.on_base else ""
        words = message(
            "proof", team=team.name, came=came, runs=proof.runs, left=proof.left, outs=proof.outs, still=still
        )
        return self._language.say(words)


def _stats(stats: Mapping[Stat, int]) -> tuple[str, ...]:
    return tuple(str(stats[stat]) for stat in STATS)
