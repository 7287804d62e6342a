// What is asked of the teams of a new game: which they are, who bats when, and who plays for them.

import { button, el, section, t } from "../lib/dom.js";
import { folded, radios } from "./form_fields.js";
import { Lineup } from "./lineup.js";
import { TeamCard } from "./team_card.js";

const SIDES = ["away", "home"];
const OTHER = { away: "home", home: "away", none: "none" };

/** Which teams. */
export function whoPlays(form) {
  return section(
    t("who-plays"),
    "who-plays",
    el(
      "div",
      { class: "sides" },
      SIDES.map((side) => team(form, side)),
    ),
    button(`⇅ ${t("swap-sides")}`, () => swap(form), { class: "quiet swap" }),
  );
}

function team(form, side) {
  const others = ["lineup", "partners", "box"];
  return new TeamCard(side, form.draft[side], form.choices, {
    onTeam: () => form.changed(...others),
    onColor: () => form.changed("lineup"),
  }).node;
}

function swap(form) {
  const { draft } = form;
  [draft.away, draft.home, draft.box] = [draft.home, draft.away, OTHER[draft.box]];
  form.changed("teams", "lineup", "partners", "box");
  form.parts.teams.querySelector(".swap").focus();
}

/** Which helmets bat when, in a game of helmets. */
export function lineups(form) {
  if (!form.rules.lineup) return null;
  const lists = SIDES.map((side) => {
    const { name, color, lineup } = form.draft[side];
    return new Lineup({
      title: t("lineup-of", { team: name }),
      color,
      helmets: lineup ?? form.rules.lineup,
      onChange: (helmets) => {
        form.draft[side].lineup = helmets;
        form.changed();
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

/** Who plays for which team. */
export function partners(form) {
  const words = (side, index) =>
    index ? t("partner", { team: form.draft[side].name }) : t("first-up", { team: form.draft[side].name });
  const field = (side, index) =>
    el(
      "label",
      {},
      el("span", {}, words(side, index)),
      el("input", {
        list: "players",
        maxlength: 40,
        autocomplete: "off",
        value: form.draft[side].players[index] ?? "",
        oninput: (event) => {
          const inputs = event.currentTarget.closest(".pair-of").querySelectorAll("input");
          form.draft[side].players = [...inputs].map((input) => input.value.trim()).filter(Boolean);
          form.changed();
        },
      }),
    );
  const isNamed = SIDES.some((side) => form.draft[side].players.length);
  return folded(
    t("partners"),
    isNamed || form.parts.partners.querySelector("details")?.open,
    el("p", { class: "hint" }, t("partners-why")),
    el(
      "div",
      { class: "sides" },
      SIDES.map((side) => el("div", { class: "pair-of" }, field(side, 0), field(side, 1))),
    ),
  );
}

/** Which side the box plays, and how well. */
export function opponent(form) {
  const { draft } = form,
    strengths = form.rules.box;
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
      (strength) => form.put("strength", strength),
    ),
  );
  well.hidden = draft.box === "none";
  return section(
    t("opponent"),
    "opponent",
    radios("box", t("opponent"), sides, draft.box, (side) => {
      draft.box = side;
      well.hidden = side === "none";
      form.changed();
    }),
    well,
  );
}
