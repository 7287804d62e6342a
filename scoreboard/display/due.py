"""What is due: whose turn it is, which die, what number is needed; while a choice is open, what OK and NEXT do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from scoreboard.commentary import open_choice, without_man
from scoreboard.display.fields import TextField
from scoreboard.display.fonts import LARGE, TINY
from scoreboard.display.initials import MAX_LETTERS, team_letters
from scoreboard.display.letters import Page, pages
from scoreboard.display.names import short_team
from scoreboard.display.pixels import Color, stamp
from scoreboard.message import Message, Words, message
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Side

if TYPE_CHECKING:
    from PIL import Image

    from scoreboard.display.panel_scene import PanelScene
    from scoreboard.rules.state import Game

TICKS_PER_PAGE: Final = 2
"""Half seconds that a page of what does not fit at once stays."""
PAGES_PER_TURN: Final = 2
"""Pages that are read on end: so many has a turn of what is due, and a sentence that may be a page longer."""


class Sentence(NamedTuple):
    """What is read on end.

    Attributes:
        pages: one after the other, where they do not fit at once.
        color: of their letters.
    """

    pages: tuple[Page, ...]
    color: Color


class Due(TextField, frozen=True, kw_only=True, tag="due"):
    """What the game waits for, in the colour of whose turn it is, and who that is first: a panel may have one colour.

    While a choice is open (D55), what OK keeps and what NEXT gives come after it, in amber.

    Attributes:
        most: the pages that it may take with who it is.
        each: half seconds on end that each sentence has while a choice is open, as many as the page that shows it; 0
            where the next one may follow at once.
        part: all of it, or what is due alone, or the choice alone, where these are two pages of a layout.
    """

    most: int = 1
    each: int = 0
    part: Literal["all", "due", "choice"] = "all"

    def paint(self, picture: Image.Image, scene: PanelScene) -> None:
        """Write the page that is due; nothing once the game is over and can be changed no more."""
        sentences = self.sentences(scene)
        if not sentences:
            return
        number, page = self.turn(scene, sentences)
        for line in sentences[number].pages[page]:
            left = 0 if self.align == "left" else line.at[0]
            stamp(picture, line.written, (self.at[0] + left, self.at[1] + line.at[1]), sentences[number].color)

    def turn(self, scene: PanelScene, sentences: tuple[Sentence, ...]) -> tuple[int, int]:
        """Which of these sentences is seen now, and which of its pages."""
        if is_choice_open(scene.game) and not self.each:
            every = [(number, page) for number, each in enumerate(sentences) for page in range(len(each.pages))]
            return every[scene.since // TICKS_PER_PAGE % len(every)]
        each = self.each if is_choice_open(scene.game) else PAGES_PER_TURN * TICKS_PER_PAGE // len(sentences)
        turn, since = divmod(scene.since, each)
        number = turn % len(sentences)
        return number, -(-(since + 1) * len(sentences[number].pages) // each) - 1

    def sentences(self, scene: PanelScene) -> tuple[Sentence, ...]:
        """All that is to be read: what is due, then what OK keeps and what NEXT gives.

        While one team picks a card the other lays its gloves, which is said too where there is room.
        """
        choice = tuple(Sentence(each, scene.color("amber")) for each in self.choice(scene))
        if self.part == "choice":
            return choice
        due = self._due(scene)
        return due if self.part == "due" else due + choice

    def _due(self, scene: PanelScene) -> tuple[Sentence, ...]:
        """What is due; nothing once the game is over."""
        game = scene.game
        if game.over:
            return ()
        sides = {acting(game): game.due}
        if game.due.key == "due.card":
            sides[game.fielding] = message("due.gloves", team=game.team(game.fielding).name)
        is_open = is_choice_open(game)
        most = -(-self.each // TICKS_PER_PAGE) if is_open and self.each else self.most
        most = most if len(sides) == 1 and (self.each or not is_open) else 1
        return tuple(
            Sentence(self._order(scene, side, due, most), scene.team_color(side)) for side, due in sides.items()
        )

    def _order(self, scene: PanelScene, side: Side, due: Message, most: int) -> tuple[Page, ...]:
        """The pages of what that side is to do, and of who that is where both have room.

        Of all ways to write it the one whose words are not cut, which has three letters of the name at least, which is
        not small, and which takes the fewest pages, in this order; without a name if none has room.
        """
        ways = list(self._ways(scene, side, due))
        named = [way for way in ways if len(way[1]) <= most]
        if named:
            return min(named, key=lambda way: way[0])[1]
        texts = [scene.say(each, "panel") for each in _wordings(due)]
        return min((pages(text, self.size, self.fonts) for text in texts), key=len)

    def _ways(self, scene: PanelScene, side: Side, due: Message) -> Iterator[tuple[tuple[int, ...], tuple[Page, ...]]]:
        """Every way to write who is to do what, with what speaks against it."""
        name = short_team(scene, side, self.size[0] - TINY.width(":") - 1, TINY)
        names = name, *(team_letters(scene, most)[side == "home"] for most in (MAX_LETTERS, 1))
        for cut, words in enumerate(_wordings(due)):
            for short, who in enumerate(names):
                written = self._named(scene, who, scene.say(words, "panel"))
                is_small = min(map(_height, written)) < min(LARGE.height, self.size[1])
                yield (cut, who == names[-1] != names[1], is_small, len(written), short), written

    def _named(self, scene: PanelScene, who: str, what: str) -> tuple[Page, ...]:
        """Who is to do what; where that is more than a page, the name has one and what he does another, if it can."""
        text, name = (scene.say(message("due.who", who=who, what=each), "panel") for each in (what, ""))
        whole = pages(text, self.size, self.fonts)
        apart = *pages(name, self.size, self.fonts), *pages(what, self.size, self.fonts)
        return apart if 1 < len(whole) >= len(apart) else whole

    def choice(self, scene: PanelScene) -> tuple[tuple[Page, ...], ...]:
        """The pages of what OK keeps and of what NEXT gives, together where both fit at once in larger letters.

        A man who can be no other is HE where that takes fewer pages.
        """
        if (choice := open_choice(scene.game)) is None:
            return ()
        kept, other = choice[0], scene.say(choice[1], "panel")
        he = without_man(scene.game, kept)
        oks = [scene.say(message("panel.choice.ok", answer=each), "panel") for each in (kept, he) if each]
        first = min((pages(ok, self.size, self.fonts) for ok in oks), key=len)
        apart = first, pages(other, self.size, self.fonts)
        at_once = pages(f"{oks[0]} {other}", self.size, self.fonts)
        is_small = _height(at_once[0]) < min(*(_height(each[0]) for each in apart), LARGE.height)
        return apart if len(at_once) > 1 or is_small else (at_once,)


SHORTENED: Final = frozenset(
    {"run-or-skip", "throw-or-hold", "card", "show-card", "gloves", "glove-turned", "glove-lost", "roll-card"}
)
"""What is due that has shorter words for a panel without room."""


def _wordings(due: Message) -> tuple[Message, ...]:
    """The words of what is due, and then shorter ones if it has any."""
    helped = due.value("plain")
    kind = helped if isinstance(helped, Message) else due
    name = kind.key.removeprefix("due.")
    # one of: panel.due.card, panel.due.glove-lost, panel.due.glove-turned, panel.due.gloves, panel.due.roll-card
    # one of: panel.due.run-or-skip, panel.due.show-card, panel.due.throw-or-hold
    return (due, Message(f"panel.due.{name}", kind.values)) if name in SHORTENED else (due,)


def _height(page: Page) -> int:
    """Of its letters."""
    return len(page[0].written)


def is_choice_open(game: Game) -> bool:
    """Whether NEXT gives another answer to the last throw (D55)."""
    choice = game.diamante.choice
    return choice is not None and may_choose(choice)


def acting(game: Game) -> Side:
    """Whose turn it is: the team that the message of what is due names, else the one at bat."""
    team = _named(game.due)
    return game.fielding if team == game.team(game.fielding).name != game.team(game.batting).name else game.batting


def _named(words: Message) -> Words:
    """The team that a message names, or one within it."""
    due = words.value("due")
    return _named(due) if isinstance(due, Message) else words.value("team")
