"""What may be done now, for a page's controls: each thing that the law allows, as a line of the record and in words.

Rule kept here: the law is asked and not repeated, so a page offers what is listed here and judges nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from msgspec import Struct

from scoreboard.commentary import answer_name, line_name, next_puts_out, side_effects
from scoreboard.display.due import acting
from scoreboard.language import Language, Length, capitalised
from scoreboard.message import message
from scoreboard.rules import allows, colors_of, dice_due, sayable, sides_of
from scoreboard.rules.aloud import SpokenCall
from scoreboard.rules.diamante.choices import may_choose, may_state_skip
from scoreboard.rules.events import USUAL_SIDES, Ball, Button, Call, Move, Press, Side, Skip
from scoreboard.rules.history import History, judge
from scoreboard.rules.in_secret import teller
from scoreboard.rules.last_inning import LAST_INNING, may_be_last
from scoreboard.rules.state import CHIP, DICE, SHARED, SKIP, Answer, Choice, Game

BUTTONS: Final[tuple[Button, ...]] = (
    *("ball", "strike", "out", "run", "homerun", "batter"),
    *("next", "ok", "undo", "redo"),
)
PLAYED: Final[tuple[Button, ...]] = BUTTONS[:-2]
"""Those that say something of the play: UNDO and REDO are about the lines before them."""
SELDOM: Final = frozenset({"appeal", "balk", "intentional-walk"})
D10 = 10
"""Faces of a die of the stadium game, and of the table games."""


class Offer(Struct, frozen=True, omit_defaults=True):
    """Something that may be said now.

    Attributes:
        line: that records it.
        said: in a few words.
        chosen: of the answers to a throw, and of the signs, the one in effect.
        asks: it brings an out, a run or the end of a half that its name does not say: show that first.
        seldom: most never say it aloud, such as what may be chosen in secret instead: a page has it a tap farther away.
    """

    line: SpokenCall | Move | Ball | Press
    said: str
    chosen: bool | None = None
    asks: bool = False
    seldom: bool = False


class ThrowOffer(Struct, frozen=True):
    """A throw that is due, to be entered by hand.

    Attributes:
        what: a die's colour, ``chip`` or ``dice``.
        said: in a few words.
        dice: how many; 0 for a single d10 or the chip.
        faces: of each die.
        colors: of the dice, in their order in the line, where it matters which shows what.
    """

    what: str
    said: str
    dice: int = 0
    faces: int = D10
    colors: tuple[str, ...] = ()


class LineOffers(Struct, frozen=True):
    """All that may be done now.

    Attributes:
        answers: to the last throw, the default first (D32, D35).
        calls: what may be said aloud (D56).
        throws: what may be thrown; the batter's die too where the throw would be a swing at a ball (D15).
        buttons: that are not refused now.
        dice: how many dice a roll of this game has now; 0 in a game without.
        sides: of each of them.
        due: what is to be done now, in two or three words, as on the panel.
        side: whose turn it is, if it is a team's.
        asks: those of the buttons that bring an out which their name does not say: show that first.
        last_inning: that this inning is the last one, or the one just finished was, where it may be said (H5).
    """

    answers: tuple[Offer, ...]
    calls: tuple[Offer, ...]
    throws: tuple[ThrowOffer, ...]
    buttons: tuple[Button, ...]
    dice: int
    due: str
    side: Side | None
    asks: tuple[Button, ...] = ()
    sides: int = USUAL_SIDES
    last_inning: Offer | None = None


def offers(history: History, language: Language, played: Collection[Side] = ()) -> LineOffers:
    """What may be done in the game as it stands, worded in that language.

    What a side that is ``played`` from a phone of its own chooses in secret is for nobody else to say.
    """
    game = history.game
    return LineOffers(
        answers=tuple(_answers(game, language, "dock")),
        calls=tuple(_calls(game, language, played)),
        throws=tuple(_throws(game, language)),
        buttons=tuple(button for button in BUTTONS if judge(history, Press(button=button))[1] is None),
        dice=dice_due(game),
        due=language.say(game.due, "dock"),
        side=acting(game),
        sides=sides_of(game.setup),
        asks=("next",) if next_puts_out(game) else (),
        last_inning=_last_inning(language) if may_be_last(game) else None,
    )


def _last_inning(language: Language) -> Offer:
    """Shown before it is done, for it cannot be told from its name that it may end the game."""
    line = Call(call=LAST_INNING)
    return Offer(line, _label(language, line), asks=True)


def possible_offers(game: Game, language: Language) -> Iterator[Offer]:
    """What could be said or pressed at an earlier moment, worded in that language: answers, calls, buttons."""
    yield from _answers(game, language, "sentence")
    yield from (Offer(line, _label(language, line)) for line in sayable(game))
    for press in (Press(button=button) for button in PLAYED):
        if allows(game, press):
            yield Offer(press, capitalised(language.say(line_name(press), "short")))


def throw_off_offers(language: Language) -> LineOffers:
    """What may be done while the white die is thrown for who is Home (D6): throw it, or leave that."""
    thing = _thing(language, SHARED)
    return LineOffers((), (), (ThrowOffer(SHARED, thing),), ("undo",), 0, thing, None)


def _calls(game: Game, language: Language, played: Collection[Side]) -> Iterator[Offer]:
    """What may be said; a sign that is on is marked."""
    for line in sayable(game):
        tells = teller(game, line.call) if isinstance(line, Call) else None
        is_on = isinstance(line, Call) and line.call == game.signs.sign_on
        if tells is None or tells not in played:
            seldom = tells is not None or (isinstance(line, Call) and line.call in SELDOM)
            asks = bool(side_effects(game, line))
            yield Offer(line, _label(language, line), chosen=is_on or None, asks=asks, seldom=seldom)


def _label(language: Language, line: SpokenCall) -> str:
    """As on a key of the dock, but gloves say what they are, and a card has its whole name."""
    if isinstance(line, Call) and line.call.startswith("card "):
        return capitalised(language.say(message("hand.card", card=line.call.removeprefix("card "))))
    is_worded = isinstance(line, Call) and line.call.startswith("gloves ")
    return capitalised(language.say(line_name(line), "short" if is_worded else "dock"))


def _answers(game: Game, language: Language, length: Length) -> Iterator[Offer]:
    """The answers to the last throw; that the die was the next one's only as long as a skip says that (D27)."""
    choice = game.diamante.choice
    if choice is None or not may_choose(choice):
        return
    for answer in choice.options:
        if answer != SKIP or may_state_skip(game):
            words = capitalised(language.say(answer_name(choice, answer), length))
            asks = answer == SKIP and bool(side_effects(game, Skip()))
            yield Offer(_line(choice, answer), words, chosen=answer == choice.chosen, asks=asks)


def _line(choice: Choice, answer: Answer) -> Skip | Move | Ball:
    if answer == SKIP:
        return Skip()
    if isinstance(answer, int) and choice.before.phase == "run":
        return Move(to=answer)
    return Ball(to=answer)


def _throws(game: Game, language: Language) -> Iterator[ThrowOffer]:
    if game.awaits == DICE:
        dice, setup = dice_due(game), game.setup
        words = message("thing.dice" if dice == 1 else "thing.several-dice")
        yield ThrowOffer(DICE, capitalised(language.say(words)), dice, sides_of(setup), colors_of(setup))
    elif game.awaits is not None:
        yield ThrowOffer(game.awaits, _thing(language, game.awaits))
    if game.chase and (batters := game.team(game.batting).color) != game.awaits:
        yield ThrowOffer(batters, capitalised(language.say(message("offer.chase"))))


def _thing(language: Language, what: str) -> str:
    words = message(f"thing.{what}") if what in {CHIP, DICE} else message("thing.colored", color=what)
    return capitalised(language.say(words))
