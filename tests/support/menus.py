"""Walking a menu as a hand does: NEXT until the panel says it, then OK."""

from __future__ import annotations

from support.english import on_panel

from firmware.play.menus.screen import Outcome, Screen

WITHIN = {
    **dict.fromkeys(("fix score?", "fix throws?"), "fix?"),
    **dict.fromkeys(
        ("new game?", "throw off?", "opponent?", "other game?", "end game?", "last inning?", "other house?"), "game?"
    ),
    **dict.fromkeys(("language?", "lights?", "sound?", "dice?", "join?", "phone?", "checks?"), "settings?"),
    **dict.fromkeys(("check up?", "new build?"), "checks?"),
    **dict.fromkeys(("bright?", "panel?"), "lights?"),
    **dict.fromkeys(("loud?", "talk?"), "sound?"),
    **dict.fromkeys(("teach?", "camera?"), "dice?"),
    **dict.fromkeys(("own wi-fi?", "home wi-fi?"), "phone?"),
    **dict.fromkeys(("corregir pizarra?", "corregir tiradas?"), "corregir?"),
    **dict.fromkeys(("juego nuevo?", "sorteo?", "rival?", "otro juego?", "terminar juego?"), "juego?"),
    **dict.fromkeys(("idioma?", "luces?", "sonido?"), "ajustes?"),
    **dict.fromkeys(("volumen?", "voz?"), "sonido?"),
}
"""Which entry of the menu opens the list that has this one, if more than one of them is of use."""


LISTS = frozenset({"FIX?", "GAME?", "SETTINGS?", "PHONE?", "CHECKS?"})
"""Entries that open a list whose entries are offered."""


def lists_above(wanted: str) -> tuple[str, ...]:
    """The lists in which that entry of the main menu may be, the outermost first."""
    above = WITHIN.get(wanted.lower())
    return () if above is None else (*lists_above(above), above)


def way(screen: Outcome, *wanted: str) -> tuple[str, ...]:
    """What to take one after the other in a main menu to come to the first of these."""
    assert isinstance(screen, Screen)
    above = WITHIN.get(wanted[0].lower())
    is_there = above is None or wanted[0].upper() in panels(screen)
    return wanted if is_there or above is None else way(screen, above, *wanted)


def offered(screen: Outcome) -> set[str]:
    """What a main menu offers in its lists, whatever they are called."""
    assert isinstance(screen, Screen)
    below = [each.then() for each in screen.items if on_panel(each.panel) in LISTS]
    return {*panels(screen), *(panel for each in below for panel in offered(each))}


def panels(screen: Outcome) -> list[str]:
    """What the panel says as NEXT walks the screen once round."""
    assert isinstance(screen, Screen)
    texts = []
    for _ in screen.items:
        texts.append(on_panel(screen.shown.panel))
        screen = screen.next()
    return texts


def choose(screen: Outcome, *wanted: str) -> Outcome:
    """NEXT until the panel says the first of these, OK, and so on; what the last OK comes to."""
    for panel in map(str.upper, way(screen, *wanted)):
        choices = panels(screen)
        assert panel in choices, f"{panel} is not among {choices}"
        assert isinstance(screen, Screen)
        while on_panel(screen.shown.panel) != panel:
            screen = screen.next()
        screen = screen.taken()
    return screen
