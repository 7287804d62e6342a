"""The whole state of a game, as one frozen value.

Rule kept here: a game is a fold of its record, so everything that a later line may depend on is in this value, and
nothing else is. A new state is always a new value: undo is simply holding on to the old one.

`Game` is what every game has: first what others read (the fields of a state line, `docs/record.md`), then what only the
law remembers. What one game alone remembers is its own part, `Game.play`, and each part says what of it a line closes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from scoreboard.message import Message
from scoreboard.rules import places
from scoreboard.rules.deck import Card, Tile, Zone
from scoreboard.rules.events import Ending, Event, Half, Setup, Side, Target, Team
from scoreboard.rules.house_rules import AMATEUR, Helmet, HouseRules

Phase = Literal["pitch", "swing", "homer", "toss", "run", "throw", "low-high", "card", "gloves", "over"]
LowHigh = Literal["", "steal", "pop-up", "appeal"]
Turn = Literal["idle", "due", "done"]
SKIP: Literal["skip"] = "skip"
Answer: TypeAlias = int | Target | Literal["skip"]
"""A place for a runner, or that the die was the next one's; a target for a fielder."""

FIRST, SECOND, THIRD, HOME = places.FIRST, places.SECOND, places.THIRD, places.HOME
"""The bases of the path (D1); the batter's box is 0."""

PARTNERS_TURNS = 12
"""After so many turns a team's players stand as at first, whether there are one, two, three or four (H6)."""

SHARED = "white"
"""The colour of the die that both teams run with (D3)."""

CHIP, DICE = "chip", "dice"
"""What a game awaits where it is no die of one colour."""


class Runner(Struct, frozen=True, kw_only=True, gc=False):
    """A helmet on the base path (D1), the batter on a ball in play included.

    Attributes:
        place: 0 (a batter who has not run yet) to 23.
        goal: the base a chain pushes, or pushed, him to (D27), or that he steals; 0 for one who is in no chain.
        is_batter: he hit the ball that is in play.
        turn: in this running turn he is ``due`` to throw, is ``done`` (thrown or skipped), or takes no part.
        helmet: which of his team's four he wears (D3), 0 to 3 in the order of its line-up.
    """

    place: int
    goal: int = 0
    is_batter: bool = False
    turn: Turn = "idle"
    helmet: int = 0

    @property
    def pushed(self) -> bool:
        """He must make room, and has not reached the base he is pushed to."""
        return self.place < self.goal

    @property
    def on_base(self) -> bool:
        """He stands on first, second or third."""
        return self.place in {FIRST, SECOND, THIRD}

    @property
    def base_ahead(self) -> int:
        """The place of the next base before him."""
        return self.place - self.place % FIRST + FIRST

    @property
    def stranded(self) -> bool:
        """He is between two bases."""
        return self.place % FIRST != 0

    @property
    def unsettled(self) -> bool:
        """The play goes on until no runner is (D27, D33)."""
        return self.place < self.goal or self.place % FIRST != 0


class Tally(Struct, frozen=True, kw_only=True, gc=False):
    """A number for each team."""

    away: int = 0
    home: int = 0


class Names(Struct, frozen=True, kw_only=True, gc=False):
    """What the teams are called, where a correction says otherwise than the set-up."""

    away: str | None = None
    home: str | None = None


class Dugouts(Struct, frozen=True, kw_only=True, gc=False):
    """The helmets that wait in each team's dugout, the next to bat first (D49)."""

    away: tuple[int, ...] = (0, 1, 2, 3)
    home: tuple[int, ...] = (0, 1, 2, 3)


class Up(Struct, frozen=True, kw_only=True):
    """Who bats and who pitches where partners play (D53); None for a team that names no players."""

    bats: str | None
    pitches: str | None


class Choice(Struct, frozen=True, kw_only=True, gc=False):
    """A throw that can still be answered otherwise (D32, D35).

    Attributes:
        before: the state that every answer starts from: the throw met it, or would have, had he before been skipped
            whose die it was not (D27).
        value: what the throw counts.
        options: the answers worth offering, the default first.
        chosen: the answer in effect.
        met: the state that the throw met, where a player was skipped since; else None.
        stated: a player has answered it since, be it as it stood.
    """

    before: Game
    value: int
    options: tuple[Answer, ...]
    chosen: Answer
    met: Game | None = None
    stated: bool = False

    def changed(self, change: Outcome) -> Choice:
        """The same with that change made to the states that an answer starts from."""
        return replace(self, before=change(self.before), met=self.met and change(self.met))


class Glove(Struct, frozen=True, kw_only=True):
    """A tile of the defence (R3): which one, whether its red side is up, and the zone it lies on, if on any."""

    tile: Tile
    red: bool = False
    zone: Zone | None = None

    @property
    def value(self) -> int:
        """The number that shows."""
        return self.tile.red if self.red else self.tile.white


class DiamantePlay(Struct, frozen=True, kw_only=True, gc=False):
    """What Diamante alone remembers.

    Attributes:
        pitched: the pitch that the batter swings at.
        bunting: he announced a bunt for this pitch (D24).
        stealable: the pitch just counted lets the runners steal (D46).
        caught: the ball lies where it was caught, and no runner has tagged up (D23, D48).
        zone: where the ball flies while the chip is tossed.
        first_turn: the running turn begun last is one in which everyone has his throw (D26, D46, D48).
        ran_from: where the last runner to throw in this turn started; it counts where runners are called (D40).
        unpitched: the state that a chased ball goes back to (D15).
        choice: the throw that can still be answered otherwise.
        resume: what ``keep-running`` takes up again (D33).
    """

    pitched: int = 0
    bunting: bool = False
    stealable: bool = False
    caught: bool = False
    zone: int = 0
    first_turn: bool = False
    ran_from: int = HOME
    unpitched: Game | None = None
    choice: Choice | None = None
    resume: Game | None = None

    def changed(self, change: Outcome) -> DiamantePlay:
        """The same with that change made to every state that the next line may go back to."""
        answered = self.choice and self.choice.changed(change)
        unpitched, resume = self.unpitched and change(self.unpitched), self.resume and change(self.resume)
        return replace(self, choice=answered, unpitched=unpitched, resume=resume)

    def over(self) -> DiamantePlay:
        """What is left when the game is over: the last throw may be answered otherwise (D32)."""
        return DiamantePlay(choice=self.choice)

    def closed(self) -> DiamantePlay:
        """The same with nothing left open: no chase, other answer to the last throw, keep-running or steal."""
        if self.unpitched or self.choice or self.resume or self.stealable:
            return replace(self, unpitched=None, choice=None, resume=None, stealable=False)
        return self

    @property
    def earlier(self) -> tuple[Game, ...]:
        """The states that the next line may go back to."""
        answered = self.choice and self.choice.before
        return tuple(game for game in (answered, self.unpitched, self.resume) if game)


class SignPlay(Struct, frozen=True, kw_only=True, gc=False):
    """What Four-Dice Baseball alone remembers.

    Attributes:
        sign_on: the sign for the next pitch; empty for none.
        sign_was: the one before the last call, which an appeal may put on again.
        low_high: what the die decides that is due in the phase *low-high*.
        rolled: the dice of the last pitch, while its sign may be appealed.
        unsigned: the state that they go back to if the sign does not stand.
        appealed: the state whose sign is appealed; an appeal leaves it as it was if the sign stands.
    """

    sign_on: str = ""
    sign_was: str = ""
    low_high: LowHigh = ""
    rolled: tuple[int, ...] = ()
    unsigned: Game | None = None
    appealed: Game | None = None

    def changed(self, change: Outcome) -> SignPlay:
        """The same with that change made to every state that the next line may go back to."""
        unsigned, appealed = self.unsigned and change(self.unsigned), self.appealed and change(self.appealed)
        return replace(self, unsigned=unsigned, appealed=appealed)

    def over(self) -> SignPlay:
        """What is left when the game is over."""
        return SignPlay()

    def closed(self) -> SignPlay:
        """The same with nothing left open: no sign of the last pitch can be appealed."""
        return replace(self, rolled=(), unsigned=None, appealed=None)

    @property
    def earlier(self) -> tuple[Game, ...]:
        """The states that the next line may go back to."""
        return tuple(game for game in (self.appealed, self.unsigned) if game)


class CardPlay(Struct, frozen=True, kw_only=True, gc=False):
    """What RallyBird alone remembers: what both coaches have in hand and on the table.

    Attributes:
        gloves: the tiles that the defence still has; both with the icon until it has chosen.
        placed: they lie for this at-bat.
        card: the one played, once it is shown.
        commit: the hash of one that was chosen in secret (R10).
        aside: cards set aside for the half-inning, as far as they are told (R2).
        shown: cards shown after an intentional walk, out of play for this at-bat (R8).
        begun: this half-inning has had an at-bat.
        walked: an intentional walk came just before.
        choose: the zones with the gloves of which the defence changes one (R5); empty where it has no choice.
        rerolls: this roll is a re-roll of the RallyBird.
        spent: who has lost the RallyBird.
        unrolled: the state before the last roll, which the RallyBird throws again (R8).
    """

    gloves: tuple[Glove, ...]
    placed: bool = False
    card: Card | None = None
    commit: str = ""
    aside: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    begun: bool = False
    walked: bool = False
    choose: tuple[Zone, ...] = ()
    rerolls: bool = False
    spent: tuple[Side, ...] = ()
    unrolled: Game | None = None

    def changed(self, change: Outcome) -> CardPlay:
        """The same with that change made to every state that the next line may go back to."""
        return replace(self, unrolled=change(self.unrolled)) if self.unrolled else self

    def over(self) -> CardPlay:
        """What is left when the game is over: the last roll may be thrown again (R8)."""
        return replace(self, choose=())

    def closed(self) -> CardPlay:
        """The same with nothing left open: the last roll stands."""
        return replace(self, unrolled=None) if self.unrolled else self

    @property
    def earlier(self) -> tuple[Game, ...]:
        """The states that the next line may go back to."""
        return (self.unrolled,) if self.unrolled else ()


Play: TypeAlias = DiamantePlay | SignPlay | CardPlay
"""What one game alone remembers; the table games remember nothing."""
NO_DIAMANTE, NO_SIGNS = DiamantePlay(), SignPlay()
"""What other games than these read where those have a part of their own."""


class Game(Struct, frozen=True, kw_only=True, gc=False):
    """A game at one moment.

    Attributes:
        setup: the record's first line.
        house: how this house plays.
        innings: how many were agreed, the game's own number if the set-up names none.
        first: the number of the first inning.
        inning: from ``first``; it goes on counting in extra innings (D9).
        half: ``top`` while Away bats.
        balls: 0 to 3.
        strikes: 0 to 2.
        outs: 0 to 2; 3 only after the last out of the game.
        away: runs.
        home: runs.
        men: the helmets on the base path, most advanced first.
        ball: ``Z1`` to ``Z9`` (zone 2 is ``HP``), ``1B``, ``2B``, ``3B``, ``HP``, or a step's number.
        phase: what the game is at.
        awaits: the colour of the die that is due, ``chip``, ``dice``, or None.
        options: the answers to the last throw, the default first; empty where there is only one.
        calls: what may be called now.
        due: what comes next, as is said to a child.
        winner: once the game is over; None also then, if it was called without one.
        ended: why the game is over before its time, if it is.
        hits: credited so far (D45).
        names: of the teams, where they were put right.
        dugouts: the helmets that wait, of both teams (D49).
        at_bat: the helmet whose plate appearance it is; he may be on the path, or out already.
        waiting: he stands at the plate: he has neither put a ball in play, nor walked, nor is he out.
        met: something was pitched to him (D50).
        fresh: nothing has happened since this batter came up (D54).
        credited: this batter has his hit (D45).
        partners: how many turns have passed among each team's players (D53), of `PARTNERS_TURNS`.
        began: runs of the side at bat when the half-inning began (H2).
        full: the run just scored was the last that the half-inning can have (H2).
        finished: the half-inning before this one as it ended; in a top half until something is thrown, pressed or
            called (H5).
        called_since: of a state that a line may go back to: `last inning` was said since (H5).
        play: what this game alone remembers.
    """

    setup: Setup
    house: HouseRules = AMATEUR
    innings: int
    first: int = 1
    inning: int = 1
    half: Half = "top"
    balls: int = 0
    strikes: int = 0
    outs: int = 0
    away: int = 0
    home: int = 0
    men: tuple[Runner, ...] = ()
    ball: str | int = "Z1"
    phase: Phase = "pitch"
    awaits: str | None = None
    options: tuple[Answer, ...] = ()
    calls: tuple[str, ...] = ()
    due: Message = Message(key="")
    winner: Side | None = None
    ended: Ending | None = None
    hits: Tally = Tally()
    names: Names = Names()

    dugouts: Dugouts = Dugouts()
    at_bat: int = 0
    waiting: bool = True
    met: bool = False
    fresh: bool = True
    credited: bool = False
    partners: Tally = Tally()
    began: int = 0
    full: bool = False
    finished: Game | None = None
    called_since: bool = False
    play: Play | None = None

    @property
    def last(self) -> int:
        """The number of the last inning that was agreed."""
        return self.first + self.innings - 1

    @property
    def runners(self) -> tuple[int, ...]:
        """The places of all helmets that have left the plate, most advanced first."""
        return tuple(man.place for man in self.men if man.place)

    @property
    def over(self) -> bool:
        """Nothing more can be played."""
        return self.phase == "over"

    @property
    def chase(self) -> bool:
        """The batter's die would now count as swung at a ball (D15)."""
        return self.diamante.unpitched is not None

    @property
    def diamante(self) -> DiamantePlay:
        """What Diamante alone remembers: nothing in another game."""
        return self.play if isinstance(self.play, DiamantePlay) else NO_DIAMANTE

    @property
    def signs(self) -> SignPlay:
        """What Four-Dice Baseball alone remembers: nothing in another game."""
        return self.play if isinstance(self.play, SignPlay) else NO_SIGNS

    @property
    def cards(self) -> CardPlay | None:
        """The cards and gloves of RallyBird; None in another game."""
        return self.play if isinstance(self.play, CardPlay) else None

    @property
    def batting(self) -> Side:
        """The side at bat."""
        return "away" if self.half == "top" else "home"

    @property
    def fielding(self) -> Side:
        """The side in the field."""
        return "home" if self.half == "top" else "away"

    @property
    def up(self) -> Up | None:
        """Who bats and who pitches, or None where no team names its players (D53)."""
        names = Up(bats=self.player(self.batting), pitches=self.player(self.fielding))
        return names if names.bats or names.pitches else None

    @property
    def batter(self) -> Helmet | None:
        """The helmet at bat, or None where helmets do not differ (D49)."""
        return self.sign(self.at_bat) if self.house.lineup else None

    @property
    def dugout(self) -> tuple[Helmet, ...] | None:
        """The waiting helmets of the side at bat in order, or None where helmets do not differ (D49)."""
        return tuple(map(self.sign, self.bench)) if self.house.lineup else None

    @property
    def bench(self) -> tuple[int, ...]:
        """The waiting helmets of the side at bat, the next to bat first (D49)."""
        return self.dugouts.away if self.half == "top" else self.dugouts.home

    def sign(self, helmet: int) -> Helmet:
        """What is painted on that helmet of the side at bat (D5); nothing where helmets do not differ."""
        if not self.house.lineup:
            return ""
        team = self.setup.away if self.half == "top" else self.setup.home
        return (team.lineup or self.house.lineup)[helmet]

    def team(self, side: Side) -> Team:
        """The team that plays on that side, under the name that it has now."""
        team, name = (self.setup.away, self.names.away) if side == "away" else (self.setup.home, self.names.home)
        return replace(team, name=name) if name else team

    def runs_of(self, side: Side) -> int:
        """How many that side has scored."""
        return self.away if side == "away" else self.home

    def player(self, side: Side) -> str | None:
        """Who of its players bats or pitches for that side (D53); None for a team that names none."""
        players = self.team(side).players
        turn = self.partners.away if side == "away" else self.partners.home
        return players[turn % len(players)] if players else None


Outcome: TypeAlias = Callable[[Game], Game]
"""What something comes to: the state it met -> the state it leaves."""

Law: TypeAlias = Mapping[tuple[Phase, type[Event]], Callable[[Game, Any], Game]]
"""In which phase which line means what; each function takes the line's own type, which `Any` stands for."""
