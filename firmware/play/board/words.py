"""What is said of the board: hints at what stands oddly, how board and score disagree, and why a line was read so."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import UNSET

from firmware.play.board.continuations import Continuation
from firmware.play.board.evidence import BoardEvidence
from firmware.play.board.expected_board import PATH, ExpectedBoard, expected_board
from scoreboard.commentary import answer_name, line_name
from scoreboard.message import Message, Words, message
from scoreboard.rules.diamante import running
from scoreboard.rules.diamante.board import spoken_place, spoken_spot
from scoreboard.rules.diamante.choices import may_choose
from scoreboard.rules.events import Amend
from scoreboard.rules.history import Entry
from scoreboard.rules.house_rules import PAINTED
from scoreboard.rules.state import SKIP
from vision.board.board_reader import SeenBoard

NEAR = 2
"""Steps from where a throw takes a runner at which his helmet is taken to be meant for there."""


def spots(places: Collection[int]) -> tuple[Words, ...]:
    """Places of the path as people say them, the most advanced first; that there are none."""
    return tuple(spoken_spot(place) for place in sorted(places, reverse=True)) or (message("board.nowhere"),)


def out_of_step(evidence: BoardEvidence, board: ExpectedBoard) -> Message:
    """Where the board has helmets, and where the score does."""
    return message("board.out-of-step", seen=spots(evidence.places_of(board.color)), score=spots(board.taken))


def put_back(board: ExpectedBoard) -> Message:
    """Where the helmets belong."""
    return message("board.put-back", score=spots(board.taken), color=board.color)


def because(chosen: Continuation, here: Continuation, evidence: BoardEvidence) -> Message:
    """What was read, in how many looks, and what else is legal and was not seen."""
    looks = {"count": evidence.looks, "seen": _times_seen(chosen, here, evidence)}
    did = _did(chosen)
    choice = here.game.diamante.choice
    if choice is None or not may_choose(choice) or chosen.is_call:
        return message("board.because", did=did, **looks)
    return message("board.because-not", did=did, other=answer_name(choice, choice.chosen), **looks)


def _did(chosen: Continuation) -> Words:
    """What the board showed: a runner's or the ball's place, or a call."""
    choice = chosen.game.diamante.choice
    if choice is not None and chosen.to is not None and chosen.to != SKIP:
        answer = answer_name(choice, choice.chosen)
        man = running.in_turn(choice.before) if choice.before.phase == "run" else None
        return answer if man is None else message("board.man", man=spoken_place(man.place), answer=answer)
    return line_name(_plain(chosen.lines[-1]))


def _plain(line: Entry) -> Entry:
    """What an amendment adds; any other line as it is."""
    return line.add if isinstance(line, Amend) and line.add is not UNSET else line


def _times_seen(chosen: Continuation, here: Continuation, evidence: BoardEvidence) -> int:
    """In how many looks the board was so, by what is seen least of all that differs."""
    board, now = expected_board(chosen.game), expected_board(here.game)
    if board is None or now is None:
        return 0
    places = board.taken ^ now.taken
    counts = [evidence.counts.get((place, board.color if place in board.taken else ""), 0) for place in places]
    if chosen.carried is not None:
        counts.append(evidence.lay.get(chosen.carried, 0))
    return min(counts, default=evidence.looks)


def hint_at(seen: SeenBoard | None, evidence: BoardEvidence, found: Sequence[Continuation]) -> Words:
    """What a player may do about a board that nothing explains; empty where there is nothing to say.

    ``found``: what may come next, the game as it stands first.
    """
    board = expected_board(found[0].game)
    if board is None:
        return ""
    here = evidence.places_of(board.color)
    lying = lies_oddly(seen, evidence, found[0])
    return lying or _wrong_color(evidence, board) or _short_or_far(here, found) or _misplaced(evidence, board)


def lies_oddly(seen: SeenBoard | None, evidence: BoardEvidence, here: Continuation) -> Words:
    """A piece that lies, is another than the game has there, or is at no place, where its place is wanted."""
    board = expected_board(here.game)
    if seen is None or board is None:
        return ""
    if any(evidence.seen_at(place) != board.color for place in board.taken):
        states = {piece.state for piece in seen.pieces if piece.color in {board.color, None}}
        if "fallen" in states:
            return message("board.fallen")
        if "between" in states:
            return message("board.between")
    for place, painted in board.signs.items():
        if evidence.has_other_sign(place, board):
            return message("board.wrong-sign", spot=spoken_place(place), helmet=PAINTED[painted])
    choice = here.game.diamante.choice
    is_thrown = choice is not None and choice.before.phase == "throw" and may_choose(choice) and not choice.stated
    return message("board.ball-beside") if is_thrown and seen.ball is not None and seen.ball.at is None else ""


def _wrong_color(evidence: BoardEvidence, board: ExpectedBoard) -> Words:
    """The other team's helmet stands where one of theirs belongs."""
    foreign = [place for place in board.taken if evidence.seen_at(place) not in {None, "", board.color}]
    return message("board.wrong-color", spot=spoken_spot(foreign[0]), color=board.color) if foreign else ""


def _misplaced(evidence: BoardEvidence, board: ExpectedBoard) -> Words:
    """Helmets that are missing, and such as stand where nobody is."""
    here = evidence.places_of(board.color)
    missing = {place for place in board.taken if evidence.seen_at(place) == ""}
    extra = here - board.taken
    if missing and extra:
        return message("board.elsewhere", spot=spoken_spot(max(extra)), score=spots(missing))
    if missing:
        return message("board.missing", spots=spots(missing))
    others = [place for place in PATH if evidence.seen_at(place) not in {None, "", board.color}]
    odd = extra or frozenset(others) - board.taken
    return message("board.extra", spots=spots(odd)) if odd else ""


def _short_or_far(here: frozenset[int], found: Sequence[Continuation]) -> Words:
    """The helmet of the runner who has just thrown stands a step or two off a place where his throw takes him."""
    choice = found[0].game.diamante.choice
    if choice is None or choice.before.phase != "run":
        return ""
    man = running.in_turn(choice.before)
    if man is None or man.place in here:
        return ""
    others = {each.place for each in choice.before.men}
    off = [(abs(at - to), at - to, to) for to in _ends(choice.options) for at in here - others]
    far, way, to = min(off, default=(0, 0, 0))
    if not 0 < far <= NEAR:
        return ""
    key = "board.short" if way < 0 else "board.far"
    return message(key, count=far, thrown=choice.value, runner=spoken_place(man.place), spot=spoken_spot(to))


def _ends(options: Sequence[object]) -> list[int]:
    return [to for to in options if isinstance(to, int) and to in PATH]
