"""The menu's errands: how to join, a Wi-Fi of our own, and shutting down, each told on the panel."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.stadium import Evening, play

from firmware.devices.protocols import Gesture, NetworkStatus
from firmware.errors import NetworkError, RequestError
from firmware.network.privileged_requests import Request, ask
from firmware.network.wifi import SIMULATED_AP, SimulatedNetwork, invitation
from firmware.notice import SHORT, Notice
from firmware.play.menus.actions import LONG, menu_actions
from firmware.play.menus.main_menu import APPLIANCE_CHOICES, BY_HAND_CHOICES, TOP, Tree
from firmware.play.menus.screen import Item, Screen
from firmware.play.state.shown import Shown
from scoreboard.display.fonts import LARGE
from scoreboard.display.text_layout import wrapped
from scoreboard.language import ENGLISH
from scoreboard.message import message

JOIN: tuple[Gesture, ...] = ("menu", *("next",) * 4, "ok", "next", "ok")
"""By SETTINGS?, in the menu of a program that was started by hand."""


def test_how_to_join_is_the_page_s_address() -> None:
    """In a Wi-Fi of the house it is the stadium's name, long enough for somebody to type it."""
    reported = menu_actions(SimulatedNetwork())["join"]()
    assert "http://stadium.local" in ENGLISH(reported.sentence)
    assert "stadium .local" == ENGLISH(reported.panel, "panel")
    assert LONG == reported.ticks


def test_other_port_is_announced() -> None:
    """As when it was started by hand; and where there is no page, nobody is sent to one."""
    reported = menu_actions(SimulatedNetwork(), port=lambda: 8080)["join"]()
    assert "In the same Wi-Fi, open http://stadium.local:8080." == ENGLISH(reported.sentence)
    assert "stadium .local:8080" == ENGLISH(reported.panel, "panel")
    assert "NO PAGE" == ENGLISH(menu_actions(SimulatedNetwork(), port=lambda: None)["join"]().panel, "panel")


def test_address_code_of_the_panel_has_the_pages_number() -> None:
    """Phones that know no names find the page by it; in its own Wi-Fi the code for that Wi-Fi comes first."""
    network = SimulatedNetwork()
    assert "http://10.0.0.7" == menu_actions(network, number=lambda: "10.0.0.7")["join"]().scan
    assert "" == menu_actions(network, number=lambda: None)["join"]().scan
    network.access_point(on=True)
    assert "" == menu_actions(network, number=lambda: "10.0.0.7")["join"]().scan


def test_undo_takes_an_address_away_and_no_play(tmp_path: Path) -> None:
    """It covers the score, so no player would see what was undone; a second UNDO takes a play back."""
    rest: list[Gesture] = ["ball", "ball", *JOIN]
    reported: list[tuple[str, int]] = []

    def hand(shown: Shown) -> Gesture | None:
        reported.append((shown.words, shown.game.balls))
        if shown.words == "Open the page.":
            rest.extend(["undo", "undo", "menu", "next", "next", "ok"])
        return rest.pop(0) if rest else None

    action = {"join": lambda: Notice("Open the page.", "STADIUM.LOCAL", SHORT)}
    play(tmp_path / "games.sqlite", hand=hand, actions=action)
    at = reported.index(("Open the page.", 2))
    assert [("", 2), ("Undone: Ball two.", 1)] == reported[at + 1 : at + 3]


def test_own_wifi_shows_name_and_password() -> None:
    """At a picnic the panel says all that a phone needs; the password is not in the terminal."""
    action = menu_actions(SimulatedNetwork())
    action["own wi-fi"]()
    reported = action["join"]()
    assert ENGLISH(reported.panel, "panel") == ENGLISH(invitation(SIMULATED_AP), "panel")
    assert SIMULATED_AP.ssid in ENGLISH(reported.sentence)
    assert SIMULATED_AP.password not in ENGLISH(reported.sentence)


def test_invitation_fits_the_panel_in_its_time() -> None:
    """No word is broken on 64 pixels, and the last line comes while it is shown."""
    words = ENGLISH(menu_actions(SimulatedNetwork())["own wi-fi"]().panel, "panel").upper()
    lines = wrapped(words, 64, LARGE)
    assert words.split() == " ".join(lines).split()
    assert 3 * len(lines) < LONG


def test_home_again() -> None:
    """The Wi-Fi of the house is asked for."""
    network = SimulatedNetwork()
    network.access_point(on=True)
    reported = menu_actions(network)["home wi-fi"]()
    assert ("HOME WI-FI", False) == (ENGLISH(reported.panel, "panel"), network.status().on)


def test_shutdown_asks_and_says_when_to_unplug(tmp_path: Path) -> None:
    """One empty file with a name that a unit waits for, and no privilege."""
    reported = menu_actions(SimulatedNetwork(), lambda request: ask(request, tmp_path))["shut down"]()
    assert "Shutting down. When the Pi's green light stays dark, pull the plug." == ENGLISH(reported.sentence)
    assert "GOOD NIGHT" == ENGLISH(reported.panel, "panel")
    assert ["poweroff"] == [file.name for file in tmp_path.iterdir()]


def no_request(request: Request) -> None:
    """No unit listens to overrides."""
    raise RequestError(message("network.no-service", request=request))


class Unjoined(SimulatedNetwork):
    """A network whose own Wi-Fi nobody may know."""

    def status(self) -> NetworkStatus:
        """How it stands."""
        raise NetworkError("access-point.toml: damaged")


def test_failed_action_is_reported_and_ends_nothing() -> None:
    """No unit to ask, no file to read: a sentence, and a word on the panel."""
    action = menu_actions(Unjoined(), no_request)
    reported = [action["shut down"](), action["join"]()]
    assert ["NOT HERE", "NOT HERE"] == [ENGLISH(notice.panel, "panel") for notice in reported]
    assert ENGLISH(reported[0].sentence).startswith("poweroff: this stadium is not installed")


def test_an_own_wi_fi_that_we_may_not_know_is_still_made() -> None:
    """The panel says that there is one, if not how to join it."""

    class Secretive(SimulatedNetwork):
        def status(self) -> NetworkStatus:
            return NetworkStatus(page="http://stadium.local", own=None, outcome="on", installed=True)

    action = menu_actions(Secretive())
    assert ["OWN WI-FI", "stadium .local"] == [
        ENGLISH(action["own wi-fi"]().panel, "panel"),
        ENGLISH(action["join"]().panel, "panel"),
    ]


@pytest.mark.parametrize("choices", [BY_HAND_CHOICES, APPLIANCE_CHOICES])
def test_next_walks_the_whole_menu_round(choices: Tree) -> None:
    """Every choice comes up once, then the first again; and no list is too long for a child of nine."""
    for each in choices.values():
        menu, seen = Screen(tuple(Item(choice, "", lambda: None) for choice in each)), list[str]()
        for _ in each:
            seen.append(menu.shown.panel)
            menu = menu.next()
        assert ([*each], each[0], True) == (seen, menu.shown.panel, len(each) <= 7)


def test_an_appliance_is_shut_down_and_never_just_stopped() -> None:
    """A program that has stopped leaves a dark panel that only a computer could light again."""
    assert (True, False) == ("shut down" in APPLIANCE_CHOICES[TOP], "stop" in APPLIANCE_CHOICES[TOP])


def test_menu_action_is_shown_while_the_game_waits(tmp_path: Path) -> None:
    """OK on it runs it beside the loop; what comes of it is said, and the panel shows it."""
    rest: list[Gesture] = [*JOIN]
    evening, reported = Evening(), list[str]()

    def hand(shown: Shown) -> Gesture | None:
        if shown.words == "Open the page.":
            reported.append(shown.words)
            rest.extend(["menu", "next", "next", "ok"])
        return rest.pop(0) if rest else None

    play(
        tmp_path / "games.sqlite",
        hand=hand,
        evening=evening,
        actions={"join": lambda: Notice("Open the page.", "STADIUM.LOCAL", SHORT)},
    )
    assert ["Open the page."] == reported
