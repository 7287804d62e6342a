"""Partners as pages show them: what each does now, what he throws, and what the law has in store for him (D53).

Rule kept here: nothing is guessed. Whose turn it is after this batter is told, and that he bats only where no play
can end the half-inning; who pitches after this pitcher hangs on hits, walks and outs, and is not told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from msgspec import Struct

from scoreboard.display.due import acting
from scoreboard.language import Language
from scoreboard.message import Message, message
from scoreboard.rules import dice_due
from scoreboard.rules.baseball import OUTS
from scoreboard.rules.endings import runs_to_end
from scoreboard.rules.events import Side
from scoreboard.rules.state import CHIP, DICE, Game

Does = Literal["bats", "pitches", "waits"]
Next = Literal["bats", "bats-or-pitches", "waits"]
SIDES: Final[tuple[Side, Side]] = ("away", "home")


class PartnerTask(Struct, frozen=True, kw_only=True):
    """One of a team's players.

    Attributes:
        name: his.
        does: what he does now.
        throws: the thing that is due, if it is his to throw: a die's colour, ``chip`` or ``dice``; else null.
        next: what he does after this batter, if the game goes on; null where the play decides it.
        role: what he does, in a few words.
        said: what he is to do now, in one sentence to him.
    """

    name: str
    does: Does
    throws: str | None
    next: Next | None
    role: str
    said: str


class PartnerTasks(Struct, frozen=True, kw_only=True):
    """The players of each team, as the set-up names them; none for a team that names none."""

    away: tuple[PartnerTask, ...]
    home: tuple[PartnerTask, ...]


def partners(game: Game, language: Language, *, throwing: bool = True) -> PartnerTasks | None:
    """What everybody does; None where no team names its players, and once the game is over.

    ``throwing``: whether people are to throw what is due: not while a question about a throw is open.
    """
    if game.over or game.up is None:
        return None
    throws = game.awaits if throwing else None
    away, home = (_team(game, side, throws, language) for side in SIDES)
    return PartnerTasks(away=away, home=home)


@dataclass(frozen=True, slots=True)
class _Seat:
    """One of a team's players in a state of play; by number, for two may have one name."""

    game: Game
    side: Side
    number: int

    @property
    def name(self) -> str:
        return self.team[self.number]

    @property
    def team(self) -> tuple[str, ...]:
        return self.game.team(self.side).players or ()

    @property
    def turns(self) -> int:
        """How many turns pass before his: 0 for who is up."""
        up = self.game.partners.away if self.side == "away" else self.game.partners.home
        return (self.number - up) % len(self.team)

    @property
    def does(self) -> Does:
        if self.turns:
            return "waits"
        return "bats" if self.side == self.game.batting else "pitches"

    @property
    def next(self) -> Next | None:
        """What he does after this batter: a team's batters alternate, and who ends the half has his partner pitch."""
        if self.side == self.game.fielding or _may_be_anothers(self.game):
            return None
        if self.turns != 1 % len(self.team):
            return "waits"
        return "bats-or-pitches" if _may_end(self.game) else "bats"


def _earlier(game: Game) -> tuple[Game, ...]:
    """The states that play may still go back to: another answer (D32), a chase (D15), a roll again, an appeal."""
    return game.play.earlier if game.play else ()


def _may_be_anothers(game: Game) -> bool:
    """Whether another may turn out to be at bat than is now."""
    return any((each.half, each.partners) != (game.half, game.partners) for each in _earlier(game))


def _may_end(game: Game) -> bool:
    """Whether the half-inning can end with this batter: he and every runner may be out, and a run may win."""
    last = game.half == "bottom" and game.inning >= game.last
    return last or any(map(_may_end_in, (game, *_earlier(game))))


def _may_end_in(game: Game) -> bool:
    """With three outs, or with the runs of all who are on base and of the batter (H1, H2)."""
    most = 1 + len(game.runners)
    return game.outs + most >= OUTS or (runs_to_end(game) or most + 1) <= most


def _team(game: Game, side: Side, throws: str | None, language: Language) -> tuple[PartnerTask, ...]:
    seats = (_Seat(game, side, number) for number in range(len(game.team(side).players or ())))
    return tuple(_partner(seat, throws, language) for seat in seats)


def _partner(seat: _Seat, throws: str | None, language: Language) -> PartnerTask:
    own = throws if not seat.turns and seat.side == acting(seat.game) else None
    return PartnerTask(
        name=seat.name,
        does=seat.does,
        throws=own,
        next=seat.next,
        role=language.say(_role(seat, throws=own is not None), "short"),
        said=language.say(_throw(seat, own) if own else _waiting_words(seat, throws)),
    )


def _role(seat: _Seat, *, throws: bool) -> Message:
    if seat.turns and seat.next:
        return message("partner.role.next")
    # one of: partner.role.bats, partner.role.pitches, partner.role.waits
    role = message(f"partner.role.{seat.does}")
    return message("partner.role.throws", role=role) if throws else role


def _throw(seat: _Seat, what: str) -> Message:
    if what == CHIP:
        return message("partner.tosses", player=seat.name, thing=message("thing.chip"))
    if what == DICE:
        thing = message("thing.dice" if dice_due(seat.game) == 1 else "thing.several-dice")
    else:
        thing = message("thing.colored", color=what)
    return message("partner.throws", player=seat.name, thing=thing)


def _waiting_words(seat: _Seat, throws: str | None) -> Message:
    """What is said to one who has nothing to throw now."""
    game, thrower = seat.game, seat.game.player(acting(seat.game)) if throws else None
    if not seat.turns:
        # one of: partner.next-bats, partner.next-bats-or-pitches
        # one of: partner.bats, partner.bats-while, partner.pitches, partner.pitches-while
        key = f"partner.{seat.does}"
        return message(f"{key}-while", player=seat.name, other=thrower) if thrower else message(key, player=seat.name)
    if seat.next:
        return message(f"partner.next-{seat.next}", player=seat.name)
    if seat.side == game.batting:
        return message("partner.waits-at-bat", player=seat.name, other=game.player(seat.side) or "")
    if thrower:
        return message("partner.other-throws", player=seat.name, other=thrower)
    return message("partner.waits", player=seat.name, other=game.player(seat.side) or "")
