// The hand of the side that this phone plays. The server answers it to no other phone; here it is covered unless it is
// wanted, and it is in the document only while it is seen.

import { open } from "../lib/dialog.js";
import { button, el, renew, t } from "../lib/dom.js";
import { placeOf } from "../lib/send.js";
import { at_bat } from "../watch/board.js";
import { back } from "./cards.js";
import { HandCover } from "./hand_cover.js";
import { OpenedHand } from "./opened_hand.js";
import { seats } from "./seats.js";
import { SecretChoices } from "./secret_choices.js";

/** Draws the hands of this phone in a sheet, each again only where it has changed; the dock has a key for each side
 * that chooses now. */
export class OwnHands {
  #state = null;
  #role = "";
  #mine = [];
  #turn = "";
  #drawn = "";
  #sheet = null;
  #side = null;
  #onKeys;

  /** ``onKeys`` is called with the keys for the dock. */
  constructor({ onUnpaired, onKeys }) {
    this.#onKeys = onKeys;
    this.said = el("p", { class: "reply", role: "alert" });
    this.body = el("div", { class: "hands" });
    this.node = el("section", { class: "own-hand", "aria-label": t("your-hand") }, this.said, this.body);
    this.choices = new SecretChoices({
      onHands: (hands) => this.#came(hands),
      onWords: (words) => (this.said.textContent = words),
      onUnpaired,
    });
    this.cover = new HandCover({
      onCover: (side) => this.#redraw(side),
      onUncover: (side, held) => this.#uncover(side, held),
    });
    this.opened = new OpenedHand({
      choose: (side, choice) => this.#choose(side, choice),
      deal: (side) => this.choices.choose({ side, deal: true }, this.#state),
    });
  }

  show(state, role) {
    const hasMoved = this.#state && placeOf(this.#state).expect !== placeOf(state).expect;
    [this.#state, this.#role] = [state, role];
    if (hasMoved && !this.choices.isBusy) this.said.textContent = "";
    if (this.cover.follow(state)) {
      this.opened.forget();
      this.said.textContent = t("overtaken");
    }
    const turn = [state.game, state.hands.due].join("|");
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.opened.forget();
      this.cover.close();
    }
    this.choices.follow(state);
    this.#onKeys(this.#keys());
  }

  /** Have the hand of a side open in its sheet, or all of them covered. */
  open(side = null) {
    this.#side = side;
    this.said.textContent = "";
    const title = side && this.#isShown(side) ? t("secret-show", { team: this.#team(side) }) : t("your-hand");
    this.#sheet = open(title, [this.node]);
    this.#sheet.addEventListener("close", () => this.cover.cover());
    if (side) this.cover.uncover(side);
    else this.#draw();
  }

  /** A side that chooses now: the hand of this phone's own, or that of one that nobody plays yet. */
  #keys() {
    const { hands, over } = this.#state;
    const lie = hands.gloves.length > 0;
    const key = (side) => {
      const isChosen = hands.chosen.includes(side),
        team = this.#team(side),
        mine = this.#mine.find((each) => each.side === side),
        isElsewhere = !mine && hands.played.includes(side);
      const words = isChosen
        ? t("face-down", { team })
        : isElsewhere
          ? t("is-choosing", { team })
          : t(`secret-${this.#what(side, lie)}`, { team });
      return { words, isChosen, color: this.#color(side), act: isElsewhere ? null : () => this.#turnTo(side, mine) };
    };
    return over ? [] : hands.due.filter((side) => !lie || this.#what(side) !== "gloves").map(key);
  }

  /** What a side chooses, or does: once the gloves lie, a card that is chosen is shown at once. */
  #what(side, lie = false) {
    if (this.#state.setup.rules !== "rallybird")
      return this.#state.offers.calls.some((each) => each.chosen) ? "change" : "sign";
    return side === at_bat(this.#state) ? (lie ? "show" : "card") : "gloves";
  }

  /** Whether what this side chooses now is seen at once: its card, once the gloves lie. */
  #isShown = (side) => this.#what(side, this.#state.hands.gloves.length > 0) === "show";

  async #turnTo(side, mine) {
    if (!mine) await this.choices.sit(side, true);
    this.open(this.#mine.some((each) => each.side === side) ? side : null);
  }

  /** What is seen is drawn again only where it has changed: the other side's choosing takes no card from a finger. */
  #came(hands) {
    const drawn = JSON.stringify([hands, this.#state.hands.played, this.#role]);
    this.#mine = hands;
    if (drawn !== this.#drawn) {
      this.#draw();
      this.#onKeys(this.#keys());
    }
    this.#drawn = drawn;
  }

  // -- what is seen

  #draw() {
    const sides = this.#mine.map((hand) => hand.side);
    const seen = this.#mine.filter(({ side }) => !this.#side || side === this.#side);
    const shown = sides.length ? seen.map((hand) => this.#hand(hand)) : [el("p", {}, t("which-side"))];
    const places = seats({
      mine: sides,
      played: this.#state.hands.played,
      isOwner: this.#role === "owner",
      sides: (side) => ({ team: this.#team(side), color: this.#color(side) }),
      sit: this.choices.sit,
    });
    const open = this.body.querySelector("details")?.open; // what is folded out under a finger stays so
    renew(this.body, [
      ...shown,
      sides.length ? el("details", { open }, el("summary", {}, t("which-phones")), places) : places,
    ]);
  }

  #team = (side) => this.#state.names?.[side] ?? this.#state.setup[side].name;

  #color = (side) => this.#state.setup[side].color.toLowerCase();

  #hand(hand) {
    const { side, what, chosen } = hand,
      team = this.#team(side),
      open = what && this.cover.isOpen(side);
    const due = this.#isShown(side) ? t("shown-at-once") : t("must-choose");
    const words = !what ? t("no-choice-now") : chosen ? t("chosen-waits") : due;
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
      open && this.opened.drawn(hand),
      chosen && button(t("take-back"), () => this.#choose(side, null), { class: "quiet" }),
    );
  }

  #fan = ({ what, chosen }) =>
    chosen
      ? [back(what === "gloves" ? "glove" : "card", "✓")]
      : [0, 1, 2, 3, 4].map(() => back(what === "gloves" ? "glove" : "card"));

  #eye(side, team, open) {
    const { onclick, ...held } = this.cover.handlers(side);
    const eye = button(open ? t("cover", { team }) : t("look-at", { team }), onclick, {
      class: "main eye",
      "aria-expanded": String(Boolean(open)),
      "data-side": side,
      ...held,
    });
    return [eye, !open && el("p", { class: "hint" }, t("cover-hint"))];
  }

  /** ``held``: the button under the finger, which stays in the document, or the finger's end would not be heard. */
  #uncover(side, held) {
    this.said.textContent = "";
    if (!held) return this.#redraw(side);
    const hand = held.closest(".hand"),
      mine = this.#mine.find((each) => each.side === side);
    hand.querySelector(".fan")?.replaceWith(this.opened.drawn(mine));
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

  async #choose(side, choice) {
    this.cover.close();
    await this.choices.choose({ side, choice }, this.#state);
    this.#draw();
    if (choice !== null && !this.said.textContent) this.#sheet?.close();
  }
}
