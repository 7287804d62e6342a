"""Stacks: as long as a game, compared item by item."""

from __future__ import annotations

import pytest

from scoreboard.rules.history.stack import Stack


def test_a_long_stack_is_walked_without_recursion() -> None:
    """A game of a hundred thousand lines is counted, compared and forgotten like any other."""
    one, other = Stack[int](), Stack[int]()
    for number in range(100_000):
        one, other = one.push(number), other.push(number)
    assert one == other
    assert one != other.below
    assert 100_000 == len(one)


def test_an_empty_stack_has_nothing_to_give() -> None:
    """Asking for more than there is fails at once."""
    with pytest.raises(IndexError):
        _ = Stack[int]().push(1).below.top


def test_stacks_are_equal_where_every_item_is() -> None:
    """Another item, one item more below, or something that is no stack at all makes the difference."""
    one = Stack[int]().push(1)
    assert Stack[int]().push(1) == one
    assert Stack[int]().push(2) != one
    assert Stack[int]().push(2).push(1) != one
    assert one != Stack[int]().push(2).push(1)
    assert one != [1]
