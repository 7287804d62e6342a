"""A game with another house: the invitation, and then every line that this house throws or says, and the other's.

Rule kept here: all of it is done in the loop. Letters come in by `HouseDesk.take`; what is to be sent stands in
`HouseDesk.mail`, which whoever speaks with the broker looks at, and is kept on the disk before it stands there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import Final

from msgspec import UNSET, structs

from firmware.notice import Notice, notice
from firmware.play.inputs.dispute_picture import Dispute, DisputePicture
from firmware.play.inputs.house_meeting import (
    OTHER,
    PICTURE,
    HouseMail,
    OwnHouse,
    answered,
    begun,
    greeting,
    how_they_met,
    setup_of,
    topics_of,
)
from firmware.play.inputs.house_words import disputed_throw, question_of, waits_for
from firmware.play.state.other_house import OtherHouse
from firmware.play.table.scorer import Scorer
from firmware.storage.away_file import AwayFile, AwayGame
from scoreboard.away.guest import Guest
from scoreboard.away.house_letters import HouseLetter, is_sign
from scoreboard.away.keeper import Keeper
from scoreboard.away.kept_part import KeptPart, Lost
from scoreboard.away.part import HousePart
from scoreboard.away.sealed_letter import (
    ALPHABET,
    CODE_LETTERS,
    MOST_SEALED,
    AnyLetter,
    Invitation,
    Reply,
    code_of,
    game_of,
    goes_on_as,
    sealed,
    unsealed,
)
from scoreboard.away.turns import sayer, thrower
from scoreboard.kept_throws import GameKey
from scoreboard.message import Words, message
from scoreboard.opponent import Opponent
from scoreboard.record import encode
from scoreboard.rules import Refused, ruled_setup
from scoreboard.rules.events import Call, Setup, Side
from scoreboard.rules.history import Entry, History
from scoreboard.session import Session
from scoreboard.web.play.away_routes import AwayStep, TwoHouses
from scoreboard.web.play.changes import NotNowError
from scoreboard.web.state.live import HouseWords

SALT: Final = 16
"""Bytes of chance with a choice in secret: so many that nobody finds it by trying all."""
NUDGE_TICKS: Final = 20
"""Half seconds after which a letter that was not answered is sent again."""
SAY_TICKS: Final = 6
"""Half seconds after which the table is told that the other house is waited for."""


class HouseDesk(OtherHouse):
    """Plays with another house.

    Args:
        scorer: writes the lines.
        session: has the game.
        file: keeps what must not be forgotten.
        own: this house.
        wake: called when there is something to send.

    Attributes:
        mail: what is to be sent and heard.
    """

    can_play = True

    def __init__(
        self, scorer: Scorer, session: Session, file: AwayFile, own: OwnHouse, wake: Callable[[], None]
    ) -> None:
        self._scorer, self._session, self._file = scorer, session, file
        self._own, self._wake = own, wake
        self._shown = DisputePicture(own.throws)
        self.mail = HouseMail({})
        self._game = file.read()
        self._part: HousePart | None = None
        self._guest: tuple[str, str] | None = None
        self._sent: object = None
        self._nudges = self._quiet = 0
        self._announced: Words = ""
        self._is_theirs = False

    # -- what the table sees

    @property
    def side(self) -> Side | None:
        """The team that plays here; None while no other house plays the game on the board."""
        return None if self._playing is None else self._playing.kept.side

    @property
    def is_waiting(self) -> bool:
        """Whether a line of this house is on its way, so that what is thrown now must wait."""
        return self._playing is not None and self._playing.is_waiting

    @property
    def is_due(self) -> bool:
        """Whether the other house throws now, or has not written yet what was thrown here."""
        return self.side is not None and (self.is_waiting or thrower(self._session.game) != self.side)

    @property
    def threw_last(self) -> bool:
        """Whether the line that is written now, or was last, is the other house's."""
        return self.side is not None and self._is_theirs

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
        self._is_theirs = self.side is not None and sayer(self._session.game, line) == OTHER[self.side]
        self._scorer.write(line, keeps_refused=False)

    def lose(self, lost: Lost) -> None:
        """Tell the table that a line of its own does not count after all."""
        self._scorer.displays.note(notice("houses.lost", why=lost.why))

    def keep(self, kept: KeptPart) -> None:
        """Keep the part, if it is not kept yet."""
        game = self._game
        if game is not None and game.part != kept:
            self._keep_game(structs.replace(game, part=kept))

    # -- what people do

    def step(self, asked: AwayStep) -> None:
        """Do what somebody asks for; NotNowError where it is not to be done now."""
        {
            "invite": self._invite,
            "join": lambda: self._join(asked.code),
            "accept": self._accept,
            "agree": lambda: self._answer(asked.number, agrees=True),
            "disagree": lambda: self._answer(asked.number, agrees=False),
            "withdraw": lambda: self._need().withdraw(),
            "common": self._take_common,
            "leave": self._leave,
        }[asked.step]()
        self.settle()

    def _invite(self) -> None:
        """Have a code by which another house finds this one."""
        plans, nonce = self._scorer.plans, token_hex(SALT)
        setup = plans.named(plans.next.setup)
        setup = structs.replace(ruled_setup(setup, plans.rulings_of(setup)), series=UNSET)
        code = code_of(self._own.key.public, nonce)
        self._begin_with(AwayGame(code, is_host=True, nonce=nonce, setup=encode(setup).decode()))

    def _join(self, code: str) -> None:
        """Take up the invitation of that code."""
        code = "".join(code.upper().split())
        if len(code) != CODE_LETTERS or not set(code) <= set(ALPHABET):
            raise NotNowError(message("houses.no-code"))
        self._begin_with(AwayGame(code, is_host=False))

    def _begin_with(self, game: AwayGame) -> None:
        if self._playing is not None and not self._session.game.over:
            raise NotNowError(message("houses.in-play"))
        self._close()
        self._keep_game(game)

    def _keep_game(self, game: AwayGame) -> None:
        self._game = game
        self._file.keep(game)

    def _accept(self) -> None:
        """Play with the house that has answered the invitation."""
        game, guest = self._game, self._guest
        if game is None or guest is None or game.game:
            raise NotNowError(message("houses.nobody-asks"))
        peer, house = guest
        self._game = structs.replace(game, peer=peer, house=house)
        self._open(setup_of(game.setup), game_of(self._own.key.public, peer, game.nonce))

    def _open(self, setup: Setup, name: str) -> None:
        """Begin the game with the other house."""
        game = self._game
        if game is None or not self._scorer.begin_once(setup, {}):
            raise NotNowError(message("page.not-begun"))
        self._scorer.play_against(Opponent())
        self._guest = None
        self._keep_game(structs.replace(game, game=self._session.number, part=KeptPart(name, game.side)))
        self._part = None

    def _answer(self, number: int, *, agrees: bool) -> None:
        part = self._need()
        if part.asked is None or part.asked.number != number:
            raise NotNowError(message("page.overtaken"))
        part.answer(number, agrees=agrees)

    def _take_common(self) -> None:
        """Go on from what both records have in common."""
        part, game = self._need(), self._game
        if game is None or part.kept.stop is None or not part.common:
            raise NotNowError(message("houses.not-stopped"))
        common, history = part.common, self._session.history
        lines = [each.line for each in reversed(list(history.lines))][: common - 1]
        self._open(history.setup, goes_on_as(part.kept.game, part.record.head(common)))
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
        if game is not None and game.peer and topic == topics_of(game)[1] + PICTURE:
            self._shown.take(payload, topic, game.peer)
        if game is None or topic != topics_of(game)[1] or len(payload) > MOST_SEALED:
            return
        came = unsealed(payload, topic)
        if came is None or (game.peer and came.key != game.peer):
            return
        match came.letter:
            case Reply(house=house) if game.is_host and not game.game:
                self._guest = came.key, house
            case Invitation() if not game.is_host and not game.game:
                if (found := answered(game, came.letter, came.key)) is not None:
                    self._keep_game(found)
            case HouseLetter() if game.game or not game.is_host:
                self._receive(game, came.letter)
        self.settle()

    def _receive(self, game: AwayGame, letter: HouseLetter) -> None:
        """How the other house stands; where the host has begun the game it is begun here, too."""
        if not game.game and (setup := begun(game, letter, self._own.key.public)) is not None:
            with suppress(NotNowError):
                self._open(setup, letter.game)
        if (part := self._playing) is not None:
            part.receive(letter)

    # -- what follows by itself

    def settle(self) -> None:
        """Keep and send what has changed; called after everything that happens in the loop."""
        part = self._playing
        if part is not None:
            part.advance()
        self._shown.turn_to(self._dispute)
        if self._mark == self._sent or (part is not None and self._session.is_held):  # what is not on the disk stays
            return
        if part is not None:
            self.keep(part.kept)
        self._sent, self.mail = self._mark, self._written()
        self._wake()

    @property
    def _mark(self) -> object:
        """What letters are made of."""
        part = self._playing
        how = part and (part.kept, part.count, part.other and part.other.count)
        return self._game, self._guest, how, self._nudges, self._shown.letter

    @property
    def _dispute(self) -> Dispute | None:
        """The throw that both houses speak about."""
        part = self._playing
        if part is None or not (line := disputed_throw(part, history := self._session.history)):
            return None
        key = GameKey.of(self._session.number, history.setup)
        return Dispute(key, part.kept.game, line, part.record.head(part.count))

    def tick(self) -> None:
        """Half a second has passed: send again what was not answered, and tell whom the table waits for."""
        self._quiet += 1
        self._shown.look_again()
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
            self._part = role(self, game.part)
        return self._part

    def _written(self) -> HouseMail:
        """What is to be sent; of a game that is left, and of a throw that is settled, the broker keeps nothing."""
        own, other = topics_of(self._game)
        letters = {own: self._letter(), own + PICTURE: self._shown.letter}
        sent = dict.fromkeys(self.mail.sent, b"")
        for topic, letter in letters.items():
            if letter is not None:
                sent[topic] = sealed(letter, self._own.key.private, topic)
        return HouseMail(sent, (other, other + PICTURE) if other else ())

    def _letter(self) -> AnyLetter | None:
        game, part = self._game, self._playing
        if game is None:
            return None
        return greeting(game, self._own.name) if part is None else part.letter(self._nudges)

    # -- what is told

    @property
    def state(self) -> TwoHouses:
        """What the page and the menu show."""
        game, part = self._game, self._playing
        if game is None:
            return TwoHouses("none", self._own.name)
        if self._guest is not None:
            game = structs.replace(game, peer=self._guest[0], house=self._guest[1])
        met = how_they_met(game, part, self._own)
        if part is None:
            return met
        asked = None if part.asked is None else question_of(part.asked, self._session.history)
        return met._replace(
            side=self.side,
            waits=self._waits_for,
            asked=asked,
            asks=part.asks is not None,
            common=part.common,
            picture=self._shown.stands,
        )

    @property
    def picture(self) -> bytes:
        """Of the throw that both houses speak about, JPEG; empty for none."""
        return self._shown.jpeg

    @property
    def words(self) -> HouseWords | None:
        """What is said beside the game; None while nobody else plays it."""
        game, part = self._game, self._playing
        if game is None or part is None:
            return None
        return HouseWords(game.house, self._waits_for, part.asked is not None or part.kept.stop is not None)

    @property
    def _waits_for(self) -> Words:
        """What the table waits for of the other house, or is asked; empty where it is this one's turn."""
        game, part = self._game, self._playing
        if game is not None and part is not None:
            return waits_for(game.house, part, self._session.game)
        return "" if self._guest is None else message("houses.answered", stadium=self._guest[1])
