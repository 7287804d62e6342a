// The play by play: what was said of each line of the record, newest first, under its half-inning.

import { api, el, reach, section, t } from "../lib/dom.js";

const AMENDABLE = new Set(["die", "chip", "roll", "move", "skip", "ball", "hold", "call", "press", "set", "end"]);
const SHOWN = 60;
const PAST = new Set(["undo", "redo"]);

/** Whether a line makes earlier ones read otherwise. */
export const rewrites = (cause) => cause?.type === "amend" || PAST.has(cause?.button);

/** Whether there is something to look at: what a play did, and what the camera saw of it. */
export const reviewable = ({ cause }) => Boolean(cause) && AMENDABLE.has(cause.type) && !PAST.has(cause.button);

/** Whether a play can be put right: an amendment itself is taken back by UNDO, and what was taken back is past that. */
export const amendable = (state) => reviewable(state) && state.stands !== "undone";

/** All states of a game, each with its line (`cause`) and what was said of it (`told`). */
export async function fetchStates(game) {
  const answer = await reach(api(`games/${game}/states`, { told: 1 }));
  if (!answer.ok) throw new Error((await answer.json()).error);
  return (await answer.text())
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The list; ``onPick(state)`` is called with the play that was tapped, where it can be put right. */
export class Plays {
  #states = [];
  #onPick;
  #most;
  #picksAll;
  #since = Infinity;
  #drawn = new Map();

  /** ``picksAll``: every play can be tapped, and not only what can be put right. */
  constructor({ onPick = null, most = SHOWN, picksAll = false } = {}) {
    [this.#onPick, this.#most, this.#picksAll] = [onPick, most, picksAll];
    this.list = el("ol", {
      class: "plays-list",
      reversed: true,
      tabindex: 0,
      onkeydown: (event) => this.#move(event),
      onfocusin: ({ target }) => target.closest("button") && this.#stop(target),
    });
    this.hint = el("p", { class: "hint" });
    this.earlier = el(
      "button",
      { type: "button", class: "quiet earlier", hidden: true, onclick: () => this.#more() },
      t("earlier-plays"),
    );
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
    const now = this.#drawn.get(Math.max(...lines));
    for (const item of this.#drawn.values()) item.toggleAttribute("aria-current", item === now);
    now?.setAttribute("aria-current", "true");
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** No more of them than at first, as of another game. */
  fold() {
    this.#since = Infinity;
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
    let half = "";
    this.#drawn = new Map();
    told.forEach((state, index) => {
      // A play that ends a half-inning belongs to the one that it ended.
      const was = told[index + 1] ?? all[first - 1] ?? state;
      const now = t(was.half, { inning: was.inning });
      if (now !== half) items.push(el("li", { class: "half" }, el("h3", {}, now)));
      half = now;
      items.push(this.#item(state));
      this.#drawn.set(state.line, items[items.length - 1]);
      for (const added of [...(state.added ?? [])].reverse()) items.push(missed(added));
    });
    const held = this.list.contains(document.activeElement) && document.activeElement;
    const line = [...drawn].find(([, item]) => item.contains(held || null))?.[0];
    this.list.replaceChildren(...(items.length ? items : [el("li", { class: "none" }, t("no-plays"))]));
    const again = this.#drawn.get(line)?.querySelector("button");
    this.#stop(again);
    if (held && !held.isConnected) (again ?? this.list).focus({ preventScroll: true });
  }

  get #buttons() {
    return [...this.list.querySelectorAll("button")];
  }

  /** Tab comes to one play alone, the newest or the one that it left; from there the arrow keys go on. */
  #stop(play) {
    const [newest] = this.#buttons,
      here = play ?? newest;
    for (const each of this.#buttons) each.tabIndex = each === here ? 0 : -1;
    this.list.tabIndex = here ? -1 : 0;
  }

  #move(event) {
    const plays = this.#buttons,
      at = plays.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: plays.length - 1 }[event.key];
    if (at < 0 || !plays[to]) return;
    event.preventDefault();
    plays[to].focus();
  }

  /** Who said it. Cards are set aside by chance, whoever deals; who committed to a card chose it, whoever shows it. */
  #by({ line, cause }) {
    if (cause?.by !== "box" || cause.type !== "call") return cause?.by;
    if (cause.call.startsWith("aside ")) return null;
    if (!cause.call.startsWith("card ")) return cause.by;
    const commits = (state) => state.line < line && !state.refused && state.cause?.call?.startsWith("commit ");
    return lastOf(this.#states, commits)?.cause.by ?? cause.by;
  }

  #item(state) {
    const by = this.#by(state);
    const text = [
      el(
        "span",
        {
          class: "mark",
          "data-cause": state.cause?.type,
          "data-color": state.cause?.color?.toLowerCase(),
          "aria-hidden": "true",
        },
        mark(state.cause),
      ),
      el("span", {}, words(state), by && by !== "camera" && el("small", {}, ` ${t(`by-${by}`)}`)),
    ];
    const kind = state.stands ?? (state.refused ? "refused" : null);
    if (!this.#onPick || !(this.#picksAll || amendable(state))) {
      return el("li", { class: kind }, el("p", { class: "play" }, text));
    }
    return el(
      "li",
      { class: kind },
      el(
        "button",
        {
          type: "button",
          class: "play",
          "aria-haspopup": this.#picksAll ? null : "dialog",
          onclick: () => this.#onPick(state),
        },
        text,
      ),
    );
  }
}

/** Keeps the list of the game in play whole; ``onWhole`` is called with what was said last, once it is. */
export class LivePlays {
  #plays;
  #onWhole;
  #game = null;
  #wanted = null;
  #isFetching = false;

  constructor(plays, onWhole) {
    [this.#plays, this.#onWhole] = [plays, onWhole];
  }

  /** The list goes on; where it has a gap, or lines read otherwise now, it is fetched whole, and again if need be. */
  async follow(state, isAnother) {
    const { game, number } = state,
      plays = this.#plays;
    this.#game = game;
    const isOne = !isAnother && !rewrites(state.cause);
    const follows = isOne && (plays.add({ ...state, line: number }) || number === plays.last);
    if (follows && !this.#isFetching) return; // a list that is on its way may be from before this line
    this.#wanted = { game, number };
    if (this.#isFetching) return;
    this.#isFetching = true;
    for (let wanted = null; wanted !== this.#wanted; ) {
      wanted = this.#wanted;
      const states = await fetchStates(wanted.game).catch(() => null);
      if (states && this.#game === wanted.game) plays.replace(states);
    }
    this.#isFetching = false;
    this.#onWhole(plays.told);
  }
}

/** The last one that is so. Browsers have `findLast` of late only, and TVs have browsers of some years ago. */
const lastOf = (states, isSo) => [...states].reverse().find(isSo);

const GONE = new Set(["undone", "unfit", "taken-out"]);

/** What is said of a play: struck out where it no longer counts, and marked where it was put right. */
function words({ told, refused, stands }) {
  if (!stands) return told || refused;
  const note = el("small", { class: "stands" }, ` ${t(`stands-${stands}`, { why: refused })}`);
  return [GONE.has(stands) ? el("s", {}, told) : told, note];
}

/** A play that was missed, and added since. */
const missed = (said) =>
  el(
    "li",
    { class: "put-right" },
    el(
      "p",
      { class: "play" },
      el("span", { class: "mark", "aria-hidden": "true" }, "✎"),
      el("span", {}, said, el("small", { class: "stands" }, ` ${t("stands-added")}`)),
    ),
  );

/** What was thrown, as it lies there. */
export function mark(cause) {
  if (cause?.type === "die") return String(cause.value);
  if (cause?.type === "chip") return cause.face === "hit" ? "◉" : "○";
  if (cause?.type === "roll") return cause.values.join(" ");
  return { press: "■", set: "✎", amend: "✎" }[cause?.type] ?? "›";
}
