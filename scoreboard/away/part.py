"""One house's part in a game of two, without a clock or a wire: letters of the other go in, its own come out.

The game is a list of lines, and one of the houses, its keeper, says which is next. A house offers what it throws and
says; the keeper writes it, its own and the other's, and sends what it has written; the guest writes that. Both judge
every line by their own law and by `turns`, so that neither can throw for the other.

    Keeper  own line                      -> written, unless it takes both, or a pledged secret opens first
            the guest's offer             -> written, or declined
    Guest   own line                      -> offered until it is among the keeper's
            the keeper's lines            -> written, or the game stops

Rules kept here: a line is sent on once it is written, and what a house has offered or pledged is kept (`KeptPart`)
before it is sent; so a house that is killed at any instant goes on where it was. What cannot be so by an honest house
stops the game, on both sides, with the reason and the line.
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, structs

from scoreboard.away.hashed_record import HashedRecord
from scoreboard.away.house_letters import (
    HouseLetter,
    LineOffer,
    Pledge,
    Stated,
    Stop,
    Why,
    digest_of,
    is_same,
    is_sign,
)
from scoreboard.away.kept_part import GamePaper, KeptPart, Lost
from scoreboard.away.turns import is_out_of_turn, sayer
from scoreboard.message import Message, message
from scoreboard.record import encode
from scoreboard.rules import Game, Refused, in_secret
from scoreboard.rules.events import End, Press, Roll, Set
from scoreboard.rules.history import Entry, judge

MOST_WAITING: Final = 16
"""Lines that wait to be offered: more than a house says at once."""
ABOUT_NOW: Final = (Press, Set, End)
"""What takes both, and is about the game as it stands: after another line it is another thing."""


class HousePart:
    """A house's part: `Keeper` or `Guest`.

    Args:
        paper: where it writes.
        kept: what is known of before.

    Attributes:
        kept: what must not be forgotten; whoever sends a letter keeps it first.
        other: the newest letter of the other house.
        record: the lines that are written.
    """

    def __init__(self, paper: GamePaper, kept: KeptPart) -> None:
        self._paper, self.kept = paper, kept
        self.other: HouseLetter | None = None
        self.record = HashedRecord()
        self._is_busy = False
        self.record.follow(paper.history)
        self._forget_written()

    # -- what the house does

    def say(self, line: Entry, opens: str = "") -> None:
        """Throw or say that line: it is written now, or once the other house has its part in it.

        Raises:
            Refused: it is not lawful now, or not this house's to say; nothing waits.
        """
        if self.kept.stop is not None:
            raise Refused("houses.stopped")
        if len(self.kept.waiting) >= MOST_WAITING:
            raise Refused("houses.waits")
        if is_sign(self._game, line):
            raise Refused("houses.pledge-it")
        line = structs.replace(line, at=UNSET)
        if not self.kept.waiting and not self._is_busy:
            self._check_own(line)
        stated = Stated(encode(line).decode(), opens)
        self._keep(waiting=(*self.kept.waiting, stated))
        self.advance()

    def pledge(self, opens: str | None) -> None:
        """Choose in secret for the next throw: the call, a blank, a salt; None takes it back.

        Raises:
            Refused: this side chooses nothing now, or not that.
        """
        if opens is None:
            self._keep(pledge=None)
            return
        in_secret.chosen(self._game, self.kept.side, opens.rpartition(" ")[0])
        digest = digest_of(opens)
        self._keep(pledge=Pledge(self.count, digest), secrets=self.kept.secrets | {digest: opens})

    def answer(self, number: int, *, agrees: bool) -> None:
        """Agree to the other's offer of that number, or do not."""
        asked = self.asked
        if asked is None or asked.number != number:
            return
        if agrees:
            self._keep(agrees=number, agreed=asked.stated.line)
        else:
            self._keep(declines=number)
        self.advance()

    def withdraw(self) -> None:
        """Take back what takes both, before the other has agreed."""
        if self.kept.offer is not None and self._takes_both(self.kept.offer.stated):
            self._drop(message("houses.withdrawn"))

    def receive(self, letter: HouseLetter) -> None:
        """A letter of the other house came in."""
        if letter.game != self.kept.game or (self.other is not None and letter.age < self.other.age):
            return
        self.other = letter
        self._compare(letter)
        self.advance()

    def advance(self) -> None:
        """Do whatever can be done now."""
        if self._is_busy:  # what is written here may say the next line
            return
        self._is_busy = True
        try:
            while self.kept.stop is None and self._step():
                pass
        finally:
            self._is_busy = False

    # -- how it stands

    @property
    def count(self) -> int:
        """Lines that are written."""
        return self.record.count

    @property
    def is_waiting(self) -> bool:
        """Whether a line of this house is not written yet."""
        return bool(self.kept.waiting)

    @property
    def asked(self) -> LineOffer | None:
        """What the other house would have written that takes both, until it is answered here."""
        offer = self._others_offer
        if offer is None or not self._takes_both(offer.stated):
            return None
        return None if offer.number in {self.kept.agrees, self.kept.declines} else offer

    @property
    def asks(self) -> LineOffer | None:
        """The same of this house, which the other is asked about."""
        offer = self.kept.offer
        return offer if offer is not None and self._takes_both(offer.stated) else None

    @property
    def in_step(self) -> bool:
        """Whether both records are known to be the same, and nothing waits."""
        other = self.other
        return other is not None and (other.count, other.head) == (self.count, self._head) and not self.is_waiting

    @property
    def common(self) -> int | None:
        """Where the game has stopped: how many lines both have in common; None until that is known."""
        if self.kept.stop is None or self.other is None or not self.other.heads:
            return None
        return self.record.common(self.other.heads)

    def letter(self, nudge: int = 0) -> HouseLetter:
        """How this house stands."""
        kept = self.kept
        base = min(self.count, self.other.count) if self.other is not None else 0
        lines = self._lines_after(base) if kept.stop is None else ()
        heads = () if kept.stop is None else self.record.short
        return HouseLetter(
            kept.game,
            kept.revision,
            self.count,
            self._head,
            base,
            self.record.head(base),
            lines,
            kept.offer,
            self._pledged,
            kept.agrees,
            kept.declines,
            kept.stop,
            heads,
            nudge,
        )

    # -- each role's own

    def _step(self) -> bool:
        """Do one thing that can be done now; False where there is none."""
        raise NotImplementedError

    def _lines_after(self, base: int) -> tuple[Stated, ...]:
        """The lines after that many that it sends."""
        raise NotImplementedError

    # -- what both share

    @property
    def _game(self) -> Game:
        return self._paper.history.game

    @property
    def _head(self) -> str:
        return self.record.head(self.count)

    @property
    def _pledged(self) -> Pledge | None:
        """What this house has pledged for the next throw; any line makes it void."""
        pledge = self.kept.pledge
        return pledge if pledge is not None and pledge.at == self.count else None

    @property
    def _others_pledge(self) -> str:
        """The hash of what the other has pledged for the next throw; empty for none."""
        pledge = None if self.other is None else self.other.pledge
        return pledge.digest if pledge is not None and pledge.at == self.count else ""

    @property
    def _others_offer(self) -> LineOffer | None:
        """What the other would have written next, if it means the game as it stands here."""
        offer = None if self.other is None else self.other.offer
        is_now = offer is not None and (offer.at, offer.head) == (self.count, self._head)
        return offer if is_now else None

    def _keep(self, **changes: object) -> None:
        self.kept = structs.replace(self.kept, revision=self.kept.revision + 1, **changes)

    def _stop(self, why: Why, line: int) -> None:
        if self.kept.stop is None:
            self._keep(stop=Stop(why, line))

    def _compare(self, letter: HouseLetter) -> None:
        """Stop where the other's record is not this one's."""
        if letter.stop is not None:
            return self._stop("told", letter.stop.line)
        for count, head in ((letter.base, letter.base_head), (letter.count, letter.head)):
            if count <= self.count and self.record.head(count) != head:
                return self._stop("differs", count)
        return None

    def _check_own(self, line: Entry) -> None:
        """Refuse what is not this house's to say, or not lawful now."""
        side, game = sayer(self._game, line), self._game
        if side not in {None, self.kept.side} or is_out_of_turn(game, line):
            raise Refused("houses.not-yours", team=game.team("home" if self.kept.side == "away" else "away").name)
        if (why := judge(self._paper.history, line).refused) is not None:
            raise Refused(why)

    def _takes_both(self, stated: Stated) -> bool:
        line = stated.entry
        return line is not None and sayer(self._game, line) is None

    def _first(self) -> LineOffer | None:
        """The own line that is next: offered on the record as it stands; what does not fit any more is lost."""
        while self.kept.waiting:
            offer, stated = self.kept.offer, self.kept.waiting[0]
            if offer is not None and (offer.at, offer.stated) == (self.count, stated):
                return offer
            line, is_late = own_entry(stated), offer is not None and offer.stated == stated
            try:
                self._check_own(line)
            except Refused as refused:
                self._drop(refused.message)
                continue
            if is_late and isinstance(line, ABOUT_NOW):
                self._drop(message("houses.overtaken"))
                continue
            names = self._others_pledge if isinstance(line, Roll) and not is_late else ""
            number = self.kept.number + 1
            offer = LineOffer(number, self.count, self._head, stated, names)
            self._keep(number=number, offer=offer)
        return None

    def _drop(self, why: Message) -> None:
        """The own line that is first does not count."""
        line = own_entry(self.kept.waiting[0])
        self._keep(waiting=self.kept.waiting[1:], offer=None)
        self._tell_lost(line, why)

    def _tell_lost(self, line: Entry, why: Message) -> None:
        """Keep first that it does not count: after a power cut it would be offered again."""
        self._paper.keep(self.kept)
        self._paper.lose(Lost(line, why))

    def _write(self, stated: Stated, own: Stated | None = None) -> bool:
        """Write the line that is next, which waited as ``own``; False where the law of this house refuses it."""
        line, before, waiting = own_entry(stated), self.count, self.kept.waiting
        if own is not None:
            at = waiting.index(own)
            self._keep(waiting=waiting[:at] + waiting[at + 1 :], offer=self.kept.offer if at else None)
        if stated.opens:
            self._keep(opened=self._unread | {before + 1: stated.opens})
            self._paper.keep(self.kept)
        try:
            self._paper.write(line)
        except Refused:
            return False
        finally:
            self.record.follow(self._paper.history)
        if self.kept.secrets:  # they were for the throw that is made now, or is another by now
            self._keep(secrets={}, pledge=None)
        return self.count > before

    def _forget_written(self) -> None:
        """Of an own line that was written just before the end it may not be kept that it was."""
        offer, first = self.kept.offer, self.kept.waiting[:1]
        if offer is None or first != (offer.stated,):
            return
        since = (Stated(text).entry for text in self.record.texts[offer.at :])
        if any(line is not None and is_same(line, own_entry(offer.stated)) for line in since):
            self._keep(waiting=self.kept.waiting[1:], offer=None)

    @property
    def _unread(self) -> dict[int, str]:
        """What was opened, as far as the other has not written it."""
        read = 0 if self.other is None else self.other.count
        return {number: opens for number, opens in self.kept.opened.items() if number > read}


def own_entry(stated: Stated) -> Entry:
    """A line that this house has written itself."""
    line = stated.entry
    if line is None:
        raise ValueError(stated.line)
    return line
