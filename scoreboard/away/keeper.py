"""The keeper's part in a game of two houses: it says which line is next."""

from __future__ import annotations

from msgspec import structs

from scoreboard.away.house_letters import HouseLetter, LineOffer, Stated, is_sign
from scoreboard.away.part import HousePart, own_entry
from scoreboard.away.turns import is_out_of_turn, sayer
from scoreboard.message import message
from scoreboard.record import encode
from scoreboard.rules.events import Call, Roll


class Keeper(HousePart):
    """The house that says which line is next."""

    def _step(self) -> bool:
        return self._write_theirs() or self._write_own()

    def _lines_after(self, base: int) -> tuple[Stated, ...]:
        return self.record.after(base, self.kept.opened)

    def _write_own(self) -> bool:
        """Write the own line that is next, unless it waits for the other house."""
        offer, other = self._first(), self.other
        if offer is None:
            return False
        if self._takes_both(offer.stated):
            if other is not None and other.declines == offer.number:
                self._drop(message("houses.declined"))
                return True
            return other is not None and other.agrees == offer.number and self._written(offer)
        if self.asked is not None or offer.pledge:  # which the guest opens first
            return False
        return self._written(offer)

    def _written(self, offer: LineOffer) -> bool:
        if not self._write(offer.stated, offer.stated):
            self._tell_lost(own_entry(offer.stated), message("houses.overtaken"))
        return True

    def _write_theirs(self) -> bool:
        """Write what the guest offers, or decline it."""
        offer = self._others_offer
        if offer is None or offer.number == self.kept.declines:
            return False
        line = offer.stated.entry
        side = None if line is None else sayer(self._game, line)
        if line is None or side == self.kept.side or is_out_of_turn(self._game, line):
            return self._decline(offer)
        if side is None:
            return offer.number == self.kept.agrees and self._take(offer)
        if self.asks is not None:  # what takes both is settled first
            return False
        if is_sign(self._game, line):
            return self._opened(offer)
        return self._answered(offer) if isinstance(line, Roll) else self._take(offer)

    def _opened(self, offer: LineOffer) -> bool:
        """The guest opens its secret: it must be what it pledged, and this house's throw must be waiting for it."""
        own, opens = self._first(), offer.stated.opens
        if own is None or not own.pledge:
            return self._decline(offer)
        if not offer.stated.opens_pledge(own.pledge):
            self._stop("secret", self.count + 1)
            return True
        return self._take(offer, opens)

    def _answered(self, offer: LineOffer) -> bool:
        """The guest has thrown: the secret that its throw names is opened first."""
        if offer.pledge:
            opens = self.kept.secrets.get(offer.pledge)
            if opens is None:
                return self._decline(offer)
            self._write(Stated(encode(Call(call=opens.rpartition(" ")[0], by="web")).decode(), opens))
        return self._take(offer)

    def _take(self, offer: LineOffer, opens: str = "") -> bool:
        if not self._write(structs.replace(offer.stated, opens=opens)):
            self._decline(offer)
        return True

    def _decline(self, offer: LineOffer) -> bool:
        self._keep(declines=offer.number)
        return True

    def _compare(self, letter: HouseLetter) -> None:
        super()._compare(letter)
        if letter.count > self.count:  # this house has lost what it once wrote
            self._stop("differs", self.count + 1)
