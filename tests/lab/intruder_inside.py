"""Somebody who has taken over the scoreboard: the lab has the service start this, within the unit's walls.

`serve` does what the lab asks for through a socket, one shell command after the other. The other words try all that
they stand for, and print as JSON what became of each attempt: DONE, or the name of the error.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

SOCKET = Path("/run/stadium/intruder")
DONE = "done"
HOME = Path("/var/lib/stadium")
LAB = "lab-attempt"
"""What he makes anywhere is called so."""
PRIVILEGED = "/usr/local/bin/lab-grep"
"""A `grep` with set-uid, set-gid and capabilities, which the lab has laid there."""
LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN = 16, 47, 2, 21
AVAHI = ("org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server")
CAPABILITY = bytes.fromhex("0100000200002000" + "0" * 24)
"""CAP_SYS_ADMIN, as a file has it: struct vfs_cap_data of linux/capability.h."""
MS_REMOUNT, MS_BIND = 32, 4096


def serve() -> None:
    """Be the service, and do as the lab asks."""
    with socket.create_server(str(SOCKET), family=socket.AF_UNIX) as server:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
        while True:
            caller, _ = server.accept()
            with caller, caller.makefile("rb") as asked:
                command = ["sh", "-c", asked.read().decode()]
                done = subprocess.run(
                    command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
                )
                caller.sendall(done.stdout)


def became(attempt: Callable[[], object]) -> str:
    """What became of an attempt."""
    try:
        attempt()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return DONE


def libc(name: str, *arguments: object) -> None:
    """Call it; OSError if it fails."""
    if getattr(LIBC, name)(*arguments) == -1:
        raise OSError(number := ctypes.get_errno(), os.strerror(number))


def run(*words: str) -> str:
    """What a program prints; PermissionError if it says that it may not, another OSError if it fails otherwise."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        why = done.stdout + done.stderr
        is_refused = re.search("denied|privileges|authoriz|authentication required", why, re.IGNORECASE)
        raise OSError(errno.EACCES if is_refused else errno.EIO, why)
    return done.stdout


# -- everywhere


def writes() -> dict[str, str]:
    """Write to every file there is, and lay one down in every folder; those that let him, without processes' own."""
    found, tried = {}, 0
    for folder, folders, files in os.walk("/"):
        here = Path(folder)
        if here == Path("/proc"):
            folders[:] = [name for name in folders if not name.isdigit() and name not in {"self", "thread-self"}]
        attempts: dict[Path, Callable[[Path], object]] = {here / name: _lay_down_in for name in folders}
        attempts |= {here / name: _open_to_write for name in files}
        tried += len(attempts)
        found |= {str(path): DONE for path, attempt in attempts.items() if became(partial(attempt, path)) == DONE}
    return found | {"tried": str(tried)}


def _lay_down_in(folder: Path) -> None:
    file = folder / f"{LAB}-file"
    file.touch(exist_ok=False)
    file.unlink()


def _open_to_write(file: Path) -> None:
    os.close(os.open(file, os.O_WRONLY | os.O_NONBLOCK | os.O_NOFOLLOW))


def reads() -> dict[str, str]:
    """Look into homes, and into what is root's."""
    folders = ("/home", "/root", "/run/user", "/home/ana")
    files = ("/home/ana/letter", "/etc/shadow", "/etc/stadium/access-point.toml")
    found = {name: became(partial(os.listdir, name)) for name in folders}
    return found | {name: became(Path(name).read_bytes) for name in files}


# -- privilege


def gains(process: str) -> dict[str, str]:
    """Become more than he is, in every way that is known to us.

    Args:
        process: the number of one of the same account that root has started outside of the service.
    """
    own, outside = HOME / LAB, int(process)
    own.write_bytes(Path("/bin/true").read_bytes())
    attempts: dict[str, Callable[[], object]] = {
        "be root": lambda: os.setresuid(0, 0, 0),
        "be in root's group": lambda: os.setresgid(0, 0, 0),
        "be in any group": lambda: os.setgroups([0]),
        "have a capability": lambda: libc("prctl", PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0),
        "start a privileged program": _start_privileged,
        "make a set-uid file": lambda: own.chmod(0o4755),
        "make a set-gid file": lambda: own.chmod(0o2755),
        "make a set-gid folder": partial(_make_set_gid, HOME / f"{LAB}-folder"),
        "create a set-uid file": lambda: os.close(os.open(HOME / f"{LAB}-new", os.O_CREAT | os.O_WRONLY, 0o4755)),
        "give a file a capability": lambda: os.setxattr(own, "security.capability", CAPABILITY),
        "give a file away": lambda: os.chown(own, 0, 0),
        "give root's file another name": lambda: os.link("/etc/passwd", HOME / f"{LAB}-link"),
        "make a device": lambda: os.mknod(HOME / f"{LAB}-device", stat.S_IFBLK | 0o600, os.makedev(7, 0)),
        "have users of its own": lambda: os.unshare(os.CLONE_NEWUSER),
        "have mounts of its own": lambda: os.unshare(os.CLONE_NEWNS),
        "have a network of its own": lambda: os.unshare(os.CLONE_NEWNET),
        "go where the system's mounts are": lambda: _enter("/proc/1/ns/mnt"),
        "go to another's mounts": lambda: _enter(f"/proc/{outside}/ns/mnt"),
        "mount": lambda: libc("mount", b"none", b"/var/lib/stadium", b"tmpfs", 0, None),
        "mount over": lambda: libc("mount", b"/var/lib/stadium", b"/var", None, MS_BIND, None),
        "make all writable": lambda: libc("mount", None, b"/", None, MS_REMOUNT | MS_BIND, None),
        "unmount a wall": lambda: libc("umount2", b"/home", 0),
        "have another root": lambda: os.chroot(HOME),
        "trace another process": lambda: libc("ptrace", PTRACE_ATTACH, outside, None, None),
        "write another's memory": lambda: os.close(os.open(f"/proc/{outside}/mem", os.O_RDWR)),
        "read another's environment": lambda: Path(f"/proc/{outside}/environ").read_bytes(),
        "end what is root's": lambda: os.kill(1, signal.SIGCONT),
        "speak past the kernel": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close(),
        "hear all of the network": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close(),
        "listen where only root may": lambda: socket.create_server(("", 81)).close(),
        "go before others": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        "go before all": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        "name the computer": lambda: libc("sethostname", b"lab", 3),
        "stop the computer": lambda: libc("reboot", 0),
        "have systemd run it": lambda: run("systemd-run", "--no-ask-password", "--wait", "true"),
        "have systemd stop another": lambda: run("systemctl", "--no-ask-password", "stop", "avahi-daemon"),
        "stay when nobody is there": lambda: run("loginctl", "--no-ask-password", "enable-linger", "stadium"),
        "have a new network": lambda: run("nmcli", "connection", "add", "type", "dummy", "ifname", "lab0"),
        "have another name told": lambda: run("busctl", "call", *AVAHI, "SetHostName", "s", "lab"),
    }
    return {name: in_a_child(attempt) for name, attempt in attempts.items()}


def in_a_child(attempt: Callable[[], object]) -> str:
    """What became of an attempt, whatever it did to the process."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        os.write(writer, became(attempt).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        found = stream.read()
    status = os.waitpid(child, 0)[1]
    return found or f"ended by {status}"


def _start_privileged() -> None:
    found = run(PRIVILEGED, "-E", "^(Uid|Gid|CapPrm|CapEff)", "/proc/self/status")
    if not re.search(r"(?m)^.id:.*\t0\b|^Cap\w+:\s0*[1-9a-f]", found):
        raise PermissionError(errno.EPERM, "it has none")


def _make_set_gid(folder: Path) -> None:
    folder.mkdir(0o2755)
    folder.chmod(0o2755)


def _enter(namespace: str) -> None:
    with Path(namespace).open() as file:
        os.setns(file.fileno())


# -- what he can


def speaks() -> dict[str, str]:
    """Speak with whoever hears him, and hear whoever speaks: streams and datagrams, of both internets."""
    ways = {
        f"{kind.name} over {family.name}": (family, kind)
        for family in (socket.AF_INET, socket.AF_INET6)
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)
    }
    return {name: became(partial(_speak, *way)) for name, way in ways.items()}


def _speak(family: socket.AddressFamily, kind: socket.SocketKind) -> None:
    with socket.socket(family, kind) as hears, socket.socket(family, kind) as speaks:
        hears.bind(("", 0))
        if kind == socket.SOCK_STREAM:
            hears.listen()
        speaks.connect(hears.getsockname())
        speaks.send(b"hello")
        heard = hears.accept()[0] if kind == socket.SOCK_STREAM else hears
        if heard.recv(9) != b"hello":
            raise ConnectionError(errno.ECONNRESET, "nothing was heard")


def opens(*devices: str) -> dict[str, str]:
    """Open each; where there is no driver, what the walls let through is answered ENXIO."""
    return {name: became(partial(_open_device, name)) for name in devices}


def _open_device(name: str) -> None:
    os.close(os.open(name, os.O_RDWR | os.O_NONBLOCK))


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    if what == "serve":
        serve()
    tries = {
        "writes": writes,
        "reads": reads,
        "opens": opens,
        "speaks": speaks,
        "gains": lambda outside: gains(int(outside)),
    }
    json.dump(tries[what](*words), sys.stdout)
