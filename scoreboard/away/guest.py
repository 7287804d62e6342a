"""The guest's part in a game of two houses: it offers its lines, and writes what the keeper has written."""

from __future__ import annotations

from scoreboard.away.house_letters import HouseLetter, Stated, Why, is_same, is_sign
from scoreboard.away.part import HousePart, own_entry
from scoreboard.away.turns import is_out_of_turn, sayer
from scoreboard.message import message
from scoreboard.record import encode
from scoreboard.rules.events import Call
from scoreboard.rules.history import Entry


class Guest(HousePart):
    """The house that writes what the keeper has written."""

    def _step(self) -> bool:
        if (stated := self._next_line()) is not None:
            return self._follow_keeper(stated)
        return self._withdraw_declined() or self._open_secret() or self._offer()

    def _lines_after(self, base: int) -> tuple[Stated, ...]:  # noqa: ARG002 - the keeper sends some
        return ()

    def _next_line(self) -> Stated | None:
        """The keeper's line after the last of this house."""
        letter = self.other
        if letter is None or not letter.base <= self.count < letter.base + len(letter.lines):
            return None
        return letter.lines[self.count - letter.base]

    def _follow_keeper(self, stated: Stated) -> bool:
        """Write the keeper's line, or stop where an honest keeper cannot have written it."""
        line, number = stated.entry, self.count + 1
        own = next((each for each in self.kept.waiting if line is not None and is_same(line, own_entry(each))), None)
        why = "unlawful" if line is None else self._wrong(line, stated, own)
        if why is None and not self._write(stated, own):
            why = "unlawful"
        if why is not None:
            self._stop(why, number)
        elif self.other is not None:
            self._compare(self.other)
        return True

    def _wrong(self, line: Entry, stated: Stated, own: Stated | None) -> Why | None:
        """Why an honest keeper cannot have written that line, which waited here as ``own``; None if it can."""
        side, offer = sayer(self._game, line), self.kept.offer
        if is_out_of_turn(self._game, line):
            return "out-of-turn"
        if side is None:
            agreed = self.kept.agreed and Stated(self.kept.agreed).entry
            return None if own or (agreed and is_same(line, agreed)) else "not-agreed"
        if side == self.kept.side:
            is_withheld = offer is not None and (offer.at, offer.stated) == (self.count, own) and offer.pledge
            return "own-name" if own is None else "secret" if is_withheld else None
        if is_sign(self._game, line) and not (offer is not None and stated.opens_pledge(offer.pledge)):
            return "secret"
        return None

    def _withdraw_declined(self) -> bool:
        offer, other = self.kept.offer, self.other
        if offer is None or other is None or other.declines != offer.number:
            return False
        if offer.pledge:  # what the keeper has pledged it has, or it was none
            self._stop("secret", self.count + 1)
        else:
            self._drop(message("houses.declined"))
        return True

    def _compare(self, letter: HouseLetter) -> None:
        super()._compare(letter)
        if letter.base > self.count:  # this house has lost what it once wrote
            self._stop("differs", self.count + 1)

    def _open_secret(self) -> bool:
        """The keeper has thrown, and its throw names what this house has pledged: open it."""
        theirs = self._others_offer
        opens = None if theirs is None else self.kept.secrets.get(theirs.pledge)
        if opens is None or (self.kept.waiting and self.kept.waiting[0].opens == opens):
            return False
        line = Call(call=opens.rpartition(" ")[0], by="web")
        self._keep(waiting=(Stated(encode(line).decode(), opens), *self.kept.waiting), offer=None)
        return True

    def _offer(self) -> bool:
        self._first()
        return False
