"""Scorecards as PDF, to print: a sheet a game, its diamonds drawn, and of many games a book with its contents.

Rule kept here: ReportLab is asked for only where somebody wants a card; a Pi has it from apt. Its own fonts have the
letters of Western Europe; a name in another script is written as it sounds. Lengths are in points, 1/72 inch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from scoreboard.exports.forms import ExportedGame, ExportError, Form, ascii_text, registered
from scoreboard.exports.scorecard import InningCard, Scorecard, TeamCard, TurnAtBat, card_of, hits_by_inning
from scoreboard.language import Language
from scoreboard.message import Words, message
from scoreboard.rules.house_rules import HELMETS
from scoreboard.scorebook.notation import CALLED_OUT
from scoreboard.stats.credits import Stat

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM: Final = 72 / 25.4
MARGIN: Final = 10 * MM
CELL: Final = 15.5 * MM
HEAD: Final = 5 * MM
"""How high the numbers of the innings, and the sums below them, are."""
NAME: Final = 25 * MM
FIGURE: Final = 6.5 * MM
FIGURES: Final[tuple[Stat, ...]] = ("ab", "r", "h", "rbi", "bb", "k")
PLAIN, BOLD = "Helvetica", "Helvetica-Bold"
INK, LINE, FAINT, FILLED = 0.0, 0.35, 0.82, 0.55
"""Shades of grey: what is written, the frame, an empty diamond, a run."""
DIAMOND: Final = 3.6 * MM
"""From the middle of a diamond to a base."""
LONGEST_NAME: Final = 26


class Paper(NamedTuple):
    """A sheet lying on its long side."""

    width: float
    height: float

    @property
    def columns(self) -> int:
        """How many turns fit beside each other."""
        return int((self.width - 2 * MARGIN - NAME - len(FIGURES) * FIGURE) // CELL)


A4: Final = Paper(297 * MM, 210 * MM)
LETTER: Final = Paper(11 * 72, 8.5 * 72)


class CardSheet(NamedTuple):
    """What of a game is on one sheet: the columns of innings from one to another."""

    card: Scorecard
    columns: tuple[tuple[int, int], ...]
    """An inning's number and which of its columns, in order."""
    is_first: bool
    is_last: bool


class Scorecards(Form):
    """Sheets of that paper."""

    ending: ClassVar[str] = "pdf"
    library: ClassVar[str] = "reportlab"
    paper: ClassVar[Paper]

    def written(self, games: Iterable[ExportedGame], language: Language) -> bytes:
        """The book.

        Raises:
            ExportError: if ReportLab is not installed.
        """
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ImportError as error:
            raise ExportError(message("export.wants-reportlab")) from error
        cards = [card_of(game) for game in games]
        file = BytesIO()
        book = Book(Canvas(file, pagesize=self.paper, invariant=1), self.paper, language)
        book.draw(cards)
        return file.getvalue()


@registered
class OnA4(Scorecards):
    """As most of the world prints."""

    name: ClassVar[str] = "pdf"
    paper: ClassVar[Paper] = A4


@registered
class OnLetter(Scorecards):
    """As America prints."""

    name: ClassVar[str] = "pdf-letter"
    paper: ClassVar[Paper] = LETTER


class Book:
    """Draws cards on a canvas."""

    def __init__(self, canvas: Canvas, paper: Paper, language: Language) -> None:
        self._canvas, self._paper, self._language = canvas, paper, language

    def draw(self, cards: list[Scorecard]) -> None:
        """All sheets, after their contents where there are several games."""
        sheets = [sheet for card in cards for sheet in _sheets(card, self._paper)]
        self._canvas.setTitle(self._say(message("scorecard.title")))
        listed = -(-len(cards) // self._a_page) if len(cards) > 1 else 0
        for at in range(listed):
            self._contents(cards, sheets, at, listed)
        for number, sheet in enumerate(sheets, listed + 1):
            self._sheet(sheet, number)
        self._canvas.save()

    # -- words

    def _say(self, words: Words) -> str:
        return self._language.say(words)

    def _write(self, x: float, y: float, text: str, size: float, *, bold: bool = False, at: str = "left") -> None:
        text = _in_its_letters(text)
        font = BOLD if bold else PLAIN
        self._canvas.setFont(font, size)
        self._canvas.setFillGray(INK)
        draw = {"left": self._canvas.drawString, "right": self._canvas.drawRightString}
        draw.get(at, self._canvas.drawCentredString)(x, y, text)

    def _fitted(self, text: str, width: float, size: float, *, bold: bool = False) -> float:
        """The size at which the text fits there."""
        text = _in_its_letters(text)
        wide = self._canvas.stringWidth(text, BOLD if bold else PLAIN, size)
        return float(min(size, size * width / wide)) if wide else size

    # -- the contents of a book

    @property
    def _a_page(self) -> int:
        return int((self._paper.height - 2 * MARGIN - 20 * MM) // (6 * MM))

    def _contents(self, cards: list[Scorecard], sheets: list[CardSheet], at: int, listed: int) -> None:
        first = {sheet.card.number: number for number, sheet in reversed(list(enumerate(sheets, listed + 1)))}
        y = self._paper.height - MARGIN - 6 * MM
        self._write(MARGIN, y, self._say(message("scorecard.contents", count=len(cards))), 16, bold=True)
        for card in cards[at * self._a_page : (at + 1) * self._a_page]:
            y -= 6 * MM
            self._write(MARGIN + 12 * MM, y, str(card.number), 10, at="right")
            self._write(MARGIN + 16 * MM, y, self._day(card), 10)
            teams = f"{card.away.box.name} {card.away.box.runs} : {card.home.box.runs} {card.home.box.name}"
            self._write(MARGIN + 45 * MM, y, teams, self._fitted(teams, 130 * MM, 10))
            self._write(MARGIN + 180 * MM, y, self._say(card.title), 10)
            self._write(self._paper.width - MARGIN, y, str(first[card.number]), 10, at="right")
            self._canvas.linkAbsolute("", str(card.number), (MARGIN, y - 4, self._paper.width - MARGIN, y + 10))
        self._canvas.showPage()

    def _day(self, card: Scorecard) -> str:
        return self._say(message("scorecard.no-day")) if card.day is None else card.day.isoformat()

    # -- a sheet

    def _sheet(self, sheet: CardSheet, number: int) -> None:
        card, top = sheet.card, self._paper.height - MARGIN
        title = f"{card.away.box.name} \u2013 {card.home.box.name}"
        if sheet.is_first:
            self._canvas.bookmarkPage(str(card.number))
            self._canvas.addOutlineEntry(
                f"{self._say(message('scorecard.game', id=card.number))}: {title}", str(card.number)
            )
        self._write(MARGIN, top - 5 * MM, title, self._fitted(title, 120 * MM, 15, bold=True), bold=True)
        about = [self._say(message("scorecard.game", id=card.number)), self._say(card.title), self._day(card)]
        about += [] if card.over else [self._say(message("scorecard.open"))]
        about += [self._say(message("scorecard.corrected", count=card.remarks))] if card.remarks else []
        self._write(MARGIN, top - 10 * MM, " · ".join(about), 8)
        self._line_score(card, top)
        y = top - 17 * MM
        for team in (card.away, card.home) if card.has_turns else ():
            y = self._team(team, sheet, y) - 5 * MM
        self._write(
            self._paper.width - MARGIN, MARGIN - 4 * MM, self._say(message("scorecard.page", id=number)), 7, at="right"
        )
        self._canvas.showPage()

    def _line_score(self, card: Scorecard, top: float) -> None:
        """Runs inning by inning, then runs, hits and men left on base, in the upper right corner."""
        boxes = (card.away.box, card.home.box)
        innings = len(boxes[0].innings)
        step = min(5 * MM, 90 * MM / (innings + 4))
        right = self._paper.width - MARGIN
        heads = [str(card.away.box.first + at) for at in range(innings)]
        heads += [
            self._say(message("box-score.r")),
            self._say(message("box-score.h")),
            self._say(message("scorecard.left")),
        ]
        size = min(7.5, 1.6 * step / 2)
        rows: list[tuple[str, list[str]]] = [("", heads)]
        rows += [(box.name, [*map(_runs, box.innings), *map(str, (box.runs, box.hits, box.left))]) for box in boxes]
        for row, (name, cells) in enumerate(rows):
            y = top - 3.5 * MM - row * 3.8 * MM
            for at, cell in enumerate(reversed(cells)):
                x = right - (at + 0.5) * step - (2 * at if at < len(FIGURES) // 2 else 3 * 2)
                self._write(x, y, cell, size, bold=at < 3 or row == 0, at="middle")  # noqa: PLR2004 - R, H and left
            room = right - len(cells) * step - 4 * MM
            self._write(room, y, name[:LONGEST_NAME], self._fitted(name[:LONGEST_NAME], 30 * MM, 8), at="right")

    def _team(self, team: TeamCard, sheet: CardSheet, top: float) -> float:
        """Its rows, and how far down they go."""
        left, at, innings = MARGIN + NAME, 0, {inning.number: inning for inning in team.innings}
        name = team.box.name
        self._write(MARGIN, top - HEAD + 3, name, self._fitted(name, NAME - 2, 9, bold=True), bold=True)
        hits = hits_by_inning(team)
        bottom = top - HEAD - HELMETS * CELL
        for helmet in range(HELMETS):
            self._row_name(team, helmet, top - HEAD - helmet * CELL)
        for number in dict.fromkeys(number for number, _ in sheet.columns):
            wide = sum(each == number for each, _ in sheet.columns)
            width = wide * CELL
            x = left + at * CELL
            self._write(x + width / 2, top - HEAD + 3, str(number), 8, bold=True, at="middle")
            if number in innings:
                self._inning(innings[number], [column for each, column in sheet.columns if each == number], x, top)
                runs = (
                    team.box.innings[number - team.box.first] if number - team.box.first < len(team.box.innings) else 0
                )
                self._sums(x, width, bottom, f"{_runs(runs)} / {hits[number]}")
            self._frame(x, top - HEAD, width, HELMETS * CELL, heavy=True)
            at += wide
        self._write(MARGIN, bottom - HEAD + 4, self._say(message("scorecard.sums")), 6.5)
        if sheet.is_last:
            self._totals(team, self._paper.width - MARGIN - len(FIGURES) * FIGURE, top)
        self._pitchers(team, sheet, bottom - HEAD - 3 * MM)
        return bottom - HEAD - 4 * MM

    def _row_name(self, team: TeamCard, helmet: int, y: float) -> None:
        sign = {"+": "+", "-": "\u2013"}.get(team.helmets[helmet], "")
        self._frame(MARGIN, y, NAME, CELL)
        self._write(MARGIN + 3, y - 11, str(helmet + 1), 9, bold=True)
        if sign:
            self._canvas.setLineWidth(0.7)
            self._canvas.circle(MARGIN + NAME - 9, y - 9, 6)
            self._write(MARGIN + NAME - 9, y - 12.5, sign, 10, bold=True, at="middle")
        for at, name in enumerate(dict.fromkeys(each.name for each in team.box.players)):
            self._write(MARGIN + 3, y - 20 - 8 * at, name, self._fitted(name, NAME - 6, 7))

    def _inning(self, inning: InningCard, columns: list[int], x: float, top: float) -> None:
        for at, column in enumerate(columns):
            for row in range(HELMETS):
                self._frame(x + at * CELL, top - HEAD - row * CELL, CELL, CELL)
            for turn in inning.columns[column] if column < len(inning.columns) else ():
                self._turn(turn, x + at * CELL, top - HEAD - turn.row * CELL)

    def _frame(self, x: float, y: float, width: float, height: float, *, heavy: bool = False) -> None:
        self._canvas.setStrokeGray(LINE)
        self._canvas.setLineWidth(1 if heavy else 0.4)
        self._canvas.rect(x, y - height, width, height)

    # -- a turn at bat

    def _turn(self, turn: TurnAtBat, x: float, y: float) -> None:
        """His diamond as far as he came, what is noted, which out he was, and whose turn it was."""
        middle = (x + CELL * 0.5, y - CELL * 0.60)
        self._diamond(turn, *middle)
        notes = [note for note in turn.notes if note != CALLED_OUT]
        first, rest = (notes[0] if notes else ""), " ".join(notes[1:])
        if CALLED_OUT in turn.notes:
            self._called_out(x + CELL - 3, y - 8.5)
        self._write(
            x + CELL - 2.5, y - 8.5, first, self._fitted(first, CELL * 0.62, 8.5, bold=True), bold=True, at="right"
        )
        room = CELL - (22 if turn.is_last else 13)
        self._write(x + 10 + room, y - CELL + 2.5, rest, self._fitted(rest, room, 6.5), at="right")
        if turn.order:
            self._write(x + 2, y - CELL + 2.5, str(turn.order), 5)
        if turn.player:
            self._write(x + 2, y - CELL + 8, turn.player, self._fitted(turn.player, CELL * 0.38, 5))
        if turn.out:
            self._canvas.setStrokeGray(INK)
            self._canvas.setLineWidth(0.8)
            self._canvas.circle(x + 6.5, y - 7, 4.6)
            self._write(x + 6.5, y - 9.6, str(turn.out), 7.5, bold=True, at="middle")
        for run in range(min(turn.runs, HELMETS)):
            self._canvas.setFillGray(INK)
            self._canvas.circle(x + 4 + 4 * run, y - CELL * 0.42, 1.2, fill=1, stroke=0)
        if turn.is_last:
            self._canvas.setStrokeGray(INK)
            self._canvas.setLineWidth(1.1)
            self._canvas.line(x + CELL - 9, y - CELL, x + CELL, y - CELL + 9)

    def _called_out(self, x: float, y: float) -> None:
        """A K seen in a mirror: no letter of these fonts."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.scale(-1, 1)
        self._write(0, 0, "K", 8.5, bold=True)
        self._canvas.restoreState()

    def _diamond(self, turn: TurnAtBat, x: float, y: float) -> None:
        corners = [(x, y - DIAMOND), (x + DIAMOND, y), (x, y + DIAMOND), (x - DIAMOND, y), (x, y - DIAMOND)]
        outline = self._canvas.beginPath()
        outline.moveTo(*corners[0])
        for corner in corners[1:]:
            outline.lineTo(*corner)
        outline.close()
        self._canvas.setStrokeGray(FAINT)
        self._canvas.setLineWidth(0.6)
        self._canvas.setFillGray(FILLED)
        has_scored = turn.reached == len(corners) - 1
        self._canvas.drawPath(outline, stroke=1, fill=int(has_scored))
        self._canvas.setStrokeGray(INK)
        self._canvas.setLineWidth(1.5)
        self._canvas.setLineCap(1)
        for base in range(turn.placed, turn.reached):
            self._canvas.line(*corners[base], *corners[base + 1])
        if turn.placed:
            self._canvas.setFillGray(INK)
            self._canvas.circle(*corners[turn.placed], 1.8, fill=1, stroke=0)
        if turn.out and turn.reached:
            self._cut_short(corners[turn.reached], corners[turn.reached + 1])

    def _cut_short(self, base: tuple[float, float], following: tuple[float, float]) -> None:
        """He was out on his way: half the way, and a bar across it."""
        x, y = ((a + b) / 2 for a, b in zip(base, following, strict=True))
        self._canvas.line(*base, x, y)
        across = ((following[1] - base[1]) / 3, (base[0] - following[0]) / 3)
        self._canvas.line(x - across[0], y - across[1], x + across[0], y + across[1])

    # -- sums

    def _sums(self, x: float, width: float, bottom: float, text: str) -> None:
        self._frame(x, bottom, width, HEAD)
        self._write(x + width / 2, bottom - HEAD + 4, text, 7.5, at="middle")

    def _totals(self, team: TeamCard, x: float, top: float) -> None:
        """Each helmet's figures, and the team's."""
        for at, stat in enumerate(FIGURES):
            middle = x + (at + 0.5) * FIGURE
            # one of: box-score.ab, box-score.bb, box-score.h, box-score.k, box-score.r, box-score.rbi
            self._write(middle, top - HEAD + 3, self._say(message(f"box-score.{stat}")), 7, bold=True, at="middle")
            for row, figures in enumerate(team.figures):
                y = top - HEAD - row * CELL
                self._frame(x + at * FIGURE, y, FIGURE, CELL)
                self._write(middle, y - CELL / 2 - 3, str(figures[stat]), 9, at="middle")
            bottom = top - HEAD - HELMETS * CELL
            self._frame(x + at * FIGURE, bottom, FIGURE, HEAD)
            self._write(middle, bottom - HEAD + 4, str(team.box.stats[stat]), 8, bold=True, at="middle")

    def _pitchers(self, team: TeamCard, sheet: CardSheet, y: float) -> None:
        """The pitchers of that team in a line below it."""
        if not sheet.is_last or not team.box.pitching:
            return
        lines = []
        for each in team.box.pitching:
            figures = {"ip": each.ip, "h": each.h, "r": each.r, "bb": each.bb, "k": each.k}
            # one of: box-score.bb, box-score.h, box-score.ip, box-score.k, box-score.r
            counted = ", ".join(f"{figure} {self._say(message(f'box-score.{key}'))}" for key, figure in figures.items())
            # one of: decision.L, decision.W
            decision = f" ({self._say(message(f'decision.{each.decision}'))})" if each.decision else ""
            lines.append(f"{each.name}{decision} {counted}")
        text = f"{self._say(message('scorecard.pitchers'))} {'; '.join(lines)}"
        self._write(MARGIN, y, text, self._fitted(text, self._paper.width - 2 * MARGIN, 7))


def _sheets(card: Scorecard, paper: Paper) -> Iterator[CardSheet]:
    """As many as the innings need; an inning that does not fit goes on on the next one."""
    widths = dict[int, int]()
    for team in (card.away, card.home):
        for inning in team.innings:
            widths[inning.number] = max(widths.get(inning.number, 1), len(inning.columns))
    last = max((card.first + len(card.away.box.innings) - 1, *widths), default=card.first)
    columns = [(number, at) for number in range(card.first, last + 1) for at in range(widths.get(number, 1))]
    pages = [columns[at : at + paper.columns] for at in range(0, len(columns), paper.columns)]
    for at, page in enumerate(pages):
        yield CardSheet(card, tuple(page), at == 0, at == len(pages) - 1)


def _runs(number: int | None) -> str:
    """Nothing scored is a nought; a half-inning that was not played is not."""
    return "\u2013" if number is None else str(number)


def _in_its_letters(text: str) -> str:
    """The text in letters that the fonts have: those of other scripts as they sound."""
    return "".join(letter if letter.encode("cp1252", "ignore") else ascii_text(letter) for letter in text)
