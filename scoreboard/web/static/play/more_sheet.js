// What is not needed from throw to throw, in a sheet of the dock.

import { open } from "../lib/dialog.js";
import { button, el, renew, t } from "../lib/dom.js";
import { LineButtons, setScore } from "./line_buttons.js";
import { calls, presses, seldomWords } from "./offers.js";

const BUTTONS = ["ball", "strike", "out", "run", "homerun", "batter", "next", "ok"];

/** The buttons of the table, the score put right, another game. */
export class MoreSheet {
  #sheet = null;
  #sender;
  #openHands;

  /** ``openHands`` shows what this phone's sides hold in secret. */
  constructor(sender, openHands) {
    [this.#sender, this.#openHands] = [sender, openHands];
    this.buttons = new LineButtons(sender, { idle: t("hold-hint"), onTaken: () => this.close() });
    this.presses = el("section", { class: "presses", "aria-label": t("press-all") });
    this.openly = el("section", { class: "openly", "aria-label": t("calls") });
    this.lastInning = el("div", { class: "openly" });
  }

  open(state) {
    const goOn = (words, act) =>
      button(
        words,
        () => {
          this.close();
          act();
        },
        { class: "quiet" },
      );
    this.#sheet = open(t("more"), [
      this.openly,
      this.presses,
      this.buttons.hint,
      this.lastInning,
      el(
        "div",
        { class: "more-ways" },
        goOn(t("set-score"), () => setScore(this.#sender)),
        state.hands && !state.over && goOn(t("your-hand"), this.#openHands),
        el("a", { class: "quiet", href: "/new" }, t("new-game")),
        el("a", { class: "quiet", href: "/houses" }, t("houses")),
      ),
    ]);
    this.show(state, true);
  }

  show(state, hasMoved) {
    if (!this.#sheet?.open) return;
    this.buttons.follow(state, hasMoved);
    const seldom = state.offers.calls.filter((each) => each.seldom);
    renew(this.openly, seldom.length ? [el("h3", {}, seldomWords(state)), ...calls(seldom, this.buttons)] : []);
    renew(this.presses, presses(BUTTONS, this.buttons, state.offers));
    const { last_inning: last } = state.offers;
    renew(this.lastInning, last ? calls([last], this.buttons) : []);
  }

  close() {
    this.#sheet?.close();
  }
}
