// The controls: only what the law allows now is offered. The server lists it in the state's `offers`; here it is drawn.

import { button, el, section, t } from "../lib/dom.js";
import { askScore } from "./control_sheets.js";
import { LineButtons } from "./line_buttons.js";
import { LineSender } from "./line_sender.js";
import { Calls, Presses } from "./offers.js";
import { ThrowsByHand } from "./throws_by_hand.js";

const BUTTONS = ["ball", "strike", "out", "run", "homerun", "batter"];
const STEPPING = [
  ["undo", "redo"],
  ["next", "ok"],
]; // two and two where four do not fit

/** Puts the controls together, and hands each state to them. */
export class Controls {
  /** ``onUnpaired`` is called when this phone may do nothing (any more). */
  constructor({ onUnpaired }) {
    this.sender = new LineSender({ onUnpaired, onFailed: () => this.throws.leave() });
    this.buttons = new LineButtons(this.sender);
    this.throws = new ThrowsByHand(this.sender);
    this.answers = new Calls(t("answers"), this.buttons, "answers");
    this.calls = new Calls(t("calls"), this.buttons, "calls");
    const presses = new Presses(BUTTONS, this.buttons, "presses");
    const stepping = STEPPING.map((pair) => new Presses(pair, this.buttons));
    this.presses = [presses, ...stepping];
    const correct = () => askScore(this.sender);
    this.node = section(
      t("controls"),
      "controls",
      this.sender.said,
      this.answers.node,
      this.throws.node,
      this.calls.node,
      presses.node,
      el(
        "div",
        { class: "stepping" },
        stepping.map(({ node }) => node),
      ),
      this.buttons.hint,
      button(t("set-score"), correct, { class: "quiet" }),
    );
  }

  show(state) {
    const { offers } = state,
      hasMoved = this.sender.follow(state);
    this.buttons.follow(state, hasMoved);
    this.throws.show(state);
    this.answers.show(offers.answers);
    this.calls.show(offers.calls);
    for (const each of this.presses) each.show(offers);
  }
}
