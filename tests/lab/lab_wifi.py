#!/usr/bin/env python3
"""`make lab-wifi`: the stadium's own Wi-Fi and a home's, on three radios of mac80211_hwsim in a machine of its own.

Debian's kernel runs under QEMU with NetworkManager and the installed package (`wifi_disk.py`). One radio is the
stadium's; the other two are a phone's and a router's, each in a network of its own. The phone joins, gets a number,
and is led to the page; the router takes the stadium in, or does not. Each check is one line; the exit code is 1 if any
failed. It needs root.

Proved is what Debian's NetworkManager, supplicant and hostapd make of our profiles; no radio of a Raspberry Pi is here.
Times are the machine's own.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from shlex import quote

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from lab_machine import BUTTONS, made  # noqa: E402 - what follows is found on the path above
from machine_tree import missing_tools  # noqa: E402
from telling import count_failed, demand, needs_root, tell  # noqa: E402
from virtual_machine import VirtualMachine  # noqa: E402
from wifi_disk import with_wifi  # noqa: E402

from firmware.devices.protocols import ADDRESS  # noqa: E402
from firmware.network.access_point import NAMES  # noqa: E402
from firmware.network.home_wifi import CONNECTION, TURNED_AWAY  # noqa: E402
from scoreboard.web.http.captive import PROBES, WELCOME  # noqa: E402

HOME, PASSWORD, WRONG, COUNTRY = "Casa de Ana", "batter-up-1869", "not-the-password", "ES"
ROUTER = "192.168.77.1"
HOSTAPD = f"""\
interface=wlan2
ctrl_interface=/run/hostapd
ssid={HOME}
hw_mode=g
channel=6
wpa=2
wpa_passphrase={PASSWORD}
rsn_pairwise=CCMP
"""
BOTH_KINDS = f"{HOSTAPD}wpa_key_mgmt=WPA-PSK SAE\nieee80211w=1\nsae_require_mfp=1\n"
WPA2_ALONE = f"{HOSTAPD}wpa_key_mgmt=WPA-PSK\n"
"""Two routers: one that has WPA2 and WPA3 at once, and an older one."""
BY_WPA2, BY_WPA3 = "00-0f-ac-2", "00-0f-ac-8"
"""What hostapd calls the two."""
WAITED_S, BACK_S = 300, 60.0
"""For how long something is waited for; within which the stadium's own Wi-Fi must be back."""
RADIOS = """\
modprobe mac80211_hwsim radios=3
until [ -e /sys/class/net/wlan2 ]; do sleep 0.2; done
for pair in phone:wlan1 router:wlan2; do
    name=${pair%:*}
    ip netns add $name
    ip netns exec $name ip link set lo up
    iw phy $(cat /sys/class/net/${pair#*:}/phy80211/name) set netns name $name
done
mkdir -p /etc/netns/phone && : > /etc/netns/phone/resolv.conf
"""
"""The name server of the phone is the one that it is told of."""

Answered = tuple[str, int, str, str]


class Radios:
    """The machine with its three radios."""

    def __init__(self, machine: VirtualMachine) -> None:
        self.machine = machine

    def switch_on(self) -> None:
        """Give the machine its radios, and two of them a network of their own."""
        self.machine.run(RADIOS)
        self.wait("NetworkManager has the radio", "nmcli -t -f DEVICE,STATE device | grep -q ^wlan0:disconnected")

    def says(self, command: str) -> str:
        """What a command prints."""
        return self.machine.says(command)

    def wait(self, what: str, command: str) -> None:
        """Wait until a command of the machine succeeds.

        Raises:
            RuntimeError: if it does not.
        """
        waits = f"for second in $(seq {WAITED_S}); do {command} && exit 0; sleep 1; done; exit 1"
        demand(self.machine.run(waits, check=False).returncode == 0, f"waited {WAITED_S} s in vain until {what}")

    def asks(self, command: str, typed: str = "") -> None:
        """Have the service's account run a command of the scoreboard's."""
        stadium = f"runuser -u stadium -- stadium network {command}"
        self.machine.run(f"cd / && echo {quote(typed)} | {stadium}")

    def own_wifi_on(self) -> str:
        """Have the service's account ask for the stadium's own Wi-Fi; returns what came of it."""
        self.machine.run("rm -f /run/stadium-network/access-point")
        self.asks("--access-point on")
        self.wait("it is told whether it is on", "[ -s /run/stadium-network/access-point ]")
        return self.outcome

    @property
    def outcome(self) -> str:
        """Whether the stadium is a Wi-Fi itself, or why not."""
        return self.says("cat /run/stadium-network/access-point")

    @property
    def leads_here(self) -> bool:
        """Whether every name leads to the stadium, in a network that it shares."""
        return self.machine.run(f"[ -e {NAMES} ]", check=False).returncode == 0

    def joins(self, password: str) -> tuple[str, float]:
        """Have the service's account join the home's Wi-Fi; returns what came of it, and how long that took."""
        self.machine.run("rm -f /run/stadium-network/home")
        self.asks(f"join {quote(HOME)} --country {COUNTRY}", password)
        self.wait("it is told how it went", "grep -qsv -e joining -e '^[0-9a-f]*$' /run/stadium-network/home")
        unit = "stadium-join-wifi"
        self.wait("the attempt has ended", f"[ $(systemctl is-active {unit}) != activating ]")
        shown = self.says(f"systemctl show {unit} -p ExecMainStartTimestampMonotonic -p ExecMainExitTimestampMonotonic")
        began, ended = sorted(int(number) / 1e6 for number in re.findall(r"=(\d+)", shown))
        return self.says("head -n 1 /run/stadium-network/home"), ended - began

    def phone_joins(self) -> str:
        """Have the phone join the stadium's own Wi-Fi; returns the number that it is given."""
        file = self.says("cat /etc/stadium/access-point.toml")
        ssid, password = (found for key in ("ssid", "password") for found in re.findall(f'{key} = "(.*)"', file))
        network = f'ctrl_interface=/run/phone\nnetwork={{\n ssid="{ssid}"\n psk="{password}"\n ieee80211w=1\n}}\n'
        begin = "wpa_supplicant -B -P /run/phone.pid -D nl80211 -i wlan1 -c /run/phone.conf"
        self.machine.run(
            f"printf '%s' {quote(network)} > /run/phone.conf && ip netns exec phone ip link set wlan1 up"
            f" && {{ [ -e /run/phone.pid ] || ip netns exec phone {begin}; }}"
        )
        self.wait("the phone is let in", f"{PHONE_STATUS} | grep -q COMPLETED")
        self.machine.run("ip netns exec phone udhcpc -i wlan1 -n -q -t 20")
        number = number_of(self.says("ip netns exec phone ip -4 address show wlan1"))
        demand(number.startswith(ADDRESS.rpartition(".")[0]), f"the phone's number is {number}")
        return number

    def router_on(self, kind: str) -> None:
        """Switch a router of that kind on: an access point that gives numbers."""
        self.machine.run(
            "for old in /run/hostapd.pid /run/router.pid; do [ ! -s $old ] || kill $(cat $old); done; sleep 1;"
            f" printf '%s' {quote(kind)} > /run/hostapd.conf"
            f" && ip netns exec router ip address replace {ROUTER}/24 dev wlan2"
            " && ip netns exec router hostapd -B -P /run/hostapd.pid /run/hostapd.conf"
            " && ip netns exec router dnsmasq --conf-file=/dev/null --interface=wlan2 --port=0"
            f" --dhcp-range={ROUTER}0,{ROUTER}99 --dhcp-leasefile=/run/router.leases --pid-file=/run/router.pid"
        )

    def key_at_router(self) -> str:
        """By what the router has let the stadium in, and whether its frames of management are protected."""
        known = self.says("ip netns exec router hostapd_cli -p /run/hostapd -i wlan2 all_sta")
        key = re.search(r"AKMSuiteSelector=(\S+)", known)
        return f"{key[1] if key else 'nobody is in'}{' with protected frames' * ('[MFP]' in known)}"

    def answers(self, network: str, asked: Iterable[tuple[str, str, str]]) -> list[Answered]:
        """What names and paths are answered with to somebody in that network (`wifi_inside.py`)."""
        command = f"ip netns exec {network} python3 /lab/wifi_inside.py {quote(json.dumps(list(asked)))}"
        return [(number, status, leads, text) for number, status, leads, text in json.loads(self.says(command))]


PHONE_STATUS = "ip netns exec phone wpa_cli -p /run/phone -i wlan1 status"


def match_error(printed: str) -> str:
    """What `nmcli` says went wrong."""
    found = re.search(r"Error: (.*)", printed)
    return found[1] if found else printed


def number_of(shown: str) -> str:
    """The address of IPv4 in what `ip address` shows; empty without one."""
    found = re.search(r"inet ([0-9.]+)", shown)
    return found[1] if found else ""


def main() -> None:
    """Make the machine, unless it is there, and run every check."""
    needs_root("lab-wifi", "This makes a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    boot, began, failed = with_wifi(made(), tell), time.monotonic(), 0
    with VirtualMachine(boot, BUTTONS) as machine:
        tell(f"ok      it boots: up after {machine.boot():.0f} s")
        radios = Radios(machine)
        radios.switch_on()
        failed = count_failed({name: partial(check, radios) for name, check in CHECKS.items()}, RuntimeError)
        if failed:
            tell(machine.says("journalctl --no-pager -n 200 -u NetworkManager -u wpa_supplicant -u 'stadium*' -o cat"))
    minutes = (time.monotonic() - began) / 60
    tell(f"lab-wifi: {len(CHECKS) - failed} of {len(CHECKS)} checks passed in {minutes:.1f} min")
    sys.exit(1 if failed else 0)


def phone_joins_the_own_wifi(radios: Radios) -> str:
    """The service's account asks; the access point comes up without protected frames, and a phone is let in."""
    outcome = radios.own_wifi_on()
    demand(outcome == "on", outcome)
    number = radios.phone_joins()
    status = radios.says(PHONE_STATUS)
    demand("pmf=" not in status and "key_mgmt=WPA2-PSK" in status, status)
    return f"a phone that can protect frames has {number} by WPA2, without protecting them"


def phone_is_shown_the_page(radios: Radios) -> str:
    """Whatever the phone's system asks for, it is led to the page, and that says what to do."""
    asked = [(name, path, "") for name, paths in PROBES.items() for path in paths]
    for question, answered in zip(asked, radios.answers("phone", asked), strict=True):
        demand(answered[:3] == (ADDRESS, 302, f"http://{ADDRESS}{WELCOME}"), (question, answered))
    ((_, status, _, text),) = radios.answers("phone", [(ADDRESS, WELCOME, "")])
    demand(status == 200 and "Stay connected" in text, text)
    return f"{len(asked)} questions under {len(PROBES)} names lead to {ADDRESS}{WELCOME}"


def phone_sees_no_other_name(radios: Radios) -> str:
    """Under a foreign name nothing else is answered; the name leads here all the same."""
    asked = [("evil.example", "/", ""), ("captive.apple.com", "/camera.jpg", ""), ("evil.example", "/generate_204", "")]
    for answered in radios.answers("phone", asked):
        demand(answered[:2] == (ADDRESS, 421), answered)
    return "421, as everywhere"


def wrong_password(radios: Radios) -> str:
    """The router turns the stadium away: its own Wi-Fi is back within a minute, and the phone joins again."""
    radios.router_on(BOTH_KINDS)
    outcome, took = radios.joins(WRONG)
    demand((outcome, radios.outcome) == (TURNED_AWAY, "on"), (outcome, radios.outcome))
    demand(took < BACK_S, f"back after {took:.0f} s")
    number = radios.phone_joins()
    ((_, status, leads, _),) = radios.answers("phone", [("captive.apple.com", "/hotspot-detect.html", "")])
    demand((status, leads) == (302, f"http://{ADDRESS}{WELCOME}"), (status, leads))
    return f"own Wi-Fi back after {took:.0f} s, the phone in it with {number}"


def joins_a_home_of_both_kinds(radios: Radios) -> str:
    """A router with WPA2 and WPA3: a radio that can do WPA3 joins by that, and keeps the country's rules."""
    outcome, took = radios.joins(PASSWORD)
    demand((outcome, radios.outcome) == ("joined", "off"), (outcome, radios.outcome))
    key, country = radios.key_at_router(), country_of(radios)
    demand(BY_WPA3 in key and "protected" in key, key)
    demand(country == COUNTRY, country)
    number = number_of(radios.says("ip -4 address show wlan0"))
    demand(number.startswith(ROUTER), f"its number is {number}")
    return f"joined after {took:.0f} s by WPA3 ({key}), under the rules of {country}, as {number}"


def home_is_no_captive_network(radios: Radios) -> str:
    """In a home's Wi-Fi the page is found, the questions of a phone are refused, and no name leads here."""
    number = number_of(radios.says("ip -4 address show wlan0"))
    asked = [(number, "/health", number), ("captive.apple.com", "/hotspot-detect.html", number)]
    page, probe = (status for _, status, _, _ in radios.answers("router", asked))
    demand(page in {200, 503} and probe == 421, (page, probe))
    demand(not radios.leads_here, f"{NAMES} is still there")
    return f"the page answers at {number}, a phone's question is refused ({probe})"


def key_of_wpa2_is_kept_out(radios: Radios) -> str:
    """The key that WPA2 makes of the password, as Imager writes it, does not open the same router."""
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD.encode(), HOME.encode(), 4096, 32).hex()
    copy = f"nmcli connection clone {CONNECTION} lab && nmcli connection modify lab 802-11-wireless-security.psk {key}"
    radios.machine.run(copy)
    refused = radios.machine.run("nmcli --wait 45 connection up lab", check=False)
    radios.machine.run(f"nmcli connection delete lab; nmcli connection up {CONNECTION}")
    demand(refused.returncode, "it was let in: the profile could have the key instead of the password")
    return match_error(refused.stdout + refused.stderr)


def joins_a_home_with_wpa2(radios: Radios) -> str:
    """An older router, which says that a password is wrong."""
    radios.router_on(WPA2_ALONE)
    outcome, _ = radios.joins(WRONG)
    demand(outcome == "wrong-password", outcome)
    outcome, took = radios.joins(PASSWORD)
    key = radios.key_at_router()
    demand((outcome, key) == ("joined", BY_WPA2), (outcome, key))
    return f"a wrong password is told as such; joined after {took:.0f} s by WPA2 ({key})"


def power_is_cut_while_it_is_a_wifi(radios: Radios) -> str:
    """After the next start nothing leads names here, and the radios are told of the country again."""
    outcome = radios.own_wifi_on()
    demand((outcome, radios.leads_here) == ("on", True), outcome)
    radios.machine.pull_the_plug()
    took = radios.machine.boot()
    radios.switch_on()
    demand(not radios.leads_here, f"{NAMES} is still there")
    country = country_of(radios)
    demand(country == COUNTRY, country)
    return f"up after {took:.0f} s; no name leads here, and the rules of {country} are kept"


def country_of(radios: Radios) -> str:
    """Whose rules all radios keep."""
    return radios.says("iw reg get | sed -n '/^global/{n;s/^country \\(..\\).*/\\1/p}'")


CHECKS = {
    "a phone joins the stadium's own Wi-Fi": phone_joins_the_own_wifi,
    "the phone is shown the page": phone_is_shown_the_page,
    "no other foreign name is answered": phone_sees_no_other_name,
    "a wrong password, and its own Wi-Fi is back": wrong_password,
    "a home's Wi-Fi with WPA2 and WPA3": joins_a_home_of_both_kinds,
    "a home's Wi-Fi is no captive one": home_is_no_captive_network,
    "the key of WPA2 would be kept out": key_of_wpa2_is_kept_out,
    "a home's Wi-Fi with WPA2 alone": joins_a_home_with_wpa2,
    "the power is cut while it is a Wi-Fi": power_is_cut_while_it_is_a_wifi,
}
"""In this order, on one machine."""

if __name__ == "__main__":
    main()
