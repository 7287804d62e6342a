// How a card, a glove and a sign are drawn, with the zones that they are laid on; who may see one is no matter here.

import { el, svg, t } from "../lib/dom.js";

const LANDS = { A: [50, 62], B: [31, 47], C: [69, 47], D: [19, 26], E: [50, 15], F: [81, 26] };
const GESTURES = {
  // a bat at rest; a bat held across; a dash to a base; a swing and a dash; an empty hand
  take: ["M24 8 L38 42", "M48 12 V38", "M60 12 V38"],
  bunt: ["M12 30 H56"],
  steal: ["M8 16 H34 M14 25 H40 M8 34 H34", "M58 11 L72 25 L58 39 L44 25 Z"],
  "hit-and-run": ["M10 40 L36 14", "M44 34 H70 M62 26 L70 34 L62 42"],
  "no-sign": ["M40 8 A17 17 0 1 1 39.9 8 Z", "M28 37 L52 13"],
};
const BALLS = { bunt: { cx: 66, cy: 20, r: 6 }, "hit-and-run": { cx: 50, cy: 12, r: 6 } };
const RESULTS = ["more", "equal", "less"];

/** The back of a card or glove: nothing of what is on its other side. */
export const back = (kind = "card", ...words) => el("div", { class: `back ${kind}` }, words);

/** The zones that a card tests, drawn: the one before the plate, two in the infield, three in the outfield. */
function zones(tests) {
  const spots = Object.entries(LANDS).map(([zone, [x, y]]) => {
    const times = tests.filter((each) => each === zone).length;
    return svg(
      "g",
      { class: times ? "tested" : null },
      svg("circle", { cx: x, cy: y, r: 9.5 }),
      svg("text", { x, y: y + 4 }, times > 1 ? `${times}×` : zone),
    );
  });
  return svg(
    "svg",
    { class: "card-zones", viewBox: "0 0 100 82", "aria-hidden": "true" },
    svg("path", { class: "fair", d: "M50 80 L2 32 A68 68 0 0 1 98 32 Z" }),
    svg("path", { class: "infield", d: "M50 80 L23 53 A38 38 0 0 1 77 53 Z" }),
    spots,
  );
}

/** What is on a card. */
export function cardFace(card) {
  const results = card.results.map((result, index) =>
    el("div", { class: RESULTS[index] }, el("dt", {}, t(`roll-${RESULTS[index]}`)), el("dd", {}, result)),
  );
  return el(
    "div",
    { class: `face ${card.kind}` },
    el("b", {}, card.said),
    el("small", {}, t(`kind-${card.kind}`)),
    zones(card.tests),
    el("span", { class: "unseen" }, t("tests", { zones: card.tests.join(", ") })),
    el("dl", {}, results),
  );
}

/** A sign as a coach gives it. */
export function signFace(said, call) {
  const strokes = GESTURES[call].map((d) => svg("path", { d }));
  const drawn = svg(
    "svg",
    { class: "gesture", viewBox: "0 0 80 50", "aria-hidden": "true" },
    strokes,
    BALLS[call] && svg("circle", { class: "full", ...BALLS[call] }),
  );
  return el("div", { class: "face sign" }, drawn, el("b", {}, said));
}

/** What is on a glove: its number, the one on its other side, and the ball of those two that have it. */
export function gloveFace({ value, other, red, icon }) {
  return el(
    "span",
    { class: `glove ${red ? "red" : "white"}`, "aria-hidden": "true" },
    el("b", {}, value),
    el("small", { class: red ? "white" : "red" }, other),
    icon && el("i"),
  );
}

/** The zones with what lies on each; ``lying(zone)`` is what is drawn there. */
export const board = (lying, properties = {}) =>
  el(
    "div",
    { class: "zones-board", ...properties },
    Object.keys(LANDS).map((zone) => el("div", { class: `zone zone-${zone.toLowerCase()}` }, lying(zone))),
  );
