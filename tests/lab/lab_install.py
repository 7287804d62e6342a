#!/usr/bin/env python3
"""`make lab-install`: the package's whole life on a clean Debian 13, from the first apt to the last.

Each check is one line; the exit code is 1 if any failed. It needs root, and some ten minutes.

There are no devices in there, so the service is told, by a drop-in such as an owner could write, to play a simulated
game: its camera is the simulated stadium, everything else is what a Pi would run. One check takes that away, and sees
that the stadium without a single device starts and says so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import intruder
from appliance import (
    DROP_INS,
    EVERY_PACKAGE,
    GAMES,
    NAME,
    PROJECT,
    SOURCE,
    Appliance,
    build,
    make_key,
    make_source,
    match,
    sign,
)
from nspawn import Machine, make_base, missing_tools, until
from telling import count_failed, demand, needs_root, tell

OLD, NEW, NEXT, LAST = "0.0.1", str(PROJECT["version"]), "99.0", "99.1"
"""The version upgraded from, ours, one that an owner lays on the card, and one that a package source has."""

READY_S, EXPOSURE, EXPOSURE_OF_ALL = 5.0, 1.5, 2.0
"""The bars: how soon it is ready, how exposed it may be, and how exposed what does a thing for it as root may be."""
PAGE_INSIDE = Path(__file__).parent / "page_inside.py"
"""What a phone does, for a machine that has no phone."""
A_FEW = 5
"""Plays into a game."""
WATCHDOG_S = 15
"""In here only; the unit's own 30 seconds would make this slow."""
SIMULATED = "ExecStart=\nExecStart=/usr/bin/stadium run --simulate --headless --innings 99\n"
IMPATIENT = f"WatchdogSec={WATCHDOG_S}\nTimeoutAbortSec=5\n"
UNITS = (
    "stadium",
    "stadium-gate",
    "stadium-name",
    "stadium-download@lab",
    *(f"stadium-{request}" for request in intruder.REQUESTS),
)
HOME, PASSWORD = "Casa de Ana; ñ", "batter-up-1869"
"""A Wi-Fi that is not there."""
AWKWARD = r" b\s;#=[x] 1869 "
"""A password with all that the syntax of a profile knows."""
PROFILE_INSIDE = Path(__file__).parent / "profile_inside.py"
NMCLI = "/usr/local/bin/nmcli"
"""Found before NetworkManager's own."""
WILLING = r"""#!/bin/sh\ncase "$*" in *"up stadium-home"*) exit 0 ;; esac\nexec /usr/bin/nmcli "$@"\n"""
KEPT = "/etc/NetworkManager/system-connections/stadium-home.nmconnection"
SLOW = r"""#!/bin/sh\ncase "$*" in *"up stadium-home-trial") sleep 60 ;; esac\nexec /usr/bin/nmcli "$@"\n"""
"""A NetworkManager that takes its time with a Wi-Fi that is tried."""
ACCOUNTS = "cut -d: -f1 /etc/passwd /etc/group"

Check = Callable[[Appliance], str]
"""Returns what it found, for the reader; raises RuntimeError if it is not as it should be."""


def main() -> None:
    """Run every check, in order."""
    needs_root("lab-install", "This boots a system of its own")
    if hint := missing_tools():
        sys.exit(hint)
    make_base(tell)
    with tempfile.TemporaryDirectory() as folder, Machine(Path(folder)) as machine:
        key = make_key(Path(folder))
        for version in (OLD, NEW, NEXT, LAST):
            build(Path(folder), version, key)
        sign(Path(folder) / f"{NAME}_{NEXT}_all.deb", key)
        tell("Fetching what the package wants, and what a card for another stadium has ...")
        machine.fetch([f"/share/{NAME}_{NEW}_all.deb"])
        make_source(Path(folder), Path(folder) / f"{NAME}_{NEW}_all.deb")
        machine.boot()
        checks = {name: partial(check, Appliance(machine)) for name, check in CHECKS.items()}
        failed = count_failed(checks, RuntimeError, ValueError, subprocess.TimeoutExpired)
        if failed and "--look" in sys.argv:
            machine.attend("bash")
    sys.exit(1 if failed else 0)


# -- installed


def installs(stadium: Appliance) -> str:
    """One apt command installs it, with all it wants."""
    stadium.prepare("simulated", SIMULATED)
    stadium.machine.run(f"{ACCOUNTS} > /root/accounts")
    began = time.monotonic()
    stadium.apt(f"install /share/{NAME}_{OLD}_all.deb")
    demand(stadium.version == OLD, f"installed is {stadium.version}")
    return f"{time.monotonic() - began:.0f} s, with {stadium.says('dpkg -l | grep -c ^ii')} packages in the system"


def is_ready_soon(stadium: Appliance) -> str:
    """The service runs, and is ready soon after it is started; on a busy machine its own part of the time counts."""
    stadium.ready()
    stadium.machine.run("systemctl restart stadium")
    took, own = stadium.ready_s, stadium.processor_s
    demand(min(took, own) <= READY_S, f"ready only after {took:.1f} s, {own:.1f} s of them at work")
    return f"READY after {took:.2f} s, {own:.2f} s of them at work; load of this machine {os.getloadavg()[0]:.0f}"


def is_enabled(stadium: Appliance) -> str:
    """All that should start with the machine will."""
    units = [
        "stadium.service",
        "stadium.socket",
        "stadium-name.service",
        *(f"stadium-{name}.path" for name in intruder.REQUESTS),
    ]
    states = {unit: stadium.says(f"systemctl is-enabled {unit}") for unit in units}
    demand(set(states.values()) == {"enabled"}, states)
    return f"{len(units)} units are enabled"


def verifies(stadium: Appliance) -> str:
    """This systemd has no complaint about any unit of ours."""
    verify = "cd /usr/lib/systemd/system && systemd-analyze verify --recursive-errors=yes --man=no stadium*.* 2>&1"
    complaints = [line for line in stadium.says(verify).splitlines() if "stadium" in line]
    demand(not complaints, complaints)
    return stadium.says("systemctl --version | head -1")


def is_confined(stadium: Appliance) -> str:
    """How exposed each service is, as this systemd reckons it."""
    ask = "systemd-analyze security --no-pager {}.service | tail -1"
    scores = {unit: float(match(r"level for .*: ([0-9.]+)", stadium.says(ask.format(unit)))) for unit in UNITS}
    demand(scores["stadium"] <= EXPOSURE and max(scores.values()) <= EXPOSURE_OF_ALL, scores)
    return ", ".join(f"{unit} {score}" for unit, score in scores.items())


def is_nobody(stadium: Appliance) -> str:
    """The process has an account of its own, and no privilege."""
    found = {key: stadium.status(key).split()[0] for key in ("Uid", "CapEff", "NoNewPrivs", "Seccomp")}
    demand(found["Uid"] != "0", "it runs as root")
    demand([int(found[key], 16) for key in ("CapEff", "NoNewPrivs", "Seccomp")] == [0, 1, 2], found)
    return ", ".join(f"{key} {value}" for key, value in found.items())


def is_walled_in(stadium: Appliance) -> str:
    """What anybody may write is not the service's to write, and no service of the system lets its account out."""
    inside = f"nsenter --target {stadium.ready()} --mount -- runuser -u stadium -- touch"
    places = ("/run/lock", "/dev/shm", "/tmp", "/var/tmp")  # noqa: S108 - they are looked for there
    for place in places:
        stadium.machine.run(f"{inside} {place}/lab-was-here", check=False)
    found = stadium.says(f"ls {' '.join(f'{place}/lab-was-here' for place in places)} 2>/dev/null")
    demand(not found, f"it wrote {found}")
    asked = stadium.machine.run("runuser -u stadium -- loginctl enable-linger stadium", check=False)
    demand(asked.returncode and not stadium.says("ls /var/lib/systemd/linger"), "its account may stay logged in")
    demand(stadium.home == "/nonexistent", f"its account has a home, {stadium.home}")
    return match(r"(.*)", asked.stderr)


def has_the_devices_groups(stadium: Appliance) -> str:
    """Inside its walls the service still is in the groups that devices belong to."""
    names = ("gpio", "spi", "video", "audio")
    wanted = {name: stadium.says(f"getent group {name} | cut -d: -f3") for name in names}
    demand(set(wanted.values()) <= set(stadium.status("Groups").split()), wanted)
    return " ".join(names)


def keeps_a_secret(stadium: Appliance) -> str:
    """The key of its own Wi-Fi is root's alone; the service is handed it, and nobody else sees it."""
    mode = stadium.says("stat -c '%a %U' /etc/stadium/access-point.toml")
    demand(mode == "600 root", mode)
    handed = f"nsenter --target {stadium.ready()} --mount cat /run/credentials/stadium.service/access-point"
    demand("password" in stadium.says(handed), "the service was not handed it")
    others = stadium.says("runuser -u nobody -- stadium network")
    demand("only root may see it" in others, others)
    return f"{mode}, and handed to the service"


def hears_port_80(stadium: Appliance) -> str:
    """Port 80 is open, and was handed over by its name."""
    demand(stadium.is_active("stadium.socket"), f"the socket is not open: {stadium.log('stadium.socket')}")
    demand(stadium.environment("LISTEN_FDNAMES") == "http", "no socket was handed over")
    return "the socket `http`"


def answers(stadium: Appliance) -> str:
    """A browser gets an answer."""
    visit = (
        "import urllib.request as u; r = u.urlopen('http://127.0.0.1/health', timeout=10); print(r.status, r.read(80))"
    )
    answer = stadium.machine.run(f'python3 -c "{visit}"').stdout.strip()
    demand(answer.startswith("200"), answer)
    return answer


def serves_a_phone(stadium: Appliance) -> str:
    """A phone has every file of the page, is paired by the code that is said, and has four jobs done.

    The list of phones is nobody else's to read, and the files of jobs lie in a temporary folder of the service's own.
    The card for another stadium has every package that apt fetches for ours, from a signed source.
    """
    shutil.copy(PAGE_INSIDE, stadium.machine.share)
    wanted = len(list((stadium.machine.share / EVERY_PACKAGE).glob("*.deb")))
    stadium.machine.run("mv /etc/apt/sources.list /root")  # a source that cannot be reached would end the work
    with stadium.sources_from(f"/share/{EVERY_PACKAGE}"):
        found = stadium.machine.run(f"python3 /share/{PAGE_INSIDE.name}").stdout.strip()
    stadium.machine.run("mv /root/sources.list /etc/apt")
    demand(json.loads(found)["card"] == wanted, f"a card needs {wanted} packages: {found}")
    return found


# -- at work


def examines_itself(stadium: Appliance) -> str:
    """`stadium doctor` looks everything over and has something to say about each."""
    done = stadium.machine.run("stadium doctor", check=False, timeout=120)
    demand(done.returncode in {0, 1} and done.stdout and not done.stderr, f"{done.returncode}: {done.stderr}")
    return f"{len(done.stdout.splitlines())} lines, exit code {done.returncode}"


def plays_a_game(stadium: Appliance) -> str:
    """A whole game, seen by the reader and judged by the rules, as the service's own account."""
    play = "stadium run --simulate --headless --speed max --innings 1 --journal lab.sqlite"
    printed = stadium.as_itself(play).splitlines()[-1]
    stadium.machine.run("rm /var/lib/stadium/lab.sqlite*")
    demand("wrong 0" in printed, printed)
    return printed


def says_what_is_missing(stadium: Appliance) -> str:
    """As it comes from the package, with not one device connected, it says so in a line and goes on trying."""
    stadium.machine.run(f"mv {DROP_INS}/simulated.conf /root && systemctl daemon-reload")
    stadium.machine.run("journalctl --rotate --vacuum-time=1s; systemctl restart stadium", check=False)
    trying = stadium.shown("stadium", "SubState")
    stadium.machine.run(f"mv /root/simulated.conf {DROP_INS} && systemctl daemon-reload && systemctl restart stadium")
    lines = [line for line in stadium.log("stadium").splitlines() if "camera" in line]
    demand(lines and trying in {"auto-restart", "running", "start"}, f"{trying}: {lines}")
    return lines[0]


def is_bitten_by_the_watchdog(stadium: Appliance) -> str:
    """A process that hangs is killed and comes back, with its game."""
    stadium.change("impatient", IMPATIENT)
    until("a few plays were made", lambda: stadium.plays > A_FEW, 120)
    pid, before = stadium.ready(), stadium.plays
    stadium.machine.run(f"kill -STOP {pid}")
    took = until("it runs again", lambda: stadium.restarted(pid), WATCHDOG_S + 60)
    demand("Watchdog timeout" in stadium.log("stadium"), "it was not the watchdog")
    demand(stadium.plays >= before and stadium.games == 1, "the game was lost")
    stadium.change_back("impatient")
    return f"back after {took:.1f} s (watchdog set to {WATCHDOG_S} s), the game goes on"


def is_left_alone_while_it_moves(stadium: Appliance) -> str:
    """The watchdog does not bite what moves: nobody was restarted in three of its periods."""
    stadium.change("impatient", IMPATIENT)
    pid = stadium.ready()
    time.sleep(3 * WATCHDOG_S)
    demand(stadium.ready() == pid, "it was restarted")
    stadium.change_back("impatient")
    return f"{3 * WATCHDOG_S} s"


def comes_back(stadium: Appliance) -> str:
    """A process that falls over comes back, with its game."""
    pid, before = stadium.ready(), stadium.plays
    stadium.machine.run(f"kill -KILL {pid}")
    took = until("it runs again", lambda: stadium.restarted(pid), 60)
    demand(stadium.plays >= before and stadium.games == 1, "the game was lost")
    return f"after {took:.1f} s, the game goes on"


# -- on the network


def is_found(stadium: Appliance) -> str:
    """Avahi calls it stadium.local, though the computer is called otherwise."""
    until("Avahi has the name", lambda: "//stadium.local" in stadium.says("stadium network"), 30)
    return f"stadium.local, on a computer called {stadium.says('hostname')}"


def asks_to_be_an_access_point(stadium: Appliance) -> str:
    """The service's account asks, NetworkManager takes the connection; there is no radio here, and it says so."""
    stadium.as_itself("stadium network --access-point on")
    until("it was tried", lambda: "not on:" in stadium.says("stadium network"), 60)
    keys = "802-11-wireless.mode,802-11-wireless-security.key-mgmt,ipv4.method"
    taken = stadium.says(f"nmcli --get-values {keys} connection show stadium-access-point").split()
    demand(sorted(taken) == ["ap", "shared", "wpa-psk"], taken)
    demand(not stadium.says("ls /run/stadium-request"), "the request still lies there")
    why = match("not on: (.*)", stadium.says("stadium network"))
    stadium.as_itself("stadium network --access-point off")
    until("it is off", lambda: "off;" in stadium.says("stadium network"), 60)
    return f"{' '.join(taken)}; {why}"


def asks_to_join_a_wifi(stadium: Appliance) -> str:
    """The service's account names a Wi-Fi, root hands it to NetworkManager; there is no radio here, and it says so.

    Nothing of it is kept then, and no log has the password. NetworkManager understands the profile as it is meant.
    """
    stadium.as_itself(f"sh -c 'echo {PASSWORD} | stadium network join \"{HOME}\"'")
    until("it was tried", lambda: f"Last attempt: {HOME}: This computer" in stadium.says("stadium network"), 60)
    demand(not stadium.says("ls -A /run/stadium-request"), "the request still lies there")
    left = stadium.says("ls /etc/NetworkManager/system-connections /run/NetworkManager/system-connections | grep home")
    demand(not left, f"kept all the same: {left}")
    secrets = stadium.says(f"journalctl | grep -ciE '{PASSWORD}|{PASSWORD.encode().hex()}'")
    demand(secrets == "0", f"{secrets} lines of the log have the password")
    shutil.copy(PROFILE_INSIDE, stadium.machine.share)
    read = f"python3 /share/{PROFILE_INSIDE.name} '{HOME}' '{AWKWARD}'"
    taken = stadium.machine.run(read).stdout.split("\n")
    demand(taken[:2] == [HOME, AWKWARD], taken)
    return f"{HOME}, as NetworkManager reads it; {match('Last attempt: (.*)', stadium.says('stadium network'))}"


def keeps_what_lets_it_in(stadium: Appliance) -> str:
    """A Wi-Fi that lets it in is on the card, for root alone, and is forgotten when that is asked for.

    There is no radio here, so NetworkManager is said to have done what it would need one for.
    """
    stadium.machine.run(f"printf '{WILLING}' > {NMCLI} && chmod 755 {NMCLI}")
    stadium.as_itself(f"sh -c 'echo {PASSWORD} | stadium network join \"{HOME}\"'")
    until("it is in", lambda: stadium.says("head -1 /run/stadium-network/home") == "joined", 30)
    stadium.machine.run(f"rm {NMCLI}")
    mode = stadium.says(f"stat -c '%a %U' {KEPT}")
    demand(mode == "600 root" and f"psk={PASSWORD}" in stadium.says(f"cat {KEPT}"), f"kept: {mode}")
    demand(f"Home's Wi-Fi: {HOME}" in stadium.as_itself("stadium network"), "the service does not see what is kept")
    stadium.as_itself("stadium network forget")
    until("it is forgotten", lambda: stadium.says("head -1 /run/stadium-network/home") == "forgotten", 30)
    demand(not stadium.says(f"ls {KEPT}; nmcli --terse connection show | grep stadium-home"), "it is still known")
    return f"{mode}, and gone again"


def gives_way_to_the_buttons(stadium: Appliance) -> str:
    """An attempt to join that goes on ends when the stadium is asked to be a Wi-Fi itself."""
    stadium.machine.run(f"printf '{SLOW}' > {NMCLI} && chmod 755 {NMCLI}")
    stadium.as_itself(f"sh -c 'echo {PASSWORD} | stadium network join \"{HOME}\"'")
    until("it is tried", lambda: stadium.says("head -1 /run/stadium-network/home") == "joining", 30)
    stadium.as_itself("stadium network --access-point on")
    took = until("it has ended", lambda: stadium.says("head -1 /run/stadium-network/home") == "interrupted", 30)
    until("the access point was tried", lambda: "not on:" in stadium.says("stadium network"), 60)
    stadium.machine.run(f"rm {NMCLI}; systemctl reset-failed")
    stadium.as_itself("stadium network --access-point off")
    until("it is off", lambda: "off;" in stadium.says("stadium network"), 60)
    return f"after {took:.1f} s"


# -- power


def asks_to_be_shut_down(stadium: Appliance) -> str:
    """The service's account asks for it, and the computer goes down in good order."""
    stadium.asks("poweroff")
    return f"off after {until('it is off', lambda: not stadium.machine.is_on, 90):.1f} s"


def starts_with_the_machine(stadium: Appliance) -> str:
    """Switched on it plays by itself, without a network, where it was."""
    stadium.machine.boot()
    stadium.ready()
    began = stadium.moment("", "UserspaceTimestampMonotonic")
    took = stadium.moment("stadium", "ActiveEnterTimestampMonotonic") - began
    demand(stadium.games == 1, "it began another game")
    return f"READY {took:.1f} s after the system's first process, the game goes on"


def survives_the_plug(stadium: Appliance) -> str:
    """The plug is pulled in the middle of a game."""
    before = stadium.plays
    stadium.machine.pull_the_plug()
    stadium.machine.boot()
    stadium.ready()
    demand(stadium.plays >= before and stadium.games == 1, "plays were lost")
    return f"{before} lines before, {stadium.plays} after"


# -- newer, and gone


def is_upgraded(stadium: Appliance) -> str:
    """A newer package takes over a game in play, an owner's settings and the Wi-Fi's password, and drops the home."""
    stadium.machine.run("sed -i 's/^#innings = 3/innings = 5/' /etc/stadium/stadium.toml")
    stadium.machine.run("systemctl stop stadium && usermod --home /var/lib/stadium stadium && systemctl start stadium")
    pid, before, own = stadium.ready(), stadium.plays, stadium.says("cat /etc/stadium/*")
    stadium.apt(f"install /share/{NAME}_{NEW}_all.deb")
    demand(stadium.ready() != pid and stadium.version == NEW, "the old one still runs")
    demand(stadium.plays >= before and stadium.games == 1, "the game was lost")
    demand(own == stadium.says("cat /etc/stadium/*"), "the settings were lost")
    demand(stadium.home == "/nonexistent", f"its account still has a home, {stadium.home}")
    versions = stadium.says(f"cat {GAMES.removesuffix('.sqlite')}.version.json")
    demand(f'"before":"{OLD}"' in versions, f"it does not know what ran before: {versions}")
    return f"{OLD} to {NEW}, {before} lines before, {stadium.plays} after"


def is_updated_from_the_card(stadium: Appliance) -> str:
    """A package on the boot partition is installed when the scoreboard asks for it."""
    stadium.machine.run(f"mkdir -p /boot/firmware && cp /share/{NAME}_{NEXT}_all.deb* /boot/firmware/")
    stadium.asks("update")
    took = until(f"{NEXT} is installed and has passed", lambda: stadium.updated == ("updated", NEXT), 300)
    demand(stadium.version == NEXT and stadium.is_active(), stadium.log("stadium-update"))
    demand(stadium.games == 1, "the game was lost")
    return f"{NEW} to {NEXT} in {took:.0f} s"


def is_updated_from_a_source(stadium: Appliance) -> str:
    """A package that a package source has is fetched over the network by one unit, and installed by one without any."""
    package = f"{NAME}_{LAST}_all.deb"
    index = f"cat fields; wc -c < {package} | sed 's/^/Size: /'; sha256sum {package} | sed 's/ .*//;s/^/SHA256: /'"
    stadium.machine.run(
        f"mkdir -p /srv/source && cd /srv/source && cp /share/{package} . && dpkg-deb --field {package} > fields"
        f" && echo 'Filename: ./{package}' >> fields && ({index}) > Packages && rm -rf /boot/firmware/*"
    )
    with stadium.sources_from("/srv/source"):
        stadium.asks("update")
        took = until(f"{LAST} is installed and has passed", lambda: stadium.updated == ("updated", LAST), 300)
    log = stadium.log("stadium-update")
    demand(stadium.version == LAST and stadium.is_active(), log)
    demand(f"{SOURCE} ./ {NAME} {LAST}" in log, f"it was not fetched: {log}")
    asked = stadium.log("lab-source")
    demand(f'{package} HTTP/1.1" 200' in asked, f"the network was not asked: {asked}")
    demand("unsandboxed" not in log and "Traceback" not in log, log)
    demand(stadium.shown("stadium-download.socket", "ActiveState") == "inactive", "downloads can still be asked for")
    demand(stadium.games == 1, "the game was lost")
    stadium.machine.run("rm -r /srv/source")
    return f"{NEXT} to {LAST} in {took:.0f} s"


def shares_a_network(stadium: Appliance) -> str:
    """Two stadiums on one network have two names, and each name leads to its own."""
    with Machine(stadium.machine.share, "lab-neighbour") as machine:
        package = f"/share/{NAME}_{NEW}_all.deb"
        machine.fetch([package])
        machine.boot()
        neighbour = Appliance(machine)
        neighbour.prepare("simulated", SIMULATED)
        neighbour.apt(f"install {package}")
        both = (stadium, neighbour)
        at = dict(zip((neighbour, stadium), machine.plug_into(stadium.machine), strict=True))
        until("each has a name", lambda: {one.name for one in both} == {"stadium.local", "stadium-2.local"}, 60)
        addresses = {one.name: address for one, address in at.items()}
        for one in both:
            for name, address in addresses.items():
                until(f"{name} leads to {address}", lambda: one.finds(name) == address, 30)  # noqa: B023
        return ", ".join(f"{name} at {address}" for name, address in sorted(addresses.items()))


def leaves_state_only(stadium: Appliance) -> str:
    """Removed, it leaves the games and the settings, and nothing else."""
    stadium.machine.run(f"rm -rf {DROP_INS} /boot/firmware && systemctl daemon-reload")
    stadium.apt(f"remove {NAME}")
    left = [path for path in stadium.remains() if not path.startswith(f"/var/lib/dpkg/info/{NAME}.")]
    demand(left and all(path.startswith(("/etc/stadium", "/var/lib/stadium")) for path in left), f"also left: {left}")
    demand(not stadium.says("ps -u stadium -o pid="), "something still runs")
    demand(stadium.says(f"ls {GAMES}"), "the games are gone")
    return " ".join(left)


def leaves_nothing(stadium: Appliance) -> str:
    """Purged, nothing is left, not even its account."""
    stadium.apt(f"purge {NAME}")
    demand(not stadium.remains(), stadium.remains())
    new = stadium.says(f"{ACCOUNTS} | sort > /root/after; sort /root/accounts | comm -13 - /root/after").split()
    demand(not {"stadium", "gpio", "spi"} & set(new), f"accounts left: {new}")
    return "no file, no account, no group"


CHECKS: dict[str, Check] = {
    "one apt command installs it": installs,
    "it is ready soon": is_ready_soon,
    "it starts with the machine": is_enabled,
    "systemd understands every unit": verifies,
    "how exposed it is": is_confined,
    "it has no privilege": is_nobody,
    "it is walled in": is_walled_in,
    "it may use the devices": has_the_devices_groups,
    "its Wi-Fi's password is kept": keeps_a_secret,
    "port 80 is its own": hears_port_80,
    "the page answers": answers,
    "a phone is paired, and has work done": serves_a_phone,
    "doctor": examines_itself,
    "a simulated game, to its end": plays_a_game,
    "without a single device": says_what_is_missing,
    "a hung process is killed and comes back": is_bitten_by_the_watchdog,
    "the watchdog spares what moves": is_left_alone_while_it_moves,
    "a fallen process comes back": comes_back,
    "it is found by name": is_found,
    "a second stadium has a name of its own": shares_a_network,
    "it asks to be an access point": asks_to_be_an_access_point,
    "it asks to join a Wi-Fi": asks_to_join_a_wifi,
    "a Wi-Fi that lets it in is kept": keeps_what_lets_it_in,
    "the buttons outrank phones": gives_way_to_the_buttons,
    **intruder.CHECKS,
    "it asks to be shut down": asks_to_be_shut_down,
    "it starts by itself, without a network": starts_with_the_machine,
    "the plug is pulled": survives_the_plug,
    "an upgrade with a game in play": is_upgraded,
    "an update from the card": is_updated_from_the_card,
    "an update from a package source": is_updated_from_a_source,
    "removed, it leaves state only": leaves_state_only,
    "purged, it leaves nothing": leaves_nothing,
}

if __name__ == "__main__":
    main()
