"""The owner's settings on the page: read, changed, refused, and kept with every comment."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from support.faults import DeadFolder
from support.phones import Phone, Table, playing

from firmware.config import owners_file, toml_edit
from firmware.config.diagnostics import shipped_text
from firmware.config.fallback import SET_HERE
from firmware.config.owners_settings import SettingsPlace
from firmware.config.schema import Config, setting_keys, shipped
from firmware.config.settings_form import form
from scoreboard.language import language, languages
from scoreboard.web.owner.setting_words import title_of, worded_settings

PATH = "/api/settings"
AS_THEY_ARE = {"", "0", "90", "180", "270", "-90", "BGR", "BRG", "GBR", "GRB", "RBG", "RGB"}
"""Choices that are the same in every language."""


def written(journal: Path) -> str:
    """The owner's file."""
    return journal.with_name("stadium.toml").read_text(encoding="utf-8")


async def put(phone: Phone, **changes: Any) -> tuple[int, Any]:  # noqa: ANN401 - JSON
    """Change settings; a dot in a key is written as two underscores."""
    return await phone.ask(PATH, {key.replace("__", "."): value for key, value in changes.items()}, "PUT")


def leaves(values: dict[str, Any], above: str = "") -> set[str]:
    """Every key of a TOML file."""
    found: set[str] = set()
    for key, value in values.items():
        found |= leaves(value, f"{above}{key}.") if isinstance(value, dict) and value else {f"{above}{key}"}
    return found


async def test_every_value_of_the_file_is_on_the_page(table: Table) -> None:
    """With its schema, its default and the comment that stands beside it, commented out or not."""
    text = re.sub(r"^# (?=(walk_off|gain) )", "", shipped_text(), flags=re.MULTILINE)
    every = leaves(tomllib.loads(text))
    code, answer = await (await table.paired()).ask(PATH)
    assert (200, set()) == (code, every - answer.keys())
    brightness = answer["panel.brightness"]
    assert (40, 40, {"type": "integer", "minimum": 0, "maximum": 255}, False) == (
        brightness["value"], brightness["default"], brightness["schema"], brightness["restart"],
    )  # fmt: skip
    assert brightness["comment"].startswith("0 to 255; 1024 WS2812 lights")
    assert [] == [key for key, each in answer.items() if not each["comment"]], (
        "say in firmware/stadium.toml what these are"
    )
    assert [] == [key for key, each in answer.items() if each["value"] != each["default"]]


async def test_only_owners_may(journal: Path, table: Table) -> None:
    """A scorer neither sees nor changes them."""
    await table.paired()
    scorer = await table.paired("Leo")
    assert (403, 403) == ((await scorer.ask(PATH))[0], (await put(scorer, panel__brightness=1))[0])
    assert 401 == (await table.phone().ask(PATH))[0]
    assert not journal.with_name("stadium.toml").exists()


async def test_a_change_is_written_and_every_comment_stays(journal: Path) -> None:
    """Only the value changes; what is new has a table of its own; null takes a value out again."""
    journal.with_name("stadium.toml").write_text("# ours\n[panel]\nbrightness = 30 # dim\n", encoding="utf-8")
    async with playing(journal) as table:
        phone = await table.paired()
        code, answer = await put(phone, panel__brightness=50, sound__mute=True, game__away__players=["Ana", "Leo"])
        assert (200, 50, True, ["Ana", "Leo"]) == (
            code, *(answer[key]["value"] for key in ("panel.brightness", "sound.mute", "game.away.players")),
        )  # fmt: skip
        assert answer == (await phone.ask(PATH))[1]
        assert written(journal).startswith("# ours\n[panel]\nbrightness = 50 # dim\n")
        await put(phone, panel__brightness=None, game__away__players=None)
        _, answer = await phone.ask(PATH)
        assert (40, None, True) == tuple(
            answer[key]["value"] for key in ("panel.brightness", "game.away.players", "sound.mute")
        )


async def test_a_table_of_the_owners_own_keys_is_replaced_whole(journal: Path, table: Table) -> None:
    """A colour that is left out is named no longer."""
    phone = await table.paired()
    await put(phone, eyes__colors={"grey": "white", "teal": "green"})
    _, answer = await put(phone, eyes__colors={"teal": "blue"})
    assert {"teal": "blue"} == answer["eyes.colors"]["value"]
    assert {"teal": "blue"} == tomllib.loads(written(journal))["eyes"]["colors"]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"panel__brightness": 300}, "panel.brightness"), ({"panel__bright": 3}, "panel.bright"),
        ({"panel__width": 40}, "panel.width"), ({"game__language": "tlh"}, "game.language"),
        ({"camera__source": "none", "buttons__driver": "none", "web__port": "none"}, "camera.source"),
        ({"eyes__colors": 3}, "eyes.colors"), ({"eyes__colors": {"grey": {}}}, "eyes.colors.grey"),
        ({"game__house__walk_off": "yes"}, "game.house"), ({"game__home__color": "red"}, "game"),
        ({"buttons__pins__ok": 17}, "buttons"), ({"game__house": {"walk_off": True}}, "game.house"),
        ({"sound__mute": True, "sound__volume": 11}, "sound.volume"), ({"panel": 3}, "panel"),
    ],
)  # fmt: skip
async def test_a_wrong_setting_is_refused_with_its_key(
    journal: Path, table: Table, changes: dict[str, Any], key: str
) -> None:
    """Nothing is written, not even what is right beside it."""
    code, answer = await put(await table.paired(), **changes)
    assert (400, True, False) == (code, key in answer["error"], "Mend it" in answer["error"])
    assert not journal.with_name("stadium.toml").exists()


@pytest.mark.parametrize(
    ("lost", "kept"),
    [
        ({"web.port": "none"}, {"web.port": 8080}), ({"web.address": "203.0.113.9"}, {"web.address": "127.0.0.1"}),
        ({"web.address": "-"}, {"web.address": ""}), ({"web.address": "127.0.0.1%lo%"}, {"web.address": None}),
    ],
)  # fmt: skip
async def test_a_phone_does_not_lock_its_owner_out(
    journal: Path, table: Table, lost: dict[str, Any], kept: dict[str, Any]
) -> None:
    """What would take the page away is refused: from a page that is gone nobody can take it back."""
    phone = await table.paired()
    code, answer = await phone.ask(PATH, {**lost, "sound.mute": True}, "PUT")
    assert (400, lost.keys(), False) == (code, answer["fields"].keys(), journal.with_name("stadium.toml").exists())
    assert 200 == (await phone.ask(PATH, kept, "PUT"))[0]


async def test_each_wrong_setting_has_its_reason(table: Table) -> None:
    """In the asked language; a fault of the whole configuration stands at the setting that was changed."""
    bounds = {"panel.brightness": 300, "sound.mute": "no", "game.options": ["quick", "slow"], "camera.index": 1.5}
    phone = await table.paired()
    _, answer = await phone.ask(f"{PATH}?lang=es", bounds, "PUT")
    assert bounds.keys() == answer["fields"].keys()
    assert "escribe un número entero de 0 a 255" == answer["fields"]["panel.brightness"]
    assert "enciéndelo o apágalo" == answer["fields"]["sound.mute"]
    _, answer = await put(phone, panel__width=40, sound__mute=True)
    assert {"panel.width"} == answer["fields"].keys()
    assert answer["fields"]["panel.width"].startswith("no face is drawn")
    _, answer = await put(phone, camera__source="none", buttons__driver="none", web__port="none")
    assert {"camera.source", "buttons.driver", "web.port"} == answer["fields"].keys()
    _, answer = await phone.ask(f"{PATH}?lang=es", {"panel.night": "22-7"}, "PUT")
    assert "escribe dos horas del día, como 22:00-07:00, o nada" == answer["fields"]["panel.night"]
    _, answer = await put(phone, buttons__pins__ok=17, sound__mute=True)
    assert {"buttons.pins.ok"} == answer["fields"].keys()


async def test_what_was_changed_elsewhere_is_not_overwritten(table: Table) -> None:
    """Who says which settings he has seen is refused if they are others by now, whatever the language."""
    phone = await table.paired()
    _, answer = await phone.ask(f"{PATH}?lang=es")
    seen = phone.tag
    assert 200 == (await put(phone, sound__volume=3))[0]
    assert 412 == (await phone.ask(PATH, {"sound.volume": 9}, "PUT", If_Match=seen))[0]
    _, answer = await phone.ask(PATH)
    assert 3 == answer["sound.volume"]["value"]
    code, answer = await phone.ask(PATH, {"sound.volume": 9}, "PUT", If_Match=phone.tag)
    assert (200, 9) == (code, answer["sound.volume"]["value"])


async def test_settings_are_in_plain_words(table: Table) -> None:
    """A name, what it is for, the words of its choices, and where it stands."""
    phone = await table.paired()
    pages = {lang: (await phone.ask(f"{PATH}?lang={lang}"))[1] for lang in languages()}
    assert ("Brightness", "Panel", "first") == tuple(
        pages["en"]["panel.brightness"][part] for part in ("title", "group", "level")
    )
    assert "Brillo" == pages["es"]["panel.brightness"]["title"]
    assert "filas" == pages["es"]["panel.chain.runs"]["choices"]["rows"]
    assert "rojo" == pages["es"]["game.home.color"]["choices"]["red"]
    assert pages["en"]["buttons.pins.ok"]["help"] == pages["en"]["buttons.pins.out"]["help"] != ""


@pytest.mark.parametrize("code", languages())
def test_every_setting_has_a_name(code: str) -> None:
    """And every group, and every choice, in every language."""
    spoken, settings = language(code), form(shipped())
    unnamed = [key for key in {*settings, *(key.partition(".")[0] for key in settings)} if title_of(key, spoken) == key]
    texts = worded_settings(settings, spoken)
    raw = {
        choice for each in texts.values() for choice, words in each.choices.items()
        if choice == words and not any(spoken.has(f"{kind}.{choice}", "short") for kind in ("setting-choice", "color"))
    }  # fmt: skip
    assert [] == unnamed, f"add `setting.` and each, with - for its dots, to catalogues/{code}/page.po (short)"
    assert set() == raw - AS_THEY_ARE, f"add `setting-choice.` and each to catalogues/{code}/page.po (short)"


def test_level_is_the_settings_own_or_its_tables() -> None:
    """What families change comes first; a table's mark holds for all that is in it, but not for its neighbours."""
    levels = {key: each.level for key, each in form(shipped()).items()}
    first = {key for key, level in levels.items() if level == "first"}
    assert {"game.language", "panel.brightness", "panel.night", "sound.volume", "sound.mute", "sound.talk"} == first
    for key in ("game.house.walk_off", "buttons.pins.ok", "camera.lens.view", "game.away.lineup", "panel.ws2812.tile"):
        assert "expert" == levels[key], key
    for key in ("game.rules", "game.away.name", "camera.turn", "pictures.keep", "opponent.side"):
        assert "usual" == levels[key], key


async def test_what_needs_no_restart_holds_at_once(journal: Path) -> None:
    """The answer says which settings do; what was not changed is not set again."""
    applied: list[str] = []
    apply = {
        "game.language": lambda config: applied.append(config.game.language),
        "opponent": lambda config: applied.append(config.opponent.side),
    }
    async with playing(journal, apply=apply) as table:
        phone = await table.paired()
        _, answer = await put(phone, opponent__side="home")
        assert ["home"] == applied
        await put(phone, panel__brightness=50)
        await put(phone, game__language="es")
        assert ["home", "es"] == applied
        needs = {
            key: answer[key]["restart"] for key in ("game.language", "opponent.strength", "game.rules", "web.port")
        }
        assert [False, False, False, True] == list(needs.values())


async def test_a_new_game_is_played_by_the_new_settings(journal: Path) -> None:
    """From the menu, too; and a team is called as its owner wrote it, whatever is spoken."""
    begun: dict[str, Callable[[Config], None]] = {"game": lambda _: None}
    async with playing(journal, apply=begun) as table:

        def begin_with(config: Config) -> None:
            table.app.page.tell(lambda page: page.new_games(config.game.setup(), config.game.house, config.named))

        begun["game"] = begin_with
        phone = await table.paired()
        await put(phone, game__innings=5, game__house__walk_off=False, game__away__name="Reds")
        await table.turn()
        for gesture in ("menu", "next", "ok", "ok", "ok", "next", "ok"):
            table.pressed.press(gesture)  # type: ignore[arg-type] # gestures all
        await table.turn()
        assert (2, 5, False) == (
            table.session.number, table.session.game.innings, table.session.game.house.walk_off,
        )  # fmt: skip
        called = table.scorer.plans.offers.called
        assert ["Reds", "Azules"] == [language("es").say(called(name)) for name in ("Reds", "Blues")]


@pytest.mark.parametrize("written_s", [1, 1 << 33])
async def test_a_service_keeps_settings_beside_the_games(
    journal: Path, monkeypatch: pytest.MonkeyPatch, written_s: int
) -> None:
    """Where /etc is not ours to write: they are laid over the owner's file, which stays as it is.

    Also where that was written with the right time, and the box has not got it yet.
    """
    monkeypatch.setattr(owners_file.os, "access", lambda *_: False)
    owners, own_file = journal.with_name("stadium.toml"), journal.with_name(SET_HERE)
    owners.write_text('[panel]\nbrightness = 30 # dim\n[game.away]\nplayers = ["Ana"]\n', encoding="utf-8")
    os.utime(owners, (written_s, written_s))
    async with playing(journal) as table:
        phone = await table.paired()
        code, answer = await put(phone, panel__brightness=50, sound__mute=True)
        assert (200, 50, True) == (code, answer["panel.brightness"]["value"], answer["sound.mute"]["value"])
        assert answer == (await phone.ask(PATH))[1]
        code, refused = await put(phone, panel__width=40)
        assert (400, ["panel.width"]) == (code, list(refused["fields"]))
        await put(phone, panel__brightness=None, sound__mute=None)
        _, answer = await phone.ask(PATH)
        assert (40, False) == (answer["panel.brightness"]["value"], answer["sound.mute"]["value"])
        kept = tomllib.loads(own_file.read_text(encoding="utf-8"))
        assert {"panel": {"brightness": 40}} == {table: keys for table, keys in kept.items() if keys}
        code, answer = await put(phone, game__away__players=None)
        assert (503, True) == (code, "game.away.players" in answer["error"])
        assert owners.read_text(encoding="utf-8").startswith("[panel]\nbrightness = 30 # dim")


async def test_file_that_cannot_be_written_says_why(journal: Path) -> None:
    """And nothing has changed."""
    journal.with_name("stadium.toml").mkdir()
    async with playing(journal) as table:
        code, answer = await put(await table.paired(), panel__brightness=50)
        assert (503, True) == (code, "stadium.toml" in answer["error"])


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (errno.ENOSPC, "(No space left on device), so nothing was changed; make room, then try again."),
        (errno.EROFS, "(Read-only file system), so nothing was changed; it may be worn out: start the stadium again"),
        (errno.EIO, "(Input/output error), so nothing was changed; it may be worn out: start the stadium again"),
    ],
)
async def test_full_card_is_reported_in_plain_words(
    table: Table, monkeypatch: pytest.MonkeyPatch, code: int, advice: str
) -> None:
    """The owner of a phone has no command line, and no use for the name of a file; room helps a full card only."""
    phone = await table.paired()
    monkeypatch.setattr(toml_edit, "write_whole", Mock(side_effect=OSError(code, os.strerror(code))))
    status, answer = await put(phone, panel__brightness=50)
    assert (503, True) == (status, f"The card does not take it {advice}" in answer["error"])


@pytest.mark.parametrize("fault", [errno.EIO, errno.EACCES, errno.ESTALE])
async def test_unreadable_card_is_reported(journal: Path, monkeypatch: pytest.MonkeyPatch, fault: int) -> None:
    """It does not even say whether there is a file; that is no fault of the page."""
    (journal.parent / "settings").mkdir()
    owners = journal.parent / "settings" / "stadium.toml"
    async with playing(journal) as table:
        phone = await table.paired()
        table.control.owner.settings.change.__self__._place = SettingsPlace(journal.parent, None, owners)  # type: ignore[attr-defined]
        DeadFolder(owners.parent, monkeypatch).fault = fault
        for code, answer in (await phone.ask(PATH), await put(phone, panel__brightness=50)):
            assert (503, True) == (code, "The card does not take it" in answer["error"])


def test_defaults_are_those_of_the_schema() -> None:
    """Every key of the schema is a setting, so that a new one is on the page by itself."""
    assert {"panel.ws2812.order", "camera.lens.view", "game.house.walk_off", "network.driver"} <= setting_keys().keys()
    assert len(setting_keys()) > len(shipped().__struct_fields__)
