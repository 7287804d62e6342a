"""`stadium network`: where the page is found, and the Wi-Fi that the stadium can be itself."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click
import msgspec

from firmware.cli.arguments import PathOf
from firmware.config.fallback import loaded
from firmware.devices.protocols import ADDRESS, WEB, NetworkStatus
from firmware.network.wifi import NETWORKS
from firmware.paths import home


@click.command()
@click.option("--access-point", type=click.Choice(["on", "off"]), help="Be a Wi-Fi yourself, or no longer.")
@click.option("--config", "config_file", type=PathOf(), metavar="FILE", help="Your configuration.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def network(access_point: Literal["on", "off"] | None, config_file: Path | None, *, as_json: bool) -> None:
    """Tell where the scoreboard's page is found, and how to join the stadium's own Wi-Fi.

    Where there is no Wi-Fi, such as at a picnic, the stadium can be one: `sudo stadium network --access-point on`.
    Whatever Wi-Fi the computer is in, it leaves, and joins it again when that is switched off.
    """
    config = loaded(home(), config_file)
    here = NETWORKS[config.network.driver]()
    if access_point is not None:
        here.access_point(on=access_point == "on")
        asked = f"Asked for: access point {access_point}. A few seconds, then: sudo stadium network"
        click.echo(msgspec.json.encode({"asked_for": access_point}) if as_json else asked)
        return
    status = here.status()
    port = WEB if status.installed else config.web.port
    page = None if port == "none" else status.address(port)
    text = f"The page:     {page or 'none; [web] port is none'}\n{_wifi_lines(status)}"
    click.echo(msgspec.json.encode(msgspec.to_builtins(status) | {"page": page}) if as_json else text)


def _wifi_lines(status: NetworkStatus) -> str:
    """The state of the Wi-Fi, for a person."""
    if not status.installed:
        return "Own Wi-Fi:    none, for the stadium is not installed as a service; see docs/install.md"
    outcomes = {"off": "off; sudo stadium network --access-point on"}
    state = "on" if status.on else outcomes.get(status.outcome, f"not on: {status.outcome}")
    joining = "Its password: only root may see it; sudo stadium network"
    if status.own is not None:
        joining = f"To join it:   join {status.own.ssid}, password {status.own.password}, then http://{ADDRESS}"
    return f"Own Wi-Fi:    {state}\n{joining}"
