"""`stadium network`: where the page is found, the Wi-Fi that the stadium can be itself, and the home's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click
import msgspec

from firmware.cli.arguments import PathOf
from firmware.config.fallback import loaded
from firmware.devices.protocols import ADDRESS, WEB, HomeStatus, Network, NetworkStatus
from firmware.network import home_wifi
from firmware.network.wifi import NETWORKS
from firmware.paths import home
from scoreboard.language import ENGLISH

LOCKS = {"open": "no password", "password": "with a password", "other": "not possible: 802.1X, WEP or WPA3 alone"}


@click.group(invoke_without_command=True)
@click.option("--access-point", type=click.Choice(["on", "off"]), help="Be a Wi-Fi yourself, or no longer.")
@click.option("--config", "config_file", type=PathOf(), metavar="FILE", help="Your configuration.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def network(
    context: click.Context, access_point: Literal["on", "off"] | None, config_file: Path | None, *, as_json: bool
) -> None:
    """Tell where the scoreboard's page is found, and how to join the stadium's own Wi-Fi.

    Where there is no Wi-Fi, such as at a picnic, the stadium can be one: `sudo stadium network --access-point on`.
    Whatever Wi-Fi the computer is in, it leaves, and joins it again when that is switched off.

    At home it joins yours: `sudo stadium network join NAME`, or on an owner's phone under Settings, Care.
    """
    config = loaded(home(), config_file)
    here = context.obj = NETWORKS[config.network.driver]()
    if context.invoked_subcommand is not None:
        return
    if access_point is not None:
        here.access_point(on=access_point == "on")
        asked = f"Asked for: access point {access_point}. A few seconds, then: sudo stadium network"
        click.echo(msgspec.json.encode({"asked_for": access_point}) if as_json else asked)
        return
    status = here.status()
    port = WEB if status.installed else config.web.port
    page = None if port == "none" else status.address(port)
    at_home = here.home()
    text = f"The page:     {page or 'none; [web] port is none'}\n{_wifi_lines(status)}{_home_lines(at_home)}"
    report = msgspec.to_builtins(status) | {"page": page, "home": msgspec.to_builtins(at_home)}
    click.echo(msgspec.json.encode(report) if as_json else text)


@network.command()
@click.argument("name", required=False)
@click.option("--country", default="", metavar="CC", help="Where you are, in two letters (ES, US), for the radio.")
@click.pass_obj
def join(here: Network, name: str | None, country: str) -> None:
    """Join your home's Wi-Fi: NAME, as the router has it. Without NAME: list what is in reach.

    The password is asked for and not shown; a line on the standard input will do as well. Where the Wi-Fi has none,
    just press Enter. Whatever network you have reached the stadium by may go for up to a minute; if the attempt fails,
    it comes back. How it went: `stadium network`.

    \b
        stadium network join
        sudo stadium network join "Casa de Ana"
    """  # noqa: D301 - click's own mark for lines that stay as they are
    if name is None:
        click.echo(_in_reach(here.home()))
        return
    here.join(name, _password(name), country.upper())
    click.echo(f"Asked for: joining {name}. Up to a minute, then: stadium network")


@network.command()
@click.pass_obj
def forget(here: Network) -> None:
    """Leave the Wi-Fi that it was told to join, and delete its password."""
    here.forget()
    click.echo("Asked for: forgetting the home's Wi-Fi. A few seconds, then: stadium network")


def _password(name: str) -> str:
    """The password, from somebody at a terminal or from a line of a script."""
    if sys.stdin.isatty():
        return str(click.prompt(f"Password of {name}", default="", show_default=False, hide_input=True))
    return sys.stdin.readline().rstrip("\r\n")


def _wifi_lines(status: NetworkStatus) -> str:
    if not status.installed:
        return "Own Wi-Fi:    none, for the stadium is not installed as a service; see docs/install.md"
    outcomes = {"off": "off; sudo stadium network --access-point on"}
    state = "on" if status.on else outcomes.get(status.outcome, f"not on: {status.outcome}")
    joining = "Its password: only root may see it; sudo stadium network"
    if status.own is not None:
        joining = f"To join it:   join {status.own.ssid}, password {status.own.password}, then http://{ADDRESS}"
    return f"Own Wi-Fi:    {state}\n{joining}"


def _home_lines(at_home: HomeStatus) -> str:
    """The state of the home's Wi-Fi, in lines of their own; none where the stadium can join none."""
    if not at_home.installed:
        return ""
    kept = at_home.kept or "none from here; sudo stadium network join"
    lines = ["", f"Home's Wi-Fi: {ENGLISH(kept)}"]
    if at_home.outcome:
        about = f"{ENGLISH(at_home.about)}: " if at_home.about else ""  # its name is what the account has asked for
        lines.append(f"Last attempt: {about}{ENGLISH(home_wifi.worded(at_home.outcome))}")
    return "\n".join(lines)


def _in_reach(at_home: HomeStatus) -> str:
    if not at_home.in_reach:
        return "No Wi-Fi is heard here. Its name can be given all the same: sudo stadium network join NAME"
    lines = [f"{each.signal:3} %  {each.ssid}  ({LOCKS[each.lock]})" for each in at_home.in_reach]
    return "\n".join(["In reach before the stadium became a Wi-Fi itself:"] * at_home.earlier + lines)
