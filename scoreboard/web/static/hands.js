// Cards, gloves and signs on the table, as everybody may see them: face down until both sides have chosen.
// What this phone's own side has in its hand is another module's (`secret.js`), and is loaded where one is paired.

import { el, say, section, svg, t } from "./dom.js";

const LANDS = { A: [50, 62], B: [31, 47], C: [69, 47], D: [19, 26], E: [50, 15], F: [81, 26] };
const SIGNS = new Set(["take", "bunt", "steal", "hit-and-run", "no-sign"]);
const GESTURES = { // a bat at rest; a bat held across; a dash to a base; a swing and a dash; an empty hand
  take: ["M24 8 L38 42", "M48 12 V38", "M60 12 V38"], bunt: ["M12 30 H56"], steal: ["M8 16 H34 M14 25 H40 M8 34 H34", "M58 11 L72 25 L58 39 L44 25 Z"],
  "hit-and-run": ["M10 40 L36 14", "M44 34 H70 M62 26 L70 34 L62 42"], "no-sign": ["M40 8 A17 17 0 1 1 39.9 8 Z", "M28 37 L52 13"],
};
const BALLS = { bunt: { cx: 66, cy: 20, r: 6 }, "hit-and-run": { cx: 50, cy: 12, r: 6 } };
const RESULTS = ["more", "equal", "less"];
const SHEET = "/static/hands.css";

const sideName = (state, side) => state.names?.[side] ?? state.setup[side].name;
const color = (state, side) => state.setup[side].color.toLowerCase();
const batting = (state) => (state.half === "top" ? "away" : "home");
const fielding = (state) => (state.half === "top" ? "home" : "away");

/** The back of a card or glove: nothing of what is on its other side. */
export const back = (kind = "card", ...words) => el("div", { class: `back ${kind}` }, words);

/** The zones that a card tests, drawn: the one before the plate, two in the infield, three in the outfield. */
function zones(tests) {
  const spots = Object.entries(LANDS).map(([zone, [x, y]]) => {
    const times = tests.filter((each) => each === zone).length;
    return svg("g", { class: times ? "tested" : null }, svg("circle", { cx: x, cy: y, r: 9.5 }),
      svg("text", { x, y: y + 4 }, times > 1 ? `${times}×` : zone));
  });
  return svg("svg", { class: "card-zones", viewBox: "0 0 100 82", "aria-hidden": "true" },
    svg("path", { class: "fair", d: "M50 80 L2 32 A68 68 0 0 1 98 32 Z" }),
    svg("path", { class: "infield", d: "M50 80 L23 53 A38 38 0 0 1 77 53 Z" }), spots);
}

/** What is on a card. */
export function cardFace(card) {
  const results = card.results.map((result, index) => el("div", { class: RESULTS[index] },
    el("dt", {}, t(`roll-${RESULTS[index]}`)), el("dd", {}, result)));
  return el("div", { class: `face ${card.kind}` }, el("b", {}, card.said), el("small", {}, t(`kind-${card.kind}`)), zones(card.tests),
    el("span", { class: "unseen" }, t("tests", { zones: card.tests.join(", ") })), el("dl", {}, results));
}

/** A sign as a coach gives it. */
export function signFace(said, call) {
  const strokes = GESTURES[call].map((d) => svg("path", { d }));
  const drawn = svg("svg", { class: "gesture", viewBox: "0 0 80 50", "aria-hidden": "true" }, strokes, BALLS[call] && svg("circle", { class: "full", ...BALLS[call] }));
  return el("div", { class: "face sign" }, drawn, el("b", {}, said));
}

/** What is on a glove: its number, the one on its other side, and the ball of those two that have it. */
export function gloveFace({ value, other, red, icon }) {
  return el("span", { class: `glove ${red ? "red" : "white"}`, "aria-hidden": "true" }, el("b", {}, value),
    el("small", { class: red ? "white" : "red" }, other), icon && el("i"));
}

/** The zones with what lies on each; ``lying(zone)`` is what is drawn there. */
export const board = (lying, properties = {}) => el("div", { class: "zones-board", ...properties },
  Object.keys(LANDS).map((zone) => el("div", { class: `zone zone-${zone.toLowerCase()}` }, lying(zone))));

/** What lies on the table; ``own`` shows this phone's own hand, once it is paired. */
export class Hands {
  #before = null;
  #sign = null;
  #own = null;

  /** ``slot`` is where the table is shown, ``ownSlot`` where the hand is; ``onUnpaired`` as the controls have it. */
  constructor({ slot, ownSlot, onUnpaired }) {
    [this.ownSlot, this.onUnpaired] = [ownSlot, onUnpaired];
    this.offence = el("div", { class: "place" });
    this.defence = el("div", { class: "place" });
    this.said = el("p", { class: "unseen", "aria-live": "polite" });
    this.node = section(t("on-the-table"), "table-top", this.places = el("div", { class: "places" }, this.offence, this.defence), this.said);
    slot.replaceChildren(this.node);
  }

  async show(state, role) {
    const cards = state.setup.rules === "rallybird";
    this.node.hidden = state.over || (!cards && !state.hands.played.includes(batting(state)));
    if (cards) this.#cards(state);
    else this.#signs(state);
    this.#before = state;
    if (!role) return this.#unseat();
    this.#own ??= import("./secret.js").then(({ OwnHands }) => new OwnHands(this.ownSlot, this.onUnpaired));
    return (await this.#own).show(state, role);
  }

  #unseat() {
    this.#own = null;
    this.ownSlot.replaceChildren();
  }

  #cards(state) {
    const { card, gloves } = state.hands, [bats, fields] = [batting(state), fielding(state)];
    const isNew = (key, has) => (has && this.#before && !has(this.#before.hands) ? " revealed" : "");
    const shown = card && el("div", { class: `card-slot${isNew("card", (hands) => hands?.card)}` }, cardFace(card));
    this.#put(this.offence, state, bats, shown ?? this.#hidden(state, bats), card && t("card-of", { team: sideName(state, bats), card: card.said }));
    const laid = gloves.length && board((zone) => this.#lying(gloves, card, zone), { class: `zones-board${isNew("gloves", (hands) => hands?.gloves.length)}` });
    this.#put(this.defence, state, fields, laid || this.#hidden(state, fields, true), gloves.length && t("gloves-of", { team: sideName(state, fields) }));
    this.places.classList.toggle("shown", Boolean(card || gloves.length));
    say(this.said, card && gloves.length ? t("card-of", { team: sideName(state, bats), card: card.said }) : "");
  }

  #lying(gloves, card, zone) {
    const glove = gloves.find((each) => each.zone === zone);
    const words = glove ? t("glove-here", { zone, value: glove.value, other: glove.other }) : zone;
    return el("span", { role: "img", "aria-label": words, class: card?.tests.includes(zone) ? "tested" : null },
      glove ? gloveFace(glove) : el("span", { class: "letter" }, zone));
  }

  /** A sign is seen from its pitch until the next one is given. */
  #signs(state) {
    const bats = batting(state), { cause } = state;
    if (state.hands.chosen.length) this.#sign = null;
    else if (cause?.type === "call" && SIGNS.has(cause.call)) this.#sign = { call: cause.call, said: state.told };
    const shown = this.#sign && el("div", { class: "card-slot revealed" }, signFace(this.#sign.said, this.#sign.call));
    this.#put(this.offence, state, bats, shown ?? this.#hidden(state, bats), this.#sign?.said);
    this.defence.replaceChildren();
  }

  #hidden(state, side, gloves = false) {
    const chosen = state.hands.chosen.includes(side);
    if (gloves) return board(() => (chosen ? back("glove") : el("span", { class: "empty" })), { class: "zones-board" });
    return el("div", { class: "card-slot" }, chosen ? back() : el("div", { class: "empty" }));
  }

  #put(place, state, side, thing, shown) {
    const due = state.hands.due.includes(side), chosen = state.hands.chosen.includes(side);
    const team = sideName(state, side);
    const words = shown || (chosen ? t("face-down", { team }) : due ? t("is-choosing", { team }) : team);
    place.dataset.color = color(state, side);
    place.replaceChildren(el("p", {}, el("span", { class: "swatch" }), words), thing);
  }
}

document.head.append(el("link", { rel: "stylesheet", href: SHEET }));
