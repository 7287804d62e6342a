// Parts of the game's view that only some games, phones or moments need: each is loaded when it is first shown.

import { el, say, styled, t } from "../lib/dom.js";

/** Gives what ``load`` makes of a module; null as long as that cannot be fetched: the next state asks again. */
function late(load) {
  let made = null;
  return () => (made ??= load().catch(() => (made = null)));
}

/** Cards, gloves and signs, in a game that has them: those on the table, and those in this phone's own hand. */
export class HandsPart {
  #hands = late(async () => new (await import("./hands.js")).Hands(this));
  #state = null;

  /** ``onUnpaired`` as the dock has it, ``onKeys`` is called with its keys for what is chosen in secret. */
  constructor({ onUnpaired, onKeys }) {
    [this.onUnpaired, this.onKeys] = [onUnpaired, onKeys];
    this.slot = el("div", { class: "hands-slot" });
  }

  async show(state, role) {
    this.#state = state;
    this.slot.hidden = !state.hands;
    if (!state.hands) return this.onKeys([]);
    const hands = await this.#hands();
    if (state === this.#state) hands?.show(state, role);
  }

  async open() {
    (await this.#hands())?.open();
  }
}

/** What each of two partners does, in a game that names them. */
export class PartnersPart {
  #partners = late(async () => new (await import("../watch/partners.js")).Partners(this.slot, this.board));
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
    const partners = await this.#partners();
    if (state === this.#state) partners?.show(state);
  }
}

/** What the camera sees of helmets and ball, where one looks at the board. */
export class BoardPart {
  #seen = late(async () => {
    const { SeenBoard } = await import("../watch/seen_board.js"),
      seen = new SeenBoard(this.field, this.settle);
    this.slot.replaceChildren(seen.node);
    return seen;
  });
  #state = null;
  #isBegun = false;

  /** ``field``: the ballpark; ``settle`` sends which is right, board or score, and tells whether it was taken. */
  constructor(field, settle) {
    [this.field, this.settle] = [field, settle];
    this.slot = el("div", { class: "seen-slot" });
  }

  async show(state, mayAnswer) {
    this.#state = state;
    this.#isBegun ||= Boolean(state.board);
    if (!this.#isBegun) return;
    const seen = await this.#seen();
    if (state === this.#state) seen?.show(state, mayAnswer);
  }
}

const LATER_MS = 1_500;

/** Who is likely to win, of which nothing is loaded before what one plays with. */
export class ChancesPart {
  #chances = late(async () => {
    const { Chances } = await import("../watch/chances.js"),
      chances = new Chances();
    this.slot.replaceChildren(chances.node);
    return chances;
  });
  #state = null;
  #isLate = false;

  constructor() {
    this.slot = el("div", { class: "beside" });
  }

  follow(state) {
    if (!this.#state) setTimeout(() => this.#begin(), LATER_MS);
    this.#state = state;
    if (this.#isLate) this.#show();
  }

  #begin() {
    this.#isLate = true;
    this.#show();
  }

  async #show() {
    (await this.#chances())?.follow(this.#state);
  }
}

/** What is waited for of another house that plays along. */
export class HousePart {
  constructor() {
    this.said = el("p", { role: "status" });
    this.way = el("a", { class: "main", href: "/houses", hidden: true }, t("houses-answer"));
    this.slot = el("div", { class: "house", hidden: true }, this.said, this.way);
  }

  show({ house }) {
    this.slot.hidden = !house?.said;
    say(this.said, house?.said ?? "");
    this.way.hidden = !house?.asks;
  }
}

/** Who throws in a demonstration. */
export class AutopilotPart {
  #autopilot = late(async () => new (await import("./autopilot.js")).Autopilot(this.slot));
  #state = null;

  constructor() {
    this.slot = el("div", { class: "beside" });
  }

  async show(state) {
    this.#state = state;
    const isTold = !state.over && (typeof state.autopilot === "boolean" || state.not_by_itself);
    this.slot.hidden = !isTold;
    if (!isTold) return;
    (await this.#autopilot())?.show(this.#state);
  }
}

/** What may be played once the game is over. */
export class NextGamePart {
  #shown = null;

  /** ``onKeys`` is called with the dock's keys for that, ``tell(words)`` says why one was not begun. */
  constructor(onKeys, tell) {
    [this.onKeys, this.tell] = [onKeys, tell];
  }

  async show({ game, over }) {
    const shown = over ? game : null;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const keys = over ? await (await import("./again.js")).nextGames(this.tell) : [];
    if (this.#shown === shown) this.onKeys(keys);
  }
}

/** A game that is over has a page of its own in the board's place. */
export class EndingPart {
  #final = null;
  #shown = [];
  #charted = null;
  #charts = late(async () => {
    const [{ sprayCharts }] = await Promise.all([import("../watch/spray.js"), styled("/static/watch/replay.css")]);
    return sprayCharts;
  });

  constructor(board) {
    this.board = board;
    this.slot = el("div", { class: "beside", hidden: true });
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
    this.#chart(now, boxNow);
  }

  /** Where the balls went, of a game that knows it; drawn once, for somebody may look at one of its players. */
  async #chart(state, box) {
    this.slot.hidden = !state.over;
    if (!state.over || !box || box === this.#charted || !this.slot.isConnected) return;
    this.#charted = box;
    const sprayCharts = await this.#charts();
    if (sprayCharts && box === this.#charted) this.slot.replaceChildren(...[sprayCharts(state, box)].filter(Boolean));
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
