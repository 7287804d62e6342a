// Cards, gloves and signs on the table, as everybody may see them: face down until both sides have chosen.
// What this phone's own side has in its hand is another module's (`own_hands.js`), and is loaded where one is paired.

import { el, say, section, styled, t } from "../lib/dom.js";
import { back, board, cardFace, gloveFace, signFace } from "./cards.js";

const SIGNS = new Set(["take", "bunt", "steal", "hit-and-run", "no-sign"]);
const SHEET = "/static/play/hands.css";

const sideName = (state, side) => state.names?.[side] ?? state.setup[side].name;
const color = (state, side) => state.setup[side].color.toLowerCase();
const batting = (state) => (state.half === "top" ? "away" : "home");
const fielding = (state) => (state.half === "top" ? "home" : "away");

/** What lies on the table; this phone's own hand is shown in its sheet, once it is paired. */
export class Hands {
  #before = null;
  #sign = null;
  #own = null;

  /** ``slot`` is where the table is shown; ``onUnpaired`` and ``onKeys`` as a phone's own hands have them. */
  constructor({ slot, onUnpaired, onKeys }) {
    this.on = { onUnpaired, onKeys };
    this.offence = el("div", { class: "place" });
    this.defence = el("div", { class: "place" });
    this.said = el("p", { class: "unseen", "aria-live": "polite" });
    this.node = section(
      t("on-the-table"),
      "table-top",
      (this.places = el("div", { class: "places" }, this.offence, this.defence)),
      this.said,
    );
    slot.replaceChildren(this.node);
  }

  async show(state, role) {
    const cards = state.setup.rules === "rallybird";
    this.node.hidden = state.over || (!cards && !state.hands.played.includes(batting(state)));
    if (cards) this.#cards(state);
    else this.#signs(state);
    this.#before = state;
    if (!role) this.#own = null;
    else this.#own ??= import("./own_hands.js").then(({ OwnHands }) => new OwnHands(this.on));
    (await this.#own)?.show(state, role);
  }

  /** Show this phone's own. */
  async open() {
    (await this.#own)?.open();
  }

  #cards(state) {
    const { card, gloves } = state.hands,
      [bats, fields] = [batting(state), fielding(state)];
    const isNew = (has) => (has && this.#before && !has(this.#before.hands) ? " revealed" : "");
    const shown = card && el("div", { class: `card-slot${isNew((hands) => hands?.card)}` }, cardFace(card));
    this.#put(
      this.offence,
      state,
      bats,
      shown ?? this.#hidden(state, bats),
      card && t("card-of", { team: sideName(state, bats), card: card.said }),
    );
    const laid =
      gloves.length &&
      board((zone) => this.#lying(gloves, card, zone), {
        class: `zones-board${isNew((hands) => hands?.gloves.length)}`,
      });
    this.#put(
      this.defence,
      state,
      fields,
      laid || this.#hidden(state, fields, true),
      gloves.length && t("gloves-of", { team: sideName(state, fields) }),
    );
    this.places.classList.toggle("shown", Boolean(card || gloves.length));
    say(this.said, card && gloves.length ? t("card-of", { team: sideName(state, bats), card: card.said }) : "");
  }

  #lying(gloves, card, zone) {
    const glove = gloves.find((each) => each.zone === zone);
    const words = glove ? t("glove-here", { zone, value: glove.value, other: glove.other }) : zone;
    return el(
      "span",
      { role: "img", "aria-label": words, class: card?.tests.includes(zone) ? "tested" : null },
      glove ? gloveFace(glove) : el("span", { class: "letter" }, zone),
    );
  }

  /** A sign is seen from its pitch until the next one is given. */
  #signs(state) {
    const bats = batting(state),
      { cause } = state;
    if (state.hands.chosen.length) this.#sign = null;
    else if (cause?.type === "call" && SIGNS.has(cause.call)) this.#sign = { call: cause.call, said: state.told };
    const shown = this.#sign && el("div", { class: "card-slot revealed" }, signFace(this.#sign.said, this.#sign.call));
    this.#put(this.offence, state, bats, shown ?? this.#hidden(state, bats), this.#sign?.said);
    this.defence.replaceChildren();
  }

  #hidden(state, side, gloves = false) {
    const chosen = state.hands.chosen.includes(side);
    if (gloves) return board(() => (chosen ? back("glove") : el("span", { class: "empty" })), { class: "zones-board" });
    return el("div", { class: "card-slot" }, chosen ? back() : el("div", { class: "empty" }));
  }

  #put(place, state, side, thing, shown) {
    const due = state.hands.due.includes(side),
      chosen = state.hands.chosen.includes(side);
    const team = sideName(state, side);
    const words = shown || (chosen ? t("face-down", { team }) : due ? t("is-choosing", { team }) : team);
    place.dataset.color = color(state, side);
    place.replaceChildren(el("p", {}, el("span", { class: "swatch" }), words), thing);
  }
}

await styled(SHEET);
