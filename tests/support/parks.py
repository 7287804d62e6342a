"""Games as files, made up: any park that the schema allows, with results of every kind."""

from __future__ import annotations

from functools import cache
from importlib import resources
from tomllib import loads
from typing import Any

from hypothesis import strategies as st
from msgspec import convert

from scoreboard.rules.parks import Park, chart_of
from scoreboard.rules.parks.chart import STANDS
from scoreboard.rules.parks.park import StandardResult, standard_results

OUTS = st.sampled_from(["lead", "forced"])
GOALS = ["stays", "second", "third", "home"]
FIELDERS = st.sampled_from(["8", "6-3", "6-4-3"])
WORDS = st.fixed_dictionaries({"en": st.just("Off the rafters!")}, optional={"es": st.just("¡Contra las vigas!")})


@cache
def example_park() -> Park:
    """The park that `stadium game new` writes."""
    text = resources.files("scoreboard.rules.parks").joinpath("example.toml").read_text(encoding="utf-8")
    return convert(loads(text), Park)


@st.composite
def results(draw: st.DrawFn) -> dict[str, Any]:
    """A result of a maker's own."""
    kind = draw(st.sampled_from(sorted(standard_results())))
    standard = standard_results()[kind]
    made: dict[str, Any] = {"is": kind}
    runs = standard.runs or standard.runs_for_each
    if not (runs or standard.side_out):
        made |= draw(_of_men(standard))
    if runs:
        made |= draw(st.sampled_from([{}, {"runs": 2}, {"runs_for_each": 1}, {"runs": 0, "runs_for_each": 2}]))
    if standard.fielded:
        made |= draw(st.sampled_from([{}, {"fielders": draw(FIELDERS)}]))
    return made | draw(st.sampled_from([{}, {"words": draw(WORDS)}]))


def _of_men(standard: StandardResult) -> st.SearchStrategy[dict[str, Any]]:
    may_be_out = standard.batter == "out" or bool(standard.out)
    goals = st.sampled_from([*GOALS, *(["out"] if may_be_out else [])])
    keys = {"runners": st.integers(0, 3), "first": goals, "second": goals, "third": goals}
    return st.fixed_dictionaries({}, optional=keys | ({"out": OUTS} if may_be_out else {}))


@st.composite
def parks(draw: st.DrawFn) -> Park:
    """A park that has no fault; whether a half-inning of it ever ends is another question."""
    count, sides = draw(st.integers(1, 3)), draw(st.sampled_from([4, 6, 10, 20]))
    own = draw(st.dictionaries(st.sampled_from(["rafters", "cat", "lamp", "stairs"]), results(), max_size=4))
    names = st.sampled_from([*standard_results(), *own])
    stands = st.dictionaries(st.sampled_from(sorted(STANDS)), names, max_size=4)
    cells = st.one_of(names, st.builds(lambda at, other: at | {"else": other}, stands, names))
    sums = st.integers(count, count * sides).map(str)
    keys = st.one_of(sums, st.just("-".join(["1"] * count)), st.just("-".join(["2", *["x"] * (count - 1)])))
    table = draw(st.dictionaries(keys, cells, max_size=8)) | {"else": draw(cells)}
    if count == 1:
        table.pop("x", None)
    is_by_color = count == 2 and draw(st.booleans())
    dice: object = ["red", "white"] if is_by_color else count
    values = {"name": "made-up", "dice": dice, "sides": sides, "table": table, "results": own}
    park = convert(values, Park)
    assert () == chart_of(park).faults
    return park
