// What is asked of a new game itself: which one, how long, and by which rules.

import { el, t } from "../lib/dom.js";
import { check, radios, select } from "./form_fields.js";
import { usualOf } from "./game_draft.js";

/** Which game. */
export const whichGame = {
  title: t("which-game"),
  answer: (form) => form.rules.said,
  ask: (form) => {
    const items = form.choices.rules.map((each) => ({ value: each.name, said: each.said, about: each.about }));
    return radios("rules", t("which-game"), items, form.draft.rules, (name) => {
      Object.assign(form.draft, usualOf(form.choices.rules.find((each) => each.name === name)));
      form.changed();
    });
  },
};

/** How many innings. */
export const howLong = {
  title: t("how-long"),
  answer: (form) => String(form.draft.innings),
  ask: (form) => {
    const most = Math.max(form.choices.most_innings, form.draft.innings);
    const items = [...Array(most).keys()].map((index) => ({ value: index + 1, said: String(index + 1) }));
    const put = (innings) => form.put("innings", innings);
    return radios("innings", t("how-long"), items, form.draft.innings, put, "numbers");
  },
};

/** What only some games have. */
export const otherwise = {
  title: t("otherwise"),
  answer: ({ rules, draft }) => {
    const { options, first, decks } = rules;
    if (!options.length && first === null) return null;
    const said = [
      ...options.filter((each) => draft.options.includes(each.name)).map((each) => each.said),
      ...(draft.first === first ? [] : [`${t("first-inning")} ${draft.first}`]),
      ...(draft.deck ? [decks[draft.deck].name] : []),
    ];
    return said.join(" · ") || t("as-usual");
  },
  ask: askOtherwise,
};

function askOtherwise(form) {
  const { options, first, decks } = form.rules,
    { draft } = form;
  const numbers = [...Array(Math.max(form.choices.most_innings, first ?? 0)).keys()].map((index) => index + 1);
  return [
    options.map((option) =>
      check(option.said, draft.options.includes(option.name), (on) => choose(form, option.name, on)),
    ),
    first !== null &&
      select(
        t("first-inning"),
        numbers.map((number) => [number, String(number)]),
        draft.first,
        (value) => form.put("first", Number(value)),
      ),
    decks.length > 1 &&
      select(
        t("deck"),
        decks.map((deck, index) => [index, deck.name]),
        draft.deck,
        (value) => form.put("deck", Number(value)),
      ),
  ];
}

/** With an option a game is usually as long as that says. */
function choose(form, name, on) {
  const others = form.draft.options.filter((each) => each !== name);
  form.draft.options = on ? [...others, name] : others;
  const long = form.rules.options.filter((each) => form.draft.options.includes(each.name)).map((each) => each.innings);
  form.draft.innings = long.length ? Math.min(...long) : form.rules.innings;
  form.changed();
}

/** Of which series it is a game, if of any. */
export const series = {
  title: t("series"),
  answer: ({ draft, choices }) => {
    if (!draft.series?.name) return t("no-series");
    return draft.series.game > 1 && choices.series ? choices.series : draft.series.name;
  },
  ask: askSeries,
};

const LONG = [3, 5, 7, 9];

function askSeries(form) {
  const put = (change) => {
    const before = form.draft.series ?? { name: "", best_of: LONG[0] };
    form.put("series", { ...before, ...change, game: 1 });
  };
  const name = el("input", {
    maxlength: 40,
    autocomplete: "off",
    value: form.draft.series?.name ?? "",
    oninput: (event) => put({ name: event.currentTarget.value }),
  });
  const most = LONG.map((games) => [games, t("best-of", { games })]);
  return [
    el("p", { class: "hint" }, t("series-why")),
    el("label", {}, el("span", {}, t("series-name")), name),
    select(t("how-many-games"), most, form.draft.series?.best_of ?? LONG[0], (games) =>
      put({ best_of: Number(games) }),
    ),
  ];
}

/** What only some families want. */
export const house = {
  title: t("house"),
  answer: ({ draft }) => (draft.house ? t("changed") : t("as-usual")),
  ask: askHouse,
};

function askHouse(form) {
  const usual = ({ choices, value }) => (choices?.some((each) => each.value === null) ? null : value);
  const now = {
    ...Object.fromEntries(form.rules.house.map((each) => [each.name, form.draft.house ? usual(each) : each.value])),
    ...form.draft.house,
  };
  const put = (name, value) => {
    now[name] = value;
    hide();
    form.draft.house = Object.fromEntries(Object.entries(now).filter(([, each]) => each !== null));
    form.changed();
  };
  const field = ({ name, said, value, least, most, choices }) => {
    if (typeof value === "boolean") return check(said, now[name], (on) => put(name, on));
    if (!choices)
      return el(
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
      );
    const options = choices.map((each) => [each.value ?? "", each.said]);
    return select(said, options, now[name] ?? "", (picked) => put(name, picked === "" ? null : Number(picked)));
  };
  const fields = form.rules.house.map((each) => ({ of: each.only_with, node: field(each) }));
  const hide = () => {
    for (const { of, node } of fields) node.hidden = of !== null && (now[of] ?? false) === false;
  };
  hide();
  return [el("p", { class: "hint" }, t("house-why")), fields.map(({ node }) => node)];
}
