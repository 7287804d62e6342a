// A past game, replayed with a slider and an address that can be shared.

import { readdress } from "../lib/dialog.js";
import { api, el, reach, section, t } from "../lib/dom.js";
import { fetchRole, onTheBoard } from "../lib/send.js";
import { Scoreboard, scoreline } from "./board.js";
import { boxScore, fetchBox } from "./box.js";
import { Final } from "./final.js";
import { playOn, summaryOf } from "./games.js";
import { inningsAt } from "./innings.js";
import { amendable, fetchStates, reviewable } from "./lines.js";
import { Plays } from "./plays.js";

const STEP_MS = 1_200;

/** One game, replayed. */
export async function show(main, { game: number }) {
  const [states, record, box] = await Promise.all([fetchStates(number), setup(number), fetchBox(number)]);
  const shown = states.filter((state) => state.cause?.type !== "expect").map((state) => ({ setup: record, ...state }));
  const replayed = new Replay(main, number, shown, box);
  replayed.begin();
  const [live, role] = await Promise.all([onTheBoard().catch(() => null), fetchRole().catch(() => null)]);
  if (!role) return;
  const last = shown[shown.length - 1],
    isLive = String(live?.game) === number;
  if (isLive) replayed.canAmend(live);
  else
    replayed.say(
      last.over ? t("finished-game") : t("amend-unfinished"),
      " ",
      playOn({ game: number, summary: summaryOf(last) }, location.href),
    );
  if (last.over && isLive) main.append(...[await (await import("../play/again.js")).again()].filter(Boolean));
}

async function setup(number) {
  const answer = await reach(api(`games/${number}`));
  if (!answer.ok) throw new Error((await answer.json()).error);
  return JSON.parse((await answer.text()).split("\n", 1)[0]);
}

class Replay {
  #timer = null;

  constructor(main, number, states, box) {
    [this.number, this.states, this.box] = [number, states, box];
    this.board = new Scoreboard();
    this.plays = new Plays({
      most: states.length,
      onPick: (state) => this.go(this.#indexOf(state.line)),
      picksAll: true,
    });
    this.plays.replace(states);
    this.slider = el("input", {
      type: "range",
      id: "moment",
      min: 0,
      max: states.length - 1,
      step: 1,
      oninput: () => {
        this.#pause();
        this.go(Number(this.slider.value));
      },
    });
    this.play = el("button", { type: "button", class: "main", onclick: () => this.#toggle() }, t("play"));
    this.address = el("a", { class: "share" });
    const step = (by, words, sign) =>
      el(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": words,
          onclick: () => {
            this.#pause();
            this.go(this.index + by);
          },
        },
        sign,
      );
    this.amends = el("p", { class: "hint amends", hidden: true });
    this.live = null;
    this.amend = el(
      "button",
      { type: "button", class: "quiet amend-this", hidden: true, onclick: () => this.#amend() },
      t("amend"),
    );
    this.review = el(
      "button",
      { type: "button", class: "quiet review-this", onclick: () => this.#review() },
      t("review"),
    );
    const theatre = el(
      "div",
      { class: "theatre" },
      el("label", { for: "moment", class: "unseen" }, t("moment")),
      step(-1, t("back"), "‹"),
      this.play,
      step(1, t("forth"), "›"),
      this.slider,
      this.review,
      this.amend,
      el("p", { class: "hint" }, t("share"), " ", this.address),
    );
    this.final = new Final();
    main.append(
      this.final.node,
      this.board.node,
      theatre,
      this.amends,
      this.plays.node,
      section(t("box"), "box-score", boxScore(box)),
    );
    if (states[states.length - 1].over) this.#best();
  }

  /** From the moment that the address names, or the end. */
  begin() {
    const line = Number(new URLSearchParams(location.search).get("line"));
    const last = this.states.length - 1;
    this.go(line ? this.#indexOf(line) : last);
  }

  go(index) {
    this.index = Math.max(0, Math.min(index, this.states.length - 1));
    const state = this.states[this.index],
      isLast = this.index === this.states.length - 1;
    this.board.show(state, {
      box: isLast ? this.box : inningsAt(this.states, this.index + 1, this.box),
      told: state.told || state.refused || "",
    });
    this.board.node.hidden = isLast && state.over;
    this.final.show(isLast ? state : { ...state, over: false }, this.box, Number(this.number));
    this.slider.value = this.index;
    this.slider.setAttribute("aria-valuetext", `${scoreline(state)}. ${state.told ?? ""}`);
    this.plays.mark(state.line);
    this.review.disabled = !reviewable(state);
    this.amend.hidden = !(this.live && amendable(state)); // its dialog has the review, too
    this.review.hidden = !this.amend.hidden;
    const address = `/games/${this.number}?line=${state.line}`;
    readdress(address);
    this.address.href = address;
    this.address.textContent = `${location.host}${address}`;
    document.title = scoreline(state);
  }

  async #best() {
    const { bestMoments } = await import("./best.js");
    const moments = await bestMoments(this.number, this.states, (line) => {
      this.go(this.#indexOf(line));
      this.board.node.scrollIntoView();
    });
    if (moments) this.plays.node.before(moments);
  }

  /** The game is the one on the board, whose state is ``live``: what was misread can be put right here. */
  canAmend(live) {
    this.live = live;
    this.go(this.index);
  }

  /** Say why nothing can be put right here, and what to do. */
  say(...words) {
    this.amends.hidden = false;
    this.amends.replaceChildren(...words.flat());
  }

  #review() {
    this.#pause();
    import("./review.js").then(({ look }) => look(this.states[this.index], this.number));
  }

  #amend() {
    this.#pause();
    import("../play/amend.js").then(({ amend }) =>
      amend(this.states[this.index], this.live, (...line) => this.#send(...line)),
    );
  }

  /** Send an amendment; the game reads otherwise then, so it is shown anew. */
  async #send(...line) {
    const sent = await (await import("../lib/dialog.js")).sendShown(...line);
    if (sent) location.reload();
    return sent;
  }

  #indexOf(line) {
    const found = this.states.findIndex((state) => state.line >= line);
    return found < 0 ? this.states.length - 1 : found;
  }

  #toggle() {
    if (this.#timer) return this.#pause();
    if (this.index === this.states.length - 1) this.go(0);
    this.play.textContent = t("pause");
    this.#timer = setInterval(() => {
      this.go(this.index + 1);
      if (this.index === this.states.length - 1) this.#pause();
    }, STEP_MS);
  }

  #pause() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.play.textContent = t("play");
  }
}
