// The play by play: what was said of each line of the record, newest first, under its half-inning.

import { button, el, section, t } from "../lib/dom.js";
import { amendable, isTakenBack, lastOf, rewrites, saidBy } from "./lines.js";
import { addedRow, foldRow, playRow } from "./play_row.js";

const SHOWN = 60;

/** The list; ``onPick(state)`` is called with the play that was tapped, where it can be put right. */
export class Plays {
  #states = [];
  #onPick;
  #most;
  #picksAll;
  #since = Infinity;
  #drawn = new Map();
  #folds = new Map();
  #unfolded = new Set();

  /** ``picksAll``: every play can be tapped, and not only what can be put right. */
  constructor({ onPick = null, most = SHOWN, picksAll = false } = {}) {
    [this.#onPick, this.#most, this.#picksAll] = [onPick, most, picksAll];
    this.list = el("ol", { class: "plays-list", reversed: true });
    this.focus = new RovingFocus(this.list);
    this.hint = el("p", { class: "hint" });
    this.earlier = button(t("earlier-plays"), () => this.#more(), { class: "quiet earlier", hidden: true });
    this.node = section(t("plays"), "plays", this.hint, this.list, this.earlier);
  }

  get last() {
    return this.#states[this.#states.length - 1]?.line ?? 0;
  }

  replace(states) {
    this.#states = states;
    this.#draw();
  }

  /** One more; false where it does not follow on the last. */
  add(state) {
    if (state.line !== this.last + 1) return false;
    this.#states.push(state);
    this.#draw();
    return true;
  }

  /** Mark the play of that line, or the last one before it, and have it in sight. */
  mark(line) {
    const lines = [...this.#drawn.keys()].filter((drawn) => drawn <= line);
    const last = this.#drawn.get(Math.max(...lines)),
      now = last?.hidden ? this.#folds.get(last) : last;
    for (const item of [...this.#drawn.values(), ...this.#folds.values()]) item.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "true");
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** No more of them than at first, as of another game. */
  fold() {
    this.#since = Infinity;
    this.#unfolded.clear();
  }

  /** What was said last. */
  get told() {
    return lastOf(this.#states, (state) => state.told)?.told ?? "";
  }

  /** ``hint``: what a tap on a play does. */
  pickable(onPick, hint) {
    this.hint.textContent = hint;
    this.#onPick = onPick;
    this.#draw();
  }

  /** The plays with words, the oldest first, and which of them is the first that is drawn. */
  #told() {
    const told = this.#states.filter((state) => state.told || state.refused);
    const since = told.findIndex((state) => state.line >= this.#since);
    const most = Math.max(0, told.length - this.#most);
    return [told, since < 0 ? most : Math.min(since, most)];
  }

  /** One inning more: the list stays short until somebody asks. */
  #more() {
    const [told, first] = this.#told();
    const begun = (index) => (told[index - 1] ?? told[index]).inning; // in which the play was made
    let from = first - 1;
    while (from > 0 && begun(from - 1) === begun(first - 1)) from -= 1;
    this.#since = told[from].line;
    const height = this.list.scrollHeight;
    this.#draw();
    this.list.scrollTop = height - this.list.clientHeight / 2; // where the ones that came begin
    if (this.earlier.hidden) this.list.focus({ preventScroll: true });
  }

  #draw() {
    const [all, first] = this.#told();
    const told = all.slice(first).reverse();
    this.earlier.hidden = first === 0;
    const items = [],
      drawn = this.#drawn;
    let half = "",
      takenBack = [];
    this.#drawn = new Map();
    this.#folds = new Map();
    told.forEach((state, index) => {
      // A play that ends a half-inning belongs to the one that it ended.
      const was = told[index + 1] ?? all[first - 1] ?? state;
      const now = t(was.half, { inning: was.inning });
      if (now !== half) items.push(el("li", { class: "half" }, el("h3", {}, now)));
      const row = this.#row(state);
      if (!isTakenBack(state) || now !== half) takenBack = [];
      if (isTakenBack(state) && !takenBack.length) items.push(takenBack);
      if (isTakenBack(state)) takenBack.push([state, row]);
      half = now;
      items.push(row);
      this.#drawn.set(state.line, row);
      for (const added of [...(state.added ?? [])].reverse()) items.push(addedRow(added));
    });
    const held = this.list.contains(document.activeElement) && document.activeElement;
    const line = [...drawn].find(([, item]) => item.contains(held || null))?.[0];
    const nodes = items.map((item) => (Array.isArray(item) ? this.#fold(item) : item));
    this.list.replaceChildren(...(nodes.length ? nodes : [el("li", { class: "none" }, t("no-plays"))]));
    const again = this.#drawn.get(line)?.querySelector("button");
    this.focus.stop(again);
    if (held && !held.isConnected) (again ?? this.list).focus({ preventScroll: true });
  }

  /** The row that stands for plays that were taken back; they are seen once it is tapped. */
  #fold(takenBack) {
    const first = takenBack[takenBack.length - 1][0].line,
      count = takenBack.filter(([{ cause, stands }]) => stands === "undone" && !rewrites(cause)).length;
    const show = (isOpen) => {
      for (const [, row] of takenBack) row.hidden = !isOpen;
      fold.firstChild.setAttribute("aria-expanded", String(isOpen));
      this.#unfolded[isOpen ? "add" : "delete"](first);
    };
    const fold = foldRow(count, false, () => show(!this.#unfolded.has(first)));
    for (const [, row] of takenBack) this.#folds.set(row, fold);
    show(this.#unfolded.has(first));
    return fold;
  }

  #row(state) {
    const isPicked = this.#onPick && (this.#picksAll || amendable(state));
    return playRow(state, {
      by: saidBy(state, this.#states),
      onPick: isPicked ? this.#onPick : null,
      opens: this.#picksAll ? null : "dialog",
    });
  }
}

/** Tab comes to one button of a list alone, the first or the one that it left; from there the arrow keys go on. */
class RovingFocus {
  #list;

  constructor(list) {
    this.#list = list;
    list.tabIndex = 0;
    list.addEventListener("keydown", (event) => this.#move(event));
    list.addEventListener("focusin", ({ target }) => target.closest("button") && this.stop(target));
  }

  get #buttons() {
    return [...this.#list.querySelectorAll("li:not([hidden]) > button")];
  }

  /** Tab comes to this button, else to the first. */
  stop(button) {
    const buttons = this.#buttons,
      here = button ?? buttons[0];
    for (const each of buttons) each.tabIndex = each === here ? 0 : -1;
    this.#list.tabIndex = here ? -1 : 0;
  }

  #move(event) {
    const buttons = this.#buttons,
      at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || !buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
  }
}
