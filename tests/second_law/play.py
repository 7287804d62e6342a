"""Running and throwing, from the clauses alone (``diamante.md`` §6 to §9)."""

from __future__ import annotations

from typing import NamedTuple, Self

from second_law.innings import BASES, Line, need
from second_law.line_up import LineUp, Man

NAMES = {6: "1B", 12: "2B", 18: "3B", 24: "HP"}
PLACES = {name: place for place, name in NAMES.items()}
HOME = 24
Answer = int | str


class Window(NamedTuple):
    """The answers to a throw that may still be restated (D32, D35); ``before`` is the game before the die."""

    before: Play
    die: int
    color: str
    answers: list[Answer]
    """Every lawful one."""
    options: list[Answer]
    """Those offered, the default first."""
    shown: int = 0
    fresh: bool = True
    """The die was the last accepted line, so that `skip` may follow."""
    root: Window | None = None
    """The first one's who stayed (D27); NEXT comes back to it."""

    def shorter(self, innings: int) -> Window:
        """The same in a game that `last inning` has made shorter since."""
        root = self.root and self.root.shorter(innings)
        return self._replace(before=self.before.shorter(innings), root=root)


class Play(LineUp):
    """A ball in play."""

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.window: Window | None = None
        self.chased: Self | None = None  # the game before the pitch that may be chased
        self.resumed: Self | None = None  # the game before the end of the play, for keep-running

    def in_play(self, play: str) -> None:
        """D26, D27: everyone runs, the batter last; who is pushed."""
        self.men.append(Man(self.batter, 0, 6, link=True))
        base = 6
        for man in reversed(self.men[:-1]):
            if man.place == base:
                base += 6
                man.pushed, man.link = base, True
        self.credited = False
        self.run_begins(play)

    def run_begins(self, play: str) -> None:
        """All are in turn, the most advanced first."""
        self.play, self.kept = play, False
        self.turn([man.helmet for man in self.men])
        self.opening = True

    def turn(self, due: list[int]) -> None:
        """The runners' turn."""
        self.phase, self.due, self.done, self.opening = "run", due, [], False

    def man(self, helmet: int) -> Man:
        """The man under this helmet."""
        return next(man for man in self.men if man.helmet == helmet)

    def may_skip(self, helmet: int) -> bool:
        """D27: standing on a base and not pushed."""
        return not self.man(helmet).unsettled

    def skip(self) -> None:
        """He stays; the turn is not over yet."""
        need(self.phase == "run" and self.due, "nobody is in turn")
        need(self.may_skip(self.due[0]), "he must throw")
        self.done.append(self.due.pop(0))

    def run_die(self, value: int) -> None:
        """D28 to D32; with no runner in turn (D57) it is the most advanced runner's."""
        need(self.phase == "run" and self.men, "nobody is in turn")
        self.due = self.due or [self.men[0].helmet]
        before = self.clone()
        man = self.man(self.due[0])
        reach = value + self.modifier(man.helmet)
        answers = self.moves(man, reach)
        safe = [place for place in answers if not self.runs_out(man, place)]
        default = self.default_move(man, reach, safe or answers)
        rest = [place for place in safe or answers if place != default]
        if self.ball_ahead(man):
            rest.sort(key=lambda place: 1 if place < man.place else 2 * (place % 6 > 0))
        options: list[Answer] = [default, *rest]
        if len(self.due) > 1 and self.may_skip(man.helmet):
            options.append("skip")
        self.window = Window(before, value, "white", list(answers), options)
        self.run(default)

    def moves(self, man: Man, reach: int) -> list[int]:
        """D29: every lawful place, outs included; D28: none but his own for 0."""
        if not reach:
            return [man.place]
        far = min(man.place + reach, HOME)
        places = {far, *(base for base in (*BASES, HOME) if man.place < base <= far)}
        last = man.place // 6 * 6
        if man.between and not man.short:
            places.add(max(man.place - reach, last))
        return sorted(places - {0}, key=lambda place: (place < man.place, place))

    def runs_out(self, man: Man, place: int) -> bool:
        """D30: onto or through a teammate or the ball; home is exempt for teammates."""
        low, high = sorted((man.place, place))
        ball = PLACES.get(str(self.ball), self.ball)
        met = [one.place for one in self.men if one is not man and one.place]
        met = [one for one in met if low < one < high or one == place]
        return bool(met) or (isinstance(ball, int) and ball != man.place and low <= ball <= high)

    def default_move(self, man: Man, reach: int, places: list[int]) -> int:
        """D32."""
        ahead = [place for place in places if place % 6 == 0 and place > man.place]
        if ahead:
            return max(ahead)
        back = [place for place in places if place < man.place]
        if back and self.ball_ahead(man):
            return back[0]
        return man.place + reach if man.place + reach in places else places[-1]

    def ball_ahead(self, man: Man) -> bool:
        """The ball lies on the base ahead of him or on a step before it."""
        ball = PLACES.get(str(self.ball), self.ball)
        return isinstance(ball, int) and man.place < ball <= man.place // 6 * 6 + 6

    def run(self, place: int) -> None:
        """The runner in turn goes there."""
        man = self.man(self.due[0])
        out = place != man.place and self.runs_out(man, place)
        self.ran(man.helmet)
        if out:
            self.beyond(man, place)
            self.put_out(man)
        else:
            self.to(man, place)
        if self.phase == "run" and not self.due:
            self.turn_over(after_run=True)

    def ran(self, helmet: int) -> None:
        """His turn is spent, and those ahead of him may join no more (D40)."""
        self.due.remove(helmet)
        ahead = self.men[: self.men.index(self.man(helmet)) + 1]
        self.done += [man.helmet for man in ahead if man.helmet not in self.due]

    def beyond(self, man: Man, place: int) -> None:
        """D45: a batter who is out beyond first has reached it."""
        ball = PLACES.get(str(self.ball), self.ball)
        met = [one.place for one in self.men if one is not man] + [ball if isinstance(ball, int) else 0]
        if man.place < 6 < place and 6 not in met:
            self.hit(man)

    def to(self, man: Man, place: int, *, alone: bool = True) -> None:
        """He gets there safely: D11, D45 and the end of his push (D27). If ``alone``, nobody moves with him."""
        man.place = place
        if place >= 6:
            self.hit(man)
        if place >= man.pushed:
            man.pushed = 0
        if place == HOME:
            self.men.remove(man)
            self.scored(man)
            if alone:
                self.walked_off()

    def hit(self, man: Man) -> None:
        """D45: the batter has reached first on a fair ball or bunt."""
        if self.play in ("hit", "bunt") and man.helmet == self.batter and not self.credited:
            self.credited = True
            self.hits[self.side] += 1

    def last_run(self) -> None:
        """D45: a run that ends the half-inning or the game before the batter has run is a hit, too."""
        if self.play in ("hit", "bunt") and any(not man.place for man in self.men):
            self.hit(Man(self.batter, 0))

    def shorten(self, innings: int) -> None:
        """H5: no window closes."""
        super().shorten(innings)
        if self.window:
            self.window = self.window.shorter(innings)
        self.chased = self.chased and self.chased.shorter(innings)
        self.resumed = self.resumed and self.resumed.shorter(innings)

    def cut_off(self, winner: str | None) -> None:
        """D15: the end of the game closes the chase; the last throw may be answered otherwise (D32)."""
        self.finish(winner)
        self.chased = self.resumed = None
        self.may_steal = self.may_tag_up = False

    def put_out(self, man: Man) -> None:
        """D38, D49: those ahead of a link are no longer pushed."""
        where = self.men.index(man)
        if man.link:
            for ahead in self.men[:where]:
                ahead.pushed = 0
        self.men.remove(man)
        self.outs += 1
        if self.outs < 3 or man.helmet != self.batter:
            self.queue.append(man.helmet)
        if man.helmet in self.due:
            self.due.remove(man.helmet)
        if self.outs == 3:
            self.half_over()

    def turn_over(self, *, after_run: bool) -> None:
        """D33."""
        self.due, self.kept = [], False
        if any(man.unsettled for man in self.men):
            self.phase = "throw"
        else:
            before = self.clone()
            before.window = None
            self.play_over()
            self.resumed = before if after_run and before.men else None

    def play_over(self) -> None:
        """D44, D51."""
        for man in self.men:
            man.pushed, man.link = 0, False
        self.ball, self.phase, self.kept = "Z1", "pitch", False
        play, self.play, self.fresh = self.play, "", not self.pitched
        if play in ("hit", "bunt"):
            self.pitch_turn[1 - self.side] += self.credited
            if self.bases_full() and self.batter in self.queue:
                self.queue.remove(self.batter)
                self.rotate()
            self.next_batter()

    def may_hold(self) -> bool:
        """D39, D33."""
        return self.ball in PLACES or not any(man.unsettled for man in self.men)

    def hold(self) -> None:
        """The ball stays and the runners go on."""
        need(self.phase == "throw" and self.may_hold(), "he must throw")
        self.turn([man.helmet for man in self.men if man.unsettled])

    def throw_die(self, value: int) -> None:
        """D34 to D36."""
        before = self.clone()
        answers = self.targets(value)
        default = self.default_throw(value, answers)
        options = [default, *(answer for answer in answers if answer != default)]
        self.window = Window(before, value, "fielders", list(answers), options)
        self.throw(default, value)

    def on_path(self) -> bool:
        """The ball is on a base or step."""
        return self.ball in PLACES or isinstance(self.ball, int)

    def cost(self) -> int:
        """D34."""
        return 2 if self.on_path() else int(str(self.ball)[1])

    def targets(self, value: int) -> list[Answer]:
        """D35, D36, D42: bases first, then tags."""
        if value < self.cost():
            return ["Z1", *(self.tags(value) if self.on_path() else [])]
        bases: list[Answer] = [name for name in PLACES if name != self.ball]
        return bases + (self.tags(value) if self.on_path() else [])

    def tags(self, value: int) -> list[int]:
        """D42: on a ring, to the first runner between bases, a base reached, or the full number."""
        found: list[int] = []
        for way in (1, -1) if self.major else ():
            for steps in range(1, value + 1):
                place = (PLACES.get(str(self.ball), self.ball) + way * steps - 1) % HOME + 1
                met = any(man.place == place and man.between for man in self.men)
                if met or place % 6 == 0 or steps == value:
                    found.append(place)
                if met:
                    break
        return sorted(found)

    def victim(self, answer: Answer) -> Man | None:
        """D37, D42: whom the ball puts out there."""
        place = PLACES.get(str(answer), answer)
        for man in self.men:
            if (man.short and man.pushed == place) or (isinstance(answer, int) and man.between and man.place == place):
                return man
        return None

    def default_throw(self, value: int, answers: list[Answer]) -> Answer:
        """D35, D36."""
        tags = [answer for answer in answers if isinstance(answer, int) and self.victim(answer)]
        tags.sort(key=lambda answer: -self.victim(answer).place)
        if value < self.cost():
            return tags[0] if tags else "Z1"
        outs = [NAMES[man.pushed] for man in self.men if man.short and NAMES[man.pushed] in answers]
        between = [man for man in self.men if man.between]
        front = [self.front(man) for man in (between or self.men)[:1]]
        behind = [NAMES[(man.place // 6 * 6) or HOME] for man in between[:1]]
        lead = [self.front(man) for man in self.men[:1]]
        wanted = [*outs, *tags, *front, *behind, *lead, "HP", "3B"]
        return next(answer for answer in wanted if answer in answers)

    def front(self, man: Man) -> str:
        """The base in front of him."""
        return NAMES[man.place // 6 * 6 + 6]

    def throw(self, answer: Answer, value: int) -> None:
        """The ball goes there (D37, D41, D42)."""
        man = self.victim(answer)
        self.ball = NAMES.get(answer, answer) if isinstance(answer, int) else answer
        if man:
            self.put_out(man)
            if self.phase != "throw":
                return
        loose = [one.helmet for one in self.men if one.unsettled]
        if not loose and not self.kept:
            self.turn_over(after_run=False)
        elif not (loose and self.major and value == 10 and answer in PLACES):
            self.turn(loose)

    def answered(self, window: Window, answer: Answer) -> Self:
        """The game before the die, with this answer to it."""
        twin = self.clone()
        if answer == "skip":
            twin.skip()
            twin.run_die(window.die)
            twin.window = twin.window._replace(root=window.root or window)
            return twin
        shown = window.options.index(answer) if answer in window.options else window.shown
        twin.window = window._replace(fresh=False, shown=shown)
        twin.run(int(answer)) if window.color == "white" else twin.throw(answer, window.die)
        return twin
