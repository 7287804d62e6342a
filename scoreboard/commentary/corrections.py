"""What a correction brings: before it is made, what it would change; after it, the lines that read otherwise.

Rule kept here: nothing is guessed. The correction is judged, and the states before and after it are compared; so a
third out that changes sides, or a run that ends the game, is among it. Likewise the play by play is made of the record
before an amendment and of the one after it, so that an amendment that is undone marks its lines once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from scoreboard.commentary.facts import facts_of
from scoreboard.commentary.play_by_play import facts_or_name, named_play
from scoreboard.message import Message, Words, message
from scoreboard.rules import Refused, apply
from scoreboard.rules.diamante.board import place_code, spoken_spot
from scoreboard.rules.events import Amend, Event, Set
from scoreboard.rules.history import Change, Entry, History, JudgedLine, changes, judge, judged_lines
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import CHIP, DICE, Game, Names


class UnfitPlay(NamedTuple):
    """A play that an amendment leaves unfit.

    Attributes:
        line: the number of its line.
        play: how it has read until now.
        reason: the law's.
    """

    line: int
    play: Words
    reason: Words


PENCIL = "✎"
"""The sign at every corrected line."""


class CorrectedLine(NamedTuple):
    """A line of the record whose play by play has changed.

    Attributes:
        number: the line's number.
        game: the state that it leads to now.
        words: its play by play now.
        counts: whether it counts; if not, ``words`` is the reason.
    """

    number: int
    game: Game
    words: Words
    counts: bool


def corrected_lines(before: History, after: History, newest: int | None = None) -> tuple[CorrectedLine, ...]:
    """The lines that an amendment between the two changed, in their order; of the ``newest`` steps alone, if given."""
    pairs = ((_as_counted(was), _as_counted(now)) for was, now in changes(before, after, newest))
    return tuple(now for was, now in pairs if _differ(was, now))


def _as_counted(judged: JudgedLine) -> CorrectedLine:
    number, line, before, after, refused, *_ = judged
    return CorrectedLine(number, after, facts_of(before, line, after) if refused is None else refused, refused is None)


def _differ(was: CorrectedLine, now: CorrectedLine) -> bool:
    """Whether it counts in one only, or counts as something else."""
    return was.counts != now.counts or (now.counts and was.words != now.words)


def correction_preview(before: History, line: Entry, after: History) -> tuple[Words, ...]:
    """What a correction would come to: how the play that it names reads then, and what the table sees otherwise."""
    play = named_play(after.steps) if isinstance(line, Amend) else None
    seen = consequences(before.game, after.game) or (message("change.score-stays"),)
    return (*([] if play is None else [play]), *seen)


def unfit_plays(before: History, after: History) -> tuple[UnfitPlay, ...]:
    """The plays that count now and would not after a correction, as they have read until now."""
    unfit = {each.line: each.why for each in after.unfit}
    return tuple(
        UnfitPlay(each.number, facts_or_name(each), unfit[each.number])
        for each in judged_lines(before)
        if each.refused is None and each.number in unfit
    )


def has_effect(before: History, line: Entry, after: History) -> bool:
    """Whether an accepted correction changes anything: the game as it stands, or a play that counts."""
    match line:
        case Set():
            stands = judge(before, Set(half=before.game.half)).history.game  # a `set` of what is so already
            return _with_names(after.game) != _with_names(stands)
        case Amend():
            return any(map(_counts_otherwise, changes(before, after)))
    return True


def _with_names(game: Game) -> Game:
    """With both teams' names in it, whether or not they were corrected."""
    return replace(game, names=Names(away=game.team("away").name, home=game.team("home").name))


def _counts_otherwise(change: Change) -> bool:
    """Whether the line counts in one version of the past only, or counts as something else."""
    was, now = change
    if was.refused or now.refused:
        return not (was.refused and now.refused)
    return _stated(was.line) != _stated(now.line) or was.after != now.after


def _stated(line: Entry) -> Entry:
    """What the line says, whoever said it and when."""
    return replace(line, at=UNSET, by=UNSET, confidence=UNSET)


def consequences(was: Game, now: Game) -> tuple[Message, ...]:
    """What a table would see otherwise, the weightiest first; empty if it would see the same."""
    return (
        *_ending(was, now), *_half(was, now), *_numbers(was, now), *_runners(was, now), *_helmets(was, now),
        *_names(was, now), *_due(was, now),
    )  # fmt: skip


def side_effects(game: Game, call: Event) -> tuple[Message, ...]:
    """What a spoken call would bring that its name does not say: an out, a run, the end of a half.

    Empty where it brings nothing of the kind, or is not lawful now.
    """
    try:
        after = apply(game, call)
    except Refused:
        return ()
    scores = any(getattr(after, side) > getattr(game, side) for side in ("away", "home"))
    ends = (after.half, after.inning) != (game.half, game.inning) or after.over > game.over
    return consequences(game, after) if scores or ends or after.outs > game.outs else ()


def _ending(was: Game, now: Game) -> Iterator[Message]:
    if was.over != now.over:
        yield message("change.over" if now.over else "change.goes-on")
    if now.winner is not None and (was.over, was.winner) != (now.over, now.winner):
        yield message("change.winner", team=now.team(now.winner).name)


def _half(was: Game, now: Game) -> Iterator[Message]:
    yield from _number("change.inning", was.inning, now.inning)
    if was.half != now.half:
        yield message("change.bats", team=now.team(now.batting).name)
    yield from _number("change.innings", was.innings, now.innings)


def _numbers(was: Game, now: Game) -> Iterator[Message]:
    yield from _number("change.outs", was.outs, now.outs)
    counts = [f"{game.balls}-{game.strikes}" for game in (was, now)]
    yield from _number("change.count", *counts)
    for side in ("away", "home"):
        team = now.team(side).name
        yield from _number("change.runs", getattr(was, side), getattr(now, side), team=team)
        yield from _number("change.hits", getattr(was.hits, side), getattr(now.hits, side), team=team)


def _number(key: str, was: int | str, now: int | str, **others: Words) -> Iterator[Message]:
    if was != now:
        yield message(key, was=was, now=now, **others)


def _runners(was: Game, now: Game) -> Iterator[Message]:
    if was.runners != now.runners:
        places = sorted(now.runners)
        codes, spots = tuple(map(place_code, places)), tuple(map(spoken_spot, places))
        yield message("change.runners", runners=codes, spots=spots) if spots else message("change.nobody")


def _helmets(was: Game, now: Game) -> Iterator[Message]:
    """Who wears which, where helmets differ (D49)."""
    if len({now.sign(helmet) for helmet in range(len(now.house.lineup))}) < 2:  # noqa: PLR2004 - all are alike
        return
    before, after = ([man.helmet for man in game.men if man.place] for game in (was, now))
    worn = {man.place: man.helmet for man in was.men}
    for man in now.men:
        if man.place and before != after and worn.get(man.place) != man.helmet:
            base, spot = place_code(man.place), spoken_spot(man.place)
            yield message("change.helmet", base=base, spot=spot, helmet=_helmet_name(now, man.helmet))
    if was.at_bat != now.at_bat:
        yield message("change.at-bat", was=_helmet_name(was, was.at_bat), now=_helmet_name(now, now.at_bat))
    if was.batting == now.batting and was.bench != now.bench:
        helmets = tuple(_helmet_name(now, helmet) for helmet in now.bench)
        yield message("change.dugout", helmets=helmets) if helmets else message("change.empty-dugout")


def _names(was: Game, now: Game) -> Iterator[Message]:
    for side in ("away", "home"):
        yield from _number("change.name", was.team(side).name, now.team(side).name)
    if now.up is not None and now.up.bats is not None and (was.up is None or was.up.bats != now.up.bats):
        yield message("change.up", player=now.up.bats)


def _due(was: Game, now: Game) -> Iterator[Message]:
    if now.awaits is None or (was.phase, was.awaits) == (now.phase, now.awaits):
        return
    is_die = now.awaits not in {CHIP, DICE}
    # one of: change.due.chip, change.due.dice
    yield message("change.due", color=now.awaits) if is_die else message(f"change.due.{now.awaits}")


def _helmet_name(game: Game, helmet: int) -> Message:
    """A helmet by its number in the line-up, for two may have one sign, and by what is painted on it."""
    sign = game.sign(helmet)
    return message("change.signed-helmet" if sign else "change.plain-helmet", nth=helmet + 1, sign=PAINTED[sign])
