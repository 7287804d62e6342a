// A past game, replayed with a slider and an address that can be shared.

import { api, el, reach, section, t } from "../lib/dom.js";
import { fetchRole, onTheBoard } from "../lib/send.js";
import { Scoreboard, scoreline } from "./board.js";
import { boxScore, fetchBox } from "./box.js";
import { Chances, fetchChances } from "./chances.js";
import { Final } from "./final.js";
import { playOn, summaryOf } from "./games.js";
import { inningsAt } from "./innings.js";
import { fetchStates } from "./lines.js";
import { MomentActions } from "./moment_actions.js";
import { Plays } from "./plays.js";
import { ReplayBar } from "./replay_bar.js";

/** One game, replayed. */
export async function show(main, { game: number }) {
  const [states, record, box, chances] = await Promise.all([
    fetchStates(number),
    setup(number),
    fetchBox(number),
    fetchChances(number).catch(() => null),
  ]);
  const shown = states.filter((state) => state.cause?.type !== "expect").map((state) => ({ setup: record, ...state }));
  const replayed = new Replay(main, number, shown, box, chances);
  replayed.begin();
  const [live, role] = await Promise.all([onTheBoard().catch(() => null), fetchRole().catch(() => null)]);
  if (!role) return;
  const last = shown[shown.length - 1],
    isLive = String(live?.game) === number;
  if (isLive) replayed.actions.canAmend(live);
  else
    replayed.actions.say(
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

/** Shows each moment that is gone to: on the board, in the list, in the address. */
class Replay {
  constructor(main, number, states, box, chances) {
    [this.number, this.states, this.box, this.known] = [number, states, box, chances];
    this.chances = new Chances((line) => this.#go(line));
    this.board = new Scoreboard();
    this.bar = new ReplayBar(states.length, (index) => this.#show(index));
    this.actions = new MomentActions(number, () => this.bar.pause());
    this.plays = new Plays({ most: states.length, onPick: (state) => this.#go(state.line), picksAll: true });
    this.plays.replace(states);
    this.final = new Final();
    main.append(
      this.final.node,
      this.board.node,
      el("div", { class: "theatre" }, this.bar.nodes, this.actions.nodes),
      this.actions.why,
      this.chances.node,
      this.plays.node,
      section(t("box"), "box-score", boxScore(box)),
    );
    if (states[states.length - 1].over) this.#best();
  }

  /** From the moment that the address names, or the end. */
  begin() {
    const line = Number(new URLSearchParams(location.search).get("line"));
    this.#go(line || Infinity);
  }

  /** Go to the moment of that line, else to the end. */
  #go(line) {
    const found = this.states.findIndex((state) => state.line >= line);
    this.bar.go(found < 0 ? this.bar.last : found);
  }

  #show(index) {
    const state = this.states[index],
      isLast = index === this.bar.last;
    this.board.show(state, {
      box: isLast ? this.box : inningsAt(this.states, index + 1, this.box),
      told: state.told || state.refused || "",
    });
    this.board.node.hidden = isLast && state.over;
    this.final.show(isLast ? state : { ...state, over: false }, this.box, Number(this.number));
    this.chances.show(state, isLast && state.over ? null : this.known, state.line);
    this.bar.tell(`${scoreline(state)}. ${state.told ?? ""}`);
    this.plays.mark(state.line);
    this.actions.show(state);
    document.title = scoreline(state);
  }

  async #best() {
    const { bestMoments } = await import("./best.js");
    const moments = await bestMoments(this.number, this.states, (line) => {
      this.#go(line);
      this.board.node.scrollIntoView();
    });
    if (moments) this.plays.node.before(moments);
  }
}
