// How the game stands, in one line: runs, inning, count, outs and who is on base.

import { el, named, svg } from "../lib/dom.js";
import { at_bat, lamps, name, team } from "../watch/board.js";

const CORNERS = [
  [16, 29],
  [29, 16],
  [16, 3],
  [3, 16],
]; // home, first, second, third
const A_BASE = 6;

/** The line as it is drawn; who does not see it has the board. */
export function standing(state) {
  const side = (each) =>
    el(
      "span",
      { class: `of-team${!state.over && each === at_bat(state) ? " at-bat" : ""}`, "data-color": team(state, each) },
      named(name(state, each)),
      el("span", { class: "letters" }, state.letters[each]),
      el("b", {}, state[each]),
    );
  const inning = !state.over && el("span", { class: "at-inning" }, state.half === "top" ? "▲" : "▼", state.inning);
  return el(
    "span",
    { "aria-hidden": "true", class: state.over ? "roomy" : null },
    side("away"),
    side("home"),
    inning,
    !state.over && [lamps(state), bases(state.runners)],
  );
}

/** The diamond from above: bases that are taken are lit, and so is who stands between two; of two men there one stands
 * within. */
function bases(runners) {
  const beside = (place, index, between) => {
    const side = Math.floor(place / A_BASE),
      [from, to] = [CORNERS[side], CORNERS[(side + 1) % 4]],
      isNext = index > 0 && Math.floor(between[index - 1] / A_BASE) === side;
    return from.map((start, axis) => {
      const middle = (start + to[axis]) / 2;
      return middle + Math.sign(middle - 16) * (isNext ? -2.4 : 2.4);
    });
  };
  const bag = (base) => {
    const [x, y] = CORNERS[base];
    const isTaken = runners.includes(base * A_BASE);
    return svg("path", { class: isTaken ? "bag lit" : "bag", d: `M${x - 6} ${y} l6 -6 6 6 -6 6z` });
  };
  const between = runners.filter((place) => place % A_BASE);
  return svg(
    "svg",
    { class: "bases", viewBox: "-4 -5 40 38" },
    svg("path", { class: "path", d: "M16 29 L29 16 L16 3 L3 16" }),
    [1, 2, 3].map(bag),
    between.map((place, ...others) => {
      const [cx, cy] = beside(place, ...others);
      return svg("circle", { class: "lit", cx, cy, r: 3 });
    }),
  );
}
