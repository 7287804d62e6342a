"""A stack that shares its past.

Rule kept here: nothing that was pushed is ever copied or changed. Pushing and dropping make a new stack and leave the
old one as it was, and both take the same short time however long the stack is; tuples would be copied whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import eq
from typing import Generic, TypeVar

T = TypeVar("T")


class Stack(Generic[T]):
    """A stack; `push` and `below` make the next one."""

    __slots__ = ("_below", "_top")  # a game holds thousands of these: no tuple, no dictionary, no number in each

    def __init__(self, link: tuple[T, Stack[T]] | None = None) -> None:
        self._below: Stack[T] | None = None
        if link is not None:
            self._top, self._below = link

    def push(self, item: T) -> Stack[T]:
        """Return the stack with ``item`` on top."""
        return Stack((item, self))

    @property
    def top(self) -> T:
        """What was pushed last; IndexError if there is nothing."""
        if self._below is None:
            raise IndexError("The stack is empty")
        return self._top

    @property
    def below(self) -> Stack[T]:
        """The stack without its top; IndexError if there is nothing."""
        if self._below is None:
            raise IndexError("The stack is empty")
        return self._below

    def __bool__(self) -> bool:
        return self._below is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[T]:
        stack = self
        while stack._below is not None:
            yield stack._top
            stack = stack._below

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stack) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]
