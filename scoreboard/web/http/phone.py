"""A phone that is paired, as it is known by the cookie that a request shows."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from scoreboard.rules.visible import Name

Role = Literal["scorer", "owner"]
COOKIE: Final = "stadium"
"""The cookie's name."""
YEAR_S: Final = 365 * 24 * 60 * 60
"""How long a cookie holds, in seconds."""
NO_END: Final = 0
"""The moment at which a cookie ends that the box does not end: its phone, whose clock is right, does after a year."""


class Phone(Struct, frozen=True, forbid_unknown_fields=True):
    """A phone on the list: its name in the address of `/api/phones/ID`, what its owner calls it, what it may do.

    Attributes:
        id: its own.
        name: what people call it.
        role: an owner may do all that a scorer may.
        paired: the moment, in seconds since 1970, as the box believed it to be.
        lasts: whether nobody had set the clock then, so that the box ends its cookie at no moment.
        seen: when it asked for something last, to the hour; likewise, and 0 where that is not known.
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    name: Name
    role: Role
    paired: int
    lasts: bool = False
    seen: int = 0

    @property
    def ends(self) -> int:
        """The moment at which its cookie ends, or `NO_END`."""
        return NO_END if self.lasts else self.paired + YEAR_S
