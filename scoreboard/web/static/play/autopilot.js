// A demonstration plays itself until somebody takes over, and goes on when it is let.

import { button, el, say, t } from "../lib/dom.js";
import { post } from "../lib/send.js";

const READ = "not by itself"; // of which game it has been read

/** Says whether it plays itself, with the button that changes that; why it cannot is a line that is read once. */
export class Autopilot {
  #on;
  #read = kept();
  #game = null;

  constructor(slot) {
    this.said = el("p", { role: "status" });
    this.failed = el("p", { class: "reply", role: "alert" });
    this.button = button([], () => this.#turn(), { class: "main" });
    this.close = button("×", () => this.#dismiss(), { class: "quiet close", "aria-label": t("close") });
    this.node = el("section", { class: "autopilot" }, this.said, this.button, this.close, this.failed);
    slot.replaceChildren(this.node);
  }

  show({ game, autopilot: on, not_by_itself: whyNot }) {
    this.failed.textContent = "";
    [this.#on, this.#game] = [on, String(game)];
    say(this.said, whyNot || (on ? t("plays-itself") : t("taken-over")));
    this.node.hidden = Boolean(whyNot) && this.#read === this.#game;
    this.button.hidden = Boolean(whyNot);
    this.close.hidden = !whyNot;
    this.button.className = on ? "main" : "quiet";
    this.node.classList.toggle("taken", !on);
    say(this.button, on ? t("take-over") : t("let-play"));
  }

  #dismiss() {
    this.#read = this.#game;
    this.node.hidden = true;
    keep(this.#game);
  }

  async #turn() {
    this.failed.textContent = "";
    try {
      await post("autopilot", { on: !this.#on });
    } catch (error) {
      this.failed.textContent = error.message || t("not-sent");
    }
  }
}

function kept() {
  try {
    return localStorage.getItem(READ);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(game) {
  try {
    localStorage.setItem(READ, game);
  } catch {
    // a browser that keeps nothing
  }
}
