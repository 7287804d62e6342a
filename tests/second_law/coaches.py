"""Random games of cards and gloves, and a random game of any kind."""

from __future__ import annotations

import tomllib
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from second_law.innings import Line
from second_law.players import Players

ASIDE = ("aside-3-2", "aside-4")
"""Options of which a game has one at most."""
CARD_OPTIONS = ("first-game", "intentional-walk", "rallybird")
HOUSE_SET: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "scoreboard/rules/house_deck.toml").read_text(encoding="utf-8")
)


class Coaches(Players):
    """Who play RallyBird."""

    def game_line(self) -> Line:
        """With the house set or one of their own."""
        random = self.random
        teams = {side: {"name": name, "color": name} for side, name in (("away", "red"), ("home", "blue"))}
        line: Line = {"type": "game", "rules": "rallybird", **teams} | self.of_the_house()
        line["deck"] = HOUSE_SET if random.random() < 0.3 else own_set(random)
        if random.random() < 0.7:
            line["options"] = random.sample(CARD_OPTIONS, random.choice([1, 2, 3]))
        if "rallybird" in line.get("options", []) and random.random() < 0.5:
            return line | {"first": 9}
        if random.random() < 0.3:
            line["options"] = [*line.get("options", []), random.choice(ASIDE)]
        if random.random() < 0.5:
            line["first"] = random.choice([1, 5, 8, 9, 9])
        return line | ({"innings": random.choice([1, 1, 2, 9])} if random.random() < 0.7 else {})

    def lawful(self, state: dict[str, Any]) -> Line:
        """What may be called, gloves laid in another way, a card chosen in secret or taken by chance, or the dice."""
        random, calls = self.random, list(state["calls"])
        if state["awaits"] == "dice":
            return called(calls[0]) if calls and random.random() < 0.3 else self.roll(2)
        if state["phase"] == "card" and not calls and self.secret:
            return called(f"card {self.secret}")
        cards = [call for call in calls if call.startswith("card ")]
        chance = random.random()
        if cards and chance < 0.1:
            return called(f"aside {random.choice(cards).removeprefix('card ')}")
        if cards and chance < 0.2:
            self.secret = f"{random.choice(cards).removeprefix('card ')} {random.choice(['salt', 'pepper'])}"
            return called(f"commit {sha256(self.secret.encode()).hexdigest()}")
        weights = [1 / max(1, len(cards)) if call in cards else 0.15 if call[0] == "i" else 1 for call in calls]
        call = random.choices(calls, weights)[0] if calls else ""
        if call.startswith("gloves ") and chance < 0.9:
            call = self.moved(call)
        return called(call) if call else self.nonsense()

    secret = ""
    """The card that was committed to last, and its salt."""

    def moved(self, call: str) -> str:
        """The gloves laid otherwise, now and then another one with the icon, one short, or told by the number alone."""
        random = self.random
        names = [pair.partition("=")[2] for pair in call.split()[1:]]
        if random.random() < 0.3:
            icons = [f"{tile['white']}/{tile['red']}" for tile in self.deck["tiles"] if tile.get("icon")]
            names = [random.choice(icons) if name in icons else name for name in names]
        if random.random() < 0.1:
            names[0] = random.choice([names[-1], f"{names[0].removesuffix('r')}r", names[0].removesuffix("r")])
        if random.random() < 0.1:
            names = [name.split("/")[0] if "r" not in name and random.random() < 0.5 else name for name in names]
        zones = random.sample("ABCDEF", len(names) - (random.random() < 0.05))
        return "gloves " + " ".join(f"{zone}={name}" for zone, name in zip(zones, names, strict=False))

    @property
    def deck(self) -> dict[str, Any]:
        """What they play with."""
        deck: dict[str, Any] = self.history.lines[0]["deck"]
        return deck

    def nonsense(self) -> Line:
        """Any line at any time, and calls of this game."""
        random = self.random
        if random.random() < 0.5:
            return super().nonsense()
        card, zone = random.choice(self.deck["cards"])["name"], random.choice("ABCDEF")
        return called(random.choice([
            f"card {card}", f"aside {card}", f"flip {zone}", f"lose {zone}", "intentional-walk", "rallybird",
            f"commit {'0' * 64}", "gloves A=5 B=4", f"card {card} salt",
        ]))  # fmt: skip

    def set(self) -> Line:
        """As in other games; no clause says what becomes of cards and gloves when the half is changed."""
        line = super().set()
        line.pop("half", None)
        if "inning" in line:
            line["inning"] = self.random.randint(max(1, self.history.lines[0].get("first", 7) - 1), 10)
        return line if len(line) > 1 else self.set()


def called(call: str) -> Line:
    """A call."""
    return {"type": "call", "call": call}


def own_set(random: Random) -> dict[str, Any]:
    """Cards, gloves and a board as somebody might write them."""
    tiles = [{"white": random.randint(1, 8), "red": random.randint(1, 8)} for _ in range(7)]
    tiles = [tile | ({"icon": True} if at in (2, 5) else {}) for at, tile in enumerate(tiles)]
    kinds = ["ground", "ground", "air", "bunt"] * 3 + ["steal", "steal", "take"]
    cards = [own_card(random, f"Card {at}", kind) for at, kind in enumerate(kinds)]
    return {"name": "Ours", "zones": {zone: random.randint(1, 6) for zone in "ABCDEF"}, "tiles": tiles, "cards": cards}


def own_card(random: Random, name: str, kind: str) -> dict[str, Any]:
    """A card with any results."""
    card: dict[str, Any] = {
        "name": name,
        "kind": kind,
        "tests": random.choices("ABCDEF", k=random.choice([1, 2, 2, 3])),
    }
    if random.random() < 0.2:
        card["tests_on_second"] = random.choices("ABCDEF", k=2)
    return card | {key: own_result(random, kind, batters) for key, batters in BATTERS.items()}


BATTERS = {
    "greater": ["first", "first", "second", "third", "home"],
    "equal": ["first", "out", "caught"],
    "less": ["out", "caught", "out", "first"],
}
RUNNERS = {"first": ["out", "second", "third", "home"], "second": ["out", "third", "home"], "third": ["out", "home"]}


def own_result(random: Random, kind: str, batters: list[str]) -> dict[str, Any]:
    """What becomes of the batter and the men."""
    result: dict[str, Any] = {"batter": "waits" if kind == "steal" else random.choice(batters)}
    if random.random() < 0.5:
        result["runners"] = random.randint(0, 3)
    for base, ways in RUNNERS.items():
        if random.random() < 0.3:
            result[base] = random.choice(ways)
    return result


def random_game(seed: int, lines: int = 80, without: frozenset[str] = frozenset()) -> list[Line]:
    """A random record; every fifth is of cards and gloves."""
    return (Coaches if seed % 5 == 4 else Players)(seed, without).play(lines)
