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

from collections.abc import Callable
from itertools import islice
from typing import Final, NamedTuple, Protocol

from msgspec import UNSET, Struct, structs

from scoreboard.away.house_letters import (
    SHORT,
    HouseLetter,
    LineOffer,
    Pledge,
    Stated,
    Stop,
    Why,
    common,
    digest_of,
    fitting,
    head_after,
)
from scoreboard.away.turns import is_out_of_turn, sayer
from scoreboard.message import Message, message
from scoreboard.record import decode, encode
from scoreboard.rules import Game, Refused, in_secret
from scoreboard.rules.events import AnyLine, Call, End, Expect, Press, Roll, Set, Setup, Side
from scoreboard.rules.four_dice import SIGNS
from scoreboard.rules.history import Entry, History, judge
from scoreboard.rules.state import SignPlay

MOST_BYTES: Final = 24 << 10
"""Of a letter's lines: a letter is no larger than a broker takes as a rule."""
MOST_WAITING: Final = 16
"""Lines that wait to be offered: more than a house says at once."""
ABOUT_NOW: Final = (Press, Set, End)
"""What takes both, and is about the game as it stands: after another line it is another thing."""


class GamePaper(Protocol):
    """Where a house writes the game down."""

    @property
    def history(self) -> History:
        """The game as it is written."""

    def write(self, line: Entry) -> None:
        """Write the line, durably, and show it.

        Raises:
            Refused: it is not lawful now; nothing is written.
        """

    def keep(self, kept: KeptPart) -> None:
        """Keep this beside the record, durably."""


class KeptPart(Struct, frozen=True):
    """What a house must not forget, besides the record.

    Attributes:
        game: which, as both houses call it.
        side: the team that plays here.
        revision: see `HouseLetter`.
        number: of the last offer.
        waiting: own lines, the one that is offered first.
        offer: the first of them.
        pledge: the choice in secret that stands.
        secrets: by its hash every choice that was pledged since the last line.
        agrees: see `HouseLetter`.
        declines: see `HouseLetter`.
        agreed: the line that this house has agreed to.
        opened: by the number of its line what was opened there.
        stop: why this house plays no further.
    """

    game: str
    side: Side
    revision: int = 0
    number: int = 0
    waiting: tuple[Stated, ...] = ()
    offer: LineOffer | None = None
    pledge: Pledge | None = None
    secrets: dict[str, str] = {}
    agrees: int = 0
    declines: int = 0
    agreed: str = ""
    opened: dict[int, str] = {}
    stop: Stop | None = None


class Lost(NamedTuple):
    """An own line that does not count after all, and why."""

    line: Entry
    why: Message


class HousePart:
    """A house's part: `Keeper` or `Guest`.

    Args:
        paper: where it writes.
        kept: what is known of before.
        lose: is told of each own line that does not count after all.

    Attributes:
        kept: what must not be forgotten; whoever sends a letter keeps it first.
        other: the newest letter of the other house.
    """

    def __init__(self, paper: GamePaper, kept: KeptPart, lose: Callable[[Lost], None] = lambda _: None) -> None:
        self._paper, self.kept, self._lose = paper, kept, lose
        self.other: HouseLetter | None = None
        self._heads: list[str] = []
        self._texts: list[str] = []
        self._is_busy = False
        self._follow()
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
        return len(self._heads)

    @property
    def is_keeper(self) -> bool:
        """Whether this house says which line is next."""
        return isinstance(self, Keeper)

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
        return other is not None and (other.count, other.head) == (self.count, self._heads[-1]) and not self.is_waiting

    @property
    def common(self) -> int | None:
        """Where the game has stopped: how many lines both have in common; None until that is known."""
        if self.kept.stop is None or self.other is None or not self.other.heads:
            return None
        return common(self._short_heads, self.other.heads)

    def head(self, count: int) -> str:
        """The head after that many lines."""
        return self._heads[count - 1] if count else ""

    def letter(self, nudge: int = 0) -> HouseLetter:
        """How this house stands."""
        kept = self.kept
        base = min(self.count, self.other.count) if self.other is not None else 0
        lines = self._lines_after(base) if self.is_keeper and kept.stop is None else ()
        heads = () if kept.stop is None else self._short_heads
        return HouseLetter(
            kept.game,
            kept.revision,
            self.count,
            self._heads[-1],
            base,
            self.head(base),
            lines,
            kept.offer,
            self._pledged,
            kept.agrees,
            kept.declines,
            kept.stop,
            heads,
            nudge,
        )

    def _lines_after(self, base: int) -> tuple[Stated, ...]:
        opened = self.kept.opened
        lines = tuple(Stated(text, opened.get(at + 1, "")) for at, text in enumerate(self._texts) if at >= base)
        return fitting(lines, MOST_BYTES)

    # -- each role's own

    def _step(self) -> bool:
        """Do one thing that can be done now; False where there is none."""
        raise NotImplementedError

    # -- what both share

    @property
    def _game(self) -> Game:
        return self._paper.history.game

    @property
    def _short_heads(self) -> tuple[str, ...]:
        return tuple(head[:SHORT] for head in self._heads)

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
        is_now = offer is not None and (offer.at, offer.head) == (self.count, self._heads[-1])
        return offer if is_now else None

    def _keep(self, **changes: object) -> None:
        self.kept = structs.replace(self.kept, revision=self.kept.revision + 1, **changes)

    def _stop(self, why: Why, line: int) -> None:
        if self.kept.stop is None:
            self._keep(stop=Stop(why, line))

    def _follow(self) -> None:
        """Reckon on what was written since."""
        history = self._paper.history
        if not self._heads:
            self._add(history.setup)
        new = list(islice(history.lines, history.number - len(self._heads)))
        for recorded in reversed(new):
            self._add(recorded.line)

    def _add(self, line: AnyLine) -> None:
        raw = encode(line)
        self._texts.append(raw.decode())
        self._heads.append(head_after(self._heads[-1] if self._heads else "", raw))

    def _compare(self, letter: HouseLetter) -> None:
        """Stop where the other's record is not this one's."""
        if letter.stop is not None:
            return self._stop("told", letter.stop.line)
        for count, head in ((letter.base, letter.base_head), (letter.count, letter.head)):
            if count <= self.count and self.head(count) != head:
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
        line = entry_of(stated)
        return line is not None and sayer(self._game, line) is None

    def _first(self) -> LineOffer | None:
        """The own line that is next: offered on the record as it stands; what does not fit any more is lost."""
        while self.kept.waiting:
            offer, stated = self.kept.offer, self.kept.waiting[0]
            if offer is not None and (offer.at, offer.stated) == (self.count, stated):
                return offer
            line, is_late = _entry(stated), offer is not None and offer.stated == stated
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
            offer = LineOffer(number, self.count, self._heads[-1], stated, names)
            self._keep(number=number, offer=offer)
        return None

    def _drop(self, why: Message) -> None:
        """The own line that is first does not count."""
        line = _entry(self.kept.waiting[0])
        self._keep(waiting=self.kept.waiting[1:], offer=None)
        self._tell_lost(line, why)

    def _tell_lost(self, line: Entry, why: Message) -> None:
        """Keep first that it does not count: after a power cut it would be offered again."""
        self._paper.keep(self.kept)
        self._lose(Lost(line, why))

    def _write(self, stated: Stated, own: Stated | None = None) -> bool:
        """Write the line that is next, which waited as ``own``; False where the law of this house refuses it."""
        line, before, waiting = _entry(stated), self.count, self.kept.waiting
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
            self._follow()
        if self.kept.secrets:  # they were for the throw that is made now, or is another by now
            self._keep(secrets={}, pledge=None)
        return self.count > before

    def _forget_written(self) -> None:
        """Of an own line that was written just before the end it may not be kept that it was."""
        offer, first = self.kept.offer, self.kept.waiting[:1]
        if offer is None or first != (offer.stated,):
            return
        since = (entry_of(Stated(text)) for text in self._texts[offer.at :])
        if any(line is not None and is_same(line, _entry(offer.stated)) for line in since):
            self._keep(waiting=self.kept.waiting[1:], offer=None)

    @property
    def _unread(self) -> dict[int, str]:
        """What was opened, as far as the other has not written it."""
        read = 0 if self.other is None else self.other.count
        return {number: opens for number, opens in self.kept.opened.items() if number > read}


class Keeper(HousePart):
    """The house that says which line is next."""

    def _step(self) -> bool:
        return self._write_theirs() or self._write_own()

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
            self._tell_lost(_entry(offer.stated), message("houses.overtaken"))
        return True

    def _write_theirs(self) -> bool:
        """Write what the guest offers, or decline it."""
        offer = self._others_offer
        if offer is None or offer.number == self.kept.declines:
            return False
        line = entry_of(offer.stated)
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
        if not opens_as(offer.stated, own.pledge):
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


class Guest(HousePart):
    """The house that writes what the keeper has written."""

    def _step(self) -> bool:
        if (stated := self._next_line()) is not None:
            return self._follow_keeper(stated)
        return self._withdraw_declined() or self._open_secret() or self._offer()

    def _next_line(self) -> Stated | None:
        """The keeper's line after the last of this house."""
        letter = self.other
        if letter is None or not letter.base <= self.count < letter.base + len(letter.lines):
            return None
        return letter.lines[self.count - letter.base]

    def _follow_keeper(self, stated: Stated) -> bool:
        """Write the keeper's line, or stop where an honest keeper cannot have written it."""
        line, number = entry_of(stated), self.count + 1
        own = next((each for each in self.kept.waiting if line is not None and is_same(line, _entry(each))), None)
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
            agreed = self.kept.agreed and entry_of(Stated(self.kept.agreed))
            return None if own or (agreed and is_same(line, agreed)) else "not-agreed"
        if side == self.kept.side:
            is_withheld = offer is not None and (offer.at, offer.stated) == (self.count, own) and offer.pledge
            return "own-name" if own is None else "secret" if is_withheld else None
        if is_sign(self._game, line) and not (offer is not None and opens_as(stated, offer.pledge)):
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


def entry_of(stated: Stated) -> Entry | None:
    """The line; None where it is none that goes on with a game."""
    try:
        line = decode(stated.line.encode())
    except ValueError:
        return None
    return None if isinstance(line, Setup | Expect) else line


def _entry(stated: Stated) -> Entry:
    """A line that this house has written itself."""
    line = entry_of(stated)
    if line is None:
        raise ValueError(stated.line)
    return line


def is_same(line: Entry, other: Entry) -> bool:
    """Whether both say the same; when it was is the keeper's to say."""
    return structs.replace(line, at=UNSET) == structs.replace(other, at=UNSET)


def is_sign(game: Game, line: Entry) -> bool:
    """Whether the line puts a sign on or off, which is always pledged first between two houses."""
    return isinstance(line, Call) and isinstance(game.play, SignPlay) and line.call in SIGNS


def opens_as(stated: Stated, pledge: str) -> bool:
    """Whether the line is what was pledged."""
    line = entry_of(stated)
    is_choice = isinstance(line, Call) and line.call == stated.opens.rpartition(" ")[0]
    return bool(pledge) and is_choice and digest_of(stated.opens) == pledge
