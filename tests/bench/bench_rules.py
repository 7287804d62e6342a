"""How fast the law judges, beside a chess library's legality-checked moves in the same run. Run by ``make bench``.

Both are timed over lines that were drawn and recorded before: ours through `apply`, theirs through
``assert move in board.legal_moves; board.push(move)``. Then whole records are read and replayed, as `stadium replay`
does, and long ones full of corrections beside long ones without. A ratio of two figures of one run says more than
either. Last, who is likely to win, what is told of a long game, and the box's move (bar: 50 ms), whose
table is made if there is none.
"""

# ruff: noqa: T201, S311 - printing is what it is for; the assertion is what is timed; lots are no secret

from __future__ import annotations

import argparse
import gc
import io
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from pathlib import Path
from random import Random
from typing import get_args

import chess

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.games import HALVES, drawn, drawn_game, long_histories, moments, setup

from firmware.storage.expectancy_file import made_expectancy
from scoreboard.commentary.chances import KeptChances
from scoreboard.commentary.story import box_report, story
from scoreboard.language import language
from scoreboard.opponent import decide
from scoreboard.record import encode_all, read, replay, steps_of
from scoreboard.rules import RULE_SETS, Refused, apply, start
from scoreboard.rules.events import Amend, AnyLine, Die, Event, Press, RulesName, Set, Side
from scoreboard.rules.history import Entry, History, begin, judge
from scoreboard.stats.win_probability import win_chance
from scoreboard.web.watch.win_chances import game_chances

PLIES = 120
LATE = 90
"""The inning from which a long game is set back, so that it does not end."""
REPLAYED = 60
"""Games of each kind that are replayed."""
UNDO = Press(button="undo")


def events_a_second(games: list[list[Event]]) -> float:
    """Lines judged by the law, a second."""
    begun = time.perf_counter()
    for events in games:
        game = start(setup("diamante-major"))
        for event in events:
            game = apply(game, event)
    return sum(map(len, games)) / (time.perf_counter() - begun)


def moves_a_second(games: list[list[chess.Move]]) -> float:
    """Chess moves checked and made, a second."""
    begun = time.perf_counter()
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert move in board.legal_moves
            board.push(move)
    return sum(map(len, games)) / (time.perf_counter() - begun)


def drawn_chess(lots: Random) -> list[chess.Move]:
    """A chess game of random moves."""
    board = chess.Board()
    while len(board.move_stack) < PLIES and (moves := list(board.legal_moves)):
        board.push(lots.choice(moves))
    return board.move_stack


def records_seconds(records: Iterable[bytes]) -> float:
    """Seconds of processor time to read and replay records, undo and all."""
    begun = time.process_time()
    for record in records:
        for _ in replay(read(io.BytesIO(record), print)):
            pass
    return time.process_time() - begun


def recorded(events: list[Event]) -> bytes:
    """The game as a record."""
    lines: list[AnyLine] = [setup("diamante-major"), *events]
    return encode_all(lines)


def long_game(lots: Random, lines: int) -> list[Event]:
    """A game of so many lawful lines that does not end."""
    events, game = list[Event](), start(setup("diamante-major", 99))
    while len(events) < lines:
        line: Event = Set(inning=1) if game.inning > LATE else drawn(game, lots)
        try:
            game = apply(game, line)
        except Refused:
            continue
        events.append(line)
    return events


def amendment(lots: Random, events: Sequence[Entry]) -> Entry:
    """What a user may say of a line up to here."""
    dice = [number for number, line in enumerate(events, start=2) if isinstance(line, Die)]
    line, other = lots.randrange(len(events)) + 2, Press(button=lots.choice(("ball", "out", "run")))
    value = Amend(line=lots.choice(dice or [line]), value=lots.randint(1, 10))
    return lots.choice((value, Amend(line=line, as_=other), Amend(line=line, as_=None), Amend(line=line, add=other)))


def storm(lots: Random, events: Sequence[Event], undos: int, amendments: int) -> list[Entry]:
    """The lines with so many undos and amendments among them, in any order."""
    kinds, lines, rest = list("u" * undos + "a" * amendments + "e" * len(events)), list[Entry](), iter(events)
    lots.shuffle(kinds)
    for kind in kinds:
        if kind == "e" or not lines:
            lines.append(next(rest, UNDO))
        else:
            lines.append(UNDO if kind == "u" else amendment(lots, lines))
    return lines


def tried_out(lots: Random, events: Sequence[Event], amendments: int) -> list[Entry]:
    """The lines, then so many amendments, each of them taken back."""
    return [*events, *[line for _ in range(amendments) for line in (amendment(lots, events), UNDO)]]


def line_seconds(lines: Sequence[Entry]) -> float:
    """Seconds of processor time that a line takes, replayed."""
    record, begun = encode_all((setup("diamante-major", 99), *lines)), time.process_time()
    for _ in replay(read(io.BytesIO(record), print)):
        pass
    return (time.process_time() - begun) / len(lines)


def slowest(history: History, lines: Iterable[Entry]) -> float:
    """The most seconds of processor time that one of these lines takes, told after the history.

    Python's search for garbage, which comes when it will and looks at all that this process holds, is left out.
    """
    most = 0.0
    gc.disable()
    for line in lines:
        begun = time.process_time()
        history = judge(history, line).history
        most = max(most, time.process_time() - begun)
    gc.enable()
    return most


def tell_corrections(lots: Random) -> None:
    """Print what corrections cost, in lines of a game without any."""
    events, strike = long_game(lots, 14_500), Press(button="strike")
    plain = min(line_seconds(events) for _ in range(3))
    print(f"Corrections: a line of a long game takes {1e6 * plain:.0f} us. In lines of such a game, each line of")
    for name, lines in {
        "2,800 strikes, every second one undone": [strike, UNDO] * 1400,
        "20,000 with 5,000 undos and 500 amendments in any order": storm(lots, events, 5000, 500),
        "15,500 with 500 amendments of any line at the end, each undone": tried_out(lots, events, 500),
    }.items():
        print(f"{line_seconds(lines) / plain:8.1f} {name}")
    history = reduce(lambda history, line: judge(history, line).history, events, begin(setup("diamante-major", 99)))
    four_ago = [Amend(line=history.number - 4, value=value) for value in range(1, 11)]
    print(f"{slowest(history, four_ago) / plain:8.1f} the slowest amendment four throws ago in it")
    print(f"{slowest(history, [UNDO] * len(events)) / plain:8.1f} the slowest UNDO back to its beginning")


def tell_box(lots: Random) -> None:
    """Print how long the strong box takes over a decision; bar: 50 ms."""
    worth = made_expectancy().of
    solved: tuple[RulesName, ...] = ("diamante-amateur", "four-dice", "rallybird")
    for rules in solved:
        times = list[float]()
        for _, game in moments(setup(rules), lots):
            for side in get_args(Side):
                begun = time.perf_counter()
                if decide(game, side, "strong", lots, worth) is not None:
                    times.append(1000 * (time.perf_counter() - begun))
        times.sort()
        middle, longest = times[len(times) // 2], times[-1]
        print(f"The box in {rules}: {len(times)} decisions, {middle:.1f} ms each, {longest:.1f} the longest.")


def tell_replays(lots: Random) -> None:
    """Print how fast whole records of each game are read and replayed, beside Diamante's; bar: no less than half."""
    speeds = dict[str, float]()
    for rules in RULE_SETS:
        games = [drawn_game(setup(rules), lots) for _ in range(REPLAYED)]
        seconds = records_seconds(encode_all([setup(rules), *events]) for events in games)
        speeds[rules] = sum(map(len, games)) / seconds
    for rules, speed in speeds.items():
        print(f"Replay of {rules}: {speed:,.0f} lines a second, {speed / speeds['diamante-major']:.2f} of Diamante's.")


def tell_chances(lots: Random) -> None:
    """Print how long it takes to tell who is likely to win, the first time and after."""
    for rules in RULE_SETS:
        states = [start(setup(rules)), *(game for _, game in moments(setup(rules), lots))]
        times = list[float]()
        for game in states:
            begun = time.perf_counter()
            win_chance(game)
            times.append(1000 * (time.perf_counter() - begun))
        print(f"Chances of {rules}: {times[0]:.1f} ms at first, then {sum(times[1:]) / len(times[1:]):.3f} a state.")


def tell_views() -> None:
    """Print how much processor time the views of a game of 93 half-innings take, and one line more; bar: 1 s each."""
    for rules in RULE_SETS:
        before, history = long_histories(rules, Random(3))
        chances, times = KeptChances(), list[float]()
        views: tuple[tuple[Callable[[History], object], History], ...] = (
            (lambda played: box_report(1, played), history),
            (lambda played: story(1, steps_of(played), language("en")), history),
            (lambda played: game_chances(1, chances.of(played), language("en")), before),  # noqa: B023 - called at once
            (lambda played: game_chances(1, chances.of(played), language("en")), history),  # noqa: B023 - likewise
        )
        for view, played in views:
            begun = time.process_time()
            view(played)
            times.append(time.process_time() - begun)
        print(
            f"{HALVES} half-innings of {rules}, {history.number} lines: box {times[0]:.2f} s, story {times[1]:.2f} s, "
            f"chances {times[2]:.2f} s, and with a line more {1000 * times[3]:.1f} ms."
        )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="nine-inning Major League games to read and replay")
    wanted = parser.parse_args()
    lots = Random(1)
    games = [drawn_game(setup("diamante-major"), lots) for _ in range(wanted.games)]
    timed, chess_games = games[:100], [drawn_chess(lots) for _ in range(100)]
    ours = max(events_a_second(timed) for _ in range(3))
    theirs = max(moves_a_second(chess_games) for _ in range(3))
    print(f"The law: {ours:,.0f} events a second, {ours / theirs:.2f} of python-chess's {theirs:,.0f} checked moves.")
    seconds = records_seconds(map(recorded, games))
    lines = sum(map(len, games)) + len(games)
    print(f"Records: {len(games)} nine-inning games, {lines:,} lines, read and replayed in {seconds:.1f} s.")
    tell_corrections(lots)
    tell_replays(Random(2))
    tell_chances(lots)
    tell_views()
    tell_box(lots)


if __name__ == "__main__":
    sys.exit(main())
