"""The owner's settings: what each is, what it may be, and changing it.

Rule kept here: this knows no setting. What there is comes from the typed schema, by a `SettingsAccess`.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Any, Final, Protocol

import msgspec
from aiohttp import web
from msgspec import Meta

from scoreboard.message import Words, message
from scoreboard.web.http.asked_language import language_of
from scoreboard.web.http.guard import ChangeError, Guard, answered, body_of
from scoreboard.web.http.routes import LANGUAGE, Answer, Parameter, Route, refused
from scoreboard.web.owner.setting_words import Settings, WordedSetting, worded_settings

MOST_CHANGES: Final = 256
"""Settings that are changed at once: there are fewer."""
SEEN: Final = Parameter("If-Match", "The ETag of the settings that were seen; 412 if they are others by now.", "header")


SettingChanges = Annotated[dict[str, Any], Meta(min_length=1, max_length=MOST_CHANGES)]
"""Key -> its new value; null takes it out of the owner's file, so that the default holds."""


class WrongSettingError(ChangeError):
    """A setting cannot be so: the text names its key, and ``fields`` says why by key. Nothing has changed."""

    def __init__(self, why: Words, fields: Mapping[str, Words] = MappingProxyType({})) -> None:
        super().__init__(400, message("page.wrong-setting", why=why), fields=fields)


class ChangedMeanwhileError(ChangeError):
    """The settings are others than the sender has seen. Nothing has changed."""

    def __init__(self) -> None:
        super().__init__(412, message("page.settings-changed"))


class UnwrittenError(ChangeError):
    """The owner's file cannot be written. Nothing has changed."""

    def __init__(self, why: Words) -> None:
        super().__init__(503, message("page.not-written", why=why))


class SettingsAccess(Protocol):
    """The owner's file."""

    async def read(self) -> Settings:
        """All settings."""

    async def change(self, wanted: Mapping[str, Any], seen: str | None) -> Settings:
        """Change those and read all again; ``seen``: the `tag_of` the settings that the sender has seen, if it says so.

        Raises:
            ChangedMeanwhileError: if they are others by now.
            WrongSettingError: if one cannot be so.
            UnwrittenError: if the file cannot be written.
        """


def tag_of(settings: Settings) -> str:
    """What tells these values from all others."""
    values = {key: each.value for key, each in settings.items()}
    return sha256(msgspec.json.encode(values, order="deterministic")).hexdigest()[:16]


class SettingRoutes:
    """The handlers."""

    def __init__(self, access: SettingsAccess, guard: Guard) -> None:
        self._access, self._guard = access, guard

    def routes(self) -> tuple[Route, ...]:
        """The rows of the table."""
        shown, path = {200: Answer("All settings.", dict[str, WordedSetting])}, "/api/settings"
        looks, changes = refused(401, 403, 503), refused(400, 401, 403, 412, 429, 503)
        rows = (
            Route("GET", path, self.show, "Every setting.", {**shown, **looks}, LANGUAGE, role="owner"),
            Route("PUT", path, self.change, "Changes some of them.", {**shown, **changes}, (*LANGUAGE, SEEN),
                  SettingChanges, role="owner"),
        )  # fmt: skip
        return self._guard.guarded(rows)

    async def show(self, request: web.Request) -> web.Response:
        """All of them."""
        return _answered(await self._access.read(), request)

    async def change(self, request: web.Request) -> web.Response:
        """Change those that the body names, all or none."""
        wanted: dict[str, Any] = await body_of(request, SettingChanges)
        seen = request.headers.get(SEEN.name)
        return _answered(await self._access.change(wanted, seen and seen.strip('"')), request)


def _answered(settings: Settings, request: web.Request) -> web.Response:
    answer = answered(worded_settings(settings, language_of(request)))
    answer.headers["ETag"] = f'"{tag_of(settings)}"'
    return answer
