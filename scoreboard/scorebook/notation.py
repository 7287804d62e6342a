"""What a scorekeeper writes down of a play: ``K``, ``F7 SAC``, ``1B``, ``G6-4-3 DP``.

Rule kept here: notes follow the list of Four-Dice Baseball in every game, with the fielders' numbers where the law
knows who had the ball: the zones of Diamante are numbered like fielders, and RallyBird has an outfield. Assists stand
before the putout, ``6-3``; ``3U`` is an out that one fielder made alone. The out of a runner on another's hit stands
alone: ``1B7 7-2``. A line drive to the infield is written like a pop-up, IF. An out that no rule says the manner of has
no note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from scoreboard.rules.events import Die, Roll
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import Game
from scoreboard.scorebook.fielders import Fielders
from scoreboard.scorebook.happened import HITS, WILD, Happened, what_happened
from scoreboard.scorebook.on_the_path import Followed, OnThePath, newest_play

Notes = tuple[str, ...]
CALLED_OUT = "ꓘ"
"""A strikeout on a strike at which the batter did not swing."""
CALLED = frozenset({"called_strike", "called_out", "called_out_and_caught"})
OUT_NOTES: Mapping[str, str] = {
    **dict.fromkeys(("grounder", "hot_shot", "two_outs", "force_out", "fielders_choice"), "G"),
    **dict.fromkeys(("ground_out", "plain_ground_out"), "G"),
    **dict.fromkeys(("fly_out", "deep_fly_out", "sacrifice_fly"), "F"),
    **dict.fromkeys(("pop_out", "line_out"), "IF"),
}
RESULT_SIGNS = frozenset({"1B", "2B", "3B", "HR", "BB", "HBP"})
FIELDED = frozenset({"1B", "2B", "3B", "HR", "G", "F", "IF"})
"""Notes of a ball that someone fielded."""
NUMBERS = re.compile("[1-9](?:-[1-9])*U?$")
"""The fielders at the end of a note."""
FIRST_OUTFIELDER = 7
AT_ONCE: Mapping[int, str] = {2: "DP", 3: "TP"}
SEPARATE_OUTS = frozenset({"picked_off", "sign_off", "sign_stands", "no_run", "side_out"})
"""Names of what makes no double play, whatever the outs."""


def notation(before: Game, line: Entry, after: Game) -> Notes:
    """The notes of that line, none where it is not worth one; a play of several lines has its own when it is over."""
    return _line_notes(before, line, after, what_happened(before, line, after))


def _line_notes(before: Game, line: Entry, after: Game, happened: Happened) -> Notes:
    if happened.name == "sign_off" and before.signs.unsigned is not None:
        return notation(before.signs.unsigned, Roll(values=before.signs.rolled), after)
    by = happened.fielders or (str(happened.zone) if happened.zone else "")
    return _fielded(_notes(happened, called=is_called(before, line, happened)), by)


def notes_of(followed: Followed) -> Notes:
    """The notes of a play that counts, and of the play of several lines that it ended."""
    play, happened, ended = followed
    return (*_line_notes(play.before, play.line, play.after, happened), *(_path_notes(ended) if ended else ()))


def notes_at_the_end(history: History) -> Notes:
    """Those of the play of several lines that the newest line ended, or gave its final answer."""
    return tuple(note for _, _, ended in newest_play(history) if ended for note in _path_notes(ended))


def without_number(note: str) -> str:
    """The note without the fielders' numbers; nothing is left of one that is made of them alone."""
    return NUMBERS.sub("", note)


def fielded(notes: Notes) -> Iterator[tuple[str, int]]:
    """Each note of a ball that someone fielded, as far as the law knows who: without numbers, and his, 1 to 9."""
    for note in notes:
        plain = without_number(note)
        if plain in FIELDED and plain != note:
            yield plain, int(note.removeprefix(plain)[0])


def fielders(had: Fielders) -> str:
    """``6-3``: an assist of the shortstop and a putout of first base; ``3U``: the latter's own."""
    return "-".join(map(str, had)) if len(had) > 1 else "".join(f"{number}U" for number in had)


def outs_at_once(happened: Happened) -> int:
    """How many one play put out."""
    return 1 if happened.name in SEPARATE_OUTS else happened.outs


def _fielded(notes: Iterator[str], by: str) -> Notes:
    return tuple(f"{note}{by}" if note in FIELDED else note for note in notes)


def is_called(before: Game, line: Entry, happened: Happened) -> bool:
    """Nobody swung: a strike of Diamante's pitcher (D13), or one that its name says was called."""
    pitcher = isinstance(line, Die) and line.color == before.team(before.fielding).color
    return pitcher or happened.name in CALLED


def _notes(happened: Happened, *, called: bool) -> Iterator[str]:
    name, result = happened.name, happened.result
    wild = name in WILD
    if name == "picked_off":
        yield "PO"
    if wild and result != "K":
        yield "WP"
    if name == "balk":
        yield "BK"
    if result in RESULT_SIGNS:
        yield result
    if result == "K":
        yield CALLED_OUT if called else "K"
    if wild and result == "K":
        yield "WP"
    yield from _of_an_out(happened)
    if happened.caught:
        yield "CS"
    if happened.stole:
        yield "SB"
    yield from (AT_ONCE[outs] for outs in [outs_at_once(happened)] if outs in AT_ONCE)


def _of_an_out(happened: Happened) -> Iterator[str]:
    """How it was batted, and whether it was a fielder's choice or a sacrifice."""
    name, result = happened.name, happened.result
    if result == "IN PLAY":
        return
    if name == "caught":
        yield "F" if happened.zone >= FIRST_OUTFIELDER else "IF"
    elif name in OUT_NOTES:
        yield OUT_NOTES[name]
    elif name == "bunt" and result != "SAC":
        yield "G"
    if result == "FC":
        yield "FC"
    if result in {"SAC", "SF"}:
        yield "SAC"
    if happened.bunted and result in {"SAC", "OUT"}:
        yield "B"


def _path_notes(path: OnThePath) -> Notes:
    return _fielded(_of_a_path(path), str(path.zone or ""))


def _of_a_path(path: OnThePath) -> Iterator[str]:
    by = fielders(path.out_by[-1]) if path.out_by and all(path.out_by) else ""
    if path.bases:
        yield HITS[path.bases]
        yield from filter(None, map(fielders, path.out_by))
    elif path.batted and path.outs:
        yield f"{'SAC' if path.sacrificed else 'G'}{by}"
        if path.kind == "bunt":
            yield "B"
    if path.kind == "tag-up" and path.scored:
        yield "SAC"
    if path.kind == "tag-up" and by:
        yield by
    if path.caught:
        yield f"CS{by}"
    if path.stole:
        yield "SB"
    yield from (AT_ONCE[outs] for outs in [path.outs_at_once] if outs in AT_ONCE)
