"""What a broker has not taken yet: the journal is the outbox, and a file says how far it was taken."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from support.games import drawn_game, setup
from support.journal import by_hand

from firmware.devices.protocols import SystemClock
from firmware.mqtt.outbox import DueLine, Outbox
from scoreboard.journal.store import Journal
from scoreboard.rules import Refused
from scoreboard.session import Session
from scoreboard.web.state.live import Live

SETUP = setup("two-dice", 1)


class Desk:
    """Games that are played, and an outbox of them."""

    def __init__(self, folder: Path) -> None:
        self.journal, self.file = folder / "games.sqlite", folder / "taken.json"
        self.session = Session(Journal.create(self.journal), SystemClock())
        self.outbox = self.opened()

    def opened(self) -> Outbox:
        """The outbox as a start finds it."""
        return Outbox(self.file, partial(Journal.open_readonly, self.journal))

    @property
    def live(self) -> Live:
        """What is shown now."""
        return Live(self.session.number, self.session.history)

    def begin(self) -> None:
        """Begin a game."""
        self.session.new_game(SETUP)

    def play(self, lines: int, seed: int = 1) -> None:
        """Play so many lines that are accepted."""
        left = lines
        for line in drawn_game(SETUP, Random(seed)):  # noqa: S311 - a game is drawn, no secret
            if not left:
                return
            try:
                self.session.submit(line)
            except Refused:
                continue
            left -= 1

    def due(self) -> list[DueLine]:
        """All that is due."""
        return list(self.outbox.due(self.live))

    def take(self, lines: list[DueLine]) -> None:
        """The broker takes them."""
        for each in lines:
            self.outbox.taken(each)
        self.outbox.keep()

    def reopened(self, folder: Path) -> None:
        """Another journal is in the place of this one."""
        self.session.close()
        self.journal = folder / "games.sqlite"
        self.session = Session(Journal.create(self.journal), SystemClock())
        self.outbox = self.opened()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Games, none begun."""
    made = Desk(tmp_path)
    yield made
    made.session.close()


def places(lines: list[DueLine]) -> list[tuple[int, int]]:
    """Of each its game and number."""
    return [(each.live.game, each.step.number) for each in lines]


def test_each_line_is_handed_out_once_in_order(desk: Desk) -> None:
    """What is played between two looks comes at the second, and nothing twice."""
    desk.begin()
    assert [(1, 1)] == places(desk.due())
    desk.play(3)
    assert [(1, 2), (1, 3), (1, 4)] == places(desk.due())
    assert [] == desk.due()


def test_what_was_not_taken_is_handed_out_again(desk: Desk) -> None:
    """After a lost connection, with the keys that it had, and nothing that the broker has."""
    desk.begin()
    desk.play(4)
    first = desk.due()
    desk.take(first[:2])
    desk.outbox.rewind()
    again = desk.due()
    assert places(first[2:]) == places(again)
    assert [each.upto for each in first[2:]] == [each.upto for each in again]


def test_a_gap_in_what_was_taken_is_not_passed(desk: Desk) -> None:
    """A later line that was taken first does not make an earlier one count as taken."""
    desk.begin()
    desk.play(2)
    first = desk.due()
    desk.take(first[1:])
    desk.outbox.rewind()
    assert places(first) == places(desk.due())


def test_a_start_goes_on_where_the_last_one_stopped(desk: Desk) -> None:
    """What was taken stands on the disk; what was played meanwhile, without any network, comes."""
    desk.begin()
    desk.play(2)
    desk.take(desk.due())
    desk.play(2, seed=2)
    desk.outbox = desk.opened()
    assert [(1, 4), (1, 5)] == places(desk.due())


def test_games_that_nobody_sent_come_in_order(desk: Desk) -> None:
    """Two games end without a network, a third is played: each comes whole, in the order in which they were begun."""
    desk.begin()
    desk.take(desk.due())
    desk.play(2)
    for _ in range(2):
        desk.begin()
        desk.play(1)
    desk.outbox = desk.opened()
    assert [(1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2)] == places(desk.due())


def test_a_game_that_is_taken_up_again_goes_on(desk: Desk) -> None:
    """An earlier game brings only what it has more, also where another one was sent since."""
    desk.begin()
    desk.play(1)
    desk.begin()
    desk.take(desk.due())
    desk.session.resume(1)
    desk.play(1, seed=3)
    assert [(1, 3)] == places(desk.due())
    desk.session.resume(2)
    desk.play(1)
    assert [(2, 2)] == places(desk.due())


def test_a_new_broker_hears_of_the_game_in_play_and_of_what_comes(desk: Desk) -> None:
    """Not of all that was ever played; the game that goes on it gets whole."""
    for _ in range(3):
        desk.begin()
        desk.play(1)
    desk.file.unlink()
    desk.outbox = desk.opened()
    assert [(3, 1), (3, 2)] == places(desk.due())


def test_nothing_is_due_that_is_not_on_the_disk(desk: Desk) -> None:
    """A line that a power cut could still take back is nobody's business."""
    desk.begin()
    held = Live(desk.session.number, desk.session.history, held=True)
    assert [] == list(desk.outbox.due(held))
    assert [(1, 1)] == places(desk.due())


def test_an_erased_game_does_not_stand_for_the_next_of_its_number(desk: Desk) -> None:
    """SQLite gives a number again: the new game is another one by its checksums, and comes whole with other keys."""
    desk.begin()
    desk.play(3)
    first = desk.due()
    desk.take(first)
    desk.session.close()
    with Journal.create(desk.journal) as journal:
        journal.forget([1])
    desk.session = Session(Journal.create(desk.journal), SystemClock())
    desk.begin()
    desk.play(3, seed=5)
    desk.outbox = desk.opened()
    second = desk.due()
    assert places(first) == places(second)
    assert {each.upto.checksum for each in first}.isdisjoint(each.upto.checksum for each in second)


def test_restored_journal_is_sent_from_its_first_line(desk: Desk, tmp_path: Path) -> None:
    """It has fewer lines than the broker has taken, and then other ones."""
    desk.begin()
    desk.play(4)
    desk.take(desk.due())
    (tmp_path / "back").mkdir()
    desk.reopened(tmp_path / "back")
    desk.begin()
    desk.play(2, seed=7)
    assert [(1, 1), (1, 2), (1, 3)] == places(desk.due())


@pytest.mark.parametrize("kept", [b"", b"{", b'{"turn":"x","games":{}}', b"\xff\xfe", b"[]"])
def test_a_damaged_file_costs_no_play(desk: Desk, kept: bytes) -> None:
    """Nobody knows what was taken: the game in play comes again, whole, and whoever has its keys lays it aside."""
    desk.begin()
    desk.play(1)
    desk.file.write_bytes(kept)
    desk.outbox = desk.opened()
    assert [(1, 1), (1, 2)] == places(desk.due())


def test_a_damaged_game_costs_only_itself(desk: Desk) -> None:
    """The games after it come all the same."""
    desk.begin()
    desk.take(desk.due())
    desk.play(2)
    desk.begin()
    desk.session.close()
    by_hand(
        desk.journal,
        "DROP TRIGGER lines_kept",
        "UPDATE lines SET line = '{}' WHERE game = 1 AND number = 2",
    )
    assert [(2, 1)] == places(list(desk.opened().due(None)))
