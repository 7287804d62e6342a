"""What a throw is read from: kept small, bounded, and found again when a line is scored."""

from __future__ import annotations

import pytest
from support.throws import BOX, FRAME, STILL, Reader, chip, die, moving, table

from firmware.play.table.sightings import FILMED, MOST, PART, PAUSE, SeenThrow, Sightings, Throw, unpacked
from scoreboard.rules.events import Chip, Die, Roll
from vision.readings import Reading
from vision.types import Box

RED7 = Die(color="red", value=7, by="camera")


class Watched:
    """A table that is watched."""

    def __init__(self, *, films: bool = True) -> None:
        self.reader = Reader()
        self.sightings = Sightings(self.reader, {"maroon": "red"}, films=films)

    def film(self, *frames: object, seen: tuple[Reading, ...] = ()) -> None:
        """The camera goes on; with the last frame something has come to rest."""
        for frame in frames[:-1]:
            self.sightings.read(frame, lambda: table(STILL))  # type: ignore[arg-type]
        self.reader.next = seen
        self.sightings.read(frames[-1], lambda: table(STILL, BOX))  # type: ignore[arg-type]

    def see(self, *seen: Reading) -> None:
        """These come to rest."""
        self.film(table(FRAME), seen=seen)

    def taken(self, line: Throw, *, asked: bool = False) -> list[Reading]:
        """What the line was read from."""
        return [each.reading for each in self.sightings.taken(line, asked=asked)]


def the_only(seen: tuple[SeenThrow, ...]) -> SeenThrow:
    """There is one."""
    assert 1 == len(seen)
    return seen[0]


def test_the_die_alone_is_kept_and_its_way() -> None:
    """The part of the still around it, and of the frames before; only those in which something moved, and the end."""
    watched = Watched()
    watched.film(*[table(FRAME)] * 40, *moving(20), *[table(FRAME, Box(300, 150, 20, 20))] * 30, seen=(die(),))
    seen = the_only(watched.sightings.taken(RED7, asked=False))
    assert (68, 68, 3) == seen.picture.shape
    assert 250 == seen.picture[34, 34, 0]
    assert 10 < len(seen.film) <= FILMED
    assert {(PART, PART, 2)} == {frame.picture.shape for frame in seen.film}
    assert 200 < unpacked(seen.film[-1].picture).max()


def test_a_pause_parts_two_throws() -> None:
    """What moved long before is not of this throw."""
    watched = Watched()
    watched.film(*moving(20), *[table(FRAME)] * 3 * PAUSE, *moving(6), seen=(die(),))
    assert 3 >= len(the_only(watched.sightings.taken(RED7, asked=False)).film)


@pytest.mark.parametrize("begin", [False, True])
def test_film_is_dropped_after_a_loss_and_pictures_have_none(begin: bool) -> None:
    """After the camera was lent or lost; and photos are no film."""
    watched = Watched(films=begin)
    watched.film(*moving(10))
    watched.sightings.begin()
    watched.see(die())
    assert () == the_only(watched.sightings.taken(RED7, asked=False)).film


def test_a_line_takes_what_shows_it_once() -> None:
    """By the owner's name for the colour, the newest one, and no other value."""
    watched = Watched()
    watched.see(die("maroon", 7), die("blue", 7))
    assert [] == watched.taken(Die(color="red", value=6, by="camera"))
    assert [die("maroon", 7)] == watched.taken(RED7)
    assert [] == watched.taken(RED7)
    assert [die("blue", 7)] == watched.taken(Die(color="blue", value=7, by="camera"))


def test_what_was_not_sure_belongs_to_an_answer_alone() -> None:
    """A line that nobody was asked about is not read from it."""
    watched = Watched()
    watched.see(die("red", None))
    assert [] == watched.taken(RED7)
    assert [die("red", None)] == watched.taken(RED7, asked=True)


def test_dice_of_a_roll_come_in_the_order_of_the_line() -> None:
    """Though they came to rest one after the other; the chip and a ten-sided die are none of them."""
    watched = Watched()
    watched.see(die("white", 2, kind="d6"))
    watched.see(die("white", 5, kind="d6"), chip(), die("red", 5))
    taken = watched.taken(Roll(values=(5, 2), by="camera"))
    assert [("d6", 5), ("d6", 2)] == [(getattr(each, "kind", ""), getattr(each, "value", 0)) for each in taken]
    assert [chip()] == watched.taken(Chip(face="hit", by="camera"))


def test_what_nothing_was_scored_of_is_bounded() -> None:
    """The oldest go."""
    watched = Watched()
    watched.see(*[die(f"c{at}") for at in range(MOST + 3)])
    kept = [at for at in range(MOST + 3) if watched.taken(Die(color=f"c{at}", value=7, by="camera"))]
    assert [*range(3, MOST + 3)] == kept
