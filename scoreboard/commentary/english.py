"""The play by play in English.

A language is the tables below and nothing more: a phrase for each fact, and words for the values in it. A second
language is a second set of tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import to_builtins

from scoreboard.commentary.card_names import laid
from scoreboard.commentary.fact import Fact, fact
from scoreboard.commentary.facts import facts_of
from scoreboard.language import ENGLISH
from scoreboard.rules.diamante.board import BASE_NAMES, BASES, spoken_place, spoken_spot
from scoreboard.rules.events import HitsSet, NamesSet
from scoreboard.rules.history import Entry, History
from scoreboard.rules.state import HOME, Game
from scoreboard.scorebook import is_correction, notes_at_the_end

PHRASES = {
    "pitch": "{team} pitch {value}.",
    "ball": "Ball {number}.",
    "walk": "Ball four: {team} take first base.",
    "strike": "Strike {number}.",
    "strikeout": "Strike three, the batter is out!",
    "chase": "{team} chase it with a {value}.",
    "swing": "{team} swing {value}.",
    "ten": "A ten! Swing again.",
    "fly": "A hit to {zone}!",
    "bunt": "A bunt to {target}!",
    "homerun": "HOME RUN!",
    "foul": "Foul ball.",
    "fair": "HIT! A fair ball.",
    "caught": "OUT! The ball is caught.",
    "die_of": "The die was thrown for {runner}.",
    "run": "Run {value}.",
    "run_to": "Run {value}, to {place}.",
    "stay": "Run {value}: the - helmet stays where it is.",
    "throw": "{team} throw {value}, to {target}.",
    "short": "{team} throw {value}: too short, back to the pitcher.",
    "throw_again": "A ten: throw again!",
    "instead_run": "The runner goes to {place} instead.",
    "instead_throw": "{team} throw to {target} instead.",
    "stands": "That stands.",
    "skip": "The runner stays.",
    "hold": "{team} hold the ball.",
    "call": "{team} call: {call}.",
    "roll": "{team} roll {values}.",
    "rolled_homerun": "HOME RUN!",
    "rolled_triple": "A triple!",
    "rolled_double": "A double!",
    "rolled_single": "A single!",
    "rolled_long_single": "A single, and the runners take two bases!",
    "rolled_base_on_balls": "A walk.",
    "rolled_out": "Out!",
    "rolled_fly_out": "A fly ball, caught!",
    "rolled_pop_out": "A pop-up, caught!",
    "rolled_struck_out": "Struck out!",
    "rolled_two_outs": "A ground ball to the infield!",
    "rolled_throw_in": "The ball is struck, and the throw comes in!",
    "rolled_sacrifice": "A sacrifice: the batter is out, the runners move up.",
    "rolled_sacrifice_fly": "A sacrifice: the batter is out, the runners move up.",
    "rolled_ground_out": "A ground out: the runners move up.",
    "rolled_plain_ground_out": "A ground out.",
    "rolled_force_out": "A ground ball to the infield: a force-out!",
    "rolled_ones": "A one, so throw again!",
    "rolled_last_ones": "A one!",
    "rolled_no_run": "No one.",
    "rolled_swing_and_miss": "A swing and a miss.",
    "rolled_called_strike": "The batter watches it.",
    "rolled_bunted_foul": "Bunted foul.",
    "rolled_wild_pitch": "A wild pitch!",
    "rolled_wild_swing": "A swing at a wild pitch!",
    "rolled_hit_by_pitch": "Hit by the pitch: the batter takes first base.",
    "rolled_grounder": "A ground ball!",
    "rolled_deep_fly_out": "A deep drive, caught!",
    "rolled_line_out": "A line drive, caught!",
    "rolled_hot_shot": "A hot shot: out at third, out at first!",
    "rolled_bunt": "A bunt: out at first.",
    "rolled_infield_single": "An infield single!",
    "rolled_outfield_single": "A single to the outfield!",
    "rolled_sharp_single": "A sharp single!",
    "rolled_gap_single": "A single in the gap!",
    "rolled_hot_single": "A hot shot: a single!",
    "rolled_hole_single": "A single through the hole!",
    "rolled_deep_double": "A deep drive: a double!",
    "rolled_wall_double": "A double off the wall!",
    "rolled_alley_double": "A double in the alley!",
    "rolled_ground_rule_double": "A ground-rule double!",
    "rolled_struck_out_and_caught": "Struck out, and the lead runner is caught!",
    "rolled_called_out": "Struck out!",
    "rolled_called_out_and_caught": "Out on a called strike, and the lead runner is caught!",
    "rolled_picked_off": "The lead runner is picked off!",
    "rolled_pop_up": "A pop-up!",
    "rolled_dropped_single": "It drops in: a single!",
    "rolled_caught_stealing": "Caught stealing!",
    "rolled_sign_off": "The sign does not count.",
    "rolled_sign_stands": "The sign counts.",
    "runners_go": "The runners go!",
    "unthrown": "The runner steals second, and nobody throws.",
    "noted": "({notes})",
    "balk": "A balk by {team}!",
    "appeal": "{team} appeal: was the sign said in time?",
    "rolled_greater": "More than the gloves' {gloves}.",
    "rolled_equal": "As much as the gloves' {gloves}.",
    "rolled_less": "Less than the gloves' {gloves}.",
    "rolled_fielders_choice": "A ground ball: the batter is safe, the runner is out.",
    "rolled_stolen": "A stolen base!",
    "rolled_no_steal": "Nobody moves.",
    "card": "{team} play {card}.",
    "gloves": "{fielders} lay their gloves: {layout}.",
    "commit": "{team} have chosen a card in secret.",
    "aside": "{team} set a card aside.",
    "shown": "{card} is shown, and out of play for this batter.",
    "glove_turns": "The glove on {at} turns its red side up.",
    "glove_lost": "The glove on {at} is lost.",
    "intentional-walk": "{fielders} walk the batter on purpose.",
    "rallybird": "The RallyBird! {team} roll again.",
    "press_out": "Out!",
    "press_run": "The runner comes home.",
    "run_added": "A run is added.",
    "press_homerun": "HOME RUN!",
    "press_batter": "A new batter.",
    "same_batter": "The same batter is up.",
    "press_next": "The next choice.",
    "press_ok": "That stands.",
    "press_undo": "Undone.",
    "press_redo": "Done again.",
    "set": "Corrected: {changes}.",
    "amend": "Line {line} was misread: it said {reading}.",
    "amend_as": "Line {line} was something else.",
    "amend_away": "Line {line} never was.",
    "amend_add": "Before line {line} one was missed.",
    "forfeit": "The game is given up.",
    "called": "The game is called.",
    "one_run": "One run scores!",
    "runs": "{runs} runs score!",
    "runs_back": "{runs} off the board.",
    "double_play": "Double play!",
    "triple_play": "Triple play!",
    "outs": "{outs}.",
    "outs_back": "{outs}.",
    "top": "Inning {inning}: {team} come to bat.",
    "bottom": "{team} come to bat.",
    "still": "{team} are still at bat.",
    "win": "Game over: {team} win {most} to {least}!",
    "win_early": "Game over: {team} win!",
    "end": "Game over, {most} to {least}.",
}

ZONES = {
    1: "the pitcher",
    2: "the catcher",
    3: "zone 3, on the first-base side",
    4: "zone 4, on the second-base side",
    5: "zone 5, on the third-base side",
    6: "zone 6, the shortstop",
    7: "zone 7, left field",
    8: "zone 8, centre field",
    9: "zone 9, right field",
}
NUMBERS = ("no", "one", "two", "three", "four")


def scoreline(game: Game) -> str:
    """The score with the teams' names, Away first."""
    return f"{game.team('away').name} {game.away}, {game.team('home').name} {game.home}"


def when(game: Game) -> str:
    """The inning and its half, as ``▲1`` or ``▼3``."""
    return f"{'▲' if game.half == 'top' else '▼'}{game.inning}"


def place(number: int) -> str:
    """A place of the base path: ``second base``, ``step 9, short of second base``."""
    ahead = next(base for base in BASE_NAMES if base >= number)
    name = "home" if ahead == HOME else ENGLISH(spoken_spot(ahead))
    return name if ahead == number else f"step {number}, short of {name}"


def target(name: str | int) -> str:
    """Where a ball goes."""
    if isinstance(name, int):
        return place(name)
    return ENGLISH(spoken_spot(name)) if name in BASES else ZONES[int(name[1:])]


def number_word(number: int) -> str:
    """A small number as a word: ``two``."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def spaced(values: Sequence[int]) -> str:
    """Dice, side by side: ``2 5``."""
    return " ".join(map(str, values))


def changes(changed: Mapping[str, object]) -> str:
    """What was set: ``outs 1, runners 12 6, at bat 2, hits home 3``."""
    return ", ".join(f"{name.replace('_', ' ')} {_value_text(value)}" for name, value in changed.items())


def _value_text(value: object) -> object:
    if isinstance(value, tuple):
        return spaced(value) or "none"
    if isinstance(value, HitsSet | NamesSet):
        return " ".join(f"{side} {text}" for side, text in to_builtins(value).items())
    return value


FORMATTERS: dict[str, Callable[[Any], str]] = {
    "number": number_word,
    "outs": ("Nobody out", "One out", "Two outs", "Three outs").__getitem__,
    "runs": lambda number: number_word(number).capitalize(),
    "place": place,
    "runner": lambda number: ENGLISH(spoken_place(number)),
    "target": target,
    "zone": ZONES.__getitem__,
    "values": spaced,
    "notes": " ".join,
    "call": lambda call: call.replace("-", " "),
    "changes": changes,
    "layout": laid,
}
"""How a value becomes words, if not by ``str``."""


def describe(before: Game, line: Entry, after: Game) -> str:
    """The play by play of ``line``, in one or more sentences."""
    return " ".join(map(in_words, facts_of(before, line, after)))


def tell(before: Game, line: Entry, after: History) -> str:
    """The play by play of the newest line, with the notes of the play of several lines that it ended, if it did."""
    facts = facts_of(before, line, after.game)
    nothing_new = is_correction(line) or any(each.key == "stands" for each in facts)
    notes = () if nothing_new else notes_at_the_end(after)
    return " ".join(map(in_words, (*facts, *([fact("noted", notes=notes)] if notes else []))))


def in_words(said: Fact) -> str:
    """The phrase for a fact."""
    return PHRASES[said.key].format(**_formatted(said.values))


def _formatted(values: Mapping[str, object]) -> dict[str, str]:
    return {key: FORMATTERS.get(key, str)(value) for key, value in values.items()}
