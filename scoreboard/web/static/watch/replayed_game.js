// A game that is replayed: the board, the plays and the rest, as they stood at the moment that is gone to.

import { el, section, t } from "../lib/dom.js";
import { Scoreboard, scoreline } from "./board.js";
import { boxScore } from "./box.js";
import { Chances } from "./chances.js";
import { Final } from "./final.js";
import { inningsAt } from "./innings.js";
import { Plays } from "./plays.js";
import { ReplayBar } from "./replay_bar.js";

/** Shows each moment that is gone to; ``game`` has what is known of it, and its number, or null where it is a file's
 * own. ``actions`` stand below the slider, and are shown each moment. */
export class ReplayedGame {
  constructor(main, { number, states, box, chances, story }, actions) {
    [this.number, this.states, this.box, this.known] = [number, states, box, chances];
    this.actions = actions;
    this.chances = new Chances((line) => this.go(line));
    this.board = new Scoreboard();
    this.bar = new ReplayBar(states.length, (index) => this.#show(index));
    this.plays = new Plays({ most: states.length, onPick: (state) => this.go(state.line), picksAll: true });
    this.plays.replace(states);
    this.final = new Final(number === null ? { story, chances } : null);
    this.final.node.addEventListener("click", (event) => this.#pick(event));
    this.theatre = el("div", { class: "theatre" }, this.bar.nodes, actions.nodes);
    main.append(
      this.final.node,
      this.board.node,
      this.theatre,
      this.chances.node,
      this.plays.node,
      section(t("box"), "box-score", boxScore(box)),
    );
  }

  /** Go to the moment of that line, else to the end. */
  go(line) {
    const found = this.states.findIndex((state) => state.line >= line);
    this.bar.go(found < 0 ? this.bar.last : found);
  }

  /** A play that is named at the end leads to its moment. */
  #pick(event) {
    const play = event.target.closest("[data-line]");
    if (!play) return;
    event.preventDefault();
    this.go(Number(play.dataset.line));
    this.board.node.scrollIntoView();
  }

  #show(index) {
    const state = this.states[index],
      isLast = index === this.bar.last;
    this.board.show(state, {
      box: isLast ? this.box : inningsAt(this.states, index + 1, this.box),
      told: state.told || state.refused || "",
    });
    this.board.node.hidden = isLast && state.over;
    this.final.show(isLast ? state : { ...state, over: false }, this.box, this.number);
    this.chances.show(state, isLast && state.over ? null : this.known, state.line);
    this.bar.tell(`${scoreline(state)}. ${state.told ?? ""}`);
    this.plays.mark(state.line);
    this.actions.show(state);
    document.title = scoreline(state);
  }
}
