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
    code, answer = await owner.ask(PATH)
    assert (200, False, "", "http://stadium.local:8080") == (code, answer["on"], answer["why_not"], answer["page"])
    assert {"ssid": SIMULATED_AP.ssid, "password": SIMULATED_AP.password} == answer["own"]
    _, answer = await owner.ask(PATH, {"own": True}, "PUT")
    assert (True, "http://10.42.0.1:8080") == (answer["on"], answer["page"])
    _, answer = await owner.ask(PATH, {"own": False}, "PUT")
    assert answer["on"] is False
    assert [403, 403, 401, 400] == [
        (await scorer.ask(PATH))[0],
        (await scorer.ask(PATH, {"own": True}, "PUT"))[0],
        (await table.phone().ask(PATH))[0],
        (await owner.ask(PATH, {"ssid": "Ours"}, "PUT"))[0],
    ]


async def test_failure_is_reported(journal: Path) -> None:
    """In the system's own words."""
    async with playing(journal, network=SimulatedNetwork(fault="no Wi-Fi here")) as table:
        _, answer = await (await table.paired()).ask(PATH, {"own": True}, "PUT")
        assert (False, "no Wi-Fi here") == (answer["on"], answer["why_not"])


async def test_own_wifi_without_the_service_is_refused(journal: Path, tmp_path: Path) -> None:
    """On a computer that is no appliance: in the asked language, before it is tried and after."""
    network = SystemNetwork(tmp_path / "none", tmp_path / "none", tmp_path, tmp_path / "none")
    async with playing(journal, network=network) as table:
        owner = await table.paired()
        _, answer = await owner.ask(f"{PATH}?lang=es")
        assert (None, True) == (answer["own"], "servicio" in answer["why_not"])
        code, answer = await owner.ask(PATH, {"own": True}, "PUT")
        assert (409, True) == (code, "not installed" in answer["error"])


async def test_a_file_that_is_broken_is_named(journal: Path, tmp_path: Path) -> None:
    """With what to do."""
    file = tmp_path / "access-point.toml"
    file.write_text("ssid = 3", encoding="utf-8")
    async with playing(journal, network=SystemNetwork(tmp_path, tmp_path / "none", tmp_path / "none", file)) as table:
        code, answer = await (await table.paired()).ask(PATH)
        assert (503, True) == (code, "access-point.toml" in answer["error"])


def test_a_simulation_has_a_network_to_try(tmp_path: Path) -> None:
    """On a computer that is no appliance; on one that is, and without a simulation, it is the real one."""
    tried = network_for(shipped(), simulate=True, requests=tmp_path / "none")
    assert (True, True) == (tried.status().installed, bool(tried.home().in_reach))
    real = [network_for(shipped(), simulate=simulate, requests=tmp_path) for simulate in (True, False)]
    assert [SystemNetwork, SystemNetwork] == [type(each) for each in real]


# -- the home's Wi-Fi


async def test_an_owner_has_the_box_join_the_homes_wifi(table: Table) -> None:
    """The Wi-Fis in reach are listed, the outcome is in words, and no answer ever has the password."""
    owner, scorer = await table.paired(), await table.paired("Leo")
    heard: list[object] = []

    async def ask(path: str = HOME, *more: object) -> dict[str, Any]:
        code, answer = await owner.ask(path, *more)  # type: ignore[arg-type] # as they are
        heard.append(answer)
        assert 200 == code, answer
        return dict(answer)

    await owner.ask(PATH, {"own": True}, "PUT")
    answer = await ask()
    assert ("", "settled", "", True, "") == tuple(
        answer[key] for key in ("kept", "state", "said", "earlier", "why_not")
    )
    assert {"ssid": "Home", "signal": 82, "lock": "password", "joined": False} == answer["found"][0]
    assert {"open", "password", "other"} == {each["lock"] for each in answer["found"]}
    answer = await ask(HOME, {"ssid": STUBBORN, "password": PASSWORD})
    assert ("joining", STUBBORN) == (answer["state"], answer["about"])
    answer = await ask(f"{HOME}?lang=es")
    assert ("failed", STUBBORN, "La contraseña no es correcta.") == (answer["state"], answer["about"], answer["said"])
    await ask(HOME, {"ssid": "Nowhere", "password": PASSWORD})
    answer = await ask()
    assert ("failed", "It is not in reach.") == (answer["state"], answer["said"])
    await ask(HOME, {"ssid": "Home", "password": PASSWORD})
    answer = await ask()
    assert ("settled", "Home", True) == (answer["state"], answer["kept"], answer["found"][0]["joined"])
    assert False is (await owner.ask(PATH))[1]["on"]
    answer = await ask(HOME, {}, "DELETE")
    assert ("", "settled") == (answer["kept"], answer["state"])
    await ask(HOME, {"ssid": "Cafe"})
    await ask(f"{HOME}/look", {})
    assert "Cafe" == (await ask())["kept"]
    assert [] == [answer for answer in heard if PASSWORD in str(answer)]
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
        _, answer = await owner.ask(HOME)
        assert ("failed", "", True) == (answer["state"], answer["kept"], network.status().on)


async def test_joining_without_networkmanager_is_refused(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a computer that is no appliance and has no NetworkManager."""
    monkeypatch.setenv("PATH", "")
    network = SystemNetwork(tmp_path / "none", tmp_path / "none", tmp_path, tmp_path / "none")
    async with playing(journal, network=network) as table:
        owner = await table.paired()
        _, answer = await owner.ask(HOME)
        assert ([], True) == (answer["found"], "not installed" in answer["why_not"])
        code, answer = await owner.ask(HOME, {"ssid": "Casa", "password": PASSWORD})
        assert (409, True, False) == (code, "not installed" in answer["error"], PASSWORD in str(answer))


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


def notices_of_joining(network: SimulatedNetwork, ssid: str) -> list[Notice]:
    """The notices at the table when that Wi-Fi is asked for."""
    notices = list[Notice]()

    async def wait(_: float) -> None:
        await asyncio.sleep(0)

    async def join() -> None:
        page = PageNetwork(network, lambda: 80, notices.append, wait)
        await page.join_home(HomeWifiWanted(ssid, PASSWORD, "ES"))
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))

    asyncio.run(join())
    return notices


def test_the_panel_says_that_it_is_joined_and_where_the_page_is() -> None:
    """First that the stadium is on its way; the outcome of an earlier attempt is not shown."""
    going, there = notices_of_joining(Slowly(), "Home")
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
    _, failure = notices_of_joining(network, STUBBORN)
    panel = ENGLISH(failure.panel, "panel")
    assert ("amber", True, True) == (failure.severity, "WRONG PASSWORD" in panel, "OWN WI-FI IS BACK" in panel)


def test_request_that_nobody_answers_has_no_outcome() -> None:
    """Nothing comes of it, and after a while nobody looks any more."""
    network = Slowly()
    network.waiting = 10**6
    assert ["JOINING WI-FI"] == [ENGLISH(notice.panel, "panel") for notice in notices_of_joining(network, "Home")]
    assert 10**6 - 30 < network.waiting


async def test_a_country_is_two_letters(table: Table) -> None:
    """Any other is refused, in a sentence; without one it is joined, too."""
    owner = await table.paired()
    code, answer = await owner.ask(HOME, {"ssid": "Home", "password": PASSWORD, "country": "Spain"})
    assert (400, True) == (code, "two capital letters" in answer["error"])
    assert 200 == (await owner.ask(HOME, {"ssid": "Home", "password": PASSWORD, "country": "ES"}))[0]
