"""The owner's settings: what each is, what it may be, and changing it.

Rule kept here: this knows no setting. What there is comes from the typed schema, by the functions handed in.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from aiohttp import web
from msgspec import Meta, Struct

from scoreboard.message import Words, message
from scoreboard.web.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.routes import LANGUAGE, Answer, Route, refused

MOST_CHANGES: Final = 256
"""Settings that are changed at once: there are fewer."""


class Setting(Struct, frozen=True):
    """One value that an owner may change.

    Attributes:
        value: as it is now; null where it is left open.
        default: as it is shipped.
        schema: what it may be, as JSON Schema has it.
        comment: what it is for, as ``stadium.toml`` says.
        restart: whether a change holds only from the next start on.
    """

    value: Any
    default: Any
    schema: dict[str, Any]
    comment: str
    restart: bool


Settings = dict[str, Setting]
"""All of them, by the key that they have in ``stadium.toml``, such as ``panel.width``."""
SettingChanges = Annotated[dict[str, Any], Meta(min_length=1, max_length=MOST_CHANGES)]
"""Key -> its new value; null takes it out of the owner's file, so that the default holds."""


class WrongSettingError(ChangeError):
    """A setting cannot be so: the text names its key. Nothing has changed."""

    def __init__(self, why: Words) -> None:
        super().__init__(400, message("page.wrong-setting", why=why))


class UnwrittenError(ChangeError):
    """The owner's file cannot be written. Nothing has changed."""

    def __init__(self, why: Words) -> None:
        super().__init__(503, message("page.not-written", why=why))


@dataclass(frozen=True, slots=True)
class SettingsAccess:
    """The owner's file: ``read`` it, or ``change`` some of it and read it again."""

    read: Callable[[], Awaitable[Settings]]
    change: Callable[[Mapping[str, Any]], Awaitable[Settings]]


class SettingRoutes:
    """The handlers."""

    def __init__(self, access: SettingsAccess, guard: Guard) -> None:
        self._access, self._guard = access, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        shown, path = {200: Answer("All settings.", Settings)}, "/api/settings"
        looks, changes = refused(401, 403, 503), refused(400, 401, 403, 429, 503)
        rows = (
            Route("GET", path, self.show, "Every setting.", {**shown, **looks}, LANGUAGE, role="owner"),
            Route("PUT", path, self.change, "Changes some of them.", {**shown, **changes}, LANGUAGE, SettingChanges,
                  role="owner"),
        )  # fmt: skip
        return self._guard.guarded(rows)

    async def show(self, _: web.Request) -> web.Response:
        """All of them."""
        return answered(await self._access.read())

    async def change(self, request: web.Request) -> web.Response:
        """Change those that the body names, all or none."""
        wanted: dict[str, Any] = await body_of(request, SettingChanges)
        return answered(await self._access.change(wanted))
