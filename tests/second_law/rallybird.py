"""RallyBird, from the clauses alone (``rallybird.md``, R1 to R10, and the readings of ``docs/rallybird.md``)."""

from __future__ import annotations

import copy
from hashlib import sha256
from typing import Any, Self

from second_law.innings import Line, State, need
from second_law.tables import TableGame

ZONES = "ABCDEF"
BASES = {"first": 1, "second": 2, "third": 3, "home": 4}
NINTH = 9
SHOWN = 4
"""Cards that chance takes out of the next at-bat after an intentional walk (R8)."""


class Glove:
    """A tile: both its numbers, and which side is up."""

    def __init__(self, tile: dict[str, Any]) -> None:
        self.white, self.red, self.icon = tile["white"], tile["red"], tile.get("icon", False)
        self.is_red = False

    @property
    def shows(self) -> int:
        """The number that is up."""
        return int(self.red if self.is_red else self.white)

    @property
    def name(self) -> str:
        """As it is told."""
        return f"{self.white}/{self.red}{'r' * self.is_red}"


class RallyBird(TableGame):
    """Cards, gloves, and two dice."""

    copied = (*TableGame.copied, "gloves", "laid", "aside", "shown", "rallied")

    def __init__(self, line: Line) -> None:
        self.first = line.get("first", 7)
        super().__init__(line)
        self.innings = self.agreed = line.get("innings", NINTH - self.first + 1)
        self.deck, self.options = line["deck"], line.get("options", [])
        self.cards = {
            card["name"]: card
            for card in self.deck["cards"]
            if card["kind"] != "take" or "first-game" not in self.options
        }
        self.gloves: list[Glove] = []
        self.laid: dict[str, Glove] = {}
        self.aside: set[str] = set()
        self.shown: set[str] = set()
        self.rallied = [True, True]
        self.before_roll: Self | None = None
        self.begun()

    def begun(self) -> None:
        """R2, R3: a half-inning begins with the whole hand, and every glove white side up."""
        super().begun()
        self.gloves = [Glove(tile) for tile in self.deck["tiles"]]
        icons = [glove for glove in self.gloves if glove.icon]
        self.laid = dict(zip(ZONES, [glove for glove in self.gloves if glove is not icons[1]], strict=True))
        self.aside, self.shown, self.to_show = set(), set(), 0
        self.to_set_aside = 1
        if "aside-3-2" in self.options:
            self.to_set_aside = (3, 2)[self.side]
        if "aside-4" in self.options:
            self.to_set_aside = 4
        self.next_batter()
        self.has_begun = True

    def next_batter(self) -> None:
        """An at-bat: nothing is chosen, and the gloves are where they were."""
        self.has_begun = self.is_again = False
        self.phase, self.card, self.hash, self.are_laid = "card", None, None, False
        self.may_change: list[str] = []

    def at_bat_over(self) -> None:
        """R8: what an intentional walk showed is back in the hand."""
        self.next_batter()
        self.shown, self.to_show = set(), 0

    def on_set(self, line: Line) -> None:
        """A correction; the roll before it stands."""
        super().on_set(line)
        self.before_roll = None

    # Calls

    def on_call(self, line: Line) -> None:
        """R10: a call is a word and what follows it."""
        word, _, rest = line["call"].partition(" ")
        called = {
            "aside": self.set_aside, "card": self.play, "commit": self.commit, "gloves": self.lay, "flip": self.flip,
            "lose": self.lose, "intentional-walk": self.walk_on_purpose, "rallybird": self.roll_again,
        }.get(word)  # fmt: skip
        need(called, "no call of this game")
        called(rest)

    def hand(self) -> list[str]:
        """The cards that may be played: a steal needs somebody who steals."""
        return [name for name in self.cards if name not in self.aside | self.shown and self.can_steal(self.cards[name])]

    def can_steal(self, card: dict[str, Any]) -> bool:
        """Somebody would move, or it is no steal."""
        return card["kind"] != "steal" or any(to > man for man, to in self.moves(card["greater"]))

    def set_aside(self, name: str) -> None:
        """R2, R8: chance has taken a card."""
        need(self.phase == "card" and not self.hash, "no time for it")
        need(name in self.cards and name not in self.aside | self.shown, "not in the hand")
        if len(self.shown) < self.to_show:
            self.shown.add(name)
            return
        need(self.has_begun and len(self.aside) < self.to_set_aside, "all are set aside")
        self.aside.add(name)

    def commit(self, secret: str) -> None:
        """R10: a card is chosen in secret, or once more, before the gloves lie: they are laid after it in any case."""
        need(self.phase == "card", "no time for it")
        self.hash, self.phase, self.are_laid = secret, "gloves", False

    def play(self, name: str) -> None:
        """The card is shown."""
        need(self.phase == "card", "no time for it")
        if self.hash:
            need(sha256(name.encode()).hexdigest() == self.hash, "another card")
            name = name.rpartition(" ")[0]
        need(name in self.hand(), "not in the hand")
        self.card = self.cards[name]
        self.phase = "pitch" if self.are_laid else "gloves"

    def lay(self, layout: str) -> None:
        """R3: all gloves that the defence has, each on a zone of its own, until the card is shown."""
        need(self.phase in ("card", "gloves") and not self.may_change, "no time for it")
        left, laid = list(self.gloves), dict[str, Glove]()
        for pair in layout.split():
            zone, _, name = pair.partition("=")
            need(zone in ZONES and zone not in laid, "no such zone")
            same = [glove for glove in left if glove.name == name or (name.isdigit() and glove.shows == int(name))]
            need(same, "no such glove")
            need("/" in name or len({glove.name for glove in same}) == 1, "several gloves")
            laid[zone] = min(same, key=lambda glove: glove.icon)
            left.remove(laid[zone])
        rest = [glove for glove in left if not glove.icon]
        icons = [glove for glove in laid.values() if glove.icon]
        need(not rest and len(icons) <= 1, "all gloves are laid, and one with the icon")
        need(icons or not any(glove.icon for glove in self.gloves), "one with the icon is laid")
        self.laid, self.are_laid = laid, True
        self.gloves = list(laid.values())
        self.phase = "pitch" if self.card else "card"

    def walk_on_purpose(self, rest: str) -> None:
        """R8: the batter is walked on purpose."""
        need("intentional-walk" in self.options and not rest, "not played so")
        need(self.phase == "card" and not self.hash and not self.are_laid, "no time for it")
        self.walk()
        if not self.over:
            self.shown, self.to_show = set(), SHOWN

    # The dice

    def on_roll(self, line: Line) -> None:
        """R4: the dice against the gloves on the zones that the card names."""
        need(self.phase == "pitch" and len(line["values"]) == 2, "no time for it")
        before = self.clone() if self.may_rally() else None
        card, again, side = self.card, self.is_again, self.side
        zones = (2 in self.men and card.get("tests_on_second")) or card["tests"]
        against = sum(self.laid[zone].shows if zone in self.laid else self.deck["zones"][zone] for zone in zones)
        total = sum(line["values"])
        less = total < against
        result = card["less" if less else "equal" if total == against else "greater"]
        double_play = less and card["kind"] == "ground" and 1 in self.men and not self.outs
        succeeded = self.come_to(card, result, double_play=double_play)
        if self.phase == "pitch":
            self.at_bat_over()
            if succeeded and card["kind"] != "take":
                self.glove_changes([zone for zone in ZONES if zone in zones and zone in self.laid])
        if again and not succeeded:
            self.rallied[side] = False
            before = None
        self.before_roll = before

    def moves(self, result: dict[str, Any], *, double_play: bool = False) -> list[tuple[int, int]]:
        """R4: from which base to which each man goes, 0 where he is out; forced ones advance in any case."""
        batter = "out" if double_play else result["batter"]
        sent = {man: result.get(("", "first", "second", "third")[man]) for man in self.men}
        gone = {man for man in self.men if sent[man] == "out" or (double_play and man == 1)}
        pushed = 1 if batter == "out" else BASES.get(batter, 0)
        least = dict[int, int]()
        for man in sorted(self.men):
            if man <= pushed:
                least[man] = pushed + 1
                pushed = max(pushed, man + 1) if man in gone else pushed + 1  # who is out takes no base
        goes, ahead = list[tuple[int, int]](), 99
        for man in sorted(self.men, reverse=True):
            if man in gone:
                goes.append((man, 0))
                continue
            to = BASES.get(sent[man], man + result.get("runners", 0))
            to = max(min(max(to, man), ahead - 1), least.get(man, man))
            goes.append((man, to))
            ahead = to if to < 4 else 99
        return goes[::-1]

    def come_to(self, card: dict[str, Any], result: dict[str, Any], *, double_play: bool) -> bool:
        """R4, R7: what the card says comes to pass; whether anybody moved."""
        goes = self.moves(result, double_play=double_play)
        batter = "out" if double_play else result["batter"]
        outs = sum(to == 0 for _, to in goes) + (batter in ("out", "caught"))
        base = BASES.get(batter)
        moved = bool(base) or any(to > man for man, to in goes)
        if self.outs + outs >= 3:
            self.outs = 3
            self.half_over()
            return False
        self.outs += outs
        self.hits[self.side] += bool(base) and card["kind"] != "take" and not outs
        self.moved([to for _, to in goes if to] + ([base] if base else []))
        return moved

    def glove_changes(self, tested: list[str]) -> None:
        """R5: a red glove that was tested goes, or a white one turns; the last red one is never lost."""
        reds = [zone for zone in tested if self.laid[zone].is_red]
        if reds and sum(glove.is_red for glove in self.gloves) == 1:
            return
        changing = reds or tested
        if len(changing) > 1:
            self.phase, self.may_change = "gloves", [f"{'lose' if reds else 'flip'} {zone}" for zone in changing]
        elif changing:
            self.glove_changed(changing[0])

    def flip(self, zone: str) -> None:
        """R5: the defence chooses which white glove turns."""
        need(f"flip {zone}" in self.may_change, "nothing to choose")
        self.glove_changed(zone)
        self.next_batter()

    def lose(self, zone: str) -> None:
        """R5: or which red one goes."""
        need(f"lose {zone}" in self.may_change, "nothing to choose")
        self.glove_changed(zone)
        self.next_batter()

    def glove_changed(self, zone: str) -> None:
        """Red is lost, white turns."""
        glove = self.laid.pop(zone)
        self.gloves.remove(glove)
        if not glove.is_red:
            turned = copy.copy(glove)
            turned.is_red = True
            self.laid[zone] = turned
            self.gloves.append(turned)

    def finish(self, winner: str | None) -> None:
        """Nothing is to be chosen any more."""
        super().finish(winner)
        self.may_change = []

    # The RallyBird

    def may_rally(self) -> bool:
        """R8: in the ninth, the offence that is behind, until it has failed."""
        behind = self.score[self.side] < self.score[1 - self.side]
        return "rallybird" in self.options and self.inning == NINTH and behind and self.rallied[self.side]

    def roll_again(self, rest: str) -> None:
        """R8: all is as it was before the roll, which does not count."""
        before = self.before_roll
        need(before is not None and not rest, "no time for it")
        self.__dict__.update(vars(before))
        self.is_again = True

    # What anybody tells by button

    def on_press(self, line: Line) -> None:
        """D54: an out, a home run and BATTER end the at-bat; what the defence has to choose of the last one stays."""
        side = self.side
        super().on_press(line)
        is_new = self.phase == "card" and not self.are_laid and not self.hash
        ends = line["button"] in ("out", "homerun") or (line["button"] == "batter" and not is_new)
        if ends and not self.over and side == self.side and not self.may_change:
            self.at_bat_over()

    def shorten(self, innings: int) -> None:
        """H5: a roll again (R8) leaves it standing."""
        super().shorten(innings)
        self.before_roll = self.before_roll and self.before_roll.shorter(innings)

    def followed_by(self, line: Line) -> Self:
        """The game after this line; a RallyBird is called after the last out, too."""
        if self.over and line["type"] == "call" and line["call"] == "rallybird":
            twin = self.clone()
            twin.roll_again("")
            return twin
        twin = super().followed_by(line)
        if twin is not self and line["type"] not in ("roll", "set"):
            twin.before_roll = None
        return twin

    def state(self) -> State:
        """The state line; of the ways to lay gloves that in which they lie."""
        return super().state() | {"awaits": "dice" if self.phase == "pitch" else None, "calls": self.calls()}

    def calls(self) -> list[str]:
        """What may be called now."""
        again = ["rallybird"] if self.before_roll is not None else []
        if self.over or self.may_change:
            return again + self.may_change
        gloves = ["gloves " + " ".join(f"{zone}={self.laid[zone].name}" for zone in ZONES if zone in self.laid)]
        if self.phase == "gloves":
            return again + gloves
        if self.phase != "card" or self.hash:
            return again
        cards = [f"card {name}" for name in self.hand()]
        walk = ["intentional-walk"] if "intentional-walk" in self.options else []
        return again + cards if self.are_laid else again + cards + walk + gloves
