// The form of a new game, drawn from what the server offers: it knows no game and no rule.

import { el, section, t } from "../lib/dom.js";
import { check, folded, radios, select } from "./form_fields.js";
import { draftOf, lineOf, queryOf, usualOf } from "./game_draft.js";
import { Lineup } from "./lineup.js";
import { TeamCard } from "./team_card.js";

const SIDES = ["away", "home"];
const OTHER = { away: "home", home: "away", none: "none" };

/** ``choices`` are the server's, ``draft`` is what was chosen before a reload, if anything; ``onChange`` is called
 * whenever something else is chosen. */
export class NewGameForm {
  constructor(choices, draft, onChange) {
    this.choices = choices;
    this.onChange = onChange;
    this.draft = draft ?? draftOf(choices);
    this.parts = Object.fromEntries(
      ["rules", "innings", "teams", "home", "lineup", "partners", "box", "more", "house"].map((name) => [
        name,
        el("div", { class: `part part-${name}` }),
      ]),
    );
    const names = el(
      "datalist",
      { id: "players" },
      choices.players.map((name) => el("option", { value: name })),
    );
    this.node = el("div", { class: "parts" }, Object.values(this.parts), names);
    this.#draw(...Object.keys(this.parts));
  }

  get #rules() {
    return this.choices.rules.find((each) => each.name === this.draft.rules);
  }

  /** The game line, of all that is chosen. */
  get line() {
    return lineOf(this.draft, this.#rules);
  }

  /** What is chosen besides. */
  get query() {
    return queryOf(this.draft, this.#rules);
  }

  #changed(...parts) {
    this.#draw(...parts);
    this.onChange();
  }

  #draw(...names) {
    const drawn = {
      rules: () => this.#whichGame(),
      innings: () => this.#howLong(),
      teams: () => this.#whoPlays(),
      home: () => this.#whoIsHome(),
      lineup: () => this.#lineups(),
      partners: () => this.#partners(),
      box: () => this.#opponent(),
      more: () => this.#otherwise(),
      house: () => this.#house(),
    };
    for (const name of names) this.parts[name].replaceChildren(...[drawn[name]()].filter(Boolean));
  }

  // -- which game, how long

  #whichGame() {
    const items = this.choices.rules.map((each) => ({ value: each.name, said: each.said, about: each.about }));
    return section(
      t("which-game"),
      "which-game",
      radios("rules", t("which-game"), items, this.draft.rules, (name) => {
        Object.assign(this.draft, usualOf(this.choices.rules.find((each) => each.name === name)));
        this.#changed("innings", "home", "lineup", "box", "more", "house");
      }),
    );
  }

  #howLong() {
    const most = Math.max(this.choices.most_innings, this.draft.innings);
    const items = [...Array(most).keys()].map((index) => ({ value: index + 1, said: String(index + 1) }));
    return section(
      t("how-long"),
      "how-long",
      radios(
        "innings",
        t("how-long"),
        items,
        this.draft.innings,
        (innings) => {
          this.draft.innings = innings;
          this.#changed();
        },
        "row",
      ),
    );
  }

  // -- the teams

  #whoPlays() {
    return section(
      t("who-plays"),
      "who-plays",
      el(
        "div",
        { class: "sides" },
        SIDES.map((side) => this.#side(side)),
      ),
      el(
        "button",
        { type: "button", class: "quiet swap", onclick: (event) => this.#swap(event.currentTarget) },
        `⇅ ${t("swap-sides")}`,
      ),
    );
  }

  #side(side) {
    const others = ["lineup", "partners", "box"];
    return new TeamCard(side, this.draft[side], this.choices, {
      onTeam: () => this.#changed(...others),
      onColor: () => this.#changed("lineup"),
    }).node;
  }

  #swap() {
    const { draft } = this;
    [draft.away, draft.home, draft.box] = [draft.home, draft.away, OTHER[draft.box]];
    this.#changed("teams", "lineup", "partners", "box");
    this.parts.teams.querySelector(".swap").focus();
  }

  #whoIsHome() {
    if (!this.#rules.throws_off) return null;
    return el(
      "section",
      { class: "throw-off" },
      check(
        t("throw-for-home"),
        this.draft.throws_off,
        (on) => {
          this.draft.throws_off = on;
          this.#changed();
        },
        t("throw-for-home-why"),
      ),
    );
  }

  // -- who bats when, and for whom

  #lineups() {
    if (!this.#rules.lineup) return null;
    const lists = SIDES.map((side) => {
      const { name, color, lineup } = this.draft[side];
      return new Lineup({
        title: t("lineup-of", { team: name }),
        color,
        helmets: lineup ?? this.#rules.lineup,
        onChange: (helmets) => {
          this.draft[side].lineup = helmets;
          this.onChange();
        },
      }).node;
    });
    return section(
      t("lineup"),
      "line-ups",
      el("p", { class: "hint" }, t("lineup-why")),
      el("div", { class: "sides" }, lists),
    );
  }

  #partners() {
    const words = (side, index) =>
      index ? t("partner", { team: this.draft[side].name }) : t("first-up", { team: this.draft[side].name });
    const field = (side, index) =>
      el(
        "label",
        {},
        el("span", {}, words(side, index)),
        el("input", {
          list: "players",
          maxlength: 40,
          autocomplete: "off",
          value: this.draft[side].players[index] ?? "",
          oninput: (event) => {
            const inputs = event.currentTarget.closest(".pair-of").querySelectorAll("input");
            this.draft[side].players = [...inputs].map((input) => input.value.trim()).filter(Boolean);
            this.onChange();
          },
        }),
      );
    const isNamed = SIDES.some((side) => this.draft[side].players.length);
    return folded(
      t("partners"),
      isNamed || this.parts.partners.querySelector("details")?.open,
      el("p", { class: "hint" }, t("partners-why")),
      el(
        "div",
        { class: "sides" },
        SIDES.map((side) => el("div", { class: "pair-of" }, field(side, 0), field(side, 1))),
      ),
    );
  }

  #opponent() {
    const { draft } = this,
      strengths = this.#rules.box;
    if (!strengths.length) return null;
    const sides = [
      { value: "none", said: t("box-none") },
      ...SIDES.map((side) => ({ value: side, said: t("box-side", { team: draft[side].name }) })),
    ];
    const well = el(
      "div",
      {},
      radios(
        "strength",
        t("how-well"),
        strengths.map((each) => ({ value: each.name, said: each.said, about: each.about })),
        draft.strength,
        (strength) => {
          draft.strength = strength;
          this.onChange();
        },
      ),
    );
    well.hidden = draft.box === "none";
    return section(
      t("opponent"),
      "opponent",
      radios("box", t("opponent"), sides, draft.box, (side) => {
        draft.box = side;
        well.hidden = side === "none";
        this.onChange();
      }),
      well,
    );
  }

  // -- what only some games have, or only some families want

  #otherwise() {
    const { options, first, decks } = this.#rules,
      { draft } = this;
    if (!options.length && first === null) return null;
    const numbers = [...Array(Math.max(this.choices.most_innings, first ?? 0)).keys()].map((index) => index + 1);
    return section(
      t("otherwise"),
      "otherwise",
      options.map((option) =>
        check(option.said, draft.options.includes(option.name), (on) => this.#option(option.name, on)),
      ),
      first !== null &&
        select(
          t("first-inning"),
          numbers.map((number) => [number, String(number)]),
          draft.first,
          (value) => {
            draft.first = Number(value);
            this.onChange();
          },
        ),
      decks.length > 1 &&
        select(
          t("deck"),
          decks.map((deck, index) => [index, deck.name]),
          draft.deck,
          (value) => {
            draft.deck = Number(value);
            this.onChange();
          },
        ),
    );
  }

  /** With an option a game is usually as long as that says. */
  #option(name, on) {
    const others = this.draft.options.filter((each) => each !== name);
    this.draft.options = on ? [...others, name] : others;
    const long = this.#rules.options
      .filter((each) => this.draft.options.includes(each.name))
      .map((each) => each.innings);
    this.draft.innings = long.length ? Math.min(...long) : this.#rules.innings;
    this.#changed("innings");
  }

  #house() {
    const now = {
      ...Object.fromEntries(this.#rules.house.map((each) => [each.name, each.value])),
      ...this.draft.house,
    };
    const put = (name, value) => {
      this.draft.house = Object.assign(now, { [name]: value });
      this.onChange();
    };
    const fields = this.#rules.house.map(({ name, said, value, least, most }) =>
      typeof value === "boolean"
        ? check(said, now[name], (on) => put(name, on))
        : el(
            "label",
            {},
            el("span", {}, said),
            el("input", {
              type: "number",
              inputmode: "numeric",
              min: least,
              max: most,
              value: now[name],
              onchange: (event) => event.currentTarget.checkValidity() && put(name, Number(event.currentTarget.value)),
            }),
          ),
    );
    return folded(t("house"), Boolean(this.draft.house), el("p", { class: "hint" }, t("house-why")), fields);
  }
}
