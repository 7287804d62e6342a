// What the camera sees of helmets and ball: drawn over the ballpark where the score has it otherwise, and said below.
// Where board and score disagree for good, who scores says which is right.

import { open } from "../lib/dialog.js";
import { button, el, say, styled, svg, t } from "../lib/dom.js";
import { at, Ballpark, lies, put } from "./ballpark.js";
import { at_bat, team } from "./board.js";

/** Draws into the ballpark ``field``, and has what is said in ``node``. ``settle(right)`` sends which is right. */
export class SeenBoard {
  #field;
  #settle;
  #sheet = null;
  #state = null;
  #told = "";
  #asked = "";

  constructor(field, settle) {
    [this.#field, this.#settle] = [field, settle];
    this.layer = svg("g", { class: "seen" });
    this.said = el("p", { class: "seen-said", role: "status", "aria-live": "polite" });
    this.because = el("p", { class: "hint" });
    this.key = el(
      "p",
      { class: "seen-key", "aria-hidden": "true" },
      key("score", t("seen-key-score")),
      key("camera", t("seen-key-camera")),
    );
    this.ask = button(t("board-which"), () => this.#open(), { class: "main", "aria-haspopup": "dialog" });
    this.node = el("div", { class: "seen-board" }, this.key, this.said, this.because, this.ask);
    field.node.append(this.layer);
  }

  /** ``mayAnswer``: whether this phone scores. */
  show(state, mayAnswer) {
    const board = state.board ?? {},
      drawn = differs(state, board);
    this.layer.replaceChildren(...drawn);
    this.key.hidden = !drawn.length;
    const told = board.out_of_step ?? "";
    say(this.said, told || (board.hint ?? ""));
    say(this.because, told ? "" : (board.because ?? ""));
    this.node.dataset.step = told ? "out" : "in";
    this.ask.hidden = !told || !mayAnswer;
    [this.#state, this.#told] = [state, told];
    if (!told) this.#sheet?.close();
    if (!mayAnswer || told === this.#asked || document.querySelector("dialog[open]")) return;
    this.#asked = told;
    if (told) this.#open();
  }

  /** One question, two answers. */
  #open() {
    const answer = (right) => async () => {
      if (await this.#settle(right)) this.#sheet?.close();
    };
    const park = new Ballpark();
    park.show(this.#state);
    park.node.append(svg("g", { class: "seen" }, differs(this.#state, this.#state.board)));
    this.#sheet = open(t("board-which"), [
      park.node,
      el("p", {}, this.#told),
      el(
        "div",
        { class: "buttons" },
        button(t("board-right"), answer("board"), { class: "main" }),
        button(t("score-right"), answer("score"), { class: "main" }),
      ),
    ]);
  }
}

/** The helmets that stand elsewhere than their runners, each with a line from where the score has him; and the ball. */
function differs(state, { helmets, unsure, ball }) {
  if (state.over || !helmets) return [];
  const men = unlike(state, helmets, unsure);
  const isElsewhere = ball !== undefined && ball !== null && String(ball) !== String(state.ball);
  return [...men, isElsewhere && lies(ball) ? ghost(lies(ball), { class: "ghost ball-seen", r: 10 }) : null].filter(
    Boolean,
  );
}

function unlike(state, helmets, unsure) {
  const color = team(state, at_bat(state));
  const own = helmets.filter((helmet) => helmet.color.toLowerCase() === color).map(({ place }) => place);
  const seen = own.filter((place) => !state.runners.includes(place)).sort(upward),
    gone = state.runners.filter((place) => ![...own, ...unsure].includes(place)).sort(upward),
    strange = helmets.filter((helmet) => helmet.color.toLowerCase() !== color);
  return [
    gone.map((place, index) => [
      seen[index] !== undefined && way(at(place), at(seen[index])),
      put(svg("circle", { class: "unseen-man", r: 15 }), at(place)),
    ]),
    seen.map((place) => ghost(at(place), { class: "ghost", "data-color": color, r: 11 })),
    strange.map((helmet) =>
      ghost(at(helmet.place), { class: "ghost", "data-color": helmet.color.toLowerCase(), r: 11 }),
    ),
  ].flat(2);
}

const upward = (one, other) => one - other;

/** What the camera sees: a dashed ring with a small camera on it. */
function ghost([x, y], { r, ...properties }) {
  const camera = svg("path", { class: "lens", d: "M-6 -4h3l1.5 -2h3l1.5 2h3v8h-12z M0 -2.5a2.5 2.5 0 1 0 .01 0z" });
  return put(svg("g", properties, svg("circle", { r }), put(camera, [r, -r])), [x, y]);
}

/** From where the score has him to where he is seen, between the two helmets. */
function way(from, to) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]),
    part = (end, other, gap) => end.map((value, index) => value + ((other[index] - value) * gap) / length);
  const [start, tip] = [part(from, to, 16), part(to, from, 13)];
  return length > 30 && svg("path", { class: "way", d: `M${start.join(" ")}L${tip.join(" ")}` });
}

const key = (kind, words) =>
  el(
    "span",
    {},
    svg(
      "svg",
      { viewBox: "-16 -16 32 32" },
      kind === "score" ? svg("circle", { class: "scored", r: 10 }) : ghost([0, 0], { class: "ghost", r: 11 }),
    ),
    words,
  );

await styled("/static/watch/seen_board.css");
