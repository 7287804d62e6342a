// The play by play: what was said of each line of the record, newest first, under its half-inning.

import { api, el, section, t } from "./dom.js";

const AMENDABLE = new Set(["die", "chip", "roll", "move", "skip", "ball", "hold", "call", "press"]);
const SHOWN = 60;
const PAST = new Set(["undo", "redo"]);

/** Whether a line makes earlier ones read otherwise. */
export const rewrites = (cause) => cause?.type === "amend" || PAST.has(cause?.button);

/** Whether a line can be put right: a correction itself is taken back by UNDO. */
export const amendable = (cause) => Boolean(cause) && AMENDABLE.has(cause.type) && !PAST.has(cause.button);

/** All states of a game, each with its line (`cause`) and what was said of it (`told`). */
export async function fetchStates(game) {
  const answer = await fetch(api(`games/${game}/states`, { told: 1 }));
  if (!answer.ok) throw new Error((await answer.json()).error);
  return (await answer.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** The list; ``onPick(state)`` is called with the play that was tapped, where it can be put right. */
export class Plays {
  #states = [];
  #onPick;
  #most;
  #picksAll;
  #drawn = new Map();

  /** ``picksAll``: every play can be tapped, and not only what can be put right. */
  constructor({ onPick = null, most = SHOWN, picksAll = false } = {}) {
    [this.#onPick, this.#most, this.#picksAll] = [onPick, most, picksAll];
    this.list = el("ol", { class: "plays-list", reversed: true, tabindex: 0 });
    this.hint = el("p", { class: "hint" });
    this.node = section(t("plays"), "plays", this.hint, this.list);
  }

  get last() {
    return this.#states.at(-1)?.line ?? 0;
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
    const now = this.#drawn.get(Math.max(...lines));
    for (const item of this.#drawn.values()) item.toggleAttribute("aria-current", item === now);
    now?.setAttribute("aria-current", "true");
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** What was said last. */
  get told() {
    return this.#states.findLast((state) => state.told)?.told ?? "";
  }

  /** ``hint``: what a tap on a play does. */
  pickable(onPick, hint) {
    this.hint.textContent = hint;
    this.#onPick = onPick;
    this.#draw();
  }

  #draw() {
    const told = this.#states.filter((state) => state.told || state.refused).slice(-this.#most).reverse();
    const items = [];
    let half = "";
    this.#drawn.clear();
    told.forEach((state, index) => {
      const was = told[index + 1] ?? state; // a play that ends a half-inning belongs to the one that it ended
      const now = t(was.half, { inning: was.inning });
      if (now !== half) items.push(el("li", { class: "half" }, el("h3", {}, now)));
      half = now;
      items.push(this.#item(state));
      this.#drawn.set(state.line, items.at(-1));
    });
    this.list.replaceChildren(...(items.length ? items : [el("li", { class: "none" }, t("no-plays"))]));
  }

  /** Who said it. Cards are set aside by chance, whoever deals; and who committed to a card chose it, whoever shows it. */
  #by({ line, cause }) {
    if (cause?.by !== "box" || cause.type !== "call") return cause?.by;
    if (cause.call.startsWith("aside ")) return null;
    if (!cause.call.startsWith("card ")) return cause.by;
    const commits = (state) => state.line < line && !state.refused && state.cause?.call?.startsWith("commit ");
    return this.#states.findLast(commits)?.cause.by ?? cause.by;
  }

  #item(state) {
    const by = this.#by(state);
    const text = [el("span", { class: "mark", "data-cause": state.cause?.type, "data-color": state.cause?.color?.toLowerCase(), "aria-hidden": "true" },
      mark(state.cause)), el("span", {}, state.told || state.refused, by && by !== "camera" && el("small", {}, ` ${t(`by-${by}`)}`))];
    const kind = state.refused ? "refused" : null;
    if (!this.#onPick || !(this.#picksAll || amendable(state.cause))) {
      return el("li", { class: kind }, el("p", { class: "play" }, text));
    }
    return el("li", { class: kind }, el("button", { type: "button", class: "play",
      "aria-haspopup": this.#picksAll ? null : "dialog", onclick: () => this.#onPick(state) }, text));
  }
}

/** What was thrown, as it lies there. */
export function mark(cause) {
  if (cause?.type === "die") return String(cause.value);
  if (cause?.type === "chip") return cause.face === "hit" ? "◉" : "○";
  if (cause?.type === "roll") return cause.values.join(" ");
  return { press: "■", set: "✎", amend: "✎" }[cause?.type] ?? "›";
}
