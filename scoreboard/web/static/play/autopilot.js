// A demonstration plays itself until somebody takes over, and goes on when it is let.

import { button, el, t } from "../lib/dom.js";
import { post } from "../lib/send.js";

/** Says whether it plays itself, with the button that changes that. */
export class Autopilot {
  #on; // nothing has been shown yet

  constructor() {
    this.said = el("p", { role: "status" });
    this.failed = el("p", { class: "reply", role: "alert" });
    this.button = button([], () => this.#turn(), { class: "main" });
    this.node = el("section", { class: "autopilot" }, this.said, this.button, this.failed);
  }

  /** ``whyNot``: why nobody but people can throw in this game. */
  show(on, whyNot = "") {
    this.failed.textContent = "";
    if (on === this.#on) return;
    this.#on = on;
    this.said.textContent = whyNot || (on ? t("plays-itself") : t("taken-over"));
    this.button.hidden = Boolean(whyNot);
    this.button.className = on ? "main" : "quiet";
    this.node.classList.toggle("taken", !on);
    this.button.textContent = on ? t("take-over") : t("let-play");
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
