"""A game with another house: the invitation, and then every line that this house throws or says, and the other's.

Rule kept here: all of it is done in the loop. Letters come in by `HouseDesk.take`; what is to be sent stands in
`HouseDesk.mail`, which whoever speaks with the broker looks at, and is kept on the disk before it stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, structs

from firmware.notice import Notice, notice
from firmware.play.table.scorer import Scorer
from firmware.storage.away_file import AwayFile, AwayGame
from scoreboard.away.house_letters import HouseLetter, LineOffer
from scoreboard.away.part import Guest, HousePart, Keeper, KeptPart, Lost, entry_of, is_sign
from scoreboard.away.sealed_letter import (
    MOST_SEALED,
    AnyLetter,
    Invitation,
    Reply,
    check_of,
    code_of,
    game_of,
    goes_on_as,
    sealed,
    unsealed,
)
from scoreboard.away.turns import thrower
from scoreboard.errors import ScoreboardError
from scoreboard.message import Words, message
from scoreboard.opponent import Opponent
from scoreboard.record import decode, encode
from scoreboard.rules import Refused, RulesError, ruled_setup
from scoreboard.rules.events import Amend, Call, End, Press, Setup, Side
from scoreboard.rules.history import Entry, History
from scoreboard.session import Session
from scoreboard.web.play.away_routes import AwayStep, HouseQuestion, Stage, TwoHouses
from scoreboard.web.play.changes import NotNowError
from scoreboard.web.state.live import HouseWords

if TYPE_CHECKING:
    from firmware.storage.box_key import BoxKey

SALT: Final = 16
"""Bytes of chance with a choice in secret: so many that nobody finds it by trying all."""
NUDGE_TICKS: Final = 20
"""Half seconds after which a letter that was not answered is sent again."""
SAY_TICKS: Final = 6
"""Half seconds after which the table is told that the other house is waited for."""
OTHER: Final[Mapping[Side, Side]] = {"away": "home", "home": "away"}


@dataclass(frozen=True, slots=True)
class HouseMail:
    """What is to be sent and heard.

    Attributes:
        sent: topic, without what all topics begin with -> what the broker is to keep there.
        heard: the topic that is listened to; empty for none.
    """

    sent: Mapping[str, bytes]
    heard: str = ""


class HouseDesk:
    """Plays with another house.

    Args:
        scorer: writes the lines.
        session: has the game.
        file: keeps what must not be forgotten.
        house: what this house is called.
        key: this stadium's.
        wake: called when there is something to send.

    Attributes:
        mail: what is to be sent and heard.
    """

    def __init__(
        self,
        scorer: Scorer,
        session: Session,
        file: AwayFile,
        house: str,
        key: BoxKey,
        wake: Callable[[], None],
    ) -> None:
        self._scorer, self._session, self._file, self._house = scorer, session, file, house
        self._key, self._wake = key, wake
        self.mail = HouseMail({})
        self._game = file.read()
        self._part: HousePart | None = None
        self._guest: tuple[str, str] | None = None
        self._sent: object = None
        self._nudges = self._quiet = 0
        self._announced: Words = ""

    # -- what the table sees; satisfies `OtherHouse`

    @property
    def side(self) -> Side | None:
        """The team that plays here; None while no other house plays the game on the board."""
        return None if self._playing is None else self._playing.kept.side

    @property
    def is_waiting(self) -> bool:
        """Whether a line of this house is on its way, so that what is thrown now must wait."""
        return self._playing is not None and self._playing.is_waiting

    def say(self, line: Entry) -> None:
        """Throw or say that line: it is written now, or once the other house has its part in it.

        Raises:
            Refused: it is not lawful now, or not this house's to say.
        """
        part = self._playing
        if part is None:
            raise Refused("houses.stopped")
        if isinstance(line, Call) and is_sign(self._session.game, line):
            self.pledge(line.call)
        else:
            part.say(line)

    def pledge(self, call: str | None) -> None:
        """Choose a sign in secret; None takes it back. Refused where this side chooses nothing now."""
        if (part := self._playing) is not None:
            part.pledge(None if call is None else f"{call} {token_hex(SALT)}")

    # -- where the game is written; satisfies `GamePaper`

    @property
    def history(self) -> History:
        """The game on the board."""
        return self._session.history

    def write(self, line: Entry) -> None:
        """Write a line that the keeper has numbered."""
        self._scorer.write(line, keeps_refused=False)

    def keep(self, kept: KeptPart) -> None:
        """Keep the part, if it is not kept yet."""
        game = self._game
        if game is not None and game.part != kept:
            self._game = structs.replace(game, part=kept)
            self._file.keep(self._game)

    # -- what people do

    def step(self, asked: AwayStep) -> None:
        """Do what somebody asks for; NotNowError where it is not to be done now."""
        {
            "invite": self._invite,
            "join": lambda: self._join(asked.code),
            "accept": self._accept,
            "agree": lambda: self._answer(asked.number, agrees=True),
            "disagree": lambda: self._answer(asked.number, agrees=False),
            "withdraw": self._withdraw,
            "common": self._take_common,
            "leave": self._leave,
        }[asked.step]()
        self.settle()

    def _invite(self) -> None:
        """Have a code by which another house finds this one."""
        self._check_free()
        plans, nonce = self._scorer.plans, token_hex(SALT)
        setup = plans.named(plans.next.setup)
        setup = structs.replace(ruled_setup(setup, plans.rulings_of(setup)), series=UNSET)
        code = code_of(self._key.public, nonce)
        self._begin_with(AwayGame(code, is_host=True, nonce=nonce, setup=encode(setup).decode()))

    def _join(self, code: str) -> None:
        """Take up the invitation of that code."""
        self._check_free()
        self._begin_with(AwayGame("".join(code.upper().split()), is_host=False))

    def _check_free(self) -> None:
        if self._playing is not None and not self._session.game.over:
            raise NotNowError(message("houses.in-play"))

    def _begin_with(self, game: AwayGame) -> None:
        self._close()
        self._game = game
        self._file.keep(game)

    def _accept(self) -> None:
        """Play with the house that has answered the invitation."""
        game, guest = self._game, self._guest
        if game is None or guest is None or game.game:
            raise NotNowError(message("houses.nobody-asks"))
        peer, house = guest
        self._game = structs.replace(game, peer=peer, house=house)
        self._open(setup_of(game.setup), game_of(self._key.public, peer, game.nonce))

    def _open(self, setup: Setup, name: str) -> None:
        """Begin the game with the other house."""
        game = self._game
        if game is None or not self._scorer.begin_once(setup, {}):
            raise NotNowError(message("page.not-begun"))
        self._scorer.play_against(Opponent())
        self._guest = None
        self._game = structs.replace(game, game=self._session.number, part=KeptPart(name, game.side))
        self._file.keep(self._game)
        self._part = None

    def _answer(self, number: int, *, agrees: bool) -> None:
        part = self._need()
        if part.asked is None or part.asked.number != number:
            raise NotNowError(message("page.overtaken"))
        part.answer(number, agrees=agrees)

    def _withdraw(self) -> None:
        self._need().withdraw()

    def _take_common(self) -> None:
        """Go on from what both records have in common."""
        part, game = self._need(), self._game
        if game is None or part.kept.stop is None or not part.common:
            raise NotNowError(message("houses.not-stopped"))
        common, history = part.common, self._session.history
        lines = [each.line for each in reversed(list(history.lines))][: common - 1]
        self._open(history.setup, goes_on_as(part.kept.game, part.head(common)))
        for line in lines:
            try:
                self._session.submit(line)  # type: ignore[arg-type] # no game line, no expectation
            except Refused:
                continue
        self._part = None  # it is begun anew, with these lines
        self._scorer.displays.show("")

    def _leave(self) -> None:
        """Play with nobody else any more; the game stays in the journal."""
        if self._game is None:
            raise NotNowError(message("houses.nobody-asks"))
        self._close()
        self._file.forget()

    def _close(self) -> None:
        self._game = self._part = self._guest = None

    def _need(self) -> HousePart:
        if (part := self._playing) is None:
            raise NotNowError(message("houses.nobody-asks"))
        return part

    # -- letters

    def take(self, topic: str, payload: bytes) -> None:
        """A letter came in; one that is not the other house's is left alone."""
        game = self._game
        if game is None or topic != self._topics[1] or len(payload) > MOST_SEALED:
            return
        came = unsealed(payload, topic)
        if came is None or (game.peer and came.key != game.peer):
            return
        match came.letter:
            case Reply(house=house) if game.is_host and not game.game:
                self._guest = came.key, house
            case Invitation() if not game.is_host and not game.game:
                self._invited(game, came.letter, came.key)
            case HouseLetter() if game.game or not game.is_host:
                self._receive(came.letter)
        self.settle()

    def _invited(self, game: AwayGame, letter: Invitation, key: str) -> None:
        """The code is the right one: answer."""
        if code_of(key, letter.nonce) != game.code or game.peer:
            return
        try:
            setup_of(letter.setup)
        except ValueError:
            return
        self._game = structs.replace(
            game, nonce=letter.nonce, setup=letter.setup, side=OTHER[letter.side], peer=key, house=letter.house
        )
        self._file.keep(self._game)

    def _receive(self, letter: HouseLetter) -> None:
        game = self._game
        if game is not None and not game.game:
            self._accepted(game, letter)
        if (part := self._playing) is not None:
            part.receive(letter)

    def _accepted(self, game: AwayGame, letter: HouseLetter) -> None:
        """The host has begun the game: begin it here by its game line, which must be that of its invitation."""
        name = game_of(game.peer, self._key.public, game.nonce)
        if not game.peer or letter.game != name or letter.base or not letter.lines:
            return
        try:
            setup = setup_of(letter.lines[0].line)
            if structs.replace(setup, at=UNSET) == structs.replace(setup_of(game.setup), at=UNSET):
                self._open(setup, name)
        except (ValueError, NotNowError):
            return

    # -- what follows by itself

    def settle(self) -> None:
        """Keep and send what has changed; called after everything that happens in the loop."""
        part = self._playing
        if part is not None:
            part.advance()
        if self._mark == self._sent or (part is not None and self._session.is_held):  # what is not on the disk stays
            return
        if part is not None:
            self.keep(part.kept)
        self._sent, self.mail = self._mark, self._written()
        self._wake()

    @property
    def _mark(self) -> object:
        """What a letter is made of."""
        part = self._playing
        how = part and (part.kept, part.count, part.other and part.other.count)
        return self._game, self._guest, how, self._nudges

    def tick(self) -> None:
        """Half a second has passed: send again what was not answered, and tell whom the table waits for."""
        self._quiet += 1
        if self._playing is not None and not self._playing.in_step and self._quiet % NUDGE_TICKS == 0:
            self._nudges += 1
            self.settle()
        words = self._waits_for
        if words != self._announced:
            self._announced, self._quiet = words, 0
        elif words and self._quiet == SAY_TICKS:
            self._scorer.displays.note(Notice(words, words))

    @property
    def _playing(self) -> HousePart | None:
        """The part in the game on the board; None where that is another one."""
        game = self._game
        if game is None or game.part is None or not self._session.has_game or game.game != self._session.number:
            return None
        if self._part is None:
            role = Keeper if game.is_host else Guest
            self._part = role(self, game.part, self._lose)
        return self._part

    def _lose(self, lost: Lost) -> None:
        self._scorer.displays.note(notice("houses.lost", why=lost.why))

    @property
    def _topics(self) -> tuple[str, str]:
        """Where this house writes, and the other."""
        if self._game is None:
            return "", ""
        host, guest = (f"{self._game.code}/{each}" for each in ("host", "guest"))
        return (host, guest) if self._game.is_host else (guest, host)

    def _written(self) -> HouseMail:
        """What is to be sent; of a game that is left nothing is kept by the broker."""
        own, other = self._topics
        sent = {topic: b"" for topic in self.mail.sent if topic != own}
        letter = self._letter()
        if letter is not None:
            sent[own] = sealed(letter, self._key.private, own)
        return HouseMail(sent, other)

    def _letter(self) -> AnyLetter | None:
        game, part = self._game, self._playing
        if game is None:
            return None
        if part is not None:
            return part.letter(self._nudges)
        if game.game:
            return None
        if game.is_host:
            return Invitation(self._house, game.nonce, game.setup, game.side)
        return Reply(self._house) if game.peer else None

    # -- what is told

    @property
    def state(self) -> TwoHouses:
        """What the page shows."""
        game, part = self._game, self._playing
        if game is None:
            return TwoHouses("none", self._house)
        peer = game.peer or ("" if self._guest is None else self._guest[0])
        house = game.house or ("" if self._guest is None else self._guest[1])
        hosts = (self._key.public, peer) if game.is_host else (peer, self._key.public)
        check = check_of(*hosts, game.nonce) if peer and not game.game else ""
        can_withdraw = part is not None and part.asks is not None
        common = None if part is None else part.common
        asked = None if part is None or part.asked is None else question_of(part.asked)
        return TwoHouses(
            self._stage, self._house, house, game.code, check, self.side, self._waits_for, asked, can_withdraw, common
        )

    @property
    def words(self) -> HouseWords | None:
        """What is said beside the game; None while nobody else plays it."""
        game, part = self._game, self._playing
        if game is None or part is None:
            return None
        return HouseWords(game.house, self._waits_for, part.asked is not None or part.kept.stop is not None)

    @property
    def _stage(self) -> Stage:
        game, part = self._game, self._playing
        if game is None:
            return "none"
        if game.game:
            return "aside" if part is None else "playing" if part.kept.stop is None else "stopped"
        if game.is_host:
            return "inviting" if self._guest is None else "answered"
        return "asking" if game.peer else "joining"

    @property
    def _waits_for(self) -> Words:
        """What the table waits for of the other house; empty where it is this one's turn."""
        game, part = self._game, self._playing
        if game is None or part is None:
            return ""
        if (stop := part.kept.stop) is not None:
            # one of: houses.stop-differs, houses.stop-not-agreed, houses.stop-out-of-turn, houses.stop-own-name
            # one of: houses.stop-secret, houses.stop-told, houses.stop-unlawful
            return message(f"houses.stop-{stop.why}", stadium=game.house, nth=stop.line)
        if part.asked is not None:
            return message("houses.asked", stadium=game.house)
        if part.asks is not None:
            return message("houses.asks", stadium=game.house)
        if part.is_waiting:
            return message("houses.sending", stadium=game.house)
        side = thrower(self._session.game)
        return message("houses.turn", stadium=game.house) if side not in {None, part.kept.side} else ""


def setup_of(text: str) -> Setup:
    """The game line in that text; a ValueError where it is none, or no such game can be played."""
    line = decode(text.encode())
    if isinstance(line, Setup):
        with suppress(RulesError, ScoreboardError):
            return ruled_setup(line, {})
    raise ValueError(text[:80])


def question_of(offer: LineOffer) -> HouseQuestion:
    """What the other house would correct, in words."""
    match entry_of(offer.stated):
        case Amend(line=number, as_=as_, add=add) if as_ is UNSET and add is UNSET:
            return HouseQuestion(offer.number, message("houses.wants-misread", nth=number), number)
        case Amend(line=number):
            return HouseQuestion(offer.number, message("houses.wants-line", nth=number), number)
        case Press(button="undo" | "redo" as button):
            # one of: houses.wants-redo, houses.wants-undo
            return HouseQuestion(offer.number, message(f"houses.wants-{button}"))
        case Press(button=button):
            return HouseQuestion(offer.number, message("houses.wants-press", button=button))
        case End():
            return HouseQuestion(offer.number, message("houses.wants-end"))
    return HouseQuestion(offer.number, message("houses.wants-set"))
