// The throws that are due and may be entered by hand, as when the camera is off.

import { button, el, renew, t } from "../lib/dom.js";
import { placeOf, stillHolds } from "../lib/send.js";
import { askThrow } from "./control_sheets.js";
import { group } from "./offers.js";

const THROWN = new Set(["die", "chip", "roll"]);

/** A button for each throw that is due; it opens a sheet with the pad. */
export class ThrowsByHand {
  #state = null;
  #entering = null; // which throw, on which sheet, and the last state that it is due in
  #sender;

  constructor(sender) {
    this.#sender = sender;
    this.node = el("div", { class: "offers throws" });
  }

  show(state) {
    this.#state = state;
    if (!this.#sender.isBusy) this.leave();
    const throws = state.offers.throws.map((thrown) => this.#button(thrown));
    renew(this.node, group(t("by-hand"), throws));
  }

  /** A throw that the camera has read meanwhile, or another phone has sent, is not asked for any longer: it would be
   * scored twice. */
  leave() {
    const { sheet, what, seen } = this.#entering ?? {},
      state = this.#state;
    if (!sheet?.open) return;
    if (stillHolds(seen, state) && state.offers.throws.some((thrown) => thrown.what === what)) {
      this.#entering.seen = state;
      return;
    }
    sheet.close();
    this.#sender.tell(THROWN.has(state.cause?.type) ? t("throw-is-in") : t("overtaken"));
  }

  #button(thrown) {
    const color = thrown.what.toLowerCase();
    const thing = el("span", { class: "thing", "aria-hidden": "true", "data-thing": thrown.what, "data-color": color });
    const properties = { class: "offer thrown", "aria-haspopup": "dialog", "data-color": color };
    return button([thing, thrown.said], () => this.#enter(thrown), properties);
  }

  #enter(thrown) {
    const seen = this.#state;
    const sheet = askThrow(thrown, async (line) => {
      const at = placeOf(this.#entering.seen).expect;
      if (await this.#sender.send(line, "lines", { at })) sheet.close();
    });
    this.#entering = { sheet, what: thrown.what, seen };
    this.leave();
  }
}
