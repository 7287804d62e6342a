"""Files of the owner's over HTTP: for everybody to see, for owners to send and erase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import msgspec
import pytest
from support.page_table import Served, Table, served
from support.throws import picture

from firmware.storage.named_files import NamedFiles
from firmware.storage.team_logos import team_logos
from scoreboard.web.http.phone import COOKIE
from scoreboard.web.http.uploads import FILE
from scoreboard.web.owner.own_file_routes import LOGOS, OwnFileRoutes

PNG = picture("PNG")


@pytest.fixture
def logos(tmp_path: Path) -> NamedFiles:
    """Of nobody yet."""
    return team_logos(tmp_path / "games.sqlite")


@pytest.fixture
def stadium(logos: NamedFiles) -> Iterator[Served]:
    """A stadium that has them."""
    table = Table(more=lambda guard: [OwnFileRoutes(LOGOS, logos, guard).routes()], logos=logos.addresses)
    with served(table) as stadium:
        yield stadium


def asked(
    stadium: Served,
    method: str,
    name: str = "",
    body: bytes | Iterator[bytes] | None = None,
    cookie: str | None = None,
    kind: str = FILE,
) -> tuple[int, object]:
    """The status and the answer."""
    headers = {"Origin": stadium.address, "Cookie": f"{COOKIE}={stadium.cookie if cookie is None else cookie}"}
    headers |= {} if method == "GET" else {"Content-Type": kind if method == "PUT" else "application/json"}
    address = f"{stadium.address}/api/logos?name={quote(name)}"
    request = Request(address, body, headers, method=method)  # noqa: S310 - our own
    try:
        with urlopen(request) as answer:  # noqa: S310 - our own
            return answer.status, msgspec.json.decode(answer.read())
    except HTTPError as error:
        return error.code, msgspec.json.decode(error.read())["error"]


def test_an_owner_sends_a_logo_that_everybody_sees(stadium: Served) -> None:
    """At its own address, kept by browsers; pages know where it is; and it is erased again."""
    status, listed = asked(stadium, "PUT", "Reds & Co", PNG)
    ((name, address),) = ((each["name"], each["address"]) for each in listed)  # type: ignore[attr-defined]
    assert (200, "Reds & Co") == (status, name)
    with urlopen(stadium.address + address) as answer:  # noqa: S310 - our own
        assert ("image/png", True) == (answer.headers["Content-Type"], answer.read().startswith(b"\x89PNG"))
        assert "immutable" in answer.headers["Cache-Control"]
    for page in ("/", "/tv", "/overlay", "/season"):
        with urlopen(stadium.address + page) as answer:  # noqa: S310 - our own
            assert address in answer.read().decode()
    assert (200, []) == asked(stadium, "DELETE", "Reds & Co")
    assert (200, []) == asked(stadium, "GET", cookie="")
    assert 404 == asked(stadium, "DELETE", "Reds & Co")[0]
    with pytest.raises(HTTPError, match="404"):
        urlopen(stadium.address + address)  # noqa: S310 - our own


def test_nobody_else_sends_one(stadium: Served, logos: NamedFiles) -> None:
    """Neither a scorer nor a stranger, nor another site by an owner's browser; nothing is kept."""
    scorer = stadium.pair("Leo", owner=False)
    assert 403 == asked(stadium, "PUT", "Reds", PNG, scorer)[0]
    assert 401 == asked(stadium, "PUT", "Reds", PNG, "")[0]
    assert 403 == asked(stadium, "PUT", "Reds", PNG, kind="text/plain")[0]
    assert 403 == asked(stadium, "DELETE", "Reds", cookie=scorer)[0]
    assert {} == logos.addresses()


def test_a_file_that_does_not_say_how_long_it_is_ends_at_the_bound(logos: NamedFiles) -> None:
    """Bit by bit it could come without an end."""
    small = replace(LOGOS, most=100)
    with served(Table(more=lambda guard: [OwnFileRoutes(small, logos, guard).routes()])) as stadium:
        assert 400 == asked(stadium, "PUT", "Reds", iter([bytes(60), bytes(40)]))[0]
        assert 413 == asked(stadium, "PUT", "Reds", iter([bytes(60), bytes(41)]))[0]


@pytest.mark.parametrize(
    ("name", "body", "status", "words"),
    [
        ("", PNG, 400, "Say whose it is"),
        ("R\u202eds\n", PNG, 400, "Say whose it is"),
        ("R" * 41, PNG, 400, "Say whose it is"),
        ("Reds", b"", 400, "This is no picture"),
        ("Reds", b"<svg/>", 400, "send a PNG, a JPEG or a WebP"),
        ("Reds", PNG[:-30], 400, "damaged, or was cut off"),
        ("Reds", bytes(LOGOS.most + 1), 413, "send at most 8 MB"),
    ],
)
def test_what_is_wrong_is_named(stadium: Served, name: str, body: bytes, status: int, words: str) -> None:
    """In one sentence that says what to send."""
    answer, error = asked(stadium, "PUT", name, body)
    assert (status, True) == (answer, words in str(error))
