"""The facts of a line of the record: what happened, as keys and values without words.

Rule kept here: the rules are not applied a second time. A fact follows from the line and from the difference between
the states before and after it, so the play by play cannot differ from the score.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from scoreboard.commentary import four_dice, rallybird
from scoreboard.commentary.counts import double_play_facts, number_word, pitch_facts, roll_name
from scoreboard.commentary.names import call_name, place_name, set_values, target_name, value_read, zone_name
from scoreboard.message import Message, message
from scoreboard.rules.diamante.board import PITCHER, spoken_place
from scoreboard.rules.events import Amend, Ball, Call, Chip, Die, End, Hold, Move, Press, Roll, Set, Skip, says
from scoreboard.rules.history import Entry
from scoreboard.rules.house_rules import PAINTED, Helmet
from scoreboard.rules.last_inning import LAST_INNING
from scoreboard.rules.state import SHARED, Answer, Choice, Game
from scoreboard.scorebook import (
    Happened,
    half_of,
    is_correction,
    is_full,
    is_mercy_end,
    notation,
    what_happened,
)


def facts_of(before: Game, line: Entry, after: Game) -> tuple[Message, ...]:
    """Return the facts of ``line`` in the order of the play by play: what was done, then its consequences."""
    if is_correction(line):
        return tuple(_correction(line))
    happened = what_happened(before, line, after)
    notes = notation(before, line, after)
    notation_fact = [message("play.noted", notes=notes)] if notes else []
    return (*_deed(before, line, after, happened), *notation_fact, *_consequences(before, after, happened))


def _correction(line: Entry) -> Iterator[Message]:
    match line:
        case Set():
            yield message("play.set", changes=set_values(says(line)))
        case Amend():
            yield from _amend(line)
        case Press():
            # one of: play.press-batter, play.press-next, play.press-ok, play.press-redo, play.press-undo
            yield message(f"play.press-{line.button}")


def _deed(before: Game, line: Entry, after: Game, happened: Happened) -> Iterator[Message]:
    match line:
        case Die():
            yield from _die(before, line, after, happened)
        case Chip():
            yield message(f"play.{happened.name}")
        case Roll():
            yield from _roll(before, line, after, happened)
        case Move(to=answer) | Ball(to=answer):
            yield from _answer(before, answer)
        case Skip():
            yield from _skip(after)
        case Hold():
            yield message("play.hold", team=before.team(before.fielding).name)
        case Call():
            yield from _call(before, line, after)
        case Press():
            yield from _press(before, line, after, happened)
        case End():
            yield message(f"play.{line.why}")


def _die(before: Game, die: Die, after: Game, happened: Happened) -> Iterator[Message]:
    if die.color == before.team(before.fielding).color:
        return _throw(before, die, after) if after.diamante.choice else _pitch(before, die, after, happened)
    if die.color == before.team(before.batting).color:
        return _swing(before, die, after, happened)
    return _run(before, die, after)


def _pitch(before: Game, die: Die, after: Game, happened: Happened) -> Iterator[Message]:
    """A pitch. If it also ends the play because no runner runs, its count is in the state after it (D27, D46)."""
    yield message("play.pitch", team=before.team(before.fielding).name, value=die.value)
    yield from pitch_facts(after.diamante.unpitched or before, happened.name, strikes=after.strikes)


def _swing(before: Game, die: Die, after: Game, happened: Happened) -> Iterator[Message]:
    """A swing at the pitch, or after a ball at one that was none (D15)."""
    chased = before.diamante.unpitched if before.phase == "pitch" else None
    yield message("play.chase" if chased else "play.swing", team=before.team(before.batting).name, value=die.value)
    yield from _helmet(helmet_effect(before, die, after))
    match happened.name:
        case "fly":
            yield message("play.fly", zone=zone_name(happened.zone))
        case "bunt":
            yield message("play.bunt", target=target_name(after.ball))
        case "ten" | "homerun" as name:
            yield message(f"play.{name}")
        case name:
            yield from pitch_facts(chased or before, name)


def _run(before: Game, die: Die, after: Game) -> Iterator[Message]:
    if after.diamante.choice is None:
        yield message("play.run", value=die.value)
        yield from _helmet(helmet_effect(before, die, after))
    else:
        yield from _advance(after.diamante.choice)


def _throw(before: Game, die: Die, after: Game) -> Iterator[Message]:
    team = before.team(before.fielding).name
    aim = after.diamante.choice.chosen if after.diamante.choice else PITCHER
    if aim == PITCHER:
        yield message("play.short", team=team, value=die.value)
    else:
        yield message("play.throw", team=team, value=die.value, target=target_name(aim))
    if after.phase == "throw":
        yield message("play.throw-again")


def _roll(before: Game, roll: Roll, after: Game, happened: Happened) -> Iterator[Message]:
    if before.setup.rules == "four-dice":
        yield from four_dice.roll_facts(before, roll, after, happened)
        return
    yield message("play.roll", team=before.team(before.batting).name, values=roll.values)
    yield from rallybird.glove_test_facts(before, roll)
    if happened.name:
        yield replace(roll_name(happened.name), own=happened.words)
    yield from double_play_facts(happened)
    yield from rallybird.turned_glove_facts(before, after)


def _answer(before: Game, answer: Answer) -> Iterator[Message]:
    """The answer to the last throw: the default stands, or another one."""
    choice = before.diamante.choice
    if choice is None or choice.chosen == answer:
        yield message("play.stands")
    elif choice.before.phase == "run":
        yield message("play.instead-run", place=place_name(int(answer)))
    else:  # the half-inning may have ended on the throw as it stood
        yield message("play.instead-throw", team=before.team(choice.before.fielding).name, target=target_name(answer))


def _skip(after: Game) -> Iterator[Message]:
    yield message("play.skip")
    if after.diamante.choice is not None:
        yield from _runner_of_die(after.diamante.choice)


def _runner_of_die(choice: Choice) -> Iterator[Message]:
    """Another runner is the one whose white die it was (D27), and he advances."""
    runner = next(man.place for man in choice.before.men if man.turn == "due")
    yield message("play.die-of", runner=spoken_place(runner))
    yield from _advance(choice)


def _advance(choice: Choice) -> Iterator[Message]:
    """How far the white die takes its runner."""
    start = next(man.place for man in choice.before.men if man.turn == "due")
    if choice.chosen == start:
        yield message("play.stay", value=choice.value)
    else:
        yield message("play.run-to", value=choice.value, place=place_name(int(choice.chosen)))
        yield from _helmet(runner_helmet_effect(choice))


def _helmet(effect: HelmetEffect | None) -> Iterator[Message]:
    """What a helmet made of the throw (D16)."""
    if effect is not None:
        yield effect.message("play.helmet")


def _call(before: Game, call: Call, after: Game) -> Iterator[Message]:
    if call.call == LAST_INNING:
        return _last_inning(before, after)
    if before.setup.rules == "four-dice":
        return four_dice.call_facts(before, call)
    if before.cards is not None:
        return rallybird.call_facts(before, call, after)
    return iter((message("play.call", team=before.team(before.batting).name, call=call_name("play.call", call.call)),))


def _last_inning(before: Game, after: Game) -> Iterator[Message]:
    """Which inning is the last one; said of one that is over, what that comes to (H5)."""
    yield message("play.last-inning" if after.last == before.inning else "play.was-last-inning")
    if after.inning > after.last:
        yield message("play.extra-inning")


def _amend(line: Amend) -> Iterator[Message]:
    match says(line):
        case {"as": None}:
            yield message("play.amend-away", line=line.line)
        case {"as": _}:
            yield message("play.amend-as", line=line.line)
        case {"add": _}:
            yield message("play.amend-add", line=line.line)
        case new:
            yield message("play.amend", line=line.line, reading=value_read(new))


def _press(before: Game, press: Press, after: Game, happened: Happened) -> Iterator[Message]:
    match press.button:
        case "out" | "run" if before.phase == "low-high":
            return four_dice.play_facts(before, after, happened)
        case "ball" | "strike":
            return pitch_facts(before, happened.name)
        case "batter" if before.fresh or not after.fresh:
            return iter((message("play.same-batter"),))
        case "next" if after.diamante.choice is not None:
            return _next(before, after.diamante.choice)
        case button:
            keys = {"caught": "play.caught", "fair": "play.fair", "run_added": "play.run-added"}
            return iter((message(keys.get(happened.name, f"play.press-{button}")),))


def _next(before: Game, choice: Choice) -> Iterator[Message]:
    """What NEXT chose: another answer of the same runner or fielder, or another runner for the die."""
    same = before.diamante.choice is not None and before.diamante.choice.before == choice.before
    return _answer(before, choice.chosen) if same else _runner_of_die(choice)


def _consequences(before: Game, after: Game, happened: Happened) -> Iterator[Message]:
    if runs := happened.runs:
        key = "play.runs" if runs > 1 else "play.one-run" if runs > 0 else "play.runs-back"
        yield message(key, runs=number_word(abs(runs), "runs-counted"))
    if outs := happened.outs:
        key, number = ("play.outs", before.outs + outs) if outs > 0 else ("play.outs-back", after.outs)
        # one of: outs-counted.0, outs-counted.1, outs-counted.2, outs-counted.3
        yield message(key, outs=message(f"outs-counted.{number}"))
    if is_full(before, after):
        yield message("play.full", runs=before.house.cap or 0)
    if after.over and not before.over:
        yield from _end(after)
    elif half_of(after) > half_of(before):
        yield message(f"play.{after.half}", inning=after.inning, team=after.team(after.batting).name)
    elif half_of(after) < half_of(before) or (before.over and not after.over):
        yield message("play.still", team=after.team(after.batting).name)


def _end(after: Game) -> Iterator[Message]:
    score = (after.away, after.home)
    values = {"most": max(score), "least": min(score)}
    if is_mercy_end(after):
        yield message("play.mercy", team=after.team(after.winner or after.batting).name, lead=max(score) - min(score))
    if after.winner is None:
        yield message("play.end" if after.ended else "play.tie", **values)
    elif after.ended:
        yield message("play.win-early", team=after.team(after.winner).name)
    else:
        yield message("play.win", team=after.team(after.winner).name, **values)


class HelmetEffect(Struct, frozen=True):
    """A throw that a helmet changed.

    Attributes:
        helmet: what is painted on it.
        value: what the die shows.
        counts: what it counts as.
    """

    helmet: Helmet
    value: int
    counts: int

    def message(self, key: str) -> Message:
        """The message of that key, of this throw."""
        return message(key, helmet=PAINTED[self.helmet], value=self.value, counts=self.counts)


def helmet_effect(before: Game, line: Entry, after: Game) -> HelmetEffect | None:
    """What a helmet made of a throw at bat or on the path; None where the die counts as it fell."""
    if after.diamante.choice is not None and after.diamante.choice.before.phase == "run":
        return runner_helmet_effect(after.diamante.choice)
    if not isinstance(line, Die) or before.phase not in {"swing", "homer", "run"}:
        return None
    if line.color == SHARED:
        runner = next((man for man in before.men if man.turn == "due"), None)
        return None if runner is None else _effect(before, runner.helmet, line.value)
    return _effect(before, before.at_bat, line.value) if line.color == before.team(before.batting).color else None


def helmet_sum(before: Game, line: Entry, after: Game) -> Message | None:
    """What a helmet made of a die as a sum for a panel, 3+1=4; None where the die counts as it fell."""
    effect = helmet_effect(before, line, after) if isinstance(line, Die) else None
    if effect is None:
        return None
    more = abs(effect.counts - effect.value)
    return message("moment.helmet", value=effect.value, helmet=PAINTED[effect.helmet], more=more, counts=effect.counts)


def runner_helmet_effect(choice: Choice) -> HelmetEffect | None:
    """Likewise, of the runner whose throw can still be answered otherwise."""
    runner = next(man for man in choice.before.men if man.turn == "due")
    return _effect(choice.before, runner.helmet, choice.value)


def _effect(game: Game, helmet: int, value: int) -> HelmetEffect | None:
    sign = game.sign(helmet)
    counts = game.house.modified(sign, value)
    return None if counts == value else HelmetEffect(sign, value, counts)
