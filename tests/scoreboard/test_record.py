"""A record is read strictly, in bounded memory, and plays out to what `docs/record.md` says."""

from __future__ import annotations

import io
import json
import re
import sys
import unicodedata
from contextlib import nullcontext, suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from support.scoring import PLAYS_AND_AMENDS, SETUP, SETUPS, UNDO, blue, lines_of, played, record_of, red

from scoreboard.errors import MalformedError
from scoreboard.language import ENGLISH
from scoreboard.record import MAX_LINE_BYTES, ReplayStep, decode, encode, encode_all, read, replay, state_line
from scoreboard.rules import RulesError, visible
from scoreboard.rules.events import (
    Amend,
    AnyLine,
    Ball,
    Call,
    Chip,
    Die,
    Expect,
    Hold,
    Move,
    Press,
    Roll,
    Set,
    Setup,
    Skip,
    Team,
)
from scoreboard.rules.history import Entry

GOLDEN = Path(__file__).parent.parent / "golden" / "games"

TEXT = st.characters(codec="utf-8", exclude_categories=["Cc"])
NAMES = st.text(TEXT, min_size=1, max_size=40).filter(re.compile(visible.SEEN).match)
MOMENTS = st.datetimes().map(lambda moment: f"{moment:%Y-%m-%dT%H:%M:%S}Z".zfill(20))
D6 = st.lists(st.integers(1, 6), max_size=8).map(tuple)
TEAMS = st.builds(
    Team,
    name=NAMES,
    color=NAMES,
    lineup=st.tuples(*[st.sampled_from(("+", "", "-"))] * 4) | st.just(msgspec.UNSET),
    players=st.lists(NAMES, min_size=1, max_size=2).map(tuple) | st.just(msgspec.UNSET),
)
LINES: st.SearchStrategy[AnyLine] = st.one_of(
    st.builds(Setup, rules=st.sampled_from(("diamante-amateur", "rallybird")), away=TEAMS, home=TEAMS),
    st.builds(Die, color=NAMES, value=st.integers(1, 10), confidence=st.floats(0, 1)),
    st.builds(Chip, face=st.sampled_from(("hit", "out")), by=st.sampled_from(("camera", "web"))),
    st.builds(Roll, values=D6),
    st.builds(Move, to=st.integers(0, 24), at=MOMENTS),
    st.sampled_from((Skip(), Hold(), UNDO)),
    st.builds(Ball, to=st.sampled_from(("1B", "Z1", "HP")) | st.integers(1, 24)),
    st.builds(Call, call=st.text(TEXT, min_size=1, max_size=200)),
    st.builds(Set, outs=st.integers(0, 2), runners=st.sets(st.integers(1, 23), max_size=3).map(tuple)),
    st.builds(Amend, line=st.integers(1, 999), value=st.integers(1, 10)),
    st.builds(Amend, line=st.integers(1, 999), values=D6),
    st.builds(Expect, awaits=st.none() | NAMES, over=st.booleans(), options=st.just((6, "1B"))),
)

FIRST = encode(SETUP)
LINES_TO_SPOIL = [encode(line) for line in (blue(3), Set(outs=1, runners=(6,)), Amend(line=2, value=7), Expect(outs=0))]


def lines(record: bytes) -> list[AnyLine]:
    """Read a record that needs no warning."""

    def warn(sentence: str) -> None:
        raise AssertionError(sentence)

    return [line for _, line in read(io.BytesIO(record), warn)]


def moments(record: bytes) -> list[ReplayStep]:
    """Play a record out."""
    return list(replay(enumerate(lines(record), start=1)))


@given(LINES)
@pytest.mark.untraced
def test_every_line_reads_back_as_it_was_written(line: AnyLine) -> None:
    """A line and its text are two forms of one thing."""
    assert line == decode(encode(line))


@given(st.lists(LINES.filter(lambda line: not isinstance(line, Setup)), max_size=8))
@pytest.mark.untraced
def test_a_record_reads_back_as_it_was_written(following: list[AnyLine]) -> None:
    """A whole record too, whatever its text holds."""
    assert [SETUP, *following] == lines(encode_all([SETUP, *following]))


@given(SETUPS, PLAYS_AND_AMENDS)
@pytest.mark.untraced
def test_a_record_plays_out_to_the_very_same_game(setup: Setup, plays: list[int | Entry]) -> None:
    """Exported and replayed, whatever was refused, undone or amended in it, a game is what it was to the last step."""
    reported = lines_of(plays, setup)
    assert played(*reported, setup=setup) == moments(record_of(*reported, setup=setup))[-1].after


MALFORMED = {
    "blank": b"",
    "spaces": b"   ",
    "not-json": b"hello",
    "two-values": b'{"type":"skip"} {"type":"skip"}',
    "array": b'["skip"]',
    "no-type": b'{"color":"red","value":3}',
    "unknown-type": b'{"type":"dice","values":[3]}',
    "unknown-key": b'{"type":"skip","who":"me"}',
    "d10-of-11": b'{"type":"die","color":"red","value":11}',
    "d10-of-0": b'{"type":"die","color":"red","value":0}',
    "d6-of-7": b'{"type":"roll","values":[7]}',
    "float-value": b'{"type":"die","color":"red","value":3.0}',
    "text-value": b'{"type":"die","color":"red","value":"3"}',
    "true-value": b'{"type":"die","color":"red","value":true}',
    "missing-value": b'{"type":"die","color":"red"}',
    "face-of-edge": b'{"type":"chip","face":"edge"}',
    "place-25": b'{"type":"move","to":25}',
    "base-4B": b'{"type":"ball","to":"4B"}',
    "unknown-button": b'{"type":"press","button":"menu"}',
    "nan": b'{"type":"skip","confidence":NaN}',
    "confidence-2": b'{"type":"skip","confidence":2}',
    "null-at": b'{"type":"skip","at":null}',
    "local-time": b'{"type":"skip","at":"2026-01-02T03:04:05"}',
    "other-zone": b'{"type":"skip","at":"2026-01-02T03:04:05+02:00"}',
    "no-such-day": b'{"type":"skip","at":"2026-02-30T03:04:05Z"}',
    "year-0": b'{"type":"skip","at":"0000-01-02T03:04:05Z"}',
    "month-13": b'{"type":"skip","at":"2026-13-02T03:04:05Z"}',
    "unknown-source": b'{"type":"skip","by":"cat"}',
    "bell": b'{"type":"call","call":"\\u0007"}',
    "two-lines": b'{"type":"call","call":"a\\n"}',
    "set-nothing": b'{"type":"set"}',
    "set-null": b'{"type":"set","outs":null}',
    "set-3-outs": b'{"type":"set","outs":3}',
    "set-twins": b'{"type":"set","runners":[6,6]}',
    "set-four-runners": b'{"type":"set","runners":[6,7,8,9]}',
    "set-home-runner": b'{"type":"set","runners":[24]}',
    "amend-nothing": b'{"type":"amend","line":2}',
    "amend-two-things": b'{"type":"amend","line":2,"value":3,"face":"hit"}',
    "amend-no-line": b'{"type":"amend","value":3}',
    "expect-unknown": b'{"type":"expect","weather":"fine"}',
    "expect-null-outs": b'{"type":"expect","outs":null}',
    "second-game": FIRST,
    "not-utf8": b'{"type":"call","call":"\xff"}',
    "deep-nesting": b'{"type":"call","call":' + b"[" * 60_000,
    "deep-nothing": b"[" * 60_000,
    "deep-before-type": b'{"call":' + b"[" * 60_000,
    "too-long": b'{"type":"call","call":"' + b"a" * MAX_LINE_BYTES + b'"}',
    "byte-order-mark": b'\xef\xbb\xbf{"type":"skip"}',
}


TWICE = {
    "at-the-end": ('{"type":"die","color":"blue","value":7,"value":3}', "value"),
    "the-same": ('{"type":"die","color":"blue","color":"blue","value":3}', "color"),
    "type": ('{"type":"skip","type":"skip"}', "type"),
    "escaped": ('{"type":"die","color":"blue","value":7,"val\\u0075e":3}', "value"),
    "by": ('{"type":"skip","by":"web","by":"web"}', "by"),
    "as": ('{"type":"amend","line":2,"as":{"type":"die","color":"red","value":1,"value":2}}', "value"),
    "as-itself": ('{"type":"amend","line":2,"as":null,"as":{"type":"skip"}}', "as"),
    "add": ('{"type":"amend","line":2,"add":{"type":"set","hits":{"away":1,"away":2}}}', "away"),
    "set": ('{"type":"set","names":{"home":"A","home":"B"}}', "home"),
    "expect": ('{"type":"expect","unfit":[{"line":2,"line":3,"why":""}]}', "line"),
    "call": ('{"type":"call","call":"a","call":"b"}', "call"),
}
GAME_TWICE = {
    "house": ('"house":{"walk_off":true,"walk_off":false}', "walk_off"),
    "innings": ('"innings":3,"innings":5', "innings"),
}


@pytest.mark.parametrize(("line", "key"), TWICE.values(), ids=TWICE.keys())
def test_a_key_that_stands_twice_is_malformed(line: str, key: str) -> None:
    """Which of the two was meant cannot be known, be it in the line or in what it holds."""
    with pytest.raises(MalformedError, match=f"^line 2: The key `{key}` stands twice"):
        lines(FIRST + b"\n" + line.encode() + b"\n")


@pytest.mark.parametrize(("doubled", "key"), GAME_TWICE.values(), ids=GAME_TWICE.keys())
def test_a_game_line_is_no_less_strict(doubled: str, key: str) -> None:
    """What it says twice is malformed, too."""
    setup = encode(structs.replace(SETUP, innings=msgspec.UNSET)).removesuffix(b"}")
    with pytest.raises(MalformedError, match=f"^line 1: The key `{key}` stands twice"):
        lines(setup + b"," + doubled.encode() + b"}\n")


def test_words_that_look_like_keys_are_none() -> None:
    """What a name or a call holds is its own affair."""
    call = Call(call='"call":"call":"call"')
    assert [SETUP, call, call] == lines(record_of(call, call))


BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize("last", [b"", b"\n", b'\n{"type":"sk'], ids=["no-newline", "whole", "cut-off"])
def test_byte_order_mark_is_skipped(last: bytes) -> None:
    """Some editors put one before all they save."""
    assert [SETUP] == [line for _, line in read(io.BytesIO(BOM + FIRST + last), lambda _: None)]


def test_long_line_after_a_mark() -> None:
    """The byte order mark is no part of its length."""
    blanks = b" " * (MAX_LINE_BYTES - len(FIRST) - 1)
    assert [SETUP] == lines(BOM + FIRST + blanks + b"\n")
    with pytest.raises(MalformedError, match="Longer than"):
        lines(BOM + FIRST + blanks + b" \n")


def test_one_byte_order_mark_is_enough() -> None:
    """A second one, or one before a later line, is no mark but damage."""
    for record in (BOM + BOM + FIRST, FIRST + b"\n" + BOM + encode(blue(3))):
        with pytest.raises(MalformedError):
            lines(record)
    with pytest.raises(MalformedError, match=r"^line 1: The game line comes first"):
        list(replay(read(io.BytesIO(BOM), lambda _: None)))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_another_encoding_is_named(encoding: str) -> None:
    """A record saved as something else is told what it is, with a mark or without, whole or cut off."""
    record = FIRST.decode().encode(encoding)
    for each in (record, record + "\n".encode(encoding), record[:50]):
        with pytest.raises(MalformedError, match=rf"^line 1: This is {encoding[:6].upper()}, not UTF-8; save"):
            lines(each)


BOUNDS: list[tuple[str, int, int | None]] = [
    ('{"type":"die","color":"red","value":@}', 1, 10),
    ('{"type":"roll","values":[@]}', 1, 6),
    ('{"type":"move","to":@}', 0, 24),
    ('{"type":"ball","to":@}', 1, 24),
    ('{"type":"set","inning":@}', 1, 999),
    ('{"type":"set","balls":@}', 0, 3),
    ('{"type":"set","strikes":@}', 0, 2),
    ('{"type":"set","outs":@}', 0, 2),
    ('{"type":"set","away":@}', 0, 999),
    ('{"type":"set","runners":[@]}', 1, 23),
    ('{"type":"amend","line":@,"value":1}', 1, None),
    ('{"type":"amend","line":2,"value":@}', 1, 10),
    ('{"type":"amend","line":2,"values":[@]}', 1, 6),
    ('{"type":"skip","confidence":@}', 0, 1),
    ('{"type":"expect","line":@}', 1, None),
    ('{"type":"expect","inning":@}', 1, None),
    ('{"type":"expect","outs":@}', 0, None),
    ('{"type":"expect","runners":[@]}', 1, 23),
    ('{"type":"expect","hits":{"away":@,"home":0}}', 0, None),
    ('{"type":"expect","unfit":[{"line":@,"why":""}]}', 1, None),
    (encode(structs.replace(SETUP, innings=77)).decode().replace("77", "@"), 1, 99),
]
LENGTHS = [
    ('{"type":"die","color":"@","value":1}', 1, 40),
    ('{"type":"call","call":"@"}', 1, 200),
]


@pytest.mark.parametrize(("line", "least", "most"), BOUNDS)
def test_a_number_may_go_to_its_bounds_and_no_further(line: str, least: int, most: int | None) -> None:
    """The least and the most of each number in a line are read, one less and one more are malformed."""
    for number in {least, 1000 if most is None else most}:
        decode(line.replace("@", str(number)).encode())
    for number in {least - 1, *(() if most is None else (most + 1,))}:
        with pytest.raises(ValueError, match="Expected"):
            decode(line.replace("@", str(number)).encode())


@pytest.mark.parametrize(("line", "least", "most"), LENGTHS)
def test_a_text_has_its_length(line: str, least: int, most: int) -> None:
    """Names and calls are never empty, and fit on a screen."""
    for length in (least, most):
        decode(line.replace("@", "a" * length).encode())
    for length in (least - 1, most + 1):
        with pytest.raises(ValueError, match="Expected"):
            decode(line.replace("@", "a" * length).encode())


NOTHING_TO_SEE = (
    "",
    " ",
    "\u3000\xa0",
    "\u0301",
    "\u20dd \ufe0f",
    "Re\u200bds",
    "\u202eReds",
    "Reds\x07",
    "Re\nds",
    "\u3164",
    "\u2800",
    "Re\u200dds",
    "\u200d👩",
    "👩\u200d",
    "👩\u200d\u200d👧",
    "a\ufe0f\u200d👧",
    "می\u200c",
    "می\u200c\u200cخم",
    "م\u200cReds",
    "👩\u200d\u202e👧",
    "Reds\U000e0067\U000e0062\U000e0065\U000e007f",
    "🏴\U000e0067\U000e0062",
    "Z\u0301\u0302\u0303\u0304algo",
    "\u0e01" + "\u0e47" * 7,
)
SCOTLAND = "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
SOMETHING_TO_SEE = (
    "Reds", "#1", "Dé jà", "日本 ハム", "हिन्दी", "⚾\ufe0f", "🦁", "a\u0301", "€", "„x“", "شیر",
    "می\u200cخم", "ශ\u0dca\u200dර\u0dd3",
    "a\u0323\u0302\u0301", "လ\u103b\u103e\u102d\u102f\u1037", "ש\u05b8\u05c1\u0591",
    "👨\u200d👩\u200d👧 Foxes", "❤\ufe0f\u200d🔥", "🏳\ufe0f\u200d🌈", "👩🏽\u200d🚀", "👍🏽", "🇪🇸", SCOTLAND,
)  # fmt: skip


@pytest.mark.parametrize("key", ["name", "color", "players"])
def test_a_name_has_something_to_see(key: str) -> None:
    """Blanks, marks alone or in heaps, zero widths, turned writing name nobody; letters and signs of all scripts do."""
    for name in NOTHING_TO_SEE + SOMETHING_TO_SEE:
        value = [name] if key == "players" else name
        away = json.dumps({"name": "A", "color": "red"} | {key: value})
        line = f'{{"type":"game","rules":"one-die","away":{away},"home":{{"name":"B","color":"blue"}}}}'.encode()
        with nullcontext() if name in SOMETHING_TO_SEE else pytest.raises(ValueError, match="Expected") as caught:
            decode(line)
        assert caught is None or len(str(caught.value)) < 120


def test_no_letter_that_cannot_be_seen_is_in_a_name() -> None:
    """Of all that Unicode has: no control, no format but Arabic, Syriac and Kaithi number signs, which have a form."""
    seen = re.compile(visible.SEEN)
    letters = [chr(point) for point in range(sys.maxunicode + 1)]
    unseen = [each for each in letters if unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    formed = {name for each in unseen if seen.match(f"a{each}") for name in [unicodedata.name(each).split()[0]]}
    assert {"ARABIC", "SYRIAC", "KAITHI"} == formed
    alone = [each for each in letters if unicodedata.category(each) in ("Mn", "Me", "Zs") and seen.match(each)]
    letterless = [each for each in letters if each.isalnum() and not seen.match(each)]
    assert ([], ["\u115f", "\u1160", "\u3164", "\uffa0"]) == (alone, letterless)


@pytest.mark.parametrize(("key", "least", "most"), [("lineup", 4, 4), ("players", 1, 4)])
def test_team_sizes(key: str, least: int, most: int) -> None:
    """A team has four helmets and one to four players; fewer or more do not play."""
    for number, right in ((least, True), (most, True), (least - 1, False), (most + 1, False)):
        away = json.dumps({"name": "A", "color": "red", key: ["+"] * number})
        line = f'{{"type":"game","rules":"one-die","away":{away},"home":{{"name":"B","color":"blue"}}}}'.encode()
        with nullcontext() if right else pytest.raises(ValueError, match="Expected"):
            decode(line)


@pytest.mark.parametrize("line", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_line_is_named(line: bytes) -> None:
    """Whatever is wrong with a line's form, the error says which line it is, and the lines before it were read."""
    reported = replay(read(io.BytesIO(FIRST + b"\n" + line + b"\n"), lambda _: None))
    assert SETUP == next(reported).line
    with pytest.raises(MalformedError, match=r"^line 2: .") as malformed:
        next(reported)
    assert 2 == malformed.value.number


UNLAWFUL = {
    "roll": b'{"type":"roll","values":[2,5]}',
    "no-dice": b'{"type":"roll","values":[]}',
    "many-dice": b'{"type":"roll","values":[1,1,1,1,1,1,1,1,1]}',
    "green-die": b'{"type":"die","color":"green","value":3}',
    "unknown-call": b'{"type":"call","call":"abracadabra"}',
    "swing-first": b'{"type":"die","color":"red","value":3}',
    "tag": b'{"type":"ball","to":15}',
    "hold": b'{"type":"hold"}',
    "undo-nothing": b'{"type":"press","button":"undo"}',
    "amend-the-game": b'{"type":"amend","line":1,"value":3}',
}


@pytest.mark.parametrize("line", UNLAWFUL.values(), ids=UNLAWFUL.keys())
def test_an_unlawful_line_is_refused_and_the_record_goes_on(line: bytes) -> None:
    """What is well formed but not allowed leaves the state, says why, and lets the next line in."""
    first, refused, pitch = moments(FIRST + b"\n" + line + b"\n" + encode(blue(3)))
    assert refused.refused
    assert first.state | {"line": 2, "refused": ENGLISH(refused.refused)} == refused.state
    assert "swing" == pitch.after.game.phase


@pytest.mark.parametrize("record", [b"", b"\n", encode(blue(3)) + b"\n", b"{"], ids=["empty", "blank", "die", "cut"])
def test_a_record_begins_with_its_game_line(record: bytes) -> None:
    """Without one in the first line there is no game to speak of."""
    with pytest.raises(MalformedError, match=r"^line 1: "):
        list(replay(read(io.BytesIO(record), lambda _: None)))


@given(st.binary(max_size=200), st.sampled_from(LINES_TO_SPOIL), st.integers(0, 60))
def test_no_bytes_upset_the_reader(noise: bytes, line: bytes, at: int) -> None:
    """Whatever a file holds, it is read or malformed, and nothing else happens."""
    reported = replay(read(io.BytesIO(FIRST + b"\n" + line[:at] + noise + line[at:]), lambda _: None))
    assert SETUP == next(reported).line
    with suppress(MalformedError):
        list(reported)


SEEN = encode(Die(color="red", value=5, at="2026-01-02T03:04:05Z", by="camera", confidence=0.00123))


@pytest.mark.parametrize("cut", range(1, len(SEEN)))
@pytest.mark.untraced
def test_a_last_line_that_was_cut_off_is_dropped(cut: int) -> None:
    """Wherever a power cut falls within the last line, those before it are read and one sentence says so."""
    warnings: list[str] = []
    record = record_of(blue(3)) + SEEN[:cut]
    assert [SETUP, blue(3)] == [line for _, line in read(io.BytesIO(record), warnings.append)]
    assert ["line 3: incomplete, as after a power cut; dropped"] == warnings


def test_last_line_needs_no_newline() -> None:
    """A complete last line needs no newline."""
    assert [SETUP, blue(3)] == lines(record_of(blue(3)).removesuffix(b"\n"))


@pytest.mark.parametrize("last", [b'{"type":"die","color":"red","value":11}', b"hello", b'{"type":}'])
def test_a_complete_but_wrong_last_line_is_malformed(last: bytes) -> None:
    """Only what a power cut can leave is forgiven: the missing newline excuses nothing else."""
    with pytest.raises(MalformedError, match=r"^line 2: "):
        lines(record_of() + last)


def test_truncated_inner_line_is_malformed() -> None:
    """A line is the last only if nothing follows."""
    with pytest.raises(MalformedError, match=r"^line 2: "):
        lines(record_of() + b'{"type":"di\n' + encode(blue(3)))


class Endless(io.RawIOBase):
    """A stream of one line that never ends, counting what is taken from it."""

    taken = 0

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override] # what BufferedReader hands over
        """Fill the buffer."""
        buffer[:] = b"a" * len(buffer)
        self.taken += len(buffer)
        return len(buffer)


def test_an_endless_line_is_not_held_in_memory() -> None:
    """A line is given up at the limit, however long it would go on."""
    endless = Endless()
    with pytest.raises(MalformedError, match=r"^line 1: Longer than"):
        list(read(io.BufferedReader(endless), lambda _: None))
    assert 2 * MAX_LINE_BYTES > endless.taken


def test_a_game_that_cannot_be_played_is_a_rules_error() -> None:
    """Two teams of one colour are well formed and still no game."""
    setup = Setup(rules="diamante-amateur", away=SETUP.away, home=Team(name="Blues", color="red"))
    with pytest.raises(RulesError):
        moments(record_of(setup=setup))


def test_the_state_line_has_the_contract_keys() -> None:
    """Keys and order are those of `docs/record.md`; what does not apply is left out."""
    first, *_ = moments(record_of())
    keys = "line inning half balls strikes outs away home runners ball phase awaits options calls chase said over hits"
    assert keys.split() == list(first.state)


def test_winner_is_named_once_the_game_is_over() -> None:
    """The state line names the winner after the last play, and nobody before."""
    ahead = record_of(Set(inning=3, half="bottom", outs=2, away=1), *(Press(button="strike"),) * 3)
    *_, before, last = moments(ahead)
    assert "winner" not in before.state
    reported = {key: last.state[key] for key in ("over", "winner", "phase", "awaits", "outs", "balls", "runners")}
    over = {"over": True, "winner": "away", "phase": "over", "awaits": None, "outs": 3, "balls": 0, "runners": ()}
    assert over == reported


def test_the_state_carries_what_no_longer_fits() -> None:
    """After an amendment that leaves lines without a place, the state line names them with the reason."""
    *_, last = moments(record_of(blue(3), red(7), Amend(line=2, value=7)))
    assert ({"line": 3, "why": ENGLISH(last.after.unfit[0].why)},) == last.state["unfit"]


def test_an_expectation_speaks_of_the_line_before() -> None:
    """A state line pasted as an expectation after its line holds, refusal and all."""
    *_, refused = moments(record_of(blue(3), Hold()))
    expect = decode(encode(Expect())[:-1] + b"," + msgspec.json.encode(refused.state)[1:])
    *_, checked = moments(record_of(blue(3), Hold(), expect, expect))
    assert () == checked.failures


def test_an_expectation_that_does_not_hold_gives_both_values() -> None:
    """Only the keys it names are compared, each with what was expected and what is."""
    *_, checked = moments(record_of(blue(3), Expect(outs=1, awaits="red", runners=(9,), refused=None)))
    assert ["expected outs 1, but it is 0", "expected runners [9], but it is []"] == [
        str(failure) for failure in checked.failures
    ]


def test_an_expectation_changes_nothing() -> None:
    """It is an assertion and no part of the game."""
    *_, before, checked = moments(record_of(blue(3), Expect(outs=1)))
    assert before.state | {"line": 3} == checked.state


@pytest.mark.parametrize("golden", sorted(GOLDEN.glob("*.jsonl")), ids=lambda golden: golden.stem)
@pytest.mark.untraced
def test_golden_games_play_out_as_they_say(golden: Path) -> None:
    """Every expectation in the golden games holds."""
    reported = moments(golden.read_bytes())
    assert [] == [(moment.number, str(failure)) for moment in reported for failure in moment.failures]
    assert any(isinstance(moment.line, Expect) for moment in reported)


def test_the_manual_s_own_plays_are_all_lawful() -> None:
    """The plays that the maker's manual shows are played as it shows them, none refused."""
    assert [] == [moment.number for moment in moments((GOLDEN / "manual-figures.jsonl").read_bytes()) if moment.refused]


def test_history_has_one_state() -> None:
    """A moment's state is nothing but its history, told."""
    *_, last = moments(record_of(blue(3)))
    assert state_line(2, last.after) == last.state
