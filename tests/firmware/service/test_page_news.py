"""What an update has brought, and which version is on offer, on an owner's phone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from support.phones import playing

from firmware.service.page_news import NEWS, PageNews, system
from firmware.storage.version_file import Versions
from scoreboard.language import language
from scoreboard.message import message

ROOT = Path(__file__).parents[3]
PAST_NEWS = {"0.10.0": ("tenth",), "0.3.0": ("third", "more"), "0.2.0": ("second",), "0.1.0": ("first",)}


def dpkg(command: list[str]) -> str | None:
    """A package manager that compares numbers, and whose sources have 0.4.0."""
    if command[0] == "apt-cache":
        return "stadium-scoreboard:\n  Installed: 0.2.0\n  Candidate: 0.4.0\n  Version table:\n"
    one, other = ([int(part) for part in command[place].split(".")] for place in (2, 4))
    return "" if one > other else None


@pytest.mark.parametrize(
    ("now", "before", "versions"),
    [
        ("0.3.0", "0.1.0", ["0.3.0", "0.2.0"]),
        ("0.3.0", "0.2.0", ["0.3.0"]),
        ("0.10.0", "0.3.0", ["0.10.0"]),  # ten comes after three
        ("0.3.0", "", ["0.3.0"]),
        ("0.3.0", "0.2.7", ["0.3.0"]),  # which told of nothing
        ("0.2.0", "0.3.0", []),
        ("0.5.0", "0.3.0", []),
        ("0.5.0", "", []),
    ],
)
def test_news_since_the_version_before_are_listed(now: str, before: str, versions: list[str]) -> None:
    """Each skipped version, too, the newest first; without an earlier version, the news of this one."""
    view = PageNews(Versions(now, before), Path("/nonexistent"), lambda _: None, PAST_NEWS).view()
    assert (versions, now, before) == ([part.version for part in view.parts], view.version, view.before)
    assert all(part.points == tuple(message(f"news.{key}") for key in PAST_NEWS[part.version]) for part in view.parts)


@pytest.mark.parametrize(
    ("on_card", "offered"),
    [((), "0.4.0"), (("0.5.0", "0.10.0"), "0.10.0"), (("0.1.0",), "0.4.0"), (("$(reboot)", "0.9.0 x"), "0.4.0")],
)
def test_the_newest_that_there_is_is_on_offer(tmp_path: Path, on_card: tuple[str, ...], offered: str) -> None:
    """On the card or in the package sources; what is called like no package of ours is none."""
    for version in on_card:
        (tmp_path / f"stadium-scoreboard_{version}_all.deb").touch()
    (tmp_path / "config.txt").touch()
    assert offered == PageNews(Versions("0.2.0"), tmp_path, dpkg).view().offered


def test_nothing_newer_is_on_offer(tmp_path: Path) -> None:
    """Neither the same nor an older one, nor anything where no package manager knows one."""
    (tmp_path / "stadium-scoreboard_0.4.0_all.deb").touch()
    assert "" == PageNews(Versions("0.4.0"), tmp_path, dpkg).view().offered
    assert "" == PageNews(Versions("0.2.0"), tmp_path, lambda _: None).view().offered
    none = "stadium-scoreboard:\n  Installed: 0.2.0\n  Candidate: (none)\n"
    assert "" == PageNews(Versions("0.2.0"), tmp_path / "none", lambda _: none).view().offered


def test_a_command_that_fails_says_nothing(tmp_path: Path) -> None:
    """And one that is not here neither."""
    assert [None, None, ""] == [system(each) for each in (["false"], [str(tmp_path / "none")], ["true"])]


def test_this_version_tells_of_itself_in_every_language() -> None:
    """The version that is built has news, in the order of the changelog, which has a heading for each."""
    now = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    headings = re.findall(r"^## ([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert (now, list(NEWS)) == (next(iter(NEWS)), [version for version in headings if version in NEWS])
    for key in (key for keys in NEWS.values() for key in keys):
        sentences = {language(code).say(message(f"news.{key}")) for code in ("en", "es")}
        assert (2, False) == (len(sentences), any("news." in each for each in sentences))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            '{"what":"back","why":"start","version":"2.0","before":"1.0"}',
            "Version 2.0 was taken back, for it did not start.",
        ),
        ('{"what":"updated","version":"1.0"}', ""),
        ('{"what":"none","version":"1.0"}', ""),
        ("", ""),
    ],
)
def test_failed_update_is_reported(tmp_path: Path, content: str, words: str) -> None:
    """Until the next update; a successful one is in the news of the version."""
    (tmp_path / "outcome.json").write_text(content, encoding="utf-8")
    view = PageNews(Versions("1.0"), tmp_path, dpkg, outcome=tmp_path / "outcome.json").view()
    assert words in language("en").say(view.update) if words else view.update == ""


def test_a_newer_one_on_a_stick_is_on_offer(tmp_path: Path) -> None:
    """As one on the card."""
    (tmp_path / "stadium-scoreboard_0.6.0_all.deb").touch()
    assert "0.6.0" == PageNews(Versions("0.2.0"), tmp_path / "none", dpkg, stick=tmp_path).view().offered


async def test_an_owner_reads_what_is_new(journal: Path) -> None:
    """In the asked language; a scorer does not, for the update is not his."""
    (journal.parent / "stadium-scoreboard_0.2.0_all.deb").touch()
    async with playing(journal, versions=Versions("0.1.0", "0.0.9")) as table:
        owner, scorer = await table.paired(), await table.paired("Leo")
        code, answer = await owner.ask("/api/news?lang=es")
        assert (200, "0.1.0", "0.0.9", "0.2.0") == (code, answer["version"], answer["before"], answer["offered"])
        assert "0.1.0" == answer["parts"][0]["version"]
        assert "Después de una actualización, esta lista dice qué hay de nuevo." in answer["parts"][0]["points"]
        assert [403, 401] == [(await scorer.ask("/api/news"))[0], (await table.phone().ask("/api/news"))[0]]
