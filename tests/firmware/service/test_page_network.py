"""How the page is found, and the stadium's own Wi-Fi, from an owner's phone."""

from __future__ import annotations

from pathlib import Path

from support.phones import Table, at_table

from firmware.network.wifi import SIMULATED_AP, SimulatedNetwork, SystemNetwork

PATH = "/api/network"


def test_an_owner_turns_the_stadiums_own_wifi_on_and_off(journal: Path) -> None:
    """And sees its name, its password and the address; a scorer sees none of it."""

    async def evening(table: Table) -> None:
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

    at_table(journal, evening)


def test_what_went_wrong_is_told(journal: Path) -> None:
    """As the system has it."""

    async def evening(table: Table) -> None:
        _, told = await (await table.paired()).ask(PATH, {"own": True}, "PUT")
        assert (False, "no Wi-Fi here") == (told["on"], told["why_not"])

    at_table(journal, evening, network=SimulatedNetwork(fault="no Wi-Fi here"))


def test_where_it_cannot_be_done_that_is_said(journal: Path, tmp_path: Path) -> None:
    """On a computer that is no appliance: in the asked language, before it is tried and when it is."""
    network = SystemNetwork(tmp_path / "none", tmp_path / "none", tmp_path, tmp_path / "none")

    async def evening(table: Table) -> None:
        owner = await table.paired()
        _, told = await owner.ask(f"{PATH}?lang=es")
        assert (None, True) == (told["own"], "servicio" in told["why_not"])
        code, told = await owner.ask(PATH, {"own": True}, "PUT")
        assert (409, True) == (code, "not installed" in told["error"])

    at_table(journal, evening, network=network)


def test_a_file_that_is_broken_is_named(journal: Path, tmp_path: Path) -> None:
    """With what to do."""
    file = tmp_path / "access-point.toml"
    file.write_text("ssid = 3", encoding="utf-8")

    async def evening(table: Table) -> None:
        code, told = await (await table.paired()).ask(PATH)
        assert (503, True) == (code, "access-point.toml" in told["error"])

    at_table(journal, evening, network=SystemNetwork(tmp_path, tmp_path / "none", tmp_path / "none", file))
