"""Who is likely to win, in words: now, after every play of a game, and what changed it most.

Rule kept here: the chances are `scoreboard.stats.win_probability`, of the states as the game left them; nothing of them
is in a record or a state. A play goes from one batter to the next, so that its pitches, runs and throws are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.standing import half_inning
from scoreboard.message import Message, Words, message
from scoreboard.rules.events import End, Set, Side
from scoreboard.rules.history import History, JudgedLine, judged_lines
from scoreboard.rules.state import Game
from scoreboard.scorebook import is_answer
from scoreboard.stats.win_probability import WinChance, uncounted, win_chance

MOST_SWINGS = 3
"""So many, the biggest, are named of a game."""
LEAST_SWING = 0.05
"""A play that changed the chances less is no swing."""
RESULT_FACTS = frozenset({
    "play.walk", "play.strikeout", "play.homerun", "play.fly", "play.bunt", "play.fair", "play.caught",
    "play.press-out", "play.press-run", "play.press-homerun", "play.run-added", "play.one-run", "play.runs",
    "play.double-play", "play.triple-play", "play.outs", "play.forfeit", "play.called",
})  # fmt: skip
"""Facts of what a play came to; what is rolled is one, too."""


class PlayChances(NamedTuple):
    """A play and what it did to the chances.

    Attributes:
        number: of its last line.
        before: the state that it began in.
        after: the state that it led to.
        words: what it came to.
        was: the chances before it.
        now: the chances after it.
        corrected: it is no play, but a `set`.
    """

    number: int
    before: Game
    after: Game
    words: Words
    was: WinChance
    now: WinChance
    corrected: bool = False

    @property
    def swing(self) -> float:
        """By how much it changed Home's chance."""
        return abs(self.now.home - self.was.home)

    @property
    def gained(self) -> tuple[Side, int, int]:
        """The side that it helped, and its chances before and after, in hundredths."""
        if self.now.home > self.was.home:
            return "home", percent(self.was.home), percent(self.now.home)
        return "away", percent(self.was.away), percent(self.now.away)


def winning_chances(game: Game) -> Words:
    """``To win: Reds 43 %, Blues 57 %.``; nothing once it is over, in the middle of a play, and where it is unknown.

    Where they know nothing of a rule of the house, they are not told, and that is said.
    """
    chance = None if game.over else win_chance(game)
    if chance is None:
        return "" if game.over else uncounted_message(game)
    teams = {"away": game.team("away").name, "home": game.team("home").name}
    chances = {"away_chance": percent(chance.away), "home_chance": percent(chance.home)}
    return message("chances.to-win", **teams, **chances, within=_within(chance))


def uncounted_message(game: Game) -> Words:
    """``Chances do not count this house rule: mercy.``; nothing where they count all."""
    names = uncounted(game.house, game.setup.rules)
    # one of: chances.rule.cap, chances.rule.extra_runner, chances.rule.mercy, chances.rule.tie_after
    rules = tuple(message(f"chances.rule.{name}") for name in names)
    return message("chances.without", house=rules) if rules else ""


def percent(chance: float) -> int:
    """In hundredths; what is open is never shown as certain."""
    return int(chance * 100) if chance in {0.0, 1.0} else min(99, max(1, round(chance * 100)))


def plays(history: History) -> Iterator[PlayChances]:
    """Every play of a game whose chances are known, as it is judged now."""
    return (each for each in plays_and_corrections(history) if not each.corrected)


def plays_and_corrections(history: History) -> tuple[PlayChances, ...]:
    """Likewise with every `set` that changed the chances, which no play did."""
    return KeptChances().of(history)


class KeptChances:
    """The plays of a game that goes on, each computed once: what was added since is judged alone.

    Where the past reads otherwise, as after UNDO or an amendment, all of it is computed anew.
    """

    def __init__(self) -> None:
        self._history: History | None = None
        self._plays = list[PlayChances]()
        self._assembler: _PlayAssembler | None = None

    def of(self, history: History) -> tuple[PlayChances, ...]:
        """Every play up to now, and every `set` that changed the chances."""
        added = self._added(history)
        if self._assembler is None or added is None:
            self._assembler, self._plays, lines = _PlayAssembler(history.beginning), [], judged_lines(history)
        else:
            lines = judged_lines(history, added) if added else iter(())
        self._history = history
        for each in lines:
            if each.refused is None:
                add = self._assembler.add_set if isinstance(each.line, Set) else self._assembler.add_line
                self._plays += add(each)
        return (*self._plays, *self._assembler.held_back)

    def _added(self, history: History) -> int | None:
        """How many steps the history has more than the one before; None where it does not go on from there."""
        if self._history is None or self._history.beginning is not history.beginning:
            return None
        last, now = self._history.steps.top, history.steps.top
        added = sum(1 for _ in takewhile(lambda step: step.number > last.number, history.steps))
        below = next(islice(history.steps, added, None), None)
        goes_on = below is not None and below.recorded is last.recorded and now.replacements == last.replacements
        return added if goes_on else None


class _PlayAssembler:
    """Puts the lines of a game together to plays; a play is held back until its last throw can have no other answer."""

    def __init__(self, beginning: Game) -> None:
        self._before, self._was = beginning, win_chance(beginning)
        self._lines = list[JudgedLine]()
        self._ended: tuple[PlayChances, list[JudgedLine]] | None = None

    @property
    def held_back(self) -> tuple[PlayChances, ...]:
        """The play that is held back, if there is one."""
        return () if self._ended is None else (self._ended[0],)

    def add_line(self, each: JudgedLine) -> Iterator[PlayChances]:
        """One line more; the play that it ends comes with the next."""
        if self._ended is not None and is_answer(each.line, each.before):
            play, self._lines = self._ended
            self._before, self._was, self._ended = play.before, play.was, None
        else:
            yield from self.release()
        self._lines.append(each)
        if each.after.fresh or each.after.over:
            self._end(each.number, each.after, is_play=not isinstance(each.line, End))

    def add_set(self, each: JudgedLine) -> Iterator[PlayChances]:
        """A `set`: what came before it is a play by itself, the next begins with the chances that it left."""
        met, now = win_chance(each.before), win_chance(each.after)
        if met is not None and met == now:
            return
        yield from self.release()
        if met is not None and self._lines:
            self._end(self._lines[-1].number, each.before)
            yield from self.release()
        if met is not None and now is not None:
            words = facts_of(each.before, each.line, each.after)
            yield PlayChances(each.number, each.before, each.after, words, met, now, corrected=True)
        self._before, self._was, self._lines = each.after, now, []

    def release(self) -> Iterator[PlayChances]:
        """Let the play go that is held back."""
        yield from self.held_back
        self._ended = None

    def _end(self, number: int, after: Game, *, is_play: bool = True) -> None:
        now, lines = win_chance(after), self._lines
        if now is None:
            return
        if self._was is not None and is_play:
            play = PlayChances(number, self._before, after, _result_words(lines), self._was, now)
            self._ended = play, lines
        self._before, self._was, self._lines = after, now, []


def biggest_swings(played: Iterable[PlayChances]) -> tuple[PlayChances, ...]:
    """Those that changed the chances most, the biggest first."""
    swung = (play for play in played if play.swing >= LEAST_SWING)
    return tuple(sorted(swung, key=lambda play: -play.swing)[:MOST_SWINGS])


def swing_message(play: PlayChances) -> Message:
    """``Blues 34 % → 71 %: A hit to zone 9! Two runs score!``, of the side that gained."""
    side, was, now = play.gained
    team, within = play.before.team(side).name, _within(play.now)
    return message("chances.swing", team=team, was=was, now=now, within=within, said=play.words)


def swings_message(history: History) -> Words:
    """The biggest swings of a game, in a line; nothing where there is none, or none is known."""
    swings = (
        (message("chances.then"), half_inning(play.before), swing_message(play))
        for play in biggest_swings(plays(history))
    )
    return tuple(part for swing in swings for part in swing)[1:]


def _within(chance: WinChance) -> Words:
    return message("chances.within", within=max(1, round(100 * chance.within))) if chance.error > TINY else ""


TINY = 1e-6
"""What a sum of many numbers may be off."""


def _result_words(lines: Iterable[JudgedLine]) -> Words:
    """What the lines of a play came to; each thing once."""
    facts = [fact for each in lines for fact in facts_of(each.before, each.line, each.after)]
    results = (fact for fact in facts if fact.key in RESULT_FACTS or fact.key.startswith("play.rolled."))
    return tuple(dict.fromkeys(results)) or tuple(facts[-1:])
