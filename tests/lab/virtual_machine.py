"""The lab's virtual machine: Debian's kernel under QEMU, with pins to pull, and a panel whose bytes come out.

QEMU emulates the processor: a `/dev/kvm` may be there and break Debian's kernel, so it is not looked for. Rule kept
here: nothing waits for a time to pass. The machine says when it is up, and what a panel is sent arrives by itself.
"""

from __future__ import annotations

import json
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Self

from machine_tree import Boot
from nspawn import until

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.max7219 import Max7219Chain

PATIENCE_S = 900.0
"""When something that does not happen is given up; nothing is measured by it."""
SIZE, ORIENTATION = (64, 16), -90
"""Of the panel, as stadium.toml has it."""
UNUSED = "ahci,i2c_i801,iTCO_wdt,lpc_ich"
"""Drivers of what QEMU's computer has beside; the kernel waits for some of them."""
KERNEL = (
    f"console=ttyS0 root=/dev/vda rw mitigations=off quiet panic=0 no_timer_check modprobe.blacklist={UNUSED}"
    f" systemd.default_device_timeout_sec={PATIENCE_S:.0f} systemd.default_timeout_start_sec={PATIENCE_S:.0f}"
)
"""On a busy computer an emulated one takes longer to find its devices than systemd waits for them."""
PACE = "shift=1"
"""Two nanoseconds of its own time an instruction. On a busy computer its clock stands still with it: none of its
watchdogs bites, nor is a button held, because others were at work."""
PROCESSOR = "Nehalem,+rdrand"
"""One without AVX: QEMU takes three times as long over a picture that OpenCV converts with it. A kernel that starts
asks for random numbers."""
DIES_WITH_US = ("setpriv", "--pdeathsig", "KILL")
"""No emulator outlives the lab that has started it."""
FINGER_S = 0.4
"""How long a button is down, and up again: between what bounces and what is held, even where all is slow."""
PANIC = "Kernel panic"
LAST_ROW = 8
"""The register that is written last of a picture."""


class TappedPanel:
    """The panel at the end of the machine's SPI wire: decodes what is sent to it, on a thread of its own."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire, self._changed = wire, Condition()
        self._chain = Max7219Chain(SIZE, ORIENTATION)
        self._chain.open(0, 0)
        self._pictures: list[bytes] = []
        self._listener = Thread(target=self._listen, name="panel", daemon=True)
        self._listener.start()

    @property
    def count(self) -> int:
        """How many pictures were sent."""
        return len(self._pictures)

    @property
    def picture(self) -> bytes:
        """The last whole picture, its pixels as bytes of a 1-bit image; empty before the first."""
        return self._pictures[-1] if self._pictures else b""

    def since(self, number: int) -> list[bytes]:
        """The pictures from that number on."""
        return self._pictures[number:]

    def wait(self, shows: Callable[[bytes], bool], since: int = 0, patience_s: float = PATIENCE_S) -> int:
        """Wait for such a picture, of those from number ``since`` on; returns its number.

        Raises:
            RuntimeError: if none comes.
        """
        looked = since
        deadline = time.monotonic() + patience_s
        with self._changed:
            while True:
                for number in range(looked, len(self._pictures)):
                    if shows(self._pictures[number]):
                        return number
                looked = len(self._pictures)
                if not self._changed.wait(deadline - time.monotonic()):
                    raise RuntimeError(f"the panel does not show it; last:\n{drawn(self.picture)}")

    def close(self) -> None:
        """Take in what is still on the wire, and nothing that is sent later."""
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)
        self._listener.join()
        self._wire.close()

    def _listen(self) -> None:
        with suppress(OSError):
            for message in messages(self._wire):
                self._chain.writebytes(message)
                if message[0] == LAST_ROW:
                    with self._changed:
                        self._pictures.append(self._chain.picture().tobytes())
                        self._changed.notify_all()


def messages(wire: socket.socket) -> Iterator[bytes]:
    """What the panel is sent, message by message (machine_modules/spi_tap.c)."""
    waiting = b""
    while chunk := wire.recv(1 << 16):
        waiting += chunk
        while len(waiting) >= 4 and len(waiting) >= 4 + (length := struct.unpack_from("=I", waiting)[0]):
            yield waiting[4 : 4 + length]
            waiting = waiting[4 + length :]


def drawn(picture: bytes) -> str:
    """A picture as text."""
    width = SIZE[0] // 8
    rows = (picture[at : at + width] for at in range(0, len(picture), width))
    return "\n".join("".join(f"{byte:08b}" for byte in row).replace("0", ".").replace("1", "#") for row in rows)


class VirtualMachine:
    """One such machine, with a disk of its own over the one that was made; a context that throws it away.

    Args:
        boot: what it is booted from.
        settings: which of the settings in /lab it takes.
        memory_mb: its memory.
    """

    def __init__(self, boot: Boot, settings: str, memory_mb: int = 1536) -> None:
        self._boot, self._settings, self._memory_mb = boot, settings, memory_mb
        self._folder = tempfile.TemporaryDirectory(prefix="lab-machine-")
        self._place = Path(self._folder.name)
        self._qemu: subprocess.Popen[bytes] | None = None
        self._run: socket.socket | None = None
        self._received = b""
        self._panel: TappedPanel | None = None

    def __enter__(self) -> Self:
        """Lay a disk over the one that was made, which keeps what is written."""
        over = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(self._boot.disk), str(self._disk)]
        subprocess.run(over, check=True)
        return self

    def __exit__(self, *_: object) -> None:
        """Pull its plug and throw it away."""
        self.pull_the_plug()
        self._folder.cleanup()

    def boot(self) -> float:
        """Switch it on and wait until it answers; returns how long that took, in seconds."""
        began = time.monotonic()
        self.switch_on()
        self.await_boot()
        return time.monotonic() - began

    def switch_on(self) -> None:
        """Switch it on."""
        for name in ("run", "tap"):
            self._socket(name).unlink(missing_ok=True)
        with self.console.open("ab") as console:
            self._qemu = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL, stdout=console, stderr=console)
        self._connect()

    @property
    def panel(self) -> TappedPanel:
        """Its panel, since it was switched on or has begun anew."""
        assert self._panel is not None
        return self._panel

    def crash(self) -> float:
        """Crash its kernel, and wait until its watchdog has reset it and it is up again; returns how long that took.

        Raises:
            RuntimeError: if the kernel does not panic, or the machine does not come back.
        """
        panics = self._console_text().count(PANIC)
        self.tell("echo c > /proc/sysrq-trigger")
        until("its kernel panics", lambda: self._console_text().count(PANIC) > panics, PATIENCE_S)
        began = time.monotonic()
        # What was on its way when the kernel stopped is no whole message; nothing that comes later may be joined to it.
        self._disconnect()
        self._connect()
        self.await_boot()
        return time.monotonic() - began

    def await_boot(self) -> str:
        """Wait until it says that it is up, or up again; returns which boot it is."""
        while "boot" not in (message := self._hear()):
            pass
        return str(message["boot"])

    def run(self, command: str, *, check: bool = True, timeout: float = PATIENCE_S) -> subprocess.CompletedProcess[str]:
        """Run a shell command in it, as root.

        Raises:
            RuntimeError: if it fails and ``check`` is true; with what it said.
        """
        assert self._run is not None
        self._run.settimeout(timeout)
        self._run.sendall(json.dumps({"run": command}).encode() + b"\n")
        message = self._hear()
        done = subprocess.CompletedProcess(command, int(message["code"]), message["out"], message["err"])
        if check and done.returncode:
            raise RuntimeError(f"`{command}` ended with {done.returncode}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
        return done

    def says(self, command: str) -> str:
        """What a shell command in it prints, whatever its exit status."""
        return self.run(command, check=False).stdout.strip()

    def tell(self, command: str) -> None:
        """Have it run a shell command after which nothing is heard of it."""
        assert self._run is not None
        self._run.sendall(json.dumps({"run": command}).encode() + b"\n")

    def press(self, *pins: int, wait: bool = True) -> None:
        """Join pins to ground, one after the other, as buttons do, for as long as a finger."""
        pull = "echo pull-{way} > /run/pins/sim_gpio$pin/pull"
        one = f"{pull.format(way='down')} && sleep {FINGER_S} && {pull.format(way='up')} && sleep {FINGER_S}"
        script = f"for pin in {' '.join(map(str, pins))}; do {one}; done"
        if wait:
            self.run(script)
        else:
            self.tell(script)

    @property
    def is_on(self) -> bool:
        """Whether it is still running."""
        return self._qemu is not None and self._qemu.poll() is None

    @property
    def console(self) -> Path:
        """What its kernel has said."""
        return self._place / "console.log"

    def pull_the_plug(self) -> None:
        """End it this instant. What the machine has not had its disk keep is lost."""
        if self._qemu is not None:
            self._qemu.kill()
            self._qemu.wait()
        self._qemu = None
        self._disconnect()

    @property
    def _disk(self) -> Path:
        return self._place / "disk.qcow2"

    def _socket(self, name: str) -> Path:
        return self._place / f"{name}.sock"

    def _connect(self) -> None:
        self._run = self._connected("run")
        self._panel = TappedPanel(self._connected("tap"))

    def _disconnect(self) -> None:
        """Let go of its wires; the panel keeps what it has shown."""
        for wire in (self._run, self._panel):
            if wire is not None:
                wire.close()
        self._run, self._received = None, b""

    def _hear(self) -> dict[str, str]:
        assert self._run is not None
        self._run.settimeout(PATIENCE_S)
        while b"\n" not in self._received:
            try:
                chunk = self._run.recv(1 << 16)
            except TimeoutError as error:
                raise RuntimeError(f"it does not answer; its console:\n{self._last_words()}") from error
            if not chunk:
                raise RuntimeError(f"it has ended:\n{self._last_words()}")
            self._received += chunk
        line, self._received = self._received.split(b"\n", 1)
        heard: dict[str, str] = json.loads(line)
        return heard

    def _last_words(self) -> str:
        return self._console_text()[-3000:]

    def _console_text(self) -> str:
        return self.console.read_text(encoding="utf-8", errors="replace")

    def _connected(self, name: str) -> socket.socket:
        wire = socket.socket(socket.AF_UNIX)

        def is_open() -> bool:
            if not self.is_on:
                raise RuntimeError(f"it does not start:\n{self._last_words()}")
            with suppress(OSError):
                wire.connect(str(self._socket(name)))
                return True
            return False

        with closing(wire) as opened:
            until(f"QEMU opens {name}", is_open, PATIENCE_S)
            return opened.dup()

    def _command(self) -> list[str]:
        ports = [f"socket,id={name},path={self._socket(name)},server=on,wait=off" for name in ("run", "tap")]
        drive = f"file={self._disk},if=virtio,format=qcow2,cache=none"
        return [
            *DIES_WITH_US, "qemu-system-x86_64", "-M", "q35", "-accel", "tcg", "-icount", PACE, "-cpu", PROCESSOR,
            "-m", str(self._memory_mb), "-nodefaults", "-display", "none",
            "-chardev", f"file,id=console,path={self.console},append=on", "-serial", "chardev:console",
            "-nic", "none", "-kernel", str(self._boot.kernel), "-initrd", str(self._boot.initrd),
            "-append", f"{KERNEL} lab.settings={self._settings}",
            "-drive", drive, "-device", "i6300esb", "-action", "watchdog=reset", "-device", "virtio-serial-pci",
            "-chardev", ports[0], "-device", "virtserialport,chardev=run,name=lab.run",
            "-chardev", ports[1], "-device", "virtserialport,chardev=tap,name=lab.tap",
        ]  # fmt: skip
