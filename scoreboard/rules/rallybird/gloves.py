"""The defence's gloves: how they are laid and said, and how they wear out. R3 and R5."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from scoreboard.rules.deck import ICONS, ZONES, Deck, Zone
from scoreboard.rules.errors import Refused
from scoreboard.rules.state import Game, Glove

LAID_GLOVE = re.compile(r"([A-F])=(\d{1,2})(?:/(\d{1,2})(r?))?")
"""A zone and a glove: by the number that shows, or by those of its white and red side, with an r where red is up."""
Gloves = tuple[Glove, ...]


def new_gloves(deck: Deck) -> Gloves:
    """All of them, white side up, and none laid yet (R3)."""
    return tuple(Glove(tile=tile) for tile in deck.tiles)


def written(glove: Glove) -> str:
    """The glove by both its numbers: ``5/4``, and ``5/4r`` with its red side up."""
    return f"{glove.tile.white}/{glove.tile.red}{'r' if glove.red else ''}"


def laid_out(gloves: Iterable[Glove]) -> str:
    """Where they lie, as a call says it: ``A=5/4 B=4/3r``."""
    return " ".join(f"{glove.zone}={written(glove)}" for glove in gloves)


def shown_values(layout: str) -> dict[str, int]:
    """The numbers that show, by zone, of gloves as a call says them."""
    found = (LAID_GLOVE.fullmatch(word) for word in layout.split())
    return {each[1]: int((each[3] if each[4] else None) or each[2]) for each in found if each}


def as_they_lie(gloves: Gloves) -> Gloves:
    """The same again; before they were ever laid in the order of the set, with the first of the two icons."""
    if all(glove.zone for glove in gloves):
        return gloves
    second = [glove for glove in gloves if glove.tile.icon][1:]
    taken = [glove for glove in gloves if not any(glove is each for each in second)]
    return tuple(replace(glove, zone=zone) for glove, zone in zip(taken, ZONES, strict=False))


def lay(game: Game, gloves: Gloves, layout: str) -> Gloves:
    """All gloves of the defence on the zones that are said, by zone; of the two with the icon one stays away (R3).

    Raises:
        Refused: something else is said than that.
    """
    left, laid = list(gloves), list[Glove]()
    for zone, glove in _read(game, layout, left):
        if any(each.zone == zone for each in laid):
            raise Refused("refused.two-gloves", value=zone, due=game.due)
        left.remove(glove)
        laid.append(replace(glove, zone=zone))
    icons = sum(glove.tile.icon for glove in laid)
    if icons == ICONS:
        raise Refused("refused.both-icons", due=game.due)
    if left and (len(left) > 1 or not left[0].tile.icon or not icons):
        raise Refused("refused.gloves-missing", gloves=tuple(map(written, left)), due=game.due)
    return tuple(sorted(laid, key=lambda glove: str(glove.zone)))


def _read(game: Game, layout: str, left: list[Glove]) -> Iterator[tuple[Zone, Glove]]:
    """Zone and glove of each word, from those that are ``left`` by then."""
    for word in layout.split():
        found = LAID_GLOVE.fullmatch(word)
        if found is None:
            raise Refused("refused.say-gloves", due=game.due)
        zone, white, red, side = found.groups()
        meant = [glove for glove in left if _is_meant(glove, white, red, side)]
        if not meant:
            raise Refused("refused.no-such-glove", glove=word.partition("=")[2], due=game.due)
        kinds = sorted({written(glove) for glove in meant})
        if len(kinds) > 1:
            raise Refused("refused.which-glove", value=white, gloves=tuple(kinds), due=game.due)
        plain = min(meant, key=lambda glove: glove.tile.icon)  # of two alike the one with the icon may be the one left
        yield next(each for each in ZONES if each == zone), plain


def _is_meant(glove: Glove, white: str, red: str | None, side: str | None) -> bool:
    if red is None:
        return glove.value == int(white)
    return written(glove) == f"{white}/{red}{side}"


def to_change(gloves: Gloves, zones: Collection[Zone]) -> tuple[Zone, ...]:
    """The tested zones of which one glove must change, now that the offence has succeeded (R5).

    Red ones go before white ones turn. The last red one is never lost, and then nothing changes.
    """
    tested = [glove for glove in gloves if glove.zone in zones]
    red = [glove for glove in tested if glove.red]
    if red and sum(glove.red for glove in gloves) == 1:
        return ()
    return tuple(glove.zone for glove in red or tested if glove.zone)


def changed(gloves: Gloves, zone: Zone) -> Gloves:
    """The glove on that zone turns its red side up; one that shows it is lost for the half-inning (R5)."""
    kept = (glove for glove in gloves if glove.zone != zone or not glove.red)
    return tuple(replace(glove, red=True) if glove.zone == zone else glove for glove in kept)
