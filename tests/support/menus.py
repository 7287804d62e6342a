"""Walking a menu as a hand does: NEXT until the panel says it, then OK."""

from __future__ import annotations

from support.worded import on_panel

from firmware.play.menus.screen import Outcome, Screen


def panels(screen: Outcome) -> list[str]:
    """What the panel says as NEXT walks the screen once round."""
    assert isinstance(screen, Screen)
    said = []
    for _ in screen.items:
        said.append(on_panel(screen.shown.panel))
        screen = screen.next()
    return said


def choose(screen: Outcome, *wanted: str) -> Outcome:
    """NEXT until the panel says the first of these, OK, and so on; what the last OK comes to."""
    for panel in map(str.upper, wanted):
        said = panels(screen)
        assert panel in said, f"{panel} is not among {said}"
        assert isinstance(screen, Screen)
        while on_panel(screen.shown.panel) != panel:
            screen = screen.next()
        screen = screen.taken()
    return screen
