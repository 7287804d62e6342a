"""What an update has brought, and which version is on offer, for the page.

What is new is told to owners, version by version, in plain words and in every language: the keys stand here, their
words are in `news.po` of the catalogues. `CHANGELOG.md` says more, in English, for those who build and change it.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from firmware.storage.version_file import Versions
from firmware.update.gate import NAME as PACKAGE
from firmware.update.installer import CARD, STICK
from firmware.update.outcome import OUTCOME, read_outcome
from scoreboard.message import message
from scoreboard.web.owner.news_routes import NewsPart, NewsView

NEWS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"0.1.0": ("phones", "games", "review", "panel", "owner", "home-wifi", "news")}
)
"""By version, the newest first: what an owner may like to know. Each is a message ``news.KEY``."""

FILE: Final = re.compile(rf"{PACKAGE}_([0-9][0-9A-Za-z.+~-]*)_all\.deb")
CANDIDATE: Final = re.compile(r"^  Candidate: ([0-9][0-9A-Za-z.+~:-]*)$", re.MULTILINE)
LOOK_S: Final = 8
"""How long the package manager may take; a phone waits no longer than ten seconds."""

Say = Callable[[list[str]], str | None]
"""Runs a command and gives what it prints; None if it fails, or is not here. Or a test's double."""


def system(command: list[str]) -> str | None:
    """Run a command of the package manager that changes nothing."""
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(  # noqa: S603 - our own words, and versions as FILE and CANDIDATE have them
            command, capture_output=True, text=True, check=True, timeout=LOOK_S, env=os.environ | {"LC_ALL": "C.UTF-8"}
        ).stdout
    return None


@dataclass(frozen=True)
class PageNews:
    """The news of this program; satisfies `NewsAccess`.

    Attributes:
        versions: that runs, and that ran before.
        card: the folder in which an owner lays a newer package.
        say: asks the package manager.
        news: by version, the newest first.
        stick: another such folder, where a stick is plugged in.
        outcome: what came of the last update.
    """

    versions: Versions
    card: Path = CARD
    say: Say = system
    news: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NEWS)
    stick: Path = STICK
    outcome: Path = OUTCOME

    async def read(self) -> NewsView:
        """What is new, found on a thread: a package manager takes its time."""
        return await asyncio.to_thread(self.view)

    def view(self) -> NewsView:
        """What is new since the version before, or in this one where none is known; and what is on offer."""
        now, before = self.versions.now, self.versions.before
        since = _order(before) if before else None
        parts = tuple(
            # one of: news.games, news.home-wifi, news.news, news.owner, news.panel, news.phones, news.review
            NewsPart(version, tuple(message(f"news.{key}") for key in keys))
            for version, keys in self.news.items()
            if _order(version) <= _order(now) and (_order(version) > since if since is not None else version == now)
        )
        last = read_outcome(self.outcome)
        return NewsView(now, before, parts, self._offered(), "" if last is None or last.is_well else last.words)

    def _offered(self) -> str:
        """The newest version that an update would install; empty if none is known."""
        best = self.versions.now
        for version in (*_in_folder(self.card), *_in_folder(self.stick), *self._in_sources()):
            if self.say(["dpkg", "--compare-versions", version, "gt", best]) is not None:
                best = version
        return "" if best == self.versions.now else best

    def _in_sources(self) -> Iterable[str]:
        """What the package sources had when they were last asked, which an update does first of all."""
        return CANDIDATE.findall(self.say(["apt-cache", "policy", PACKAGE]) or "")[:1]


def _in_folder(folder: Path) -> Iterable[str]:
    with suppress(OSError):
        names = sorted(path.name for path in folder.iterdir())
        return [found[1] for name in names if (found := FILE.fullmatch(name))]
    return []


def _order(version: str) -> tuple[int, ...]:
    """A place in the row of our own versions, which are numbers and dots."""
    return tuple(int(number) for number in re.findall(r"\d{1,9}", version))
