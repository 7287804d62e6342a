"""How the loop behaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from firmware.config.schema import BoardReading
from firmware.config.teams import Offers
from firmware.config.toml_edit import Changes
from firmware.devices.dial import Dial, DialName
from firmware.devices.protocols import Frame
from firmware.notice import Notice
from firmware.play.menus.actions import MenuAction
from firmware.play.menus.main_menu import BY_HAND_CHOICES, Tree
from firmware.play.menus.screen import Choice
from firmware.play.state.rest_options import RestOptions
from firmware.play.state.table_language import TableLanguage
from firmware.storage.next_game import NextGame
from scoreboard.display import LAYOUTS, PanelLayouts
from scoreboard.display.moments import PanelMoments
from scoreboard.language import language
from scoreboard.message import Words
from scoreboard.opponent import Opponent
from scoreboard.opponent.worth import Worth
from scoreboard.rules.events import Setup

DEFAULT_TICKS = 4
"""Half seconds that a default is announced to a table that throws real dice: time to read it (D32)."""


@dataclass(frozen=True, slots=True)
class Options:
    """How the loop behaves.

    Attributes:
        new_game: the first line of a game begun from the menu, or when none is in play, as the configuration has it.
        rulings: in what the house plays such a game otherwise.
        colors: the owner's names for the colours of dice, seen -> meant.
        settled: every frame is a throw at rest, and one that shows nothing is asked about.
        patient: the camera waits while a question is open, as pictures in a folder can and a live table cannot.
        ignore: called when a throw was undone: what lies there is not read again before it was lifted (D55).
        on_frame: called with every frame that is watched.
        choices: what the menu offers, in order.
        actions: what those choices do that are not the game's own.
        tick_s: seconds that a blinking picture stays: slow enough for a person to follow.
        default_ticks: for how many ticks a default is announced before the next throw counts.
        until_over: end with the game, as a demonstration does.
        stays: whether it stays beyond its end, because somebody has taken over, or looks on.
        begin_new: begin a new game even if one is in play.
        asks_language: at the very first start, with buttons, the language is asked for before anything else.
        opponent: for which side the box decides, until the menu says otherwise.
        worth: what the moments of a solved game are worth, once that is known.
        language: what the faces speak.
        moments: the animations that plays are celebrated with; None for none.
        rest: how the panel rests when nobody plays.
        layouts: of panels by their size.
        warning: the fault that stands over the score just now, and for how many seconds it has; None for none.
        chosen: the next game, if one was chosen in the menu before.
        keep_next: called with what was chosen there.
        offers: what a new game may be made of.
        dials: what can be set at once.
        keep: keeps a setting for the next start; what it says if it cannot.
        board: how helmets and ball are followed on the board, as it is set by then.
        has_phones: whether a paired phone could answer a question.
    """

    new_game: Setup
    rulings: Mapping[str, object] = field(default_factory=dict)
    colors: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False
    patient: bool = False
    ignore: Callable[[], None] = lambda: None
    on_frame: Callable[[Frame], None] = lambda _: None
    choices: Tree = field(default_factory=lambda: BY_HAND_CHOICES)
    actions: Mapping[Choice, MenuAction] = field(default_factory=dict)
    tick_s: float = 0.5
    default_ticks: int = 0
    until_over: bool = False
    stays: Callable[[], bool] = lambda: False
    begin_new: bool = False
    asks_language: bool = False
    opponent: Opponent = field(default_factory=Opponent)
    worth: Callable[[], Worth | None] = lambda: None
    language: TableLanguage = field(default_factory=lambda: TableLanguage(language("en")))
    moments: PanelMoments | None = None
    rest: RestOptions = field(default_factory=RestOptions)
    layouts: PanelLayouts = field(default_factory=lambda: LAYOUTS)
    warning: Callable[[], tuple[Words, float] | None] = lambda: None
    chosen: NextGame | None = None
    keep_next: Callable[[NextGame], None] = lambda _: None
    offers: Offers = field(default_factory=Offers)
    dials: Mapping[DialName, Dial] = field(default_factory=dict)
    keep: Callable[[Changes], Notice | None] = lambda _: None
    board: Callable[[], BoardReading] = lambda: "off"
    has_phones: Callable[[], bool] = lambda: False

    @property
    def configured(self) -> NextGame:
        """A new game as the configuration has it."""
        return NextGame(self.new_game, self.opponent)

    @property
    def next_game(self) -> NextGame:
        """A new game as it was chosen last."""
        return self.chosen or self.configured
