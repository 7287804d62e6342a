"""Sides that are played from phones: who plays which, what each has chosen in secret, and when it is told.

Rule kept here: a choice is in memory alone until both sides have chosen, or the dice lie for which a sign was given;
then both are recorded, one right after the other, and shown together. Who has chosen is told, and never what. What is
told at the box replaces a phone's choice; after a restart everybody chooses again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice

from msgspec import structs

from firmware.notice import notice
from firmware.play.state.scorer_state import ScorerState
from firmware.play.state.secret_card import SIDES, drawn
from firmware.play.table.scorer import Scorer
from scoreboard.message import message
from scoreboard.rules import Refused, in_secret
from scoreboard.rules.events import Call, Side
from scoreboard.rules.history import History
from scoreboard.rules.rallybird import to_draw
from scoreboard.rules.state import Game
from scoreboard.session import Session
from scoreboard.web.play.changes import NotNowError, OvertakenError
from scoreboard.web.play.hand_routes import OwnSides
from scoreboard.web.state.live import Position


class HandDesk:
    """What phones ask for of their sides; every method raises `ChangeError` where it changes nothing."""

    def __init__(self, scorer: Scorer, session: Session) -> None:
        self._scorer, self._session = scorer, session
        self._state: ScorerState = scorer.state
        self._hands = scorer.state.hands
        self._seen: tuple[int, History] | None = None

    # -- what phones ask for

    def own(self, phone: str) -> OwnSides:
        """The sides that this phone plays, and what it has chosen for each."""
        sides = (side for side in SIDES if self._hands.seats.get(side) == phone)
        chosen = {side: self._hands.chosen.get(side) for side in sides}
        return OwnSides(self._session.number, self._session.history, chosen)

    def take(self, phone: str, side: Side) -> None:
        """Play that side from now on, to the end of the game."""
        self._check(None)
        holder = self._hands.seats.get(side)
        if holder not in {None, phone}:
            raise NotNowError(message("page.side-taken", team=self._team(side)))
        if self._other_house_plays(side):
            raise NotNowError(message("page.side-of-house", team=self._team(side)))
        if side == self._state.opponent.side:
            raise NotNowError(message("page.side-of-box", team=self._team(side)))
        self._hands.seats[side] = phone
        self._show_table()

    def leave(self, phone: str, side: Side, *, is_owner: bool) -> None:
        """Play it no longer; an owner may free any side."""
        if self._hands.seats.get(side) != phone and not is_owner:
            raise NotNowError(message("page.side-not-yours", team=self._team(side)))
        self._hands.free(side)
        self._show_table()

    def choose(self, phone: str, side: Side, call: str | None, expected: Position | None) -> None:
        """Choose, or choose otherwise; None takes the choice back."""
        self._check_seat(phone, side, expected)
        first = side not in self._hands.chosen
        if call is None:
            self._hands.chosen.pop(side, None)
            self._pledge(None)
            return self._show_table()
        try:
            self._hands.chosen[side] = in_secret.chosen(self._session.game, side, call)
            self._pledge(call)
        except Refused as refused:
            raise NotNowError(refused.message) from refused
        if first:
            self._scorer.displays.note(notice("secret.chosen", team=self._team(side)))
        return None

    def deal(self, phone: str, side: Side, expected: Position | None) -> None:
        """Have chance take cards out of play, before the side at bat looks at its hand (R2, R8)."""
        self._check_seat(phone, side, expected)
        game = self._session.game
        if not in_secret.is_cards(game, side) or game.phase != "card" or not to_draw(game):
            raise NotNowError(message("page.nothing-to-deal"))
        for line in drawn(game):
            self._scorer.submit(line)

    def keep(self, phones: Collection[str]) -> None:
        """Free the sides of phones that are not paired any more."""
        gone = [side for side, phone in self._hands.seats.items() if phone not in phones]
        for side in gone:
            self._hands.free(side)
        if gone:
            self._show_table()

    def _pledge(self, call: str | None) -> None:
        """A sign goes to the other house as its hash, before it throws."""
        houses = self._scorer.houses
        if houses.side is not None and in_secret.signs(self._session.game):
            houses.pledge(call)

    def _other_house_plays(self, side: Side) -> bool:
        return self._scorer.houses.side not in {None, side}

    # -- when it is told

    def settle(self) -> None:
        """Tell what both sides have chosen, once they have; forget what play has gone on from."""
        if not self._session.has_game:
            return
        if self._forget_stale():
            self._show_table()
        game = self._session.game
        if game.cards is None or not self._hands.chosen or self._state.early.takeover is not None:
            return
        for line in self._due(game):
            self._scorer.submit(self._hidden(line) if line.call.startswith(in_secret.CARD) else line)
            self._forget_stale()

    def _due(self, game: Game) -> tuple[Call, ...]:
        """The lines that tell what was chosen; with another house each tells its own, the card first, by its hash."""
        houses = self._scorer.houses
        if (side := houses.side) is None:
            return lines(game, self._hands.chosen, self._state.opponent.side)
        is_next = side == (game.batting if game.phase == "card" else game.fielding)
        chosen = self._hands.chosen.get(side)
        is_due = is_next and side in in_secret.choosing(game) and not houses.is_waiting
        return (Call(call=chosen, by="web"),) if is_due and chosen is not None else ()

    def _hidden(self, card: Call) -> Call:
        """A card for which gloves must still be laid is committed to first (R10), and shown once they lie."""
        game = self._session.game
        if in_secret.choosing(game) == (game.batting,):
            return card
        name = card.call.partition(" ")[2]
        return structs.replace(self._state.secret.choose(name), by=card.by)

    def _forget_stale(self) -> bool:
        """What was told of cards and gloves leaves the other side's choice alone; any other line takes all back.

        Another game is another evening: nobody plays a side of it yet. Returns whether anything was forgotten.
        """
        now, before, hands = (self._session.number, self._session.history), self._seen, self._hands
        self._seen, seated, chosen = now, hands.seats, hands.chosen
        if before is None or before[0] != now[0]:
            hands.clear()
        elif before[1] is not now[1]:
            new = now[1].number - before[1].number
            are_choices = new > 0 and all(_tells(each.line) for each in islice(now[1].lines, new))
            hands.keep_choices([side for side, call in chosen.items() if are_choices and self._stands(side, call)])
        return (seated, chosen) != (hands.seats, hands.chosen)

    def _stands(self, side: Side, call: str) -> bool:
        try:
            in_secret.chosen(self._session.game, side, call)
        except Refused:
            return False
        return True

    # -- the table

    def _check_seat(self, phone: str, side: Side, expected: Position | None) -> None:
        self._check(expected)
        if self._hands.seats.get(side) != phone:
            raise NotNowError(message("page.side-not-yours", team=self._team(side)))

    def _check(self, expected: Position | None) -> None:
        if not self._session.has_game:
            raise NotNowError(message("page.no-game"))
        if self._state.early.takeover is not None:
            raise NotNowError(message("page.box-is-busy"))
        now = self._session.number, self._session.history.number, self._state.question.open
        if expected is not None and not expected.holds(*now):
            raise OvertakenError(message("page.overtaken"))

    def _team(self, side: Side) -> str:
        return self._session.game.team(side).name

    def _show_table(self) -> None:
        self._scorer.displays.show("")


def _tells(line: object) -> bool:
    return isinstance(line, Call) and line.call.partition(" ")[0] in in_secret.TELLING


def lines(game: Game, chosen: Mapping[Side, str], box: Side | None) -> tuple[Call, ...]:
    """The lines that tell what was chosen, once all have who must; the side at bat first.

    The box lays its gloves once a card lies, so it is not waited for; at bat it chooses before gloves are told.
    """
    due = in_secret.choosing(game)
    waited = tuple(side for side in due if side != box or side == game.batting)
    if not waited or not set(waited) <= chosen.keys():
        return ()
    return tuple(Call(call=chosen[side], by="web") for side in waited)
