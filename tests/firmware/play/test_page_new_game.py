"""A phone sets a game up as the menu does: what may be chosen is told, judged beforehand, and begun whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, structs
from support.parks import example_park
from support.phones import Phone, Table, playing
from support.scoring import SETUP

from firmware.config.schema import shipped
from firmware.config.teams import shipped_offers
from firmware.play.inputs.page_new_game import AMATEUR, BASEBALL, MAJOR
from firmware.play.state.table_language import TableLanguage
from firmware.storage.next_game import NextGame
from scoreboard.language import language
from scoreboard.opponent import Opponent
from scoreboard.rules import RULE_SETS
from scoreboard.rules.events import End, Press
from scoreboard.rules.house_rules import HouseRules

OFFERS = shipped_offers(shipped())
WHOLE = "&box=none&strength=strong"
GAME = {
    "type": "game", "rules": "diamante-major", "innings": 5,
    "away": {"name": "Bees", "color": "red", "lineup": ["-", "+", "", ""], "players": ["Ana", "Leo"]},
    "home": {"name": "Cats", "color": "teal"},
}  # fmt: skip


def white(value: int) -> dict[str, object]:
    """The die of the throw-off."""
    return {"type": "die", "color": "white", "value": value}


async def choices(phone: Phone, lang: str = "en") -> dict[str, Any]:
    """What may be chosen."""
    code, answer = await phone.ask(f"/api/new?lang={lang}")
    assert 200 == code
    assert isinstance(answer, dict)
    return answer


async def test_all_that_the_menu_has_may_be_chosen(journal: Path) -> None:
    """Every game in a sentence, teams and colours of the menu's list, in the asked language; only to paired phones."""
    async with playing(journal, offers=OFFERS) as table:
        assert 401 == (await table.phone().ask("/api/new"))[0]
        offer = await choices(phone := await table.paired())
        assert set(RULE_SETS) == {each["name"] for each in offer["rules"]}
        assert all(each["said"] and each["about"].endswith(".") for each in offer["rules"])
        assert [team.name for team in OFFERS.teams] == [team["name"] for team in offer["teams"]]
        assert list(OFFERS.colors) == [color["name"] for color in offer["colors"]]
        spanish = await choices(phone, "es")
        assert ("Grey", "Gris") == (offer["colors"][-1]["said"], spanish["colors"][-1]["said"])
        assert offer["usual"]["line"]["away"] == {"name": SETUP.away.name, "color": SETUP.away.color}


async def test_the_owners_own_games_may_be_chosen(journal: Path) -> None:
    """By their names, in the asked language, with all that their game line says."""
    async with playing(journal, offers=replace(OFFERS, parks=(example_park(),))) as table:
        phone = await table.paired()
        games = [(await choices(phone, lang))["rules"][-1] for lang in ("en", "es")]
        assert {"attic-park"} == {each["name"] for each in games}
        assert ["Attic Park", "Parque del desván"] == [each["said"] for each in games]
        assert ("Three dice, added up", 9, []) == (games[0]["about"][:20], games[0]["innings"], games[0]["box"])
        assert msgspec.to_builtins(example_park()) == games[0]["park"]


@pytest.mark.parametrize(
    ("rules", "has"),
    [
        ("diamante-amateur", {"throws_off": True, "lineup": None, "options": [], "decks": [], "box": 3, "house": 15}),
        ("diamante-major", {"throws_off": True, "lineup": ["+", "", "", "-"], "options": [], "decks": [], "house": 29}),
        ("one-die", {"throws_off": False, "box": [], "options": [], "house": 11, "innings": 9}),
        ("three-dice", {"house": 9}),
        ("four-dice", {"options": 3, "box": 3, "first": None}),
        ("rallybird", {"first": 7, "decks": 1, "options": 5, "box": 3}),
    ],
)
async def test_a_game_has_what_is_its_own(journal: Path, rules: str, has: dict[str, object]) -> None:
    """Helmets, options, cards, the throw-off, the box as an opponent: where there are none, none are offered."""
    async with playing(journal, offers=OFFERS) as table:
        offer = await choices(await table.paired())
        found = next(each for each in offer["rules"] if each["name"] == rules)
        assert has == {name: _counted(found[name], value) for name, value in has.items()}


def _counted(found: Any, expected: object) -> object:  # noqa: ANN401 - JSON
    return len(found) if isinstance(found, list) and isinstance(expected, int) else found


def test_every_ruling_is_offered_somewhere() -> None:
    """A ruling more of the law is one more that a phone can set; the line-up is set by its helmets."""
    assert set(MAJOR) == set(HouseRules.__struct_fields__) - {"lineup"}
    assert set(BASEBALL) < set(AMATEUR) < set(MAJOR)


async def test_a_game_is_judged_before_it_begins(table: Table) -> None:
    """Two teams of one colour are refused with the law's own words; a right game is described. Nothing has begun."""
    phone, number = await table.paired(), table.session.number
    same = GAME | {"home": {"name": "Cats", "color": "red"}}
    code, answer = await phone.ask(f"/api/games?dry=1&end=1{WHOLE}", same)
    assert (409, True) == (code, "red" in answer["error"])
    code, answer = await phone.ask(f"/api/games?dry=1&end=1{WHOLE}", GAME)
    assert (200, "Major League, 5 innings: Bees at Cats.") == (code, answer["told"])
    assert number == table.session.number


async def test_a_game_is_begun_as_by_the_menu(journal: Path) -> None:
    """Line-up, partners and the box's side hold, and OK begins the next one so."""
    async with playing(journal, offers=OFFERS) as table:
        phone = await table.paired()
        code, _ = await phone.ask("/api/games?end=1&box=home&strength=easy", GAME)
        game, scorer = table.session.game, table.scorer
        assert (200, ("-", "+", "", "")) == (code, game.setup.away.lineup)
        assert ("Ana", "Leo") == game.setup.away.players
        assert Opponent("home", "easy") == scorer.state.opponent == scorer.plans.next.opponent
        assert structs.replace(game.setup, at=UNSET) == scorer.plans.next.setup
        assert "home" == (await choices(phone))["usual"]["box"]


def sides(table: Table) -> tuple[str, str]:
    """What both teams are called."""
    setup = table.session.game.setup
    return setup.away.name, setup.home.name


async def test_a_name_that_a_phone_wrote_stays_as_it_is(journal: Path) -> None:
    """Reds is Reds at a Spanish table, in the next game and after a restart, too; a team that was picked is worded."""
    kept, speaks = list[NextGame](), TableLanguage(language("es"))

    async def begin(away: str, home: str) -> None:
        teams = {"away": {"name": away, "color": "red"}, "home": {"name": home, "color": "blue"}}
        assert 200 == (await phone.ask("/api/games?end=1&box=none&strength=strong", {**GAME, **teams}))[0]

    async with playing(journal, offers=OFFERS, language=speaks, keep_next=kept.append) as table:
        phone, scorer = await table.paired(), table.scorer
        listed = {team["name"] for team in (await choices(phone))["teams"]}
        assert {"Rojos"} == listed & {"Rojos", "Reds"}
        await begin("Reds", "Azules")
        assert ("Reds", "Azules") == sides(table)
        assert ("Reds",) == kept[-1].named
        scorer.new_game(scorer.plans.next)
        assert ("Reds", "Azules") == sides(table)
        speaks.now = language("en")
        await begin("Tigers", "Eagles")
        assert ("Tigers", "Eagles") == sides(table)
        speaks.now = language("es")
        scorer.new_game(scorer.plans.next)
        assert () == kept[-1].named
        assert sides(table)[0] == language("es").say(OFFERS.called("Tigers")) != "Tigers"
    async with playing(journal, offers=OFFERS, language=speaks, chosen=kept[0]) as table:
        table.scorer.new_game(table.scorer.plans.next)
        assert "Reds" == sides(table)[0]


@pytest.mark.parametrize(
    ("query", "key"),
    [("box=both", "box"), ("box=home&strength=weak", "strength"), ("box=none&throw_off=2", "throw_off")],
)
async def test_what_is_no_choice_is_refused(table: Table, query: str, key: str) -> None:
    """With the key that is wrong."""
    code, answer = await (await table.paired()).ask(f"/api/games?end=1&{query}", GAME)
    assert (400, True) == (code, answer["error"].startswith(f"`{key}`"))


async def test_the_house_rules_of_the_phone_hold(journal: Path) -> None:
    """Also against those of the settings, which hold where the phone says nothing."""
    async with playing(journal, rulings={"walk_off": False}, offers=OFFERS) as table:
        phone = await table.paired()
        game = GAME | {"rules": "diamante-amateur", "away": {"name": "Bees", "color": "red"}}
        await phone.ask(f"/api/games?end=1{WHOLE}", game)
        assert not table.session.game.house.walk_off
        offered = (await choices(phone))["rules"][0]["house"]
        house = {each["name"]: each["value"] for each in offered if each["value"] is not None}
        assert house["walk_off"] is False
        await phone.ask(f"/api/games?end=1{WHOLE}", game | {"house": {**house, "walk_off": True}})
        assert table.session.game.house.walk_off
        assert not table.session.game.house.back_anywhere


async def test_house_rules_that_are_numbers_are_picked(journal: Path) -> None:
    """Each with its words; what holds now is among them, and null is that it is not played so (H1 to H5, H7)."""
    async with playing(journal, rulings={"mercy": 13}, offers=OFFERS) as table:
        phone = await table.paired()
        house = {each["name"]: each for each in (await choices(phone))["rules"][0]["house"]}
        assert 13 == house["mercy"]["value"]
        words = {each["value"]: each["said"] for each in house["mercy"]["choices"]}
        assert ("Never", "10 runs ahead", "13 runs ahead") == (words[None], words[10], words[13])
        assert {0: "It stays a tie", 1: "1 more inning, then it is a tie"}.items() <= {
            each["value"]: each["said"] for each in house["tie_after"]["choices"]
        }.items()
        picked = {"mercy": 10, "cap": 5, "tie_after": 0, "home_start": 2}
        game = GAME | {"rules": "diamante-amateur", "away": {"name": "Bees", "color": "red"}, "house": picked}
        assert 200 == (await phone.ask(f"/api/games?end=1{WHOLE}", game))[0]
        assert picked.items() <= structs.asdict(table.session.game.house).items()
        assert 2 == table.session.game.home


async def test_a_phone_throws_for_home(table: Table) -> None:
    """Only the white die is offered then; the higher team is Home; a game without white dice has no such throw."""
    phone = await table.paired()
    table_game = GAME | {"rules": "one-die", "away": {"name": "Bees", "color": "red"}}
    assert 409 == (await phone.ask(f"/api/games?end=1&dry=1&throw_off=1{WHOLE}", table_game))[0]
    code, answer = await phone.ask(f"/api/games?end=1&throw_off=1{WHOLE}", GAME)
    offers = answer["offers"]
    assert (200, ["white"], ["undo"]) == (code, [each["what"] for each in offers["throws"]], offers["buttons"])
    assert ("white", True) == (answer["awaits"], "Bees" in answer["said"])
    await phone.ask("/api/lines", white(9))
    assert "Cats" in (await phone.ask("/api/state"))[1]["said"]
    await phone.ask("/api/lines", white(2))
    assert ("Cats", "Bees") == (table.session.game.setup.away.name, table.session.game.setup.home.name)
    assert (await phone.ask("/api/state"))[1]["offers"]["throws"][0]["what"] != "white"


async def test_the_first_game_is_like_no_other(table: Table) -> None:
    """Nothing is offered as it was last time until something was played."""
    phone = await table.paired()
    assert (await choices(phone))["is_first"]
    await phone.ask("/api/lines", {"type": "press", "button": "ball"})
    assert not (await choices(phone))["is_first"]
    await phone.ask(f"/api/games?end=1{WHOLE}", GAME)
    assert not (await choices(phone))["is_first"]


async def test_an_earlier_game_is_played_on(table: Table) -> None:
    """The one in play is left only if the phone says so; a game that is not there is refused."""
    phone, first = await table.paired(), table.session.number
    await phone.ask("/api/lines", {"type": "press", "button": "ball"})
    await phone.ask(f"/api/games?end=1{WHOLE}", GAME)
    assert 409 == (await phone.ask(f"/api/games/{first}/resume", {}))[0]
    code, answer = await phone.ask(f"/api/games/{first}/resume?end=1", {})
    assert (200, first, 1) == (code, answer["game"], answer["balls"])
    assert 409 == (await phone.ask("/api/games/99/resume?end=1", {}))[0]
    assert 400 == (await phone.ask(f"/api/games/{first}/resume?end=1", {"more": 1}))[0]
    assert first == table.session.number


async def test_a_game_that_is_over_may_be_played_again(journal: Path) -> None:
    """The same, or with the sides swapped, where the box goes with its team; and no such thing in the middle of one."""
    async with playing(journal, offers=OFFERS) as table:
        phone = await table.paired()
        await phone.ask("/api/games?end=1&box=home&strength=fair", GAME)
        await phone.ask("/api/lines", {"type": "press", "button": "ball"})
        offer = await choices(phone)
        assert ([], True) == (offer["again"], "Bees" in offer["in_play"])
        assert 200 == (await phone.ask("/api/lines", offer["ends"][0]["line"]))[0]
        offer = await choices(phone)
        same, swapped = offer["again"]
        assert (None, [], "home", "away") == (offer["in_play"], offer["ends"], same["box"], swapped["box"])
        code, _ = await phone.ask(f"/api/games?box={swapped['box']}&strength={swapped['strength']}", swapped["line"])
        setup = table.session.game.setup
        assert (200, "Cats", "Bees", 5) == (code, setup.away.name, setup.home.name, setup.innings)
        assert Opponent("away", "fair") == table.scorer.state.opponent


async def test_the_game_in_play_is_asked_about_once_something_was_played(table: Table) -> None:
    """As the menu does: nothing is lost before the first line, nor after an undone one's return."""
    phone = await table.paired()
    assert (await choices(phone))["in_play"] is None
    table.scorer.submit(Press(button="ball"))
    assert str((await choices(phone))["in_play"]).endswith("· Top of 1")


async def test_a_series_goes_on_until_it_is_won(journal: Path) -> None:
    """H8: the next game has its number, whoever is at home; of one that is won no further game is offered."""
    cup = {"name": "Attic Cup", "game": 1, "best_of": 3}
    async with playing(journal, offers=OFFERS) as table:
        phone = await table.paired()
        assert 200 == (await phone.ask(f"/api/games?end=1{WHOLE}", GAME | {"series": cup}))[0]
        table.scorer.submit(End(why="forfeit", winner="away"))
        offered = await choices(phone)
        assert "Attic Cup, game 2 of 3. Bees 1, Cats 0" == offered["series"]
        assert [2, 2, 2] == [each["line"]["series"]["game"] for each in (offered["usual"], *offered["again"])]
        swapped = offered["again"][1]["line"]
        assert 200 == (await phone.ask(f"/api/games?end=1{WHOLE}", swapped))[0]
        assert ("Cats", 2) == (table.session.game.setup.away.name, table.session.game.setup.series.game)
        table.scorer.submit(End(why="forfeit", winner="home"))
        offered = await choices(phone)
        assert offered["series"] is None
        assert ["series" in each["line"] for each in (offered["usual"], *offered["again"])] == [False] * 3
        table.scorer.new_game()
        assert table.session.game.setup.series is UNSET
