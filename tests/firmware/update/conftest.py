"""What all tests of updates share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(autouse=True)
def _without_a_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is waited for until it is on a disk: no test here pulls a real plug."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
