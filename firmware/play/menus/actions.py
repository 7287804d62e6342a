"""What the menu offers besides the game: how to join, a Wi-Fi of our own, and shutting down.

An action may block for seconds, as it asks the system, so the loop runs it on a thread. Rule kept here: an action
raises nothing; its result is a message for the table, or what takes the panel and the buttons for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from firmware.devices.protocols import WEB, Network, NetworkStatus
from firmware.errors import StadiumError
from firmware.network.own_address import own_number, page_address
from firmware.network.privileged_requests import AT_THE_BOX, Request, ask
from firmware.network.wifi import invitation
from firmware.notice import Notice, notice
from firmware.play.menus.screen import Choice
from firmware.play.menus.takeover import Takeover
from scoreboard.message import message

MenuAction = Callable[[], Notice | Takeover]
LONG = 60
"""Half seconds that an address stays, long enough to type it into a phone; UNDO or a throw takes it away sooner."""


def menu_actions(
    network: Network,
    request: Callable[[Request], None] | None = None,
    port: Callable[[], int | None] = lambda: WEB,
    invite: Callable[[bool], None] = lambda _: None,
    number: Callable[[], str | None] = own_number,
) -> Mapping[Choice, Callable[[], Notice]]:
    """The action of each choice that is not the game's own.

    ``port`` serves the page, None where there is none, or not yet; ``invite`` shows the code that pairs a phone, an
    owner's or not; ``number`` is the machine's own address.
    """
    ask_root = request or _ask_at_the_box

    def shut_down() -> Notice:
        ask_root("poweroff")
        return notice("network.good-night", ticks=LONG)

    def update() -> Notice:
        ask_root("update")
        return notice("network.updating", ticks=LONG)

    return {
        "join": partial(_result, lambda: _joining(network.status(), port(), invite, number)),
        "new owner": lambda: _new_owner(port(), invite),
        "own wi-fi": partial(_result, lambda: _own(network)),
        "home wi-fi": partial(_result, lambda: _home(network)),
        "update": partial(_result, update),
        "shut down": partial(_result, shut_down),
    }


def _ask_at_the_box(request: Request) -> None:
    """Ask root for it, as somebody who stands at the box."""
    ask(request, line=AT_THE_BOX if request == "update" else b"")


def _result(action: Callable[[], Notice]) -> Notice:
    try:
        return action()
    except StadiumError as error:
        return notice("network.not-here", why=error.words)


def _new_owner(port: int | None, invite: Callable[[bool], None]) -> Notice:
    if port is None:
        return notice("network.no-page")
    invite(True)
    return notice("network.new-owner")


def _joining(
    status: NetworkStatus, port: int | None, invite: Callable[[bool], None], number: Callable[[], str | None]
) -> Notice:
    if port is None:
        return notice("network.no-page")
    invite(False)
    page = status.address(port)
    if status.on and status.own is not None:
        return Notice(message("network.join-own", ssid=status.own.ssid, page=page), invitation(status.own), ticks=LONG)
    name = page.removeprefix("http://").replace(".local", " .local")  # in two lines, for it is too long for one
    own = number()
    scan = "" if own is None else page_address(port, own)
    return Notice(message("network.join", page=page), name, ticks=LONG, scan=scan)


def _own(network: Network) -> Notice:
    network.access_point(on=True)
    own, made = network.status().own, message("network.own")
    return Notice(made, made if own is None else invitation(own), ticks=LONG)


def _home(network: Network) -> Notice:
    network.access_point(on=False)
    return notice("network.home")
