"""msgspec words its errors as we take them apart: a version that does not fails here, by name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from scoreboard.msgspec_errors import (
    UNKNOWN_KEY,
    ends_early,
    is_wrong_choice,
    is_wrong_value,
    located,
    moved,
    wrong_type,
)


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """A table."""

    width: Annotated[int, msgspec.Meta(ge=8)] | None = None
    kind: Literal["a", "b"] = "a"


class Outer(msgspec.Struct):
    """A table that holds another."""

    inner: Inner


def error_of(values: object, kind: Any = Outer) -> str:  # noqa: ANN401 - whatever msgspec converts to
    """What msgspec says of these."""
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(values, kind)
    return str(raised.value)


def test_a_mistake_says_where_it_is() -> None:
    """The place stands behind the words, from the outermost table on."""
    what, where = located(error_of({"inner": {"width": "64"}}))
    assert ((("int", "null"), "str"), ".inner.width") == (wrong_type(what), where)


def test_whole_has_no_place() -> None:
    """A value that is no table at all."""
    assert ("Expected `object`, got `int`", None) == located(error_of(3, Inner))


def test_out_of_range() -> None:
    """It is named by its range, and is no wrong type."""
    what, _ = located(error_of({"inner": {"width": 3}}))
    assert (None, True, False) == (wrong_type(what), is_wrong_value(what), is_wrong_choice(what))


def test_unknown_choice_names_all() -> None:
    """The choices are named for it."""
    what, where = located(error_of({"inner": {"kind": "c"}}))
    assert (".inner.kind", True, False) == (where, is_wrong_choice(what), is_wrong_value(what))


def test_unknown_key_is_named() -> None:
    """Behind words that we replace."""
    what, where = located(error_of({"inner": {"depth": 3}}))
    assert (f"{UNKNOWN_KEY} `depth`", ".inner") == (what, where)


@pytest.mark.parametrize(
    ("values", "where"), [({"width": 3}, ".house.width"), (3, ".house")], ids=["in the table", "the table"]
)
def test_a_mistake_is_moved_below_a_key(values: object, where: str) -> None:
    """A ruling's place is told from the owner's file on."""
    assert where == located(moved(error_of(values, Inner), "house"))[1]


@pytest.mark.parametrize(
    ("raw", "early"), [(b'{"a": ', True), (b'{"a', True), (b'{"a": }', False), (b"{}", False), (b"\xff", False)]
)
def test_truncated_json_differs_from_wrong_json(raw: bytes, early: bool) -> None:
    """A line that a pulled plug has cut off is no damage."""
    assert early is ends_early(raw)
