"""What the menu offers besides the game: how to join, a Wi-Fi of our own, and shutting down.

An action may block for seconds, as it asks the system, so the loop runs it on a thread. Rule kept here: an action
raises nothing; its result is a message for the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from firmware.devices.protocols import WEB, Network, NetworkStatus
from firmware.errors import StadiumError
from firmware.network.privileged_requests import Request, ask
from firmware.network.wifi import invitation
from firmware.notice import Notice
from firmware.play.menus.screen import Choice

MenuAction = Callable[[], Notice]
LONG = 60
"""Half seconds that an address stays, long enough to type it into a phone; UNDO or a throw takes it away sooner."""
GOOD_NIGHT = "Shutting down. When the Pi's green light stays dark, pull the plug."


def menu_actions(
    network: Network, request: Callable[[Request], None] = ask, port: int | None = WEB
) -> Mapping[Choice, MenuAction]:
    """The action of each choice that is not the game's own; ``port`` serves the page, None where there is none."""

    def shut_down() -> Notice:
        request("poweroff")
        return Notice(GOOD_NIGHT, "GOOD NIGHT", ticks=LONG)

    return {
        "join": partial(_result, lambda: _joining(network.status(), port)),
        "own wi-fi": partial(_result, lambda: _own(network)),
        "home wi-fi": partial(_result, lambda: _home(network)),
        "shut down": partial(_result, shut_down),
    }


def _result(action: MenuAction) -> Notice:
    try:
        return action()
    except StadiumError as error:
        return Notice(f"{error}.", "NOT HERE")


def _joining(status: NetworkStatus, port: int | None) -> Notice:
    if port is None:
        return Notice("There is no page to join: it is not served, or switched off under [web].", "NO PAGE")
    page = status.address(port)
    if status.on and status.own is not None:
        return Notice(f"Join the Wi-Fi {status.own.ssid}, then {page}.", invitation(status.own), ticks=LONG)
    name = page.removeprefix("http://").replace(".local", " .local")  # in two lines, for it is too long for one
    return Notice(f"In the same Wi-Fi, open {page}.", name, ticks=LONG)


def _own(network: Network) -> Notice:
    network.access_point(on=True)
    own = network.status().own
    said = "The stadium makes a Wi-Fi of its own, in a few seconds."
    return Notice(said, "OWN WI-FI" if own is None else invitation(own), ticks=LONG)


def _home(network: Network) -> Notice:
    network.access_point(on=False)
    return Notice("The stadium goes back to the Wi-Fi it knows, in a few seconds.", "HOME WI-FI")
