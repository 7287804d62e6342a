"""How the page is found, and the stadium's own Wi-Fi, from an owner's phone."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.phones import Table, playing

from firmware.config.schema import shipped
from firmware.devices.protocols import HomeStatus
from firmware.network.wifi import SIMULATED_AP, STUBBORN, SimulatedNetwork, SystemNetwork
from firmware.notice import Notice
from firmware.service.page_network import PageNetwork
from firmware.setup.opened_jobs import network_for
from scoreboard.language import ENGLISH
from scoreboard.web.owner.home_wifi_routes import HomeWifiWanted

PATH = "/api/network"
HOME = f"{PATH}/home"
PASSWORD = "batter-up-1869"  # noqa: S105 - of no real Wi-Fi


async def test_an_owner_turns_the_stadiums_own_wifi_on_and_off(table: Table) -> None:
    """And sees its name, its password and the address; a scorer sees none of it."""
    owner, scorer = await table.paired(), await table.paired("Leo")
    code, told = await owner.ask(PATH)
    assert (200, False, "", "http://stadium.local:8080") == (code, told["on"], told["why_not"], told["page"])
    assert {"ssid": SIMULATED_AP.ssid, "password": SIMULATED_AP.password} == told["own"]
    _, told = await owner.ask(PATH, {"own": True}, "PUT")
    assert (True, "http://10.42.0.1:8080") == (told["on"], told["page"])
    _, told = await owner.ask(PATH, {"own": False}, "PUT")
    assert told["on"] is False
    assert [403, 403, 401, 400] == [
        (await scorer.ask(PATH))[0],
        (await scorer.ask(PATH, {"own": True}, "PUT"))[0],
        (await table.phone().ask(PATH))[0],
        (await owner.ask(PATH, {"ssid": "Ours"}, "PUT"))[0],
    ]


async def test_what_went_wrong_is_told(journal: Path) -> None:
    """As the system has it."""
    async with playing(journal, network=SimulatedNetwork(fault="no Wi-Fi here")) as table:
        _, told = await (await table.paired()).ask(PATH, {"own": True}, "PUT")
        assert (False, "no Wi-Fi here") == (told["on"], told["why_not"])


async def test_where_it_cannot_be_done_that_is_said(journal: Path, tmp_path: Path) -> None:
    """On a computer that is no appliance: in the asked language, before it is tried and when it is."""
    network = SystemNetwork(tmp_path / "none", tmp_path / "none", tmp_path, tmp_path / "none")
    async with playing(journal, network=network) as table:
        owner = await table.paired()
        _, told = await owner.ask(f"{PATH}?lang=es")
        assert (None, True) == (told["own"], "servicio" in told["why_not"])
        code, told = await owner.ask(PATH, {"own": True}, "PUT")
        assert (409, True) == (code, "not installed" in told["error"])


async def test_a_file_that_is_broken_is_named(journal: Path, tmp_path: Path) -> None:
    """With what to do."""
    file = tmp_path / "access-point.toml"
    file.write_text("ssid = 3", encoding="utf-8")
    async with playing(journal, network=SystemNetwork(tmp_path, tmp_path / "none", tmp_path / "none", file)) as table:
        code, told = await (await table.paired()).ask(PATH)
        assert (503, True) == (code, "access-point.toml" in told["error"])


def test_a_simulation_has_a_network_to_try(tmp_path: Path) -> None:
    """On a computer that is no appliance; on one that is, and without a simulation, it is the real one."""
    tried = network_for(shipped(), simulate=True, requests=tmp_path / "none")
    assert (True, True) == (tried.status().installed, bool(tried.home().in_reach))
    real = [network_for(shipped(), simulate=simulate, requests=tmp_path) for simulate in (True, False)]
    assert [SystemNetwork, SystemNetwork] == [type(each) for each in real]


# -- the home's Wi-Fi


async def test_an_owner_has_the_box_join_the_homes_wifi(table: Table) -> None:
    """What is in reach is listed, the outcome is said in words, and no answer ever has the password."""
    owner, scorer = await table.paired(), await table.paired("Leo")
    heard: list[object] = []

    async def ask(path: str = HOME, *more: object) -> dict[str, Any]:
        code, told = await owner.ask(path, *more)  # type: ignore[arg-type] # as they are
        heard.append(told)
        assert 200 == code, told
        return dict(told)

    await owner.ask(PATH, {"own": True}, "PUT")
    told = await ask()
    assert ("", "settled", "", True, "") == tuple(told[key] for key in ("kept", "state", "said", "earlier", "why_not"))
    assert {"ssid": "Home", "signal": 82, "lock": "password", "joined": False} == told["found"][0]
    assert {"open", "password", "other"} == {each["lock"] for each in told["found"]}
    told = await ask(HOME, {"ssid": STUBBORN, "password": PASSWORD})
    assert ("joining", STUBBORN) == (told["state"], told["about"])
    told = await ask(f"{HOME}?lang=es")
    assert ("failed", STUBBORN, "La contraseña no es correcta.") == (told["state"], told["about"], told["said"])
    await ask(HOME, {"ssid": "Nowhere", "password": PASSWORD})
    told = await ask()
    assert ("failed", "It is not in reach.") == (told["state"], told["said"])
    await ask(HOME, {"ssid": "Home", "password": PASSWORD})
    told = await ask()
    assert ("settled", "Home", True) == (told["state"], told["kept"], told["found"][0]["joined"])
    assert False is (await owner.ask(PATH))[1]["on"]
    told = await ask(HOME, {}, "DELETE")
    assert ("", "settled") == (told["kept"], told["state"])
    await ask(HOME, {"ssid": "Cafe"})
    await ask(f"{HOME}/look", {})
    assert "Cafe" == (await ask())["kept"]
    assert [] == [told for told in heard if PASSWORD in str(told)]
    wrong = [{"ssid": ""}, {"ssid": "x" * 33}, {"ssid": "Home", "password": "short"}, {"ssid": "Home\n"}, {}]
    assert [400] * 5 == [(await owner.ask(HOME, body))[0] for body in wrong]
    ways = [("GET", HOME), ("POST", HOME), ("DELETE", HOME), ("POST", f"{HOME}/look")]
    assert [403] * 4 == [(await scorer.ask(path, {"ssid": "Cafe"}, method))[0] for method, path in ways]
    assert [401] * 4 == [(await table.phone().ask(path, {"ssid": "Cafe"}, method))[0] for method, path in ways]


async def test_the_buttons_end_an_attempt(journal: Path) -> None:
    """Whoever has the stadium be a Wi-Fi itself at the box outranks the phone that was joining another."""
    network = SimulatedNetwork()
    async with playing(journal, network=network) as table:
        owner = await table.paired()
        await owner.ask(HOME, {"ssid": "Home", "password": PASSWORD})
        network.access_point(on=True)
        _, told = await owner.ask(HOME)
        assert ("failed", "", True) == (told["state"], told["kept"], network.status().on)


async def test_where_none_can_be_joined_that_is_said(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a computer that is no appliance, and that has no NetworkManager."""
    monkeypatch.setenv("PATH", "")
    network = SystemNetwork(tmp_path / "none", tmp_path / "none", tmp_path, tmp_path / "none")
    async with playing(journal, network=network) as table:
        owner = await table.paired()
        _, told = await owner.ask(HOME)
        assert ([], True) == (told["found"], "not installed" in told["why_not"])
        code, told = await owner.ask(HOME, {"ssid": "Casa", "password": PASSWORD})
        assert (409, True, False) == (code, "not installed" in told["error"], PASSWORD in str(told))


# -- what comes of it is told at the table, for the phone has lost the page


class Slowly(SimulatedNetwork):
    """A network that begins to join only once it has been looked at twice, as root takes its time."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting, self.asked = 2, ("", "")

    def join(self, ssid: str, password: str, country: str = "") -> None:
        """Be asked."""
        self.asked, self.country = (ssid, password), country

    def home(self) -> HomeStatus:
        """How it stands."""
        self.waiting -= 1
        if self.waiting == 0:
            super().join(*self.asked)
        return super().home()


def told_of_joining(network: SimulatedNetwork, ssid: str) -> list[Notice]:
    """What the table is told when that Wi-Fi is asked for."""
    told = list[Notice]()

    async def wait(_: float) -> None:
        await asyncio.sleep(0)

    async def join() -> None:
        page = PageNetwork(network, lambda: 80, told.append, wait)
        await page.join_home(HomeWifiWanted(ssid, PASSWORD, "ES"))
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))

    asyncio.run(join())
    return told


def test_the_panel_says_that_it_is_joined_and_where_the_page_is() -> None:
    """First that the stadium is on its way; the outcome of an attempt before this one is not told."""
    going, there = told_of_joining(Slowly(), "Home")
    assert ("JOINING WI-FI", "Home: The stadium is joining it.") == (
        ENGLISH(going.panel, "panel"),
        ENGLISH(going.sentence),
    )
    assert ("IN THE WI-FI", "stadium.local") == tuple(
        word for word in ("IN THE WI-FI", "stadium.local") if word in ENGLISH(there.panel, "panel")
    )
    assert ("green", 60) == (there.severity, there.ticks)


def test_the_panel_says_why_not_and_that_its_own_wifi_is_back() -> None:
    """Whoever stands there has a phone that is in no Wi-Fi."""
    network = SimulatedNetwork()
    network.access_point(on=True)
    _, told = told_of_joining(network, STUBBORN)
    said = ENGLISH(told.panel, "panel")
    assert ("amber", True, True) == (told.severity, "WRONG PASSWORD" in said, "OWN WI-FI IS BACK" in said)


def test_a_wifi_that_is_never_tried_is_not_told_of() -> None:
    """Nobody answers the request: nothing comes of it, and after a while nobody looks any more."""
    network = Slowly()
    network.waiting = 10**6
    assert ["JOINING WI-FI"] == [ENGLISH(told.panel, "panel") for told in told_of_joining(network, "Home")]
    assert 10**6 - 30 < network.waiting


async def test_a_country_is_two_letters(table: Table) -> None:
    """Any other is refused, in a sentence; without one it is joined, too."""
    owner = await table.paired()
    code, told = await owner.ask(HOME, {"ssid": "Home", "password": PASSWORD, "country": "Spain"})
    assert (400, True) == (code, "two capital letters" in told["error"])
    assert 200 == (await owner.ask(HOME, {"ssid": "Home", "password": PASSWORD, "country": "ES"}))[0]
