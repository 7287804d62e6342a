"""`stadium phones`: who may score and who owns the box, seen and changed from a shell while a scoreboard runs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import Result
from msgspec import structs
from support.scoring import command_line

from firmware.cli.main import main
from firmware.paths import PHONES, default_journal
from firmware.storage.phones_file import PhonesFile
from scoreboard.web.http.phone import Phone
from scoreboard.web.phones.phone_book import ListChangedError, PhoneBook

NOON = 1_790_000_000
"""A moment in 2026."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a list of phones, so that no test finds those of the user."""
    monkeypatch.setenv("STADIUM_HOME", str(tmp_path))
    return tmp_path


def stadium(*arguments: str) -> Result:
    """Run `stadium phones` as a user would."""
    return command_line().invoke(main, ["phones", *arguments], catch_exceptions=False)


def file_of(home: Path) -> PhonesFile:
    """The list as a scoreboard opens it, which complains of nothing."""
    return PhonesFile((home / default_journal().name).with_suffix(PHONES), pytest.fail)


def running(home: Path, *names: str) -> tuple[PhoneBook, list[str]]:
    """The phones of a scoreboard that runs, with these on the list, and their cookies."""
    file = file_of(home)
    book = PhoneBook(file.load(), file.keep, lambda: NOON, renewed=file.renewed)

    async def pair() -> list[str]:
        cookies = [book.cookie(await book.add(name, owner=False)) for name in names]
        assert None not in [await book.meet(cookie) for cookie in cookies]
        return cookies

    return book, asyncio.run(pair())


def roles(book: PhoneBook) -> list[tuple[str, str]]:
    """The names and roles that a scoreboard knows."""
    return [(phone.name, phone.role) for phone in book.phones]


def test_phones_are_listed(home: Path) -> None:
    """With what they may do and when they were here; before the first one it is said how to pair one."""
    assert "No phone is paired" in stadium().stdout
    running(home, "Ana's phone", "Leo's phone")
    heads, ana, leo = stadium().stdout.splitlines()
    assert "phone        may            last seen         paired            id" == heads
    assert ana.startswith("Ana's phone  score and own  2026-")
    assert leo.startswith("Leo's phone  score          2026-")


def test_a_running_scoreboard_knows_at_once(home: Path) -> None:
    """Whatever a shell does, the very next request is judged by it; and nothing that either has changed is lost."""
    book, (_, leo, _) = running(home, "Ana", "Leo", "Eva")
    assert "Leo may change the settings now." in stadium("--owner", "leo").stdout
    assert "Ana may score now, and no more." in stadium("--scorer", "Ana").stdout
    assert "Eva is called Eve now." in stadium("--rename", "Eva", "Eve").stdout
    assert [("Ana", "scorer"), ("Leo", "owner"), ("Eve", "scorer")] == roles(book)
    ana = book.phones[0]
    asyncio.run(book.change(ana, name="Anna"))
    assert 0 == stadium("--forget", "Leo").exit_code
    assert ([("Anna", "scorer"), ("Eve", "scorer")], None) == (roles(book), book.holder(leo))


def test_a_scoreboard_without_buttons_gets_its_owner_back(home: Path) -> None:
    """Forgetting the last owner says what to do, and that makes any phone an owner's."""
    book, _ = running(home, "lost", "Ana")
    assert "No phone is an owner's any more: stadium phones --owner PHONE" in stadium("--forget", "lost").stdout
    assert [("Ana", "scorer")] == roles(book)
    stadium("--owner", "Ana")
    assert [("Ana", "owner")] == roles(book)


def test_of_two_phones_of_one_name_the_id_is_asked(home: Path) -> None:
    """Neither is changed before it is clear which one is meant."""
    book, _ = running(home, "My phone", "My phone")
    asked = stadium("--forget", "my phone")
    assert (2, True) == (asked.exit_code, "give the id of one" in asked.stderr)
    first, second = book.phones
    assert all(phone.id in asked.stderr for phone in (first, second))
    stadium("--forget", second.id)
    assert (first,) == book.phones


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (("--forget", "Bo"), "no phone is called 'Bo'"),
        (("--rename", "Ana", " "), "no phone can be called ' '"),
        (("--owner", "Ana", "--forget", "Leo"), "ask for one at a time"),
    ],
)
def test_impossible_change_is_refused(home: Path, asked: tuple[str, ...], reason: str) -> None:
    """With its reason, and the list stays as it was."""
    book, _ = running(home, "Ana", "Leo")
    before = book.phones
    result = stadium(*asked)
    assert (2, True, before) == (result.exit_code, reason in result.stderr, book.phones)


def test_a_device_in_place_of_the_list_is_not_read(home: Path) -> None:
    """Nor is a pipe: a scoreboard that plays would wait for it for ever."""
    warned = list[str]()
    file = PhonesFile(home / "games.phones", warned.append)
    (home / "games.phones").symlink_to("/dev/null")
    assert ((), True) == (file.load().phones, "and no file" in warned[0])


def test_a_damaged_list_is_not_written_over(home: Path) -> None:
    """The shell says so; a scoreboard that runs goes on with the phones that it knows, and says so once."""
    warned = list[str]()
    running(home, "Ana")
    path = default_journal().with_suffix(PHONES)
    file = PhonesFile(path, warned.append)
    book = PhoneBook(file.load(), file.keep, lambda: NOON, renewed=file.renewed)
    path.write_bytes(b"{")
    result = stadium("--owner", "Ana")
    assert (2, True, b"{") == (result.exit_code, "cannot be read" in result.stderr, path.read_bytes())
    assert ([("Ana", "owner")], [("Ana", "owner")], 1) == (roles(book), roles(book), len(warned))


def test_who_writes_has_seen_the_newest_list(home: Path) -> None:
    """Of two programs the slower one is refused, and looks again."""
    running(home, "Ana")
    one, other = file_of(home), file_of(home)
    kept = one.load()
    other.load()
    one.write(structs.replace(kept, phones=()))
    with pytest.raises(ListChangedError):
        other.write(kept)
    assert () == other.load().phones
    other.write(kept)
    assert kept.phones == one.load().phones


def test_a_list_of_an_older_version_is_read(home: Path) -> None:
    """Its phones have not been seen, as far as is known."""
    running(home, "Ana")
    path = default_journal().with_suffix(PHONES)
    path.write_bytes(path.read_bytes().replace(f',"seen":{NOON}'.encode(), b""))
    phone: Phone = file_of(home).load().phones[0]
    assert 0 == phone.seen
    assert "not known" in stadium().stdout


def test_foreign_list_is_reported_in_one_line(home: Path) -> None:
    """An impossible date is not known; the reason of another fault is shortened."""
    running(home, "Ana")
    path = default_journal().with_suffix(PHONES)
    path.write_bytes(path.read_bytes().replace(str(NOON).encode(), b"9" * 17))
    assert "not known" in stadium().stdout
    path.write_bytes(path.read_bytes().replace(b"Ana", b"\\u001b]0;x"))
    error = stadium().stderr
    assert "cannot be read" in error
    assert len(error) < 600
