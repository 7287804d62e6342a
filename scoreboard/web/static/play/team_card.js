// A side of a new game: its name, picked from the teams or typed, and its colour.

import { el, t } from "../lib/dom.js";
import { teamOf } from "./game_draft.js";

/** The fields of a side. */
export class TeamCard {
  #side;
  #team;
  #choices;
  #on;

  /** ``team`` is what is chosen of that side, and is changed; ``onTeam`` and ``onColor`` are called when it is. */
  constructor(side, team, choices, { onTeam, onColor }) {
    [this.#side, this.#team, this.#choices] = [side, team, choices];
    this.#on = { onTeam, onColor };
    this.name = el("input", {
      name: `${side}-name`,
      value: team.name,
      maxlength: 40,
      required: true,
      autocomplete: "off",
      oninput: () => this.#typed(),
    });
    this.pick = el(
      "select",
      { name: `${side}-team`, onchange: () => this.#picked() },
      el("option", { value: "" }, t("own-team")),
      choices.teams.map((each) => el("option", { value: each.name }, each.name)),
    );
    this.pick.value = this.#listed?.name ?? "";
    this.colors = this.#drawColors();
    this.node = el(
      "fieldset",
      { class: "side" },
      el("legend", {}, t(`side-${side}`)),
      el("label", {}, el("span", {}, t("pick-team")), this.pick),
      el("label", {}, el("span", {}, t("team-name")), this.name),
      this.colors,
    );
    this.#paint();
  }

  /** The team of the list that has this name, if any. */
  get #listed() {
    return this.#choices.teams.find((each) => each.name === this.#team.name);
  }

  #paint() {
    this.node.dataset.color = this.#team.color.toLowerCase();
  }

  #typed() {
    this.#team.name = this.name.value;
    this.pick.value = this.#listed?.name ?? "";
    this.#on.onTeam();
  }

  #picked() {
    const taken = this.#choices.teams.find((each) => each.name === this.pick.value);
    if (taken) Object.assign(this.#team, teamOf(taken));
    else this.#team.name = "";
    this.name.value = this.#team.name;
    if (!taken) this.name.focus();
    const colors = this.#drawColors();
    this.colors.replaceWith(colors);
    this.colors = colors;
    this.#paint();
    this.#on.onTeam();
  }

  #drawColors() {
    const said = el("b", {}, this.#color);
    const swatches = this.#choices.colors.map(({ name, said: words }) =>
      el(
        "label",
        { class: "color", "data-color": name.toLowerCase(), title: words },
        el("input", {
          type: "radio",
          name: `${this.#side}-color`,
          value: name,
          "aria-label": words,
          checked: name === this.#team.color,
          onchange: () => {
            this.#team.color = name;
            said.textContent = words;
            this.#paint();
            this.#on.onColor();
          },
        }),
        el("span", { "aria-hidden": "true" }),
      ),
    );
    return el(
      "div",
      { class: "colors", role: "radiogroup", "aria-label": t("team-color") },
      el("p", {}, `${t("team-color")}: `, said),
      el("div", { class: "swatches" }, swatches),
    );
  }

  get #color() {
    const { color } = this.#team;
    return this.#choices.colors.find((each) => each.name === color)?.said ?? color;
  }
}
