// Buttons that send a line: held, hovered or reached by the keyboard one says what it would do.

import { button, el, isReturning, say, t } from "../lib/dom.js";
import { dry } from "../lib/send.js";
import { askFirst } from "./control_sheets.js";

const HOLD_MS = 450;

/** Makes the buttons, and has the line below them that says what one would do. */
export class LineButtons {
  #state = null;
  #sender;

  constructor(sender) {
    this.#sender = sender;
    this.hint = el("p", { class: "hint", "aria-live": "polite" }, t("hold-hint"));
  }

  follow(state, hasMoved) {
    this.#state = state;
    if (hasMoved) say(this.hint, t("hold-hint"));
  }

  /** A button; one that brings what its name does not say ``asks`` first. */
  make(words, line, properties, asks = false) {
    let timer = null,
      isHeld = false;
    const forecast = () => this.#forecast(words, line);
    const release = () => clearTimeout(timer);
    const tapped = () => {
      if (!isHeld) asks ? askFirst(words, line, this.#sender) : this.#sender.send(line);
      isHeld = false;
    };
    return button(words, tapped, {
      ...properties,
      onpointerdown: () => {
        isHeld = false;
        timer = setTimeout(() => {
          isHeld = true;
          forecast();
        }, HOLD_MS);
      },
      onpointerup: release,
      onpointerleave: release,
      onpointercancel: release,
      oncontextmenu: (event) => event.preventDefault(),
      onpointerenter: (event) => event.pointerType === "mouse" && forecast(),
      onfocus: (event) => !isReturning && event.target.matches(":focus-visible") && forecast(),
    });
  }

  /** Say below the buttons what one would do, if play is still there by then. */
  async #forecast(words, line) {
    const state = this.#state,
      would = await dry(line);
    const comes = would.refused ?? [would.told || would.said, ...(would.effects ?? [])].join(" ");
    if (state === this.#state) say(this.hint, `${words}: ${comes}`);
  }
}
