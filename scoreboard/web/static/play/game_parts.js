// Parts of the game's view that only some games, phones or moments need: each is loaded when it is first shown.

import { el, t } from "../lib/dom.js";

/** Cards, gloves and signs, in a game that has them: those on the table, and those in this phone's own hand. */
export class HandsPart {
  #hands = null;
  #state = null;

  constructor(onUnpaired) {
    this.onUnpaired = onUnpaired;
    this.slot = el("div", { class: "hands-slot" });
    this.ownSlot = el("div", { class: "own-hand-slot" });
  }

  async show(state, role) {
    this.#state = state;
    this.slot.hidden = this.ownSlot.hidden = !state.hands;
    if (!state.hands) return;
    this.#hands ??= import("./hands.js").then(({ Hands }) => new Hands(this));
    const hands = await this.#hands;
    if (state === this.#state) hands.show(state, role);
  }
}

/** What each of two partners does, in a game that names them. */
export class PartnersPart {
  #partners = null;
  #state = null;

  /** ``board``: that of a TV, as the partners' own module has it. */
  constructor(board) {
    this.board = board;
    this.slot = el("div", { class: "partner-slot" });
  }

  async show(state) {
    this.#state = state;
    this.slot.hidden = !state.partners;
    if (!state.partners) return;
    this.#partners ??= import("../watch/partners.js").then(({ Partners }) => new Partners(this.slot, this.board));
    const partners = await this.#partners;
    if (state === this.#state) partners.show(state);
  }
}

/** How it goes on after the last play, and who throws in a demonstration. */
export class NextPart {
  #shown = "";
  #autopilot = null;
  #state = null;

  constructor() {
    this.slot = el("div", { class: "beside" });
  }

  async show(state) {
    this.#state = state;
    const playsItself = typeof state.autopilot === "boolean" || state.not_by_itself;
    const what = state.over ? "again" : playsItself ? "autopilot" : "";
    const key = `${what} ${what && state.game}`;
    if (this.#shown !== key) {
      this.#shown = key;
      const part = await madePart(what);
      if (this.#shown !== key) return;
      this.#autopilot = what === "autopilot" ? part : null;
      this.slot.replaceChildren(...[part?.node ?? part].filter(Boolean));
    }
    this.#autopilot?.show(this.#state.autopilot, this.#state.not_by_itself);
  }

  clear() {
    this.slot.replaceChildren();
    this.#shown = "";
  }
}

async function madePart(what) {
  if (what === "again") return (await import("./again.js")).again();
  return what === "autopilot" ? new (await import("./autopilot.js")).Autopilot() : null;
}

/** A game that is over has a page of its own in the board's place. */
export class EndingPart {
  #final = null;
  #shown = [];

  constructor(board) {
    this.board = board;
  }

  async show(state, box) {
    this.#shown = [state, box];
    if (state.over && !this.#final) {
      const { Final } = await import("../watch/final.js");
      if (!this.#final) this.board.node.before((this.#final = new Final()).node);
    }
    const [now, boxNow] = this.#shown;
    this.board.node.hidden = now.over;
    this.#final?.show(now, boxNow, now.game);
  }
}

/** The camera's picture, of which nothing is loaded before somebody opens it. */
export class CameraPart {
  #camera = null;

  /** ``fault`` gives what is wrong with the camera, if anything is. */
  constructor(fault) {
    this.node = el("details", { class: "camera" }, el("summary", {}, t("camera")));
    this.node.addEventListener("toggle", async () => {
      const { Camera } = await import("../watch/camera.js");
      this.#camera ??= new Camera(this.node, fault);
      this.look();
    });
  }

  look() {
    this.#camera?.look();
  }
}
