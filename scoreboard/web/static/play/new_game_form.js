// What a new game is made of, a row for each question with how it is answered, drawn from what the server offers: it
// knows no game and no rule. A row that is tapped opens its one question.

import { open } from "../lib/dialog.js";
import { button, el, t } from "../lib/dom.js";
import { draftOf, lineOf, queryOf } from "./game_draft.js";
import { house, howLong, otherwise, series, whichGame } from "./game_questions.js";
import { lineups, opponent, partners, whoIsHome, whoPlays } from "./team_questions.js";

const QUESTIONS = [whichGame, howLong, whoPlays, whoIsHome, opponent, lineups, partners, otherwise, house, series];

/** Keeps what is answered. ``choices`` are the server's, ``draft`` is what was chosen before a reload, if anything;
 * ``onChange`` is called whenever something else is chosen. */
export class NewGameForm {
  #onChange;
  #amiss = "";

  constructor(choices, draft, onChange) {
    this.choices = choices;
    this.#onChange = onChange;
    this.draft = draft ?? draftOf(choices);
    this.rows = QUESTIONS.map((question) => this.#row(question));
    this.said = el("p", { class: "refused", role: "status" });
    const names = choices.players.map((name) => el("option", { value: name }));
    const list = el(
      "ul",
      {},
      this.rows.map(({ node }) => node),
    );
    this.node = el("div", { class: "rows" }, list, el("datalist", { id: "players" }, names));
    this.#draw();
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

  /** Whether it is not the game that was chosen last. */
  get isOther() {
    return JSON.stringify(this.draft) !== JSON.stringify(draftOf(this.choices));
  }

  /** Something else is chosen. */
  changed() {
    this.#draw();
    this.#onChange();
  }

  /** This is chosen. */
  put(key, value) {
    this.draft[key] = value;
    this.changed();
  }

  /** The game that was chosen last, again. */
  reset() {
    this.draft = draftOf(this.choices);
    this.changed();
  }

  /** Why it does not go together, where that is asked: a sheet lies over what says so. */
  tell(words) {
    this.#amiss = words;
    this.said.textContent = words;
  }

  #row({ title, answer, ask }) {
    const said = el("b", {});
    const openIt = () => {
      this.said = el("p", { class: "refused", role: "status" }, this.#amiss);
      const done = button(t("done"), () => sheet.close(), { class: "main" });
      const foot = el("div", { class: "answered" }, this.said, done);
      const sheet = open(title, [el("div", { class: "part" }, ask(this)), foot], { kind: "asks" });
    };
    const row = button([el("span", {}, title), said], openIt, { class: "row", "aria-haspopup": "dialog" });
    const node = el("li", {}, row);
    const draw = () => {
      const answered = answer(this);
      node.hidden = answered === null;
      said.replaceChildren(...[answered ?? ""].flat());
    };
    return { node, draw };
  }

  #draw() {
    for (const each of this.rows) each.draw();
  }
}
