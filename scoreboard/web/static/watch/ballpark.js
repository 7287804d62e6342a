// The ballpark seen from above: 24 places along the base path, nine zones, the ball, the men on base.
// A drawing of a state and nothing more. For who cannot see it the same stands in its label.

import { painted, svg, t } from "../lib/dom.js";

const CORNERS = [
  [200, 348],
  [300, 248],
  [200, 148],
  [100, 248],
]; // home, first, second, third
const MIDDLE = [200, 248];
const STEPS_A_BASE = 6;
const HOME = 24;
export const ZONES = {
  Z1: [200, 262],
  Z3: [270, 196],
  Z4: [238, 158],
  Z5: [130, 196],
  Z6: [162, 158],
  Z7: [98, 128],
  Z8: [200, 98],
  Z9: [302, 128],
};
const BATTER = [172, 357];
const BASES = { HP: 0, "1B": 6, "2B": 12, "3B": 18 };
const BESIDE = 18.4; // how far from who stands there the ball lies
const FAIR = "M200 348 L6 154 A274 274 0 0 1 394 154 Z";

/** Where a place of the base path lies: 0 the plate, 6, 12 and 18 the bases, 24 home again. */
export function at(place) {
  const base = Math.floor(place / STEPS_A_BASE) % CORNERS.length;
  const [from, to] = [CORNERS[base], CORNERS[(base + 1) % CORNERS.length]];
  const part = (place % STEPS_A_BASE) / STEPS_A_BASE;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

export const put = (node, [x, y]) => {
  node.style.transform = `translate(${x}px, ${y}px)`;
  return node;
};
const disc = (name, r) => svg("circle", { class: name, r });

let drawn = 0;

/** What does not change: the grass, the dirt, the lines, the bases. */
export const grounds = () => [...field(), ...places()];

function field() {
  const fair = `fair-${++drawn}`; // there may be several on one page
  const stripes = [90, 130, 170, 210, 250].map((r) =>
    svg("circle", { class: "stripe", cx: 200, cy: 348, r, "clip-path": `url(#${fair})` }),
  );
  return [
    svg("rect", { class: "foul", x: -10, y: 50, width: 420, height: 330 }),
    svg("defs", {}, svg("clipPath", { id: fair }, svg("path", { d: FAIR }))),
    svg("path", { class: "track", d: "M200 366 L-8 158 A294 294 0 0 1 408 158 Z" }),
    svg("path", { class: "fence", d: "M-8 158 A294 294 0 0 1 408 158" }),
    svg("path", { class: "grass", d: FAIR }),
    ...stripes,
    svg("circle", { class: "dirt", cx: 200, cy: 246, r: 136, "clip-path": `url(#${fair})` }),
    svg("path", { class: "grass", d: "M200 322 L274 248 L200 174 L126 248 Z" }),
    svg("circle", { class: "dirt", cx: 200, cy: 350, r: 26 }),
    svg("circle", { class: "dirt", cx: 200, cy: 262, r: 13 }),
    svg("path", { class: "chalk", d: "M6 154 L200 348 L394 154" }),
  ];
}

function places() {
  const steps = [...Array(HOME).keys()].filter((place) => place % STEPS_A_BASE);
  const bags = [6, 12, 18].map((place) =>
    put(svg("path", { class: "bag", d: "M0 -10 L10 0 L0 10 L-10 0 Z" }), at(place)),
  );
  const plate = svg("path", { class: "bag", d: "M192 342 h16 v8 l-8 8 l-8 -8 Z" });
  return [
    svg(
      "g",
      { class: "steps" },
      steps.map((place) => put(disc("step", 3.5), at(place))),
    ),
    ...bags,
    plate,
  ];
}

function zones() {
  const numbered = Object.entries(ZONES).filter(([name]) => /^Z[3-9]$/.test(name));
  return svg(
    "g",
    { class: "zones" },
    numbered.map(([name, [x, y]]) => svg("text", { x, y: y + 6 }, name[1])),
  );
}

function ball() {
  const seams = svg("path", { class: "seam", d: "M-4.5 -5.5 q4 5.5 0 11 M4.5 -5.5 q-4 5.5 0 11" });
  return svg("g", { class: "ball" }, disc("leather", 8), seams);
}

function helmet(sign = "") {
  return svg("g", { class: "man" }, disc("helmet", 10), svg("text", { y: 5 }, sign));
}

/** The drawing; ``show`` makes it that of a state. */
export class Ballpark {
  constructor() {
    this.runners = svg("g", { class: "runners" });
    this.batter = put(helmet(), BATTER);
    this.ball = put(ball(), ZONES.Z1);
    this.men = [];
    this.node = svg(
      "svg",
      { class: "field", viewBox: "-10 50 420 330", role: "img" },
      ...grounds(),
      zones(),
      this.runners,
      this.batter,
      this.ball,
    );
  }

  show(state) {
    const batting = state.half === "top" ? "away" : "home";
    this.node.dataset.color = state.setup[batting].color.toLowerCase();
    this.node.classList.toggle("has-steps", state.setup.rules.startsWith("diamante"));
    this.node.setAttribute("aria-label", described(state));
    this.#run(state.runners);
    this.batter.classList.toggle("away", state.over);
    this.batter.querySelector("text").textContent = painted(state.batter);
    put(this.ball, lies(state.ball));
  }

  /** A man more came from the plate; a man fewer was the first of them: good enough for the eye. */
  #run(places) {
    while (this.men.length > places.length) this.men.shift().remove();
    while (this.men.length < places.length) {
      this.men.push(put(helmet(), at(0)));
      this.runners.append(this.men[this.men.length - 1]);
    }
    this.node.getBoundingClientRect(); // so that a new man runs from the plate
    places.forEach((place, index) => put(this.men[index], at(place)));
  }
}

/** In a zone; or beside a base, without the square, or beside a step, within it: there it is next to nothing else. */
export function lies(ball) {
  const place = BASES[ball] ?? ball;
  if (typeof place !== "number") return ZONES[ball];
  const [x, y] = at(place),
    part = place % STEPS_A_BASE;
  const [from, to] = part ? [at(place - part + STEPS_A_BASE / 2), MIDDLE] : [MIDDLE, [x, y]];
  const share = BESIDE / Math.hypot(to[0] - from[0], to[1] - from[1]);
  return [x + share * (to[0] - from[0]), y + share * (to[1] - from[1])];
}

/** Where everybody is, in words. */
export function described(state) {
  const men = state.runners.map((place) => t(`spot.${place}`));
  const on = men.length ? t("runners", { places: men.join(", ") }) : t("bases-empty");
  return `${on} ${t("ball-at", { place: t(`spot.${state.ball}`) })}`;
}
