// The hand of the side that this phone plays. The server answers it to no other phone; here it is covered unless it is
// wanted, and it is in the document only while it is seen.

import { el, renew, section, t } from "../lib/dom.js";
import { placeOf } from "../lib/send.js";
import { back, cardFace, signFace } from "./cards.js";
import { GloveTable, laidOut } from "./glove_table.js";
import { HandCover } from "./hand_cover.js";
import { SecretChoices } from "./secret_choices.js";

/** Draws the hands, and who takes which side. */
export class OwnHands {
  #state = null;
  #role = "";
  #mine = null;
  #turn = "";
  #drawn = "";
  #layout = null;

  constructor(slot, onUnpaired) {
    this.said = el("p", { class: "reply", role: "alert" });
    this.body = el("div", { class: "hands" });
    this.node = section(t("your-hand"), "own-hand", this.said, this.body);
    slot.replaceChildren(this.node);
    this.choices = new SecretChoices({
      onHands: (hands) => this.#came(hands),
      onWords: (words) => (this.said.textContent = words),
      onUnpaired,
    });
    this.cover = new HandCover({
      onCover: (side) => this.#redraw(side),
      onUncover: (side, button) => this.#uncover(side, button),
    });
  }

  show(state, role) {
    const hasMoved = this.#state && placeOf(this.#state).expect !== placeOf(state).expect;
    [this.#state, this.#role] = [state, role];
    if (hasMoved && !this.choices.isBusy) this.said.textContent = "";
    if (this.cover.follow(state)) [this.#layout, this.said.textContent] = [null, t("overtaken")];
    this.node.hidden = state.over;
    const turn = [state.game, state.hands.due].join("|");
    if (turn !== this.#turn) {
      [this.#turn, this.#layout] = [turn, null];
      this.cover.close();
    }
    this.choices.follow(state);
  }

  /** What is seen is drawn again only where it has changed: the other side's choosing takes no card from a finger. */
  #came(hands) {
    const drawn = JSON.stringify([hands, this.#state.hands.played, this.#role]);
    this.#mine = hands;
    if (drawn !== this.#drawn) this.#draw();
    this.#drawn = drawn;
  }

  // -- what is seen

  #draw() {
    const sides = this.#mine.map((hand) => hand.side);
    const shown = sides.length ? this.#mine.map((hand) => this.#hand(hand)) : [el("p", {}, t("which-side"))];
    const seats = el(
      "div",
      { class: "seats" },
      ["away", "home"].map((side) => this.#seat(side, sides)),
    );
    const open = this.body.querySelector("details")?.open; // what is folded out under a finger stays so
    renew(this.body, [
      ...shown,
      sides.length ? el("details", { open }, el("summary", {}, t("which-phones")), seats) : seats,
    ]);
  }

  #team = (side) => this.#state.names?.[side] ?? this.#state.setup[side].name;

  #color = (side) => this.#state.setup[side].color.toLowerCase();

  /** Take a side, or let it go. */
  #seat(side, mine) {
    const team = this.#team(side);
    const sit = (take) => this.choices.sit(side, take);
    const button = (kind, words, take) =>
      el("button", { type: "button", class: kind, "data-color": this.#color(side), onclick: () => sit(take) }, words);
    if (mine.includes(side)) return button("quiet", t("leave-side", { team }), false);
    if (!this.#state.hands.played.includes(side))
      return mine.length
        ? button("quiet", t("i-play-too", { team }), true)
        : button("choice side", t("i-play", { team }), true);
    return [
      el("p", { class: "hint" }, t("side-elsewhere", { team })),
      this.#role === "owner" && button("quiet", t("free-side", { team }), false),
    ];
  }

  #hand(hand) {
    const { side, what, chosen } = hand,
      team = this.#team(side),
      open = what && this.cover.isOpen(side);
    const words = !what ? t("no-choice-now") : chosen ? t("chosen-waits") : t("must-choose");
    return el(
      "div",
      {
        class: `hand ${what && !chosen ? "due" : ""}`,
        "data-color": this.#color(side),
        role: "group",
        "aria-label": team,
      },
      el("p", { class: "whose" }, el("span", { class: "swatch" }), el("b", {}, team), el("span", {}, words)),
      what && this.#eye(side, team, open),
      what && !open && el("div", { class: "fan", "aria-hidden": "true" }, this.#fan(hand)),
      open && this.#opened(hand),
      chosen &&
        el("button", { type: "button", class: "quiet", onclick: () => this.#choose(side, null) }, t("take-back")),
    );
  }

  #fan = ({ what, chosen }) =>
    chosen
      ? [back(what === "gloves" ? "glove" : "card", "✓")]
      : [0, 1, 2, 3, 4].map(() => back(what === "gloves" ? "glove" : "card"));

  #eye(side, team, open) {
    const button = el(
      "button",
      {
        type: "button",
        class: "main eye",
        "aria-expanded": String(Boolean(open)),
        "data-side": side,
        ...this.cover.handlers(side),
      },
      open ? t("cover", { team }) : t("look-at", { team }),
    );
    return [button, !open && el("p", { class: "hint" }, t("cover-hint"))];
  }

  /** ``held``: the button under the finger, which stays in the document, or the finger's end would not be heard. */
  #uncover(side, held) {
    this.said.textContent = "";
    if (!held) return this.#redraw(side);
    const hand = held.closest(".hand"),
      mine = this.#mine.find((each) => each.side === side);
    hand.querySelector(".fan")?.replaceWith(this.#opened(mine));
    hand.querySelector(".hint")?.remove();
    for (const other of this.body.querySelectorAll(".hand"))
      if (other !== hand) other.querySelector(".opened")?.remove();
    held.textContent = t("cover", { team: this.#team(side) });
    return held.setAttribute("aria-expanded", "true");
  }

  /** Draw it all again, with the focus where it was. */
  #redraw(side) {
    const held = this.node.contains(document.activeElement);
    this.#draw();
    if (held) this.node.querySelector(`.eye[data-side=${side}]`)?.focus();
  }

  // -- what is chosen

  #opened(hand) {
    const made = { card: () => this.#cards(hand), gloves: () => this.#gloves(hand), sign: () => this.#signs(hand) };
    return el("div", { class: "opened" }, made[hand.what]());
  }

  async #choose(side, choice) {
    this.cover.close();
    await this.choices.choose({ side, choice }, this.#state);
    this.#draw();
  }

  #pick(side, chosen, call, face) {
    return el(
      "button",
      {
        type: "button",
        class: "pick",
        "aria-pressed": String(chosen === call),
        onclick: () => this.#choose(side, call),
      },
      face,
    );
  }

  #cards({ side, deal, cards, aside, chosen }) {
    if (deal) {
      const button = el(
        "button",
        { type: "button", class: "main", onclick: () => this.choices.choose({ side, deal: true }, this.#state) },
        t("deal"),
      );
      return [el("p", {}, t("deal-why")), button];
    }
    return [
      el("p", {}, t("choose-card")),
      el(
        "div",
        { class: "picks" },
        cards.map((card) => this.#pick(side, chosen, card.call, cardFace(card))),
      ),
      aside.length > 0 && el("p", { class: "hint" }, t("not-this-half", { cards: aside.join(", ") })),
    ];
  }

  #signs({ side, signs, chosen }) {
    return [
      el("p", {}, t("choose-sign")),
      el(
        "div",
        { class: "picks signs" },
        signs.map(({ call, said }) => this.#pick(side, chosen, call, signFace(said, call))),
      ),
    ];
  }

  #gloves(hand) {
    this.#layout ??= laidOut(hand);
    const table = new GloveTable(this.#layout, hand.printed);
    const lay = () => this.#choose(hand.side, table.call);
    return [
      el("p", {}, t("choose-gloves")),
      table.node,
      el("button", { type: "button", class: "main", onclick: lay }, t("lay-gloves")),
    ];
  }
}
