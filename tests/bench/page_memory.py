"""How much memory the page adds to a program that has game, panel, menu and aiohttp already, for `bench_page`.

Run as a program of its own, for what was imported cannot be forgotten. It prints two figures in MB: the code alone, and
the code after every view and file was asked for in both languages.
"""

# ruff: noqa: T201 - what is imported when is what is measured; printing is what it is for

from __future__ import annotations

import asyncio
import gc
from importlib import import_module
from pathlib import Path

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from holding import Memory

from scoreboard.language import language, languages
from scoreboard.record import decode
from scoreboard.rules.events import Expect, Setup
from scoreboard.rules.history import History, begin, judge

BESIDES = (
    *("firmware.cli.backup", "firmware.play.menus.main_menu", "firmware.play.table.umpire", "firmware.setup.errands"),
    *("firmware.throw_reader", "scoreboard.display", "scoreboard.session", "scoreboard.stats.box_score"),
)
"""What the appliance has without a page, too."""
GAME = Path(__file__).parents[1] / "golden/games/whole-diamante-major.jsonl"


def played() -> History:
    """A whole game."""
    setup, *lines = (decode(raw) for raw in GAME.read_bytes().splitlines())
    assert isinstance(setup, Setup)
    history = begin(setup)
    for line in lines:
        if not isinstance(line, Expect | Setup):
            history = judge(history, line).history
    return history


def held() -> float:
    """MB, once what is free was let go."""
    gc.collect()
    return Memory().held()


def main() -> None:
    """Import it, ask for everything, and print both figures."""
    for name in BESIDES:
        import_module(name)
    history = played()
    for code in languages():
        language(code)
    before = held()

    import firmware.service.page_control
    import firmware.setup.live_settings
    import firmware.setup.opened_jobs  # noqa: F401 - here
    from scoreboard.web.app import make_app
    from scoreboard.web.state.live import Live
    from scoreboard.web.state.view import PageData, Status

    code = held() - before

    class Pages(PageData):
        def live(self) -> Live:
            return Live(1, history)

        def status(self) -> Status:
            return Status(status="ok", version="1", uptime_s=1, devices={})

    app = make_app(Pages())
    asyncio.run(asked(app))
    print(f"{code:.1f} {held() - before:.1f}")


async def asked(app: web.Application) -> None:
    """Ask for every address that needs no more than a language."""
    paths = [str(route.resource and route.resource.canonical) for route in app.router.routes() if route.method == "GET"]
    from scoreboard.web.pages.static_files import static_files

    files = [f"/static/{name}" for name in static_files()]
    async with TestClient(TestServer(app)) as client:
        for path in [*files, *(path for path in paths if "{" not in path and path != "/api/stream")]:
            for code in languages():
                async with client.get(path, params={"lang": code}) as answer:
                    await answer.read()


if __name__ == "__main__":
    main()
