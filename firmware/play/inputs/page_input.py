"""What a phone does at the table: lines, answers and new games, each an item of the loop's queue as a press is.

Rules kept here: a line is judged first, on the very history that it is recorded in, and one that the law refuses leaves
no trace: a phone's slip is nobody else's business. The buttons outrank every phone: what has the panel and the buttons
to itself is left alone, and no phone opens or closes a menu at the box.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from msgspec import UNSET, structs

from firmware.notice import Notice
from firmware.play.inputs.page_new_game import Chosen, new_game_choices
from firmware.play.menus.takeover import Takeover
from firmware.play.state.other_house import OtherHouse
from firmware.play.state.question import Answer, Asked
from firmware.play.state.rest_options import Night
from firmware.play.table.scorer import Scorer
from firmware.play.table.umpire import ask_for
from firmware.storage.next_game import NextGame
from scoreboard.display.moments import PanelMoments
from scoreboard.language import Language
from scoreboard.message import message
from scoreboard.opponent import Opponent
from scoreboard.rules import Refused, RulesError, has_ten_sided_dice, ruled_setup, words_of
from scoreboard.rules.events import Amend, Call, Die, Line, Press, Setup, Source
from scoreboard.rules.history import Entry, History, Throw, begin, judge
from scoreboard.rules.in_secret import teller
from scoreboard.rules.state import SHARED
from scoreboard.season.series import series_of
from scoreboard.session import Session
from scoreboard.web.play.changes import GameAsked, NotNowError, OvertakenError, Right, Standing
from scoreboard.web.play.new_game import NewGameChoices
from scoreboard.web.state.live import Live, Position

ANSWERING: Final = ("ok", "next", "undo")
"""The buttons that answer a question."""
Reported = TypeVar("Reported", bound=Line)


class PageInput:
    """Carries out what phones ask for; every method raises `ChangeError` where it changes nothing."""

    def __init__(self, scorer: Scorer, session: Session, live: Callable[[], Live | None]) -> None:
        self._scorer, self._session, self._state, self._live = scorer, session, scorer.state, live

    @property
    def houses(self) -> OtherHouse:
        """The other house that may play along."""
        return self._scorer.houses

    def standing(self, would: History | None = None) -> Standing:
        """What the table is shown now; with the game as it ``would`` be, where only that was asked."""
        live = self._live()
        if live is None:
            raise NotNowError(message("page.no-game"))
        return Standing(live, would)

    def record_line(
        self, line: Entry, expected: Position | None, *, dry_run: bool, by: Source = "web"
    ) -> History | None:
        """Record the line; ``dry_run`` only tells how the game would stand."""
        self._check(expected)
        line = _reported_within(line, by)
        asked = self._state.question.asked
        if self._state.throw_off is not None:
            return self._throw_off(line, by, dry_run=dry_run)
        if asked is not None and isinstance(line, Press) and line.button in ANSWERING:
            return self._press(asked, line, by, dry_run=dry_run)
        self._check_secret(line)
        if dry_run:
            after, why = judge(self._session.history, line)
            if why is not None:
                raise NotNowError(why)
            return after
        try:
            self._scorer.record(line, keeps_refused=False)
        except Refused as refused:
            raise NotNowError(refused.message) from refused
        if isinstance(line, Throw):
            self._scorer.ignore_dice()  # it may lie there, to be read once more
        return None

    def _check_secret(self, line: Entry) -> None:
        """What a side chooses in secret from a phone of its own no phone says aloud for it; at the box it is said."""
        game = self._session.game
        side = teller(game, line.call) if isinstance(line, Call) else None
        if side is not None and side in self._state.hands.seats:
            raise NotNowError(message("page.side-chooses", team=game.team(side).name))

    def answer_question(self, value: Answer, what: str | None, expected: Position | None, by: Source = "web") -> None:
        """Give that answer to the open question."""
        self._check(expected)
        asked = self._state.question.asked
        if asked is None:
            raise NotNowError(message("page.no-question"))
        if value not in asked.choices or what not in (None, asked.what):
            raise NotNowError(message("page.another-question"))
        self._scorer.answer_with(asked, value, by)

    def settle_board(self, right: Right, expected: Position | None) -> None:
        """Say which is right, where the board and the score disagree."""
        self._check(expected)
        if not self._state.board.out_of_step:
            raise NotNowError(message("board.in-step"))
        if not self._scorer.board.settle(right, by="web"):
            raise NotNowError(message("board.not-now"))

    def begin_game(
        self,
        asked: GameAsked,
        expected: Position | None,
        *,
        abandon_current: bool,
        dry_run: bool,
        by: Source = "web",
    ) -> History | None:
        """Begin a game; one that is in play stays in the journal, to be gone on with. ``dry_run`` only tells of it."""
        self._check(expected)
        self._check_free(abandon_current=abandon_current)
        asked = asked._replace(setup=_reported(asked.setup, by))
        rulings = self._scorer.plans.rulings_of(asked.setup)
        try:
            begun = begin(ruled_setup(asked.setup, rulings))
        except RulesError as error:
            raise NotNowError(words_of(error)) from error
        if asked.throws_off and not has_ten_sided_dice(asked.setup.rules):
            raise NotNowError(message("page.no-throw-off"))
        if dry_run:
            return begun
        if not self._begin(asked, rulings):
            raise NotNowError(message("page.not-begun"))
        return None

    def _begin(self, asked: GameAsked, rulings: Mapping[str, object]) -> bool:
        """Begin that game, or the throw-off before it; one that is set up whole is the usual one from now on."""
        if asked.opponent is None:
            return self._scorer.begin_once(asked.setup, rulings)
        self._name(asked.setup)
        game = NextGame(structs.replace(asked.setup, by=UNSET), asked.opponent, asked.throws_off)
        if asked.throws_off:
            self._scorer.begin_throw_off(game)
            return True
        return self._scorer.new_game(game)

    def _name(self, setup: Setup) -> None:
        """Call a team from now on as somebody wrote it, unless it was picked, or plays now: these are as they were."""
        plans = self._scorer.plans
        sides = [team for each in (setup, self._session.history.setup) for team in (each.away, each.home)]
        picked = [plans.named(structs.replace(setup, away=team)).away for team in plans.offers.teams]
        plans.add_names({team.name for team in sides[:2]} - {team.name for team in (*picked, *sides[2:])})

    def resume_game(self, number: int, expected: Position | None, *, abandon_current: bool) -> None:
        """Go on with an earlier game; one that is in play stays in the journal."""
        self._check(expected)
        self._check_free(abandon_current=abandon_current or number == self._session.number)
        if not self._scorer.resume(number):
            raise NotNowError(message("page.not-resumed"))

    def choices(self, speaks: Language) -> NewGameChoices:
        """What a new game may be made of, worded in that language; changes nothing."""
        coming = self._scorer.numbered(self._scorer.plans.next)
        series, stands = coming.setup.series, ""
        if series is not UNSET and series.game > 1:
            played = series_of(coming.setup, self._session.number, self._session.past)
            stands = "" if played is None else played.words
        history, number = self._session.history, self._session.number
        chosen = Chosen(self._scorer.plans, self._state.opponent, coming, stands, history, number)
        return new_game_choices(chosen, speaks)

    def new_games(self, setup: Setup, rulings: Mapping[str, object], named: Collection[str] = ()) -> None:
        """Begin every game like this from now on, whoever begins it, until the menu says otherwise.

        ``named``: the teams' names that the owner wrote.
        """
        self._scorer.plans.add_names(named)
        self._scorer.plans.configure(setup, rulings)

    def play_against(self, opponent: Opponent) -> None:
        """Let the box decide for that side from now on."""
        self._scorer.play_against(opponent, by_default=True)

    def set_idle_mode(self, *, clock: bool, night: Night | None) -> None:
        """Have the panel rest like this from now on; see `firmware.play.state.rest_options.RestOptions`."""
        self._scorer.displays.set_idle_mode(clock=clock, night=night)

    def celebrate(self, moments: PanelMoments | None) -> None:
        """Celebrate plays with these from now on, or with nothing."""
        self._scorer.displays.moments.celebrate(moments)

    def note(self, given: Notice) -> None:
        """Tell the table what goes on."""
        self._scorer.displays.note(given)

    def hand_over(self, takeover: Takeover, otherwise: Callable[[], None]) -> None:
        """Let it have the panel and the buttons; ``otherwise``, where something at the box has them."""
        if self._state.early.takeover is not None:
            otherwise()
        else:
            self._scorer.begin_takeover(takeover)

    def show_code(self, digits: str | None, ticks: int = 0) -> None:
        """Show the digits by which a phone is paired for so many half seconds, or none any more."""
        self._state.code.show(digits, self._state.tick, ticks)
        self._scorer.displays.light()

    # -- the table

    def _check(self, expected: Position | None) -> None:
        """Refuse what comes too late, or while the game waits for the box."""
        if self._state.early.takeover is not None:
            raise NotNowError(message("page.box-is-busy"))
        if not self._session.has_game:
            raise NotNowError(message("page.no-game"))
        now = self._session.number, self._session.history.number, self._state.question.open
        if expected is not None and not expected.holds(*now):
            raise OvertakenError(message("page.overtaken"))

    def _check_free(self, *, abandon_current: bool) -> None:
        """Refuse to leave a game in play that nobody has said may be left."""
        if self._session.in_play and not abandon_current:
            raise NotNowError(message("page.in-play"))

    # -- a question, and the throw-off

    def _press(self, asked: Asked, press: Press, by: Source, *, dry_run: bool) -> History | None:
        """OK, NEXT and UNDO are about the question, as at the box."""
        if dry_run:
            return self._session.history
        if press.button == "ok":
            self._scorer.answer_with(asked, asked.offered, by)
        else:
            self._scorer.answer_by(asked, "next" if press.button == "next" else "undo")
        return None

    def _throw_off(self, line: Entry, by: Source, *, dry_run: bool) -> History | None:
        """Only the white die counts (D6), and UNDO, which leaves it."""
        is_undo = isinstance(line, Press) and line.button == "undo"
        is_white = isinstance(line, Die) and line.color == SHARED
        if not (is_undo or is_white):
            raise NotNowError(message("page.throw-off"))
        if dry_run:
            return self._session.history
        if isinstance(line, Die):
            self._scorer.answer_with(replace(ask_for(SHARED), by_hand=True), line.value, by)
        else:
            self._scorer.leave_throw_off("undo")
        return None


def _reported_within(line: Entry, by: Source) -> Entry:
    """The line as a phone may report it: neither when it was, nor how sure a camera, is the phone's to say."""
    if isinstance(line, Amend):
        inner = {key: each for key, each in (("as_", line.as_), ("add", line.add)) if isinstance(each, Line)}
        line = structs.replace(line, **{key: _reported(each, by) for key, each in inner.items()})
    return _reported(line, by)


def _reported(line: Reported, by: Source) -> Reported:
    return structs.replace(line, by=by, at=UNSET, confidence=UNSET)
