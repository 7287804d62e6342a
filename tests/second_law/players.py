"""Random games, as players would play them and as they would err: mostly lawful lines, each from a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from second_law.four_dice import LENGTHS
from second_law.history import GAMES, History
from second_law.innings import Line

COLORS = ("blue", "red", "white", "green")
CALLS = (
    *("bunt", "steal", "tag-up", "keep-running", "run 1B", "run 2B", "run 3B", "new-batter", "dance"),
    *("take", "hit-and-run", "no-sign", "balk", "appeal", "last inning"),
)
BUTTONS = ("ball", "strike", "out", "run", "homerun", "batter", "next", "ok", "undo", "redo")
TARGETS = ("1B", "2B", "3B", "HP", "Z1")
SIGNS = ("+", "", "", "-")
DICE = {"two-dice": 2, "three-dice": 3, "dice-baseball": 2, "four-dice": 4}
WITHOUT_CARDS = [name for name in GAMES if name != "rallybird"]


class Players:
    """Who write a record line by line, looking at the board of the second law."""

    def __init__(self, seed: int, kinds: frozenset[str] = frozenset()) -> None:
        self.random = Random(seed)  # noqa: S311 - a game of dice
        self.without = kinds
        self.history = History(self.game_line())

    def game_line(self) -> Line:
        """Which game, who plays and how long."""
        random = self.random
        rules = random.choice([*WITHOUT_CARDS[:2] * 4, *WITHOUT_CARDS, "four-dice", "four-dice"])
        teams = [{"name": "Reds", "color": "red"}, {"name": "Blues", "color": "blue"}]
        if rules == "diamante-major" and random.random() < 0.7:
            for team in teams:
                team["lineup"] = random.choices(SIGNS, k=4)
        if rules.startswith("diamante") and random.random() < 0.3:
            teams[0]["players"] = ["Ana", "Leo", "Tom", "Eva"][: random.randint(1, 4)]
            if random.random() < 0.5:
                teams[1]["players"] = ["Kim", "Sol", "Pat", "Ben"][: random.randint(1, 4)]
        line = {"type": "game", "rules": rules, "away": teams[0], "home": teams[1]} | self.of_the_house()
        if rules == "four-dice" and random.random() < 0.3:
            line["options"] = random.sample([*LENGTHS], random.choice([1, 1, 2]))
        return line | ({"innings": random.choice([1, 1, 2, 3])} if random.random() < 0.8 else {})

    def of_the_house(self) -> Line:
        """Rules of the house, in half of the games (H1 to H5, H7)."""
        random = self.random
        if random.random() < 0.5:
            return {}
        rules: Line = {
            "mercy": random.choice([1, 2, 3, 5]),
            "mercy_from": random.choice([1, 1, 2, 5]),
            "cap": random.choice([1, 1, 2, 3]),
            "cap_last": random.random() < 0.5,
            "tie_after": random.choice([0, 0, 1, 2]),
            "extra_runner": random.random() < 0.7,
            "extra_runner_from": random.choice([1, 2, 3]),
            "away_start": random.randint(0, 3),
            "home_start": random.randint(0, 3),
            "walk_off": random.random() < 0.5,
        }
        return {"house": {key: rules[key] for key in random.sample([*rules], random.randint(1, 6))}}

    @property
    def diamante(self) -> bool:
        """Baseball Diamante, not a table game."""
        return str(self.history.lines[0]["rules"]).startswith("diamante")

    @property
    def major(self) -> bool:
        """With helmets."""
        return self.history.lines[0]["rules"] == "diamante-major"

    def play(self, lines: int) -> list[Line]:
        """A record of so many lines."""
        while len(self.history.lines) < lines:
            line = self.line()
            if self.kind(line) not in self.without:
                self.history.write(line)
        return self.history.lines

    def kind(self, line: Line) -> str:
        """A name to leave a kind of line out by."""
        return str(line.get("button") or line["type"])

    def line(self) -> Line:
        """The next line: mostly what is due."""
        state = self.history.state()
        chance = self.random.random()
        if chance < 0.03:
            return self.correction()
        between = self.history.game.just is not None
        if chance > (0.85 if between else 0.985):
            return {"type": "call", "call": "last inning"}
        if chance < 0.06 or (state["over"] and chance < 0.7):
            return {"type": "press", "button": self.random.choice(["undo", "undo", "undo", "redo", "redo"])}
        if chance < 0.10:
            return self.nonsense()
        if chance < 0.15:
            return {"type": "press", "button": self.random.choice(BUTTONS[:8])}
        return self.lawful(state)

    def lawful(self, state: dict[str, Any]) -> Line:
        """An answer to the last throw, a call, a chase, or what the board asks for."""
        chance = self.random.random()
        if state["calls"] and chance < 0.35:
            return {"type": "call", "call": self.random.choice(state["calls"])}
        if state["options"] and chance < 0.5:
            return self.answer(state)
        if state["chase"] and chance < 0.6:
            return self.die("red" if state["half"] == "top" else "blue", 1)
        if state["phase"] in ("run", "throw") and chance < 0.2:
            return {"type": "skip" if state["phase"] == "run" else "hold"}
        return self.due(state)

    def due(self, state: dict[str, Any]) -> Line:
        """The die, the chip or the dice that are due."""
        if state["awaits"] == "dice":
            return self.roll(1 if state["phase"] == "low-high" else DICE.get(self.history.lines[0]["rules"], 1))
        if state["awaits"] == "chip":
            return {"type": "chip", "face": self.random.choice(["hit", "hit", "hit", "out"])}
        if state["awaits"] is None:
            return self.nonsense()
        return self.die(state["awaits"], {"pitch": 0.6, "swing": 1.5}.get(state["phase"], 1))

    def answer(self, state: dict[str, Any]) -> Line:
        """One of the options, or NEXT or OK, and now and then one that is not offered."""
        chance = self.random.random()
        if chance < 0.3:
            return {"type": "press", "button": "next" if chance < 0.2 else "ok"}
        if chance < 0.4:
            return {"type": "move", "to": self.random.randint(0, 24)}
        to = self.random.choice(state["options"])
        if to == "skip":
            return {"type": "skip"}
        named = isinstance(to, str) or state["phase"] == "throw"
        return {"type": "ball" if named else "move", "to": to}

    def die(self, color: str, lean: float) -> Line:
        """A die, low or high by ``lean``; tens come often enough to matter."""
        value = 10 if self.random.random() < 0.08 else min(10, 1 + int(10 * self.random.random() ** (1 / lean)))
        return {"type": "die", "color": color, "value": value}

    def roll(self, dice: int) -> Line:
        """Six-sided dice."""
        return {"type": "roll", "values": [self.random.randint(1, 6) for _ in range(dice)]}

    def nonsense(self) -> Line:
        """Any line at any time."""
        random = self.random
        return random.choice(
            [
                self.die(random.choice(COLORS), 1),
                self.die(random.choice(COLORS[:3]), 1),
                {"type": "chip", "face": random.choice(["hit", "out"])},
                self.roll(random.randint(1, 3)),
                {"type": "move", "to": random.randint(0, 24)},
                {"type": "ball", "to": random.choice([*TARGETS, random.randint(1, 24)])},
                {"type": "skip"},
                {"type": "hold"},
                {"type": "call", "call": random.choice(CALLS)},
                {"type": "press", "button": random.choice(BUTTONS)},
                {"type": "expect", "outs": 3} if random.random() < 0.5 else self.correction(),
            ]
        )

    def correction(self) -> Line:
        """A `set`, an `amend` or an `end`."""
        chance = self.random.random()
        if chance < 0.03:
            winner = self.random.choice(["away", "home"])
            return {"type": "end", "why": self.random.choice(["forfeit", "called"]), "winner": winner}
        return self.set() if chance < 0.4 else self.amend()

    def set(self) -> Line:
        """One to three keys, or who stands where."""
        random = self.random
        if random.random() < 0.3:
            return {"type": "set"} | self.men()
        keys: dict[str, Any] = {
            "outs": random.randint(0, 2),
            "away": random.randint(0, 5),
            "home": random.randint(0, 5),
            "inning": random.randint(1, 4),
            "innings": random.randint(1, 4),
            "hits": {random.choice(["away", "home"]): random.randint(0, 5)},
            "half": random.choice(["top", "bottom"]),
            "balls": random.randint(0, 3),
            "strikes": random.randint(0, 2),
        }
        if not (self.diamante or self.history.lines[0]["rules"] == "four-dice"):
            del keys["balls"], keys["strikes"]
        state = self.history.state()
        if self.major or "up" in state or state["phase"] != "pitch":
            del keys["half"]  # no clause says who of a team is up then, or under which helmet
        for kind in self.without:
            keys.pop(kind.removeprefix("set-"), None)
        return {"type": "set"} | {key: keys[key] for key in random.sample(list(keys), random.choice([1, 1, 2, 3]))}

    def men(self) -> Line:
        """Men on bases, in Major League all four helmets; or the order in the dugout alone."""
        random = self.random
        places, order = random.sample([6, 12, 18], random.randint(0, 3)), random.sample(range(4), 4)
        men = len(places)
        if not self.major:
            return {"runners": places}
        return {"runners": places, "helmets": order[:men], "at_bat": order[men], "dugout": order[men + 1 :]}

    def amend(self) -> Line:
        """Another value, another line, none, or one more; mostly of a line not long ago."""
        random, lines = self.random, self.history.lines
        number = random.randint(max(1, len(lines) - 8), len(lines)) if random.random() < 0.7 else 1
        number = number if number > 1 else random.randint(1, len(lines))
        target, amendment = lines[number - 1], {"type": "amend", "line": number}
        chance = random.random()
        if "amend-as" in self.without:
            chance = 1
        if chance < 0.15:
            return amendment | {"add": self.plain()}
        if chance < 0.4:
            return amendment | {"as": None if chance < 0.22 else self.plain()}
        if target["type"] == "chip":
            return amendment | {"face": random.choice(["hit", "out"])}
        if target["type"] == "roll":
            return amendment | {"values": [random.randint(1, 6) for _ in target["values"]]}
        return amendment | {"value": random.randint(1, 10)}

    def plain(self) -> Line:
        """A line that may stand in another's place."""
        line = self.lawful(self.history.state()) if self.random.random() < 0.5 else self.nonsense()
        barred = line["type"] in ("amend", "expect", "end") or line.get("button") in ("undo", "redo")
        return self.plain() if barred or self.kind(line) in self.without else line
