// What an opened hand has to choose from: cards, gloves or signs.

import { button, el, t } from "../lib/dom.js";
import { cardFace, signFace } from "./cards.js";
import { GloveTable, laidOut } from "./glove_table.js";

/** Draws an opened hand; gloves stay as they were laid while it is covered, until the next turn. */
export class OpenedHand {
  #layout = null;
  #choose;
  #deal;

  /** ``choose(side, call)`` chooses, ``deal(side)`` has the cards dealt. */
  constructor({ choose, deal }) {
    [this.#choose, this.#deal] = [choose, deal];
  }

  /** Gloves lie again as the server has them. */
  forget() {
    this.#layout = null;
  }

  drawn(hand) {
    const made = { card: () => this.#cards(hand), gloves: () => this.#gloves(hand), sign: () => this.#signs(hand) };
    return el("div", { class: "opened" }, made[hand.what]());
  }

  #pick({ side, chosen }, call, face) {
    return button(face, () => this.#choose(side, call), { class: "pick", "aria-pressed": String(chosen === call) });
  }

  #cards(hand) {
    if (hand.deal)
      return [el("p", {}, t("deal-why")), button(t("deal"), () => this.#deal(hand.side), { class: "main" })];
    const picks = hand.cards.map((card) => this.#pick(hand, card.call, cardFace(card)));
    return [
      el("p", {}, t("choose-card")),
      el("div", { class: "picks" }, picks),
      hand.aside.length > 0 && el("p", { class: "hint" }, t("not-this-half", { cards: hand.aside.join(", ") })),
    ];
  }

  #signs(hand) {
    const picks = hand.signs.map(({ call, said }) => this.#pick(hand, call, signFace(said, call)));
    return [el("p", {}, t("choose-sign")), el("div", { class: "picks signs" }, picks)];
  }

  #gloves(hand) {
    this.#layout ??= laidOut(hand);
    const table = new GloveTable(this.#layout, hand.printed);
    const lay = () => this.#choose(hand.side, table.call);
    return [el("p", {}, t("choose-gloves")), table.node, button(t("lay-gloves"), lay, { class: "main" })];
  }
}
