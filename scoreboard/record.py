"""The game record: JSON Lines in and out, and its replay. `docs/record.md` defines the format.

Rule kept here: reading is strict and bounded. A line that its type does not allow makes the record malformed, no more
than `MAX_LINE_BYTES` of a line are held in memory, and nesting is limited. Only an incomplete last line, as a power cut
leaves it, is dropped with a warning.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import BinaryIO, NamedTuple

import msgspec

from scoreboard.errors import MalformedError
from scoreboard.language import ENGLISH
from scoreboard.message import Message, Words, message
from scoreboard.msgspec_errors import ends_early
from scoreboard.rules import HouseRules, find_rule_set, ruled
from scoreboard.rules.events import AnyLine, Expect, Setup, in_words, says
from scoreboard.rules.history import History, begin, judge

MAX_LINE_BYTES = 64 * 1024
"""The longest line in bytes, its newline included; the longest that the form itself allows is some kilobytes."""
GZIP_MAGIC = b"\x1f\x8b"
"""The first bytes of a gzip file (RFC 1952), as old games are kept in."""

State = dict[str, object]
"""A state line, ready to be written as JSON."""

_decoder: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
_encoder = msgspec.json.Encoder()


def encode(line: AnyLine) -> bytes:
    """Return the line as it stands in a record, without its newline."""
    return _encoder.encode(line)


def decode(raw: bytes) -> AnyLine:
    """Read one line.

    Raises:
        ValueError: if it is malformed; the text says how.
    """
    if not raw.strip():
        raise ValueError("The line is blank")
    try:
        line = _decoder.decode(raw)
        _key_checker.decode(raw.decode())
    except msgspec.MsgspecError as error:  # a ValueError only in its later versions
        raise ValueError(in_words(str(error))) from error
    except UnicodeDecodeError as error:
        raise ValueError(f"Not UTF-8: {error.reason}") from error
    except RecursionError as error:
        raise ValueError("Nested too deep") from error
    return line


def _reject_duplicate_keys(pairs: list[tuple[str, object]]) -> None:
    """Reject an object with a duplicate key; msgspec would take the last value."""
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"The key `{twice}` stands twice in one object")


_key_checker = json.JSONDecoder(object_pairs_hook=_reject_duplicate_keys)


def read(stream: BinaryIO, warn: Callable[[str], None]) -> Iterator[tuple[int, AnyLine]]:
    """Read a record line by line, each as soon as the stream has it.

    Args:
        stream: the record's bytes.
        warn: called with a sentence if the last line is incomplete and dropped.

    Yields:
        The line's number, from 1, and the line.

    Raises:
        MalformedError: at a line that is malformed in itself; those before it have been yielded.
    """
    for number in count(1):
        raw = stream.readline(MAX_LINE_BYTES + 1) if number > 1 else _first_line(stream)
        if _is_cut_off(raw):
            warn(f"line {number}: incomplete, as after a power cut; dropped")
            return
        if not raw:
            return
        yield number, _decoded(number, raw)


def _first_line(stream: BinaryIO) -> bytes:
    """The first line without a byte order mark, which some editors write."""
    raw = stream.readline(MAX_LINE_BYTES + 1 + len(codecs.BOM_UTF8))
    if raw.startswith(GZIP_MAGIC):
        raise MalformedError(1, message("record.packed"))
    encoding = json.detect_encoding(raw)
    if not encoding.startswith("utf-8"):
        raise MalformedError(1, message("record.encoding", encoding=encoding[:6].upper()))
    return raw.removeprefix(codecs.BOM_UTF8)


def encode_all(lines: Iterable[AnyLine]) -> bytes:
    """The lines as a record."""
    return b"".join(encode(line) + b"\n" for line in lines)


def _is_cut_off(raw: bytes) -> bool:
    if not raw or raw.endswith(b"\n") or len(raw) > MAX_LINE_BYTES:
        return False
    return ends_early(raw) or ends_early(raw + b"0")  # msgspec calls ``0.`` a wrong number, not half of one


def _decoded(number: int, raw: bytes) -> AnyLine:
    if len(raw) > MAX_LINE_BYTES:
        raise MalformedError(number, message("record.long", bytes=MAX_LINE_BYTES))
    try:
        return decode(raw)
    except ValueError as error:
        raise MalformedError(number, str(error)) from error


def state_line(
    number: int, history: History, refused: Message | None = None, say: Callable[[Words], str] = ENGLISH
) -> State:
    """Return the state after line ``number``, keys and order as in `docs/record.md`; what is said in it is English.

    A page has it in the language of its reader, in which ``say`` words it.
    """
    game = history.game
    state: State = {"line": number}
    state |= {key: say(game.due) if key == "said" else getattr(game, key) for key in STATE_KEYS}
    state["hits"] = {"away": game.hits.away, "home": game.hits.home}
    state |= {key: getattr(game, key) for key in OPTIONAL_STATE_KEYS if getattr(game, key) is not None}
    if game.innings != history.beginning.innings:
        state["innings"] = game.innings
    if game.over:
        state["winner"] = game.winner
    if refused is not None:
        state["refused"] = say(refused)
    if history.unfit:
        state["unfit"] = tuple({"line": each.line, "why": say(each.why)} for each in history.unfit)
    built: State = msgspec.to_builtins(state)
    return built


STATE_KEYS = (
    *("inning", "half", "balls", "strikes", "outs", "away", "home"),
    *("runners", "ball", "phase", "awaits", "options", "calls", "chase", "said", "over"),
)
OPTIONAL_STATE_KEYS = ("up", "batter", "dugout")


class Failure(NamedTuple):
    """An expectation that does not hold."""

    key: str
    expected: object
    actual: object

    def __str__(self) -> str:
        expected, actual = (_encoder.encode(value).decode() for value in (self.expected, self.actual))
        return f"expected {self.key} {expected}, but it is {actual}"


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A line of a record and its effect.

    Attributes:
        number: the line's number.
        line: the line.
        before: the history before it; on the game line the same as ``after``.
        after: the history after it.
        refused: why the law refused it, if it did.
        failures: what did not hold, if it is an expectation.
    """

    number: int
    line: AnyLine
    before: History
    after: History
    refused: Message | None = None
    failures: tuple[Failure, ...] = ()

    @property
    def state(self) -> State:
        """The state line."""
        return state_line(self.number, self.after, self.refused)


def replay(lines: Iterable[tuple[int, AnyLine]], rulings: Mapping[str, object] | None = None) -> Iterator[ReplayStep]:
    """Replay a record: one step a line, each as soon as its line is there.

    ``rulings`` are the house rules, which a record does not contain.

    An expectation is compared with the state after the last line that is no expectation, in the keys that it names.

    Raises:
        MalformedError: if the first line is no game line, or a later one is.
        RulesError: if the game of the first line cannot be played.
    """
    rest = iter(lines)
    number, setup = next(rest, (1, None))
    if not isinstance(setup, Setup):
        raise MalformedError(number, message("record.game-line-first"))
    history = begin(setup, house_rules_for(setup, rulings or {}))
    first = ReplayStep(number, setup, history, history)
    yield first
    yield from _remaining_steps(first, rest)


def steps_of(history: History) -> Iterator[ReplayStep]:
    """Replay a game that is held in memory."""
    begun = begin(history.setup, history.beginning.house)
    yield ReplayStep(1, history.setup, begun, begun)
    yield from steps_since(begun, history)


def steps_since(before: History, after: History) -> Iterator[ReplayStep]:
    """The steps from an earlier moment of a game to a later one; a single one that was accepted is not judged again."""
    missing = after.number - before.number
    lines = tuple(islice(after.lines, missing))[::-1]
    if missing == 1 and lines[0].accepted:
        yield ReplayStep(after.number, lines[0].line, before, after)
    else:
        first = ReplayStep(before.number, before.setup, before, before)
        yield from _remaining_steps(first, ((recorded.number, recorded.line) for recorded in lines))


def house_rules_for(setup: Setup, rulings: Mapping[str, object]) -> HouseRules:
    """The house rules of that game: these rulings, then those of the game line, then the game's own.

    Raises:
        RulesError: if that game is not played here, or there is no such ruling.
    """
    return ruled(ruled(find_rule_set(setup.rules).house, setup.house), rulings)


def _remaining_steps(first: ReplayStep, rest: Iterator[tuple[int, AnyLine]]) -> Iterator[ReplayStep]:
    step = last_played = first
    for number, line in rest:
        step = _step(number, line, step.after, last_played)
        last_played = last_played if isinstance(line, Expect) else step
        yield step


def _step(number: int, line: AnyLine, before: History, last_played: ReplayStep) -> ReplayStep:
    if isinstance(line, Setup):
        raise MalformedError(number, message("record.game-line-twice"))
    after, refused = judge(before, line)
    failures = _failures(line, last_played.state) if isinstance(line, Expect) else ()
    return ReplayStep(number, line, before, after, refused, failures)


def _failures(expect: Expect, state: State) -> tuple[Failure, ...]:
    expected: State = msgspec.to_builtins(says(expect))
    return tuple(Failure(key, value, state.get(key)) for key, value in expected.items() if state.get(key) != value)
