"""An intruder in the scoreboard's service, for `make lab-install`: he tries each sentence of systemd/README.md on him.

The service itself starts his program (`intruder_inside.py`) in the scoreboard's stead, and within its walls he does
what a check has him do. A check's docstring is its sentence. The kernel's modules, its log and the clock are not tried,
for systemd-nspawn lets nobody have them.
"""

from __future__ import annotations

import json
import shutil
import socket
from itertools import product
from pathlib import Path

from appliance import NAME, Appliance
from nspawn import until
from telling import demand

PROGRAM = Path(__file__).parent / "intruder_inside.py"
INSIDE = f"python3 /usr/local/bin/{PROGRAM.name}"
TAKEN_OVER = f"WatchdogSec=infinity\nExecStart=\nExecStart=/usr/bin/{INSIDE} serve\n"
"""All of the unit that differs, and no wall of it."""
HOME, FOLDER, OWNERS = "/var/lib/stadium", "/run/stadium-request", "/etc/stadium/stadium.toml"
REQUESTS = (
    *("poweroff", "update", "access-point-on", "access-point-off"),
    *("join-wifi", "forget-wifi", "look-for-wifi"),
)
KEPT = "/root/before-intruder"
SECRET = "only-root-knows"  # noqa: S105 - for a file of root's
KINDS = ("games.sqlite", "dice/a", "games.pictures/a", "set-here.toml", "simulated.phones")
DEVICES = {
    "gpiochip0": ("gpiochip", 236, "gpio"), "spidev0.0": ("spi", 153, "spi"), "video0": ("video4linux", 81, "video"),
    "media0": ("media", 237, "video"), "dma_heap/linux,cma": ("dma_heap", 238, "video"),
    "snd/pcmC0D0c": ("alsa", 116, "audio"),
}  # fmt: skip
"""Of a Pi: the class, its number, and the group that may."""
OTHERS = {
    "lab-disk": "b 7 0",
    "lab-loops": "c 10 237",
    "lab-keys": "c 13 64",
    "lab-serial": "c 4 65",
}
"""Devices that are none of the scoreboard's, and that this kernel has."""
FOLDERS = ".restoring .restoring.part .before-reset games.pictures old-games dice cache"
FILES = (
    "games.sqlite games.sqlite-shm games.phones games.version.json set-here.toml settings-set-aside calibration.png"
    " letter"
)
"""Names in his home that root's commands may come by; with a file's in the way most come to no folder's."""
ANSWERED = "access-point-on access-point-off join-wifi forget-wifi look-for-wifi"
TRAPS = ("ln -s /root/secret", "ln -s /root/games", "ln -s /root", "mkfifo", "mkdir")
COMMANDS = (
    *("games", "games 1 --erase", "games --erase-pictures"),
    *("import /srv/record.jsonl", "import /srv/record.jsonl", "clean-up --keep 1"),
    *("restore /root/evening.zip", "backup /srv/held.zip", "doctor", "teach --list", "network", "phones"),
)
"""What root may type that touches what is the account's."""
LISTED = "-type f -printf '%p %U %G %m %s %T@\\n' -o -printf '%p %U %G %m\\n'"
ROOTS = f"find /root /etc ! -path '/etc/stadium/*' \\( {LISTED} \\)"
"""All that is root's: whose it is, who may, and when it was changed."""
COMMAND = f"tee:null,'|id > {HOME}/who',raw"
SETTINGS = {
    "set-here.toml": f'[sound]\ndriver = "alsa"\ndevice = "{COMMAND}"\n',
    **dict.fromkeys((".asoundrc", ".config/alsa/asoundrc"), f"pcm.!default {COMMAND.partition(',raw')[0]}\n"),
    **dict.fromkeys((".profile", ".bashrc"), f"id > {HOME}/who\n"),
}
"""Files that may be obeyed, each with a command."""
NOTES = f"#!/bin/sh\\necho $(id -un) $HOME >> {HOME}/players\\n"
"""A player that notes who has started it."""
LINE = "61 open seen"
"""That root would take, were it alone."""
RECORD = (
    '{"type":"game","rules":"one-die","innings":1,"away":{"name":"A","color":"red"},"home":{"name":"B","color":"blue"}}'
)
REFUSALS = {"EXDEV", "EPERM", "EACCES", "EROFS", "ENOENT", "EAFNOSUPPORT"}
OWN = ("/var/lib/stadium", "/run/stadium", "/run/stadium-request", "/tmp", "/var/tmp", "/dev/shm", "/run/shm")  # noqa: S108 - the service's own
NOTHING = {f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts/ptmx")}
"""Devices that every program may open."""


def does(stadium: Appliance, command: str) -> str:
    """What a shell command prints that the intruder runs."""
    with socket.socket(socket.AF_UNIX) as intruder:
        intruder.connect(f"/proc/{stadium.machine.init}/root/run/stadium/intruder")
        intruder.sendall(command.encode())
        intruder.shutdown(socket.SHUT_WR)
        with intruder.makefile() as answer:
            return answer.read().strip()


def tries(stadium: Appliance, what: str) -> dict[str, str]:
    """What became of each attempt."""
    output = does(stadium, f"{INSIDE} {what}")
    try:
        return dict(json.loads(output))
    except ValueError as error:
        raise RuntimeError(output[-1500:]) from error


def takes_over(stadium: Appliance) -> str:
    """Have the service start his program, on a computer with a Pi's devices and with something of everything in it."""
    run = stadium.machine.run
    shutil.copy(PROGRAM, stadium.machine.share)
    run(f"install -m 755 /share/{PROGRAM.name} /usr/local/bin/")
    run(f"systemctl stop stadium && mkdir -m 700 {KEPT} && cp -a {HOME} {OWNERS} {KEPT}")
    stadium.as_itself(
        "sh -c 'mkdir dice games.pictures; cp simulated.sqlite games.sqlite; touch dice/a games.pictures/a'"
    )
    stadium.as_itself("touch set-here.toml")
    run(f"stadium backup /root/evening.zip && cp {HOME}/games.sqlite /root/games")
    classes = "\\n".join(f"{number} {name}" for name, number, _ in DEVICES.values())
    run(f"(echo Character devices: && printf '{classes}\\n' && tail -n +2 /proc/devices) > /root/devices")
    run("mount --bind /root/devices /proc/devices && mkdir -p /dev/snd /dev/dma_heap")
    for device, (_, number, group) in DEVICES.items():
        run(f"mknod -m 660 /dev/{device} c {number} 0 && chgrp {group} /dev/{device}")
    for device, node in OTHERS.items():
        run(f"mknod -m 666 /dev/{device} {node}")
    run("useradd --create-home ana && echo mine > /home/ana/letter && chmod -R a+rX /home/ana")
    run(f"echo '{RECORD}' > /srv/record.jsonl")
    run(f"echo {SECRET} > /root/secret && cp /usr/bin/grep /usr/local/bin/lab-grep")
    run("setcap cap_dac_override+ep /usr/local/bin/lab-grep && chmod 6755 /usr/local/bin/lab-grep")
    stadium.change("taken-over", TAKEN_OVER)
    return does(stadium, "id")


# -- what he can


def has_what_is_the_accounts(stadium: Appliance) -> str:
    """He could read, change and delete the games, the dice, the pictures, the page's settings and the phones."""
    had = does(
        stadium, f"cd {HOME} && for file in {' '.join(KINDS)}; do cat $file > /dev/null && echo x >> $file; done"
    )
    changed = stadium.says(f"cd {HOME} && tail -qc 2 {' '.join(KINDS)} | grep -cx x")
    demand((had, changed) == ("", str(len(KINDS))), f"{had} {changed} changed")
    does(stadium, f"rm -r {HOME}/*")
    demand(not (left := stadium.says(f"ls {HOME}")), f"left: {left}")
    return ", ".join(KINDS)


def uses_the_devices(stadium: Appliance) -> str:
    """He could use the camera, the sound card with its microphone, the pins and the panel."""
    found = tries(stadium, f"opens {' '.join(f'/dev/{name}' for name in DEVICES)}")
    demand(set(found.values()) == {"ENXIO"}, found)  # there is no driver: it is the kernel that answers
    others = tries(stadium, f"opens {' '.join(f'/dev/{name}' for name in OTHERS)}")
    demand(set(others.values()) == {"EPERM"}, others)
    return f"{', '.join(DEVICES)}; and none of {len(OTHERS)} others, though every account may"


def speaks_on_the_network(stadium: Appliance) -> str:
    """He could reach anybody on the network, and pass on the passwords of its own Wi-Fi and of an MQTT broker."""
    found = tries(stadium, "speaks")
    demand(set(found.values()) == {"done"}, found)
    password = does(stadium, "grep password $CREDENTIALS_DIRECTORY/access-point")
    demand("password" in password, password)
    return ", ".join(found)


def asks_root(stadium: Appliance) -> str:
    """He could ask root for the seven things above, or keep root from answering."""
    paths = " ".join(f"stadium-{request}.path" for request in REQUESTS)
    stadium.machine.run(f"systemctl stop {paths}")
    does(stadium, f"cd {FOLDER} && touch {' '.join(REQUESTS)}")
    laid = stadium.says(f"ls {FOLDER}").split()
    demand(sorted(laid) == sorted(REQUESTS), laid)
    refused = does(stadium, f"ls {FOLDER} 2>&1 || rmdir {FOLDER} 2>&1 || mv {FOLDER} /run/stadium 2>&1 || echo none")
    demand(refused.endswith("none"), refused)
    stadium.machine.run(f"rm {FOLDER}/* && systemctl start {paths}")
    does(stadium, f"touch {FOLDER}/forget-wifi")
    until("he is answered", lambda: stadium.says("head -1 /run/stadium-network/home") == "forgotten", 30)
    does(stadium, f"mkdir -p {FOLDER}/look-for-wifi/full/x")
    until("root gives up", lambda: stadium.says("systemctl is-failed stadium-look-for-wifi.path") == "failed", 60)
    stadium.machine.run(
        f"rm -r {FOLDER}/look-for-wifi; systemctl reset-failed; systemctl start stadium-look-for-wifi.path"
    )
    return f"{len(laid)} requests; the folder itself he could neither list nor take away"


def replaces_the_owners_file(stadium: Appliance) -> str:
    """He could prepare a restore, so that your next `sudo stadium restore` replaces your `stadium.toml`."""
    does(stadium, f"cd {HOME} && mkdir .restoring && printf '[game]\\ninnings = 9\\n' > .restoring/stadium.toml")
    does(stadium, f"cd {HOME} && printf 'before-restore-1\\n' > .restoring/aside")
    stadium.machine.run("stadium restore /root/evening.zip --without-settings")
    now = stadium.says(f"cat {OWNERS}")
    stadium.machine.run(f"cp -a {KEPT}/stadium.toml {OWNERS}")
    demand(now == "[game]\ninnings = 9", now)
    return now.replace("\n", " ")


# -- what he cannot


def writes_nowhere_else(stadium: Appliance) -> str:
    """He could not write outside of `/var/lib/stadium`, `/run/stadium`, `/run/stadium-request` and his own `/tmp`."""
    found = tries(stadium, "writes")
    tried = int(found.pop("tried"))
    demand({HOME, "/run/stadium", FOLDER} <= set(found), found)
    others = [path for path in found if path not in NOTHING and not path.startswith(OWN)]
    demand(not others, others)
    return f"{tried} files and folders were tried, {len(found)} let him"


def looks_into_no_home(stadium: Appliance) -> str:
    """He could not read a home folder, or anything that only root may read."""
    found = tries(stadium, "reads")
    demand(set(found.values()) <= REFUSALS, found)
    return ", ".join(found)


def runs_nothing_outside(stadium: Appliance) -> str:
    """He could not run a program outside of these limits: he has no right to do so, and cannot log in."""
    output = does(
        stadium, "for one in 'loginctl enable-linger stadium' 'systemd-run true'; do $one 2>&1 || echo no; done"
    )
    lingers = stadium.says("ls /var/lib/systemd/linger")
    demand(output.split().count("no") == len(("linger", "run")) and not lingers, f"{output} {lingers}")
    demand(stadium.home == "/nonexistent", stadium.home)
    return f"no session, no unit; his home is {stadium.home}"


def gains_no_privilege(stadium: Appliance) -> str:
    """He could not gain a privilege, or start a program that has one."""
    outside = stadium.machine.run(
        "systemd-run --quiet --unit=lab-outside --uid=stadium sleep infinity; systemctl show -P MainPID lab-outside"
    ).stdout
    found = tries(stadium, f"gains {outside}")
    stadium.machine.run("systemctl stop lab-outside")
    gained = {name: became for name, became in found.items() if became not in REFUSALS}
    demand(not gained, gained)
    return f"{len(found)} ways"


def lays_nothing_in_roots_way(stadium: Appliance) -> str:
    """He could not use a link, a pipe or a folder to make root read, write or give away a file."""
    before = stadium.says(ROOTS)
    for trap, names in product(TRAPS, (FOLDERS, FILES)):
        laid = does(stadium, f"cd {HOME} && rm -rf * .[a-z]* && for name in {names}; do {trap} $name; done")
        asked = does(stadium, f"cd {FOLDER} && for name in {ANSWERED}; do {trap} $name; done")
        demand(not laid and not asked, laid + asked)
        ended = stadium.says(" ".join(f"timeout 60 stadium {words} > /dev/null 2>&1; echo $?;" for words in COMMANDS))
        demand("124" not in ended.split(), f"root waits for ever: {ended}")
        until("root has answered", lambda: not stadium.says(f"ls {FOLDER}"), 60)
        stadium.machine.run(f"systemd-tmpfiles --create; sh /var/lib/dpkg/info/{NAME}.postinst configure 0.0.1")
        demand(before == (now := stadium.says(ROOTS)), set(before.splitlines()) ^ set(now.splitlines()))
        secret = stadium.says(
            f"cd /srv && python3 -m zipfile -e held.zip held; grep -rl {SECRET} /srv {HOME} /run/stadium*"
        )
        demand(not secret, f"root's secret is in {secret}")
    places = sum(len(names.split()) for names in (FOLDERS, FILES, ANSWERED))
    return f"{len(TRAPS)} kinds of traps, in {places} places, for {len(COMMANDS)} commands"


def runs_no_command_by_a_setting(stadium: Appliance) -> str:
    """He could not use a setting to make root run a command: root follows none, and none holds a command."""
    doctor = "PATH=/usr/local/bin:$PATH stadium doctor"
    stadium.machine.run(f"printf '{NOTES}' > /usr/local/bin/aplay && chmod 755 /usr/local/bin/aplay")
    does(stadium, f"cd {HOME} && rm -rf * .[a-z]* && mkdir -p .config/alsa")
    does(stadium, f'printf \'[sound]\\ndriver = "alsa"\\ndevice = "null"\\n\' > {HOME}/set-here.toml')
    stadium.says(doctor)
    player = does(stadium, f"cat {HOME}/players && rm {HOME}/players")
    demand(player == "stadium /nonexistent", f"it is obeyed by {player}")
    for name, lines in SETTINGS.items():
        laid = does(stadium, f"cat > {HOME}/{name} <<'end'\n{lines}end")
        demand(not laid, laid)
    for words in (doctor, *(f"stadium {name}" for name in ("network", "games", "phones", "backup /srv/held.zip"))):
        stadium.says(words)
    who = stadium.says(f"cat {HOME}/who {HOME}/players")
    demand(not who, f"it was run by {who}")
    return ", ".join(SETTINGS)


def tells_root_one_line(stadium: Appliance) -> str:
    """He could not send root more than one line, and that must fit one pattern."""
    request, aside = f"{FOLDER}/join-wifi", f"{FOLDER}/x"
    made_up = {
        "a link": f"ln -s /etc/shadow {request}",
        "a pipe": f"mkfifo {request}",
        "a folder": f"mkdir {request}",
        "a large file": f"head -c 100M /dev/zero > {aside} && mv {aside} {request}",
        "another line": f"echo ssid=x > {aside} && mv {aside} {request}",
        "two lines": f"(echo {LINE} && echo {LINE}) > {aside} && chmod 640 {aside} && mv {aside} {request}",
    }
    for what, command in made_up.items():
        stadium.machine.run("rm -f /run/stadium-network/home")
        does(stadium, command)
        until(f"{what} is refused", lambda: stadium.says("head -1 /run/stadium-network/home") == "bad-request", 30)
        until("it is gone", lambda: not stadium.says(f"ls -d {request} 2>/dev/null"), 10)
        stadium.machine.run("systemctl reset-failed stadium-join-wifi.service")
    return ", ".join(made_up)


def is_thrown_out(stadium: Appliance) -> str:
    """Have the scoreboard back, and its game, and nothing of his."""
    stadium.machine.run("systemctl stop stadium && umount /proc/devices && userdel --remove ana 2> /dev/null")
    stadium.machine.run(
        f"find {HOME} -mindepth 1 -delete && cp -a {KEPT}/stadium {HOME}/.. && cp -a {KEPT}/stadium.toml {OWNERS}"
    )
    devices = " ".join(f"/dev/{name}" for name in (*DEVICES, *OTHERS))
    stadium.machine.run(f"rm -rf {KEPT} /srv/* /usr/local/bin/* /root/secret /root/games {devices}")
    stadium.change_back("taken-over")
    stadium.ready()
    demand(stadium.games == 1, "the game was lost")
    return "the game goes on"


CHECKS = {
    "somebody takes it over": takes_over,
    **{
        str(check.__doc__).removesuffix("."): check
        for check in (
            *(has_what_is_the_accounts, uses_the_devices, speaks_on_the_network, asks_root),
            *(
                replaces_the_owners_file,
                writes_nowhere_else,
                looks_into_no_home,
                runs_nothing_outside,
                gains_no_privilege,
            ),
            *(lays_nothing_in_roots_way, runs_no_command_by_a_setting, tells_root_one_line),
        )
    },
    "he is thrown out": is_thrown_out,
}
"""In the order of the sentences."""
