"""What the labs say: what they need before they begin, a line for each check, and how many of them failed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def needs_root(lab: str, why: str) -> None:
    """Leave, saying how to begin, unless we are root.

    Args:
        lab: what `make` calls it.
        why: what root is needed for, as the beginning of a sentence.
    """
    if os.geteuid() != 0:
        sys.exit(f"{why} and needs root: sudo make {lab}")


def count_failed(checks: Mapping[str, Callable[[], str]], *failures: type[Exception]) -> int:
    """Make checks in order, print a line about each and one about all, and return how many failed.

    Args:
        checks: by what each claims; it returns what it found, for the reader.
        failures: what a check raises if that is not as it should be.
    """
    failed = 0
    for name, check in checks.items():
        try:
            tell(f"ok      {name}: {check()}")
        except failures as error:
            failed += 1
            tell(f"FAILED  {name}: {error}")
    tell(f"{len(checks) - failed} passed, {failed} failed")
    return failed


def demand(met: object, otherwise: object) -> None:
    """Fail a check.

    Raises:
        RuntimeError: ``otherwise``, unless ``met``.
    """
    if not met:
        raise RuntimeError(str(otherwise))
