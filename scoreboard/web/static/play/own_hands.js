// The hand of the side that this phone plays. The server answers it to no other phone; here it is covered unless it is
// wanted, and it is in the document only while it is seen.

import { api, el, reach, renew, section, t } from "../lib/dom.js";
import { back, board, cardFace, gloveFace, signFace } from "./cards.js";
import { placeOf, post, Refusal, stillHolds } from "../lib/send.js";

const PEEK_MS = 350;
const SEEN_MS = 90_000; // a hand that nobody looks at any more covers itself

export class OwnHands {
  #state = null;
  #role = "";
  #mine = null;
  #asked = "";
  #turn = "";
  #drawn = "";
  #open = null;
  #seen = null;
  #layout = null;
  #timer = null;
  #pressed = 0;
  #busy = false;

  constructor(slot, onUnpaired) {
    this.onUnpaired = onUnpaired;
    this.said = el("p", { class: "reply", role: "alert" });
    this.body = el("div", { class: "hands" });
    this.node = section(t("your-hand"), "own-hand", this.said, this.body);
    slot.replaceChildren(this.node);
    document.addEventListener("visibilitychange", () => document.hidden && this.#cover());
    addEventListener("pagehide", () => this.#cover());
    for (const lifted of ["pointerup", "pointercancel"]) addEventListener(lifted, () => this.#lift());
  }

  show(state, role) {
    const hasMoved = this.#state && placeOf(this.#state).expect !== placeOf(state).expect;
    [this.#state, this.#role] = [state, role];
    if (hasMoved && !this.#busy) this.said.textContent = "";
    this.#leave();
    this.node.hidden = state.over;
    const { due, played, chosen } = state.hands;
    const turn = [state.game, due].join("|"),
      asked = [turn, state.number, played, chosen].join("|");
    if (turn !== this.#turn) [this.#turn, this.#open, this.#layout] = [turn, null, null];
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#fetch(asked);
  }

  /** A hand that was opened for one throw is not chosen from for the next. */
  #leave() {
    if (this.#open === null) return;
    if (stillHolds(this.#seen, this.#state)) {
      this.#seen = this.#state;
      return;
    }
    [this.#layout, this.said.textContent] = [null, t("overtaken")];
    this.#cover();
  }

  async #fetch(asked) {
    try {
      const answer = await reach(api("secret"));
      if (answer.status === 401) return this.onUnpaired();
      if (answer.ok && asked === this.#asked) this.#got(await answer.json());
    } catch {
      this.#asked = ""; // it is asked for again with the next state
    }
    return null;
  }

  /** What is seen is drawn anew only where it has changed: the other side's choosing takes no card from a finger. */
  #got(told) {
    const drawn = JSON.stringify([told.hands, this.#state.hands.played, this.#role]);
    this.#mine = told.hands;
    if (drawn !== this.#drawn) this.#draw();
    this.#drawn = drawn;
  }

  async #send(path, value) {
    if (this.#busy) return;
    this.#busy = true;
    this.said.textContent = "";
    try {
      const query = path === "secret" ? placeOf(this.#state) : {};
      this.#got(
        await post(path, value, {
          query,
          onWait: () => {
            this.said.textContent = t("waiting");
          },
        }),
      );
      this.said.textContent = "";
    } catch (error) {
      if (!(error instanceof Refusal)) this.said.textContent = t("not-sent");
      else if (error.status === 401) this.onUnpaired();
      else this.said.textContent = error.status === 412 ? t("overtaken") : error.message;
    } finally {
      this.#busy = false;
    }
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
    const sit = (take) => this.#send("secret/sides", { side, take });
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
      open = what && this.#open === side;
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
      open && this.#choices(hand),
      chosen &&
        el("button", { type: "button", class: "quiet", onclick: () => this.#choose(side, null) }, t("take-back")),
    );
  }

  #fan = ({ what, chosen }) =>
    chosen
      ? [back(what === "gloves" ? "glove" : "card", "✓")]
      : [0, 1, 2, 3, 4].map(() => back(what === "gloves" ? "glove" : "card"));

  /** A tap opens the hand until something is chosen; held, it is a peek and no more. */
  #eye(side, team, open) {
    const button = el(
      "button",
      {
        type: "button",
        class: "main eye",
        "aria-expanded": String(Boolean(open)),
        "data-side": side,
        onpointerdown: () => {
          this.#pressed = this.#open === side ? 0 : Date.now();
          if (this.#pressed) this.#uncover(side, button);
        },
        oncontextmenu: (event) => event.preventDefault(),
        onclick: (event) => {
          const isNew = this.#pressed && event.detail !== 0;
          this.#pressed = 0;
          if (isNew) return; // the finger that has just opened it
          if (this.#open === side) this.#cover();
          else this.#uncover(side);
        },
      },
      open ? t("cover", { team }) : t("look-at", { team }),
    );
    return [button, !open && el("p", { class: "hint" }, t("cover-hint"))];
  }

  /** The finger that opened a hand is lifted, wherever: one that was held had only a peek. */
  #lift() {
    if (this.#pressed && Date.now() - this.#pressed > PEEK_MS) {
      this.#pressed = 0;
      this.#cover();
    }
  }

  /** ``held``: the button under the finger, which stays in the document, or the finger's end would not be heard. */
  #uncover(side, held = null) {
    [this.#open, this.#seen, this.said.textContent] = [side, this.#state, ""];
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#cover(), SEEN_MS);
    if (!held) return this.#redraw(side);
    const hand = held.closest(".hand"),
      mine = this.#mine.find((each) => each.side === side);
    hand.querySelector(".fan")?.replaceWith(this.#choices(mine));
    hand.querySelector(".hint")?.remove();
    for (const other of this.body.querySelectorAll(".hand"))
      if (other !== hand) other.querySelector(".opened")?.remove();
    held.textContent = t("cover", { team: this.#team(side) });
    return held.setAttribute("aria-expanded", "true");
  }

  #cover() {
    clearTimeout(this.#timer);
    if (this.#open === null) return;
    const side = this.#open;
    this.#open = null;
    this.#redraw(side);
  }

  /** Anew, with the focus where it was. */
  #redraw(side) {
    const held = this.node.contains(document.activeElement);
    this.#draw();
    if (held) this.node.querySelector(`.eye[data-side=${side}]`)?.focus();
  }

  // -- what is chosen

  #choices(hand) {
    const made = { card: () => this.#cards(hand), gloves: () => this.#gloves(hand), sign: () => this.#signs(hand) };
    return el("div", { class: "opened" }, made[hand.what]());
  }

  async #choose(side, choice) {
    this.#open = null;
    await this.#send("secret", { side, choice });
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
        { type: "button", class: "main", onclick: () => this.#send("secret", { side, deal: true }) },
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

  /** Two that are tapped one after the other change places; the last stands by where there are more than zones. */
  #gloves(hand) {
    const layout = (this.#layout ??= laidOut(hand));
    let first = null;
    const area = el("div", { class: "laying" });
    const tap = (place) => {
      if (first === null) first = place;
      else {
        [layout[first], layout[place]] = [layout[place], layout[first]];
        first = null;
      }
      draw(place);
    };
    const button = (place) =>
      el(
        "button",
        {
          type: "button",
          class: "lay-on",
          "data-place": place,
          "aria-pressed": String(first === place),
          onclick: () => tap(place),
          "aria-label": this.#lies(layout[place], place, hand.printed),
        },
        layout[place] ? gloveFace(layout[place]) : el("span", { class: "letter" }, hand.printed[place] ?? "·"),
      );
    const draw = (focus) => {
      const spare = "away" in layout && el("div", { class: "bench-glove" }, button("away"));
      area.replaceChildren(
        board((zone) => [el("span", { class: "letter", "aria-hidden": "true" }, zone), button(zone)]),
        spare || "",
      );
      if (focus) area.querySelector(`[data-place=${focus}]`).focus();
    };
    draw();
    const call = () =>
      `gloves ${Object.entries(layout)
        .filter(([place, glove]) => glove && place !== "away")
        .map(([zone, { glove }]) => `${zone}=${glove}`)
        .join(" ")}`;
    return [
      el("p", {}, t("choose-gloves")),
      area,
      el("button", { type: "button", class: "main", onclick: () => this.#choose(hand.side, call()) }, t("lay-gloves")),
    ];
  }

  #lies(glove, place, printed) {
    if (!glove) return t("glove-none", { zone: place, value: printed[place] ?? "–" });
    const { value, other } = glove;
    return place === "away" ? t("glove-away", { value, other }) : t("glove-here", { zone: place, value, other });
  }
}

/** Which glove lies where: as it was chosen, or else as they lay. */
function laidOut({ gloves, printed, chosen }) {
  const layout = Object.fromEntries(Object.keys(printed).map((zone) => [zone, null]));
  const left = [...gloves];
  const said = chosen
    ? Object.fromEntries(
        chosen
          .split(" ")
          .slice(1)
          .map((word) => word.split("=")),
      )
    : null;
  for (const zone of Object.keys(layout)) {
    const at = left.findIndex((glove) => (said ? glove.glove === said[zone] : glove.zone === zone));
    if (at >= 0) [layout[zone]] = left.splice(at, 1);
  }
  if (left.length) [layout.away] = left;
  return layout;
}
