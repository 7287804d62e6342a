"""Baseball Diamante in both levels, from the clauses alone (``diamante.md``); D-numbers are its clauses."""

from __future__ import annotations

from typing import Self

from second_law.innings import BASES, Line, State, need
from second_law.line_up import Man
from second_law.play import HOME, NAMES, Play

PITCH = {"ball": "press_ball", "strike": "press_strike", "out": "batter_out", "run": "press_run"}
ANY = {"homerun": "home_run", "batter": "press_batter"}
RUNNER = {"out": "press_runner_out", "run": "press_runner_scores", "batter": "press_end"}
PRESSES = {
    "pitch": PITCH | ANY,
    "swing": {"ball": "press_ball", "strike": "press_strike", "out": "batter_out"} | ANY,
    "homer": {"strike": "press_strike", "out": "batter_out"} | ANY,
    "toss": {"out": "press_caught", "run": "press_fair"} | ANY,
    "run": RUNNER,
    "throw": RUNNER,
}
"""D54."""


class Diamante(Play):
    """The amateur level."""

    # Lines

    def followed_by(self, line: Line) -> Self:
        """The game after this line; what is provisional closes unless the line restates it."""
        if (restated := self.restated(line)) is not None:
            return restated
        need(not self.over or (line.get("button") == "ok" and self.window), "the game is over")
        twin = self.met_by(line)
        twin.window = twin.chased = twin.resumed = None
        twin.may_steal = False
        twin.fresh = self.fresh and line.get("button") in ("ok", "batter")
        self.apply_to(twin, line)
        return twin

    def apply_to(self, twin: Diamante, line: Line) -> None:
        """Apply the line to the twin; a chase, `keep-running` and `ok` need this game, the one before it."""
        if line["type"] == "die" and self.chased and line["color"] == self.color(self.side):
            twin.__dict__ = self.chased.clone().__dict__
            twin.pitched = True
            twin.strike()
        elif line == {"type": "press", "button": "ok"}:
            need(self.window and self.window.options, "nothing to make final")
        elif line["type"] == "call" and line["call"] == "steal":
            need(self.may_steal, "no steal now")
            twin.steal()
        elif line["type"] == "call" and line["call"] == "keep-running":
            need(self.resumed, "no running on now")
            twin.__dict__ = self.resumed.clone().__dict__
            twin.phase, twin.kept = "throw", True
        else:
            twin.apply(line)

    def restated(self, line: Line) -> Self | None:
        """D32, D35: the game if the last throw is answered otherwise; None if the line is not about that."""
        kind, window = line["type"], self.window
        if kind in ("move", "ball"):
            need(window and (kind == "move") == (window.color == "white"), "nobody was asked")
            need(line["to"] in window.answers, "not lawful")
            return window.before.answered(window, line["to"])
        if kind == "press" and line["button"] == "next":
            return self.next_answer()
        if kind == "skip" and window and window.fresh and "skip" in window.options:
            return window.before.answered(window, "skip")
        return None

    def next_answer(self) -> Self:
        """D55: the answer after the one shown, and after the last the first."""
        window = self.window
        need(window and (len(window.options) > 1 or window.root), "nothing to choose")
        shown = window.shown + 1
        if shown == len(window.options):
            window, shown = window.root or window, 0
        window = window._replace(shown=shown)
        return window.before.answered(window, window.options[shown])

    def on_die(self, line: Line) -> None:
        """A d10: whose it is and what it means (D12 to D42)."""
        color, value = line["color"], line["value"]
        if color == "white":
            if self.phase == "throw" and self.may_hold():
                self.hold()
            self.run_die(value)
            return
        if self.phase == "run" and color == self.color(1 - self.side):
            need(all(self.may_skip(helmet) for helmet in self.due), "somebody must run first")
            self.due.clear()
            self.turn_over(after_run=False)
        asked = {"pitch": self.pitched_die, "throw": self.throw_die, "swing": self.swing, "homer": self.homer}
        need(color == self.awaits(), "out of turn")
        asked[self.phase](value)

    def on_chip(self, line: Line) -> None:
        """D23: the toss."""
        need(self.phase == "toss", "no toss now")
        if line["face"] == "hit":
            self.ball = self.zone
            self.in_play("hit")
            return
        outs = self.outs
        self.batter_out()
        if self.outs > outs and not self.over:
            self.ball, self.may_tag_up = self.zone, True

    def on_skip(self, _line: Line) -> None:
        """The next runner in turn does not run (D27)."""
        self.skip()
        if not self.due:
            self.turn_over(after_run=True)

    def on_hold(self, _line: Line) -> None:
        """D39."""
        self.hold()

    def on_call(self, line: Line) -> None:
        """A call that is open now."""
        call = line["call"]
        need(call in self.calls(), "not now")
        if call == "bunt":
            self.bunting = True
        elif call == "tag-up":
            self.may_tag_up = False
            self.run_begins("tag-up")
        elif call == "new-batter":
            self.play_over()
        else:
            man = next(man for man in self.men if NAMES.get(man.place) == call[4:])
            self.due = [one.helmet for one in self.men if one.helmet in self.due or one is man]

    def on_press(self, line: Line) -> None:
        """D54."""
        pressed = PRESSES[self.phase].get(line["button"])
        need(pressed, "no such press now")
        getattr(self, pressed)()

    # The pitch and the swing

    def pitched_die(self, value: int) -> None:
        """D12 to D15."""
        self.no_catch()
        before = self.clone()
        self.pitched, self.fresh = True, False
        if value in (1, 10):
            self.ball_called()
            self.chased = None if self.over or self.side != before.side else before  # H2
        elif value == 7:
            self.strike()
        else:
            self.pitch, self.phase, self.bunting = value, "swing", False

    def no_catch(self) -> None:
        """The next pitch ends what a catch left."""
        self.may_tag_up, self.ball = False, "Z1"

    def ball_called(self) -> None:
        """D12: the fourth is a walk."""
        self.balls, self.phase = self.balls + 1, "pitch"
        if self.balls < 4:
            self.may_steal = self.stealable()
            return
        forced = next((base for base in BASES if all(man.place != base for man in self.men)), HOME)
        for man in list(self.men):
            if man.place in BASES and man.place < forced:
                self.to(man, man.place + 6, alone=False)
        self.men = sorted([*self.men, Man(self.batter, 6)], key=lambda man: -man.place)
        self.balls = self.strikes = 0
        if forced != HOME or not self.walked_off():
            self.pitcher_changes()
            self.next_batter()

    def strike(self, *, foul: bool = False) -> None:
        """D13, D18: the third is an out, but no foul is the third."""
        self.phase = "pitch"
        if self.strikes < 2 or not foul:
            self.strikes += 1
        if self.strikes == 3:
            outs = self.outs
            self.batter_out()
            self.may_steal = self.stealable() and self.outs > outs and not foul
        else:
            self.may_steal = self.stealable() and not foul

    def stealable(self) -> bool:
        """D46: Major League, with a runner on."""
        return self.major and bool(self.men) and not self.over

    def swing(self, value: int) -> None:
        """D17 to D20, D24, D25."""
        value += self.modifier(self.batter)
        if self.bunting:
            if value in (1, 3, 5):
                self.ball = f"Z{value}"
                self.in_play("bunt")
            else:
                self.strike()
        elif value < self.pitch:
            self.strike()
        elif value == self.pitch:
            self.strike(foul=True)
        elif value == 11:
            self.home_run()
        elif value == 10:
            self.phase = "homer"
        else:
            self.hit_to(value)

    def homer(self, value: int) -> None:
        """D21."""
        value += self.modifier(self.batter)
        if value >= 10:
            self.home_run()
        else:
            self.hit_to(value)

    def hit_to(self, zone: int) -> None:
        """D19: the toss is next."""
        self.phase, self.zone = "toss", "HP" if zone == 2 else f"Z{zone}"

    def home_run(self) -> None:
        """D22: all runs of it count."""
        self.hits[self.side] += 1
        self.no_catch()
        before = self.score[self.side]
        for man in [*self.men, Man(self.batter, 0)]:
            self.scored(man)
        self.counted = self.score[self.side] - before
        self.men = []
        self.balls = self.strikes = 0
        if not self.walked_off():
            self.pitcher_changes()
            self.next_batter()

    def batter_out(self) -> None:
        """Out without a ball in play; D50, D51."""
        self.outs += 1
        self.no_catch()
        self.pitched = True
        if self.outs == 3:
            self.half_over()
            return
        if self.bases_full():
            self.rotate()
        else:
            self.queue.append(self.batter)
        self.next_batter()

    def pitcher_changes(self) -> None:
        """D53: after a hit or a walk."""
        self.pitch_turn[1 - self.side] += 1

    def steal(self) -> None:
        """D46: the ball goes to home."""
        self.ball = "HP"
        self.run_begins("steal")

    # What the buttons mean

    def press_ball(self) -> None:
        """A ball; before the swing too: the pitch counts as a ball after all."""
        self.no_catch()
        self.pitched = True
        self.ball_called()

    def press_strike(self) -> None:
        """A strike."""
        self.no_catch()
        self.pitched = True
        self.strike()

    def press_run(self) -> None:
        """The most advanced runner scores; with the bases empty a run is added."""
        if self.men:
            self.to(self.men[0], HOME)
        else:
            self.add(1)
            self.walked_off()

    def press_batter(self) -> None:
        """A new batter; the old one is not out. What a catch left stays until the next pitch (D23)."""
        if self.fresh:
            return
        self.queue.append(self.batter)
        self.next_batter()

    def press_caught(self) -> None:
        """The chip says OUT."""
        self.on_chip({"face": "out"})

    def press_fair(self) -> None:
        """The chip says HIT."""
        self.on_chip({"face": "hit"})

    def in_turn(self) -> Man:
        """The runner in turn; in phase `throw` the most advanced unsettled one."""
        turn = [self.man(helmet) for helmet in self.due] if self.phase == "run" else []
        turn += [man for man in self.men if man.unsettled and self.phase == "throw"]
        need(turn, "nobody is in turn")
        return turn[0]

    def press_runner_out(self) -> None:
        """He is out, without a throw."""
        self.put_out(self.in_turn())
        self.after_press()

    def press_runner_scores(self) -> None:
        """He scores."""
        man = self.in_turn()
        self.due = [helmet for helmet in self.due if helmet != man.helmet]
        self.to(man, HOME)
        self.after_press()

    def after_press(self) -> None:
        """Go on with the play."""
        if self.phase == "run" and not self.due:
            self.turn_over(after_run=True)
        elif self.phase == "throw" and not any(man.unsettled for man in self.men):
            self.turn_over(after_run=False)

    def press_end(self) -> None:
        """Ends the play where every runner is on a base."""
        need(all(man.place in BASES for man in self.men), "a runner is between bases")
        self.play_over()

    # The state line

    def awaits(self) -> str | None:
        """Which die or chip is due."""
        if self.phase in ("pitch", "throw"):
            return self.color(1 - self.side)
        if self.phase in ("swing", "homer"):
            return self.color(self.side)
        return "white" if self.phase == "run" and self.due else "chip" if self.phase == "toss" else None

    def calls(self) -> list[str]:
        """What may be called now."""
        if self.over:
            return []
        found = ["bunt"] if self.major and self.phase == "swing" and not self.bunting else []
        found += ["steal"] if self.may_steal else []
        found += ["tag-up"] if self.major and self.may_tag_up and self.men else []
        found += ["keep-running"] if self.resumed else []
        if self.phase == "run":
            found += [f"run {NAMES[man.place]}" for man in self.men if self.may_join(man)]
            loose = any(man.unsettled for man in self.men)
            found += [] if loose or self.opening else ["new-batter"]
        return found

    def may_join(self, man: Man) -> bool:
        """D40: on a base, not in turn yet, and no runner behind him has thrown."""
        return man.place in BASES and man.helmet not in self.due + self.done and (bool(self.due) or self.kept)

    def state(self) -> State:
        """The state line, but what is said."""
        options = self.window.options if self.window else []
        state = super().state() | {
            "runners": [man.place for man in self.men if man.place],
            "ball": self.ball,
            "awaits": self.awaits(),
            "options": options if len(options) > 1 else [],
            "calls": self.calls(),
            "chase": self.chased is not None,
        }
        if any(team.get("players") for team in self.teams):
            bats, pitches = self.player(self.side, self.bat_turn), self.player(1 - self.side, self.pitch_turn)
            state["up"] = {"bats": bats, "pitches": pitches}
        if self.major:
            state |= {"batter": self.sign(self.batter), "dugout": [self.sign(one) for one in self.queue]}
        return state


class Major(Diamante):
    """The major league."""

    major = True
