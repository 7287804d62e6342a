// The form of a new game, drawn from what the server offers: it knows no game and no rule.

import { el } from "../lib/dom.js";
import { draftOf, lineOf, queryOf } from "./game_draft.js";
import { house, howLong, otherwise, whichGame, whoIsHome } from "./game_questions.js";
import { lineups, opponent, partners, whoPlays } from "./team_questions.js";

const QUESTIONS = {
  rules: whichGame,
  innings: howLong,
  teams: whoPlays,
  home: whoIsHome,
  lineup: lineups,
  partners,
  box: opponent,
  more: otherwise,
  house,
};

/** Asks each question in its own part, and keeps what is answered. ``choices`` are the server's, ``draft`` is what was
 * chosen before a reload, if anything; ``onChange`` is called whenever something else is chosen. */
export class NewGameForm {
  #onChange;

  constructor(choices, draft, onChange) {
    this.choices = choices;
    this.#onChange = onChange;
    this.draft = draft ?? draftOf(choices);
    this.parts = Object.fromEntries(
      Object.keys(QUESTIONS).map((name) => [name, el("div", { class: `part part-${name}` })]),
    );
    const names = choices.players.map((name) => el("option", { value: name }));
    const players = el("datalist", { id: "players" }, names);
    this.node = el("div", { class: "parts" }, Object.values(this.parts), players);
    this.#draw(Object.keys(QUESTIONS));
  }

  /** The chosen game, as the server has it. */
  get rules() {
    return this.choices.rules.find((each) => each.name === this.draft.rules);
  }

  /** The game line, of all that is chosen. */
  get line() {
    return lineOf(this.draft, this.rules);
  }

  /** What is chosen besides. */
  get query() {
    return queryOf(this.draft, this.rules);
  }

  /** Something else is chosen: these ``parts`` ask otherwise now. */
  changed(...parts) {
    this.#draw(parts);
    this.#onChange();
  }

  /** This is chosen, and no part asks otherwise for it. */
  put(key, value) {
    this.draft[key] = value;
    this.changed();
  }

  #draw(names) {
    for (const name of names) this.parts[name].replaceChildren(...[QUESTIONS[name](this)].filter(Boolean));
  }
}
