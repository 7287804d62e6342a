// Buttons that send a line: held, hovered or reached by the keyboard one says what it would do.

import { button, el, isReturning, say } from "../lib/dom.js";
import { dry } from "../lib/send.js";

const HOLD_MS = 450;
const sheets = () => import("./control_sheets.js");

/** How the score should be, asked in its sheet. */
export const setScore = async (sender) => (await sheets()).askScore(sender);

/** Words as a chip has them: in two lines, whose they are and what, or about as long as each other. */
export function inTwo(words) {
  const middle = words.indexOf(": ") + 1 || words.length / 2,
    gaps = [...words.matchAll(/ /g)].map(({ index }) => index);
  if (!gaps.length) return words;
  const at = gaps.reduce((best, gap) => (Math.abs(gap - middle) < Math.abs(best - middle) ? gap : best));
  return [words.slice(0, at + 1), el("br"), words.slice(at + 1)];
}

/** Makes the buttons, and has the line beside them that says what one would do. */
export class LineButtons {
  #state = null;
  #sender;
  #idle;
  #onTaken;

  /** ``idle``: what the line says else; ``onTaken`` is called when what was tapped is done. */
  constructor(sender, { idle = "", onTaken = () => {} } = {}) {
    [this.#sender, this.#idle, this.#onTaken] = [sender, idle, onTaken];
    this.hint = el("p", { class: "hint", "aria-live": "polite" }, idle);
  }

  follow(state, hasMoved) {
    this.#state = state;
    if (hasMoved) say(this.hint, this.#idle);
  }

  /** A button; one that brings what its name does not say ``asks`` first. */
  make(words, line, properties, asks = false) {
    let timer = null,
      isHeld = false;
    const forecast = () => this.#forecast(words, line);
    const release = () => clearTimeout(timer);
    const act = async () => {
      if (asks) (await sheets()).askFirst(words, line, this.#sender, this.#onTaken);
      else if (await this.#sender.send(line)) this.#onTaken();
    };
    const tapped = () => {
      if (!isHeld) act();
      isHeld = false;
    };
    return button(inTwo(words), tapped, {
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

  /** Say what one would do, if play is still there by then. */
  async #forecast(words, line) {
    const state = this.#state,
      would = await dry(line);
    const comes = would.refused ?? [would.told || would.said, ...(would.effects ?? [])].join(" ");
    if (state === this.#state) say(this.hint, `${words}: ${comes}`);
  }
}
