"""A PostgreSQL server of the tests' own, on a loopback port, from the machine's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.hang import GIVE_UP_S
from support.ports import free_port

PROGRAMS = Path("/usr/lib/postgresql")
NOBODY = "nobody"
"""PostgreSQL does not run as root: then its server is somebody's who may do nothing else."""
QUICK = "fsync = off\nsynchronous_commit = off\nmax_connections = 40\n"


def _programs() -> Path:
    found = sorted(PROGRAMS.glob("*/bin/initdb")) if PROGRAMS.exists() else []
    if not found:
        pytest.skip("there is no PostgreSQL: sudo apt install postgresql")
    return found[-1].parent


def _as_another(*command: str) -> list[str]:
    return ["runuser", "-u", NOBODY, "--", *command] if os.geteuid() == 0 else list(command)


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a database on a fresh server, while the context lasts."""
    programs, folder = _programs(), Path(tempfile.mkdtemp(prefix="league-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, NOBODY)
        data, port = folder / "data", free_port()
        begin = [str(programs / "initdb"), "-D", str(data), "-U", "league", "-A", "trust", "--no-sync"]
        subprocess.run(_as_another(*begin), check=True, capture_output=True, cwd=folder)
        with (data / "postgresql.conf").open("a") as settings:
            settings.write(f"{QUICK}port = {port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n")
        patience = str(round(GIVE_UP_S))
        control = [str(programs / "pg_ctl"), "-D", str(data), "-w", "-t", patience, "-l", str(folder / "log")]
        subprocess.run(_as_another(*control, "start"), check=True, capture_output=True, cwd=folder)
        try:
            yield f"postgresql://league@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run(
                _as_another(*control, "-m", "immediate", "stop"), check=False, capture_output=True, cwd=folder
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
