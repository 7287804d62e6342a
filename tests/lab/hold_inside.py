"""Hangs one thread of a running program, where it stands before a call of the kernel's, until it is ended.

Arguments: the process; which thread, `main` or the `busiest` of the others; the calls, with commas. Who is held there
holds no lock of Python's: it has let the other threads go on, as it does for a driver that never answers. It says
``held`` when it does. Nothing of this is in the product: it is done with ptrace(2), from outside. x86-64 only.
"""

# ruff: noqa: T201 - the lab waits for what it prints

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path

SEIZE, INTERRUPT, NEXT_CALL, REGISTERS, CONTINUE = 0x4206, 0x4207, 24, 12, 7
MARKS_CALLS, ALL_CHILDREN = 1, 0x40000000
AT_A_CALL = signal.SIGTRAP | 0x80
CALLS = {"fsync": 74, "fdatasync": 75, "futex": 202, "epoll_wait": 232, "accept4": 288}
"""As the kernel numbers them (syscall_64.tbl)."""
WAITS = {0, 9}
"""What a futex may be asked that lets a thread sleep; it is waked up by the others."""
ORIG_RAX, RSI, COUNT = 15, 13, 27
"""Where registers stand in user_regs_struct, and how many there are."""

_libc = ctypes.CDLL(None, use_errno=True)
_libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def trace(request: int, thread: int, data: object = None) -> None:
    """Ask ptrace; raises OSError."""
    if _libc.ptrace(request, thread, None, data) == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def thread_of(process: int, which: str) -> int:
    """The main thread, or the ``busiest`` of the others; Python tells the kernel no name of a thread before 3.14."""
    tasks = [task for task in Path(f"/proc/{process}/task").iterdir() if int(task.name) != process]
    return process if which == "main" else int(max(tasks, key=worked).name)


def worked(task: Path) -> int:
    """How long it has had a processor, in ticks."""
    fields = (task / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def hold(thread: int, calls: set[int]) -> None:
    """Let it run until it is about to make one of those calls."""
    trace(SEIZE, thread, MARKS_CALLS)
    trace(INTERRUPT, thread)
    enters = False
    while True:
        _, status = os.waitpid(thread, ALL_CHILDREN)
        if not os.WIFSTOPPED(status):
            sys.exit("it has ended")
        passed = 0
        if os.WSTOPSIG(status) == AT_A_CALL:
            enters = not enters
            registers = (ctypes.c_ulong * COUNT)()
            trace(REGISTERS, thread, ctypes.cast(registers, ctypes.c_void_p))
            call = registers[ORIG_RAX]
            if enters and call in calls and (call != CALLS["futex"] or registers[RSI] & 0x7F in WAITS):
                return
        elif os.WSTOPSIG(status) != signal.SIGTRAP:
            passed = os.WSTOPSIG(status)
        trace(NEXT_CALL, thread, passed)


if __name__ == "__main__":
    hold(thread_of(int(sys.argv[1]), sys.argv[2]), {CALLS[name] for name in sys.argv[3].split(",")})
    print("held", flush=True)
    while os.WIFSTOPPED(os.waitpid(-1, ALL_CHILDREN)[1]):
        pass  # until somebody ends it
