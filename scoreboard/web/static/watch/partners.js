// What each of two partners does now; and what the person of this phone is to do, in one big sentence.
// Whose phone it is stays on it: nothing of that is sent, so a guest's may be told, too.

import { button, el, named, say, styled, t } from "../lib/dom.js";
import { name, team } from "./board.js";

const SIDES = ["away", "home"];
const SHEET = "/static/watch/partners.css";
const KEPT = "stadium-player";
const NOBODY = {};

/** The players of both teams; ``board`` is the one of a TV, which nobody holds: its players stand in the park. */
export class Partners {
  #whose = kept();
  #state = null;
  #shown = "";

  constructor(slot, board = null) {
    this.said = el("p", { class: "yours", "aria-live": "polite", hidden: true });
    this.teams = el("div", { class: "teams" });
    this.summary = el("summary");
    this.choice = el("details", { class: "whose" }, this.summary, this.teams);
    slot.replaceChildren(...(board ? [this.teams] : [this.said, this.choice]));
    this.held = !board;
    if (!board) return;
    board.lineup.after(slot);
    slot.classList.add("all");
  }

  show(state) {
    this.#state = state;
    const own = this.held && this.#find(state);
    this.#tell(own, state);
    const shown = JSON.stringify([state.partners, state.names, state.setup, own]);
    if (shown === this.#shown) return; // a button that is made anew under a finger, or under the keyboard, is lost
    this.#shown = shown;
    this.summary.replaceChildren(...this.#titled(own));
    const focused =
      this.choice.open &&
      this.teams.contains(document.activeElement) &&
      [...this.teams.querySelectorAll("button")].indexOf(document.activeElement);
    this.teams.replaceChildren(
      ...SIDES.filter((side) => state.partners[side].length).map((side) => this.#team(state, side, own)),
      ...(this.held ? [this.#nobody()] : []),
    );
    if (focused !== false) this.teams.querySelectorAll("button")[focused]?.focus();
  }

  /** The one sentence; it is read aloud as it changes. */
  #tell(own, state) {
    this.said.hidden = !own;
    if (!own) return say(this.said, "");
    this.said.dataset.color = team(state, own.side);
    this.said.classList.toggle("due", Boolean(own.each.throws));
    return say(this.said, own.each.said);
  }

  /** Whose phone it is, among those who play: by team and name, else by a name that only one has. */
  #find(state) {
    if (!this.#whose?.name) return null;
    const all = SIDES.flatMap((side) => state.partners[side].map((each) => ({ side, each })));
    const so = all.filter(({ each }) => each.name === this.#whose.name);
    return so.find(({ side }) => name(state, side) === this.#whose.team) ?? (so.length === 1 ? so[0] : null);
  }

  #titled(own) {
    if (!own) return [t("whose-phone")];
    const [before, after] = t("phone-of", { name: "\n" }).split("\n");
    return [before, named(own.each.name), after];
  }

  #team(state, side, own) {
    const title = el("p", {}, el("span", { class: "swatch", "aria-hidden": "true" }), named(name(state, side)));
    const people = state.partners[side].map((each) => this.#person(state, side, each, own?.each === each));
    return el(
      "div",
      { class: "team-of", "data-color": team(state, side) },
      title,
      el(
        "ul",
        { "aria-label": name(state, side) },
        people.map((each) => el("li", {}, each)),
      ),
    );
  }

  #person(state, side, each, isOwn) {
    const parts = [el("b", {}, named(each.name)), " ", el("small", {}, each.role)];
    const shape = `person${each.does === "waits" ? "" : " is-up"}${each.throws ? " due" : ""}`;
    if (!this.held) return el("span", { class: shape }, parts);
    const choose = () => this.#choose({ team: name(state, side), name: each.name });
    return button(parts, choose, { class: shape, "aria-pressed": String(isOwn) });
  }

  #nobody() {
    return button(t("nobodys"), () => this.#choose(NOBODY), {
      class: "person",
      "aria-pressed": String(this.#whose !== null && !this.#whose.name),
    });
  }

  #choose(whose) {
    this.#whose = whose;
    keep(whose);
    this.choice.open = false;
    this.show(this.#state);
    this.summary.focus();
  }
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT));
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(whose) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(whose));
  } catch {
    // a browser that keeps nothing
  }
}

await styled(SHEET);
