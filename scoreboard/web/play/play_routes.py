"""Playing from a phone: a line of the record, the answer to a question, a new game.

Rule kept here: the law judges, and this only asks it; what is answered is what the table is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeGuard, get_args

from aiohttp import web
from msgspec import UNSET, Struct, UnsetType

from scoreboard.commentary import correction_preview, deck_message, has_effect, play_by_play, side_effects, unfit_plays
from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.opponent import Opponent, Strength
from scoreboard.record import State, decode
from scoreboard.rules import name_of_game
from scoreboard.rules.events import AnyLine, Call, Expect, Hold, Press, Setup, Side, Skip
from scoreboard.rules.history import Entry, History, judged_lines
from scoreboard.rules.state import Game
from scoreboard.rules.visible import Name
from scoreboard.scorebook import is_correction
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import ChangeError, Guard, answered, body_of, malformed
from scoreboard.web.http.routes import LANGUAGE, NUMBER, Answer, Parameter, Route, refused
from scoreboard.web.play.changes import GameAsked, PlayChanges, Right, Standing, Value
from scoreboard.web.state.correctable_fields import Settable, settable
from scoreboard.web.state.live import Live, Position, state
from scoreboard.web.state.view import PageData
from scoreboard.web.watch.games import GAME
from scoreboard.web.watch.look import live_of

EXPECT: Final = Parameter(
    "expect",
    "Only if play is still there: GAME-NUMBER, as the id of the stream has it; GAME-NUMBER-QUESTION also only if that "
    "question is still open, by its `id`, or none for 0.",
)
DRY: Final = Parameter("dry", "1: tell what would happen, and do nothing.")
END: Final = Parameter("end", "1: leave the game in play; it can be gone on with from the menu.")
BOX: Final = Parameter("box", "The side that the box plays: away, home or none. The game is then the usual one, too.")
STRENGTH: Final = Parameter("strength", "How well it plays: strong, fair or easy; with `box`.")
THROW_OFF: Final = Parameter("throw_off", "1: the white die is thrown first, for who is Home; with `box`.")
AFTER_LINE: Final = Parameter("line", "As it stood after this line of the game in play.", type=int, pattern=NUMBER)
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
SIDES: Final[Mapping[str, Side | None]] = {"away": "away", "home": "home", "none": None}


class AnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the open question; ``what`` it was about, so that no other question is answered by mistake."""

    value: Value
    what: Name | UnsetType = UNSET


class BoardRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Which is right, where the board and the score disagree."""

    right: Right


class NothingMore(Struct, frozen=True, forbid_unknown_fields=True):
    """A body that says nothing: ``{}``."""


class PlayRoutes:
    """The handlers; ``view`` shows the table, ``changes`` are the loop's."""

    def __init__(self, view: PageData, changes: PlayChanges, guard: Guard) -> None:
        self._view, self._changes, self._guard = view, changes, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        shown = {200: Answer("The state of play now.", dict), **refused(400, 401, 403, 409, 412, 429, 503)}
        rows = (
            Route("POST", "/api/lines", self.line, "Records one line.", shown, (*LANGUAGE, EXPECT, DRY), dict),
            Route("GET", "/api/put-right", self.settable, "What a `set` line may put right now, and how it stands.",
                  {200: Answer("All of it.", Settable), **refused(400, 401, 404)}, (*LANGUAGE, AFTER_LINE)),
            Route("POST", "/api/answer", self.answer, "Answers the open question.", shown, (*LANGUAGE, EXPECT),
                  AnswerRequest),
            Route("POST", "/api/board", self.board, "Says which is right, board or score, where they disagree.", shown,
                  (*LANGUAGE, EXPECT), BoardRequest),
            Route("POST", "/api/games", self.game, "Begins a game.", shown,
                  (*LANGUAGE, EXPECT, END, DRY, BOX, STRENGTH, THROW_OFF), Setup),
            Route("POST", "/api/games/{game}/resume", self.resume, "Goes on with an earlier game.",
                  shown, (*LANGUAGE, EXPECT, END, GAME), dict),
        )  # fmt: skip
        return self._guard.guarded(replace(row, role="scorer") for row in rows)

    async def settable(self, request: web.Request) -> web.Response:
        """What may be put right outright, or could be otherwise in what was put right before."""
        now, language = live_of(self._view), language_of(request)
        game = _after(now.history, request.query.get(AFTER_LINE.name))
        return answered(settable(game, language, _position(now.game, now.history)))

    async def line(self, request: web.Request) -> web.Response:
        """Record a line, or tell what would come of it."""
        line = entry_of(await request.read())
        dry = _is_set(request, DRY)
        played = await self._changes.record_line(line, expected(request), dry_run=dry)
        if played.would is None:
            return self._answer(request, played)
        return self._would_be(request, line, played.live, played.would)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer what the table is asked."""
        given = await body_of(request, AnswerRequest)
        what = None if given.what is UNSET else given.what
        return self._answer(request, await self._changes.answer_question(given.value, what, expected(request)))

    async def board(self, request: web.Request) -> web.Response:
        """Say which is right where they disagree."""
        given = await body_of(request, BoardRequest)
        return self._answer(request, await self._changes.settle_board(given.right, expected(request)))

    async def game(self, request: web.Request) -> web.Response:
        """Begin a game."""
        line = setup_of(await request.read())
        asked, dry = GameAsked(line, _opponent(request), _is_set(request, THROW_OFF)), _is_set(request, DRY)
        begun = await self._changes.begin_game(
            asked, expected(request), abandon_current=_is_set(request, END), dry_run=dry
        )
        if begun.would is None:
            return self._answer(request, begun)
        now, language = begun.live, language_of(request)
        would: State = state(now.at(begun.would), language)
        answer = {"told": language.say(_would_begin(begun.would.game)), "expect": _position(now.game, now.history)}
        return answered({**would, **answer})

    async def resume(self, request: web.Request) -> web.Response:
        """Go on with an earlier game."""
        await body_of(request, NothingMore)
        game = int(request.match_info["game"])
        resumed = await self._changes.resume_game(game, expected(request), abandon_current=_is_set(request, END))
        return self._answer(request, resumed)

    def _answer(self, request: web.Request, changed: Standing) -> web.Response:
        return answered(state(changed.live, language_of(request)))

    def _would_be(self, request: web.Request, line: Entry, now: Live, after: History) -> web.Response:
        """The state that a line would lead to, what would be said of it, and always which lines would no longer fit.

        ``expect`` is where play was when this was found out, so that what was seen is what is done.
        """
        language = language_of(request)
        would: State = state(now.at(after), language)
        answer: State = {"told": language.say(play_by_play(now.history.game, line, after))}
        if is_correction(line):
            answer |= _preview(now.history, line, after, language)
        elif _is_an_answer(line) and after is not now.history:
            answer["effects"] = [language.say(each) for each in side_effects(now.history.game, line)]
        return answered({"unfit": [], **would, **answer, "expect": _position(now.game, now.history)})


def _is_an_answer(line: Entry) -> TypeGuard[Skip | Hold | Call | Press]:
    """Whether its name may not say all that it brings."""
    return isinstance(line, Skip | Hold | Call) or (isinstance(line, Press) and line.button == "next")


def _preview(before: History, line: Entry, after: History, language: Language) -> State:
    """What a correction would come to, in words: what is otherwise then, and which plays no longer count.

    ``changes`` is whether it changes anything; ``told`` says so where it does not, and then there is nothing to do.
    """
    if not has_effect(before, line, after):
        return {"told": language.say(message("change.none")), "effects": [], "gone": [], "changes": False}
    gone = (
        {"line": each.line, "said": language.say(each.play), "why": language.say(each.reason)}
        for each in unfit_plays(before, after)
    )
    effects = [language.say(each) for each in correction_preview(before, line, after)]
    return {"effects": effects, "gone": list(gone), "changes": True}


def line_of(raw: bytes) -> AnyLine:
    """What was sent, as a line of the record; `ChangeError` names what is wrong with it."""
    try:
        return decode(raw)
    except ValueError as error:
        raise malformed(str(error)) from error


def entry_of(raw: bytes) -> Entry:
    """The same, as a line of a game that is played."""
    line = line_of(raw)
    if isinstance(line, Setup | Expect):
        raise ChangeError(400, message("page.no-line", type="game" if isinstance(line, Setup) else "expect"))
    return line


def setup_of(raw: bytes) -> Setup:
    """The same, as the line that begins a game."""
    line = line_of(raw)
    if not isinstance(line, Setup):
        raise ChangeError(400, message("page.no-game-line"))
    return line


def expected(request: web.Request) -> Position | None:
    """Where play must be."""
    return position_of(request.query.get(EXPECT.name))


def position_of(text: str | None) -> Position | None:
    """Where play must be, as `expect` says it; None where nothing is said."""
    if text is None:
        return None
    found = re.fullmatch(rf"({NUMBER})-({NUMBER})(?:-({NUMBER}))?", text)
    if found is None:
        raise ChangeError(400, message("page.malformed-at", key=EXPECT.name, why=message("malformed.position")))
    return Position(int(found[1]), int(found[2]), None if found[3] is None else int(found[3]))


def _position(game: int, history: History) -> str:
    """Where play is, as `expect` says it."""
    return f"{game}-{history.number}"


def _after(history: History, line: str | None) -> Game:
    """The state after the line of that number, or now."""
    if line is None:
        return history.game
    if not re.fullmatch(NUMBER, line):
        raise ChangeError(400, message("page.malformed-at", key=AFTER_LINE.name, why=NUMBER))
    play = next((each for each in judged_lines(history) if each.number == int(line)), None)
    if play is None:
        raise ChangeError(404, message("refused.no-such-line", line=line))
    return play.after


def _would_begin(game: Game) -> Words:
    """A game that may begin, in a sentence."""
    setup = game.setup
    teams = {"away": setup.away.name, "home": setup.home.name}
    return message("new.would", rules=name_of_game(setup), count=game.innings, **teams), deck_message(game)


def _opponent(request: web.Request) -> Opponent | None:
    """The side that the box is to play, and how well; None where nothing is said of it."""
    side, strength = request.query.get(BOX.name), request.query.get(STRENGTH.name, STRENGTHS[0])
    if side is None:
        return None
    if side not in SIDES:
        raise _not_one_of(BOX, tuple(SIDES))
    known = next((each for each in STRENGTHS if each == strength), None)
    if known is None:
        raise _not_one_of(STRENGTH, STRENGTHS)
    return Opponent(SIDES[side], known)


def _is_set(request: web.Request, flag: Parameter) -> bool:
    """Whether a switch in the address is on."""
    text = request.query.get(flag.name, "0")
    if text not in {"0", "1"}:
        raise _not_one_of(flag, ("0", "1"))
    return text == "1"


def _not_one_of(key: Parameter, choices: tuple[str, ...]) -> ChangeError:
    why = message("malformed.one-of", choices=choices)
    return ChangeError(400, message("page.malformed-at", key=key.name, why=why))
