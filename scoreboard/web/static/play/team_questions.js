// What is asked of the teams of a new game: which they are, who bats when, and who plays for them.

import { el, painted, t } from "../lib/dom.js";
import { radios } from "./form_fields.js";
import { Lineup } from "./lineup.js";
import { TeamCard } from "./team_card.js";

const SIDES = ["away", "home"];
const OTHER = { away: "home", home: "away", none: "none" };
const PLACES = [0, 1, 2, 3]; // of a team's players
const PLAIN = "\u25cb"; // a helmet with nothing painted on it

/** Which teams. */
export const whoPlays = {
  title: t("who-plays"),
  answer: ({ draft }) =>
    SIDES.map((side) =>
      el("bdi", { class: "team-chip", "data-color": draft[side].color.toLowerCase() }, draft[side].name),
    ),
  ask: (form) =>
    el(
      "div",
      { class: "sides" },
      SIDES.map((side) => {
        const on = () => form.changed();
        return new TeamCard(side, form.draft[side], form.choices, { onTeam: on, onColor: on }).node;
      }),
    ),
};

/** Who is Home, or whether the dice say so, in a game that has them thrown for it. */
export const whoIsHome = {
  title: t("who-is-home"),
  answer: (form) => (isThrown(form) ? t("throw-for-home") : form.draft.home.name),
  ask: (form) => {
    const { draft } = form,
      teams = [draft.home, draft.away];
    const items = teams.map(({ name }, index) => ({ value: index, said: name }));
    const thrown = { value: "throw", said: t("throw-for-home"), about: t("throw-for-home-why") };
    return radios(
      "home",
      t("who-is-home"),
      form.rules.throws_off ? [...items, thrown] : items,
      isThrown(form) ? "throw" : 0,
      (picked) => {
        draft.throws_off = picked === "throw";
        if (!draft.throws_off && draft.home !== teams[picked])
          [draft.away, draft.home, draft.box] = [draft.home, draft.away, OTHER[draft.box]];
        form.changed();
      },
    );
  },
};

const isThrown = ({ draft, rules }) => draft.throws_off && rules.throws_off;

/** Which helmets bat when, in a game of helmets. */
export const lineups = {
  title: t("lineup"),
  answer: ({ draft, rules }) =>
    rules.lineup &&
    SIDES.map((side) => {
      const { name, lineup } = draft[side];
      return el("span", {}, `${name}: ${(lineup ?? rules.lineup).map((each) => painted(each) || PLAIN).join(" ")}`);
    }),
  ask: (form) => {
    const lists = SIDES.map((side) => {
      const { name, color, lineup } = form.draft[side];
      const onChange = (helmets) => {
        form.draft[side].lineup = helmets;
        form.changed();
      };
      const title = t("lineup-of", { team: name });
      return new Lineup({ title, color, helmets: lineup ?? form.rules.lineup, onChange }).node;
    });
    return [el("p", { class: "hint" }, t("lineup-why")), el("div", { class: "sides" }, lists)];
  },
};

/** Who plays for which team. */
export const partners = {
  title: t("partners"),
  answer: ({ draft }) => SIDES.flatMap((side) => draft[side].players).join(" · ") || t("no-names"),
  ask: (form) => [
    el("p", { class: "hint" }, t("partners-why")),
    el(
      "div",
      { class: "sides" },
      SIDES.map((side) =>
        el(
          "div",
          { class: "pair-of" },
          PLACES.map((index) => player(form, side, index)),
        ),
      ),
    ),
  ],
};

function player(form, side, index) {
  const team = form.draft[side].name,
    words = index ? t("partner", { team, nth: index + 1 }) : t("first-up", { team });
  return el(
    "label",
    {},
    el("span", {}, words),
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
}

/** Which side the box plays, and how well. */
export const opponent = {
  title: t("opponent"),
  answer: ({ draft, rules }) => {
    if (!rules.box.length) return null;
    if (draft.box === "none") return t("box-none");
    const well = rules.box.find((each) => each.name === draft.strength);
    return [t("box-side", { team: draft[draft.box].name }), well?.said].filter(Boolean).join(" · ");
  },
  ask: askOpponent,
};

function askOpponent(form) {
  const { draft } = form,
    strengths = form.rules.box;
  const sides = [
    { value: "none", said: t("box-none") },
    ...SIDES.map((side) => ({ value: side, said: t("box-side", { team: draft[side].name }) })),
  ];
  const items = strengths.map((each) => ({ value: each.name, said: each.said, about: each.about }));
  const well = el(
    "div",
    {},
    el("h3", {}, t("how-well")),
    radios("strength", t("how-well"), items, draft.strength, (strength) => form.put("strength", strength)),
  );
  well.hidden = draft.box === "none";
  const picked = (side) => {
    draft.box = side;
    well.hidden = side === "none";
    form.changed();
  };
  return [radios("box", t("opponent"), sides, draft.box, picked), well];
}
