// The pad of what is due, always open: one tap a die. Its keys stay where they are from one throw to the next of its
// kind; while one is on its way, and as long as a finger may bounce, they rest.

import { button, colorWord, el, renew, t } from "../lib/dom.js";
import { stillHolds } from "../lib/send.js";
import { columnsOf, D6, rollOf, rowsOfDie } from "./pad.js";

const BOUNCE_MS = 250;
const TEN = 10;
const FACES = { h: "hit", o: "out" };

/** Shows what may be thrown, answered or chosen now. */
export class DuePad {
  #kind = "";
  #thrown = null;
  #seen = null;
  #pressed = null;
  #values = [];
  #isBusy = false;
  #bounce = null;
  #on;

  /** ``onThrow(line)`` is called with a whole throw, ``onGone`` where it was for one that is due no longer. */
  constructor({ onThrow, onGone }) {
    this.#on = { onThrow, onGone };
    this.node = el("div", { class: "pad", role: "group", onpointerdown: () => (this.#pressed = this.#seen) });
  }

  /** The keys of a throw. */
  wait(thrown, state) {
    const { what, said, faces, dice, colors } = thrown;
    const isNew = !this.#seen || what !== this.#thrown?.what || !stillHolds(this.#seen, state);
    const isLost = isNew && this.#values.length > 0 && !this.#isBusy;
    [this.#thrown, this.#seen] = [thrown, state];
    const rows = dice ? [...Array(dice).keys()] : [0];
    const many = dice && faces > D6 ? ` many of-${faces}` : "";
    if (this.#become(what === "chip" ? "chip" : dice ? `dice-${dice}${many}` : "die", said, what)) {
      this.node.style.setProperty("--columns", columnsOf(faces, dice));
      this.node.style.setProperty("--die-rows", rowsOfDie(faces, dice));
      const keys = rows.map((die) => (what === "chip" ? this.#faces() : this.#row(die, faces, dice, colors[die])));
      renew(this.node, keys.flat());
    }
    if (isNew) this.#forget();
    if (isLost) this.#on.onGone();
  }

  /** What a throw may be that was not read for sure. */
  ask({ asked }, words, buttons) {
    this.#put(`asked ${asked.id}`, words, buttons, asked.what);
  }

  /** What else goes on now. */
  offer(buttons, words) {
    this.#put("offered", words, buttons);
  }

  /** Have the keys rest while something is on its way. */
  rest(isBusy) {
    this.#isBusy = isBusy;
    this.#show();
  }

  /** A key of a keyboard; whether it was one of the throw that is due. */
  typed(key) {
    const { what, dice, faces } = this.#thrown ?? {};
    if (what === "chip") {
      const face = FACES[key.toLowerCase()];
      if (face) this.#throw({ type: "chip", face });
      return Boolean(face);
    }
    const value = key === "0" ? TEN : Number(key);
    if (!Number.isInteger(value) || value < 1 || value > faces || key === "10") return false;
    const next = [...Array(dice || 1).keys()].find((die) => !this.#values[die]) ?? dice - 1;
    this.#pick(next, value);
    return true;
  }

  #put(kind, words, buttons, what = null) {
    this.#forget();
    this.#thrown = this.#seen = null;
    this.#become(kind, words, what);
    renew(this.node, buttons);
  }

  /** Take on a kind of keys; whether it is another one. */
  #become(kind, words, what = null) {
    this.node.setAttribute("aria-label", words);
    if (what) this.node.dataset.color = what.toLowerCase();
    else delete this.node.dataset.color;
    if (kind === this.#kind) return false;
    this.#kind = kind;
    this.node.className = `pad ${kind.startsWith("asked") ? "asked" : kind}`;
    return true;
  }

  #row(die, faces, dice, color) {
    const keys = [...Array(faces).keys()].map((index) =>
      this.#key(String(index + 1), () => this.#pick(die, index + 1)),
    );
    const label = color ? colorWord(color) : t("die-number", { number: die + 1 });
    const seen = dice > 1 && el("span", { class: "die-number", "aria-hidden": "true" }, label);
    return dice ? el("div", { class: "die-row", role: "group", "aria-label": label }, seen, keys) : keys;
  }

  #faces() {
    const side = (value) =>
      this.#key(t(value), () => this.#throw({ type: "chip", face: value }), { "data-face": value });
    return Object.values(FACES).map(side);
  }

  /** A key that a finger reached before play went on is not pressed for what it is for now. */
  #key(words, pick, properties = {}) {
    const tapped = ({ detail }) => {
      const pressed = detail ? this.#pressed : null;
      this.#pressed = null;
      if (detail && this.#rests) return;
      if (pressed && !stillHolds(pressed, this.#seen)) this.#on.onGone();
      else pick();
    };
    return button(words, tapped, { class: "key", ...properties });
  }

  #pick(die, value) {
    const { what, dice } = this.#thrown;
    if (!dice) return this.#throw({ type: "die", color: what, value });
    this.#values[die] = value;
    for (const key of this.node.children[die].querySelectorAll("button"))
      key.setAttribute("aria-pressed", String(key.textContent === String(value)));
    if (this.#values.filter(Boolean).length === dice) this.#throw(rollOf([...this.#values], this.#thrown.faces));
    return null;
  }

  #throw(line) {
    clearTimeout(this.#bounce);
    this.#bounce = setTimeout(() => {
      this.#bounce = null;
      this.#show();
    }, BOUNCE_MS);
    this.#show();
    this.#on.onThrow(line);
  }

  #forget() {
    this.#values = [];
    for (const key of this.node.querySelectorAll("[aria-pressed]")) key.removeAttribute("aria-pressed");
  }

  get #rests() {
    return this.#isBusy || this.#bounce !== null;
  }

  #show() {
    this.node.setAttribute("aria-disabled", String(this.#rests));
  }
}
