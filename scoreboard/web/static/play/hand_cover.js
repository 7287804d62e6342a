// The cover over a hand: a tap opens it until something is chosen or nobody looks any more; held, it is a peek and no
// more. One hand is open at a time, and none while the page is not seen.

import { stillHolds } from "../lib/send.js";

const PEEK_MS = 350;
const SEEN_MS = 90_000; // a hand that nobody looks at any more covers itself

/** Knows which hand is open, and covers it. */
export class HandCover {
  #open = null;
  #openedAt = null;
  #state = null;
  #timer = null;
  #pressed = 0;
  #on;

  /** ``onCover`` is called with the side whose hand is covered; ``onUncover`` with the one whose hand is opened, and
   * with the button under the finger, if that is what opened it. */
  constructor({ onCover, onUncover }) {
    this.#on = { onCover, onUncover };
    document.addEventListener("visibilitychange", () => document.hidden && this.cover());
    addEventListener("pagehide", () => this.cover());
    for (const lifted of ["pointerup", "pointercancel"]) addEventListener(lifted, () => this.#lift());
  }

  isOpen = (side) => this.#open === side;

  /** Whether a hand was covered because play went on: one opened for one throw is not chosen from for the next. */
  follow(state) {
    this.#state = state;
    if (this.#open === null) return false;
    const holds = stillHolds(this.#openedAt, state);
    if (holds) this.#openedAt = state;
    else this.cover();
    return !holds;
  }

  /** None is open any longer; what is seen of that is drawn by the caller. */
  close() {
    this.#open = null;
  }

  cover() {
    clearTimeout(this.#timer);
    if (this.#open === null) return;
    const side = this.#open;
    this.#open = null;
    this.#on.onCover(side);
  }

  /** What the button of a side's hand does. */
  handlers = (side) => ({
    onpointerdown: ({ currentTarget }) => {
      this.#pressed = this.isOpen(side) ? 0 : Date.now();
      if (this.#pressed) this.uncover(side, currentTarget);
    },
    oncontextmenu: (event) => event.preventDefault(),
    onclick: (event) => {
      const isNew = this.#pressed && event.detail !== 0;
      this.#pressed = 0;
      if (isNew) return; // the finger that has just opened it
      if (this.isOpen(side)) this.cover();
      else this.uncover(side);
    },
  });

  /** Open a hand; ``button`` is the one under the finger, if that does it. */
  uncover(side, button = null) {
    [this.#open, this.#openedAt] = [side, this.#state];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.cover(), SEEN_MS);
    this.#on.onUncover(side, button);
  }

  /** The finger that opened a hand is lifted, wherever: one that was held had only a peek. */
  #lift() {
    if (this.#pressed && Date.now() - this.#pressed > PEEK_MS) {
      this.#pressed = 0;
      this.cover();
    }
  }
}
